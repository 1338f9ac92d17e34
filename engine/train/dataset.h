/* dataset.h: a packed set of games in memory, and the positions of a game that the fits use. A
 * loaded Dataset is read-only; any number of threads may read it. */
#ifndef KANAME_TRAIN_DATASET_H
#define KANAME_TRAIN_DATASET_H

#include "board/board.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/gamefile.h"
#include "train/origin.h"

typedef struct Dataset {
    unsigned char *bytes; /* games as game_pack() writes them, one after the other */
    size_t *starts;       /* of each game, and the end of the last one */
    OriginNodes *nodes;   /* of each game's labels, by the origin of its file */
    size_t count, start_capacity, node_capacity, byte_capacity;
} Dataset;

void dataset_init(Dataset *data);
void dataset_release(Dataset *data);
/* Adds a game whose nodes are unknown. Returns false if out of memory. */
bool dataset_add(Dataset *data, const Game *game);
void dataset_get(const Dataset *data, size_t index, Game *game);

typedef struct LoadFilter {
    int rule; /* -1: any */
    GameFormat format;
    bool keeps_order; /* of the files; else see dataset_load() */
} LoadFilter;

/* Returns false to end the visit. */
typedef bool (*FileFn)(void *context, const char *path);

/* Visits all files in order; a folder stands for its files games-00000.kgm, -00001 and so on.
 * Returns false if a visit did, or, with the reason in `failure`, if a folder has no such file or a
 * gap in their numbers; it then visits no file of that folder. */
bool game_files_each(char *const *paths, int count, FileFn visit, void *context, Failure *failure);

/* Returns whether `path` refers to one of these files. */
bool game_files_include(char *const *paths, int count, const char *path);
/* Checks an output of a command that reads these files of games. `named`: all other paths that the
 * command reads or writes, `path` once among them; NULLs are skipped. Returns STATUS_IN_USE if the
 * output is one of the games' files or is named twice, else the result of files_check(). A NULL
 * path is STATUS_OK. */
Status game_files_check_output(char *const *paths, int count, const char *const *named,
                               size_t named_count, const char *path, const FilesRules *rules);

/* Adds the games of all files and folders, sorted by a hash of their origin, then by number:
 * independent of the order of threads and paths. Returns false on an error; `failure` names the
 * file and the reason. Ignores an incomplete game at the end of a file. */
bool dataset_load(Dataset *data, char *const *paths, int count, LoadFilter filter,
                  Failure *failure);

/* A position from which a move was searched, before the move. */
typedef struct Sample {
    Board *board;  /* the visitor may play moves on it but must undo them */
    int index;     /* stones before the move */
    double result; /* for the side to move: 0, 0.5, 1; of a probe, by the sign of its score */
    Cell best;     /* the move searched */
    int score;     /* of the search, for the side to move; SCORE_NONE: there is none */
    const GameProbe *probe; /* NULL: a position of the game itself */
} Sample;

typedef void (*SampleFn)(void *context, const Sample *sample);

/* Returns whether no threat decides the position: the side to move has no five and no open four and
 * need not stop a five. */
bool position_is_quiet(const Board *board);
/* Return whether the search of the sample proved a win, a loss, or either (types.h). A loss that is
 * believed but not proven is none. */
static inline bool sample_is_won(const Sample *sample) {
    return sample->score != SCORE_NONE && is_win(sample->score);
}
static inline bool sample_is_lost(const Sample *sample) {
    return sample->score != SCORE_NONE && is_loss(sample->score);
}
static inline bool sample_is_proven(const Sample *sample) {
    return sample_is_won(sample) || sample_is_lost(sample);
}

/* Replays the game and visits its quiet samples and probes; skips positions where the side to move
 * has a five or an open four or must stop a five, and proven ones. */
void game_samples(const Game *game, const RuleTables *tables, Board *board, SampleFn visit,
                  void *context);
/* Does the same, but visits proven positions too. */
void game_samples_and_proofs(const Game *game, const RuleTables *tables, Board *board,
                             SampleFn visit, void *context);

#endif
