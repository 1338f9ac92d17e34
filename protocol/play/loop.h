/* loop.h: `pbrain-kaname play`: a game against the engine in a terminal.
 *
 * Draws the board, takes moves as h8 and commands as words; `help` lists them. In pipes it shows
 * the same without prompts and control codes, and leaves at the end of the input. */
#ifndef KANAME_PROTOCOL_PLAY_LOOP_H
#define KANAME_PROTOCOL_PLAY_LOOP_H

#include "io/lines.h"
#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TerminalOptions {
    KanameRule rule;
    int width, height;
    int level;       /* 0..SETTINGS_STRENGTH_FULL */
    int64_t turn_ms; /* the engine's time for a move */
    bool is_ascii;   /* no other signs, whatever the locale allows */
} TerminalOptions;

/* Reads the arguments behind the word `play`. On a mistake writes what is wrong to `error`. */
bool terminal_read_options(TerminalOptions *options, int count, char **arguments, char *error,
                           size_t error_size);

/* What the terminal is and can do. Members without a note may be NULL or false. */
typedef struct TerminalIo {
    LineSource read; /* required */
    LineSink write;  /* required; takes any number of lines at once, or part of one */
    int (*columns)(void *context);
    void (*begin_search)(void *context);
    bool (*end_search)(void *context); /* true: the person broke the search off */
    void *context;                     /* of all of them */
    bool is_interactive, has_controls, has_color, is_unicode;
} TerminalIo;

/* Plays until the person quits or the input ends. False: the output is gone, or there was not
 * enough memory. The options must be good. */
bool terminal_play(KanameEngine *engine, const TerminalOptions *options, const TerminalIo *io);

/* The whole command. Returns the process's exit status. */
int terminal_run(int count, char **arguments);

#endif
