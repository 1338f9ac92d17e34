/* The messages of a session during a search: iterations, lines, marks. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "protocol/session/dialogue.h"
#include "protocol/support/talk.h"
#include "session/report.h"
#include "support/harness.h"

START_TEST(each_iteration_has_a_line) {
    ask("INFO timeout_turn 30000;INFO max_depth 3;TURN 8,7");
    ck_assert_str_eq(talk_line(talk), "MESSAGE depth 1-2 ev -100 n 1000 n/ms 1000 tm 1 pv H8 H9");
    ck_assert_str_eq(talk_line(talk), "MESSAGE depth 2-4 ev -100 n 2000 n/ms 1000 tm 2 pv H8 H9");
    ck_assert_str_eq(talk_line(talk), "MESSAGE depth 3-6 ev -100 n 3000 n/ms 1000 tm 3 pv H8 H9");
    ck_assert_str_eq(talk_line(talk), "7,7");
    ck_assert_str_eq(talk_line(talk), "");
}
END_TEST

START_TEST(an_unknown_search_parameter_is_told_at_once) {
    static const char told[] = "MESSAGE INFO: no search parameter has this name and range; "
                               "pbrain-kaname --params lists them";
    ask("INFO param_nope 3;INFO param_margin 1001;INFO param_margin 250;INFO nope 3;ABOUT");
    ck_assert_str_eq(talk_line(talk), told);
    ck_assert_str_eq(talk_line(talk), told);
    ck_assert_ptr_nonnull(strstr(talk_line(talk), "Kaname"));
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

/* Reports this number of iterations, each with sixty lines. */
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

int main(void) {
    Suite *suite = suite_create("session_messages");
    TCase *quick = tcase_create("after START");
    tcase_add_checked_fixture(quick, begin_quick_talk, end_talk);
    tcase_add_test(quick, each_iteration_has_a_line);
    tcase_add_test(quick, an_unknown_search_parameter_is_told_at_once);
    tcase_add_test(quick, several_lines_are_numbered);
    tcase_add_test(quick, messages_have_the_common_form);
    tcase_add_test(quick, detail_lines_follow_when_asked_for);
    tcase_add_test(quick, marks_are_sent_only_when_asked_for);
    tcase_add_test(quick, marks_are_those_of_yixin_board);
    tcase_add_test(quick, marks_begin_with_the_best_move_so_far);
    tcase_add_test(quick, nothing_is_told_after_the_deadline);
    tcase_add_test(quick, lines_of_one_search_are_bounded);
    tcase_add_test(quick, iterations_of_many_lines_are_told_whole_and_for_ever);
    suite_add_tcase(suite, quick);
    return run_suite(suite);
}
