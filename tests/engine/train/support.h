/* support.h: games and whole files for the tests of engine/train. */
#ifndef TESTS_ENGINE_TRAIN_SUPPORT_H
#define TESTS_ENGINE_TRAIN_SUPPORT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "support/expect.h"
#include "support/harness.h"
#include "train/gamefile.h"

/* The whole file; *size is its bytes. To be freed. */
static inline unsigned char *read_whole(const char *path, size_t *size) {
    enum { BYTES_MAX = 1 << 25 };
    unsigned char *data = malloc(BYTES_MAX);
    FILE *file = fopen(path, "rb");
    expect(data != NULL && file != NULL);
    *size = fread(data, 1, BYTES_MAX, file);
    expect(*size < BYTES_MAX);
    fclose(file);
    return data;
}

static inline void write_whole_file(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    expect(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

/* The number behind the first `word` of the text, which has one. */
static inline double number_after(const char *text, const char *word) {
    const char *at = strstr(text, word);
    ck_assert_msg(at != NULL, "%s in %s", word, text);
    return strtod(at + strlen(word), NULL);
}

/* The game with the board turned by quarters, and mirrored from the fourth turn on. A square board.
 */
static inline Game turned_game(const Game *game, int turn) {
    Game turned = *game;
    int last = game->width - 1;
    for (int i = 0; i < game->move_count; i++) {
        int x = game->moves[i] % game->width, y = game->moves[i] / game->width, kept;
        for (int quarter = 0; quarter < turn % 4; quarter++) {
            kept = x;
            x = last - y;
            y = kept;
        }
        turned.moves[i] = (Cell)(y * game->width + (turn >= 4 ? last - x : x));
    }
    return turned;
}

static inline void swap_moves(Game *game, int a, int b) {
    Cell kept = game->moves[a];
    game->moves[a] = game->moves[b];
    game->moves[b] = kept;
}

/* Adds probes whose moves lie on cells that the game leaves empty. */
static inline void add_random_probes(Game *game, uint64_t *seed) {
    enum { PROBES = 6 };
    bool is_taken[CELLS_MAX] = {false};
    Cell empty[CELLS_MAX];
    int empty_count = 0, root = game->opening_count;
    for (int i = 0; i < game->move_count; i++)
        is_taken[game->moves[i]] = true;
    for (int cell = 0; cell < game->width * game->height; cell++)
        if (!is_taken[cell])
            empty[empty_count++] = (Cell)cell;
    for (; game->probe_count < PROBES && root < game->move_count && empty_count > PROBE_MOVES_MAX;
         root += (int)rng_below(seed, 3)) {
        GameProbe *probe = &game->probes[game->probe_count++];
        *probe = (GameProbe){.root = root,
                             .count = 1 + (int)rng_below(seed, PROBE_MOVES_MAX),
                             .best = empty[PROBE_MOVES_MAX],
                             .score = (int16_t)((int)rng_below(seed, 60001) - 30000)};
        for (int i = 0; i < probe->count; i++)
            probe->moves[i] = empty[i];
    }
}

/* Legal in form: distinct cells, scores in range, any result; half of them have probes. */
static inline Game random_game(uint64_t seed) {
    Game game = {.rule = (Rule)rng_below(&seed, RULES),
                 .width = BOARD_MIN + (int)rng_below(&seed, BOARD_MAX - BOARD_MIN + 1),
                 .height = BOARD_MIN + (int)rng_below(&seed, BOARD_MAX - BOARD_MIN + 1),
                 .number = (uint32_t)seed,
                 .result = (GameResult)rng_below(&seed, 3),
                 .is_adjudicated = rng_below(&seed, 2) != 0};
    int cells = game.width * game.height;
    for (int i = 0; i < cells; i++) {
        int place = (int)rng_below(&seed, (uint32_t)(i + 1));
        game.moves[i] = game.moves[place];
        game.moves[place] = (Cell)i;
    }
    game.move_count = 1 + (int)rng_below(&seed, (uint32_t)cells);
    game.opening_count = (int)rng_below(&seed, (uint32_t)game.move_count + 1);
    for (int i = 0; i < cells; i++) {
        bool has_score = i >= game.opening_count && i < game.move_count;
        if (i >= game.move_count)
            game.moves[i] = 0;
        game.scores[i] = (int16_t)(i >= game.move_count ? 0
                                   : has_score          ? (int)rng_below(&seed, 60001) - 30000
                                                        : SCORE_NONE);
    }
    if (rng_below(&seed, 2) != 0)
        add_random_probes(&game, &seed);
    return game;
}

static inline void expect_same_game(const Game *a, const Game *b) {
    unsigned char bytes_a[GAME_BYTES_MAX], bytes_b[GAME_BYTES_MAX];
    size_t size = game_pack(a, bytes_a);
    expect_equal((int)game_pack(b, bytes_b), (int)size);
    expect(memcmp(bytes_a, bytes_b, size) == 0);
    for (int i = 0; i < a->move_count; i++)
        expect_equal(b->scores[i], a->scores[i]);
}

#endif
