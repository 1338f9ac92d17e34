/* Two programs on one position database: every command of the dialogue, and what `gather` does, in
 * a random course, at the same time, on the same records. Each program owns some fields of each
 * record and checks after each of its commands that the file holds what it last wrote: no edit of
 * the other may undo it. Both count the same games, each of which counts once in the end.
 *
 *     hammer COURSES [SEED]     a course is a new file and 24 commands of each program */
#define _DEFAULT_SOURCE
#include "database/book.h"
#include "database/store.h"
#include "protocol/support/fake_kaname.h"
#include "protocol/support/talk.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "support/folder.h"

enum { SHARED = 3, SEARCHED = 2, OWN = 3, GAMES = 9, COMMANDS = 24, DEPTH_STORED = 12 };

/* What a program last wrote. The first owns value, text and best move of shared records, the second
 * tag and depth; of searched ones the first owns the text, and the second the rest, which its
 * searches store. `own` are the values of records that the other does not touch, -1: removed. */
typedef struct Program {
    int number; /* 0 or 1 */
    uint64_t random;
    Talk *talk;
    Database *view;
    const char *folder;
    int value[SHARED], tag[SHARED], depth[SHARED], text[SHARED];
    int best[SHARED]; /* -1: cleared */
    int searched_text[SEARCHED], searched_value[SEARCHED], searched_depth[SEARCHED];
    int own[OWN], own_text[OWN];
    bool has_gathered[GAMES];
    char done[256]; /* the last command, for messages */
} Program;

static int chance(Program *program, int below) {
    program->random = program->random * 6364136223846793005u + 1442695040888963407u;
    return (int)((program->random >> 33) % (uint64_t)below);
}

static void fail(const Program *program, const char *what, int due, int is) {
    fprintf(stderr, "program %d, after %s: %s is %d, not %d\n", program->number, program->done,
            what, is, due);
    _exit(1);
}

/* Says a command and the lines of its list, separated by '|', and waits until it is done. Fails if
 * the database reports a failure. */
static void say(Program *program, const char *format, ...) {
    char lines[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(lines, sizeof lines, format, arguments);
    va_end(arguments);
    snprintf(program->done, sizeof program->done, "%.200s", lines);
    char *rest = lines;
    for (char *line; (line = strsep(&rest, "|")) != NULL;)
        talk_ask(program->talk, line);
    while (!session_settle(program->talk->session))
        continue;
    for (const char *reply; *(reply = talk_line(program->talk)) != '\0';) {
        static const char *const bad[] = {" not ", "closed", "locked", "out of memory"};
        for (int i = 0; i < 4; i++)
            if (strstr(reply, bad[i]) != NULL) {
                fprintf(stderr, "program %d: %s: %s\n", program->number, program->done, reply);
                _exit(1);
            }
    }
}

/* ---- Records -------------------------------------------------------------------------------- */

/* The shared record i is that after 7,7 and i,0, and searched ones follow; own ones have a stone of
 * another row. */
static DatabasePosition shared_position(int i) {
    DatabasePosition position;
    database_position_init(&position, KANAME_RULE_FREESTYLE, 15, 15);
    (void)database_position_play(&position, (KanamePoint){7, 7});
    (void)database_position_play(&position, (KanamePoint){i, 0});
    return position;
}

static DatabasePosition own_position(int number, int i) {
    DatabasePosition position;
    database_position_init(&position, KANAME_RULE_FREESTYLE, 15, 15);
    (void)database_position_play(&position, (KanamePoint){1, 2 + number});
    (void)database_position_play(&position, (KanamePoint){4 + i, 9});
    return position;
}

static DatabaseRecord read_record(const Program *program, const DatabasePosition *position) {
    DatabaseRecord record;
    DatabaseStatus status = database_get(program->view, position, &record);
    if (status == DATABASE_FAILED) {
        fprintf(stderr, "cannot read: %s\n", database_error(program->view));
        _exit(1);
    }
    return status == DATABASE_FOUND ? record : (DatabaseRecord){.value = -1};
}

static void check_shared(const Program *program) {
    for (int i = 0; i < SHARED; i++) {
        DatabasePosition position = shared_position(i);
        DatabaseRecord record = read_record(program, &position);
        if (program->number == 0) {
            if (program->value[i] != 0 && record.value != program->value[i])
                fail(program, "a value", program->value[i], record.value);
            if (program->text[i] != 0 && atoi(record.text) != program->text[i])
                fail(program, "a text", program->text[i], atoi(record.text));
            int best = record.has_best ? record.best.x : -1;
            if (program->best[i] != 0 && best != program->best[i])
                fail(program, "a best move", program->best[i], best);
        } else {
            if (program->tag[i] != 0 && record.tag != program->tag[i])
                fail(program, "a tag", program->tag[i], record.tag);
            if (program->depth[i] != 0 && record.depth != program->depth[i])
                fail(program, "a depth", program->depth[i], record.depth);
        }
    }
}

static void check_searched(const Program *program) {
    for (int i = 0; i < SEARCHED; i++) {
        DatabasePosition position = shared_position(SHARED + i);
        DatabaseRecord record = read_record(program, &position);
        if (program->searched_text[i] != 0 && atoi(record.text) != program->searched_text[i])
            fail(program, "a searched text", program->searched_text[i], atoi(record.text));
        if (program->searched_depth[i] == 0)
            continue;
        if (record.depth != program->searched_depth[i])
            fail(program, "a searched depth", program->searched_depth[i], record.depth);
        if (record.value != program->searched_value[i])
            fail(program, "a searched value", program->searched_value[i], record.value);
        if (!record.has_best)
            fail(program, "a searched best move", 1, 0);
    }
}

static void check_own(const Program *program) {
    for (int i = 0; i < OWN; i++) {
        DatabasePosition position = own_position(program->number, i);
        DatabaseRecord record = read_record(program, &position);
        if (record.value != program->own[i])
            fail(program, "an own value", program->own[i], record.value);
        if (atoi(record.text) != program->own_text[i])
            fail(program, "an own text", program->own_text[i], atoi(record.text));
    }
}

/* ---- Games ---------------------------------------------------------------------------------- */

/* All games begin in the middle; every third one has the same second move. */
static BookGame game_of(int number) {
    return (BookGame){.rule = KANAME_RULE_FREESTYLE,
                      .width = 15,
                      .height = 15,
                      .result = number % 2 == 0 ? BOOK_BLACK_WON : BOOK_WHITE_WON,
                      .count = 3,
                      .moves = {{7, 7}, {7, number % 3}, {number, 14}}};
}

static Book *open_book(const char *folder) {
    Failure failure = FAILURE_NONE;
    char path[256];
    snprintf(path, sizeof path, "%s/shared.db", folder);
    Book *book = book_open(path, &failure);
    if (book == NULL)
        fprintf(stderr, "no book: %s\n", failure.text);
    return book;
}

/* Returns how many games of the book began in the middle. */
static int gathered_games(Book *book) {
    DatabasePosition empty;
    BookMove first = {.games = -1};
    database_position_init(&empty, KANAME_RULE_FREESTYLE, 15, 15);
    (void)book_find(book, &empty, (KanamePoint){7, 7}, &first);
    return (int)first.games;
}

/* Counts a game, again if the program has counted it. The other may have done so. */
static void gather(Program *program) {
    int number = chance(program, GAMES), own = 0;
    BookGame game = game_of(number);
    snprintf(program->done, sizeof program->done, "gathering game %d", number);
    Book *book = open_book(program->folder);
    if (book == NULL)
        _exit(1);
    BookAdding adding = book_add(book, &game);
    if (adding == BOOK_FAILED) {
        fprintf(stderr, "program %d, %s: %s\n", program->number, program->done, book_error(book));
        _exit(1);
    }
    if (program->has_gathered[number] && adding != BOOK_KNOWN)
        fail(program, "a counted game", (int)BOOK_KNOWN, (int)adding);
    program->has_gathered[number] = true;
    for (int i = 0; i < GAMES; i++)
        own += program->has_gathered[i];
    int games = gathered_games(book);
    if (games < own || games > GAMES)
        fail(program, "the number of games", own, games);
    book_close(book);
}

/* Returns whether each game counts once after all have been counted again. */
static bool check_games(const char *folder) {
    Book *book = open_book(folder);
    bool is_good = book != NULL;
    for (int number = 0; number < GAMES && is_good; number++) {
        BookGame game = game_of(number);
        is_good = book_add(book, &game) != BOOK_FAILED;
    }
    int games = is_good ? gathered_games(book) : -1;
    book_close(book);
    if (games != GAMES)
        fprintf(stderr, "the number of games is %d in the end, not %d\n", games, GAMES);
    return games == GAMES;
}

/* ---- Commands ------------------------------------------------------------------------------- */

static void edit_shared(Program *program) {
    int i = chance(program, SHARED), number = 1 + chance(program, 900);
    if (program->number == 0 && chance(program, 3) == 0) {
        program->text[i] = number;
        say(program, "YXEDITTEXTDATABASE \"%d\"|7,7|%d,0|DONE", number, i);
    } else if (program->number == 0 && chance(program, 2) == 0) {
        program->best[i] = number % 4 == 0 ? -1 : 3 + number % 9;
        if (program->best[i] < 0)
            say(program, "YXCLEARBESTMOVEDATABASE|7,7|%d,0|3,11|DONE", i);
        else
            say(program, "YXSETBESTMOVEDATABASE|7,7|%d,0|%d,11|DONE", i, program->best[i]);
    } else if (program->number == 0) {
        program->value[i] = number;
        say(program, "YXEDITTVDDATABASE 2 0 %d 0|7,7|%d,0|DONE", number, i);
    } else if (chance(program, 2) == 0) {
        program->depth[i] = number;
        say(program, "YXEDITTVDDATABASE 4 0 0 %d|7,7|%d,0|DONE", number, i);
    } else if (chance(program, 2) == 0) {
        program->tag[i] = 'A' + number % 20;
        say(program, "YXEDITLABELDATABASE %c|7,7|%d,0|DONE", program->tag[i], i);
    } else {
        program->tag[i] = 'A' + number % 20;
        say(program, "YXEDITTVDDATABASE 1 %d 0 0|7,7|%d,0|DONE", program->tag[i], i);
    }
}

/* The first writes texts; the second searches, each time deeper. */
static void edit_searched(Program *program) {
    int i = chance(program, SEARCHED), number = 1 + chance(program, 900);
    if (program->number == 0) {
        program->searched_text[i] = number;
        say(program, "YXEDITTEXTDATABASE \"%d\"|7,7|%d,0|DONE", number, SHARED + i);
        return;
    }
    int depth = program->searched_depth[i];
    program->searched_depth[i] = depth == 0 ? DEPTH_STORED : depth + 1;
    program->searched_value[i] = number;
    fake_result(program->talk->engine, number, program->searched_depth[i]);
    say(program, "INFO timeout_turn 1|BOARD|7,7,1|%d,0,2|DONE", SHARED + i);
}

static void edit_own(Program *program) {
    int i = chance(program, OWN), value = 1 + chance(program, 900), row = 2 + program->number;
    switch (chance(program, 4)) {
    case 0:
        program->own[i] = -1;
        program->own_text[i] = 0;
        say(program, "YXDELETEDATABASEONE|1,%d|%d,9|DONE", row, 4 + i);
        break;
    case 1:
        program->own[i] = -1;
        program->own_text[i] = 0;
        say(program, "YXDELETEDATABASEALL|1,%d|%d,9|DONE", row, 4 + i);
        break;
    default:
        program->own[i] = value;
        say(program, "YXEDITTVDDATABASE 7 0 %d 5|1,%d|%d,9|DONE", value, row, 4 + i);
        break;
    }
}

/* Reads an own record from a text file, which a deeper search makes the better one. */
static void import_own(Program *program) {
    int i = chance(program, OWN), value = 1 + chance(program, 900), row = 2 + program->number;
    char path[256];
    snprintf(path, sizeof path, "%s/in%d", program->folder, program->number);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        _exit(1);
    fprintf(file, "kaname-positions 1\nfreestyle\t15x15\tblack\t%c%d\t%c%d\t0\t%d\t900\t-\t0\t\n",
            'b', row + 1, 'e' + i, 10, value);
    fclose(file);
    program->own[i] = value;
    program->own_text[i] = 0;
    say(program, "YXDELETEDATABASEONE|1,%d|%d,9|DONE", row, 4 + i);
    say(program, "YXTXTTODB %s", path);
}

/* Copies the own records to another database, removes them and merges that database again. */
static void split_and_merge(Program *program) {
    int row = 2 + program->number;
    char path[256];
    snprintf(path, sizeof path, "%s/split%d.db", program->folder, program->number);
    unlink(path);
    say(program, "YXQUERYDATABASEONE|1,%d|DONE", row);
    say(program, "YXDBSPLIT %s", path);
    say(program, "YXDELETEDATABASEALL|1,%d|DONE", row);
    say(program, "YXDBMERGE %s", path);
}

/* Writes the own texts to a Renlib file, removes one of their records and reads the file, which
 * holds no values. */
static void write_and_read_tree(Program *program) {
    int i = chance(program, OWN), number = 1 + chance(program, 900), row = 2 + program->number;
    program->own[i] = 0;
    program->own_text[i] = number;
    say(program, "YXEDITTEXTDATABASE \"%d\"|1,%d|%d,9|DONE", number, row, 4 + i);
    say(program, "YXQUERYDATABASEONE|1,%d|DONE", row);
    say(program, "YXDBTOLIB %s/tree%d.lib", program->folder, program->number);
    say(program, "YXDBTOPOS %s/list%d.pos", program->folder, program->number);
    say(program, "YXDELETEDATABASEONE|1,%d|%d,9|DONE", row, 4 + i);
    say(program, "YXLIBTODB %s/tree%d.lib", program->folder, program->number);
}

static void maintain(Program *program) {
    static const char *const commands[] = {"YXSAVEDATABASE", "YXDBCHECK", "YXDBFIX", "YXDBTOTXT",
                                           "YXQUERYDATABASEALLT|7,7|DONE"};
    int which = chance(program, 5);
    if (which == 3)
        say(program, "YXDBTOTXT %s/out%d", program->folder, program->number);
    else
        say(program, "%s", commands[which]);
}

static void run_command(Program *program) {
    switch (chance(program, 15)) {
    case 0:
    case 1:
        edit_own(program);
        break;
    case 2:
        import_own(program);
        break;
    case 3:
        split_and_merge(program);
        break;
    case 4:
        maintain(program);
        break;
    case 5:
        write_and_read_tree(program);
        break;
    case 6:
    case 7:
        edit_searched(program);
        break;
    case 8:
    case 9:
        gather(program);
        break;
    default:
        edit_shared(program);
        break;
    }
}

static void run_program(const char *folder, int number, uint64_t seed) {
    Program program = {.number = number, .random = seed, .folder = folder, .own = {-1, -1, -1}};
    Failure failure = FAILURE_NONE;
    char path[256];
    program.talk = talk_new();
    snprintf(path, sizeof path, "%s/shared.db", folder);
    say(&program, "START 15|YXSETDATABASE %s", path);
    program.view = database_open(path, &failure);
    if (program.view == NULL) {
        fprintf(stderr, "not opened: %s\n", failure.text);
        _exit(1);
    }
    for (int i = 0; i < COMMANDS; i++) {
        run_command(&program);
        check_shared(&program);
        check_searched(&program);
        check_own(&program);
    }
    talk_free(program.talk);
    database_close(program.view);
    _exit(0);
}

static bool run_course(uint64_t seed) {
    char folder[FOLDER_PATH_BYTES];
    pid_t children[2] = {0, 0};
    bool is_good = folder_make(folder, "/tmp");
    for (int i = 0; i < 2 && is_good; i++) {
        children[i] = fork();
        if (children[i] == 0)
            run_program(folder, i, seed * 2 + (uint64_t)i);
        is_good = children[i] > 0;
    }
    for (int i = 0; i < 2 && children[i] > 0; i++) {
        int status;
        is_good = waitpid(children[i], &status, 0) == children[i] && status == 0 && is_good;
    }
    is_good = is_good && check_games(folder);
    return folder_remove(folder) && is_good;
}

int main(int argc, char **argv) {
    long courses = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (courses < 1) {
        fprintf(stderr, "usage: hammer COURSES [SEED]\n");
        return 2;
    }
    for (long i = 0; i < courses; i++)
        if (!run_course(seed + (uint64_t)i)) {
            fprintf(stderr, "course with seed %llu failed\n",
                    (unsigned long long)seed + (unsigned long long)i);
            return 1;
        }
    printf("%ld courses\n", courses);
    return 0;
}
