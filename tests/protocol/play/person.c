#include "protocol/play/person.h"

#include <stdio.h>
#include <unistd.h>

Person person;

static size_t read_said(void *context, char *buffer, size_t capacity) {
    (void)context;
    size_t count = person.said_length < capacity ? person.said_length : capacity;
    memcpy(buffer, person.said, count);
    person.said += count;
    person.said_length -= count;
    return count;
}

static bool show(void *context, const char *text, size_t length) {
    (void)context;
    if (person.length + length > person.break_after)
        return false;
    memcpy(person.shown + person.length, text, length);
    person.length += length;
    person.shown[person.length] = '\0';
    return true;
}

static int width(void *context) {
    (void)context;
    return person.columns;
}

static void set_up(void) {
    memset(&person, 0, sizeof person);
    person.engine = kaname_new();
    ck_assert_ptr_nonnull(person.engine);
    person.columns = 80;
    person.break_after = SHOWN_MAX - 1;
    person.io = (TerminalIo){.read = read_said, .write = show, .columns = width};
    person.options = (TerminalOptions){
        .rule = KANAME_RULE_FREESTYLE, .width = 15, .height = 15, .level = 1, .turn_ms = 10};
}

static void tear_down(void) {
    kaname_free(person.engine);
}

bool play_bytes(const char *said, size_t length) {
    person.said = said;
    person.said_length = length;
    person.length = 0;
    return terminal_play(person.engine, &person.options, &person.io);
}

const char *play(const char *said) {
    ck_assert(play_bytes(said, strlen(said)));
    return person.shown;
}

const char *shown_end(void) {
    enum { PRINTED = 3000 };
    return person.shown + (person.length > PRINTED ? person.length - PRINTED : 0);
}

char folder[TEST_PATH_BYTES], file_name[TEST_PATH_BYTES];

void name_a_file(void) {
    make_folder(folder);
    path_in(file_name, folder, "a game.txt");
}

void expect_no_other_file(void) {
    ck_assert_int_eq(remove(file_name), 0);
    ck_assert_int_eq(rmdir(folder), 0); /* fails when something was left behind */
}

const char *say_with_file(const char *before, const char *verb, const char *after) {
    char said[512];
    snprintf(said, sizeof said, "%s%s %s\n%s", before, verb, file_name, after);
    return play(said);
}

void write_named_file(const char *text) {
    name_a_file();
    FILE *file = fopen(file_name, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

void name_an_sgf(const char *text) {
    make_folder(folder);
    path_in(file_name, folder, "a.sgf");
    write_in(folder, "a.sgf", text);
}

TCase *add_case(Suite *suite, const char *name) {
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    suite_add_tcase(suite, tests);
    return tests;
}
