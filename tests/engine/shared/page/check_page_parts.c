/* A page is its frame with style, data and scripts in their places. */
#define _POSIX_C_SOURCE 200809L
#include "shared/page/page.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/page/parts.h"
#include "support/harness.h"

#define FRAME "<a>@PAGE_CSS@<b>@PAGE_DATA@<c>@PAGE_JS@<d>"

static bool write_data(FILE *file, void *context) {
    fputs("{\"data\":1}", file);
    return *(const bool *)context;
}

/* Writes the page. Returns what was written, to be freed. */
static char *written(const char *html, const char *policy, bool has_data, bool *is_good) {
    char *text = NULL;
    size_t size = 0;
    static const char *const scripts[] = {"OWN-", "SCRIPTS", NULL};
    const Page page = {.html = html,
                       .css = "OWN-STYLE",
                       .scripts = scripts,
                       .write_data = write_data,
                       .context = &has_data,
                       .policy = policy};
    FILE *file = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(file);
    *is_good = page_write(file, &page);
    ck_assert_int_eq(fclose(file), 0);
    return text;
}

/* Fails unless the texts stand in the page in this order, with nothing else. */
static void expect_parts(const char *page, const char *const *parts) {
    for (; *parts != NULL; page += strlen(*parts++))
        ck_assert_msg(strncmp(page, *parts, strlen(*parts)) == 0, "no '%.40s' but '%.40s'", *parts,
                      page);
    ck_assert_str_eq(page, "");
}

START_TEST(parts_stand_at_their_marks) {
    bool is_good;
    char *page = written(FRAME, NULL, true, &is_good);
    ck_assert(is_good);
    expect_parts(page,
                 (const char *const[]){"<a>", page_css, "OWN-STYLE", "<b>", "{\"data\":1}", "<c>",
                                       tools_js, board_js, "OWN-", "SCRIPTS", "<d>", NULL});
    free(page);
}
END_TEST

START_TEST(a_policy_has_a_mark_of_its_own) {
    bool is_good;
    char *page = written("<p>@PAGE_POLICY@" FRAME, "POLICY", true, &is_good);
    ck_assert(is_good);
    ck_assert_int_eq(strncmp(page, "<p>POLICY<a>", 12), 0);
    free(page);
    free(written(FRAME, "POLICY", true, &is_good)); /* the frame has no mark for it */
    ck_assert(!is_good);
}
END_TEST

START_TEST(a_page_without_its_data_or_a_mark_is_none) {
    static const char *const frames[] = {"@PAGE_DATA@ @PAGE_JS@", "@PAGE_CSS@ @PAGE_JS@",
                                         "@PAGE_CSS@ @PAGE_DATA@",
                                         "@PAGE_DATA@ @PAGE_CSS@ @PAGE_JS@"};
    bool is_good;
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        free(written(frames[i], NULL, true, &is_good));
        ck_assert_msg(!is_good, "%s", frames[i]);
    }
    free(written(FRAME, NULL, false, &is_good));
    ck_assert(!is_good);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("page_parts");
    TCase *tests = tcase_create("page_parts");
    tcase_add_test(tests, parts_stand_at_their_marks);
    tcase_add_test(tests, a_policy_has_a_mark_of_its_own);
    tcase_add_test(tests, a_page_without_its_data_or_a_mark_is_none);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
