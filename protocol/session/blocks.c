#include "session/blocks.h"

#include "io/symmetry.h"

#include <stdlib.h>
#include <string.h>

void blocks_release(Blocks *blocks) {
    blocks_clear_paths(blocks);
    free(blocks->paths);
    blocks->paths = NULL;
}

void blocks_set_points(Blocks *blocks, const StoneList *list, bool is_blocked) {
    for (size_t i = 0; i < list->count; i++)
        blocks->is_blocked[list->entries[i].point.y][list->entries[i].point.x] = is_blocked;
}

void blocks_clear_points(Blocks *blocks) {
    memset(blocks->is_blocked, 0, sizeof blocks->is_blocked);
}

/* ---- Paths ------------------------------------------------------------------------------- */

static bool is_path(const StoneList *list) {
    return list->count > 0 && list->skipped == 0;
}

static bool is_same(const BlockedPath *path, const StoneList *list) {
    if (path->count != list->count)
        return false;
    for (size_t i = 0; i < path->count; i++)
        if (path->moves[i].x != list->entries[i].point.x ||
            path->moves[i].y != list->entries[i].point.y)
            return false;
    return true;
}

/* Returns the index of the path; path_count if it is not blocked. */
static size_t find_path(const Blocks *blocks, const StoneList *list) {
    size_t i = 0;
    while (i < blocks->path_count && !is_same(&blocks->paths[i], list))
        i++;
    return i;
}

void blocks_add_path(Blocks *blocks, const StoneList *list) {
    if (!is_path(list) || blocks->path_count == BLOCKS_PATHS_MAX ||
        find_path(blocks, list) < blocks->path_count)
        return;
    if (blocks->paths == NULL)
        blocks->paths = calloc(BLOCKS_PATHS_MAX, sizeof *blocks->paths);
    KanamePoint *moves = malloc(list->count * sizeof *moves);
    if (blocks->paths == NULL || moves == NULL) {
        free(moves);
        return;
    }
    for (size_t i = 0; i < list->count; i++)
        moves[i] = list->entries[i].point;
    blocks->paths[blocks->path_count++] = (BlockedPath){list->count, moves};
    blocks->are_paths_new = true;
}

void blocks_remove_path(Blocks *blocks, const StoneList *list) {
    size_t at = find_path(blocks, list);
    if (at == blocks->path_count)
        return;
    free(blocks->paths[at].moves);
    blocks->paths[at] = blocks->paths[--blocks->path_count];
    blocks->are_paths_new = true;
}

void blocks_clear_paths(Blocks *blocks) {
    for (size_t i = 0; i < blocks->path_count; i++)
        free(blocks->paths[i].moves);
    blocks->path_count = 0;
    blocks->are_paths_new = true;
}

/* ---- The engine --------------------------------------------------------------------------- */

/* Returns whether the path begins with the engine's stones, in their order, and goes on. */
static bool continues_game(const BlockedPath *path, const KanameEngine *engine) {
    size_t count = kaname_stone_count(engine);
    if (path->count <= count)
        return false;
    for (size_t i = 0; i < count; i++) {
        KanameStone stone = kaname_stone(engine, i);
        if (stone.x != path->moves[i].x || stone.y != path->moves[i].y)
            return false;
    }
    return true;
}

/* Marks, [y][x], the points that are blocked for the side to move, and those at which a blocked
 * line of play leaves the game's position. */
static void mark(const Blocks *blocks, const KanameEngine *engine,
                 bool is_marked[KANAME_MAX_SIZE][KANAME_MAX_SIZE]) {
    KanameColor us = kaname_to_move(engine);
    for (int y = 0; y < KANAME_MAX_SIZE; y++)
        for (int x = 0; x < KANAME_MAX_SIZE; x++)
            is_marked[y][x] = blocks->is_blocked[y][x] || blocks->is_forbidden[us][y][x];
    for (size_t i = 0; i < blocks->path_count; i++)
        if (continues_game(&blocks->paths[i], engine)) {
            KanamePoint next = blocks->paths[i].moves[kaname_stone_count(engine)];
            is_marked[next.y][next.x] = true;
        }
}

void blocks_apply(Blocks *blocks, KanameEngine *engine) {
    kaname_exclude_clear(engine);
    KanameColor us = kaname_to_move(engine);
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (blocks->is_blocked[y][x] || blocks->is_forbidden[us][y][x])
                (void)kaname_exclude(engine, x, y, true);
    if (!blocks->are_paths_new)
        return;
    kaname_exclude_paths_clear(engine);
    /* A path that does not fit on this board blocks nothing. */
    for (size_t i = 0; i < blocks->path_count; i++)
        (void)kaname_exclude_path(engine, blocks->paths[i].moves, blocks->paths[i].count);
    blocks->are_paths_new = false;
}

bool blocks_any(const Blocks *blocks) {
    bool is_any = blocks->path_count > 0;
    for (int y = 0; y < KANAME_MAX_SIZE; y++)
        for (int x = 0; x < KANAME_MAX_SIZE; x++)
            is_any = is_any || blocks->is_blocked[y][x] ||
                     blocks->is_forbidden[KANAME_BLACK][y][x] ||
                     blocks->is_forbidden[KANAME_WHITE][y][x];
    return is_any;
}

/* ---- Symmetric moves ---------------------------------------------------------------------- */

/* Returns whether the position, blocked points included, is equal to its image. */
static bool is_kept(const KanameEngine *engine, int symmetry,
                    const bool (*is_blocked)[KANAME_MAX_SIZE]) {
    int width = kaname_width(engine), height = kaname_height(engine);
    if (symmetry >= 4 && width != height)
        return false;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            KanamePoint image = symmetry_image(symmetry, (KanamePoint){x, y}, width, height);
            if (kaname_at(engine, x, y) != kaname_at(engine, image.x, image.y) ||
                is_blocked[y][x] != is_blocked[image.y][image.x])
                return false;
        }
    return true;
}

void blocks_exclude_images(const Blocks *blocks, KanameEngine *engine) {
    bool is_blocked[KANAME_MAX_SIZE][KANAME_MAX_SIZE];
    int width = kaname_width(engine), height = kaname_height(engine);
    mark(blocks, engine, is_blocked);
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        if (!is_kept(engine, symmetry, (const bool(*)[KANAME_MAX_SIZE])is_blocked))
            continue;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                /* Of points that the kept symmetries map onto each other the first in reading order
                 * stays: none of its images comes before it. */
                KanamePoint image = symmetry_image(symmetry, (KanamePoint){x, y}, width, height);
                if (image.y < y || (image.y == y && image.x < x))
                    (void)kaname_exclude(engine, x, y, true);
            }
    }
}

/* ---- Forbidden points --------------------------------------------------------------------- */

void blocks_write_forbidden(const KanameEngine *engine, const bool (*own)[KANAME_MAX_SIZE],
                            char text[BLOCKS_TEXT_MAX]) {
    KanamePoint points[KANAME_MAX_CELLS];
    bool is_listed[KANAME_MAX_SIZE][KANAME_MAX_SIZE] = {{false}};
    size_t count = kaname_forbidden(engine, points, KANAME_MAX_CELLS);
    for (size_t i = 0; i < count; i++)
        is_listed[points[i].y][points[i].x] = true;
    char *at = text;
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++) {
            bool is_own = own[y][x] && kaname_at(engine, x, y) == KANAME_EMPTY;
            if (!is_listed[y][x] && !is_own)
                continue;
            *at++ = (char)('0' + x / 10);
            *at++ = (char)('0' + x % 10);
            *at++ = (char)('0' + y / 10);
            *at++ = (char)('0' + y % 10);
        }
    *at = '\0';
}
