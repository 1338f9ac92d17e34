/* Opening rules in the dialogue: swap2, and those of renju. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "protocol/session/dialogue.h"
#include "protocol/support/talk.h"
#include "support/harness.h"

/* ---- Swap2 --------------------------------------------------------------------------------- */

/* The fake engine's score for Black is a hundred times x - y of the first stone. */
static const Dialogue swap2_dialogues[] = {
    /* Good for Black: take Black. */
    {"SWAP2BOARD;8,7;0,0;14,14;DONE", "SWAP"},
    {"SWAP2BOARD 8,7 0,0 14,14 1,1 2,2 DONE", "SWAP"},
    /* Good for White: stay and play. */
    {"SWAP2BOARD;7,8;0,0;14,14;DONE", "7,7"},
    {"SWAP2BOARD;7,8;0,0;14,14;1,1;2,2;DONE", "7,7"},
    /* Even: hand the choice back, or with five stones, play. */
    {"SWAP2BOARD;6,6;0,0;14,14;DONE", "7,7 7,6"},
    {"SWAP2BOARD;6,6;0,0;14,14;1,1;2,2;DONE", "7,7"},
    {"SWAP2BOARD;6,6;DONE", "ERROR swap2 needs 0, 3 or 5 stones, each on an empty point"},
    {"SWAP2BOARD;6,6;6,6;7,7;DONE", "ERROR swap2 needs 0, 3 or 5 stones, each on an empty point"},
    {"SWAP2BOARD;6,6;15,6;7,7;8,8;DONE",
     "ERROR swap2 needs 0, 3 or 5 stones, each on an empty point"},
    /* BOARD follows without RESTART; what swap2 searched has left nothing behind. */
    {"SWAP2BOARD;6,6;0,0;14,14;DONE;BOARD;6,6,2;0,0,1;14,14,2;DONE", "7,7 7,6;7,7"},
};
enum { SWAP2_DIALOGUES = sizeof swap2_dialogues / sizeof swap2_dialogues[0] };

START_TEST(swap2_is_answered_by_the_score) {
    check_dialogue(&swap2_dialogues[_i]);
}
END_TEST

/* ---- Openings of renju --------------------------------------------------------------------- */

/* The fake engine's score as above; its moves are the free points nearest to the middle, of those
 * the first in reading order. */
static const Dialogue opening_dialogues[] = {
    {"OPENINGBOARD swap2 three DONE", "7,7 8,8 10,5"},
    {"OPENINGBOARD swap1 first DONE", "0,0"},
    {"OPENINGBOARD swap1 side1;8,7;DONE", "SWAP"},
    {"OPENINGBOARD swap1 side1;7,8;DONE", "7,7"},
    {"openingboard RIF Open done", "7,7 7,6 7,5"},
    {"OPENINGBOARD rif side3 8,7 7,7 7,6 DONE", "SWAP"},
    {"OPENINGBOARD rif side3 7,8 7,7 7,6 DONE", "6,7"},
    {"OPENINGBOARD rif fourth 8,7 7,7 7,6 DONE", "6,7"},
    {"OPENINGBOARD rif fifths 7,7 7,6 7,5 9,9 DONE", "6,7 8,7"},
    {"OPENINGBOARD rif pick 7,7 7,6 7,5 9,9 1,1 2,2 DONE", "1,1"},
    {"OPENINGBOARD yamaguchi open DONE", "7,7 7,6 7,5 1"},
    {"OPENINGBOARD yamaguchi fifths fifths=3 7,7 7,6 7,5 9,9 DONE", "6,7 8,7 7,8"},
    {"OPENINGBOARD soosorv8 fourth 7,7 7,6 7,5 DONE", "6,7 1"},
    {"OPENINGBOARD soosorv8 side4 fifths=2 7,8 7,6 7,5 9,9 DONE", "SWAP"},
    {"OPENINGBOARD soosorv8 side4 fifths=2 8,7 7,6 7,5 9,9 DONE", "7,7 6,7"},
    {"OPENINGBOARD taraguchi10 first DONE", "7,7"},
    {"OPENINGBOARD taraguchi10 second 7,7 DONE", "7,6"},
    {"OPENINGBOARD taraguchi10 side5 8,7 7,7 7,6 1,1 3,2 DONE", "SWAP"},
    {"OPENINGBOARD rif DONE", "ERROR the opening rule has no such step"},
    {"OPENINGBOARD DONE",
     "ERROR the opening rule is swap2, swap1, rif, yamaguchi, taraguchi10 or soosorv8"},
    {"OPENINGBOARD rif side3 7,7 7,7 7,6 DONE", "ERROR the list has invalid entries"},
    {"OPENINGBOARD rif side3 7,7 DONE", "ERROR rif side3 takes 3 stones, not 1 points"},
    {"OPENINGBOARD soosorv8 side4 7,7 7,6 7,5 9,9 DONE",
     "ERROR soosorv8 side4 needs the number of fifth moves, 1 to 12"},
    {"OPENINGBOARD soosorv8 side4 fifths=0 7,7 7,6 7,5 9,9 DONE",
     "ERROR the number of fifth moves is from 1 to 12"},
    {"OPENINGBOARD soosorv8 side4 fifths=x 7,7 7,6 7,5 9,9 DONE",
     "ERROR the number of fifth moves is written fifths=N"},
    /* BOARD follows without RESTART. */
    {"OPENINGBOARD rif pick 7,7 7,6 7,5 9,9 1,1 2,2 DONE;BOARD 7,7,2 7,6,1 7,5,2 9,9,1 1,1,2 DONE",
     "1,1;6,7"},
};
enum { OPENING_DIALOGUES = sizeof opening_dialogues / sizeof opening_dialogues[0] };

START_TEST(openings_are_answered_by_rule_and_step) {
    check_dialogue(&opening_dialogues[_i]);
}
END_TEST

START_TEST(swap2_opens_with_three_stones_on_every_board) {
    for (int size = KANAME_MIN_SIZE; size <= KANAME_MAX_SIZE; size++) {
        char line[32];
        snprintf(line, sizeof line, "START %d", size);
        ask(line);
        ask("SWAP2BOARD DONE;BEGIN");
        ck_assert_str_eq(talk_reply(talk), "OK");
        int x[3], y[3], end = 0;
        const char *reply = talk_reply(talk);
        ck_assert_int_eq(
            sscanf(reply, "%d,%d %d,%d %d,%d%n", &x[0], &y[0], &x[1], &y[1], &x[2], &y[2], &end),
            6);
        ck_assert_int_eq(reply[end], '\0');
        for (int i = 0; i < 3; i++) {
            ck_assert(x[i] >= 0 && x[i] < size && y[i] >= 0 && y[i] < size);
            for (int k = 0; k < i; k++)
                ck_assert(x[i] != x[k] || y[i] != y[k]);
        }
        snprintf(line, sizeof line, "%d,%d", size / 2, size / 2);
        ck_assert_str_eq(talk_reply(talk), line); /* the board is empty again */
    }
}
END_TEST

typedef struct Step {
    const char *lines;
    const char *messages; /* of the kind below, without it; separated by ';' */
} Step;

static const Step steps[] = {
    {"YXBOARD 8,7,2 0,0,1 14,14,2 DONE;YXSWAP2STEP2", "SWAP2 SWAP1 YES"},
    {"YXBOARD 7,8,2 0,0,1 14,14,2 DONE;YXSWAP2STEP2", "SWAP2 SWAP1 NO"},
    {"YXBOARD 6,6,2 0,0,1 14,14,2 DONE;YXSWAP2STEP2", "SWAP2 MOVE4 7 7;SWAP2 MOVE5 7 6"},
    {"YXBOARD 8,7,2 0,0,1 14,14,2 1,1,1 2,2,2 DONE;YXSWAP2STEP3", "SWAP2 SWAP2 YES"},
    {"YXBOARD 7,8,2 0,0,1 14,14,2 1,1,1 2,2,2 DONE;YXSWAP2STEP3", "SWAP2 SWAP2 NO"},
    /* A hundred times x - y for Black, and every opening has its first stone in the middle. */
    {"YXSOOSORVSTEP1", "SOOSORV MOVE1 7 7;SOOSORV MOVE2 7 6;SOOSORV MOVE3 7 5"},
    {"YXSOOSORVSTEP2;8,7;7,7;7,6;DONE", "SOOSORV SWAP1 YES"},
    {"YXSOOSORVSTEP2;7,8;7,7;7,6;DONE", "SOOSORV SWAP1 NO"},
    {"YXSOOSORVSTEP3;0,0;0,1;2,2;DONE", "SOOSORV MOVE4 7 7 1"},
    {"YXSOOSORVSTEP4 1;8,7;7,7;7,6;1,1;DONE", "SOOSORV SWAP2 NO"},
    {"YXSOOSORVSTEP4 1;7,8;7,7;7,6;1,1;DONE", "SOOSORV SWAP2 YES"},
    /* The fake engine's lines: the free points nearest to the middle, on one side of the mirror. */
    {"YXSOOSORVSTEP5 3;1,1;0,1;2,2;3,4;DONE",
     "SOOSORV MOVE5 REFRESH;SOOSORV MOVE5 7 7;SOOSORV MOVE5 7 6;SOOSORV MOVE5 6 7;"
     "SOOSORV MOVE5 DONE"},
    {"YXSOOSORVSTEP5 3;7,7;0,0;2,2;14,14;DONE",
     "SOOSORV MOVE5 REFRESH;SOOSORV MOVE5 7 6;SOOSORV MOVE5 8 7;SOOSORV MOVE5 6 6;"
     "SOOSORV MOVE5 DONE"},
    {"YXSOOSORVSTEP6;7,7;7,6;0,0;1,1;2,2;3,3;DONE", "SOOSORV MOVE5C 2 2"},
};
enum { STEPS = sizeof steps / sizeof steps[0] };

START_TEST(steps_of_openings_are_answered_in_messages) {
    ask(steps[_i].lines);
    const char *due = steps[_i].messages;
    for (const char *line; *(line = talk_line(talk)) != '\0';) {
        if (strncmp(line, "MESSAGE depth", strlen("MESSAGE depth")) == 0)
            continue;
        char message[128];
        size_t length = strcspn(due, ";");
        snprintf(message, sizeof message, "MESSAGE %.*s", (int)length, due);
        ck_assert_str_eq(line, message);
        due += length + (due[length] == ';');
    }
    ck_assert_str_eq(due, "");
}
END_TEST

START_TEST(swap2_can_be_stopped) {
    ask("INFO timeout_turn 60000");
    talk_say(talk, "SWAP2BOARD 6,6 0,0 14,14 DONE");
    ck_assert_str_eq(talk_reply(talk), "");
    talk_ask(talk, "YXSTOP");
    ck_assert_str_eq(talk_reply(talk), "7,7 7,6");
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(swap2_keeps_its_limit_over_all_searches) {
    static const char *const lists[] = {"SWAP2BOARD DONE", "SWAP2BOARD 6,6 0,0 14,14 DONE"};
    ask("INFO timeout_turn 100");
    for (int i = 0; i < 2; i++) {
        int64_t start_ms = kaname_now_ms();
        talk_ask(talk, lists[i]);
        ck_assert_int_lt(kaname_now_ms() - start_ms, 5000); /* each search alone would be 100 */
        ck_assert_str_ne(talk_reply(talk), "");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("session_openings");
    TCase *quick = tcase_create("after START");
    tcase_add_checked_fixture(quick, begin_quick_talk, end_talk);
    tcase_add_loop_test(quick, steps_of_openings_are_answered_in_messages, 0, STEPS);
    tcase_add_loop_test(quick, swap2_is_answered_by_the_score, 0, SWAP2_DIALOGUES);
    tcase_add_loop_test(quick, openings_are_answered_by_rule_and_step, 0, OPENING_DIALOGUES);
    tcase_add_test(quick, swap2_opens_with_three_stones_on_every_board);
    tcase_add_test(quick, swap2_can_be_stopped);
    tcase_add_test(quick, swap2_keeps_its_limit_over_all_searches);
    suite_add_tcase(suite, quick);
    return run_suite(suite);
}
