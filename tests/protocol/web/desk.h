/* desk.h: requests of the page and their answers, with the real engine. Each suite that includes
 * this has its own. */
#ifndef TESTS_PROTOCOL_WEB_DESK_H
#define TESTS_PROTOCOL_WEB_DESK_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "web/handlers/web_commands.h"

static WebDesk *desk;

/* The fixture. */
static inline void set_up(void) {
    desk = desk_new();
    ck_assert_ptr_nonnull(desk);
}

static inline void tear_down(void) {
    desk_free(desk);
    desk = NULL;
}

/* The answer to the request, which is an object; to be freed. */
static inline char *ask_with(const char *line, const char *data) {
    char *answer = web_answer(desk, line, data, data != NULL ? strlen(data) : 0);
    ck_assert_ptr_nonnull(answer);
    ck_assert_int_eq(answer[0], '{');
    ck_assert_int_eq(answer[strlen(answer) - 1], '}');
    return answer;
}

/* The answer to the request holds the text. */
static inline void expect_with(const char *line, const char *data, const char *text) {
    char *answer = ask_with(line, data);
    ck_assert_msg(strstr(answer, text) != NULL, "%s: no %s in %s", line, text, answer);
    free(answer);
}

static inline void expect(const char *line, const char *text) {
    expect_with(line, NULL, text);
}

#endif
