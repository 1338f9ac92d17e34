/* person.h: a person who plays with the real engine at a terminal of memory, and their
 * file. One at a time. */
#ifndef TESTS_PROTOCOL_PLAY_PERSON_H
#define TESTS_PROTOCOL_PLAY_PERSON_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "play/loop.h"
#include "play/terminal.h"
#include "support/harness.h"

enum { SHOWN_MAX = 1 << 20 };

/* What is shown, and what the person says. */
typedef struct Person {
    KanameEngine *engine;
    TerminalIo io;
    TerminalOptions options;
    const char *said; /* what the person has still to say */
    size_t said_length;
    int columns;
    size_t length, break_after; /* of `shown`; the output breaks there */
    char shown[SHOWN_MAX];
} Person;

extern Person person;

/* Plays a game in which the person says these bytes; false if the output broke. */
bool play_bytes(const char *said, size_t length);

/* The same for a text. Returns what was shown. */
const char *play(const char *said);

/* The end of what was shown, as long as check prints it. */
const char *shown_end(void);

/* The text is, or is not, in what was shown. */
#define ck_shows(text) ck_assert_msg(strstr(person.shown, text) != NULL, "%s", shown_end())
#define ck_hides(text) ck_assert_msg(strstr(person.shown, text) == NULL, "%s", shown_end())

/* The person's file and its folder, which holds nothing else. */
extern char folder[TEST_PATH_BYTES], file_name[TEST_PATH_BYTES];

/* Names a file of a new folder; it is not there yet. */
void name_a_file(void);

/* Removes the file and its folder. Fails the test if anything else is there. */
void expect_no_other_file(void);

/* Says `before`, then the verb with the file, then `after`. Returns what was shown. */
const char *say_with_file(const char *before, const char *verb, const char *after);

/* Names a file and writes it. */
void write_named_file(const char *text);

/* The same for a file of SGF. */
void name_an_sgf(const char *text);

/* Adds a case whose tests begin with a person new to the program. */
TCase *add_case(Suite *suite, const char *name);

#endif
