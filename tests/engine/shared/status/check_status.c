/* Statuses have words, and failures carry their place and reason to the user. */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/expect.h"
#include "support/harness.h"

START_TEST(every_status_has_words_of_its_own) {
    for (int a = 0; a < STATUS_COUNT; a++) {
        const char *text = status_text((Status)a);
        expect(text != NULL && text[0] != '\0');
        for (int b = a + 1; b <= STATUS_COUNT; b++)
            expect(strcmp(text, status_text((Status)b)) != 0);
    }
}
END_TEST

START_TEST(a_system_error_gives_its_reason) {
    errno = ENOENT;
    ck_assert_str_eq(status_reason(STATUS_UNREADABLE), strerror(ENOENT));
    ck_assert_str_eq(status_reason(STATUS_UNWRITABLE), strerror(ENOENT));
    ck_assert_str_eq(status_reason(STATUS_TOO_LARGE), "the file is too large");
    errno = 0;
    ck_assert_str_eq(status_reason(STATUS_UNREADABLE), "the file cannot be read");
}
END_TEST

START_TEST(a_failure_names_its_place_and_reason) {
    Failure failure = FAILURE_NONE;
    expect(!failure_set(&failure, STATUS_MEMORY));
    expect_equal(failure.status, STATUS_MEMORY);
    ck_assert_str_eq(failure.text, "not enough memory");
    errno = EACCES;
    expect(!failure_at(&failure, STATUS_UNREADABLE, "%s:%d", "plan", 3));
    expect_equal(failure.status, STATUS_UNREADABLE);
    expect_equal(errno, EACCES);
    char text[100];
    snprintf(text, sizeof text, "plan:3: %s", strerror(EACCES));
    ck_assert_str_eq(failure.text, text);
    expect(!failure_say(&failure, STATUS_TOO_LARGE, "%d bytes", 9));
    expect_equal(failure.status, STATUS_TOO_LARGE);
    ck_assert_str_eq(failure.text, "9 bytes");
}
END_TEST

START_TEST(a_failure_may_be_set_from_its_own_text) {
    Failure failure = FAILURE_NONE;
    failure_say(&failure, STATUS_TOO_LARGE, "9 bytes");
    failure_say(&failure, STATUS_TOO_LARGE, "file (%s)", failure.text);
    ck_assert_str_eq(failure.text, "file (9 bytes)");
    failure_at(&failure, STATUS_MEMORY, "%s", failure.text);
    ck_assert_str_eq(failure.text, "file (9 bytes): not enough memory");
    expect(!failure_pass(&failure, &failure, "%s", "list"));
    ck_assert_str_eq(failure.text, "list: file (9 bytes): not enough memory");
    expect_equal(failure.status, STATUS_MEMORY);
}
END_TEST

START_TEST(a_long_text_is_cut) {
    Failure failure = FAILURE_NONE;
    static char name[2 * FAILURE_BYTES];
    memset(name, 'n', sizeof name - 1);
    failure_say(&failure, STATUS_TOO_LARGE, "%s", name);
    expect_equal(strlen(failure.text), FAILURE_BYTES - 1);
    failure_at(&failure, STATUS_TOO_LARGE, "%s", name);
    expect_equal(strlen(failure.text), FAILURE_BYTES - 1);
    failure_at(&failure, STATUS_TOO_LARGE, "%s", name + FAILURE_BYTES + 5);
    expect_equal(strlen(failure.text), FAILURE_BYTES - 1);
    expect(strstr(failure.text, "n: th") != NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("status");
    TCase *status = tcase_create("status");
    tcase_add_test(status, every_status_has_words_of_its_own);
    tcase_add_test(status, a_system_error_gives_its_reason);
    tcase_add_test(status, a_failure_names_its_place_and_reason);
    tcase_add_test(status, a_failure_may_be_set_from_its_own_text);
    tcase_add_test(status, a_long_text_is_cut);
    suite_add_tcase(suite, status);
    return run_suite(suite);
}
