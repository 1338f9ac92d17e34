/* storm.c: dialogues made by chance, right and wrong commands mixed, with the real engine really
 * searching on two threads for a millisecond or until it is stopped, and a position database.
 *
 *   storm SEQUENCES [SEED [PROCESSES [FIRST]]]
 *
 * Sequence number i depends on the seed and i alone, except for the clock and for files that
 * earlier ones of its hundred have left. PROCESSES of them run side by side, each with a part of
 * the sequences: most of a dialogue is waiting. FIRST repeats from that number.
 *
 * What must hold for each: every line sent is of a known kind; each command that is due a reply
 * gets exactly one, the others none; and the end comes. One dialogue in four is hostile: bytes of
 * its lines are changed, lost, doubled or made up, and no line may get more than one reply besides
 * the move of a search that it ends. A failure prints the dialogue. Files are written in a folder
 * of its own, which goes at the end. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/lines.h"
#include "kaname.h"
#include "session/commands.h"
#include "session/session.h"
#include "shared/opening/rule.h"
#include "shared/text/words.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "protocol/support/linekind.h"
#include "support/folder.h"

enum {
    COMMANDS_MIN = 4,
    COMMANDS_SPAN = 40,
    LINES_KEPT = 4096,
    LINE_BYTES = 160,
    LINE_SAID_MAX = 1024,
    HANG_SECONDS = 600,
    LIST_SPAN = 9,
    PROCESSES_MAX = 64,
    COMMANDS_MAX = 128,
    SEQUENCES_OF_FILES = 100, /* that may leave files for each other */
    SEQUENCES_TOLD = 1000,
    SEQUENCES_OF_ALL = 1000 /* in which all commands are said */
};

typedef struct Storm {
    uint64_t chance;
    uint64_t seed;
    long sequence;
    Session *session;
    LineWriter writer;
    pthread_mutex_t lock; /* of what the engine says */
    size_t replies;
    size_t due;
    bool is_over; /* END was said */
    bool is_hostile;
    size_t said; /* lines */
    size_t kept;
    char lines[LINES_KEPT][LINE_BYTES];    /* both sides */
    const Command *commands[COMMANDS_MAX]; /* that were said */
    size_t command_count;
    char folder[FOLDER_PATH_BYTES];
} Storm;

static Storm storm;

/* ---- Chance (splitmix64) ------------------------------------------------------------------- */

static uint64_t draw(void) {
    storm.chance += 0x9E3779B97F4A7C15;
    uint64_t state = storm.chance;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
    return state ^ (state >> 31);
}

static int below(int count) {
    return (int)(draw() % (uint64_t)count);
}

/* ---- What the engine says ------------------------------------------------------------------- */

static void keep(char who, const char *line) {
    if (storm.kept < LINES_KEPT)
        snprintf(storm.lines[storm.kept++], LINE_BYTES, "%c %.150s", who, line);
}

static void remove_files(void) {
    if (storm.folder[0] != '\0' && !folder_remove(storm.folder))
        perror(storm.folder);
}

static void fail(const char *what, const char *detail) {
    fprintf(stderr, "storm: seed %" PRIu64 ", sequence %ld: %s: %s\n", storm.seed, storm.sequence,
            what, detail);
    for (size_t i = 0; i < storm.kept; i++)
        fprintf(stderr, "%s\n", storm.lines[i]);
    remove_files();
    abort();
}

/* The program hangs, so that no lock is safe to take. */
static void on_alarm(int number) {
    (void)number;
    fail("a hang", "no end");
}

/* The last line of what answers a step of an opening. */
static bool ends_step(const char *line) {
    static const char *const ends[] = {"MESSAGE SWAP2 MOVE3 ",       "MESSAGE SWAP2 SWAP1 ",
                                       "MESSAGE SWAP2 SWAP2 ",       "MESSAGE SWAP2 MOVE5 ",
                                       "MESSAGE SOOSORV MOVE3 ",     "MESSAGE SOOSORV SWAP1 ",
                                       "MESSAGE SOOSORV MOVE4 ",     "MESSAGE SOOSORV SWAP2 ",
                                       "MESSAGE SOOSORV MOVE5 DONE", "MESSAGE SOOSORV MOVE5C "};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (starts_with(line, ends[i]))
            return true;
    return false;
}

static bool hear(void *context, const char *text, size_t length) {
    char line[LINE_OUT_MAX];
    (void)context;
    if (length < 2 || length > sizeof line || text[length - 1] != '\n')
        fail("not a line", "");
    memcpy(line, text, length - 1);
    line[length - 1] = '\0';
    pthread_mutex_lock(&storm.lock);
    if (!starts_with(line, "MESSAGE depth") && !starts_with(line, "MESSAGE REALTIME") &&
        !starts_with(line, "INFO "))
        keep('<', line);
    LineKind kind = line_kind(line);
    if (kind == LINE_UNKNOWN)
        fail("a line of no known kind", line);
    storm.replies += kind == LINE_REPLY || ends_step(line);
    pthread_mutex_unlock(&storm.lock);
    return true;
}

static size_t heard(void) {
    pthread_mutex_lock(&storm.lock);
    size_t replies = storm.replies;
    pthread_mutex_unlock(&storm.lock);
    return replies;
}

/* ---- What the client says ------------------------------------------------------------------- */

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

static void say(const char *format, ...) {
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

static void say_start(void) {
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

static void say_something(void) {
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

/* ---- Sequences ------------------------------------------------------------------------------ */

static void expect(const char *when) {
    char detail[96];
    size_t replies = heard();
    if (storm.is_hostile ? replies <= storm.said : replies == storm.due)
        return;
    snprintf(detail, sizeof detail, "%zu replies, %zu due", replies, storm.due);
    fail(when, detail);
}

/* Ends a search that has no limit, and waits for the reply. A command whose line with a file name
 * was lost takes the first YXSTOP for it. */
static void settle(void) {
    bool is_hostile = storm.is_hostile;
    storm.is_hostile = false; /* the lines are to arrive */
    say("YXSTOP");
    say("YXSTOP");
    storm.is_hostile = is_hostile;
    session_wait(storm.session);
}

static void run_sequence(KanameEngine *engine) {
    storm.replies = storm.due = storm.kept = storm.said = 0;
    storm.is_over = false;
    storm.is_hostile = below(4) == 0;
    storm.session = session_new(engine, &storm.writer);
    if (storm.session == NULL)
        fail("no session", "");
    bool is_patient = below(2) == 0;
    int count = COMMANDS_MIN + below(COMMANDS_SPAN);
    say("INFO timeout_turn 1");
    say("INFO thread_num 2");
    if (below(2) == 0)
        say("YXSETDATABASE storm.db");
    say("INFO hash_size 256");
    if (below(10) != 0)
        say_start();
    for (int i = 0; i < count; i++) {
        say_something();
        if (is_patient) {
            settle();
            expect("after a command");
        } else if (below(3) == 0) {
            nanosleep(&(struct timespec){.tv_nsec = below(1 << (10 + below(12)))}, NULL);
        }
    }
    if (below(10) == 0) {
        say("END");
        if (heard() > (storm.is_hostile ? storm.said : storm.due))
            fail("after END", "more replies than due");
    } else {
        settle();
        expect("at the end");
    }
    session_free(storm.session);
}

/* ---- Processes ------------------------------------------------------------------------------ */

static void check_commands(void) {
    const CommandFamily *family;
    for (size_t i = 0; (family = command_family(i)) != NULL; i++)
        for (size_t j = 0; j < family->count; j++) {
            size_t at = 0;
            while (at < storm.command_count && storm.commands[at] != &family->rows[j])
                at++;
            if (at == storm.command_count)
                fail("a command was never said", family->rows[j].word);
        }
}

/* What a process does: sequences in a folder of its own. */
typedef struct Part {
    long first, end;
    int process, processes;
} Part;

/* Empties the folder in which the process is. */
static bool renew_folder(void) {
    if (storm.folder[0] != '\0' && (chdir("/") != 0 || !folder_remove(storm.folder)))
        return false;
    return folder_make(storm.folder, "/tmp") && chdir(storm.folder) == 0;
}

static bool run_part(Part part) {
    KanameEngine *engine = kaname_new();
    long run = 0, block = -1;
    for (long i = part.first; engine != NULL && i < part.end; i++) {
        if (i / SEQUENCES_OF_FILES % part.processes != part.process)
            continue;
        if (i / SEQUENCES_OF_FILES != block && !renew_folder())
            return false;
        block = i / SEQUENCES_OF_FILES;
        storm.sequence = i;
        storm.chance = (storm.seed << 32) + (uint64_t)i;
        if (!line_writer_init(&storm.writer, hear, NULL))
            return false;
        alarm(HANG_SECONDS);
        run_sequence(engine);
        line_writer_release(&storm.writer);
        if (++run % SEQUENCES_TOLD == 0)
            printf("process %d: %ld sequences\n", part.process, run);
        fflush(stdout);
    }
    alarm(0);
    if (run >= SEQUENCES_OF_ALL)
        check_commands();
    kaname_free(engine);
    return engine != NULL;
}

static bool run_parts(long first, long end, int processes) {
    bool is_good = true;
    fflush(stdout);
    for (int i = 0; i < processes; i++) {
        pid_t child = fork();
        if (child < 0)
            return false;
        if (child == 0)
            exit(run_part((Part){first, end, i, processes}) ? 0 : 1);
    }
    for (int i = 0, status; i < processes; i++)
        is_good = wait(&status) > 0 && status == 0 && is_good;
    return is_good;
}

int main(int argc, char **argv) {
    long sequences = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    storm.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    long processes = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
    long first = argc > 4 ? strtol(argv[4], NULL, 10) : 0;
    if (sequences < 1 || processes < 1 || processes > PROCESSES_MAX || first < 0 || argc > 5) {
        fprintf(stderr, "usage: storm SEQUENCES [SEED [PROCESSES [FIRST]]]\n");
        return 2;
    }
    if (pthread_mutex_init(&storm.lock, NULL) != 0 || signal(SIGALRM, on_alarm) == SIG_ERR)
        return 1;
    atexit(remove_files);
    if (!run_parts(first, first + sequences, (int)processes))
        return 1;
    printf("%ld sequences, every reply as due\n", sequences);
    return 0;
}
