/* blocks.h: the moves that the client excludes from searches: points, points of one side, and the
 * last moves of lines of play, each in its position. One thread, the reader's, except
 * where noted. */
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

/* Excludes the blocked moves from the engine's next search. The engine must be idle. */
void blocks_apply(Blocks *blocks, KanameEngine *engine);
/* Finds the symmetries of the engine's position, blocked moves included, and of empty points that
 * they map onto each other excludes all but one from the engine's next search. So the mirror image
 * of a blocked move stays. The engine must be idle. */
void blocks_exclude_images(const Blocks *blocks, KanameEngine *engine);

enum { BLOCKS_TEXT_MAX = 4 * KANAME_MAX_CELLS + 1 }; /* bytes, NUL included */

/* Writes the points forbidden to Black, also when White is to move, and the empty points of `own`,
 * [y][x]: two digits each for x and y. On the thread that has the engine. */
void blocks_write_forbidden(const KanameEngine *engine, const bool (*own)[KANAME_MAX_SIZE],
                            char text[BLOCKS_TEXT_MAX]);

#endif
