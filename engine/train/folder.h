/* folder.h: a folder of games that one run at a time writes.
 *
 * Its shards (shards.h) hold the games in order of number, so the bytes do not depend on which game
 * ended first. A game that ends before one of a lower number waits in the file early.kgm until its
 * turn: a killed run loses no submitted game. The file is removed when no game waits.
 *
 * A GameFolder belongs to one thread at a time. */
#ifndef KANAME_TRAIN_FOLDER_H
#define KANAME_TRAIN_FOLDER_H

#include "train/gamefile.h"

typedef struct GameFolderOptions {
    const char *path;     /* made if it is missing */
    const char *origin;   /* what the games depend on; a folder with another origin is rejected */
    uint64_t first;       /* number of the run's first game */
    uint64_t positions;   /* written positions that end the run; 0: no limit */
    uint64_t shard_bytes; /* size at which a shard is closed and the next one begun */
    /* Returns whether to write the game; called once for each, in order of number. NULL: writes
     * all. */
    bool (*is_wanted)(void *context, const Game *game);
    void *context;
} GameFolderOptions;

/* A game that waits for one of a lower number. */
typedef struct EarlyGame {
    uint64_t number;
    unsigned char *bytes; /* of game_pack() */
    size_t size;
} EarlyGame;

typedef struct GameFolder {
    GameFolderOptions options;
    uint64_t games, positions; /* written */
    uint64_t unwanted;         /* left out by is_wanted() */
    /* Private. */
    int lock_file;
    GameWriter writer; /* its file is NULL: opened for the next game */
    int shard;         /* number of the file being written, or of the next file */
    uint8_t *done;     /* one bit for each number from the first on: written or unwanted */
    uint64_t done_count;
    uint64_t next; /* number of the game to be written next */
    GameWriter early_writer;
    EarlyGame *early;
    size_t early_count, early_capacity;
    bool has_lower;  /* games below the first number wait, for a run that begins with them */
    Failure failure; /* the first */
} GameFolder;

/* Locks the folder and reads what earlier runs left. The options' texts must outlive it. On failure
 * returns false and sets folder->failure; call game_folder_close() in any case. */
bool game_folder_open(GameFolder *folder, const GameFolderOptions *options);
/* Returns whether the game of this number is written, waiting or unwanted. */
bool game_folder_has(const GameFolder *folder, uint64_t number);
/* Submits a game. Afterwards it survives a kill; once written and synced by game_folder_sync(),
 * also a power cut. On failure returns false and sets folder->failure. */
bool game_folder_add(GameFolder *folder, const Game *game);
/* Closes the current shard and flushes it to disk. Returns false on an error. */
bool game_folder_sync(GameFolder *folder);
void game_folder_close(GameFolder *folder);

#endif
