/* tune.h: `kaname-tournament tune ...`: tunes an engine's parameters by games of it against itself
 * (spsa.h says how), with all that a tournament does for a game: deadlines, referee, openings.
 *
 * An iteration is a pair of games with the same opening, sides swapped. Iterations run at several
 * tables at a time; each starts from the values after the results up to a fixed number of
 * iterations before it, and results count in order, so that with a reproducible engine the values
 * are reproducible at any moment of interruption. The state is on the disk after each iteration;
 * the same command line goes on. A side that crashes, hangs or breaks the rules loses its game;
 * when that happens again and again, or an engine does not start, the tuning stops.
 *
 * SIGINT once: iterations under way are finished; twice (or SIGTERM, SIGHUP): stop now. */
#ifndef TOURNAMENT_TUNE_TUNE_H
#define TOURNAMENT_TUNE_TUNE_H

/* argv[0] is the word `tune`. Exit status: 0 done, 1 a failure, 2 a wrong word, 3 stopped by a
 * signal before the end. */
int tune_main(int argc, char **argv);

#endif
