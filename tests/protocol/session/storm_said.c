#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "protocol/session/storm.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "shared/opening/rule.h"
#include "shared/text/words.h"

enum { LINE_SAID_MAX = 1024, LIST_SPAN = 9 };

static char any_byte(void) {
    static const char likely[] = "0123456789,,- .\"+x\t";
    char byte = (char)(1 + below(255));
    if (below(2) == 0)
        byte = likely[below((int)sizeof likely - 1)];
    return byte == '\n' || byte == '\r' || byte == '/' ? ',' : byte;
}

/* Spoils a line of a hostile client. Limits of memory and threads stay as they are, and no name
 * leaves the folder. */
static void spoil(char line[LINE_SAID_MAX]) {
    static const char *const kept[] = {"hash_size", "thread_num", "max_memory"};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (strstr(line, kept[i]) != NULL)
            return;
    for (int changes = 1 + below(3); changes > 0; changes--) {
        int length = (int)strlen(line), at = below(length + 1);
        size_t behind = (size_t)(length - at) + 1;
        switch (below(5)) {
        case 0: /* change a byte */
            if (at < length)
                line[at] = any_byte();
            break;
        case 1: /* lose the rest */
            line[at] = '\0';
            break;
        case 2: /* lose a byte */
            if (at < length)
                memmove(line + at, line + at + 1, behind - 1);
            break;
        case 3: /* make up a byte */
            if (length + 1 < LINE_SAID_MAX) {
                memmove(line + at + 1, line + at, behind);
                line[at] = any_byte();
            }
            break;
        default: /* double the rest */
            if (length + (int)behind < LINE_SAID_MAX)
                memmove(line + length, line + at, behind);
            break;
        }
    }
    for (char *at = line; (at = strchr(at, '/')) != NULL;)
        *at = '_';
}

static void note_command(const char *line) {
    Words words = words_of(line, strlen(line));
    Word word;
    const Command *command = words_next(&words, &word) ? command_find(word) : NULL;
    for (size_t i = 0; i < storm.command_count; i++)
        if (storm.commands[i] == command)
            return;
    if (command != NULL && storm.command_count < COMMANDS_MAX)
        storm.commands[storm.command_count++] = command;
}

static void deliver(LinePiece piece) {
    if (!storm.is_over && !session_line(storm.session, piece))
        storm.is_over = true;
}

void say(const char *format, ...) {
    char line[LINE_SAID_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    note_command(line);
    if (storm.is_hostile && below(3) == 0)
        spoil(line);
    storm.said++;
    if (below(8) == 0)
        for (char *at = line; *at != '\0'; at++)
            if (*at >= 'A' && *at <= 'Z')
                *at = (char)(*at - 'A' + 'a');
    pthread_mutex_lock(&storm.lock);
    keep('>', line);
    pthread_mutex_unlock(&storm.lock);
    size_t length = strlen(line);
    if (storm.is_hostile && length > 0 && below(50) == 0)
        line[below((int)length)] = '\0';
    deliver((LinePiece){line, length, false, false});
}

/* A line so long that it comes in pieces. */
static void say_long(void) {
    static const char *const lines[][3] = {{"BOARD 7,7,1 ", "8,8,2 6,6,1 ", "9,9,2 DONE"},
                                           {"BOARD 7,7,1 DONE ", "8,8,2 BOARD ", "DONE"},
                                           {"FOO bar ", "BEGIN ", "TURN 7,7"},
                                           {"SWAP2BOARD ", " ", " DONE"}};
    const char *const *pieces = lines[below((int)(sizeof lines / sizeof lines[0]))];
    pthread_mutex_lock(&storm.lock);
    for (int i = 0; i < 3; i++)
        keep('>', pieces[i]);
    pthread_mutex_unlock(&storm.lock);
    storm.said++;
    for (int i = 0; i < 3; i++)
        deliver((LinePiece){pieces[i], strlen(pieces[i]), i > 0, i < 2});
    storm.due++;
}

/* A point, now and then a wrong one. */
static void write_point(char text[32], char separator) {
    switch (below(24)) {
    case 0:
        snprintf(text, 32, "%d%c%d", below(40) - 10, separator, below(40) - 10);
        break;
    case 1:
        snprintf(text, 32, "9999999999999999999%c1", separator);
        break;
    case 2:
        snprintf(text, 32, "x%cy", separator);
        break;
    default:
        snprintf(text, 32, "%d%c%d", 3 + below(9), separator, 3 + below(9));
        break;
    }
}

/* Entries on one line or on many, up to DONE; `count` of them, in which now and then a stop or
 * an INFO line comes. */
static void say_list(const char *word, int count, bool has_flags) {
    char point[32];
    bool has_text = strchr(word, '"') != NULL; /* which ends its line */
    bool is_one_line = below(4) == 0 && !has_text;
    char line[768];
    snprintf(line, sizeof line, "%s", word);
    if (!is_one_line)
        say("%s", word);
    for (int i = 0; i < count; i++) {
        char flag[8] = "";
        write_point(point, ',');
        if (has_flags)
            snprintf(flag, sizeof flag, ",%d", (count - i) % 2 == 0 ? 1 : below(30) == 0 ? 3 : 2);
        if (is_one_line)
            snprintf(line + strlen(line), sizeof line - strlen(line), " %s%s", point, flag);
        else
            say("%s%s", point, flag);
        if (!is_one_line && below(40) == 0)
            say(below(2) ? "YXSTOP" : "INFO time_left 1000");
    }
    if (is_one_line)
        say("%s DONE", line);
    else
        say("DONE");
}

static const char *const info_keys[] = {"timeout_turn 1",
                                        "timeout_turn 1",
                                        "timeout_turn 1",
                                        "timeout_turn 0",
                                        "timeout_turn -1",
                                        "timeout_turn 1000",
                                        "timeout_match 100",
                                        "timeout_match 0",
                                        "time_left 30",
                                        "time_left -1",
                                        "time_left 100000",
                                        "time_increment 1",
                                        "max_node 50",
                                        "max_node -1",
                                        "max_depth 2",
                                        "max_depth -1",
                                        "thread_num 1",
                                        "thread_num 2",
                                        "thread_num 0",
                                        "hash_size 64",
                                        "hash_size 512",
                                        "max_memory 0",
                                        "max_memory 20000000",
                                        "rule 0",
                                        "rule 1",
                                        "rule 2",
                                        "rule 4",
                                        "rule 8",
                                        "rule 77",
                                        "pondering 1",
                                        "pondering 1",
                                        "pondering 0",
                                        "show_detail 0",
                                        "show_detail 1",
                                        "show_detail 2",
                                        "show_detail 3",
                                        "nbestsym 1",
                                        "nbestsym 0",
                                        "caution_factor 0",
                                        "caution_factor 5",
                                        "caution_factor 9",
                                        "vcthread 2",
                                        "checkmate 0",
                                        "start_depth 3",
                                        "start_depth 0",
                                        "strength 0",
                                        "strength 50",
                                        "strength 100",
                                        "strength 999",
                                        "nbest_sym 1",
                                        "seed 7",
                                        "usedatabase 0",
                                        "evaluator table",
                                        "evaluator network",
                                        "evaluator none",
                                        "level newcomer",
                                        "level full",
                                        "level 77",
                                        "param_nothing 1",
                                        "usedatabase 1",
                                        "foo bar",
                                        "folder C:\\my folder",
                                        "",
                                        "timeout_turn",
                                        "timeout_turn x",
                                        "evaluate 3,3"};

static void say_info(void) {
    say("INFO %s", info_keys[below((int)(sizeof info_keys / sizeof info_keys[0]))]);
}

static void say_silent(void) {
    static const char *const words[] = {"YXSTOP",
                                        "YXSTOP",
                                        "STOP",
                                        "YXHASHCLEAR",
                                        "YXBLOCKRESET",
                                        "YXSHOWINFO",
                                        "YXDRAW",
                                        "YXRESIGN",
                                        "YXBLOCKPATHRESET",
                                        "YXSHOWHASHUSAGE",
                                        "YXPRINTFEATURE",
                                        "YXDBCHECK",
                                        "",
                                        "   ",
                                        "YXFORBID add 7 7 0",
                                        "YXFORBID del 7 7 0",
                                        "YXFORBID add 5 6 1",
                                        "YXFORBID what",
                                        "YXHASHDUMP storm-hash.bin",
                                        "YXHASHLOAD storm-hash.bin",
                                        "YXHASHLOAD no/such/file",
                                        "YXHASHDUMP no/such/file"};
    static const char *const lists[] = {"YXBLOCK",
                                        "YXBLOCKUNDO",
                                        "YXBLOCKPATH",
                                        "YXBLOCKPATHUNDO",
                                        "YXQUERYDATABASEALL",
                                        "YXQUERYDATABASEONE",
                                        "YXEDITTVDDATABASE 7 87 0 5"};
    if (below(3) == 0)
        say_list(lists[below((int)(sizeof lists / sizeof lists[0]))], below(4), false);
    else if (below(6) == 0)
        say_list("YXBOARD", below(LIST_SPAN), true);
    else
        say("%s", words[below((int)(sizeof words / sizeof words[0]))]);
}

/* One of the steps of openings, mostly with the stones that it needs. */
static void say_step(void) {
    static const int stones[] = {0, 3, 3, 4, 4, 7};
    char word[64];
    int step = below(6);
    if (below(3) == 0) {
        if (below(2) == 0)
            say_list("YXBOARD", below(2) ? 3 : 5, true);
        snprintf(word, sizeof word, "YXSWAP2STEP%d", 1 + below(3));
        say("%s", word);
    } else if (step == 0) {
        say("YXSOOSORVSTEP1");
    } else {
        snprintf(word, sizeof word,
                 step == 3 || step == 4 ? "YXSOOSORVSTEP%d %d" : "YXSOOSORVSTEP%d", step + 1,
                 below(10));
        say_list(word, below(8) == 0 ? below(9) : stones[step], false);
    }
    storm.due++;
}

static void say_simple(void) {
    static const char *const words[] = {
        "ABOUT",     "RESTART",        "BEGIN",    "YXSHOWFORBID",    "FOO",          "DONE",
        "YXNBEST 3", "YXNBEST",        "YXFOO",    "YXBALANCEONE 10", "YXBALANCETWO", "YXNBEST 999",
        "BEGIN",     "YXSEARCHDEFEND", "START 99", "RECTSTART 7,9",   "TURN 7",       "START",
        "7,7",       "RECTSTART 7"};
    say("%s", words[below((int)(sizeof words / sizeof words[0]))]);
    storm.due++;
}

static void say_point(void) {
    static const char *const words[] = {"TURN", "TURN", "TURN", "PLAY", "TAKEBACK"};
    char point[32];
    write_point(point, ',');
    say("%s %s", words[below((int)(sizeof words / sizeof words[0]))], point);
    storm.due++;
}

/* A step of a rule with its stones, near the middle as patterns want them, and the moves that a
 * pick chooses from. */
static void say_opening(void) {
    static const struct {
        int x, y;
    } places[] = {{7, 7}, {7, 6}, {9, 7}, {6, 6}, {8, 6},  {9, 6},  {5, 8},  {8, 9},
                  {6, 9}, {9, 9}, {5, 5}, {6, 8}, {10, 7}, {4, 10}, {10, 10}};
    const OpeningRule *rule = opening_rule_at(below(OPENING_RULES));
    const OpeningStep *step = &rule->steps[below(rule->step_count)];
    int fifths = below(2) == 0 ? 1 + below(12) : 0, count = step->stones;
    if (strcmp(step->word, "pick") == 0)
        count += fifths > 0 ? fifths : 2;
    if (below(12) == 0)
        count += below(3) - 1;
    if (fifths > 0)
        say("OPENINGBOARD %s %s fifths=%d", rule->name, step->word, fifths);
    else
        say("OPENINGBOARD %s %s", rule->name, step->word);
    for (int i = 0; i < count && i < (int)(sizeof places / sizeof places[0]); i++)
        say("%d,%d", places[i].x, places[i].y);
    say("DONE");
    storm.due++;
}

/* A position that is won or lost by fours, for the client's side or the other: a proven result,
 * which the database keeps. */
static void say_won(void) {
    bool is_ours = below(2) == 0, has_answer = below(2) == 0;
    say("BOARD");
    for (int i = 0; i < 3 + has_answer; i++) {
        say("%d,7,%d", 6 + i, is_ours ? 1 : 2);
        say("%d,%d,%d", i, below(2), is_ours ? 2 : 1);
    }
    say("DONE");
    storm.due++;
}

static void say_board(void) {
    static const int stages[] = {0, 3, 5, 4};
    int kind = below(9);
    if (kind == 0) {
        say_opening();
    } else if (kind == 1) {
        say_long();
    } else if (kind == 8) {
        say_won();
    } else {
        if (kind < 4)
            say_list("SWAP2BOARD", stages[below(4)], false);
        else
            say_list("BOARD", below(LIST_SPAN), true);
        storm.due++;
    }
}

void say_start(void) {
    static const char *const words[] = {"START 15", "START 15 15", "START 12 15",    "START 20",
                                        "START 5",  "START 22",    "RECTSTART 10,12"};
    say("%s", words[below((int)(sizeof words / sizeof words[0]))]);
    storm.due++;
}

/* Commands of the position database: none is due a reply. */
static void say_database(void) {
    static const char *const words[] = {"YXSETDATABASE storm.db",
                                        "YXSETDATABASE storm.db",
                                        "YXSETDATABASE other.db",
                                        "YXSETDATABASE no/such/folder",
                                        "YXDBCHECK",
                                        "YXDBFIX",
                                        "YXSAVEDATABASE",
                                        "YXDBTOTXT storm.txt",
                                        "YXDBTOTXTALL storm.txt",
                                        "YXTXTTODB storm.txt",
                                        "YXDBTOLIB storm.lib",
                                        "YXLIBTODB storm.lib",
                                        "YXDBTOPOS storm.pos",
                                        "YXDBSPLIT part.db",
                                        "YXDBMERGE part.db",
                                        "YXDBMERGE storm.txt"};
    static const char *const lists[] = {
        "YXQUERYDATABASEALL",         "YXQUERYDATABASEONE",
        "YXQUERYDATABASETEXT",        "YXEDITTVDDATABASE 7 119 29990 5",
        "YXEDITTVDDATABASE 7 87 0 5", "YXEDITTEXTDATABASE \"some text\"",
        "YXEDITLABELDATABASE \"ab\"", "YXDELETEDATABASEONE",
        "YXDELETEDATABASEALL",        "YXDELETEDATABASEALL nonwl",
        "YXSETBESTMOVEDATABASE",      "YXCLEARBESTMOVEDATABASE",
        "YXQUERYDATABASEALLT"};
    if (below(2) == 0)
        say_list(lists[below((int)(sizeof lists / sizeof lists[0]))], below(4), false);
    else
        say("%s", words[below((int)(sizeof words / sizeof words[0]))]);
}

void say_something(void) {
    int kind = below(110);
    if (kind < 25)
        say_point();
    else if (kind < 40)
        say_board();
    else if (kind < 50)
        say_simple();
    else if (kind < 58)
        say_step();
    else if (kind < 64)
        say_start();
    else if (kind < 80)
        say_info();
    else if (kind < 100)
        say_silent();
    else
        say_database();
}
