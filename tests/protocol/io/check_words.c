/* Words, numbers, points, lists of stones and notation. */
#include "io/notation.h"
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

/* ---- Words ------------------------------------------------------------------------------- */

START_TEST(words_are_separated_by_any_blanks) {
    Words line = words(" \tINFO\t rule  4 ");
    Word word;
    ck_assert(words_next(&line, &word) && word_is(word, "INFO"));
    ck_assert(words_next(&line, &word) && word_is(word, "RULE"));
    ck_assert(!words_at_end(&line));
    ck_assert(words_next(&line, &word) && word_is(word, "4"));
    ck_assert(words_at_end(&line));
    ck_assert(!words_next(&line, &word));
}
END_TEST

START_TEST(case_does_not_matter_and_length_does) {
    Word word = {"StArT", 5};
    ck_assert(word_is(word, "START"));
    ck_assert(!word_is(word, "STAR"));
    ck_assert(!word_is(word, "STARTS"));
    ck_assert(!word_is((Word){"STAR\0", 5}, "STAR"));
    ck_assert(!word_is((Word){"", 0}, "STAR"));
}
END_TEST

static const struct {
    const char *text;
    bool is_number;
    int64_t value;
} integers[] = {
    {"0", true, 0},
    {"-0", true, 0},
    {"007", true, 7},
    {"+5", true, 5},
    {"-12 x", true, -12},
    {"9223372036854775807", true, INT64_MAX},
    {"-9223372036854775808", true, INT64_MIN},
    {"9223372036854775808", false, 0},
    {"-9223372036854775809", false, 0},
    {"99999999999999999999999999", false, 0},
    {"", false, 0},
    {"-", false, 0},
    {"+-5", false, 0},
    {"5x", false, 0},
    {"5,", false, 0},
    {"5.0", false, 0},
    {"0x10", false, 0},
    {"1e3", false, 0},
};
enum { INTEGERS = sizeof integers / sizeof integers[0] };

START_TEST(a_number_is_whole_and_fits_or_is_refused) {
    Words line = words(integers[_i].text);
    int64_t value = 0;
    ck_assert(words_integer(&line, &value) == integers[_i].is_number);
    if (integers[_i].is_number)
        ck_assert_int_eq(value, integers[_i].value);
    else
        ck_assert_ptr_eq(line.next, integers[_i].text);
}
END_TEST

static const struct {
    const char *text;
    size_t count;
    int64_t values[3];
} number_lists[] = {
    {"7,8", 2, {7, 8}},
    {" 7 , 8 ", 2, {7, 8}},
    {"7 ,8,\t9", 3, {7, 8, 9}},
    {"7", 1, {7}},
    {"-1,-1", 2, {-1, -1}},
    {"7,8 9,9", 2, {7, 8}},
    {"7,,8", 0, {0}},
    {"7,", 0, {0}},
    {",7", 0, {0}},
    {"7,8x", 0, {0}},
    {"7;8", 0, {0}},
    {"1,2,3,4", 0, {0}},
    {"x", 0, {0}},
    {"", 0, {0}},
    {"7,8.5", 0, {0}},
    {"7,99999999999999999999", 0, {0}},
};
enum { NUMBER_LISTS = sizeof number_lists / sizeof number_lists[0] };

START_TEST(numbers_are_joined_by_commas_with_blanks) {
    Words line = words(number_lists[_i].text);
    int64_t values[3];
    size_t count = words_numbers(&line, values, 3);
    ck_assert_uint_eq(count, number_lists[_i].count);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(values[i], number_lists[_i].values[i]);
}
END_TEST

START_TEST(what_is_no_number_is_passed_over_up_to_the_next_blank) {
    Words line = words("7,x5 8,8");
    int64_t values[2];
    ck_assert_uint_eq(words_numbers(&line, values, 2), 0);
    ck_assert_uint_eq(words_numbers(&line, values, 2), 2);
    ck_assert_int_eq(values[0], 8);
    ck_assert(words_at_end(&line));
}
END_TEST

/* ---- Lists of stones --------------------------------------------------------------------- */

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

/* ---- Notation ---------------------------------------------------------------------------- */

START_TEST(points_are_written_and_read) {
    char text[NOTATION_POINT_MAX];
    for (int rows = 0; rows <= KANAME_MAX_SIZE; rows += KANAME_MAX_SIZE)
        for (int y = 0; y < KANAME_MAX_SIZE; y++)
            for (int x = 0; x < KANAME_MAX_SIZE; x++) {
                KanamePoint back;
                notation_point(text, (KanamePoint){x, y}, (NotationView){.row_count = rows});
                const char *at = text;
                ck_assert(notation_read_point(&at, text + strlen(text), rows, &back));
                ck_assert_int_eq(*at, '\0');
                ck_assert_int_eq(back.x, x);
                ck_assert_int_eq(back.y, y);
            }
}
END_TEST

START_TEST(row_1_is_the_lowest) {
    static const struct {
        KanamePoint point;
        int rows;
        const char *text;
    } points[] = {{{7, 7}, 15, "H8"}, {{0, 14}, 15, "A1"}, {{7, 8}, 15, "H7"}, {{19, 0}, 9, "T9"}};
    char text[NOTATION_POINT_MAX];
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        notation_point(text, points[i].point, (NotationView){.row_count = points[i].rows});
        ck_assert_str_eq(text, points[i].text);
    }
}
END_TEST

/* Yixin-Board writes row,column with the rows from the top, and shows row 1 at the bottom. */
START_TEST(row_first_clients_see_their_own_letters) {
    char text[NOTATION_POINT_MAX];
    notation_point(text, (KanamePoint){0, 2},
                   (NotationView){.is_row_first = true, .row_count = 15});
    ck_assert_str_eq(text, "C15");
}
END_TEST

START_TEST(what_is_no_point_is_refused) {
    static const char *const bad[] = {"", "h", "8", "h0", "hh", "-h8", "h-8", ",,"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *at = bad[i];
        KanamePoint point;
        ck_assert(!notation_read_point(&at, at + strlen(at), 15, &point));
    }
}
END_TEST

START_TEST(a_line_of_moves_is_cut_at_a_move) {
    KanamePoint moves[] = {{7, 7}, {8, 9}, {0, 0}};
    char text[8];
    notation_line(text, sizeof text, moves, 3, " ", (NotationView){.row_count = 15});
    ck_assert_str_eq(text, "H8 I6");
    notation_line(text, sizeof text, moves, 0, " ", (NotationView){.row_count = 15});
    ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(proven_scores_tell_their_distance) {
    char text[NOTATION_SCORE_MAX];
    notation_score(text, 123);
    ck_assert_str_eq(text, "123");
    notation_score(text, -5);
    ck_assert_str_eq(text, "-5");
    notation_score(text, KANAME_SCORE_WIN - 7);
    ck_assert_str_eq(text, "+M7");
    notation_score(text, -KANAME_SCORE_WIN + 4);
    ck_assert_str_eq(text, "-M4");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("command");
    TCase *word_case = tcase_create("words");
    tcase_add_test(word_case, words_are_separated_by_any_blanks);
    tcase_add_test(word_case, case_does_not_matter_and_length_does);
    tcase_add_loop_test(word_case, a_number_is_whole_and_fits_or_is_refused, 0, INTEGERS);
    tcase_add_loop_test(word_case, numbers_are_joined_by_commas_with_blanks, 0, NUMBER_LISTS);
    tcase_add_test(word_case, what_is_no_number_is_passed_over_up_to_the_next_blank);
    suite_add_tcase(suite, word_case);
    TCase *stone_case = tcase_create("stones");
    tcase_add_test(stone_case, entries_come_on_one_line_or_on_many);
    tcase_add_test(stone_case, bad_entries_are_passed_over_and_counted);
    tcase_add_test(stone_case, flags_mean_nothing_where_none_are_wanted);
    tcase_add_test(stone_case, a_list_longer_than_the_board_is_bounded);
    tcase_add_loop_test(stone_case, flags_become_colours, 0, READINGS);
    tcase_add_test(stone_case, flag_three_is_a_wall);
    suite_add_tcase(suite, stone_case);
    TCase *notation_case = tcase_create("notation");
    tcase_add_test(notation_case, points_are_written_and_read);
    tcase_add_test(notation_case, row_1_is_the_lowest);
    tcase_add_test(notation_case, row_first_clients_see_their_own_letters);
    tcase_add_test(notation_case, what_is_no_point_is_refused);
    tcase_add_test(notation_case, a_line_of_moves_is_cut_at_a_move);
    tcase_add_test(notation_case, proven_scores_tell_their_distance);
    suite_add_tcase(suite, notation_case);
    return run_suite(suite);
}
