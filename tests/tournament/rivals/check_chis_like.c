/* The shape table of chis-like, and its search against looking at everything. */
#include <stdlib.h>
#include <string.h>

#include "rivals/chis_like.h"
#include "rivals/players.h"
#include "support/harness.h"
#include "tournament/rivals/support.h"

typedef struct WindowCase {
    const char *window; /* x the side whose stone is in the middle, o the other, # a wall */
    int shape;          /* ChisShape */
} WindowCase;

static const WindowCase window_cases[] = {
    {"....x....", CHIS_OPEN_ONE},
    {"o...x...o", CHIS_OPEN_ONE}, /* seven cells */
    {"#.x.x...#", CHIS_OPEN_TWO},
    {"..o.x....", CHIS_OPEN_ONE},     /* six cells, free at both ends */
    {"...ox....", CHIS_SLEEPING_ONE}, /* five cells from the stone on */
    {"..o.x...o", CHIS_SLEEPING_ONE}, /* five cells in all */
    {"..o.x..o.", CHIS_NOTHING},
    {"...#xx...", CHIS_SLEEPING_TWO},
    {"....xx...", CHIS_OPEN_TWO},
    {"x...x....", CHIS_SLEEPING_TWO}, /* three in five cells next, no better */
    {"o..xx..o.", CHIS_OPEN_TWO},     /* six cells */
    {"...oxxx..", CHIS_SLEEPING_THREE},
    {"..o.xxx.o", CHIS_SLEEPING_THREE}, /* five cells in all */
    {"....xxx..", CHIS_OPEN_THREE},
    {"..xx.x...", CHIS_NOTHING}, /* no stone in the middle */
    {"...xx.x..", CHIS_OPEN_THREE},
    {"..x.x.x..", CHIS_SLEEPING_THREE},
    {"...oxxxx.", CHIS_FOUR},
    {"....xx.xx", CHIS_FOUR},
    {"...oxxxxo", CHIS_NOTHING},
    {"....xxxx.", CHIS_OPEN_FOUR},
    {"x.xxx.x..", CHIS_OPEN_FOUR}, /* in its gaps */
    {"xxxxx....", CHIS_FIVE},
    {"..xxxxxx.", CHIS_FIVE},
};

static int key_of(const char *window, RivalStone side) {
    RivalStone other = side == STONE_OWN ? STONE_OPPONENT : STONE_OWN;
    int key = 0;
    for (int i = 0; i < 9; i++) {
        RivalStone stone = window[i] == 'x'   ? side
                           : window[i] == 'o' ? other
                           : window[i] == '#' ? STONE_WALL
                                              : STONE_NONE;
        key |= (int)stone << (2 * i);
    }
    return key;
}

static uint8_t *new_shapes(void) {
    uint8_t *shapes = malloc(CHIS_KEYS);
    ck_assert_ptr_nonnull(shapes);
    rival_chis_fill_shapes(shapes);
    return shapes;
}

START_TEST(windows_have_the_shape_of_their_next_stone) {
    uint8_t *shapes = new_shapes();
    for (size_t i = 0; i < sizeof window_cases / sizeof window_cases[0]; i++) {
        const WindowCase *it = &window_cases[i];
        char mirrored[10] = "";
        for (int c = 0; c < 9; c++)
            mirrored[c] = it->window[8 - c];
        for (int side = STONE_OWN; side <= STONE_OPPONENT; side++) {
            int shape = shapes[key_of(it->window, (RivalStone)side)];
            ck_assert_msg(shape == it->shape, "%s: %d", it->window, shape);
            shape = shapes[key_of(mirrored, (RivalStone)side)];
            ck_assert_msg(shape == it->shape, "%s: %d", mirrored, shape);
        }
    }
    free(shapes);
}
END_TEST

START_TEST(no_stone_of_ones_own_makes_a_shape_worse) {
    uint8_t *shapes = new_shapes();
    for (int key = 0; key < CHIS_KEYS; key++) {
        if (((key >> 8) & 3) != STONE_OWN)
            continue;
        for (int i = 0; i < 9; i++)
            if (((key >> 2 * i) & 3) == STONE_NONE)
                ck_assert_int_ge(shapes[key | STONE_OWN << 2 * i], shapes[key]);
    }
    free(shapes);
}
END_TEST

enum { SIZE = 9, EMPTY = 7 };

/* Stones and seven empty cells on a row, a column and a diagonal that cross, walls everywhere else,
 * no five on the board. False when the draw has one. */
static bool draw_star(uint64_t seed, RivalPosition *position) {
    enum { STAR_CELLS = 25 };
    int star[STAR_CELLS];
    int count = 0;
    rival_position_init(position, SIZE, SIZE);
    for (int cell = 0; cell < SIZE * SIZE; cell++) {
        int x = cell % SIZE, y = cell / SIZE;
        if (x == 4 || y == 4 || x == y)
            star[count++] = cell;
        else
            rival_place(position, x, y, STONE_WALL);
    }
    for (int i = 0; i < STAR_CELLS - EMPTY; i++) {
        int at = i + (int)(rival_position_hash(position, seed) % (uint64_t)(STAR_CELLS - i));
        int cell = star[at];
        star[at] = star[i];
        RivalStone side = i % 2 == 0 ? STONE_OPPONENT : STONE_OWN;
        if (rival_makes_five(position, cell, side))
            return false;
        rival_place(position, cell % SIZE, cell / SIZE, side);
    }
    return true;
}

/* 1, 0 or -1: whether the side to move wins, by looking at everything. */
static int solve(RivalPosition *position, RivalStone side) {
    RivalStone other = side == STONE_OWN ? STONE_OPPONENT : STONE_OWN;
    int best = rival_is_full(position) ? 0 : -1;
    for (int cell = 0; cell < SIZE * SIZE && best < 1; cell++) {
        if (position->stones[cell] != STONE_NONE)
            continue;
        int value = 1;
        if (!rival_makes_five(position, cell, side)) {
            rival_place(position, cell % SIZE, cell / SIZE, side);
            value = -solve(position, other);
            rival_take(position, cell % SIZE, cell / SIZE);
        }
        best = value > best ? value : best;
    }
    return best;
}

static void *new_state(void) {
    const RivalSettings settings = {.seed = 1, .depth = EMPTY + 1};
    void *state = rival_chis_like.state_new(&settings);
    ck_assert_ptr_nonnull(state);
    return state;
}

START_TEST(searched_to_the_end_it_plays_no_wrong_move) {
    const RivalLimits limits = {.deadline_ms = INT64_MAX};
    void *state = new_state();
    int results[3] = {0};
    for (uint64_t seed = 1; seed <= 250; seed++) {
        RivalPosition position;
        if (!draw_star(seed, &position))
            continue;
        int value = solve(&position, STONE_OWN);
        results[value + 1]++;
        ck_assert_int_eq(rival_chis_score(state, &position, EMPTY + 1), value * CHIS_WIN);
        int cell = rival_chis_like.choose(state, &position, &limits);
        if (rival_makes_five(&position, cell, STONE_OWN))
            continue;
        ck_assert(rival_place(&position, cell % SIZE, cell / SIZE, STONE_OWN));
        ck_assert_int_eq(-solve(&position, STONE_OPPONENT), value);
    }
    /* The draw has positions of each kind. */
    ck_assert_int_gt(results[0], 5);
    ck_assert_int_gt(results[1], 5);
    ck_assert_int_gt(results[2], 5);
    rival_chis_like.state_free(state);
}
END_TEST

START_TEST(a_win_or_loss_claimed_early_is_a_proof) {
    void *state = new_state();
    int claims = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        RivalPosition position;
        if (!draw_star(seed, &position))
            continue;
        int value = solve(&position, STONE_OWN);
        for (int depth = 0; depth <= 4; depth++) {
            int score = rival_chis_score(state, &position, depth);
            if (abs(score) < CHIS_WIN)
                continue;
            claims++;
            ck_assert_int_eq(score, value * CHIS_WIN);
        }
    }
    ck_assert_int_gt(claims, 20);
    rival_chis_like.state_free(state);
}
END_TEST

START_TEST(one_ply_is_the_best_of_the_leaves_behind_it) {
    void *state = new_state();
    int compared = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        RivalPosition position;
        if (!draw_star(seed, &position))
            continue;
        bool is_quiet = true;
        int best = -2 * CHIS_WIN;
        for (int cell = 0; cell < SIZE * SIZE; cell++) {
            if (position.stones[cell] != STONE_NONE)
                continue;
            is_quiet &= !rival_makes_five(&position, cell, STONE_OWN) &&
                        !rival_makes_five(&position, cell, STONE_OPPONENT);
            RivalPosition after = position;
            rival_place(&after, cell % SIZE, cell / SIZE, STONE_OWN);
            rival_swap_colours(&after);
            int score = -rival_chis_score(state, &after, 0);
            best = score > best ? score : best;
        }
        if (!is_quiet)
            continue;
        compared++;
        ck_assert_int_eq(rival_chis_score(state, &position, 1), best);
    }
    ck_assert_int_gt(compared, 20);
    rival_chis_like.state_free(state);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rivals/chis_like");
    TCase *tests = tcase_create("shapes and search");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, windows_have_the_shape_of_their_next_stone);
    tcase_add_test(tests, no_stone_of_ones_own_makes_a_shape_worse);
    tcase_add_test(tests, a_win_or_loss_claimed_early_is_a_proof);
    tcase_add_test(tests, one_ply_is_the_best_of_the_leaves_behind_it);
    tcase_add_test(tests, searched_to_the_end_it_plays_no_wrong_move);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
