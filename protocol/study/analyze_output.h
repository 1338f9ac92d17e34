/* analyze_output.h: prints the results of `analyze`. */
#ifndef KANAME_PROTOCOL_STUDY_ANALYZE_OUTPUT_H
#define KANAME_PROTOCOL_STUDY_ANALYZE_OUTPUT_H

#include "play/drawing.h"
#include "play/terminal_game.h"
#include "shared/games/game.h"
#include "study/analyze_lines.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct AnalyzeSummary {
    TerminalLook look;
    const char *format; /* of the input: game_format_name() */
    const Game *game;   /* that was read */
    Failure fault;      /* why only a part of the game was read; STATUS_OK: all was read */
    uint64_t nodes;
    int64_t time_ms;
    bool is_interrupted;
} AnalyzeSummary;

/* Both return false if the output cannot be written. A game that is over has no lines. */
bool analyze_write_table(FILE *file, const TerminalGame *board, const AnalyzeLines *lines,
                         const AnalyzeSummary *summary);
/* Writes one object: rule, width, height, format, moves, to_move ("black", "white"), end (null,
 * "black", "white", "draw"), fault (null or a text), stones (all on the board with their colors,
 * walls last), steps (the main line with setup and passes, as games/json.h writes it), nodes,
 * time_ms, interrupted, and lines: an array of objects with move, win_rate (0 to 1), score,
 * plies_to_win (null, or as kaname_score_win_plies()), depth, seldepth, nodes, line. Points are
 * names such as h8. */
bool analyze_write_json(FILE *file, const TerminalGame *board, const AnalyzeLines *lines,
                        const AnalyzeSummary *summary);
/* Writes the array `lines` of that object. `engine` holds the position. */
void analyze_write_json_lines(FILE *file, const KanameEngine *engine, const AnalyzeLines *lines);

#endif
