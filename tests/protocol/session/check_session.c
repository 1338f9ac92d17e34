/* The dialogue: a reply to each line, at once or in mid-search. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "protocol/session/dialogue.h"
#include "protocol/support/talk.h"
#include "support/harness.h"

/* ---- One line, one reply ----------------------------------------------------------------- */

static const Dialogue before_start[] = {
    {"ABOUT", "name=\"Kaname\", version=\"0.0.0\", author=\"The authors\", "
              "country=\"International\", weights=\"00000abc\""},
    {"", ""},
    {"   ", ""},
    {"START 15", "OK"},
    {"start 15", "OK"},
    {"START 15 15", "OK"},
    {"START 15 20", "OK"},
    {"START 5;START 22", "OK;OK"},
    {"START 4", "ERROR unsupported size"},
    {"START 23", "ERROR unsupported size"},
    {"START 15 23", "ERROR unsupported size"},
    {"START", "ERROR unsupported size"},
    {"START x", "ERROR START takes one number, or height and width"},
    {"START 20x5", "ERROR START takes one number, or height and width"},
    {"START 15abc", "ERROR START takes one number, or height and width"},
    {"START 15 x", "ERROR START takes one number, or height and width"},
    {"START 15 15abc", "ERROR START takes one number, or height and width"},
    {"START 15 15 15", "ERROR START takes one number, or height and width"},
    {"START 15,15", "ERROR START takes one number, or height and width"},
    {"START 15 \t", "OK"},
    {"START 15 20 ", "OK"},
    {"START -15", "ERROR unsupported size"},
    {"START 99999999999999999999", "ERROR START takes one number, or height and width"},
    {"START 4294967311", "ERROR unsupported size"},
    {"RECTSTART 15,20", "OK"},
    {"RECTSTART 15 , 20", "OK"},
    {"RECTSTART 15,20 ", "OK"},
    {"RECTSTART", "ERROR RECTSTART takes width,height"},
    {"RECTSTART 15", "ERROR RECTSTART takes width,height"},
    {"RECTSTART 15,20x", "ERROR RECTSTART takes width,height"},
    {"RECTSTART 15,20 x", "ERROR RECTSTART takes width,height"},
    {"RECTSTART 15,20,1", "ERROR RECTSTART takes width,height"},
    {"RECTSTART 15,23", "ERROR unsupported size"},
    {"RESTART", "ERROR send START first"},
    {"BEGIN", "ERROR send START first"},
    {"TURN 7,7", "ERROR send START first"},
    {"PLAY 7,7", "ERROR send START first"},
    {"TAKEBACK 7,7", "ERROR send START first"},
    {"BOARD;7,7,2;DONE", "ERROR send START first"},
    {"SWAP2BOARD;DONE", "ERROR send START first"},
    {"OPENINGBOARD rif open;DONE", "ERROR send START first"},
    {"YXNBEST 2", "ERROR send START first"},
    {"YXBOARD;7,7,1;DONE", ""},
    {"YXSHOWFORBID", "FORBID ."},
    {"YXSTOP;STOP", ""},
    {"YXHASHCLEAR", ""},
    {"YXSHOWINFO", ""},
    {"START 3;BEGIN", "ERROR unsupported size;ERROR send START first"},
    {"FOO", "UNKNOWN command"},
    {"DONE", "UNKNOWN command"},
    {"7,7", "UNKNOWN command"},
    {"\x01\xff\x80", "UNKNOWN command"},
    {"YXFOO", "UNKNOWN command"},
    {"INFO", ""},
    {"INFO foo", ""},
    {"INFO foo bar baz", ""},
    {"INFO folder C:\\Program Files\\my START 15", ""},
    {"INFO rule x;INFO max_memory -1;INFO timeout_turn 99999999999999999999", ""},
};
enum { BEFORE_START = sizeof before_start / sizeof before_start[0] };

static const Dialogue after_start[] = {
    {"BEGIN", "7,7"},
    {"begin", "7,7"},
    {"TURN 7,7", "7,6"},
    {"  TURN \t 7 , 7 ", "7,6"},
    {"TURN 3,3;TURN 7,6", "7,7;6,7"},
    {"TURN 15,0", "ERROR off the board"},
    {"TURN -1,0", "ERROR off the board"},
    {"TURN 99999999999,0", "ERROR off the board"},
    {"TURN 7,7;TURN 7,7", "7,6;ERROR point is occupied"},
    {"TURN", "ERROR a point is written x,y"},
    {"TURN 7", "ERROR a point is written x,y"},
    {"TURN 7;TURN 7,7", "ERROR a point is written x,y;7,6"},
    {"TURN 7,7,1", "ERROR a point is written x,y"},
    {"TURN 7,7 8,8", "ERROR a point is written x,y"},
    {"TURN x,y", "ERROR a point is written x,y"},
    {"BOARD;DONE", "7,7"},
    {"BOARD;done", "7,7"},
    {"BOARD DONE", "7,7"},
    {"BOARD;7,7,2;DONE", "7,6"},
    {"BOARD 7,7,1 7,6,2 DONE", "6,7"},
    {"BOARD 7,7,1;7,6,2 DONE", "6,7"},
    {"BOARD;7,7,1;;7,6,2;;DONE", "6,7"},
    {"BOARD;7,7,1;7,6,2;6,7,3;DONE", "8,7"},
    {"BOARD;7,7,2;START 15;TURN 3,3;foo;99,99,1;7,7,1;DONE", "7,6"},
    {"BOARD;7,7,2;DONE;BOARD;6,6,2;DONE", "7,6;7,7"},
    {"BOARD;7,7,2;INFO timeout_turn 0;YXSTOP;STOP;DONE", "7,6"},
    {"TAKEBACK 7,7", "ERROR no stone"},
    {"TURN 7,7;TAKEBACK 7,6;TAKEBACK 7,7;BEGIN", "7,6;OK;OK;7,7"},
    {"TURN 7,7;TAKEBACK 7,7", "7,6;ERROR not the last stone"},
    {"TAKEBACK 7", "ERROR a point is written x,y"},
    {"PLAY 7,7;BEGIN", "7,7;7,6"},
    {"PLAY 15,15", "ERROR off the board"},
    {"RESTART;BEGIN", "OK;7,7"},
    {"TURN 7,7;RESTART;BEGIN", "7,6;OK;7,7"},
    {"RECTSTART 20,10;BEGIN", "OK;10,5"},
    {"START 99;BEGIN", "ERROR unsupported size;7,7"},
    {"START 20x5;BEGIN", "ERROR START takes one number, or height and width;7,7"},
    {"TURN 7,7x", "ERROR a point is written x,y"},
    {"ABOUTX;BEGINX", "UNKNOWN command;UNKNOWN command"},
    {"YXBOARD;7,7,1;DONE;BEGIN", "7,6"},
    {"YXBOARD 7,7,1 8,7,2 DONE;YXNBEST 3", "7,6"},
    {"YXNBEST;YXNBEST 0;YXNBEST x;YXNBEST 9999999999999", "7,7;7,6;6,7;8,7"},
    /* As wide as the client's board is high: it writes the row first. */
    {"START 10 20;TURN 19,9;TURN 10,10", "OK;10,5;ERROR off the board"},
    {"RECTSTART 10,20;TURN 9,19;TURN 10,10", "OK;5,10;ERROR off the board"},
    /* Blocked points. */
    {"YXBLOCK;7,7;DONE;BEGIN", "7,6"},
    {"YXBLOCK 7,7 7,6 DONE;YXBLOCKUNDO;7,7;DONE;BEGIN", "7,7"},
    {"YXBLOCK;7,7;99,99;DONE;YXBLOCKRESET;BEGIN", "7,7"},
    {"YXBLOCK;7,7;DONE;START 15;BEGIN", "OK;7,6"},
    /* A move blocked in one position. */
    {"YXBLOCKPATH;7,7;7,6;DONE;BEGIN", "7,7"},
    {"YXBLOCKPATH;7,7;7,6;DONE;TURN 7,7", "6,7"},
    {"YXBLOCKPATH 7,7 DONE;BEGIN", "7,6"},
    {"YXBLOCKPATH 7,7 DONE;YXBLOCKPATHUNDO 7,7 DONE;BEGIN", "7,7"},
    {"YXBLOCKPATH 7,7 DONE;YXBLOCKPATHUNDO 7,6 DONE;BEGIN", "7,6"},
    {"YXBLOCKPATH 7,7 DONE;YXBLOCKPATHRESET;BEGIN", "7,7"},
    {"YXBLOCKPATH 7,7 DONE;START 15;BEGIN", "OK;7,6"},
    {"YXBLOCKPATH 7,7 99,99 DONE;YXBLOCKPATH DONE;YXBLOCKPATH 7,7 7,7 DONE;BEGIN", "7,7"},
    /* Points forbidden to one side by the client. */
    {"YXFORBID add 7 7 0;BEGIN;YXSHOWFORBID", "7,6;FORBID 0707."},
    {"YXFORBID add 7 7 0;TURN 0,0;YXSHOWFORBID", "7,7;FORBID ."},
    {"YXFORBID add 7 7 1;BEGIN", "7,7"},
    {"YXFORBID add 7 7 1;TURN 0,0;YXSHOWFORBID", "7,6;FORBID ."},
    {"YXFORBID add 7 7 0;YXFORBID del 7 7 0;BEGIN", "7,7"},
    {"YXFORBID;YXFORBID add;YXFORBID add 7 7;YXFORBID add 7 7 2;YXFORBID add 15 0 0;"
     "YXFORBID add -1 0 0;YXFORBID set 7 7 0;YXFORBID add 7 7 0 0;YXFORBID add 7,7 0;BEGIN",
     "7,7"},
    /* What means nothing to us is read to its end. */
    {"YXQUERYDATABASEALL;7,7;START 15;DONE;BEGIN", "7,7"},
    {"YXQUERYDATABASEONE 7,7 DONE;BEGIN", "7,7"},
    {"YXEDITTVDDATABASE 7 87 0 5;7,7;DONE;BEGIN", "7,7"},
    {"YXEDITLABELDATABASE done;7,7;DONE;BEGIN", "7,7"},
    {"YXDELETEDATABASEALL wl;7,7;DONE;BEGIN", "7,7"},
    {"YXDELETEDATABASEONE;DONE;YXSETBESTMOVEDATABASE;DONE;YXCLEARBESTMOVEDATABASE;DONE", ""},
    {"YXSETDATABASE;/nonexistent/START 15;BEGIN", "7,7"},
    {"YXSETDATABASE;;/nonexistent/START 15;BEGIN", "7,7"},
    {"YXSETDATABASE /nonexistent/my file.db;BEGIN", "7,7"},
    {"YXDBTOPOS;BEGIN;BEGIN", "7,7"},
    {"YXDBCHECK;YXDBFIX", ""},
    /* Analysis. The fake engine's balanced move is by so many places not the best. */
    {"YXBALANCEONE 0", "7,7"},
    {"YXBALANCEONE 2;BEGIN", "6,7;7,7"},
    {"YXBALANCEONE;YXBALANCEONE x;YXBALANCEONE 99999999999", "7,7;7,6;7,9"},
    {"YXBALANCETWO 0", "7,7 7,6"},
    {"YXBALANCETWO 1;BEGIN", "7,7 6,7;7,6"},
    {"YXSEARCHDEFEND", "7,7"},
    {"YXRESIGN;YXPRINTFEATURE;YXSHOWHASHUSAGE", ""},
    /* Steps of openings: right ones answer in MESSAGE lines alone. */
    {"YXSWAP2STEP1;BEGIN", "7,7"},
    {"YXSWAP2STEP2;YXSWAP2STEP3;BEGIN", "ERROR wrong number of stones for this step of swap2;"
                                        "ERROR wrong number of stones for this step of swap2;7,7"},
    {"YXSOOSORVSTEP1;BEGIN", "7,7"},
    {"YXSOOSORVSTEP2 7,7 7,6 DONE", "ERROR wrong stones for this step of soosorv"},
    {"YXSOOSORVSTEP2 7,7 7,6 99,9 DONE", "ERROR wrong stones for this step of soosorv"},
    {"YXSOOSORVSTEP4;7,7;7,6;8,8;9,9;DONE", "ERROR the number of fifth moves is from 1 to 8"},
    {"YXSOOSORVSTEP5 9;7,7;7,6;8,8;9,9;DONE", "ERROR the number of fifth moves is from 1 to 8"},
    {"YXSOOSORVSTEP6 7,7 7,6 8,8 9,9 DONE", "ERROR wrong stones for this step of soosorv"},
    {"YXSOOSORVSTEP7", "UNKNOWN command"},
    {"YXDRAW", ""},
};
enum { AFTER_START = sizeof after_start / sizeof after_start[0] };

START_TEST(each_line_has_its_reply_before_start) {
    check_dialogue(&before_start[_i]);
}
END_TEST

START_TEST(each_line_has_its_reply_after_start) {
    check_dialogue(&after_start[_i]);
}
END_TEST

START_TEST(a_full_board_has_no_move) {
    ask("START 5");
    ck_assert_str_eq(talk_reply(talk), "OK");
    talk_say(talk, "BOARD");
    for (int i = 0; i < 25; i++) {
        char line[16];
        snprintf(line, sizeof line, "%d,%d,%d", i % 5, i / 5, 2 - i % 2);
        talk_say(talk, line);
    }
    ask("DONE;BEGIN");
    ck_assert_str_eq(talk_reply(talk), "ERROR no legal move");
    ck_assert_str_eq(talk_reply(talk), "ERROR no legal move");
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(pieces_of_a_long_list_are_one_list) {
    session_line(talk->session, (LinePiece){"BOARD 7,7,1 ", 12, false, true});
    session_line(talk->session, (LinePiece){"7,6,2 DONE 6,7,1 ", 17, true, true});
    session_line(talk->session, (LinePiece){"BEGIN", 5, true, false});
    session_wait(talk->session);
    ck_assert_str_eq(talk_reply(talk), "6,7");
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(the_rest_of_a_long_line_is_no_command) {
    session_line(talk->session, (LinePiece){"xxxxx", 5, false, false});
    session_line(talk->session, (LinePiece){"BEGIN", 5, true, false});
    session_line(talk->session, (LinePiece){"INFO folder a", 13, false, false});
    session_line(talk->session, (LinePiece){"BEGIN", 5, true, false});
    session_wait(talk->session);
    ck_assert_str_eq(talk_reply(talk), "UNKNOWN command");
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(skipped_entries_are_told_in_a_message) {
    ask("BOARD;7,7,2;7,7,2;DONE");
    ck_assert_str_eq(talk_line(talk), "MESSAGE entries of the list that were skipped: 1");
    ck_assert_str_eq(talk_reply(talk), "7,6");
}
END_TEST

/* ---- Rules and forbidden points ------------------------------------------------------------ */

/* The fake engine forbids the right-hand neighbour of each black stone. */
static const Dialogue forbids[] = {
    {"YXBOARD 3,4,1 DONE;YXSHOWFORBID", "FORBID ."},
    {"INFO rule 4;YXBOARD 3,4,1 DONE;YXSHOWFORBID", "FORBID 0404."},
    {"INFO rule 4;YXBOARD DONE;YXSHOWFORBID", "FORBID ."},
    {"INFO rule 4;YXBOARD 3,4,2 DONE;YXSHOWFORBID", "FORBID 0404."},
    {"INFO rule 4;YXBOARD 9,4,1 3,12,1 5,5,2 DONE;YXSHOWFORBID", "FORBID 10040412."},
    {"INFO rule 4;YXBOARD 3,4,1 5,5,2 6,6,2 DONE;YXSHOWFORBID", "FORBID 0404."},
    {"INFO rule 4;YXBOARD 3,4,2 5,5,2 6,6,2 DONE;YXSHOWFORBID", "FORBID ."},
    {"INFO rule 2;YXSHOWFORBID;YXBOARD 3,4,1 DONE;YXSHOWFORBID", "FORBID .;FORBID 0404."},
    {"INFO rule 4;START 15;TURN 3,4;YXSHOWFORBID", "OK;7,7;FORBID 0404."},
    {"INFO rule 4;TURN 3,4;INFO rule 0;YXSHOWFORBID;INFO rule 6;YXSHOWFORBID",
     "7,7;FORBID .;FORBID 0404."},
};
enum { FORBIDS = sizeof forbids / sizeof forbids[0] };

START_TEST(forbidden_points_are_told_whoever_is_to_move) {
    check_dialogue(&forbids[_i]);
}
END_TEST

START_TEST(a_bare_two_is_continuous_until_yixin_speaks) {
    ask("INFO rule 2;TURN 7,7");
    ck_assert_int_eq(kaname_rule(talk->engine), KANAME_RULE_FREESTYLE);
    ask("START 15 15;TURN 7,7");
    ck_assert_int_eq(kaname_rule(talk->engine), KANAME_RULE_RENJU);
}
END_TEST

/* ---- Searches ------------------------------------------------------------------------------ */

START_TEST(stop_gives_the_move_once) {
    talk_ask(talk, "YXSTOP");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ask("YXSTOP;STOP");
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(a_turn_of_no_time_gives_the_move_now) {
    talk_ask(talk, "INFO timeout_turn 0");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(other_info_does_not_disturb_a_search) {
    talk_say(talk, "INFO time_left 0");
    talk_say(talk, "INFO timeout_turn 100000");
    talk_say(talk, "INFO rule 4");
    talk_say(talk, "INFO max_memory 1000000");
    ck_assert_str_eq(talk_reply(talk), "");
    talk_ask(talk, "YXSTOP");
    ck_assert_str_eq(talk_reply(talk), "7,7");
}
END_TEST

static const Dialogue interruptions[] = {
    {"START 15", "7,7;OK"},
    {"START 15 15", "7,7;OK"},
    {"START 99", "7,7;ERROR unsupported size"},
    {"RECTSTART 10,10", "7,7;OK"},
    {"RESTART", "7,7;OK"},
    {"YXBOARD;DONE", "7,7"},
    {"TAKEBACK 7,7", "7,7;OK"},
    {"PLAY 8,8", "7,7;8,8"},
    {"INFO timeout_turn 0;TURN 8,8", "7,7;7,6"},
    {"TURN 7,7", "7,7;ERROR point is occupied"},
    {"YXSHOWFORBID", "FORBID ."},
    {"YXQUERYDATABASEALL;7,7;DONE", ""},
    {"YXBLOCK;7,7;DONE;YXHASHCLEAR", ""},
    {"FOO", "UNKNOWN command"},
};
enum { INTERRUPTIONS = sizeof interruptions / sizeof interruptions[0] };

/* The old move first, then the answer to the command; what does not touch the position leaves
 * the search alone. */
START_TEST(a_command_in_mid_search_is_answered_after_the_old_move) {
    const Dialogue *dialogue = &interruptions[_i];
    char lines[128];
    strcpy(lines, dialogue->lines);
    for (char *at = lines, *next; at != NULL; at = next) {
        next = strchr(at, ';');
        if (next != NULL)
            *next++ = '\0';
        talk_say(talk, at);
    }
    if (strstr(dialogue->replies, "7,6") != NULL)
        session_wait(talk->session);
    char replies[256] = "";
    for (const char *reply; *(reply = talk_reply(talk)) != '\0';) {
        strcat(replies, replies[0] != '\0' ? ";" : "");
        strcat(replies, reply);
    }
    ck_assert_str_eq(replies, dialogue->replies);
}
END_TEST

START_TEST(forbidden_points_are_told_in_mid_search) {
    ask("YXSTOP;INFO rule 4;START 15");
    talk_say(talk, "TURN 3,4");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "OK");
    talk_say(talk, "YXSHOWFORBID");
    ck_assert_str_eq(talk_reply(talk), "FORBID 0404.");
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

/* The client reads the move and asks at once, while the thread that sent it is still on its way
 * home: the answer must know the move. */
START_TEST(forbidden_points_right_after_a_move_know_the_move) {
    ask("YXSTOP;INFO rule 4;INFO timeout_turn 0;START 15");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "OK");
    talk->delay_ms = 100;
    talk_say(talk, "BEGIN");
    const char *reply;
    while (*(reply = talk_reply(talk)) == '\0')
        ;
    ck_assert_str_eq(reply, "7,7");
    talk_say(talk, "YXSHOWFORBID");
    ck_assert_str_eq(talk_reply(talk), "FORBID 0807.");
}
END_TEST

START_TEST(end_in_mid_search_says_nothing_more) {
    talk_say(talk, "END");
    ck_assert(!talk->is_going_on);
    session_free(talk->session);
    talk->session = NULL;
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(end_inside_a_list_ends) {
    ask("BOARD;7,7,2;END");
    ck_assert(!talk->is_going_on);
}
END_TEST

/* Stop and start follow each other faster than the thinking thread can turn round. */
START_TEST(no_stop_and_no_move_is_lost_in_a_rush) {
    enum { ROUNDS = 500 };
    for (int i = 0; i < ROUNDS; i++) {
        talk_say(talk, "BOARD 7,7,2 DONE");
        if (i % 2 == 0)
            talk_say(talk, "YXSTOP");
    }
    talk_ask(talk, "YXSTOP");
    for (int i = 0; i < ROUNDS; i++)
        ck_assert_str_eq(talk_reply(talk), i == 0 ? "7,7" : "7,6");
    ck_assert_str_eq(talk_reply(talk), "7,6");
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

/* ---- Symmetric moves ------------------------------------------------------------------------ */

/* The second of the moves nearest to the middle: g8, if h9 and its images were not dropped with
 * it. */
START_TEST(the_images_of_a_blocked_move_stay) {
    static const char *const blocks[] = {"YXFORBID add 7 6 0", "YXBLOCK;7,6;DONE",
                                         "YXBLOCKPATH;7,6;DONE"};
    ask(blocks[_i]);
    ask("INFO timeout_turn 30000;INFO nbestsym 1;INFO max_depth 1;YXNBEST 3");
    ck_assert_str_eq(talk_line(talk),
                     "MESSAGE depth 1-2 multipv 1 ev 0 n 1000 n/ms 1000 tm 1 pv H8 G8");
    ck_assert_str_eq(talk_line(talk),
                     "MESSAGE depth 1-2 multipv 2 ev -7 n 1000 n/ms 1000 tm 1 pv G8 H7");
}
END_TEST

START_TEST(symmetric_defences_are_all_named) {
    char defences[2][1024];
    for (int hides = 0; hides < 2; hides++) {
        char lines[80];
        const char *line = "";
        snprintf(lines, sizeof lines, "START 15;INFO nbestsym %d;YXSEARCHDEFEND", hides);
        ask(lines);
        do
            line = talk_line(talk);
        while (strncmp(line, "MESSAGE defend", 14) != 0 && *line != '\0');
        snprintf(defences[hides], sizeof defences[hides], "%s", line);
    }
    ck_assert_str_ne(defences[0], "");
    ck_assert_str_eq(defences[1], defences[0]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("session");
    TCase *fresh = tcase_create("before START");
    tcase_add_checked_fixture(fresh, begin_talk, end_talk);
    tcase_add_loop_test(fresh, each_line_has_its_reply_before_start, 0, BEFORE_START);
    suite_add_tcase(suite, fresh);

    TCase *quick = tcase_create("after START");
    tcase_add_checked_fixture(quick, begin_quick_talk, end_talk);
    tcase_add_loop_test(quick, each_line_has_its_reply_after_start, 0, AFTER_START);
    tcase_add_test(quick, a_full_board_has_no_move);
    tcase_add_test(quick, pieces_of_a_long_list_are_one_list);
    tcase_add_test(quick, the_rest_of_a_long_line_is_no_command);
    tcase_add_test(quick, skipped_entries_are_told_in_a_message);
    tcase_add_loop_test(quick, forbidden_points_are_told_whoever_is_to_move, 0, FORBIDS);
    tcase_add_test(quick, a_bare_two_is_continuous_until_yixin_speaks);
    tcase_add_test(quick, end_inside_a_list_ends);
    tcase_add_loop_test(quick, the_images_of_a_blocked_move_stay, 0, 3);
    tcase_add_test(quick, symmetric_defences_are_all_named);
    suite_add_tcase(suite, quick);

    TCase *thinking = tcase_create("while thinking");
    tcase_add_checked_fixture(thinking, begin_thinking_talk, end_talk);
    tcase_add_test(thinking, stop_gives_the_move_once);
    tcase_add_test(thinking, a_turn_of_no_time_gives_the_move_now);
    tcase_add_test(thinking, other_info_does_not_disturb_a_search);
    tcase_add_loop_test(thinking, a_command_in_mid_search_is_answered_after_the_old_move, 0,
                        INTERRUPTIONS);
    tcase_add_test(thinking, forbidden_points_are_told_in_mid_search);
    tcase_add_test(thinking, forbidden_points_right_after_a_move_know_the_move);
    tcase_add_test(thinking, end_in_mid_search_says_nothing_more);
    tcase_add_test(thinking, no_stop_and_no_move_is_lost_in_a_rush);
    suite_add_tcase(suite, thinking);
    return run_suite(suite);
}
