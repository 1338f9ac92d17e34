/* terminal.h: the state of a game in the terminal, shared by the files of this folder. */
#ifndef KANAME_PROTOCOL_PLAY_TERMINAL_H
#define KANAME_PROTOCOL_PLAY_TERMINAL_H

#include "database/book.h"
#include "database/openings.h"
#include "io/lines.h"
#include "kaname.h"
#include "play/drawing.h"
#include "play/terminal_game.h"
#include "shared/opening/course.h"

#include <stdbool.h>
#include <stdint.h>

#define TERMINAL_PROMPT "> "
/* The line that `read` yields for Ctrl-C when no search runs. */
#define TERMINAL_INTERRUPT "\003"

/* The terminal and its capabilities. Members without a note may be NULL or false. */
typedef struct TerminalIo {
    LineSource read; /* required */
    LineSink write;  /* required; takes any number of lines at once, or part of one */
    int (*columns)(void *context);
    void (*begin_search)(void *context);
    bool (*end_search)(void *context); /* true: the person interrupted the search */
    void *context;                     /* passed to all of them */
    bool is_interactive, has_controls, has_color, is_unicode;
} TerminalIo;

/* An opening in progress, by a rule of shared/opening/rule.h. */
typedef struct TerminalOpening {
    bool is_running;
    OpeningCourse course;
    int person;            /* which of the course's players the person is */
    bool has_stayed;       /* the person keeps the colour, but has not placed the stone yet */
    OpeningAnswer partial; /* stones that the person has placed one by one, or fifth moves */
} TerminalOpening;

enum { TERMINAL_FILE_NAME_MAX = 1000 };

typedef struct Terminal {
    const TerminalIo *io;
    KanameEngine *engine;
    TerminalGame game;
    TerminalText text;  /* output not yet written */
    bool is_engines[2]; /* [color]: the engine plays it */
    TerminalOpening opening;
    Book *book;               /* of games; NULL: none */
    const Openings *openings; /* a book of openings; NULL: none */
    int level;                /* 1..LEVEL_FULL */
    int64_t seed;             /* varies what the level overlooks */
    int64_t turn_ms;          /* the engine's time for a move */
    GamePosOrder pos_order;   /* of files that `load` reads */
    bool shows_thoughts;
    bool is_ascii;
    bool has_live_line; /* the cursor's line shows a thought */
    bool is_warned;     /* the last input was Ctrl-C, and the game is not saved */
    bool is_over, is_broken;
    char asked[TERMINAL_FILE_NAME_MAX]; /* the file that the last `save` asked about; empty: none */
} Terminal;

#endif
