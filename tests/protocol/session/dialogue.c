#include "protocol/session/dialogue.h"

#include <check.h>
#include <string.h>

Talk *talk;

void begin_talk(void) {
    talk = talk_new();
}

void end_talk(void) {
    talk_free(talk);
}

void ask(const char *lines) {
    char line[4096];
    while (*lines != '\0') {
        size_t length = strcspn(lines, ";");
        ck_assert_uint_lt(length, sizeof line);
        memcpy(line, lines, length);
        line[length] = '\0';
        talk_ask(talk, line);
        lines += length + (lines[length] == ';');
    }
}

void begin_quick_talk(void) {
    begin_talk();
    ask("INFO timeout_turn 0;START 15");
    ck_assert_str_eq(talk_reply(talk), "OK");
}

void begin_thinking_talk(void) {
    begin_talk();
    talk_ask(talk, "START 15");
    ck_assert_str_eq(talk_reply(talk), "OK");
    talk_say(talk, "BEGIN");
    ck_assert_str_eq(talk_reply(talk), "");
}

void check_dialogue(const Dialogue *dialogue) {
    ask(dialogue->lines);
    const char *due = dialogue->replies;
    while (*due != '\0') {
        char reply[256];
        size_t length = strcspn(due, ";");
        memcpy(reply, due, length);
        reply[length] = '\0';
        ck_assert_str_eq(talk_reply(talk), reply);
        due += length + (due[length] == ';');
    }
    ck_assert_str_eq(talk_reply(talk), "");
}
