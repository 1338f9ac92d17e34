/* What every player must do, whatever its method. */
#include <string.h>

#include "rivals/players.h"
#include "rivals/roster.h"
#include "rivals/scorer.h"
#include "support/harness.h"
#include "tournament/rivals/support.h"

/* Shallow enough to be quick, and without a clock the same on every machine. */
static const RivalSettings quick = {.seed = 1, .depth = 3};

static int count_players(void) {
    int count = 0;
    while (rival_players[count])
        count++;
    return count;
}

/* Player _i of those that are not random. */
static const RivalPlayer *player_with_a_method(int i) {
    ck_assert_str_eq(rival_players[0]->name, "random");
    return rival_players[i + 1];
}

/* Four stones of one side in five cells in a row, cell `gap` of the five left out, with the other
 * side's stones far away. The first of the five lies at x,y. */
static RivalPosition four_in_five(RivalStone side, int x, int y, int direction, int gap) {
    static const int corners[4][2] = {{0, 0}, {14, 0}, {0, 14}, {14, 14}};
    RivalPosition position;
    rival_position_init(&position, 15, 15);
    for (int i = 0, stones = 0; i < 5; i++) {
        if (i == gap)
            continue;
        rival_place(&position, corners[stones][0], corners[stones][1],
                    side == STONE_OWN ? STONE_OPPONENT : STONE_OWN);
        stones++;
        rival_place(&position, x + i * rival_dx[direction], y + i * rival_dy[direction], side);
    }
    ck_assert_int_eq(position.count, 8);
    return position;
}

START_TEST(every_four_is_made_a_five) {
    const RivalPlayer *player = player_with_a_method(_i);
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        for (int gap = 0; gap < 5; gap++) {
            RivalPosition position = four_in_five(STONE_OWN, 5, d == 3 ? 9 : 5, d, gap);
            int cell = choose_once(player, &quick, &position);
            ck_assert(position.stones[cell] == STONE_NONE);
            ck_assert_msg(rival_makes_five(&position, cell, STONE_OWN), "%s, direction %d, gap %d",
                          player->name, d, gap);
        }
    }
}
END_TEST

START_TEST(every_four_of_the_opponent_is_stopped) {
    const RivalPlayer *player = player_with_a_method(_i);
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        for (int gap = 0; gap < 5; gap++) {
            RivalPosition position = four_in_five(STONE_OPPONENT, 5, d == 3 ? 9 : 5, d, gap);
            int cell = choose_once(player, &quick, &position);
            ck_assert(position.stones[cell] == STONE_NONE);
            ck_assert_msg(rival_makes_five(&position, cell, STONE_OPPONENT),
                          "%s, direction %d, gap %d", player->name, d, gap);
        }
    }
}
END_TEST

START_TEST(a_five_comes_before_stopping_one) {
    const RivalPlayer *player = player_with_a_method(_i);
    static const char *const rows[] = {
        "...............", "...............", "...............", "...............",
        "...............", "...............", "...............", ".....oxxxx.....",
        ".....oooo......", "...............", "...............", "...............",
        "...............", "...............", "...............", NULL};
    RivalPosition position = position_from_rows(rows, NULL);
    ck_assert_int_eq(choose_once(player, &quick, &position), 7 * 15 + 10);
}
END_TEST

START_TEST(fours_along_the_edge_are_seen) {
    const RivalPlayer *player = player_with_a_method(_i);
    static const char *const rows[] = {
        "oooo...........", "...............", "...............", "...............",
        "...............", "...............", "...............", "....x..........",
        "...............", "......x.x......", "...............", "...............",
        "...............", "...............", "...............", NULL};
    RivalPosition position = position_from_rows(rows, NULL);
    ck_assert_int_eq(choose_once(player, &quick, &position), 4);
}
END_TEST

/* Plays one game between two players, each of whom sees its own stones as STONE_OWN. 1 if the first
 * player wins, -1 if the second, 0 for a full board. The moves go to moves[], their number to
 * *count, both if wanted. */
static int play_game(const RivalPlayer *const players[2], const RivalSettings settings[2],
                     int width, int height, int16_t moves[], int *count) {
    const RivalLimits limits = {.deadline_ms = INT64_MAX};
    RivalPosition position;
    rival_position_init(&position, width, height);
    void *states[2];
    for (int i = 0; i < 2; i++)
        states[i] = players[i]->state_new ? players[i]->state_new(&settings[i]) : NULL;
    int result = 0;
    int turn = 0;
    for (; result == 0 && !rival_is_full(&position); turn++) {
        int mover = turn % 2;
        const RivalPosition before = position;
        int cell = players[mover]->choose(states[mover], &position, &limits);
        ck_assert_msg(memcmp(&before, &position, sizeof before) == 0, "%s changed the position",
                      players[mover]->name);
        ck_assert_msg(cell >= 0 && cell < width * height && position.stones[cell] == STONE_NONE,
                      "%s on %dx%d: cell %d is no empty one", players[mover]->name, width, height,
                      cell);
        if (rival_makes_five(&position, cell, STONE_OWN))
            result = mover == 0 ? 1 : -1;
        rival_place(&position, cell % width, cell / width, STONE_OWN);
        rival_swap_colours(&position);
    }
    if (moves)
        memcpy(moves, position.order, (size_t)position.count * sizeof position.order[0]);
    if (count)
        *count = position.count;
    for (int i = 0; i < 2; i++)
        if (players[i]->state_free)
            players[i]->state_free(states[i]);
    return result;
}

START_TEST(games_on_all_sizes_come_to_a_legal_end) {
    const RivalPlayer *player = rival_players[_i];
    for (int size = RIVAL_MIN_SIZE; size <= RIVAL_MAX_SIZE; size++) {
        const RivalPlayer *const players[2] = {size % 2 ? player : &rival_random,
                                               size % 2 ? &rival_random : player};
        const RivalSettings settings[2] = {{.seed = (uint64_t)size, .depth = 2},
                                           {.seed = (uint64_t)size + 1, .depth = 2}};
        play_game(players, settings, size, size, NULL, NULL);
        play_game(players, settings, size, RIVAL_MIN_SIZE + RIVAL_MAX_SIZE - size, NULL, NULL);
    }
}
END_TEST

START_TEST(random_is_beaten) {
    const RivalPlayer *const players[2] = {player_with_a_method(_i), &rival_random};
    const RivalSettings settings[2] = {{.seed = 1, .depth = 2}, {.seed = 5}};
    ck_assert_int_eq(play_game(players, settings, 15, 15, NULL, NULL), 1);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_game) {
    const RivalPlayer *const players[2] = {rival_players[_i], &rival_random};
    const RivalSettings settings[2] = {{.seed = 3, .depth = 2}, {.seed = 4}};
    int16_t first[RIVAL_MAX_CELLS], second[RIVAL_MAX_CELLS];
    int first_count, second_count;
    play_game(players, settings, 13, 13, first, &first_count);
    play_game(players, settings, 13, 13, second, &second_count);
    ck_assert_int_eq(first_count, second_count);
    ck_assert_mem_eq(first, second, (size_t)first_count * sizeof first[0]);
}
END_TEST

START_TEST(another_seed_gives_another_random_game) {
    const RivalPlayer *const players[2] = {&rival_random, &rival_random};
    const RivalSettings one[2] = {{.seed = 3}, {.seed = 4}}, other[2] = {{.seed = 5}, {.seed = 4}};
    int16_t first[RIVAL_MAX_CELLS] = {0}, second[RIVAL_MAX_CELLS] = {0};
    play_game(players, one, 15, 15, first, NULL);
    play_game(players, other, 15, 15, second, NULL);
    ck_assert_mem_ne(first, second, 10 * sizeof first[0]);
}
END_TEST

START_TEST(random_plays_every_empty_cell_and_no_other) {
    static const char *const rows[] = {"xo.xo", "ox#ox", ".....", "xoxo.", "#####", NULL};
    RivalPosition position = position_from_rows(rows, NULL);
    int seen[25] = {0};
    enum { DRAWS = 7000, EMPTY = 7 };
    for (int seed = 1; seed <= DRAWS; seed++) {
        const RivalSettings settings = {.seed = (uint64_t)seed};
        seen[choose_once(&rival_random, &settings, &position)]++;
    }
    for (int cell = 0; cell < 25; cell++) {
        /* 1000 expected, six standard deviations of 29 either way. */
        if (position.stones[cell] == STONE_NONE)
            ck_assert_msg(seen[cell] > 825 && seen[cell] < 1175, "cell %d: %d", cell, seen[cell]);
        else
            ck_assert_int_eq(seen[cell], 0);
    }
}
END_TEST

START_TEST(the_last_empty_cell_is_found_among_walls) {
    static const char *const rows[] = {"xoxo#", "#####", "oxox.", "#xo##", "xo#ox", NULL};
    RivalPosition position = position_from_rows(rows, NULL);
    ck_assert_int_eq(choose_once(rival_players[_i], &quick, &position), 14);
}
END_TEST

START_TEST(a_cell_out_of_reach_of_all_stones_is_found) {
    static const char *const rows[] = {"x#######", "########", "########", "########", "########",
                                       "########", "########", "#######.", NULL};
    RivalPosition position = position_from_rows(rows, NULL);
    ck_assert_int_eq(choose_once(rival_players[_i], &quick, &position), 63);
}
END_TEST

START_TEST(an_empty_board_is_opened_in_the_middle) {
    RivalPosition position;
    rival_position_init(&position, 15, 15);
    ck_assert_int_eq(choose_once(player_with_a_method(_i), &quick, &position), 7 * 15 + 7);
}
END_TEST

/* Whether `side` makes a five with its next stone. */
static bool has_five(const RivalPosition *position, RivalStone side) {
    for (int cell = 0; cell < rival_cells(position); cell++)
        if (position->stones[cell] == STONE_NONE && rival_makes_five(position, cell, side))
            return true;
    return false;
}

static const RivalPlayer *const searching[] = {&rival_minimax, &rival_patterns, &rival_chis_like};

START_TEST(searching_players_turn_an_open_three_into_a_win) {
    RivalPosition position = position_from_row(".....o.xxx..o..", NULL);
    int cell = choose_once(searching[_i], &quick, &position);
    rival_place(&position, cell % 15, cell / 15, STONE_OWN);
    for (int reply = 0; reply < rival_cells(&position); reply++) {
        RivalPosition after = position;
        if (rival_place(&after, reply % 15, reply / 15, STONE_OPPONENT))
            ck_assert_msg(has_five(&after, STONE_OWN), "%s plays %d, then %d", searching[_i]->name,
                          cell, reply);
    }
}
END_TEST

START_TEST(searching_players_stop_an_open_three) {
    RivalPosition position = position_from_row("x......ooo....x", NULL);
    int cell = choose_once(searching[_i], &quick, &position);
    rival_place(&position, cell % 15, cell / 15, STONE_OWN);
    /* No reply leaves two cells that make five. */
    for (int reply = 0; reply < rival_cells(&position); reply++) {
        RivalPosition after = position;
        if (!rival_place(&after, reply % 15, reply / 15, STONE_OPPONENT))
            continue;
        int fives = 0;
        for (int five = 0; five < rival_cells(&after); five++)
            fives +=
                after.stones[five] == STONE_NONE && rival_makes_five(&after, five, STONE_OPPONENT);
        ck_assert_msg(fives < 2, "%s plays %d, then %d", searching[_i]->name, cell, reply);
    }
}
END_TEST

static const RivalSettings one_ply = {.seed = 1, .depth = 1};

START_TEST(minimax_sees_the_gapped_fork_that_scorer_does_not) {
    static const char *const rows[] = {
        "...............", "...............", "...............", "....oxxx+......",
        ".....o.........", "........x......", "........x......", "........x......",
        "........o......", "...o...o.......", "...............", "...............",
        "...............", "...............", "...............", NULL};
    int fork_cell;
    RivalPosition position = position_from_rows(rows, &fork_cell);
    /* A four on the row and x _ x x x on the column: two cells make five. */
    ck_assert_int_eq(choose_once(&rival_minimax, &one_ply, &position), fork_cell);
    ScorerTable table;
    rival_scorer_table_init(&table);
    ck_assert_int_eq(rival_scorer_score(&table, &position, fork_cell, STONE_OWN), 500);
}
END_TEST

START_TEST(minimax_wins_by_a_four_and_a_three_beyond_its_depth) {
    /* The four on the row makes x _ x x of the column, an open four after the reply. */
    static const char *const rows[] = {
        "...............", "...............", "...............", "....oxxx.......",
        ".....o.........", "........x......", "........x......", "...............",
        "...............", "...o...o.......", ".....o.........", "...............",
        "...............", "...............", "...............", NULL};
    RivalPosition position = position_from_rows(rows, NULL);
    bool has_won = false;
    for (int turn = 0; turn < 3 && !has_won; turn++) {
        int cell = choose_once(&rival_minimax, &one_ply, &position);
        has_won = rival_makes_five(&position, cell, STONE_OWN);
        rival_place(&position, cell % 15, cell / 15, STONE_OWN);
        rival_swap_colours(&position);
        int reply = choose_once(&rival_patterns, &quick, &position);
        rival_place(&position, reply % 15, reply / 15, STONE_OWN);
        rival_swap_colours(&position);
    }
    ck_assert(has_won);
}
END_TEST

START_TEST(chis_like_beats_the_players_that_do_not_search) {
    const RivalPlayer *const weaker[] = {&rival_scorer, &rival_endroad_fast, &rival_endroad};
    const RivalSettings settings[2] = {{.seed = 1, .depth = 5}, {.seed = 1, .depth = 5}};
    const RivalPlayer *const players[2] = {&rival_chis_like, weaker[_i]};
    ck_assert_int_eq(play_game(players, settings, 13, 13, NULL, NULL), 1);
}
END_TEST

static bool always(void *context) {
    (void)context;
    return true;
}

START_TEST(an_interrupted_search_still_answers) {
    const RivalPlayer *player = rival_players[_i];
    RivalPosition position = position_from_row("....x.o..x..o..", NULL);
    const RivalSettings settings = {.seed = 1};
    const RivalLimits limits = {.deadline_ms = INT64_MAX, .is_interrupted = always};
    void *state = player->state_new ? player->state_new(&settings) : NULL;
    int cell = player->choose(state, &position, &limits);
    ck_assert(cell >= 0 && cell < rival_cells(&position));
    ck_assert_int_eq(position.stones[cell], STONE_NONE);
    if (player->state_free)
        player->state_free(state);
}
END_TEST

START_TEST(players_are_found_by_name) {
    ck_assert_ptr_eq(rival_player_find(rival_players[_i]->name), rival_players[_i]);
    ck_assert_ptr_null(rival_player_find(""));
    ck_assert_ptr_null(rival_player_find("nobody"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rivals/players");
    TCase *tests = tcase_create("behaviour");
    tcase_set_timeout(tests, 100);
    const int all = count_players(), with_method = all - 1;
    const int searchers = (int)(sizeof searching / sizeof searching[0]);
    tcase_add_loop_test(tests, every_four_is_made_a_five, 0, with_method);
    tcase_add_loop_test(tests, every_four_of_the_opponent_is_stopped, 0, with_method);
    tcase_add_loop_test(tests, a_five_comes_before_stopping_one, 0, with_method);
    tcase_add_loop_test(tests, fours_along_the_edge_are_seen, 0, with_method);
    tcase_add_loop_test(tests, games_on_all_sizes_come_to_a_legal_end, 0, all);
    tcase_add_loop_test(tests, random_is_beaten, 0, with_method);
    tcase_add_loop_test(tests, the_same_seed_gives_the_same_game, 0, all);
    tcase_add_test(tests, another_seed_gives_another_random_game);
    tcase_add_test(tests, random_plays_every_empty_cell_and_no_other);
    tcase_add_loop_test(tests, the_last_empty_cell_is_found_among_walls, 0, all);
    tcase_add_loop_test(tests, a_cell_out_of_reach_of_all_stones_is_found, 0, all);
    tcase_add_loop_test(tests, an_empty_board_is_opened_in_the_middle, 0, with_method);
    tcase_add_loop_test(tests, searching_players_turn_an_open_three_into_a_win, 0, searchers);
    tcase_add_loop_test(tests, searching_players_stop_an_open_three, 0, searchers);
    tcase_add_test(tests, minimax_sees_the_gapped_fork_that_scorer_does_not);
    tcase_add_test(tests, minimax_wins_by_a_four_and_a_three_beyond_its_depth);
    tcase_add_loop_test(tests, chis_like_beats_the_players_that_do_not_search, 0, 3);
    tcase_add_loop_test(tests, an_interrupted_search_still_answers, 0, all);
    tcase_add_loop_test(tests, players_are_found_by_name, 0, all);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
