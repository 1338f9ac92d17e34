/* Files of openings: one form for all images of a position, what is written is read again, and a
 * file with any fault is refused with its line. */
#define _POSIX_C_SOURCE 200809L
#include "database/openings.h"
#include "database/openings_file.h"
#include "io/symmetry.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"

enum { COURSES = 200, SIDE = 15 };

static uint64_t rng;

/* Returns a number from 0 to below `limit`. */
static int below(int limit) {
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (int)(rng % (uint64_t)limit);
}

static char path[TEST_PATH_BYTES], other_path[TEST_PATH_BYTES];

static void set_up(void) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "openings.txt");
    path_in(other_path, folder, "other.txt");
    rng = UINT64_C(88172645463325252);
}

/* Plays stones by chance near the centre. */
static void play_some(DatabasePosition *position, KanameRule rule, int size, int stones) {
    database_position_init(position, rule, size, size);
    for (int left = stones; left > 0;)
        left -= database_position_play(
            position, (KanamePoint){size / 2 - 2 + below(5), size / 2 - 2 + below(5)});
}

static void turn(DatabasePosition *image, const DatabasePosition *position, int symmetry) {
    *image = *position;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            KanamePoint at =
                symmetry_image(symmetry, (KanamePoint){x, y}, position->width, position->height);
            image->cells[at.y * position->width + at.x] = position->cells[y * position->width + x];
        }
}

START_TEST(all_images_share_one_form) {
    for (int course = 0; course < courses_wanted(COURSES); course++) {
        DatabasePosition position, image, again;
        OpeningsKey key, other;
        play_some(&position, KANAME_RULE_RENJU, 5 + below(18), below(13));
        KanamePoint move = {below(position.width), below(position.width)};
        ck_assert(openings_key(&key, &position));
        KanamePoint form = openings_key_move(&key, move);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            KanamePoint turned = symmetry_image(symmetry, move, position.width, position.width);
            turn(&image, &position, symmetry);
            ck_assert(openings_key(&other, &image));
            ck_assert_str_eq(other.stones, key.stones);
            KanamePoint point = openings_key_move(&other, turned);
            ck_assert(point.x == form.x && point.y == form.y);
            KanamePoint back = openings_key_move(&other, openings_key_back(&other, form));
            ck_assert(back.x == form.x && back.y == form.y);
        }
        ck_assert(openings_position(&again, position.rule, position.width, key.stones));
        ck_assert_int_eq(again.to_move, position.to_move);
        ck_assert(openings_key(&other, &again));
        ck_assert_str_eq(other.stones, key.stones);
    }
}
END_TEST

START_TEST(what_is_no_opening_has_no_form) {
    DatabasePosition position;
    OpeningsKey key;
    database_position_init(&position, KANAME_RULE_FREESTYLE, 15, 14);
    ck_assert(!openings_key(&key, &position));
    database_position_init(&position, KANAME_RULE_FREESTYLE, SIDE, SIDE);
    position.to_move = KANAME_WHITE;
    ck_assert(!openings_key(&key, &position));
    play_some(&position, KANAME_RULE_FREESTYLE, SIDE, OPENINGS_STONES_MAX);
    ck_assert(openings_key(&key, &position));
    for (int left = 1; left > 0;)
        left -= database_position_play(&position, (KanamePoint){below(SIDE), below(SIDE)});
    ck_assert(!openings_key(&key, &position));
}
END_TEST

static OpeningsMove searched(int x, int y, int rate, int plies) {
    return (OpeningsMove){.move = {x, y}, .is_searched = true, .value = {rate, plies}};
}

/* Openings with games and values, by chance. */
static Openings *some_openings(void) {
    Openings *openings = openings_new();
    ck_assert_ptr_nonnull(openings);
    for (int i = 0; i < 40; i++) {
        DatabasePosition position;
        OpeningsKey key;
        OpeningsMove move = {.move = {below(2), below(2)}};
        play_some(&position, below(2) ? KANAME_RULE_RENJU : KANAME_RULE_CARO_EXACT,
                  below(3) ? SIDE : 9, below(9));
        move.black = below(50);
        move.drawn = below(3);
        move.white = below(50);
        move.open = 1 + below(2);
        ck_assert(openings_count(openings, &position, &move));
        ck_assert(openings_key(&key, &position));
        OpeningsMove best[2] = {searched(0, 0, 400 + below(200), 0), searched(1, 0, 300, 0)};
        for (int each = 0; each < 2; each++)
            best[each].move = openings_key_move(&key, best[each].move);
        if (best[0].move.x == best[1].move.x && best[0].move.y == best[1].move.y)
            continue;
        if (below(4) == 0)
            best[0].value = (OpeningsValue){OPENINGS_RATE_MAX, 1 + below(30)};
        if (below(4) == 0)
            best[1].value = (OpeningsValue){0, -1 - below(30)};
        if (below(2))
            ck_assert(openings_judge(openings, position.rule, key.size, key.stones,
                                     (uint64_t)(1 + below(3)) * 1000, best, 2));
    }
    return openings;
}

static char *read_text(const char *name) {
    static char text[1 << 16];
    FILE *file = fopen(name, "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

START_TEST(what_is_written_is_read_again) {
    for (int course = 0; course < courses_wanted(20); course++) {
        Failure failure = FAILURE_NONE;
        Openings *openings = some_openings();
        long count = openings_file_write(openings, path, &failure);
        ck_assert_msg(count > 0, "%s", failure.text);
        ck_assert(openings_file_is(path));
        Openings *again = openings_file_read(path, &failure);
        ck_assert_msg(again != NULL, "%s", failure.text);
        ck_assert_int_eq(openings_file_write(again, other_path, &failure), count);
        char *text = strdup(read_text(path));
        ck_assert_ptr_nonnull(text);
        ck_assert_str_eq(read_text(other_path), text);
        free(text);
        openings_free(again);
        openings_free(openings);
    }
}
END_TEST

/* Any damage is refused, or leaves a text that is as good as any. */
START_TEST(damage_is_refused_or_harmless) {
    Failure failure = FAILURE_NONE;
    Openings *openings = some_openings();
    ck_assert(openings_file_write(openings, path, &failure) > 0);
    openings_free(openings);
    char *text = strdup(read_text(path));
    ck_assert_ptr_nonnull(text);
    size_t length = strlen(text);
    int refused = 0, courses = courses_wanted(1000);
    for (int course = 0; course < courses; course++) {
        char *damaged = malloc(length + 1);
        ck_assert_ptr_nonnull(damaged);
        memcpy(damaged, text, length + 1);
        size_t left = below(3) == 0 ? (size_t)below((int)length) : length;
        for (int i = 1 + below(3); i > 0; i--)
            damaged[below((int)length)] = "ah19.=+- \n\r\0~"[below(13)];
        failure.text[0] = '\0';
        openings = openings_parse("x", damaged, left, &failure);
        ck_assert(openings != NULL || strncmp(failure.text, "x: line ", 8) == 0);
        refused += openings == NULL;
        if (openings != NULL)
            ck_assert(openings_file_write(openings, other_path, &failure) >= 0);
        openings_free(openings);
        free(damaged);
    }
    free(text);
    ck_assert_int_gt(refused, courses / 2);
}
END_TEST

static const struct {
    const char *text, *wrong; /* NULL: none */
} files[] = {
    {"", "line 1: not 'kaname-openings 1'"},
    {"kaname-openings 2\n", "line 1: not 'kaname-openings 1'"},
    {"kaname-openings 1", NULL},
    {"kaname-openings 1\r\n\r\nboard renju 15 0\r\n- hh1.0.0\r\n", NULL},
    {"kaname-openings 1\nboard  renju 15 9 \n- hh1.0.0.4=500  ", NULL},
    {"kaname-openings 1\n- hh1.0.0\n", "line 2: a position before any line 'board"},
    {"kaname-openings 1\nboard renju 4 0\n", "line 2: not 'board RULE SIZE NODES'"},
    {"kaname-openings 1\nboard renju 15x14 0\n", "line 2: not 'board RULE SIZE NODES'"},
    {"kaname-openings 1\nboard 4 15 0\n", "line 2: not 'board RULE SIZE NODES'"},
    {"kaname-openings 1\nboard renju 15\n", "line 2: not 'board RULE SIZE NODES'"},
    {"kaname-openings 1\nboard renju 15 0 x\n", "line 2: not 'board RULE SIZE NODES'"},
    {"kaname-openings 1\nboard renju 15 99999999999999999999\n", "line 2: not 'board RULE SIZE"},
    {"kaname-openings 1\nboard renju 15 0\nhhpp hi1.0.0\n", "line 3: the stones are malformed"},
    {"kaname-openings 1\nboard renju 15 0\nhhh hi1.0.0\n", "line 3: the stones are malformed"},
    {"kaname-openings 1\nboard renju 15 0\nhhhh hi1.0.0\n", "line 3: the stones are malformed"},
    {"kaname-openings 1\nboard renju 15 0\nhhHg hi1.0.0\n", "line 3: the stones are malformed"},
    {"kaname-openings 1\nboard renju 15 0\nhhii gg1.0.0\n", "line 3: the position is not in its "
                                                            "least form"},
    {"kaname-openings 1\nboard renju 15 0\naaabacadaeafagahaiajakalamanbabbbcbdbebfbg hh1.0.0\n",
     "line 3: too many stones"},
    {"kaname-openings 1\nboard renju 15 0\n-\n", "line 3: the position has no moves"},
    {"kaname-openings 1\nboard renju 15 0\n- hh\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 0\n- h\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 0\n- hh0.0.0\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 0\n- hh1.0\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 0\n- hh1.0.0.0.0\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 0\n- hh1000000000.0.0\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 9\n- hh=1001\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 9\n- hh=+0\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 9\n- hh=+-3\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 9\n- hh=\n", "line 3: a move is malformed"},
    {"kaname-openings 1\nboard renju 15 0\n- hh=500\n", "line 3: a move has a value, but its list "
                                                        "was not searched"},
    {"kaname-openings 1\nboard renju 15 9\n- hh1.0.0\n", "line 3: the position lacks the values"},
    {"kaname-openings 1\nboard renju 15 0\nhh hh1.0.0\n", "line 3: a move is on a stone"},
    {"kaname-openings 1\nboard renju 15 0\n- hh1.0.0 hh1.0.0\n", "line 3: a move is listed twice"},
    {"kaname-openings 1\nboard renju 15 0\n- ii1.0.0\n", "line 3: a move is not in its least form"},
    {"kaname-openings 1\nboard renju 15 0\n- hh1.0.0\n- gg1.0.0\n", "line 4: the position is "
                                                                    "listed twice"},
};

START_TEST(faults_are_named_with_their_line) {
    Failure failure = FAILURE_NONE;
    const char *text = files[_i].text, *wrong = files[_i].wrong;
    Openings *openings = openings_parse("book", text, strlen(text), &failure);
    ck_assert_msg((openings != NULL) == (wrong == NULL), "%s: %s", text, failure.text);
    if (wrong != NULL)
        ck_assert_msg(strncmp(failure.text, "book: ", 6) == 0 &&
                          strncmp(failure.text + 6, wrong, strlen(wrong)) == 0,
                      "%s", failure.text);
    openings_free(openings);
}
END_TEST

START_TEST(only_a_file_of_openings_is_replaced) {
    Failure failure = FAILURE_NONE;
    Openings *openings = some_openings();
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs("Dear reader", file);
    fclose(file);
    ck_assert(!openings_file_is(path));
    ck_assert_int_eq(openings_file_write(openings, path, &failure), -1);
    ck_assert_str_eq(read_text(path), "Dear reader");
    ck_assert_ptr_null(openings_file_read("/nowhere/openings.txt", &failure));
    openings_free(openings);
}
END_TEST

START_TEST(the_search_of_more_nodes_counts) {
    Openings *openings = openings_new(), *more = openings_new();
    OpeningsMove first = searched(7, 7, 600, 0), second = searched(6, 7, 700, 0);
    OpeningsMove games = {.move = {7, 8}, /* an image of it */ .black = 3, .white = 1};
    DatabasePosition empty;
    database_position_init(&empty, KANAME_RULE_RENJU, SIDE, SIDE);
    ck_assert(openings_count(openings, &empty, &games));
    ck_assert(openings_judge(openings, KANAME_RULE_RENJU, SIDE, "", 1000, &first, 1));
    ck_assert(openings_judge(openings, KANAME_RULE_RENJU, SIDE, "", 999, &second, 1));
    const OpeningsPosition *position = openings_find(openings, KANAME_RULE_RENJU, SIDE, "");
    ck_assert_uint_eq(position->nodes, 1000);
    ck_assert_uint_eq(position->count, 2);
    ck_assert_int_eq(position->moves[0].move.x, 7);
    ck_assert(openings_judge(more, KANAME_RULE_RENJU, SIDE, "", 2000, &second, 1));
    ck_assert(openings_take_values(openings, more));
    position = openings_find(openings, KANAME_RULE_RENJU, SIDE, "");
    ck_assert_uint_eq(position->count, 1); /* the first move had no games */
    ck_assert_int_eq(position->moves[0].value.rate, 700);
    ck_assert_int_eq(position->moves[0].black, 3);
    openings_clear_games(openings);
    ck_assert_int_eq(position->moves[0].black, 0);
    ck_assert(position->moves[0].is_searched);
    openings_free(more);
    openings_free(openings);
}
END_TEST

/* The value of a move is that of the search behind it; a proof is one ply longer there. */
START_TEST(moves_are_seen_from_the_board_in_any_image) {
    static const char text[] =
        "kaname-openings 1\nboard renju 15 9\nhh gg3.0.1=300 gh=200\nhhgh gg=-4\nboard renju 15 5\n"
        "hhgg ff=550 fg=540\n";
    Failure failure = FAILURE_NONE;
    OpeningsLook look;
    Openings *openings = openings_parse("x", text, strlen(text), &failure);
    ck_assert_msg(openings != NULL, "%s", failure.text);
    DatabasePosition position, image;
    database_position_init(&position, KANAME_RULE_RENJU, SIDE, SIDE);
    ck_assert(database_position_play(&position, (KanamePoint){7, 7}));
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        turn(&image, &position, symmetry);
        openings_look(openings, &image, &look);
        ck_assert_uint_eq(look.count, 2);
        ck_assert_uint_eq(look.nodes, 9);
        ck_assert_int_eq(look.games, 4);
        ck_assert_int_eq(look.moves[0].value.plies, 5); /* Black loses in 4 behind it */
        ck_assert_int_eq(look.moves[1].value.rate, 450);
        ck_assert_int_eq(look.moves[1].black, 3);
        ck_assert_int_eq(abs(look.moves[1].move.x - 7), 1);
        ck_assert_int_eq(abs(look.moves[1].move.y - 7), 1);
    }
    position.rule = KANAME_RULE_FREESTYLE;
    openings_look(openings, &position, &look);
    ck_assert_uint_eq(look.count, 0);
    openings_free(openings);
}
END_TEST

START_TEST(values_are_ordered_from_the_nearest_win_to_the_nearest_loss) {
    const OpeningsValue values[] = {{1000, 3}, {1000, 9}, {1000, 0}, {500, 0},
                                    {0, 0},    {0, -9},   {0, -2}};
    for (size_t i = 0; i + 1 < sizeof values / sizeof values[0]; i++)
        ck_assert_int_lt(openings_compare_values(values[i], values[i + 1]), 0);
    ck_assert_int_eq(openings_compare_values(values[1], values[1]), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("openings");
    TCase *tests = tcase_create("openings");
    tcase_set_timeout(tests, 600);
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, all_images_share_one_form);
    tcase_add_test(tests, what_is_no_opening_has_no_form);
    tcase_add_test(tests, what_is_written_is_read_again);
    tcase_add_test(tests, damage_is_refused_or_harmless);
    tcase_add_loop_test(tests, faults_are_named_with_their_line, 0, sizeof files / sizeof files[0]);
    tcase_add_test(tests, only_a_file_of_openings_is_replaced);
    tcase_add_test(tests, the_search_of_more_nodes_counts);
    tcase_add_test(tests, moves_are_seen_from_the_board_in_any_image);
    tcase_add_test(tests, values_are_ordered_from_the_nearest_win_to_the_nearest_loss);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
