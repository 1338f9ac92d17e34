/* command.h: a protocol command: one row of a family's table and one function.
 *
 * A family is a file of this folder whose name ends in `_commands`, or gomocup.c or analysis.c; its
 * header exports only the family's rows. commands.h joins the families. */
#ifndef KANAME_PROTOCOL_SESSION_COMMAND_H
#define KANAME_PROTOCOL_SESSION_COMMAND_H

#include "database/store.h"
#include "session/stones.h"
#include "shared/text/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Session Session;

/* How the reader reads a command's arguments. Lists end with DONE and may span lines. */
typedef enum {
    COMMAND_LINE,               /* the rest of the line */
    COMMAND_FILE_NAME,          /* a file name: the rest of the line, or the next line */
    COMMAND_STONES,             /* a list of x,y */
    COMMAND_FLAGGED_STONES,     /* a list of x,y,flag */
    COMMAND_NUMBER_AND_STONES,  /* a number on the command's line, then COMMAND_STONES */
    COMMAND_NUMBERS_AND_STONES, /* up to COMMAND_NUMBERS_MAX numbers, then COMMAND_STONES */
    COMMAND_WORDS_AND_STONES,   /* words that start with a letter, then COMMAND_STONES */
    COMMAND_TEXT_AND_STONES     /* a line of text, then COMMAND_STONES on later lines */
} CommandArguments;

/* When a command may come. */
typedef enum {
    COMMAND_ANYWHERE,      /* also inside another command's list. Does not use the engine unless it
                            * has ended the search itself, and never answers. */
    COMMAND_BESIDE_SEARCH, /* outside lists; a running search continues */
    COMMAND_ENDS_SEARCH    /* outside lists; a running search sends its move first. For commands
                              that change the position or start a search. */
} CommandTiming;

typedef struct Command {
    const char *word; /* in capitals */
    CommandArguments arguments;
    CommandTiming timing;
    /* Called on the reader's thread once all arguments are read. `rest` is the rest of the line,
     * for COMMAND_FILE_NAME the line with the name; lists are in session->input. */
    void (*handle)(Session *session, Words *rest);
} Command;

/* Rows sorted by word. */
typedef struct CommandFamily {
    const Command *rows;
    size_t count;
} CommandFamily;

enum { COMMAND_NUMBERS_MAX = 4, COMMAND_TEXT_MAX = DATABASE_TEXT_MAX /* bytes, NUL included */ };

/* The arguments that a list command has received so far. */
typedef struct CommandInput {
    const Command *pending; /* the command that waits for more lines; NULL: none */
    bool skips_line;        /* the reader ignores further pieces of the current line */
    StoneList stones;
    int64_t numbers[COMMAND_NUMBERS_MAX]; /* 0 where the client sent none */
    char text[COMMAND_TEXT_MAX];          /* the text, or the words, each followed by a blank */
} CommandInput;

#endif
