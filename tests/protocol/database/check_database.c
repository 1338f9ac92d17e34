/* The position database: one record for all turns and mirror images, and proofs that stay. */
#include "database/store.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "database/walk.h"
#include "io/symmetry.h"
#include "protocol/database/own_database.h"
#include "protocol/database/put.h"
#include "protocol/support/change_file.h"
#include "support/harness.h"

/* ---- Positions --------------------------------------------------------------------------- */

static DatabasePosition turned(const DatabasePosition *position, int symmetry) {
    bool swaps = symmetry >= 4;
    DatabasePosition image;
    database_position_init(&image, position->rule, swaps ? position->height : position->width,
                           swaps ? position->width : position->height);
    image.to_move = position->to_move;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            KanamePoint to =
                symmetry_image(symmetry, (KanamePoint){x, y}, position->width, position->height);
            image.cells[to.y * image.width + to.x] = position->cells[y * position->width + x];
        }
    return image;
}

static void check_images(const DatabasePosition *position, KanamePoint best) {
    DatabaseRecord record = record_of(0, 77, 5), found;
    record.has_best = true;
    record.best = best;
    ck_assert(put_record(database, position, &record));
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        DatabasePosition image = turned(position, symmetry);
        KanamePoint due = symmetry_image(symmetry, best, position->width, position->height);
        ck_assert_int_eq(database_get(database, &image, &found), DATABASE_FOUND);
        ck_assert_int_eq(found.value, 77);
        ck_assert(found.has_best);
        ck_assert_int_eq(found.best.x, due.x);
        ck_assert_int_eq(found.best.y, due.y);
        ck_assert(put_record(database, &image, &found));
    }
    ck_assert_int_eq(database_count(database), 1);
}

START_TEST(turns_and_mirror_images_are_one_position) {
    DatabasePosition position = position_of("h8i9j7c4");
    check_images(&position, (KanamePoint){1, 2});
}
END_TEST

START_TEST(so_they_are_on_rectangles) {
    DatabasePosition position = position_of_size("a1c2b5", 9, 6);
    check_images(&position, (KanamePoint){8, 0});
}
END_TEST

START_TEST(the_order_of_moves_does_not_matter) {
    DatabaseRecord record;
    put("h8i9j7", record_of(0, 12, 3));
    ck_assert(get("j7i9h8", &record));
    ck_assert_int_eq(record.value, 12);
}
END_TEST

START_TEST(other_stones_rules_sizes_and_sides_are_other_positions) {
    DatabaseRecord record;
    put("h8i9", record_of(0, 1, 1));
    ck_assert(!get("h8j9", &record));
    ck_assert(!get("i9h8", &record)); /* the colours changed */
    DatabasePosition position = position_of("h8i9");
    position.rule = KANAME_RULE_RENJU;
    ck_assert_int_eq(database_get(database, &position, &record), DATABASE_NONE);
    position = position_of_size("h8i9", 16, 16);
    ck_assert_int_eq(database_get(database, &position, &record), DATABASE_NONE);
    position = position_of("h8i9");
    position.to_move = KANAME_WHITE;
    ck_assert_int_eq(database_get(database, &position, &record), DATABASE_NONE);
}
END_TEST

START_TEST(the_largest_full_board_is_kept) {
    DatabasePosition position;
    DatabaseRecord record = record_of('d', 0, 0);
    database_position_init(&position, KANAME_RULE_STANDARD, 22, 22);
    for (int i = 0; i < 22 * 22; i++)
        ck_assert(database_position_play(&position, (KanamePoint){i % 22, i / 22}));
    ck_assert(put_record(database, &position, &record));
    ck_assert_int_eq(database_get(database, &position, &record), DATABASE_FOUND);
    ck_assert_int_eq(record.tag, 'd');
}
END_TEST

/* ---- Records ------------------------------------------------------------------------------- */

START_TEST(a_record_outlives_the_program) {
    DatabaseRecord record = record_of('w', -29990, 20);
    strcpy(record.text, "line one\nline \"two\"");
    put("h8", record);
    open_again();
    memset(&record, 0, sizeof record);
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, 'w');
    ck_assert_int_eq(record.value, -29990);
    ck_assert_int_eq(record.depth, 20);
    ck_assert_str_eq(record.text, "line one\nline \"two\"");
}
END_TEST

START_TEST(a_proof_is_never_overwritten_by_a_guess) {
    DatabaseRecord record;
    add("h8", record_of('w', -29990, 8));
    add("h8", record_of(0, 300, 40));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, 'w');
    ck_assert_int_eq(record.value, -29990);
}
END_TEST

START_TEST(a_proof_overwrites_a_guess_however_deep) {
    DatabaseRecord record;
    add("h8", record_of(0, 300, 40));
    add("h8", record_of('w', -29990, 8));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, 'w');
    ck_assert_int_eq(record.value, -29990);
}
END_TEST

START_TEST(the_deeper_search_stays) {
    DatabaseRecord record;
    add("h8", record_of(0, 10, 20));
    add("h8", record_of(0, 99, 19));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 10);
    add("h8", record_of(0, 50, 21));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 50);
}
END_TEST

START_TEST(a_value_of_the_user_outlives_records_without_a_search) {
    DatabaseRecord record;
    add("h8", record_of('!', 0, 0));
    add("h8", record_of(0, 500, 0)); /* there was no value */
    add("h8", record_of(0, 0, 0));
    add("h8", record_of(0, 300, 0));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 500);
    ck_assert_int_eq(record.tag, '!');
    add("h8", record_of(0, 0, 1)); /* a search, though */
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 0);
    add("h8", record_of(0, 7, 1)); /* and a later one as deep */
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 7);
}
END_TEST

START_TEST(the_users_text_tag_and_choice_stay) {
    DatabaseRecord record = record_of('!', 0, 0);
    record.has_best = record.is_best_chosen = true;
    record.best = (KanamePoint){3, 3};
    strcpy(record.text, "mine");
    put("h8", record);
    record = record_of(0, 80, 30);
    record.has_best = true;
    record.best = (KanamePoint){9, 9};
    strcpy(record.text, "yours");
    add("h8", record);
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 80);
    ck_assert_int_eq(record.tag, '!');
    ck_assert_str_eq(record.text, "mine");
    ck_assert_int_eq(record.best.x, 3);
}
END_TEST

START_TEST(a_better_search_brings_its_best_move) {
    DatabaseRecord record = record_of(0, 10, 20), deeper = record_of(0, 20, 21);
    deeper.has_best = true;
    deeper.best = (KanamePoint){9, 9};
    add("h8", record);
    add("h8", deeper);
    ck_assert(get("h8", &record));
    ck_assert(record.has_best && !record.is_best_chosen);
    ck_assert_int_eq(record.best.x, 9);
    /* One that a user chose counts at any depth. */
    DatabaseRecord chosen = record_of(0, 0, 1);
    chosen.has_best = chosen.is_best_chosen = true;
    chosen.best = (KanamePoint){3, 4};
    add("h8", chosen);
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 20);
    ck_assert(record.is_best_chosen);
    ck_assert_int_eq(record.best.x, 3);
    ck_assert_int_eq(record.best.y, 4);
}
END_TEST

START_TEST(what_is_removed_is_gone) {
    DatabaseRecord record;
    DatabasePosition position = position_of("h8");
    put("h8", record_of(0, 1, 1));
    ck_assert(database_remove(database, &position));
    ck_assert(!get("h8", &record));
    ck_assert(database_remove(database, &position)); /* nothing there: fine */
}
END_TEST

START_TEST(followers_are_removed_in_every_image) {
    DatabaseRecord record;
    put("h8", record_of(0, 1, 1));
    put("h8i9", record_of('w', 1, 1));
    put("h8g7j10", record_of(0, 1, 1)); /* a turn of h8i9 is inside */
    put("h8i8", record_of('l', 1, 1));
    DatabasePosition position = position_of("h8g9"); /* another turn */
    ck_assert_int_eq(database_remove_from(database, &position, DATABASE_ALL), 2);
    ck_assert(get("h8", &record));
    ck_assert(get("h8i8", &record));
    ck_assert(!get("h8i9", &record));
}
END_TEST

static const struct {
    DatabaseFilter filter;
    int removed;
} filters[] = {
    {DATABASE_ALL, 5},         {DATABASE_WINS, 1},   {DATABASE_LOSSES, 1},
    {DATABASE_WINS_LOSSES, 2}, {DATABASE_PROVEN, 3}, {DATABASE_NOT_WINS_LOSSES, 3},
    {DATABASE_NOT_PROVEN, 2},
};
enum { FILTERS = sizeof filters / sizeof filters[0] };

START_TEST(filters_choose_by_tag) {
    DatabasePosition empty = position_of("");
    put("h8", record_of('w', 0, 0));
    put("h8i9", record_of('l', 0, 0));
    put("h8i9j10", record_of('d', 0, 0));
    put("h8i8", record_of(0, 0, 0));
    put("h8i8j8", record_of('x', 0, 0));
    ck_assert_int_eq(database_remove_from(database, &empty, filters[_i].filter),
                     filters[_i].removed);
    ck_assert_int_eq(database_count(database), 5 - filters[_i].removed);
}
END_TEST

START_TEST(each_record_is_visited_once) {
    char moves[16];
    long sum = 0;
    ck_assert(database_begin(database));
    for (int i = 0; i < 1700; i++) { /* several batches */
        DatabasePosition position = position_of("h8");
        ck_assert(database_position_play(&position, (KanamePoint){i % 15, i / 15 % 7}));
        snprintf(moves, sizeof moves, "%d", i);
        ck_assert(database_position_play(&position, (KanamePoint){i / 105 % 15, 14}));
        DatabaseRecord record = record_of(0, 0, 1);
        ck_assert(put_record(database, &position, &record));
    }
    ck_assert(database_commit(database));
    ck_assert_int_gt(database_count(database), 500);
    ck_assert(database_each(database, count_records, &sum));
    ck_assert_int_eq(sum, database_count(database));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("database");
    TCase *tests = tcase_create("database");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, turns_and_mirror_images_are_one_position);
    tcase_add_test(tests, so_they_are_on_rectangles);
    tcase_add_test(tests, the_order_of_moves_does_not_matter);
    tcase_add_test(tests, other_stones_rules_sizes_and_sides_are_other_positions);
    tcase_add_test(tests, the_largest_full_board_is_kept);
    tcase_add_test(tests, a_record_outlives_the_program);
    tcase_add_test(tests, a_proof_is_never_overwritten_by_a_guess);
    tcase_add_test(tests, a_proof_overwrites_a_guess_however_deep);
    tcase_add_test(tests, the_deeper_search_stays);
    tcase_add_test(tests, a_value_of_the_user_outlives_records_without_a_search);
    tcase_add_test(tests, the_users_text_tag_and_choice_stay);
    tcase_add_test(tests, a_better_search_brings_its_best_move);
    tcase_add_test(tests, what_is_removed_is_gone);
    tcase_add_test(tests, followers_are_removed_in_every_image);
    tcase_add_loop_test(tests, filters_choose_by_tag, 0, FILTERS);
    tcase_add_test(tests, each_record_is_visited_once);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
