#include "study/puzzles/collection.h"

#include "io/notation.h"
#include "io/symmetry.h"
#include "study/puzzles/defence.h"

#include <stdlib.h>
#include <string.h>

void collection_release(Collection *collection) {
    free(collection->puzzles);
    free(collection->keys);
    *collection = (Collection){.count = 0};
}

const char *collected_side(const CollectedPuzzle *collected) {
    return collected->side == KANAME_BLACK ? "black" : "white";
}

void collected_key(const CollectedPuzzle *collected, char *name) {
    notation_point(name, collected->puzzle.line.moves[0],
                   notation_lower(collected->from->game.height));
}

/* ---- Equal positions ----------------------------------------------------------------------- */

/* FNV-1a over the board's image under a symmetry. */
static uint64_t key_of_image(const KanameEngine *engine, int symmetry) {
    unsigned char image[KANAME_MAX_SIZE][KANAME_MAX_SIZE];
    int width = kaname_width(engine), height = kaname_height(engine);
    memset(image, KANAME_WALL, sizeof image);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            KanamePoint at = symmetry_image(symmetry, (KanamePoint){x, y}, width, height);
            image[at.y][at.x] = (unsigned char)kaname_at(engine, x, y);
        }
    uint64_t key = 0xCBF29CE484222325ULL;
    for (int i = 0; i < KANAME_MAX_CELLS; i++)
        key = (key ^ image[i / KANAME_MAX_SIZE][i % KANAME_MAX_SIZE]) * 0x100000001B3ULL;
    key = (key ^ (uint64_t)kaname_rule(engine)) * 0x100000001B3ULL;
    return (key ^ (uint64_t)kaname_to_move(engine)) * 0x100000001B3ULL;
}

static uint64_t key_of(const KanameEngine *engine) {
    uint64_t least = UINT64_MAX;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        uint64_t key = key_of_image(engine, symmetry);
        least = key < least ? key : least;
    }
    return least;
}

static bool has_key(const Collection *collection, uint64_t key) {
    for (size_t i = 0; i < collection->count; i++)
        if (collection->keys[i] == key)
            return true;
    return false;
}

/* ---- A game -------------------------------------------------------------------------------- */

typedef struct Dig {
    const ReviewedGame *game;
    const PuzzleRules *rules;
    Puzzle *puzzles; /* before each move and at the end */
    uint64_t *keys;
} Dig;

static KanameStatus dig(KanameEngine *engine, size_t index, void *context) {
    const Dig *digging = context;
    KanameStatus status = reviewed_set(digging->game, index, NULL, false, engine);
    if (status != KANAME_OK)
        return status;
    digging->keys[index] = key_of(engine);
    Puzzle *puzzle = &digging->puzzles[index];
    return digging->rules->is_defence ? puzzle_find_defence(engine, digging->rules, puzzle)
                                      : puzzle_find(engine, digging->rules, puzzle);
}

static bool add(Collection *collection, const Dig *digging, size_t index) {
    enum { FIRST_CAPACITY = 64 };
    if (has_key(collection, digging->keys[index]))
        return true;
    if (collection->count == collection->capacity) {
        size_t capacity = collection->capacity > 0 ? 2 * collection->capacity : FIRST_CAPACITY;
        CollectedPuzzle *puzzles = realloc(collection->puzzles, capacity * sizeof *puzzles);
        if (puzzles != NULL)
            collection->puzzles = puzzles;
        uint64_t *keys = realloc(collection->keys, capacity * sizeof *keys);
        if (keys != NULL)
            collection->keys = keys;
        if (puzzles == NULL || keys == NULL)
            return false;
        collection->capacity = capacity;
    }
    collection->puzzles[collection->count] =
        (CollectedPuzzle){.from = digging->game,
                          .index = index,
                          .side = digging->game->plies[index].color,
                          .puzzle = digging->puzzles[index]};
    collection->keys[collection->count++] = digging->keys[index];
    return true;
}

/* Adds the first puzzle of each run of consecutive wins of a side. */
static bool choose(Collection *collection, const Dig *digging, size_t count) {
    bool is_taken[2] = {false, false};
    for (size_t i = 0; i < count; i++) {
        const Puzzle *puzzle = &digging->puzzles[i];
        KanameColor side = digging->game->plies[i].color;
        if (puzzle->kind == REVIEW_NO_WIN && !puzzle->has_five)
            is_taken[side] = false;
        if (!puzzle->is_puzzle || is_taken[side])
            continue;
        is_taken[side] = true;
        if (!add(collection, digging, i))
            return false;
    }
    return true;
}

ReviewRun collection_add(Collection *collection, const ReviewedGame *game, ReviewCrew *crew,
                         const PuzzleRules *rules, ReviewWatch watch, void *context,
                         KanameStatus *status) {
    bool is_last_asked = game->winner == KANAME_EMPTY || game->count == 0;
    size_t count = game->count + is_last_asked;
    Dig digging = {.game = game,
                   .rules = rules,
                   .puzzles = calloc(count, sizeof *digging.puzzles),
                   .keys = calloc(count, sizeof *digging.keys)};
    ReviewRun run = REVIEW_RUN_FAILED;
    *status = KANAME_ERR_MEMORY;
    if (digging.puzzles != NULL && digging.keys != NULL)
        run = review_crew_run(crew, count, dig, &digging, watch, context, status);
    if (run == REVIEW_RUN_DONE && !choose(collection, &digging, count)) {
        *status = KANAME_ERR_MEMORY;
        run = REVIEW_RUN_FAILED;
    }
    free(digging.puzzles);
    free(digging.keys);
    return run;
}
