/* outputs.h: a running fit of a network of regions and its output files: network, loss curve,
 * state. Private to fit.c and outputs.c. */
#ifndef KANAME_TRAIN_REGIONS_OUTPUTS_H
#define KANAME_TRAIN_REGIONS_OUTPUTS_H

#include "train/fit_outputs.h"
#include "train/regions/block.h"
#include "train/regions/checkpoint.h"
#include "train/regions/games.h"
#include "train/regions/options.h"
#include "train/regions/step.h"

#define REGIONS_COMMAND "fit-regions"

enum { REGIONS_DESCRIPTION_BYTES = 768 };

typedef struct FitRegions {
    const FitRegionsOptions *options;
    FitOutputs outputs;
    char description[REGIONS_DESCRIPTION_BYTES];
    WeighedGames games;
    GameParts parts;
    uint32_t *order; /* the games of the epoch, shuffled */
    Weights tables;
    Evaluator *table_evaluator;
    Objective objective;
    PositionReader reader;
    BlockSource source;
    RegionsModel model;
    RegionsBatch batch;
    RegionsStepper stepper;
    PositionPool heldout, deep, block;
    uint32_t *shuffled;   /* the positions of the block */
    size_t block_games;   /* games of the block; 0: there is none */
    bool is_whole;        /* a block has room for all games */
    bool is_from_network; /* --from names a network file */
    RegionsProgress progress;
    double rate; /* of the last step */
    int last_count;
    int64_t start_ms, told_ms, saved_ms;
    double start_way;
    uint64_t positions; /* since the start */
} FitRegions;

/* Prints an error on standard error. Returns false. */
bool regions_lack_memory(void);

/* Checks that no output overwrites an input or another output. */
bool regions_check_outputs(FitRegions *fit);

/* Returns the share of the fit that is done, 0 to 1. */
double regions_way_of(const FitRegions *fit);
/* Writes this share, the speed and the time left. */
void regions_describe_way(const FitRegions *fit, char *text, size_t size);

/* Write the files. On failure print the error and return false. */
bool regions_write_curves(const FitRegions *fit);
bool regions_save(FitRegions *fit);
bool regions_write_network(FitRegions *fit);

#endif
