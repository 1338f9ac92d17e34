/* The dialogue, with an engine that answers the same at once (fake_kaname.c). */
#include "opening/swap2.h"
#include "protocol/support/fake_kaname.h"
#include "protocol/support/talk.h"
#include "session/report.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

static Talk *talk;

static void begin_talk(void) {
    talk = talk_new();
}
static void end_talk(void) {
    talk_free(talk);
}

/* Says lines separated by ';' and waits after each. */
static void ask(const char *lines) {
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

/* A started session whose engine answers at once. */
static void begin_quick_talk(void) {
    begin_talk();
    ask("INFO timeout_turn 0;START 15");
    ck_assert_str_eq(talk_reply(talk), "OK");
}

/* A started session with a search that goes on until it is stopped. */
static void begin_thinking_talk(void) {
    begin_talk();
    talk_ask(talk, "START 15");
    ck_assert_str_eq(talk_reply(talk), "OK");
    talk_say(talk, "BEGIN");
    ck_assert_str_eq(talk_reply(talk), "");
}

/* ---- One line, one reply ----------------------------------------------------------------- */

typedef struct Dialogue {
    const char *lines;   /* separated by ';' */
    const char *replies; /* without MESSAGE lines, the same */
} Dialogue;

static const Dialogue before_start[] = {
    {"ABOUT", "name=\"Kaname\", version=\"0.0.0\", author=\"The authors\", "
              "country=\"International\", weights=\"00000abc\""},
    {"", ""},
    {"   ", ""},
    {"START 15", "OK"},
    {"start 15", "OK"},
    {"START 15 15", "OK"},
    {"START 15 20", "OK"},
    {"START 15 x", "OK"},
    {"START 5;START 22", "OK;OK"},
    {"START 4", "ERROR unsupported size"},
    {"START 23", "ERROR unsupported size"},
    {"START 15 23", "ERROR unsupported size"},
    {"START", "ERROR unsupported size"},
    {"START x", "ERROR unsupported size"},
    {"START -15", "ERROR unsupported size"},
    {"START 99999999999999999999", "ERROR unsupported size"},
    {"START 4294967311", "ERROR unsupported size"},
    {"RECTSTART 15,20", "OK"},
    {"RECTSTART 15 , 20", "OK"},
    {"RECTSTART 15", "ERROR unsupported size"},
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

static void check_dialogue(const Dialogue *dialogue) {
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

/* ---- What a search tells ------------------------------------------------------------------- */

START_TEST(each_iteration_has_a_line) {
    ask("INFO timeout_turn 30000;INFO max_depth 3;TURN 8,7");
    ck_assert_str_eq(talk_line(talk), "MESSAGE depth 1-2 ev -100 n 1000 n/ms 1000 tm 1 pv H8 H9");
    ck_assert_str_eq(talk_line(talk), "MESSAGE depth 2-4 ev -100 n 2000 n/ms 1000 tm 2 pv H8 H9");
    ck_assert_str_eq(talk_line(talk), "MESSAGE depth 3-6 ev -100 n 3000 n/ms 1000 tm 3 pv H8 H9");
    ck_assert_str_eq(talk_line(talk), "7,7");
    ck_assert_str_eq(talk_line(talk), "");
}
END_TEST

START_TEST(several_lines_are_numbered) {
    ask("INFO timeout_turn 30000;INFO max_depth 3;YXNBEST 2");
    ck_assert_str_eq(talk_line(talk),
                     "MESSAGE depth 1-2 multipv 1 ev 0 n 1000 n/ms 1000 tm 1 pv H8 H9");
    ck_assert_str_eq(talk_line(talk),
                     "MESSAGE depth 1-2 multipv 2 ev -7 n 1000 n/ms 1000 tm 1 pv H9 G8");
}
END_TEST

/* A parser as clients have it: words in this order, then moves alone. Returns the number of moves,
 * -1 if the line does not have that form. */
static int parse_message(const char *line, char ev[16]) {
    int depth, deepest, rank, used = 0;
    long long nodes, speed, ms;
    if (sscanf(line, "MESSAGE depth %d-%d%n", &depth, &deepest, &used) != 2)
        return -1;
    line += used;
    used = 0;
    if (sscanf(line, " multipv %d%n", &rank, &used) == 1)
        line += used;
    used = 0;
    if (sscanf(line, " ev %15s n %lld n/ms %lld tm %lld pv%n", ev, &nodes, &speed, &ms, &used) != 4)
        return -1;
    line += used;
    int moves = 0, row;
    char column;
    for (; *line != '\0'; moves++) {
        used = 0;
        if (sscanf(line, " %c%d%n", &column, &row, &used) != 2 || column < 'A' || column > 'Z' ||
            used == 0)
            return -1;
        line += used;
    }
    return moves;
}

START_TEST(messages_have_the_common_form) {
    static const struct {
        int score, rank;
        const char *ev;
    } rows[] = {{0, 0, "0"},
                {-100, 1, "-100"},
                {KANAME_SCORE_WIN - 19, 0, "+M19"},
                {-KANAME_SCORE_WIN + 6, 1, "-M6"},
                {KANAME_SCORE_WIN_MIN - 1, 0, "9999"},
                {-KANAME_SCORE_WIN_MIN + 1, 1, "-9999"}};
    KanameLimits limits = kaname_no_limits();
    Reporter reporter;
    limits.start_ms = kaname_now_ms();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        limits.lines = 1 + (int)(i % 3);
        reporter_init(&reporter, &talk->writer, talk->engine, &limits,
                      (NotationView){.row_count = 15}, (ReportKinds){.detail = true});
        KanameCallbacks callbacks = reporter_callbacks(&reporter);
        KanameReport report = {.depth = 9,
                               .line = 0,
                               .score = rows[i].score,
                               .nodes = 123456789,
                               .time_ms = 1234,
                               .pv_count = 2,
                               .pv = {{7, 7}, {14, 0}}};
        callbacks.on_report(&report, callbacks.context);
        char ev[16] = "";
        const char *line = talk_line(talk);
        ck_assert_msg(parse_message(line, ev) == 2, "%s", line);
        ck_assert_str_eq(ev, rows[i].ev);
        double rate = -1;
        while (*(line = talk_line(talk)) != '\0')
            (void)sscanf(line, "INFO WINRATE %lf", &rate);
        bool is_proven = kaname_score_win_plies(rows[i].score) != 0;
        ck_assert_msg(is_proven == (rate == 0 || rate == 1), "%f", rate);
    }
}
END_TEST

START_TEST(detail_lines_follow_when_asked_for) {
    ask("INFO show_detail 2;INFO timeout_turn 30000;INFO max_depth 1;YXNBEST 2");
    static const char *const due[] = {
        "MESSAGE depth 1-2 multipv 1 ev 0 n 1000 n/ms 1000 tm 1 pv H8 H9",
        "INFO PV 0",
        "INFO NUMPV 2",
        "INFO DEPTH 1",
        "INFO SELDEPTH 2",
        "INFO NODES 1000",
        "INFO TOTALNODES 1000",
        "INFO TOTALTIME 1",
        "INFO SPEED 1000000",
        "INFO EVAL 0",
        "INFO WINRATE 0.5000",
        "INFO BESTLINE 7,7 7,6",
        "INFO PV DONE",
        "MESSAGE depth 1-2 multipv 2 ev -7 n 1000 n/ms 1000 tm 1 pv H9 G8",
        "INFO PV 1",
    };
    for (size_t i = 0; i < sizeof due / sizeof due[0]; i++)
        ck_assert_str_eq(talk_line(talk), due[i]);
}
END_TEST

START_TEST(marks_are_sent_only_when_asked_for) {
    ask("INFO timeout_turn 150;BEGIN");
    for (const char *line; *(line = talk_line(talk)) != '\0';)
        ck_assert_ptr_null(strstr(line, "REALTIME"));
}
END_TEST

static void take(const char *line) {
    const char *next;
    do
        next = talk_line(talk);
    while (*next != '\0' && strcmp(next, line) != 0);
    ck_assert_str_eq(next, line);
}

START_TEST(marks_are_those_of_yixin_board) {
    KanameLimits limits = kaname_no_limits();
    Reporter reporter;
    limits.start_ms = kaname_now_ms() - 1000;
    reporter_init(&reporter, &talk->writer, NULL, &limits,
                  (NotationView){.is_row_first = true, .row_count = 15},
                  (ReportKinds){.realtime = true});
    KanameCallbacks callbacks = reporter_callbacks(&reporter);
    KanamePoint move = {3, 11};
    callbacks.on_root(KANAME_ROOT_START, move, callbacks.context);
    callbacks.on_root(KANAME_ROOT_DONE, move, callbacks.context);
    callbacks.on_root(KANAME_ROOT_BEST, move, callbacks.context);
    callbacks.on_root(KANAME_ROOT_LOST, move, callbacks.context);
    KanameReport report = {.depth = 1, .pv_count = 1, .pv = {move}};
    callbacks.on_report(&report, callbacks.context);
    take("MESSAGE REALTIME REFRESH");
    take("MESSAGE REALTIME POS 3,11");
    take("MESSAGE REALTIME DONE 3,11");
    take("MESSAGE REALTIME BEST 3,11");
    take("MESSAGE REALTIME LOSE 3,11");
    take("MESSAGE REALTIME VAL 0");
    take("MESSAGE REALTIME PV L12");
    ck_assert_str_eq(talk_line(talk), "");
}
END_TEST

START_TEST(marks_begin_with_the_best_move_so_far) {
    KanameLimits limits = kaname_no_limits();
    Reporter reporter;
    limits.start_ms = kaname_now_ms();
    reporter_init(&reporter, &talk->writer, NULL, &limits,
                  (NotationView){.is_row_first = true, .row_count = 15},
                  (ReportKinds){.realtime = true});
    KanameCallbacks callbacks = reporter_callbacks(&reporter);
    callbacks.on_root(KANAME_ROOT_BEST, (KanamePoint){3, 11}, callbacks.context);
    ck_assert_str_eq(talk_line(talk), "");
    reporter.start_ms -= 1000;
    callbacks.on_root(KANAME_ROOT_START, (KanamePoint){4, 5}, callbacks.context);
    ck_assert_str_eq(talk_line(talk), "MESSAGE REALTIME REFRESH");
    ck_assert_str_eq(talk_line(talk), "MESSAGE REALTIME BEST 3,11");
    ck_assert_str_eq(talk_line(talk), "MESSAGE REALTIME POS 4,5");
}
END_TEST

START_TEST(nothing_is_told_after_the_deadline) {
    KanameLimits limits = kaname_no_limits();
    Reporter reporter;
    KanameReport report = {.depth = 1};
    limits.start_ms = kaname_now_ms() - 1000;
    limits.turn_ms = 999;
    reporter_init(&reporter, &talk->writer, NULL, &limits, (NotationView){.row_count = 0},
                  (ReportKinds){.realtime = true});
    KanameCallbacks callbacks = reporter_callbacks(&reporter);
    callbacks.on_report(&report, callbacks.context);
    callbacks.on_root(KANAME_ROOT_START, (KanamePoint){7, 7}, callbacks.context);
    ck_assert_str_eq(talk_line(talk), "");
    limits.turn_ms = 100000;
    reporter_init(&reporter, &talk->writer, NULL, &limits, (NotationView){.row_count = 0},
                  (ReportKinds){.realtime = true});
    callbacks.on_report(&report, callbacks.context);
    ck_assert_str_ne(talk_line(talk), "");
}
END_TEST

START_TEST(lines_of_one_search_are_bounded) {
    KanameLimits limits = kaname_no_limits();
    Reporter reporter;
    KanameReport report = {.depth = 1, .pv_count = KANAME_MAX_PV, .score = -KANAME_SCORE_WIN + 2};
    limits.start_ms = kaname_now_ms();
    reporter_init(&reporter, &talk->writer, NULL, &limits, (NotationView){.row_count = 0},
                  (ReportKinds){.realtime = false});
    KanameCallbacks callbacks = reporter_callbacks(&reporter);
    for (int i = 0; i < 100000; i++)
        callbacks.on_report(&report, callbacks.context);
    size_t lines = 0;
    for (const char *line; *(line = talk_line(talk)) != '\0'; lines++)
        ck_assert_uint_lt(strlen(line), 2400);
    ck_assert_uint_gt(lines, 100);
    ck_assert_uint_lt(lines, 1000);
}
END_TEST

/* Sixty lines in each of so many iterations. */
static void report_iterations(const KanameCallbacks *callbacks, int iterations) {
    for (int i = 0; i < iterations * 60; i++) {
        KanameReport report = {.line = i % 60, .depth = i / 60 + 1};
        callbacks->on_report(&report, callbacks->context);
    }
}

static int count_lines(void) {
    int count = 0;
    while (*talk_line(talk) != '\0')
        count++;
    return count;
}

START_TEST(iterations_of_many_lines_are_told_whole_and_for_ever) {
    KanameLimits limits = kaname_no_limits();
    Reporter reporter;
    limits.lines = 60;
    limits.start_ms = kaname_now_ms();
    reporter_init(&reporter, &talk->writer, NULL, &limits, (NotationView){.row_count = 0},
                  (ReportKinds){.realtime = false});
    KanameCallbacks callbacks = reporter_callbacks(&reporter);
    report_iterations(&callbacks, 50);
    ck_assert_int_eq(count_lines(), 50 * 60);
    while (count_lines() > 0)
        report_iterations(&callbacks, 10); /* up to the bound */
    reporter.start_ms -= 60000;
    report_iterations(&callbacks, 10);
    ck_assert_int_eq(count_lines(), 10 * 60);
}
END_TEST

/* ---- Pondering ------------------------------------------------------------------------------ */

/* The fake engine thinks for as long as it is let: pondering would go on for ever. */
START_TEST(pondering_says_nothing_and_gives_way) {
    ask("INFO pondering 1;TURN 0,0");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert(!session_is_idle(talk->session));
    ask("YXSTOP");
    ck_assert_str_eq(talk_reply(talk), "");
    int64_t start_ms = kaname_now_ms();
    ask("TURN 1,1;TURN 2,2;START 15;BEGIN;BOARD;0,0,2;DONE");
    ck_assert_int_lt(kaname_now_ms() - start_ms, 5000);
    ck_assert_str_eq(talk_reply(talk), "7,6");
    ck_assert_str_eq(talk_reply(talk), "6,7");
    ck_assert_str_eq(talk_reply(talk), "OK");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert(!session_is_idle(talk->session));
    ask("INFO pondering 0");
    ck_assert(session_is_idle(talk->session));
    ck_assert_str_eq(talk_reply(talk), "");
}
END_TEST

START_TEST(questions_leave_pondering_alone) {
    ask("INFO rule 4;INFO pondering 1;TURN 0,0;YXSHOWFORBID;YXQUERYDATABASEALL;0,0;DONE;"
        "INFO time_left 5;YXBLOCK;3,3;DONE;FOO;YXSHOWINFO");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "FORBID 0100.");
    ck_assert_str_eq(talk_reply(talk), "UNKNOWN command");
    ck_assert_str_eq(talk_reply(talk), "");
    ck_assert(!session_is_idle(talk->session));
    ask("INFO rule 0;YXSHOWFORBID");
    ck_assert_str_eq(talk_reply(talk), "FORBID .");
}
END_TEST

/* The first word of Yixin Board's changes what rule 2 means. */
START_TEST(a_change_of_the_rules_meaning_shows_its_fouls_while_pondering) {
    ask("INFO rule 2;INFO pondering 1;TURN 0,0;YXSHOWFORBID;YXSHOWFORBID");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ck_assert_str_eq(talk_reply(talk), "FORBID 0100.");
    ck_assert_str_eq(talk_reply(talk), "FORBID 0100.");
}
END_TEST

START_TEST(analysis_does_not_ponder) {
    ask("INFO pondering 1;YXNBEST 2");
    ck_assert(session_is_idle(talk->session));
    ask("YXBALANCEONE 0");
    ck_assert(session_is_idle(talk->session));
}
END_TEST

/* ---- Memory --------------------------------------------------------------------------------- */

/* The fake engine would fetch memory for ever. */
START_TEST(memory_is_fetched_until_a_command_comes) {
    ask("INFO max_memory 100000000");
    ck_assert(!session_is_idle(talk->session));
    ask("INFO time_left 1000;INFO max_memory 200000000;INFO foo");
    ck_assert(!session_is_idle(talk->session));
    ask("YXSHOWFORBID");
    ck_assert(session_is_idle(talk->session));
    ck_assert_str_eq(talk_reply(talk), "FORBID .");
    ask("INFO thread_num 2;BEGIN");
    ck_assert_str_eq(talk_reply(talk), "7,7");
    ask("INFO max_memory 100000000;BOARD;INFO max_memory 200000000;7,7,2;DONE");
    ck_assert_str_eq(talk_reply(talk), "7,6");
    ck_assert(session_is_idle(talk->session));
}
END_TEST

START_TEST(no_memory_is_fetched_before_its_limit_is_known) {
    ask("INFO thread_num 2");
    ck_assert(session_is_idle(talk->session));
    ask("INFO max_memory 100000000;INFO max_memory 0");
    ck_assert(session_is_idle(talk->session));
}
END_TEST

/* The order of Piskvork: what would not be prepared at once cost time of the first move. */
START_TEST(what_follows_the_limit_of_memory_is_prepared_as_well) {
    KanameEngine *engine = talk->engine;
    ask("INFO max_memory 100000000");
    ask("INFO timeout_match 500000;INFO timeout_turn 2000");
    ck_assert_int_eq(fake_preparation(engine).limits.turn_ms, 2000);
    ck_assert_int_eq(fake_preparation(engine).limits.match_ms, 500000);
    ask("INFO game_type 1;INFO rule 4");
    ck_assert_int_eq(fake_preparation(engine).rule, KANAME_RULE_RENJU);
    int number = fake_preparation(engine).number;
    ask("INFO evaluator table");
    ck_assert_int_eq(fake_preparation(engine).number, number + 1);
    ask("INFO hash_size 2048");
    ck_assert_int_eq(fake_preparation(engine).number, number + 2);
}
END_TEST

START_TEST(what_is_as_it_was_is_not_prepared_again) {
    const char *infos = "INFO timeout_match 500000;INFO timeout_turn 2000;INFO rule 4";
    ask("INFO max_memory 100000000");
    ask(infos);
    int number = fake_preparation(talk->engine).number;
    ask(infos);
    ask("INFO time_left 300000;INFO game_type 1;INFO rule 77");
    ck_assert_int_eq(fake_preparation(talk->engine).number, number);
}
END_TEST

/* ---- Hash files ----------------------------------------------------------------------------- */

static void ask_with_path(const char *command, const char *path) {
    char line[512];
    snprintf(line, sizeof line, "%s %s", command, path);
    talk_ask(talk, line);
}

START_TEST(hash_files_are_written_and_read) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "a hash");
    ask_with_path("YXHASHDUMP", path);
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash dump: done");
    talk_say(talk, "YXHASHLOAD");
    ck_assert_str_eq(talk_line(talk), "");
    talk_say(talk, path);
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash load: done");
    ask("BEGIN");
    ck_assert_str_eq(talk_line(talk), "7,7");
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs("something else", file);
    fclose(file);
    ask_with_path("YXHASHLOAD", path);
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash load: damaged");
    remove(path);
    ask_with_path("YXHASHLOAD", path);
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash load: no file");
    ask_with_path("YXHASHDUMP", "no such folder/hash");
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash dump: no file");
    ask("YXSHOWHASHUSAGE");
    ck_assert_str_eq(talk_line(talk), "MESSAGE hash usage: 12.3% of 1024 KiB");
    ck_assert_str_eq(talk_line(talk), "");
}
END_TEST

/* The table is cleared in mid-search: once the search has ended. */
START_TEST(a_table_cleared_in_mid_search_is_not_written) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "hash");
    talk_say(talk, "YXHASHCLEAR");
    ask("YXSTOP");
    ask_with_path("YXHASHDUMP", path);
    ask("INFO timeout_turn 0;TURN 0,0");
    ask_with_path("YXHASHLOAD", path);
    ask("YXSHOWHASHUSAGE");
    const char *line = talk_line(talk);
    while (strncmp(line, "MESSAGE hash usage", 18) != 0 && *line != '\0')
        line = talk_line(talk);
    ck_assert_str_eq(line, "MESSAGE hash usage: 0.0% of 1024 KiB");
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
    tcase_add_test(quick, each_iteration_has_a_line);
    tcase_add_test(quick, several_lines_are_numbered);
    tcase_add_test(quick, messages_have_the_common_form);
    tcase_add_test(quick, detail_lines_follow_when_asked_for);
    tcase_add_test(quick, pondering_says_nothing_and_gives_way);
    tcase_add_test(quick, questions_leave_pondering_alone);
    tcase_add_test(quick, a_change_of_the_rules_meaning_shows_its_fouls_while_pondering);
    tcase_add_test(quick, memory_is_fetched_until_a_command_comes);
    tcase_add_test(quick, no_memory_is_fetched_before_its_limit_is_known);
    tcase_add_test(quick, what_follows_the_limit_of_memory_is_prepared_as_well);
    tcase_add_test(quick, what_is_as_it_was_is_not_prepared_again);
    tcase_add_test(quick, analysis_does_not_ponder);
    tcase_add_test(quick, hash_files_are_written_and_read);
    tcase_add_loop_test(quick, steps_of_openings_are_answered_in_messages, 0, STEPS);
    tcase_add_test(quick, marks_are_sent_only_when_asked_for);
    tcase_add_test(quick, marks_are_those_of_yixin_board);
    tcase_add_test(quick, marks_begin_with_the_best_move_so_far);
    tcase_add_test(quick, nothing_is_told_after_the_deadline);
    tcase_add_test(quick, lines_of_one_search_are_bounded);
    tcase_add_test(quick, iterations_of_many_lines_are_told_whole_and_for_ever);
    tcase_add_loop_test(quick, the_images_of_a_blocked_move_stay, 0, 3);
    tcase_add_loop_test(quick, swap2_is_answered_by_the_score, 0, SWAP2_DIALOGUES);
    tcase_add_loop_test(quick, openings_are_answered_by_rule_and_step, 0, OPENING_DIALOGUES);
    tcase_add_test(quick, swap2_opens_with_three_stones_on_every_board);
    tcase_add_test(quick, swap2_can_be_stopped);
    tcase_add_test(quick, swap2_keeps_its_limit_over_all_searches);
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
    tcase_add_test(thinking, a_table_cleared_in_mid_search_is_not_written);
    tcase_add_test(thinking, no_stop_and_no_move_is_lost_in_a_rush);
    suite_add_tcase(suite, thinking);
    return run_suite(suite);
}
