/* points_talk.c: points of the conversation: starting, answering, refusing, surviving bad input. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/checker.h"
#include "game/message.h"
#include "shared/status/status.h"

enum { NO_ANSWER_MS = 300, ABOUT_MS = 5000, SWALLOW_MS = 20000, FLOOD_MS = 5000 };

static PointResult says_nothing_first(Checker *checker) {
    return check_result(check_launch(checker) && check_silent(checker, NO_ANSWER_MS));
}

/* Hears the answer to ABOUT. */
static bool hear_about(Checker *checker, const char **line) {
    if (!check_launch(checker))
        return false;
    talk_send(checker->talk, "ABOUT");
    switch (check_hear(checker, ABOUT_MS + checker->tolerance_ms, line)) {
    case TALK_LINE:
        return true;
    case TALK_ENDED:
        return check_fail(checker, "it %s", talk_end_text(checker->talk));
    default:
        return check_fail(checker, "no answer to ABOUT within %d ms", ABOUT_MS);
    }
}

static PointResult tells_its_name(Checker *checker) {
    const char *line;
    char name[100];
    if (!hear_about(checker, &line))
        return POINT_FAILED;
    if (!message_about(line, "name", name, sizeof(name)) || name[0] == '\0')
        return check_result(check_fail(checker, "the answer has no name=\"...\""));
    return check_result(check_silent(checker, NO_ANSWER_MS));
}

static PointResult tells_all_of_itself(Checker *checker) {
    static const char *const keys[] = {"name", "version", "author", "country"};
    const char *line;
    char value[100];
    if (!hear_about(checker, &line))
        return POINT_FAILED;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (!message_about(line, keys[i], value, sizeof(value)))
            return check_result(check_fail(checker, "the answer has no %s=\"...\"", keys[i]));
    if (strchr("OKERUNWSAP", line[0]) != NULL)
        return check_result(check_fail(
            checker, "the answer begins with '%c', which some clients read as another reply",
            line[0]));
    return POINT_PASSED;
}

static PointResult starts_with_ok(Checker *checker) {
    const int sizes[] = {checker->size, 15, 20};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        if (!check_begin(checker, sizes[i], 0))
            return POINT_FAILED;
    return POINT_PASSED;
}

static PointResult refuses_impossible_sizes(Checker *checker) {
    static const char *const words[] = {"START 1", "START 1000", "START -15", "START fifteen",
                                        "START"};
    if (!check_launch(checker))
        return POINT_FAILED;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        talk_send(checker->talk, "%s", words[i]);
        if (!check_refused(checker))
            return POINT_FAILED;
    }
    return POINT_PASSED;
}

/* Reads lines until none comes for `ms`. Fails if the engine ends or keeps sending. */
static bool swallow(Checker *checker, int64_t ms) {
    const char *line;
    TalkHeard heard;
    int64_t patience_ms = talk_elapsed_ms(checker->talk) + ms + FLOOD_MS;
    while ((heard = check_hear(checker, ms, &line)) == TALK_LINE)
        if (talk_elapsed_ms(checker->talk) > patience_ms)
            return check_fail(checker, "it keeps sending lines: '%.200s'", line);
    return heard == TALK_SILENCE || check_fail(checker, "it %s", talk_end_text(checker->talk));
}

static PointResult survives_impossible_sizes(Checker *checker) {
    if (!check_launch(checker))
        return POINT_FAILED;
    talk_send(checker->talk, "START 1");
    talk_send(checker->talk, "START 100000");
    talk_send(checker->talk, "START -15");
    talk_send(checker->talk, "START 99999999999999999999");
    talk_send(checker->talk, "START x");
    return check_result(swallow(checker, 1000) && check_recovers(checker));
}

static PointResult begins_a_second_game(Checker *checker) {
    bool is_good = check_begin(checker, checker->size, 0);
    for (int game = 0; game < 3 && is_good; game++)
        is_good = check_recovers(checker);
    return check_result(is_good);
}

static PointResult restarts(Checker *checker) {
    int x, y;
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    check_turn(checker, checker->size / 2, checker->size / 2);
    if (!check_move(checker, checker->turn_ms))
        return POINT_FAILED;
    check_clear_board(checker, checker->size, 0);
    talk_send(checker->talk, "RESTART");
    if (!check_ok(checker))
        return POINT_FAILED;
    talk_send(checker->talk, "BEGIN");
    if (!check_move(checker, checker->turn_ms))
        return POINT_FAILED;
    check_random_point(checker, &x, &y);
    check_turn(checker, x, y);
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult reads_crlf(Checker *checker) {
    static const char start[] = "START 15\r\n";
    static const char rest[] = "INFO timeout_turn 500\r\nINFO rule 0\r\nBOARD\r\n7,7,1\r\n8,8,2\r\n"
                               "DONE\r\n";
    check_clear_board(checker, 15, 0);
    if (!check_launch(checker))
        return POINT_FAILED;
    talk_send_bytes(checker->talk, start, sizeof(start) - 1);
    if (!check_ok(checker))
        return POINT_FAILED;
    talk_send_bytes(checker->talk, rest, sizeof(rest) - 1);
    check_put(checker, 7, 7);
    check_put(checker, 8, 8);
    return check_result(check_move(checker, 500));
}

static PointResult reads_any_case(Checker *checker) {
    check_clear_board(checker, 15, 0);
    if (!check_launch(checker))
        return POINT_FAILED;
    talk_send(checker->talk, "start 15");
    if (!check_ok(checker))
        return POINT_FAILED;
    talk_send(checker->talk, "info TIMEOUT_TURN %" PRId64, checker->turn_ms);
    talk_send(checker->talk, "board");
    talk_send(checker->talk, "7,7,2");
    talk_send(checker->talk, "done");
    check_put(checker, 7, 7);
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult reads_blanks(Checker *checker) {
    if (!check_begin(checker, 15, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "  TURN   7 , 7  ");
    check_put(checker, 7, 7);
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult passes_over_empty_lines(Checker *checker) {
    if (!check_begin(checker, 15, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "%s", "");
    talk_send(checker->talk, "   ");
    if (!check_silent(checker, NO_ANSWER_MS))
        return POINT_FAILED;
    talk_send(checker->talk, "BEGIN");
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult answers_unknown_words(Checker *checker) {
    if (!check_begin(checker, 15, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "FNORD 1 2 3");
    return check_result(check_refused(checker) && check_recovers(checker));
}

static PointResult takes_info_silently(Checker *checker) {
    static const char *const lines[] = {
        "INFO fnord 5",      "INFO folder /tmp/a folder with blanks",
        "INFO evaluate 3,4", "INFO thread_num 1",
        "INFO game_type 3",  "INFO time_increment 0"};
    if (!check_launch(checker))
        return POINT_FAILED;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        talk_send(checker->talk, "%s", lines[i]);
    if (!check_silent(checker, NO_ANSWER_MS))
        return POINT_FAILED;
    talk_send(checker->talk, "START 15");
    check_clear_board(checker, 15, 0);
    if (!check_ok(checker))
        return POINT_FAILED;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        talk_send(checker->talk, "%s", lines[i]);
    check_send_limits(checker, checker->turn_ms, -1, 0);
    if (!check_silent(checker, NO_ANSWER_MS))
        return POINT_FAILED;
    talk_send(checker->talk, "BEGIN");
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult bears_bad_info(Checker *checker) {
    static const char *const lines[] = {"INFO",
                                        "INFO timeout_turn",
                                        "INFO timeout_turn soon",
                                        "INFO timeout_match 99999999999999999999999",
                                        "INFO max_memory -1",
                                        "INFO thread_num 1000000000000",
                                        "INFO thread_num 0",
                                        "INFO rule 77",
                                        "INFO rule x"};
    if (!check_begin(checker, 15, 0))
        return POINT_FAILED;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        talk_send(checker->talk, "%s", lines[i]);
    if (!check_silent(checker, NO_ANSWER_MS))
        return POINT_FAILED;
    talk_send(checker->talk, "INFO thread_num 1");
    return check_result(check_recovers(checker));
}

static PointResult bears_garbage(Checker *checker) {
    static const char bytes[] = "\xff\xfe\x00\x01\x1b[2J%n%s%s\n\x80\x80\n,,,\n1,2,3\nDONE\n"
                                "TURN\nTURN ,\nTURN 7\nTURN 7,\nTURN a,b\n"
                                "TURN 99999999999999999999,7\nTURN -1,-1\nTAKEBACK\nPLAY 99,99\n";
    if (!check_begin(checker, 15, 0))
        return POINT_FAILED;
    talk_send_bytes(checker->talk, bytes, sizeof(bytes) - 1);
    return check_result(swallow(checker, 1500) && check_recovers(checker));
}

static PointResult bears_long_lines(Checker *checker) {
    enum { LENGTH = 1000000 };
    char *line = malloc(LENGTH);
    if (line == NULL)
        return check_skip(checker, "%s", status_text(STATUS_MEMORY));
    if (!check_begin(checker, 15, 0)) {
        free(line);
        return POINT_FAILED;
    }
    memset(line, '7', LENGTH);
    line[LENGTH - 1] = '\n';
    talk_send_bytes(checker->talk, line, LENGTH);
    memcpy(line, "TURN 7,", 7);
    talk_send_bytes(checker->talk, line, LENGTH);
    free(line);
    return check_result(swallow(checker, 1500) && check_recovers(checker));
}

static PointResult refuses_impossible_turns(Checker *checker) {
    static const char *const words[] = {"TURN 15,0", "TURN 0,-1", "TURN 7,7", "TURN 7",
                                        "TURN 99999999999,0"};
    int x, y;
    if (!check_begin(checker, 15, 0))
        return POINT_FAILED;
    check_turn(checker, 7, 7);
    if (!check_move(checker, checker->turn_ms))
        return POINT_FAILED;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        talk_send(checker->talk, "%s", words[i]);
        if (!check_refused(checker))
            return POINT_FAILED;
    }
    check_random_point(checker, &x, &y);
    check_turn(checker, x, y); /* the position is as before */
    return check_result(check_move(checker, checker->turn_ms));
}

/* Plays four moves; the callers then examine the other output. */
static bool play_a_little(Checker *checker) {
    if (!check_begin(checker, 15, 0))
        return false;
    talk_send(checker->talk, "BEGIN");
    bool is_good = check_move(checker, checker->turn_ms);
    for (int i = 0; i < 3 && is_good; i++) {
        int x, y;
        check_random_point(checker, &x, &y);
        check_turn(checker, x, y);
        is_good = check_move(checker, checker->turn_ms);
    }
    return is_good;
}

static PointResult keeps_stderr_silent(Checker *checker) {
    if (!play_a_little(checker))
        return POINT_FAILED;
    if (talk_used_stderr(checker->talk))
        return check_result(check_fail(
            checker, "it wrote to standard error, which some managers read as its answer"));
    return POINT_PASSED;
}

static PointResult writes_plain_text(Checker *checker) {
    if (!play_a_little(checker))
        return POINT_FAILED;
    if (!talk_was_plain(checker->talk))
        return check_result(check_fail(checker, "it wrote bytes other than printable ASCII"));
    if (talk_line_was_cut(checker->talk))
        return check_result(check_fail(checker, "it wrote a line of more than 64 KiB"));
    return POINT_PASSED;
}

static PointResult swallows_gui_commands(Checker *checker) {
    static const char *const lines[] = {"INFO show_detail 0",
                                        "YXSHOWINFO",
                                        "YXHASHCLEAR",
                                        "yxquerydatabaseall",
                                        "7,7",
                                        "8,8",
                                        "done",
                                        "YXBLOCKRESET",
                                        "YXSTOP"};
    const char *line, *rest;
    if (!check_begin(checker, 15, 0))
        return POINT_FAILED;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        talk_send(checker->talk, "%s", lines[i]);
    /* UNKNOWN is a valid answer; a move would be wrong. */
    TalkHeard heard;
    while ((heard = check_hear(checker, NO_ANSWER_MS, &line)) == TALK_LINE)
        if (!message_starts(line, "UNKNOWN", &rest) && !message_starts(line, "ERROR", &rest))
            return check_result(
                check_fail(checker, "expected UNKNOWN or no answer, got '%.200s'", line));
    if (heard == TALK_ENDED)
        return check_result(check_fail(checker, "it %s", talk_end_text(checker->talk)));
    return check_result(check_recovers(checker));
}

const Point points_of_talk[] = {
    {"silent-start", "says nothing before the first command", false, says_nothing_first},
    {"about", "answers ABOUT before START with one line that holds its name", false,
     tells_its_name},
    {"about-all", "reports name, version, author and country", true, tells_all_of_itself},
    {"start", "answers START with OK alone, for 15 and 20 too", false, starts_with_ok},
    {"start-bad", "survives STARTs with impossible sizes", false, survives_impossible_sizes},
    {"start-refused", "answers ERROR to each impossible size", true, refuses_impossible_sizes},
    {"new-game", "begins game after game with START in one process", false, begins_a_second_game},
    {"restart", "clears the board on RESTART and answers OK", true, restarts},
    {"crlf", "reads lines ended by CR LF", false, reads_crlf},
    {"case", "reads commands in lower case", true, reads_any_case},
    {"blanks", "reads commands with more blanks than needed", true, reads_blanks},
    {"empty-lines", "ignores empty lines", true, passes_over_empty_lines},
    {"unknown", "answers an unknown command once, by UNKNOWN or ERROR", true,
     answers_unknown_words},
    {"info", "does not answer INFO, known or unknown, before or after START", false,
     takes_info_silently},
    {"info-bad", "does not answer INFO with bad values, and plays on", false, bears_bad_info},
    {"turn-bad", "answers ERROR to impossible TURNs and keeps the game", true,
     refuses_impossible_turns},
    {"garbage", "survives garbage and plays on after START", false, bears_garbage},
    {"long-lines", "survives lines of a million bytes", false, bears_long_lines},
    {"stderr", "writes nothing to standard error", false, keeps_stderr_silent},
    {"plain-text", "writes printable ASCII in lines of at most 64 KiB", true, writes_plain_text},
    {"gui-commands", "plays on after the commands of Yixin Board", true, swallows_gui_commands},
    {0},
};
