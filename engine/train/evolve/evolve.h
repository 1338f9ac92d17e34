/* evolve.h: makes an evaluation from nothing: plays games, fits numbers to them, measures the
 * result by a match, and repeats.
 *
 * An evolution is a folder:
 *
 *   options      those that decide the result; a run with others is rejected
 *   evolve.tsv   one line for each generation (evolve/record.h)
 *   evolve.svg, index.html
 *                its curves and its page, kept up to date
 *   000/weights  blank tables: every score and every order is 0
 *   NNN/games    games of generation NNN, played by the best evaluation before it
 *   NNN/weights  tables or a network, fitted to the games of the last generations
 *   NNN/match.tsv
 *                its match against the best evaluation before it
 *
 * The first generations fit tables, all later ones a network of regions that corrects the best
 * tables. A generation that passes its match becomes the best; the next one plays with it. */
#ifndef KANAME_TRAIN_EVOLVE_EVOLVE_H
#define KANAME_TRAIN_EVOLVE_EVOLVE_H

#include "base/types.h"
#include "train/evolve/record.h"

enum { EVOLVE_WINDOW_MAX = 64 };

typedef struct EvolveOptions {
    const char *folder; /* created if missing */
    Rule rule;
    int size;           /* of the board */
    int generations;    /* after which the run ends */
    int tables;         /* generations that fit tables */
    int window;         /* generations whose games a fit reads */
    uint64_t positions; /* searched positions of a generation, probes not counted */
    uint64_t nodes;     /* of a move of its games, and of its matches */
    int match_games;    /* of a match; even */
    int gate;           /* percent of the points that a generation needs to become the best */
    int epochs;         /* of the fit of a network */
    int threads;
    uint64_t seed;
    bool is_quiet; /* no progress of games and fits */
} EvolveOptions;

EvolveOptions evolve_defaults(void);
/* Runs the evolution. SIGINT ends it with GENERATE_STOPPED while games are played, and ends the
 * process at other times; the next run continues in both cases. Returns the process's exit status;
 * prints a line for each generation to standard output, errors to standard error. */
int evolve_run(const EvolveOptions *options);

#endif
