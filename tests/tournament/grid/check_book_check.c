/* The check of the file that a worker made of a block of opening positions. */
#include "grid/blocks/book_check.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "support/harness.h"

#define HEAD "kaname-openings 1\nboard renju 15 2000\n"

static const BookSearch search = {.rule = "renju", .size = 15, .nodes = 2000, .lines = 3};

/* `-` and `hh` map onto themselves by all symmetries, `hhgg` and `ffgghh` by a diagonal. */
static const BookForm forms[] = {"-", "hh", "hhgg", "ffgghh"};
enum { FORMS = sizeof forms / sizeof *forms };

static const char *check_text(const char *text) {
    return book_check(&search, forms, FORMS, text, strlen(text));
}

START_TEST(the_file_of_the_block_is_taken) {
    const char *good = check_text(HEAD "- hh=583\n"
                                       "hh gg=1000 gh=+7 ff=-8\n"
                                       "hhgg aa=0 ab=+999 oo=-1\n"
                                       "ffgghh aa=1\n");
    ck_assert_msg(good == NULL, "%s", good);
    ck_assert_ptr_null(book_check(&search, forms, 0, HEAD, strlen(HEAD)));
}
END_TEST

/* Each is a file of one position, hhgg, that is wrong in one way. */
START_TEST(moves_that_the_engine_would_refuse_are_refused) {
    static const char *const wrong[] = {
        "",
        " ",
        " aa",
        " aa=",
        " aa=1001",
        " aa=+0",
        " aa=-0",
        " aa=+1000",
        " aa=99999999999",
        " aa=1x",
        " aa=1 ",
        "  aa=1",
        " aa=1 aa=2",
        " hh=1",
        " gg=1",
        " ap=1",
        " pa=1",
        " Aa=1",
        " ba=1",
        " aa1.2.3=4",
        " aa=1\r",
        " aa=1 ab=1 ac=1 ad=1",
        " a",
        " aa=+-1",
    };
    const BookForm *form = &forms[2];
    char text[200];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, HEAD "hhgg%s\n", wrong[i]);
        ck_assert_msg(book_check(&search, form, 1, text, strlen(text)) != NULL, "%s", wrong[i]);
    }
    snprintf(text, sizeof text, HEAD "hhgg aa=1 ab=2 bb=3\n");
    ck_assert_ptr_null(book_check(&search, form, 1, text, strlen(text)));
    for (size_t length = 0; length < strlen(text); length++)
        ck_assert_ptr_nonnull(book_check(&search, form, 1, text, length));
}
END_TEST

/* Of the points that a symmetry of the position makes equal, the least one is listed. */
START_TEST(a_move_is_in_its_least_form) {
    static const struct {
        int form;
        const char *line;
        bool is_right;
    } cases[] = {{0, "- gh=1", true},     {0, "- hg=1", false},     {0, "- hi=1", false},
                 {0, "- ih=1", false},    {1, "hh gg=1", true},     {1, "hh gi=1", false},
                 {1, "hh ii=1", false},   {2, "hhgg ab=1", true},   {2, "hhgg ba=1", false},
                 {2, "hhgg ii=1", true},  {3, "ffgghh ab=1", true}, {3, "ffgghh ba=1", false},
                 {3, "ffgghh oo=1", true}};
    char text[200];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, HEAD "%s\n", cases[i].line);
        const char *why = book_check(&search, &forms[cases[i].form], 1, text, strlen(text));
        ck_assert_msg((why == NULL) == cases[i].is_right, "%s", cases[i].line);
    }
}
END_TEST

START_TEST(other_positions_boards_and_searches_are_refused) {
    static const char *const wrong[] = {
        "",
        "kaname-openings 1\n",
        "kaname-openings 2\nboard renju 15 2000\n- hh=1\nhh gg=1\nhhgg aa=1\nffgghh aa=1\n",
        "kaname-openings 1\nboard caro 15 2000\n- hh=1\nhh gg=1\nhhgg aa=1\nffgghh aa=1\n",
        "kaname-openings 1\nboard renju 16 2000\n- hh=1\nhh gg=1\nhhgg aa=1\nffgghh aa=1\n",
        "kaname-openings 1\nboard renju 15 200\n- hh=1\nhh gg=1\nhhgg aa=1\nffgghh aa=1\n",
        HEAD "- hh=1\nhh gg=1\nhhgg aa=1\n",
        HEAD "- hh=1\nhhgg aa=1\nffgghh aa=1\n",
        HEAD "hh gg=1\n- hh=1\nhhgg aa=1\nffgghh aa=1\n",
        HEAD "- hh=1\n- hh=1\nhh gg=1\nhhgg aa=1\nffgghh aa=1\n",
        HEAD "- hh=1\nhh gg=1\nhhgg aa=1\nffgghh aa=1\nffgghi aa=1\n",
        HEAD "- hh=1\nhh gg=1\nhhgg aa=1\nffgghi aa=1\n",
        HEAD "- hh=1\nhh gg=1\nhhgg aa=1\nffgghhii aa=1\n",
        HEAD "- hh=1\nhh gg=1\nhhgg aa=1\nffgghh aa=1\n\n",
        HEAD "\n- hh=1\nhh gg=1\nhhgg aa=1\nffgghh aa=1\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(check_text(wrong[i]) != NULL, "%s", wrong[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("book_check");
    TCase *tests = tcase_create("book_check");
    tcase_add_test(tests, the_file_of_the_block_is_taken);
    tcase_add_test(tests, moves_that_the_engine_would_refuse_are_refused);
    tcase_add_test(tests, a_move_is_in_its_least_form);
    tcase_add_test(tests, other_positions_boards_and_searches_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
