/* rows.h: rows that tables of several commands share, of structs with fields of the same name. `T`
 * is the struct. */
#ifndef KANAME_TRAIN_ROWS_H
#define KANAME_TRAIN_ROWS_H

#include <stddef.h>

#include "shared/cli/option.h"

#define ROW_WORD(T, field) .kind = OPTION_WORD, .offset = offsetof(T, field)
#define ROW_FLAG(T, field) .kind = OPTION_FLAG, .offset = offsetof(T, field)
#define ROW_INT(T, field, from, to) \
    .value = "N", .kind = OPTION_INT, .offset = offsetof(T, field), .least = (from), .most = (to)
#define ROW_WHOLE(T, field, from, to) \
    .value = "N", .kind = OPTION_WHOLE, .offset = offsetof(T, field), .least = (from), .most = (to)
#define ROW_REAL(T, field, from, to)                                                       \
    .value = "X", .kind = OPTION_REAL, .offset = offsetof(T, field), .least_real = (from), \
    .most_real = (to)

#define ROWS_SEED_MAX INT64_C(1000000000000000000)
#define ROWS_NODES_MAX INT64_C(1000000000000)
#define ROWS_GAMES_MAX INT64_C(1000000000000000)

/* Games of one rule. */
#define ROW_RULE(T, field)                                                        \
    {                                                                             \
        .name = "--rule", .value = "R",                                           \
        .help = "rule of the games; others are left out:", .kind = OPTION_CHOICE, \
        .choices = values_rules, .offset = offsetof(T, field)                     \
    }
#define ROW_WEIGHTS(T, meaning)                                                                  \
    {                                                                                            \
        .name = "--weights", .value = "FILE", .help = meaning, .otherwise = "the built-in ones", \
        ROW_WORD(T, weights)                                                                     \
    }
#define ROW_QUIET(T, meaning) \
    { .name = "--quiet", .help = meaning, ROW_FLAG(T, is_quiet) }

#define ROW_THREADS(T, meaning) \
    { .name = "--threads", .help = meaning, ROW_INT(T, threads, 1, KANAME_MAX_THREADS) }

/* What runs on threads: how many, and the seed. */
#define ROWS_WORK(T, seed_field, threads_meaning, seed_meaning)                            \
    ROW_THREADS(T, threads_meaning), {                                                     \
        .name = "--seed", .help = seed_meaning, ROW_WHOLE(T, seed_field, 0, ROWS_SEED_MAX) \
    }

/* Any fit to games. */
#define ROWS_FIT(T)                                                                              \
    ROW_RULE(T, rule),                                                                           \
        {.name = "--csv",                                                                        \
         .value = "FILE",                                                                        \
         .help = "file for the loss curve",                                                      \
         .otherwise = "none",                                                                    \
         ROW_WORD(T, csv)},                                                                      \
        {.name = "--lambda",                                                                     \
         .help = "share of the later game in a position's target; the rest is the score of its " \
                 "search",                                                                       \
         ROW_REAL(T, lambda, 0, 1)},                                                             \
    {                                                                                            \
        .name = "--heldout", .help = "permille of the games held out to measure the loss",       \
        ROW_INT(T, heldout_permille, 1, 900)                                                     \
    }

/* The operands of commands that read files of games. */
#define ROW_GAMES(T)                                                                           \
    {                                                                                          \
        .name = "GAMES...", .help = "files of games, or folders of them", .is_required = true, \
        .kind = OPTION_LIST, .offset = offsetof(T, games)                                      \
    }

#endif
