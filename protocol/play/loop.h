/* loop.h: a game against the engine in a terminal.
 *
 * Draws the board, takes moves as h8 and commands as words; `help` lists them. In pipes it prints
 * the same text without prompts and control codes, and returns at the end of the input. */
#ifndef KANAME_PROTOCOL_PLAY_LOOP_H
#define KANAME_PROTOCOL_PLAY_LOOP_H

#include "kaname.h"
#include "play/terminal.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct TerminalOptions {
    KanameRule rule;
    GamePosOrder pos_order;
    int width, height;
    int level;                /* 1..LEVEL_FULL */
    int64_t seed;             /* varies what the level overlooks */
    int64_t turn_ms;          /* the engine's time for a move */
    Book *book;               /* of games, the caller's; NULL: none */
    const Openings *openings; /* a book of openings, the caller's; NULL: none */
    bool is_ascii;            /* draw with ASCII alone in any locale */
} TerminalOptions;

/* Plays until the person quits or the input ends. Returns false if the output cannot be written, or
 * if out of memory. The options must be in range. */
bool terminal_play(KanameEngine *engine, const TerminalOptions *options, const TerminalIo *io);

#endif
