/* Lists of stones. */
#include "session/stones.h"
#include "shared/text/words.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

static Words words(const char *text) {
    return words_of(text, strlen(text));
}

/* Feeds lines separated by '\n' to a 15x15 list; true when DONE came. */
static bool feed(StoneList *list, bool wants_flag, const char *text) {
    stone_list_clear(list, 15, 15, wants_flag);
    bool is_done = false;
    while (*text != '\0' && !is_done) {
        size_t length = strcspn(text, "\n");
        Words line = words_of(text, length);
        is_done = stone_list_feed(list, &line);
        text += length + (text[length] == '\n');
    }
    return is_done;
}

START_TEST(entries_come_on_one_line_or_on_many) {
    StoneList list;
    ck_assert(feed(&list, true, "7,7,1\n8 , 7 , 2\n\ndone"));
    ck_assert_uint_eq(list.count, 2);
    ck_assert(feed(&list, true, "7,7,1 8,7,2 DONE"));
    ck_assert_uint_eq(list.count, 2);
    ck_assert_int_eq(list.entries[1].point.x, 8);
    ck_assert_int_eq(list.entries[1].flag, STONE_FLAG_OTHER);
    ck_assert_uint_eq(list.skipped, 0);
    ck_assert(!feed(&list, true, "7,7,1\nDONEX"));
}
END_TEST

START_TEST(bad_entries_are_passed_over_and_counted) {
    StoneList list;
    ck_assert(feed(&list, true,
                   "7,7,1\n7,7,2\n15,0,1\n-1,0,1\n0,15,2\n3,3\n3,3,4\n3,3,0\nfoo\n"
                   "99999999999999999999,1,1\n4,4,2\nDONE"));
    ck_assert_uint_eq(list.count, 2);
    ck_assert_uint_eq(list.skipped, 9);
}
END_TEST

START_TEST(flags_mean_nothing_where_none_are_wanted) {
    StoneList list;
    ck_assert(feed(&list, false, "7,7\n8,8,9\nDONE"));
    ck_assert_uint_eq(list.count, 2);
    ck_assert_int_eq(list.entries[1].flag, STONE_FLAG_NONE);
}
END_TEST

START_TEST(a_list_longer_than_the_board_is_bounded) {
    StoneList list;
    stone_list_clear(&list, 22, 22, true);
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < KANAME_MAX_CELLS; i++) {
            char text[32];
            snprintf(text, sizeof text, "%d,%d,1", i % 22, i / 22);
            Words line = words(text);
            ck_assert(!stone_list_feed(&list, &line));
        }
    ck_assert_uint_eq(list.count, KANAME_MAX_CELLS);
    ck_assert_uint_eq(list.skipped, 2 * KANAME_MAX_CELLS);
}
END_TEST

static const struct {
    StoneReading reading;
    const char *text;
    KanameColor first, to_move; /* of the first stone that is no wall; side to move */
} readings[] = {
    {STONES_BY_COUNT, "DONE", KANAME_EMPTY, KANAME_BLACK},
    {STONES_BY_COUNT, "7,7,2 DONE", KANAME_BLACK, KANAME_WHITE},
    {STONES_BY_COUNT, "7,7,1 8,8,2 DONE", KANAME_BLACK, KANAME_BLACK},
    {STONES_BY_COUNT, "7,7,2 8,8,1 9,9,2 DONE", KANAME_BLACK, KANAME_WHITE},
    /* Counts that fit tell the side whatever the order. */
    {STONES_BY_COUNT, "7,7,2 8,8,1 DONE", KANAME_WHITE, KANAME_BLACK},
    {STONES_BY_COUNT, "7,7,1 8,8,2 9,9,2 DONE", KANAME_WHITE, KANAME_WHITE},
    /* Counts that do not: the first stone is Black's. */
    {STONES_BY_COUNT, "7,7,1 8,8,1 9,9,2 DONE", KANAME_BLACK, KANAME_BLACK},
    {STONES_BY_COUNT, "7,7,2 8,8,2 9,9,2 1,1,1 DONE", KANAME_BLACK, KANAME_WHITE},
    {STONES_BY_COUNT, "7,7,1 DONE", KANAME_BLACK, KANAME_BLACK},
    {STONES_BY_COUNT, "7,7,2 8,8,2 DONE", KANAME_WHITE, KANAME_BLACK},
    {STONES_BY_COUNT, "0,0,3 7,7,2 8,8,1 9,9,2 1,0,3 DONE", KANAME_BLACK, KANAME_WHITE},
    {STONES_BY_ORDER, "7,7,1 8,8,2 9,9,2 DONE", KANAME_BLACK, KANAME_BLACK},
    {STONES_BY_ORDER, "7,7,2 8,8,1 DONE", KANAME_BLACK, KANAME_WHITE},
    {STONES_BY_ORDER, "7,7,1 8,8,1 9,9,1 DONE", KANAME_BLACK, KANAME_BLACK},
    {STONES_BY_ORDER, "7,7,2 DONE", KANAME_BLACK, KANAME_WHITE},
    {STONES_BY_ORDER, "7,7,2 8,8,2 DONE", KANAME_WHITE, KANAME_BLACK},
    {STONES_BY_ORDER, "0,0,3 7,7,2 8,8,1 DONE", KANAME_BLACK, KANAME_WHITE},
};
enum { READINGS = sizeof readings / sizeof readings[0] };

START_TEST(flags_become_colours) {
    StoneList list;
    KanameStone stones[KANAME_MAX_CELLS];
    ck_assert(feed(&list, true, readings[_i].text));
    ck_assert_int_eq(stone_list_position(&list, readings[_i].reading, stones),
                     readings[_i].to_move);
    KanameColor first = KANAME_EMPTY;
    for (size_t i = list.count; i-- > 0;)
        if (stones[i].color != KANAME_WALL)
            first = stones[i].color;
    ck_assert_int_eq(first, readings[_i].first);
}
END_TEST

START_TEST(flag_three_is_a_wall) {
    StoneList list;
    KanameStone stones[KANAME_MAX_CELLS];
    ck_assert(feed(&list, true, "5,6,3 DONE"));
    (void)stone_list_position(&list, STONES_BY_COUNT, stones);
    ck_assert_int_eq(stones[0].color, KANAME_WALL);
    ck_assert_int_eq(stones[0].x, 5);
    ck_assert_int_eq(stones[0].y, 6);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("stones");
    tcase_add_test(tests, entries_come_on_one_line_or_on_many);
    tcase_add_test(tests, bad_entries_are_passed_over_and_counted);
    tcase_add_test(tests, flags_mean_nothing_where_none_are_wanted);
    tcase_add_test(tests, a_list_longer_than_the_board_is_bounded);
    tcase_add_loop_test(tests, flags_become_colours, 0, READINGS);
    tcase_add_test(tests, flag_three_is_a_wall);
    Suite *suite = suite_create("stones");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
