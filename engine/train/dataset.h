/* dataset.h: many games in memory, packed; and the positions of a game as the fits see them.
 * A loaded Dataset is only read, by any number of threads. */
#ifndef KANAME_TRAIN_DATASET_H
#define KANAME_TRAIN_DATASET_H

#include "board/board.h"
#include "train/gamefile.h"

typedef struct Dataset {
    unsigned char *bytes; /* games as game_write() writes them, one after the other */
    size_t *starts;       /* of each game, and the end of the last one */
    size_t count, start_capacity, byte_capacity;
} Dataset;

void dataset_init(Dataset *data);
void dataset_release(Dataset *data);
/* False: no memory. */
bool dataset_add(Dataset *data, const Game *game);
void dataset_get(const Dataset *data, size_t index, Game *game);

typedef struct LoadFilter {
    int rule; /* -1: any */
    GameFormat format;
} LoadFilter;

/* False: stop, all is lost. */
typedef bool (*FileFn)(void *context, const char *path);

/* Visits all files in order; a folder stands for its games-00000.kgm, -00001 and so on. False: a
 * visit was false, or a folder holds no such file, which `error` then tells. */
bool game_files_each(char *const *paths, int count, FileFn visit, void *context, char *error,
                     size_t error_size);

/* True if `path` is one of these files, by any name. */
bool game_files_include(char *const *paths, int count, const char *path);

/* Adds the games of all files and folders. False: `error` tells which file and why. A torn end is
 * left away without an error. */
bool dataset_load(Dataset *data, char *const *paths, int count, LoadFilter filter, char *error,
                  size_t error_size);

/* A position from which a move was searched, before the move. */
typedef struct Sample {
    Board *board;  /* may be played on, if it is taken back */
    int index;     /* stones before the move */
    double result; /* for the side to move: 0, 0.5, 1 */
    Cell best;     /* the move searched */
} Sample;

typedef void (*SampleFn)(void *context, const Sample *sample);

/* Replays the game and hands out its samples that no threat decides: none where the side to move
 * has a five or an open four or must stop a five, and none whose score is a proof. */
void game_samples(const Game *game, const RuleTables *tables, Board *board, SampleFn visit,
                  void *context);

#endif
