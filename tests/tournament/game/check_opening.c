/* Lists of openings: tournament/game/opening.c. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/opening.h"
#include "shared/status/failure.h"
#include "support/harness.h"

static bool read_text(OpeningList *list, const char *text, OpeningNotation notation,
                      Failure *failure) {
    return opening_list_read(list, text, "book", notation, 15, 15, failure);
}

START_TEST(offsets_count_from_the_middle) {
    Opening opening;
    Failure failure = FAILURE_NONE;
    ck_assert(opening_parse(&opening, "8,-3, 6,-4,\t5,-4", OPENING_OFFSET, 20, 20, &failure));
    ck_assert_uint_eq(opening.count, 3);
    ck_assert_int_eq(opening.stones[0].x, 18);
    ck_assert_int_eq(opening.stones[0].y, 7);
    ck_assert_int_eq(opening.stones[2].x, 15);
    ck_assert_int_eq(opening.stones[2].y, 6);
    ck_assert(opening_parse(&opening, "0,0", OPENING_OFFSET, 15, 15, &failure));
    ck_assert_int_eq(opening.stones[0].x, 7);
}
END_TEST

START_TEST(pos_counts_rows_from_the_top) {
    Opening opening;
    Failure failure = FAILURE_NONE;
    char text[64];
    ck_assert(opening_parse(&opening, "b7d6e6f7h2k15", OPENING_POS, 15, 15, &failure));
    ck_assert_uint_eq(opening.count, 6);
    ck_assert_int_eq(opening.stones[0].x, 1);
    ck_assert_int_eq(opening.stones[0].y, 6);
    ck_assert_int_eq(opening.stones[5].y, 14);
    ck_assert_uint_eq(opening_to_pos(&opening, text, sizeof text), 13);
    ck_assert_str_eq(text, "b7d6e6f7h2k15");
    ck_assert(opening_parse(&opening, "b7 d6 e6\tf7h2 k15 ", OPENING_POS, 15, 15, &failure));
    ck_assert_uint_eq(opening_to_pos(&opening, text, sizeof text), 13);
    ck_assert_str_eq(text, "b7d6e6f7h2k15");
}
END_TEST

START_TEST(an_opening_may_fill_the_board) {
    enum { SIZE = 15 };
    char text[4 * SIZE * SIZE + 2] = "";
    Opening opening;
    OpeningList list;
    Failure failure = FAILURE_NONE;
    for (int i = 0, used = 0; i < SIZE * SIZE - 1; i++)
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "%c%d", 'a' + i % SIZE, 1 + i / SIZE);
    ck_assert(opening_parse(&opening, text, OPENING_POS, SIZE, SIZE, &failure));
    ck_assert_uint_eq(opening.count, SIZE * SIZE - 1);
    ck_assert_int_eq(opening.stones[150].x, 0);
    ck_assert_int_eq(opening.stones[150].y, 10);
    strcat(text, "\n");
    ck_assert_msg(read_text(&list, text, OPENING_POS, &failure), "%s", failure.text);
    ck_assert_uint_eq(list.count, 1);
    opening_list_release(&list);
}
END_TEST

static const struct {
    OpeningNotation notation;
    const char *line, *said;
} wrong[] = {
    {OPENING_OFFSET, "1", "pairs of offsets"},
    {OPENING_OFFSET, "1,2,", "last comma"},
    {OPENING_OFFSET, "1,2 3,4", "pairs of offsets"},
    {OPENING_OFFSET, "a,b", "pairs of offsets"},
    {OPENING_OFFSET, "8,0", "outside"},
    {OPENING_OFFSET, "0,0, 0,0", "on stone 1"},
    {OPENING_OFFSET, "99999999,0", "pairs of offsets"},
    {OPENING_POS, "H8", "like h8"},
    {OPENING_POS, "h", "like h8"},
    {OPENING_POS, "h8, i9", "like h8"},
    {OPENING_POS, "h16", "outside"},
    {OPENING_POS, "h0", "outside"},
    {OPENING_POS, "p1", "outside"},
    {OPENING_POS, "h8h8", "on stone 1"},
    {OPENING_POS, "h888", "like h8"},
};

START_TEST(a_wrong_line_is_refused_by_name) {
    OpeningList list;
    Failure failure = FAILURE_NONE;
    char text[200] = "\n";
    strcat(text, wrong[_i].line);
    strcat(text, "\n");
    ck_assert(!read_text(&list, text, wrong[_i].notation, &failure));
    ck_assert_msg(strstr(failure.text, "book:2: ") == failure.text, "%s", failure.text);
    ck_assert_msg(strstr(failure.text, wrong[_i].said) != NULL, "%s: %s", wrong[_i].line,
                  failure.text);
    ck_assert_uint_eq(list.count, 0);
}
END_TEST

START_TEST(empty_lines_are_empty_boards_except_at_the_end) {
    OpeningList list;
    Failure failure = FAILURE_NONE;
    ck_assert(read_text(&list, "# comment\r\nh8\r\n\r\ni9\r\n\r\n\n", OPENING_POS, &failure));
    ck_assert_uint_eq(list.count, 3);
    ck_assert_uint_eq(list.openings[1].count, 0);
    ck_assert_uint_eq(list.openings[2].count, 1);
    opening_list_release(&list);
    ck_assert(!read_text(&list, "", OPENING_POS, &failure));
    ck_assert(!opening_list_load(&list, "/nonexistent/book", OPENING_POS, 15, 15, &failure));
    ck_assert(strstr(failure.text, "/nonexistent/book") != NULL);
    ck_assert(!opening_list_load(&list, "/tmp", OPENING_POS, 15, 15, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "Is a directory"));
    ck_assert(!opening_list_load(&list, "/dev/zero", OPENING_POS, 15, 15, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "File too large"));
}
END_TEST

START_TEST(lines_of_any_length_are_no_danger) {
    OpeningList list;
    Failure failure = FAILURE_NONE;
    size_t length = 100000;
    char *text = malloc(length + 1);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < length; i++)
        text[i] = "h8"[i % 2];
    text[length] = '\0';
    ck_assert(!read_text(&list, text, OPENING_POS, &failure));
    ck_assert(strstr(failure.text, "too long") != NULL);
    free(text);
}
END_TEST

/* Lists of openings of one stone. */
static bool are_in_one_order(const OpeningList *a, const OpeningList *b) {
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (a->openings[i].stones[0].x != b->openings[i].stones[0].x ||
            a->openings[i].stones[0].y != b->openings[i].stones[0].y)
            return false;
    return a->count == b->count;
}

START_TEST(an_order_depends_on_its_seed_alone) {
    OpeningList a, b;
    Failure failure = FAILURE_NONE;
    char text[2000] = "";
    for (int i = 0; i < 100; i++)
        sprintf(text + strlen(text), "%c%d\n", 'a' + i % 15, 1 + i / 15);
    ck_assert(read_text(&a, text, OPENING_POS, &failure));
    ck_assert(read_text(&b, text, OPENING_POS, &failure));
    opening_list_shuffle(&a, 7);
    opening_list_shuffle(&b, 7);
    ck_assert(are_in_one_order(&a, &b));
    opening_list_shuffle(&b, 8);
    ck_assert(!are_in_one_order(&a, &b));
    bool is_seen[15][15] = {{false}};
    for (size_t i = 0; i < a.count; i++) {
        bool *seen = &is_seen[a.openings[i].stones[0].y][a.openings[i].stones[0].x];
        ck_assert(!*seen);
        *seen = true;
    }
    opening_list_release(&a);
    opening_list_release(&b);
}
END_TEST

START_TEST(the_eight_symmetries_differ_and_stay_on_the_board) {
    Opening base = {.count = 2, .stones = {{1, 2}, {5, 3}}};
    for (int i = 0; i < OPENING_TRANSFORMS; i++) {
        Opening a = base;
        opening_transform(&a, i, 15, 15);
        for (int j = 0; j < i; j++) {
            Opening b = base;
            opening_transform(&b, j, 15, 15);
            ck_assert_msg(memcmp(&a, &b, sizeof a) != 0, "%d equals %d", i, j);
        }
        /* Distances are kept. */
        int dx = a.stones[1].x - a.stones[0].x, dy = a.stones[1].y - a.stones[0].y;
        ck_assert_int_eq(dx * dx + dy * dy, 17);
        Opening oblong = base;
        opening_transform(&oblong, i, 20, 10);
        for (size_t k = 0; k < oblong.count; k++) {
            ck_assert_int_ge(oblong.stones[k].x, 0);
            ck_assert_int_lt(oblong.stones[k].x, 20);
            ck_assert_int_ge(oblong.stones[k].y, 0);
            ck_assert_int_lt(oblong.stones[k].y, 10);
        }
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("opening");
    tcase_add_test(tests, offsets_count_from_the_middle);
    tcase_add_test(tests, pos_counts_rows_from_the_top);
    tcase_add_test(tests, an_opening_may_fill_the_board);
    tcase_add_loop_test(tests, a_wrong_line_is_refused_by_name, 0,
                        (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(tests, empty_lines_are_empty_boards_except_at_the_end);
    tcase_add_test(tests, lines_of_any_length_are_no_danger);
    tcase_add_test(tests, an_order_depends_on_its_seed_alone);
    tcase_add_test(tests, the_eight_symmetries_differ_and_stay_on_the_board);
    Suite *suite = suite_create("opening");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
