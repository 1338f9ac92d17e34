/* Points as text. */
#include "shared/notation/points.h"

#include <check.h>
#include <string.h>

#include "support/harness.h"

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

int main(void) {
    TCase *tests = tcase_create("points");
    tcase_add_test(tests, points_are_written_and_read);
    tcase_add_test(tests, row_1_is_the_lowest);
    tcase_add_test(tests, row_first_clients_see_their_own_letters);
    tcase_add_test(tests, what_is_no_point_is_refused);
    tcase_add_test(tests, a_line_of_moves_is_cut_at_a_move);
    Suite *suite = suite_create("points");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
