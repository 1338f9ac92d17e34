/* tune.h: `kaname-tournament tune ...`: tunes parameters of an engine by SPSA (spsa.h), in games of
 * the engine against itself. The arena plays them, with deadlines, referee and openings.
 *
 * An iteration is a pair of games with the same opening, sides swapped. Several tables play
 * iterations at a time; results count in order (course.h), so a reproducible engine gives
 * reproducible values, interrupted or not. Each finished iteration is on the disk (state.h), and
 * the same command line continues from there. A side that crashes, hangs or breaks the rules loses
 * its game. The tuning stops if an engine does not start, or fails in many games in a row.
 *
 * The first SIGINT lets the running iterations finish; a second SIGINT, SIGTERM or SIGHUP stops at
 * once. */
#ifndef TOURNAMENT_TUNE_TUNE_H
#define TOURNAMENT_TUNE_TUNE_H

#include "shared/cli/option.h"

/* Exit status: 0 on success, 1 on failure, 2 for a wrong word, 3 if stopped by a signal before the
 * end. */
extern const OptionCommand tune_command;

#endif
