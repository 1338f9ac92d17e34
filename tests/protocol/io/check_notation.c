/* Scores as text. */
#include "io/notation.h"

#include <check.h>

#include "support/harness.h"

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
    TCase *tests = tcase_create("notation");
    tcase_add_test(tests, proven_scores_tell_their_distance);
    Suite *suite = suite_create("notation");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
