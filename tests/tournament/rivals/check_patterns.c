/* The board score of the patterns player, worked out by hand. A stone in the open has an open one,
 * 20, on every line that holds no other. */
#include "rivals/patterns.h"
#include "rivals/players.h"
#include "support/harness.h"
#include "tournament/rivals/support.h"

static int board_score(const RivalPosition *position) {
    PatternsTable table;
    rival_patterns_table_init(&table);
    return rival_patterns_board_score(&table, position);
}

typedef struct RowCase {
    const char *row;
    int score;
} RowCase;

static const RowCase row_cases[] = {
    /* Four open ones. */
    {".......x.......", 80},
    {".......o.......", -80},
    /* Open two on the row for both, 120, and three open ones, 60. */
    {"......xx.......", 2 * 180},
    {"......x.x......", 2 * 180},
    /* Open three 720 + 60 each, in a row or with a gap. */
    {".....xxx.......", 3 * 780},
    {".....xx.x......", 3 * 780},
    /* Sleeping three 120 + 60 each. The stone that shuts it has room for a sleeping one: 0 + 60. */
    {"....oxxx.......", 3 * 180 - 60},
    /* Four 720 + 60 each; the stone before it has four cells, none: 60. */
    {"...oxxxx.......", 4 * 780 - 60},
    /* A gap: as much as unbroken. */
    {"....xx.xx......", 4 * 780},
    /* Open four 4320 + 60. */
    {"....xxxx.......", 4 * 4380},
    {"....xxxxx......", 5 * 50060},
    /* Overline, worth as much. */
    {"....xxxxxx.....", 6 * 50060},
    /* Shut on both sides with less than five cells: nothing on the row, 60 elsewhere. */
    {"...oxxo........", 2 * 60 - 2 * 60},
};

START_TEST(one_line_adds_up) {
    const RowCase *it = &row_cases[_i];
    RivalPosition position = position_from_row(it->row, NULL);
    ck_assert_msg(board_score(&position) == it->score, "%s: %d, not %d", it->row,
                  board_score(&position), it->score);
}
END_TEST

START_TEST(a_corner_has_only_sleeping_ones) {
    RivalPosition position;
    rival_position_init(&position, 15, 15);
    rival_place(&position, 0, 0, STONE_OWN);
    ck_assert_int_eq(board_score(&position), 0);
}
END_TEST

static const char *const cross[] = {
    "...............", "...............", "...............", "...............",
    "...............", ".......x.......", ".......x.......", ".....xxx.......",
    "...............", "...............", "...............", "...............",
    "...............", "...............", "...............", NULL};

/* The corner stone 7,7 has two open threes, 1440, two open ones, 40, and the fork, 3 x 4320. Each
 * of the other four has an open three, 720, an open two on the diagonal to its counterpart, 120,
 * and two open ones, 40. */
enum { CROSS_CORNER = 1440 + 40 + 3 * 4320, CROSS_OTHERS = 4 * 880 };

START_TEST(double_three_adds_three_open_fours) {
    RivalPosition position = position_from_rows(cross, NULL);
    ck_assert_int_eq(board_score(&position), CROSS_CORNER + CROSS_OTHERS);
}
END_TEST

START_TEST(a_foul_costs_black_the_stone_under_renju) {
    RivalPosition position = position_from_rows(cross, NULL);
    position.rule = RIVAL_RULE_RENJU;
    /* Five own stones and none of the opponent's: this side is Black. */
    ck_assert_int_eq(board_score(&position), CROSS_OTHERS);
    rival_swap_colours(&position);
    ck_assert_int_eq(board_score(&position), -CROSS_OTHERS);
}
END_TEST

START_TEST(white_is_free_of_fouls) {
    RivalPosition position = position_from_rows(cross, NULL);
    position.rule = RIVAL_RULE_RENJU;
    /* Six of the opponent's in the corners of the board and on its edges, where five cells in a row
     * are all they have: 0 each, save for the middles of the edges with two half lines of
     * sleeping ones, also 0, and one open one along the edge, 20. */
    static const int far[6][2] = {{0, 0}, {14, 0}, {0, 14}, {14, 14}, {0, 7}, {14, 7}};
    for (int i = 0; i < 6; i++)
        rival_place(&position, far[i][0], far[i][1], STONE_OPPONENT);
    ck_assert_int_eq(board_score(&position), CROSS_CORNER + CROSS_OTHERS - 2 * 20);
}
END_TEST

typedef struct StoneCase {
    uint8_t shapes[RIVAL_DIRECTIONS];
    int score;
    int score_if_bound; /* by the renju fouls */
} StoneCase;

static const StoneCase stone_cases[] = {
    /* Four-three: two open fours more, and no foul. */
    {{PATTERNS_FOUR, PATTERNS_OPEN_THREE, PATTERNS_OPEN_ONE, PATTERNS_NONE}, 10100, 10100},
    /* Two fours, one of them open: two open fours more, and a foul. */
    {{PATTERNS_FOUR, PATTERNS_FOUR, PATTERNS_NONE, PATTERNS_NONE}, 1440 + 8640, 0},
    {{PATTERNS_FOUR, PATTERNS_OPEN_FOUR, PATTERNS_NONE, PATTERNS_NONE}, 5040 + 8640, 0},
    /* Two threes. */
    {{PATTERNS_OPEN_THREE, PATTERNS_NONE, PATTERNS_OPEN_THREE, PATTERNS_NONE}, 1440 + 12960, 0},
    /* Sleeping threes make no fork. */
    {{PATTERNS_FOUR, PATTERNS_SLEEPING_THREE, PATTERNS_NONE, PATTERNS_NONE}, 840, 840},
    /* Overline: as good as five, but for who is bound; five beats the foul. */
    {{PATTERNS_OVERLINE, PATTERNS_NONE, PATTERNS_NONE, PATTERNS_NONE}, 50000, 0},
    {{PATTERNS_FIVE, PATTERNS_OVERLINE, PATTERNS_NONE, PATTERNS_NONE}, 100000, 100000},
    {{PATTERNS_FIVE, PATTERNS_FOUR, PATTERNS_FOUR, PATTERNS_NONE}, 51440 + 8640, 51440 + 8640},
};

START_TEST(four_shapes_give_the_stones_score) {
    const StoneCase *it = &stone_cases[_i];
    ck_assert_int_eq(rival_patterns_stone_score(it->shapes, false), it->score);
    ck_assert_int_eq(rival_patterns_stone_score(it->shapes, true), it->score_if_bound);
}
END_TEST

START_TEST(black_goes_for_the_double_three_but_not_under_renju) {
    static const char *const rows[] = {
        "o.............o", "...............", "...............", "...............",
        "...............", ".......x.......", ".......x.......", ".....xx+.......",
        "...............", "...............", "...............", "...............",
        "...............", "...............", "o.............o", NULL};
    int fork_cell;
    RivalPosition position = position_from_rows(rows, &fork_cell);
    const RivalSettings settings = {.seed = 1, .depth = 1};
    ck_assert_int_eq(choose_once(&rival_patterns, &settings, &position), fork_cell);
    position.rule = RIVAL_RULE_RENJU;
    ck_assert_int_ne(choose_once(&rival_patterns, &settings, &position), fork_cell);
}
END_TEST

/* Stones and ten empty cells on a row, a column and a diagonal of 9x9 that cross in the middle,
 * walls everywhere else; no five on the board. False when the draw has one. */
static bool draw_star(uint64_t seed, RivalPosition *position) {
    enum { STAR_CELLS = 25, EMPTY = 10 };
    int star[STAR_CELLS];
    int count = 0;
    rival_position_init(position, 9, 9);
    for (int cell = 0; cell < 81; cell++) {
        int x = cell % 9, y = cell / 9;
        if (x == 4 || y == 4 || x == y)
            star[count++] = cell;
        else
            rival_place(position, x, y, STONE_WALL);
    }
    ck_assert_int_eq(count, STAR_CELLS);
    for (int i = 0; i < STAR_CELLS - EMPTY; i++) {
        int at = i + (int)(rival_position_hash(position, seed) % (uint64_t)(STAR_CELLS - i));
        int cell = star[at];
        star[at] = star[i];
        RivalStone side = i % 2 == 0 ? STONE_OPPONENT : STONE_OWN;
        if (rival_makes_five(position, cell, side))
            return false;
        rival_place(position, cell % 9, cell / 9, side);
    }
    return true;
}

/* The value of the position for the side to move, STONE_OWN, by looking at everything. */
static int full_search(const PatternsTable *table, const RivalPosition *position, int depth) {
    enum { WIN = 1000000000 };
    if (depth == 0)
        return rival_patterns_board_score(table, position);
    int best = rival_is_full(position) ? 0 : -WIN - depth;
    for (int cell = 0; cell < rival_cells(position); cell++) {
        RivalPosition after = *position;
        if (!rival_place(&after, cell % 9, cell / 9, STONE_OWN))
            continue;
        rival_swap_colours(&after);
        int score = rival_makes_five(position, cell, STONE_OWN)
                        ? WIN + depth
                        : -full_search(table, &after, depth - 1);
        best = score > best ? score : best;
    }
    return best;
}

START_TEST(the_search_finds_what_looking_at_everything_finds) {
    PatternsTable table;
    rival_patterns_table_init(&table);
    int positions = 0;
    for (uint64_t seed = 1; positions < 40; seed++) {
        RivalPosition position;
        if (!draw_star(seed, &position))
            continue;
        positions++;
        for (int depth = 1; depth <= 3; depth++) {
            const RivalSettings settings = {.seed = 1, .depth = depth};
            int cell = choose_once(&rival_patterns, &settings, &position);
            int best = full_search(&table, &position, depth);
            if (rival_makes_five(&position, cell, STONE_OWN))
                continue;
            rival_place(&position, cell % 9, cell / 9, STONE_OWN);
            rival_swap_colours(&position);
            ck_assert_int_eq(-full_search(&table, &position, depth - 1), best);
            rival_swap_colours(&position);
            rival_take(&position, cell % 9, cell / 9);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rivals/patterns");
    TCase *tests = tcase_create("scores");
    tcase_add_loop_test(tests, one_line_adds_up, 0, (int)(sizeof row_cases / sizeof row_cases[0]));
    tcase_add_test(tests, a_corner_has_only_sleeping_ones);
    tcase_add_test(tests, double_three_adds_three_open_fours);
    tcase_add_test(tests, a_foul_costs_black_the_stone_under_renju);
    tcase_add_test(tests, white_is_free_of_fouls);
    tcase_add_loop_test(tests, four_shapes_give_the_stones_score, 0,
                        (int)(sizeof stone_cases / sizeof stone_cases[0]));
    tcase_add_test(tests, black_goes_for_the_double_three_but_not_under_renju);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, the_search_finds_what_looking_at_everything_finds);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
