/* blocks.h: what the client forbids searches to play: points, points of one side, and moves in
 * one position (the last moves of lines of play). One thread, the reader's. */
#ifndef KANAME_PROTOCOL_SESSION_BLOCKS_H
#define KANAME_PROTOCOL_SESSION_BLOCKS_H

#include "kaname.h"
#include "session/stones.h"

#include <stdbool.h>
#include <stddef.h>

enum { BLOCKS_PATHS_MAX = 4096 };

/* A line of play from the empty board. */
typedef struct BlockedPath {
    size_t count;
    KanamePoint *moves;
} BlockedPath;

typedef struct Blocks {
    bool is_blocked[KANAME_MAX_SIZE][KANAME_MAX_SIZE];      /* [y][x]: for both sides */
    bool is_forbidden[2][KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* [color][y][x] */
    size_t path_count;
    BlockedPath *paths;
    bool are_paths_new; /* the engine does not have them as they are */
} Blocks;

void blocks_release(Blocks *blocks);

void blocks_set_points(Blocks *blocks, const StoneList *list, bool is_blocked);
void blocks_clear_points(Blocks *blocks);
/* Lists that are no line of play, those beyond BLOCKS_PATHS_MAX and those for which memory is
 * short change nothing. */
void blocks_add_path(Blocks *blocks, const StoneList *list);
void blocks_remove_path(Blocks *blocks, const StoneList *list);
void blocks_clear_paths(Blocks *blocks);

/* Is anything kept from searches? */
bool blocks_any(const Blocks *blocks);

/* Tells the engine, which must be idle, what its next search may not play. */
void blocks_apply(Blocks *blocks, KanameEngine *engine);

#endif
