/* blocks.h: the moves that the client excludes from searches: points, points of one side, and the
 * last moves of lines of play, each in its position. One thread, the reader's. */
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
    bool are_paths_new; /* the engine does not have the current paths */
} Blocks;

void blocks_release(Blocks *blocks);

void blocks_set_points(Blocks *blocks, const StoneList *list, bool is_blocked);
void blocks_clear_points(Blocks *blocks);
/* Does nothing if the list is empty or has invalid entries, if there are BLOCKS_PATHS_MAX paths
 * already, or if out of memory. */
void blocks_add_path(Blocks *blocks, const StoneList *list);
void blocks_remove_path(Blocks *blocks, const StoneList *list);
void blocks_clear_paths(Blocks *blocks);

/* Returns whether anything is blocked. */
bool blocks_any(const Blocks *blocks);

/* Marks, [y][x], the points that are blocked for the side to move, and those at which a blocked
 * line of play leaves the game's position. */
void blocks_mark(const Blocks *blocks, const KanameEngine *engine,
                 bool is_marked[KANAME_MAX_SIZE][KANAME_MAX_SIZE]);

/* Excludes the blocked moves from the engine's next search. The engine must be idle. */
void blocks_apply(Blocks *blocks, KanameEngine *engine);

#endif
