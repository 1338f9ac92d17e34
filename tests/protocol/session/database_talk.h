/* database_talk.h: a session with a position database in a folder of the test. Each suite that
 * includes this has its own. */
#ifndef TESTS_PROTOCOL_SESSION_DATABASE_TALK_H
#define TESTS_PROTOCOL_SESSION_DATABASE_TALK_H

#include <check.h>
#include <stdio.h>

#include "protocol/support/change_file.h"
#include "protocol/support/linekind.h"
#include "protocol/support/talk.h"
#include "support/harness.h"

static Talk *talk;

/* change_file.h, whose function has a parameter of one of these names, comes before them. */
static char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];

/* Says lines separated by '|', `@` in them being the folder, and waits for what they cause. */
static inline void say(const char *lines) {
    char line[2048];
    while (*lines != '\0') {
        size_t length = 0;
        for (; *lines != '\0' && *lines != '|'; lines++) {
            if (*lines == '@')
                length += (size_t)snprintf(line + length, sizeof line - length, "%s", folder);
            else
                line[length++] = *lines;
        }
        line[length] = '\0';
        talk_ask(talk, line);
        while (!session_settle(talk->session))
            ;
        lines += *lines == '|';
    }
}

/* The fixture: a new database is open. */
static inline void set_up(void) {
    make_folder(folder);
    path_in(path, folder, "a file.db");
    talk = talk_new();
    say("START 15|YXSETDATABASE|@/a file.db");
    ck_assert_str_eq(talk_line(talk), "OK");
    ck_assert_str_eq(talk_line(talk), "MESSAGE position database opened, 0 positions");
}

static inline void tear_down(void) {
    talk_free(talk);
}

/* The next line; one that clients can take. */
#define ck_next(text)                                         \
    do {                                                      \
        const char *line_ = talk_line(talk);                  \
        ck_assert_str_eq(line_, text);                        \
        if (*line_ != '\0')                                   \
            ck_assert_int_ne(line_kind(line_), LINE_UNKNOWN); \
    } while (0)

#endif
