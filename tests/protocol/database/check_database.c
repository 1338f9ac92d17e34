/* The position database and its files: one record for all turns and mirror images, proofs that
 * stay, and a file that survives being killed, damaged or somebody else's. */
#define _DEFAULT_SOURCE /* usleep(); POSIX besides */
#include "database/store.h"

#include "database/keys.h"
#include "database/renlib.h"
#include "database/text.h"
#include "database/walk.h"
#include "io/notation.h"
#include "io/symmetry.h"

#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/database/put.h"
#include "protocol/support/change_file.h"
#include "shared/status/failure.h"
#include "support/harness.h"

static char path[TEST_PATH_BYTES], other_path[TEST_PATH_BYTES];
static Database *database;

static void open_again(void) {
    Failure failure = FAILURE_NONE;
    database_close(database);
    database = database_open(path, &failure);
    ck_assert_msg(database != NULL, "%s", failure.text);
}

static void set_up(void) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "positions.db");
    path_in(other_path, folder, "other");
    database = NULL;
    open_again();
}

static void tear_down(void) {
    database_close(database);
}

static DatabasePosition position_of_size(const char *moves, int width, int height) {
    DatabasePosition position;
    const char *end = moves + strlen(moves);
    database_position_init(&position, KANAME_RULE_FREESTYLE, width, height);
    while (moves < end) {
        KanamePoint point;
        ck_assert(notation_read_point(&moves, end, 0, &point));
        ck_assert(database_position_play(&position, point));
    }
    return position;
}

static DatabasePosition position_of(const char *moves) {
    return position_of_size(moves, 15, 15);
}

static DatabaseRecord record_of(int tag, int value, int depth) {
    return (DatabaseRecord){.tag = tag, .value = value, .depth = depth};
}

static void put(const char *moves, DatabaseRecord record) {
    DatabasePosition position = position_of(moves);
    ck_assert(put_record(database, &position, &record));
}

static void add(const char *moves, DatabaseRecord record) {
    DatabasePosition position = position_of(moves);
    ck_assert(database_add(database, &position, &record));
}

static bool get(const char *moves, DatabaseRecord *record) {
    DatabasePosition position = position_of(moves);
    DatabaseStatus status = database_get(database, &position, record);
    ck_assert_int_ne(status, DATABASE_FAILED);
    return status == DATABASE_FOUND;
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

/* The whole file, to be freed. */
static char *read_file(const char *name, size_t *size) {
    enum { BYTES_MAX = 1 << 20 };
    FILE *file = fopen(name, "rb");
    char *bytes = malloc(BYTES_MAX);
    ck_assert(file != NULL && bytes != NULL);
    *size = fread(bytes, 1, BYTES_MAX, file);
    fclose(file);
    return bytes;
}

/* ---- Positions --------------------------------------------------------------------------- */

static DatabasePosition turned(const DatabasePosition *position, int symmetry) {
    bool swaps = symmetry >= 4;
    DatabasePosition image;
    database_position_init(&image, position->rule, swaps ? position->height : position->width,
                           swaps ? position->width : position->height);
    image.to_move = position->to_move;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            KanamePoint to =
                symmetry_image(symmetry, (KanamePoint){x, y}, position->width, position->height);
            image.cells[to.y * image.width + to.x] = position->cells[y * position->width + x];
        }
    return image;
}

static void check_images(const DatabasePosition *position, KanamePoint best) {
    DatabaseRecord record = record_of(0, 77, 5), found;
    record.has_best = true;
    record.best = best;
    ck_assert(put_record(database, position, &record));
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        DatabasePosition image = turned(position, symmetry);
        KanamePoint due = symmetry_image(symmetry, best, position->width, position->height);
        ck_assert_int_eq(database_get(database, &image, &found), DATABASE_FOUND);
        ck_assert_int_eq(found.value, 77);
        ck_assert(found.has_best);
        ck_assert_int_eq(found.best.x, due.x);
        ck_assert_int_eq(found.best.y, due.y);
        ck_assert(put_record(database, &image, &found));
    }
    ck_assert_int_eq(database_count(database), 1);
}

START_TEST(turns_and_mirror_images_are_one_position) {
    DatabasePosition position = position_of("h8i9j7c4");
    check_images(&position, (KanamePoint){1, 2});
}
END_TEST

START_TEST(so_they_are_on_rectangles) {
    DatabasePosition position = position_of_size("a1c2b5", 9, 6);
    check_images(&position, (KanamePoint){8, 0});
}
END_TEST

START_TEST(the_order_of_moves_does_not_matter) {
    DatabaseRecord record;
    put("h8i9j7", record_of(0, 12, 3));
    ck_assert(get("j7i9h8", &record));
    ck_assert_int_eq(record.value, 12);
}
END_TEST

START_TEST(other_stones_rules_sizes_and_sides_are_other_positions) {
    DatabaseRecord record;
    put("h8i9", record_of(0, 1, 1));
    ck_assert(!get("h8j9", &record));
    ck_assert(!get("i9h8", &record)); /* the colours changed */
    DatabasePosition position = position_of("h8i9");
    position.rule = KANAME_RULE_RENJU;
    ck_assert_int_eq(database_get(database, &position, &record), DATABASE_NONE);
    position = position_of_size("h8i9", 16, 16);
    ck_assert_int_eq(database_get(database, &position, &record), DATABASE_NONE);
    position = position_of("h8i9");
    position.to_move = KANAME_WHITE;
    ck_assert_int_eq(database_get(database, &position, &record), DATABASE_NONE);
}
END_TEST

START_TEST(the_largest_full_board_is_kept) {
    DatabasePosition position;
    DatabaseRecord record = record_of('d', 0, 0);
    database_position_init(&position, KANAME_RULE_STANDARD, 22, 22);
    for (int i = 0; i < 22 * 22; i++)
        ck_assert(database_position_play(&position, (KanamePoint){i % 22, i / 22}));
    ck_assert(put_record(database, &position, &record));
    ck_assert_int_eq(database_get(database, &position, &record), DATABASE_FOUND);
    ck_assert_int_eq(record.tag, 'd');
}
END_TEST

/* ---- Records ------------------------------------------------------------------------------- */

START_TEST(a_record_outlives_the_program) {
    DatabaseRecord record = record_of('w', -29990, 20);
    strcpy(record.text, "line one\nline \"two\"");
    put("h8", record);
    open_again();
    memset(&record, 0, sizeof record);
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, 'w');
    ck_assert_int_eq(record.value, -29990);
    ck_assert_int_eq(record.depth, 20);
    ck_assert_str_eq(record.text, "line one\nline \"two\"");
}
END_TEST

START_TEST(a_proof_is_never_overwritten_by_a_guess) {
    DatabaseRecord record;
    add("h8", record_of('w', -29990, 8));
    add("h8", record_of(0, 300, 40));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, 'w');
    ck_assert_int_eq(record.value, -29990);
}
END_TEST

START_TEST(a_proof_overwrites_a_guess_however_deep) {
    DatabaseRecord record;
    add("h8", record_of(0, 300, 40));
    add("h8", record_of('w', -29990, 8));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, 'w');
    ck_assert_int_eq(record.value, -29990);
}
END_TEST

START_TEST(the_deeper_search_stays) {
    DatabaseRecord record;
    add("h8", record_of(0, 10, 20));
    add("h8", record_of(0, 99, 19));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 10);
    add("h8", record_of(0, 50, 21));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 50);
}
END_TEST

START_TEST(a_value_of_the_user_outlives_records_without_a_search) {
    DatabaseRecord record;
    add("h8", record_of('!', 0, 0));
    add("h8", record_of(0, 500, 0)); /* there was no value */
    add("h8", record_of(0, 0, 0));
    add("h8", record_of(0, 300, 0));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 500);
    ck_assert_int_eq(record.tag, '!');
    add("h8", record_of(0, 0, 1)); /* a search, though */
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 0);
    add("h8", record_of(0, 7, 1)); /* and a later one as deep */
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 7);
}
END_TEST

START_TEST(the_users_text_tag_and_choice_stay) {
    DatabaseRecord record = record_of('!', 0, 0);
    record.has_best = record.is_best_chosen = true;
    record.best = (KanamePoint){3, 3};
    strcpy(record.text, "mine");
    put("h8", record);
    record = record_of(0, 80, 30);
    record.has_best = true;
    record.best = (KanamePoint){9, 9};
    strcpy(record.text, "yours");
    add("h8", record);
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 80);
    ck_assert_int_eq(record.tag, '!');
    ck_assert_str_eq(record.text, "mine");
    ck_assert_int_eq(record.best.x, 3);
}
END_TEST

START_TEST(a_better_search_brings_its_best_move) {
    DatabaseRecord record = record_of(0, 10, 20), deeper = record_of(0, 20, 21);
    deeper.has_best = true;
    deeper.best = (KanamePoint){9, 9};
    add("h8", record);
    add("h8", deeper);
    ck_assert(get("h8", &record));
    ck_assert(record.has_best && !record.is_best_chosen);
    ck_assert_int_eq(record.best.x, 9);
    /* One that a user chose counts at any depth. */
    DatabaseRecord chosen = record_of(0, 0, 1);
    chosen.has_best = chosen.is_best_chosen = true;
    chosen.best = (KanamePoint){3, 4};
    add("h8", chosen);
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.value, 20);
    ck_assert(record.is_best_chosen);
    ck_assert_int_eq(record.best.x, 3);
    ck_assert_int_eq(record.best.y, 4);
}
END_TEST

START_TEST(what_is_removed_is_gone) {
    DatabaseRecord record;
    DatabasePosition position = position_of("h8");
    put("h8", record_of(0, 1, 1));
    ck_assert(database_remove(database, &position));
    ck_assert(!get("h8", &record));
    ck_assert(database_remove(database, &position)); /* nothing there: fine */
}
END_TEST

START_TEST(followers_are_removed_in_every_image) {
    DatabaseRecord record;
    put("h8", record_of(0, 1, 1));
    put("h8i9", record_of('w', 1, 1));
    put("h8g7j10", record_of(0, 1, 1)); /* a turn of h8i9 is inside */
    put("h8i8", record_of('l', 1, 1));
    DatabasePosition position = position_of("h8g9"); /* another turn */
    ck_assert_int_eq(database_remove_from(database, &position, DATABASE_ALL), 2);
    ck_assert(get("h8", &record));
    ck_assert(get("h8i8", &record));
    ck_assert(!get("h8i9", &record));
}
END_TEST

static const struct {
    DatabaseFilter filter;
    int removed;
} filters[] = {
    {DATABASE_ALL, 5},         {DATABASE_WINS, 1},   {DATABASE_LOSSES, 1},
    {DATABASE_WINS_LOSSES, 2}, {DATABASE_PROVEN, 3}, {DATABASE_NOT_WINS_LOSSES, 3},
    {DATABASE_NOT_PROVEN, 2},
};
enum { FILTERS = sizeof filters / sizeof filters[0] };

START_TEST(filters_choose_by_tag) {
    DatabasePosition empty = position_of("");
    put("h8", record_of('w', 0, 0));
    put("h8i9", record_of('l', 0, 0));
    put("h8i9j10", record_of('d', 0, 0));
    put("h8i8", record_of(0, 0, 0));
    put("h8i8j8", record_of('x', 0, 0));
    ck_assert_int_eq(database_remove_from(database, &empty, filters[_i].filter),
                     filters[_i].removed);
    ck_assert_int_eq(database_count(database), 5 - filters[_i].removed);
}
END_TEST

static bool count_records(const DatabasePosition *position, const DatabaseRecord *record,
                          void *context) {
    ck_assert_int_eq(position->width, 15);
    *(long *)context += record->depth;
    return true;
}

START_TEST(each_record_is_visited_once) {
    char moves[16];
    long sum = 0;
    ck_assert(database_begin(database));
    for (int i = 0; i < 1700; i++) { /* several batches */
        DatabasePosition position = position_of("h8");
        ck_assert(database_position_play(&position, (KanamePoint){i % 15, i / 15 % 7}));
        snprintf(moves, sizeof moves, "%d", i);
        ck_assert(database_position_play(&position, (KanamePoint){i / 105 % 15, 14}));
        DatabaseRecord record = record_of(0, 0, 1);
        ck_assert(put_record(database, &position, &record));
    }
    ck_assert(database_commit(database));
    ck_assert_int_gt(database_count(database), 500);
    ck_assert(database_each(database, count_records, &sum));
    ck_assert_int_eq(sum, database_count(database));
}
END_TEST

/* ---- The file ------------------------------------------------------------------------------- */

START_TEST(users_can_look_inside) {
    sqlite3 *file;
    sqlite3_stmt *row;
    put("h8i9", record_of('w', -29990, 20));
    ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_prepare_v2(file, "SELECT rule, size, side, black FROM position WHERE tag=119", -1,
                           &row, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(row), SQLITE_ROW);
    ck_assert_str_eq((const char *)sqlite3_column_text(row, 0), "freestyle");
    ck_assert_str_eq((const char *)sqlite3_column_text(row, 1), "15x15");
    ck_assert_str_eq((const char *)sqlite3_column_text(row, 2), "black");
    ck_assert_str_eq((const char *)sqlite3_column_text(row, 3), "h8");
    sqlite3_finalize(row);
    sqlite3_close(file);
}
END_TEST

START_TEST(rows_of_no_rule_or_size_are_passed_over) {
    static const char *const changes[] = {"UPDATE position SET rule='chess' WHERE value=1",
                                          "UPDATE position SET size='99x99' WHERE value=2"};
    sqlite3 *file;
    long sum = 0;
    put("h8", record_of(0, 1, 10));
    put("h8i9", record_of(0, 2, 20));
    put("h8i9j7", record_of(0, 3, 30));
    ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(sqlite3_exec(file, changes[i], NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(file), SQLITE_OK);
    ck_assert(database_each(database, count_records, &sum));
    ck_assert_int_eq(sum, 30);
}
END_TEST

START_TEST(a_killed_writer_loses_nothing_that_was_done) {
    const DatabasePosition start = position_of("h8");
    int told[2];
    int rounds = 0, last = -1;
    database_close(database);
    database = NULL;
    for (; rounds < 10; rounds++) {
        ck_assert_int_eq(pipe(told), 0);
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) { /* no assertion here: check's message would be torn by the kill */
            Failure failure = FAILURE_NONE;
            database = database_open(path, &failure);
            for (int i = last + 1; database != NULL; i++) {
                DatabasePosition position = start;
                DatabaseRecord record = record_of(0, i, 1);
                if (!database_position_play(&position, (KanamePoint){i % 15, i / 15 % 7}) ||
                    !put_record(database, &position, &record) ||
                    write(told[1], &i, sizeof i) != (ssize_t)sizeof i)
                    break;
            }
            _exit(1);
        }
        close(told[1]);
        int read_now, wanted = 5 + rounds * 3;
        for (int i = 0; i < wanted && read(told[0], &read_now, sizeof read_now) == sizeof read_now;
             i++)
            last = read_now;
        kill(child, SIGKILL);
        while (read(told[0], &read_now, sizeof read_now) == sizeof read_now)
            last = read_now;
        close(told[0]);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        open_again();
        ck_assert(database_check(database));
        DatabasePosition position = position_of("h8");
        DatabaseRecord record;
        ck_assert(database_position_play(&position, (KanamePoint){last % 15, last / 15 % 7}));
        ck_assert_int_eq(database_get(database, &position, &record), DATABASE_FOUND);
        ck_assert_int_ge(record.value, last);
        database_close(database);
        database = NULL;
    }
    ck_assert_int_gt(last, 50);
}
END_TEST

START_TEST(a_foreign_file_is_refused_and_left_alone) {
    static const char text[] = "Dear diary,\nthis is certainly no database at all.\n"
                               "It goes on and on and on and on and on and on and on.\n";
    Failure failure = FAILURE_NONE;
    char after[sizeof text];
    write_file(other_path, text, sizeof text - 1);
    ck_assert_ptr_null(database_open(other_path, &failure));
    ck_assert_str_ne(failure.text, "");
    FILE *file = fopen(other_path, "rb");
    ck_assert_uint_eq(fread(after, 1, sizeof after, file), sizeof text - 1);
    fclose(file);
    ck_assert_int_eq(memcmp(after, text, sizeof text - 1), 0);
}
END_TEST

START_TEST(another_programs_database_is_refused) {
    Failure failure = FAILURE_NONE;
    sqlite3 *file;
    ck_assert_int_eq(sqlite3_open(other_path, &file), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(file, "CREATE TABLE position (x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    ck_assert_ptr_null(database_open(other_path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program"));
}
END_TEST

START_TEST(a_database_of_another_version_is_refused) {
    Failure failure = FAILURE_NONE;
    sqlite3 *file;
    put("h8", record_of('w', 1, 2));
    database_close(database);
    database = NULL;
    ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(file, "PRAGMA user_version=99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    ck_assert_ptr_null(database_open(path, &failure));
    ck_assert_str_eq(failure.text, "it is from another version");
}
END_TEST

START_TEST(another_programs_empty_database_is_refused) {
    static const char *const pragmas[] = {"PRAGMA application_id=12345", "PRAGMA user_version=7"};
    sqlite3 *file;
    Failure failure = FAILURE_NONE;
    ck_assert_int_eq(sqlite3_open(other_path, &file), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(file, pragmas[_i], NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    size_t size, after;
    char *before = read_file(other_path, &size);
    ck_assert_ptr_null(database_open(other_path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program"));
    DatabasePosition position = position_of("h8");
    ck_assert_int_eq(database_file_split(database, &position, other_path, &failure), -1);
    char *now = read_file(other_path, &after);
    ck_assert(after == size && memcmp(before, now, size) == 0);
    free(before);
    free(now);
}
END_TEST

START_TEST(a_file_too_short_for_a_database_is_left_alone) {
    static const char *const texts[] = {"x", "SQLite format", "SQLite format 3"};
    Failure failure = FAILURE_NONE;
    size_t size;
    write_file(other_path, texts[_i], strlen(texts[_i]));
    ck_assert_ptr_null(database_open(other_path, &failure));
    ck_assert_str_eq(failure.text, "file is not a database");
    char *now = read_file(other_path, &size);
    ck_assert(size == strlen(texts[_i]) && memcmp(now, texts[_i], size) == 0);
    free(now);
}
END_TEST

START_TEST(a_renlib_file_takes_no_memory_for_its_size) {
    enum { PART = 1 << 20, PARTS = 48, KIB_MAX = 16 << 10 };
    static const unsigned char head[] = {
        0xFF, 'R',  'e',  'n',  'L',  'i',  'b',  0xFF, 3,    0,   0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x78, 0x48}; /* h8 with a comment, and
                                                                        nothing after it */
    struct rusage before, after;
    Failure failure = FAILURE_NONE;
    bool is_cut;
    char *part = malloc(PART);
    ck_assert_ptr_nonnull(part);
    memset(part, 'a', PART);
    FILE *file = fopen(other_path, "wb");
    ck_assert(file != NULL && fwrite(head, 1, sizeof head, file) == sizeof head);
    for (int i = 0; i < PARTS; i++)
        ck_assert(fwrite(part, 1, PART, file) == PART);
    ck_assert(fputc(0, file) == 0 && fputc(0, file) == 0 && fclose(file) == 0);
    free(part);
    getrusage(RUSAGE_SELF, &before);
    ck_assert_int_eq(
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure), 1);
    getrusage(RUSAGE_SELF, &after);
    ck_assert_int_lt(after.ru_maxrss - before.ru_maxrss, KIB_MAX);
}
END_TEST

START_TEST(a_damaged_file_is_told_and_never_crashes) {
    static char bytes[1 << 20];
    for (int i = 0; i < 200; i++) {
        DatabasePosition position = position_of("h8");
        DatabaseRecord record = record_of(0, i, 1);
        memset(record.text, 'x', 500);
        ck_assert(database_position_play(&position, (KanamePoint){i % 15, i / 15 % 7}) || i == 112);
        ck_assert(put_record(database, &position, &record));
    }
    database_close(database);
    database = NULL;
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_uint_gt(size, 20000);
    uint32_t random = (uint32_t)_i * 2654435761u + 1;
    for (size_t i = 4096; i < size; i++) { /* behind the first page */
        random = random * 1664525u + 1013904223u;
        if (random >> 30 == 0)
            bytes[i] = (char)(random >> 16);
    }
    write_file(path, bytes, size);
    Failure failure = FAILURE_NONE;
    database = database_open(path, &failure);
    bool is_told = database == NULL || !database_check(database);
    ck_assert(is_told);
    DatabasePosition position = position_of("h8i9");
    DatabaseRecord record;
    if (database != NULL)
        (void)database_get(database, &position, &record);
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_told) {
    Failure failure = FAILURE_NONE;
    ck_assert_ptr_null(database_open("/nonexistent/folder/x.db", &failure));
    ck_assert_str_ne(failure.text, "");
}
END_TEST

/* ---- Text ----------------------------------------------------------------------------------- */

START_TEST(text_goes_out_and_comes_back) {
    Failure failure = FAILURE_NONE;
    DatabaseRecord record = record_of('w', -29990, 20), found;
    record.has_best = record.is_best_chosen = true;
    record.best = (KanamePoint){2, 11};
    strcpy(record.text, "tab\there, line\nthere, back\\slash");
    put("h8i9", record);
    put("h8", record_of(0, 5, 7));
    ck_assert_int_eq(database_file_write_text(database, other_path, &failure), 2);
    database_close(database);
    database = NULL;
    ck_assert_int_eq(unlink(path), 0);
    open_again();
    ck_assert_int_eq(database_file_read_text(database, other_path, &failure), 2);
    ck_assert(get("h8i9", &found));
    ck_assert_int_eq(found.tag, 'w');
    ck_assert_int_eq(found.value, -29990);
    ck_assert_int_eq(found.depth, 20);
    ck_assert(found.is_best_chosen);
    /* h8i9 is its own mirror image: either of two points is the same move. */
    ck_assert((found.best.x == 2 && found.best.y == 11) ||
              (found.best.x == 11 && found.best.y == 2));
    ck_assert_str_eq(found.text, record.text);
    ck_assert(get("h8", &found));
    ck_assert_int_eq(found.depth, 7);
}
END_TEST

#define GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\n"

static const char *const bad_texts[] = {
    "",
    "kaname-positions 2\n" GOOD_LINE,
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\th8\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\tp1\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tred\th8\ti9\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "go\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t99x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t99999\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\th8\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t1\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\\x\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\tp1\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\tj7k7\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\tmove\t0\t\n",
};
enum { BAD_TEXTS = sizeof bad_texts / sizeof bad_texts[0] };

START_TEST(a_damaged_text_changes_nothing) {
    Failure failure = FAILURE_NONE;
    write_file(other_path, bad_texts[_i], strlen(bad_texts[_i]));
    long count = database_file_read_text(database, other_path, &failure);
    if (_i == 0) {
        ck_assert_int_eq(count, 0); /* an empty file holds nothing */
    } else {
        ck_assert_int_eq(count, -1);
        ck_assert_ptr_nonnull(strstr(failure.text, _i == 1 ? "line 1" : "line 3"));
    }
    ck_assert_int_eq(database_count(database), 0);
}
END_TEST

START_TEST(a_field_too_long_or_cut_by_a_zero_byte_is_refused) {
    enum { LONG = 2 * DATABASE_TEXT_MAX };
    static const char start[] = "kaname-positions 1\nfreestyle\t15x15\tblack\t";
    static const char rest[] = "\ti9\t0\t5\t6\t-\t0\t\n";
    Failure failure = FAILURE_NONE;
    char text[sizeof start + LONG + sizeof rest];
    for (int i = 0; i < 2; i++) {
        size_t length = i == 0 ? LONG : 3;
        memcpy(text, start, sizeof start - 1);
        memcpy(text + sizeof start - 1, "h8\0", 3);
        if (i == 0)
            memset(text + sizeof start - 1, 'a', length);
        memcpy(text + sizeof start - 1 + length, rest, sizeof rest - 1);
        write_file(other_path, text, sizeof start - 1 + length + sizeof rest - 1);
        ck_assert_int_eq(database_file_read_text(database, other_path, &failure), -1);
        ck_assert_str_eq(failure.text, "line 2: a field is missing or too long");
    }
}
END_TEST

/* Each text goes out to a file and into an empty database. */
START_TEST(the_longest_and_oddest_texts_come_back) {
    enum { LONGEST = DATABASE_TEXT_MAX - 1 };
    static const char odd[] = "\t\n\r\\\"'\001\033[31m\177\303\251\377 \\n\\\\r ";
    Failure failure = FAILURE_NONE;
    DatabaseRecord record = record_of('a' * 256 + 'b', -KANAME_SCORE_WIN, DATABASE_DEPTH_MAX),
                   found;
    for (int i = 0; i < LONGEST; i++)
        record.text[i] = _i == 0   ? '\\'
                         : _i == 1 ? 'x'
                         : _i == 2 ? odd[(size_t)i % (sizeof odd - 1)]
                                   : (char)(i % 255 + 1);
    record.text[LONGEST] = '\0';
    put("h8i9", record);
    record.value = KANAME_SCORE_WIN;
    record.tag = DATABASE_TAG_MAX;
    put("a1", record);
    ck_assert_int_eq(database_file_write_text(database, other_path, &failure), 2);
    for (int i = 0; i < 2; i++)
        ck_assert(database_remove(
            database, &(DatabasePosition[]){position_of("h8i9"), position_of("a1")}[i]));
    ck_assert_msg(database_file_read_text(database, other_path, &failure) == 2, "%s", failure.text);
    ck_assert(get("h8i9", &found));
    ck_assert_str_eq(found.text, record.text);
    ck_assert_int_eq(found.tag, 'a' * 256 + 'b');
    ck_assert_int_eq(found.value, -KANAME_SCORE_WIN);
    ck_assert_int_eq(found.depth, DATABASE_DEPTH_MAX);
    ck_assert(get("a1", &found));
    ck_assert_str_eq(found.text, record.text);
    ck_assert_int_eq(found.value, KANAME_SCORE_WIN);
    ck_assert_int_eq(found.tag, DATABASE_TAG_MAX);
}
END_TEST

/* Writes a text of many positions, each with one more stone of the board than the last. */
static void write_many(int count) {
    FILE *file = fopen(other_path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("kaname-positions 1\n", file);
    for (int i = 0; i < count; i++)
        fprintf(file, "freestyle\t20x20\twhite\t%c%d%c%d\t%c%d\t0\t5\t6\t-\t0\t\n", 'a' + i % 20,
                1 + i / 20 % 9, 'a' + i / 180 % 20, 11 + i / 3600 % 9, 'a' + i % 7, 10);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(an_import_killed_anywhere_changes_nothing) {
    enum { POSITIONS = 6000 };
    write_many(POSITIONS);
    put("h8", record_of('a', 5, 20));
    database_close(database);
    database = NULL;
    int whole = 0, none = 0;
    for (int ms = 0; whole < 2 && ms < 2000; ms += 7) {
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            Failure failure = FAILURE_NONE;
            database = database_open(path, &failure);
            _exit(database != NULL &&
                          database_file_read_text(database, other_path, &failure) == POSITIONS
                      ? 0
                      : 1);
        }
        usleep((useconds_t)ms * 1000);
        kill(child, SIGKILL);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        open_again();
        long count = database_count(database);
        ck_assert_msg(count == 1 || count > POSITIONS / 4, "%ld", count);
        static long all;
        if (count > 1 && all == 0)
            all = count;
        ck_assert_msg(count == 1 || count == all, "%ld of %ld", count, all);
        whole += count > 1;
        none += count == 1;
        ck_assert(database_check(database));
        DatabasePosition empty = position_of_size("", 20, 20);
        ck_assert_int_ge(database_remove_from(database, &empty, DATABASE_ALL), 0);
        ck_assert_int_eq(database_count(database), 1);
        database_close(database);
        database = NULL;
    }
    ck_assert_int_ge(none, 2);
    ck_assert_int_ge(whole, 1);
}
END_TEST

START_TEST(a_proof_leaves_the_users_label) {
    DatabaseRecord record;
    put("h8", record_of('!', 30, 5));
    add("h8", record_of('w', -29980, 8));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, '!');
    ck_assert_int_eq(record.value, -29980);
    /* The shorter proof stays, also against deeper searches. */
    add("h8", record_of('w', -29990, 8));
    add("h8", record_of('w', -29970, 30));
    add("h8", record_of(0, 10, 40));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, '!');
    ck_assert_int_eq(record.value, -29990);
}
END_TEST

/* Keys that are too long, hold NUL or are no text, in numbers that fill whole batches. */
static const char *const crafted[] = {
    "substr(hex(zeroblob(1000)), 1, 1600) || x, x",
    "'h8', 'i9' || char(0) || x",
    "x'00ff' || x, zeroblob(2000 + x)",
    "CAST(x'ff' || x AS BLOB), x",
    "'h8' || char(0, 9) || x, ''",
    "x * 1e15, 'zz'",
};
enum { CRAFTED = sizeof crafted / sizeof crafted[0] };

START_TEST(keys_of_another_program_never_hold_up_a_walk) {
    char insert[1024];
    long sum = 0;
    put("h8", record_of(0, 1, 10));
    const char *sides[] = {"black", "white", "zzzz"};
    for (int i = 0; i < 3; i++) {
        snprintf(
            insert, sizeof insert,
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 700) "
            "INSERT OR IGNORE INTO position (black, white, rule, size, side, tag, value, "
            "depth, chosen, text) SELECT %s, 'freestyle', '15x15', '%s', 0, 0, 0, 0, '' FROM n",
            crafted[_i], sides[i]);
        const char *const statements[] = {insert};
        change_file(path, statements, 1);
    }
    ck_assert(database_each(database, count_records, &sum));
    ck_assert_int_eq(sum, 10);
    ck_assert_int_gt(database_count(database), 500);
}
END_TEST

START_TEST(views_triggers_and_virtual_tables_are_refused) {
    static const char *const added[][3] = {
        {"ALTER TABLE position RENAME TO p",
         "CREATE VIEW position AS WITH RECURSIVE n(rule, size, side, black, white, tag, value, "
         "depth,"
         " best, chosen, text) AS (SELECT * FROM p UNION ALL SELECT * FROM n) SELECT * FROM n",
         "SELECT 1"},
        {"CREATE VIEW other AS SELECT 1", "SELECT 1", "SELECT 1"},
        {"CREATE TRIGGER t AFTER INSERT ON position BEGIN DELETE FROM position; END", "SELECT 1",
         "SELECT 1"},
        {"CREATE VIRTUAL TABLE v USING fts5(a)", "SELECT 1", "SELECT 1"},
    };
    Failure failure = FAILURE_NONE;
    put("h8", record_of(0, 1, 10));
    database_close(database);
    database = NULL;
    change_file(path, added[_i], 3);
    ck_assert_ptr_null(database_open(path, &failure));
    ck_assert_str_eq(failure.text, "it holds views, triggers or virtual tables");
    ck_assert_ptr_null(database_open_to_read(path, &failure));
    ck_assert_str_eq(failure.text, "it holds views, triggers or virtual tables");
}
END_TEST

/* What an ordinary user finds: a file that may not be written, in a folder where none may be made,
 * or where one may. */
START_TEST(a_database_that_may_not_be_written_is_read) {
    put("h8", record_of('w', -29990, 10));
    database_close(database);
    database = NULL;
    char folder[TEST_PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    char *last = strrchr(folder, '/');
    *last = '\0';
    ck_assert_int_eq(chmod(folder, 0711), 0); /* another user may go through it */
    *last = '/';
    ck_assert_int_eq(chmod(path, 0444), 0);
    ck_assert_int_eq(chmod(folder, _i % 2 == 0 ? 0555 : 0777), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        Failure failure = FAILURE_NONE;
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(2);
        database = _i < 2 ? database_open_to_read(path, &failure) : database_open(path, &failure);
        DatabaseRecord record = {.tag = 0};
        DatabasePosition position = position_of("h8");
        bool is_read = database != NULL && database_count(database) == 1 &&
                       database_get(database, &position, &record) == DATABASE_FOUND &&
                       record.value == -29990 && !put_record(database, &position, &record);
        fprintf(stderr, "%s\n", failure.text);
        _exit(is_read ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(chmod(folder, 0755), 0);
    ck_assert_int_eq(status, 0);
}
END_TEST

/* The file changes under the open database. */
START_TEST(an_endless_query_is_interrupted) {
    static const char *const change[] = {
        "ALTER TABLE position RENAME TO p",
        "CREATE VIEW position AS WITH RECURSIVE n(rule, size, side, black, white, tag, value, "
        "depth,"
        " best, chosen, text) AS (SELECT * FROM p UNION ALL SELECT * FROM n) SELECT * FROM n"};
    put("h8", record_of(0, 1, 10));
    change_file(path, change, 2);
    ck_assert_int_eq(database_count(database), -1);
    ck_assert_str_eq(database_error(database), "interrupted");
}
END_TEST

START_TEST(a_repair_says_what_it_repaired) {
    static const char *const damage[] = {
        "CREATE INDEX i ON position (depth)", "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = 'CREATE INDEX i ON position (value)' WHERE name = 'i'"};
    char repaired[256] = "x";
    put("h8", record_of(0, 1, 10));
    put("h8i9", record_of(0, 7, 20));
    ck_assert(database_fix(database, repaired, sizeof repaired));
    ck_assert_str_eq(repaired, "");
    database_close(database);
    database = NULL;
    change_file(path, damage, 3);
    open_again();
    ck_assert(!database_check(database));
    ck_assert(database_fix(database, repaired, sizeof repaired));
    ck_assert_msg(strstr(repaired, "missing from index i") != NULL, "%s", repaired);
    ck_assert(database_check(database));
    ck_assert_int_eq(database_count(database), 2);
}
END_TEST

START_TEST(a_good_text_is_taken) {
    Failure failure = FAILURE_NONE;
    static const char text[] = "kaname-positions 1\n" GOOD_LINE;
    write_file(other_path, text, strlen(text));
    ck_assert_int_eq(database_file_read_text(database, other_path, &failure), 1);
}
END_TEST

/* Fails for two reasons in turn until told to stop. */
static void *fail_in_turn(void *context) {
    atomic_bool *is_over = context;
    while (!*is_over) {
        ck_assert(database_begin(database));
        (void)database_begin(database);
        ck_assert(database_commit(database));
        (void)database_commit(database);
    }
    return NULL;
}

START_TEST(a_failure_is_copied_whole_while_another_thread_fails) {
    static const char *const reasons[] = {"cannot start a transaction within a transaction",
                                          "cannot commit - no transaction is active"};
    enum { COPIES = 200000 };
    Failure failure = FAILURE_NONE;
    atomic_bool is_over = false;
    pthread_t thread;
    ck_assert(!database_commit(database));
    ck_assert_int_eq(pthread_create(&thread, NULL, fail_in_turn, &is_over), 0);
    const char *torn = NULL;
    for (int i = 0; i < COPIES && torn == NULL; i++) {
        (void)database_pass(database, &failure);
        if (strcmp(failure.text, reasons[0]) != 0 && strcmp(failure.text, reasons[1]) != 0)
            torn = failure.text;
    }
    is_over = true;
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_msg(torn == NULL, "%s", torn);
}
END_TEST

/* ---- Renlib --------------------------------------------------------------------------------- */

#define RENLIB_HEADER                                                                         \
    0xFF, 'R', 'e', 'n', 'L', 'i', 'b', 0xFF, 3, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, \
        0xFF, 0xFF, 0xFF

/* A root without a move; h8, then i9 with a comment and j10, or i8 instead of i9. */
static const unsigned char tree[] = {
    RENLIB_HEADER, 0x00, 0x00, 0x78, 0x00, 0x89, 0x88, 'g',  'o',  'o',  'd',
    '\b',          'm',  'o',  'v',  'e',  0,    0x9A, 0x40, 0x79, 0x40,
};

START_TEST(a_renlib_tree_becomes_positions) {
    Failure failure = FAILURE_NONE;
    bool is_cut;
    DatabaseRecord record;
    write_file(other_path, tree, sizeof tree);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_msg(count == 4, "%ld: %s", count, failure.text);
    ck_assert(get("h8", &record));
    ck_assert(get("h8i9", &record));
    ck_assert_str_eq(record.text, "good\nmove");
    ck_assert(get("h8i9j10", &record));
    ck_assert_str_eq(record.text, "");
    ck_assert(get("h8i8", &record));
    ck_assert_int_eq(database_count(database), 4);
}
END_TEST

/* h8, then i9 with a comment in GBK. */
START_TEST(texts_of_renlib_are_decoded) {
    static const unsigned char bytes[] = {
        RENLIB_HEADER, 0x00, 0x00, 0x78, 0x00, 0x89, 0x48, 0xB0, 0xD7, 0xC6, 0xE5, 0xBA, 0xC3,
        0xA3,          0xAC, 0xBF, 0xC9, 0xCA, 0xA4, 0xD5, 0xE2, 0xC0, 0xEF, 0,    0,
    };
    Failure failure = FAILURE_NONE;
    bool is_cut;
    DatabaseRecord record;
    write_file(other_path, bytes, sizeof bytes);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_msg(count == 2, "%ld: %s", count, failure.text);
    ck_assert(get("h8i9", &record));
    ck_assert_str_eq(record.text, "白棋好，可胜这里");
    ck_assert(!is_cut);
}
END_TEST

START_TEST(a_renlib_file_cut_anywhere_changes_nothing) {
    Failure failure = FAILURE_NONE;
    bool is_cut;
    write_file(other_path, tree, (size_t)_i);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_int_eq(count, _i == 20 ? 0 : -1); /* a header alone is an empty tree */
    ck_assert_int_eq(database_count(database), 0);
}
END_TEST

START_TEST(a_damaged_renlib_file_is_told_or_taken_whole) {
    unsigned char bytes[sizeof tree];
    Failure failure = FAILURE_NONE;
    bool is_cut;
    uint32_t random = (uint32_t)_i * 2654435761u + 12345;
    memcpy(bytes, tree, sizeof tree);
    for (int i = 0; i < 3; i++) {
        random = random * 1664525u + 1013904223u;
        bytes[20 + (random >> 8) % (sizeof tree - 20)] = (unsigned char)(random >> 24);
    }
    write_file(other_path, bytes, sizeof bytes);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    if (count < 0) {
        ck_assert_str_ne(failure.text, "");
        ck_assert_int_eq(database_count(database), 0);
    }
}
END_TEST

START_TEST(labels_and_the_roots_comment_are_read_but_prove_nothing) {
    /* The root with a comment; h8 with the label ab, i9 with w, i8 with a long text. */
    static const unsigned char labels[] = {
        RENLIB_HEADER, 0x00, 0x08, '\b', 'h', 'i', 0,    0x78, 0x01, 0x00, 0x01, 'a', 'b', 0, 0,
        0x89,          0xC1, 0x00, 1,    'w', 0,   0x79, 0x41, 0x00, 0x01, 'x',  'y', 'z', 0,
    };
    Failure failure = FAILURE_NONE;
    bool is_cut;
    DatabaseRecord record;
    write_file(other_path, labels, sizeof labels);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_msg(count == 4, "%ld: %s", count, failure.text);
    ck_assert(get("", &record));
    ck_assert_str_eq(record.text, "hi");
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, 'a' * 256 + 'b');
    ck_assert(get("h8i9", &record));
    ck_assert_int_eq(record.tag, 0);
    ck_assert(get("h8i8", &record));
    ck_assert_int_eq(record.tag, 0);
}
END_TEST

/* What is written from the position comes into a new database. */
static long through_renlib(const char *moves) {
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition position = position_of(moves);
    long count = database_renlib_write(database, &position, other_path, &left_out, &failure);
    ck_assert_msg(count >= 0, "%s", failure.text);
    ck_assert_int_eq(left_out, 0);
    database_close(database);
    database = NULL;
    ck_assert_int_eq(unlink(path), 0);
    open_again();
    bool is_cut;
    long read =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_msg(read >= count, "%s", failure.text);
    ck_assert_int_eq(read, database_count(database)); /* no position is there twice */
    return count;
}

START_TEST(a_renlib_file_is_what_the_format_says) {
    /* One record two moves deep: what leads there has no comment. */
    static const unsigned char due[] = {
        0xFF, 'R',  'e',  'n',  'L',  'i',  'b',  0xFF, 3,    4,    0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x78, 0x00, 0x79, 0x49,
        0x00, 0x01, 'a',  '\b', 'b',  '\r', '\n', 'c',  0,    0,    '!',  0,
    };
    unsigned char bytes[sizeof due + 1];
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition empty = position_of("");
    DatabasePosition position = position_of("h8i8");
    DatabaseRecord record = record_of('!', 5, 6);
    strcpy(record.text, "a\nb\nc");
    ck_assert(put_record(database, &position, &record));
    ck_assert_int_eq(database_renlib_write(database, &empty, other_path, &left_out, &failure), 1);
    FILE *file = fopen(other_path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_uint_eq(size, sizeof due);
    /* Which of the four points beside the centre comes is free. */
    unsigned place = bytes[24];
    ck_assert(place == 0x79 || place == 0x77 || place == 0x68 || place == 0x88);
    bytes[24] = 0x79;
    ck_assert_mem_eq(bytes, due, sizeof due);
}
END_TEST

START_TEST(renlib_goes_out_and_comes_back) {
    DatabaseRecord record = record_of('a' * 256 + '7', -5, 20), found;
    strcpy(record.text, "first line\nsecond\nthird");
    put("", record_of('@', 0, 0));
    put("h8", record_of(0, 3, 3));
    put("h8i9", record);
    put("h8i9j10g7", record_of('x', 0, 0));
    put("a1o15b2n14c3", record_of('y', 0, 0));
    ck_assert_int_eq(through_renlib(""), 5);
    ck_assert(get("", &found));
    ck_assert_int_eq(found.tag, '@');
    ck_assert(get("h8i9", &found));
    ck_assert_str_eq(found.text, record.text);
    ck_assert_int_eq(found.tag, record.tag);
    ck_assert(get("h8i9j10g7", &found));
    ck_assert_int_eq(found.tag, 'x');
    ck_assert(get("a1o15b2n14c3", &found));
    ck_assert_int_eq(found.tag, 'y');
}
END_TEST

/* A game of chance, every stone of which is near the centre, so that many meet. */
static void random_moves(uint32_t *random, char moves[static 256]) {
    bool is_taken[5][5] = {{false}};
    size_t length = 0;
    *random = *random * 1664525u + 1013904223u;
    for (unsigned left = (*random >> 8) % 12 + 1; left > 0; left--) {
        unsigned x, y;
        do {
            *random = *random * 1664525u + 1013904223u;
            x = (*random >> 8) % 5;
            y = (*random >> 16) % 5;
        } while (is_taken[y][x]);
        is_taken[y][x] = true;
        length += (size_t)snprintf(moves + length, 256 - length, "%c%u", (int)('f' + x), y + 6);
    }
}

START_TEST(no_record_is_lost_in_renlib) {
    enum { GAMES = 200 };
    uint32_t random = (uint32_t)_i;
    char moves[256];
    DatabaseRecord found;
    for (int i = 0; i < GAMES; i++) {
        random_moves(&random, moves);
        put(moves, record_of('A', 0, 0));
    }
    long count = database_count(database);
    ck_assert_int_eq(through_renlib(""), count);
    random = (uint32_t)_i;
    for (int i = 0; i < GAMES; i++) {
        random_moves(&random, moves);
        ck_assert(get(moves, &found));
        ck_assert_int_eq(found.tag, 'A');
    }
}
END_TEST

START_TEST(renlib_holds_what_follows_the_position) {
    DatabaseRecord found;
    put("h8i9j10", record_of('a', 0, 0));
    put("h8i9", record_of('b', 0, 0));
    put("h8i8", record_of('c', 0, 0));
    put("h8g7k4", record_of('d' * 256 + '2', 0, 0)); /* h8g7 is h8i9, turned */
    ck_assert_int_eq(through_renlib("h8i9"), 3);
    ck_assert(!get("h8i8", &found));
    ck_assert(get("h8i9j10", &found));
    ck_assert_int_eq(found.tag, 'a');
    ck_assert(get("h8g7k4", &found));
    ck_assert_int_eq(found.tag, 'd' * 256 + '2');
}
END_TEST

START_TEST(the_positions_own_stones_lead_there_first) {
    DatabaseRecord found;
    put("a1o15h8i9g7", record_of('a', 0, 0)); /* whose farthest stones are the position's */
    ck_assert_int_eq(through_renlib("a1o15"), 1);
    ck_assert(get("a1o15h8i9g7", &found));
}
END_TEST

/* ---- Positions alone ------------------------------------------------------------------------ */

START_TEST(positions_are_written_as_clients_read_them) {
    /* By row: b3 before h8, c2 before i6. */
    static const unsigned char due[] = {2, 7 * 15 + 7, 8 * 15 + 5};
    static const unsigned char longer[] = {4, 1 * 15 + 2, 2 * 15 + 1, 7 * 15 + 7, 8 * 15 + 5};
    unsigned char bytes[64];
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition from = position_of("h8i6"), odd = position_of("h8i6");
    DatabaseRecord record = record_of(0, 0, 0);
    odd.to_move = KANAME_WHITE;
    ck_assert(put_record(database, &odd, &record));
    put("h8i6", record);
    put("h8i6b3c2", record);
    ck_assert_int_eq(database_file_write_pos(database, &from, other_path, &left_out, &failure), 2);
    ck_assert_int_eq(left_out, 1);
    FILE *file = fopen(other_path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_uint_eq(size, sizeof due + sizeof longer);
    bool is_longer_first = bytes[0] == 4; /* which comes first is free */
    ck_assert_mem_eq(bytes + (is_longer_first ? sizeof longer : 0), due, sizeof due);
    ck_assert_mem_eq(bytes + (is_longer_first ? 0 : sizeof due), longer, sizeof longer);
}
END_TEST

START_TEST(a_file_with_a_point_twice_is_none_of_positions) {
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition position = position_of("");
    put("h8", record_of(0, 5, 7));
    write_file(other_path, "\2\160\160", 3);
    ck_assert_int_eq(database_file_write_pos(database, &position, other_path, &left_out, &failure),
                     -1);
    ck_assert_str_ne(failure.text, "");
    write_file(other_path, "\2\160\161", 3);
    ck_assert_int_eq(database_file_write_pos(database, &position, other_path, &left_out, &failure),
                     1);
}
END_TEST

START_TEST(no_tree_begins_at_a_position_that_no_game_reaches) {
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition position = position_of("h8i9");
    position.cells[0] = KANAME_BLACK;
    ck_assert_int_eq(database_renlib_write(database, &position, other_path, &left_out, &failure),
                     -1);
    ck_assert_str_eq(failure.text, "no game reaches the position");
    ck_assert_int_ne(access(other_path, F_OK), 0);
}
END_TEST

START_TEST(such_files_are_refused_for_other_boards) {
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition position = position_of_size("h8", 19, 19);
    ck_assert_int_eq(database_file_write_pos(database, &position, other_path, &left_out, &failure),
                     -1);
    ck_assert_str_ne(failure.text, "");
    failure.text[0] = '\0';
    ck_assert_int_eq(database_renlib_write(database, &position, other_path, &left_out, &failure),
                     -1);
    ck_assert_str_ne(failure.text, "");
    ck_assert_int_ne(access(other_path, F_OK), 0);
}
END_TEST

/* ---- Other databases ------------------------------------------------------------------------ */

/* Another database, with one record. */
static void make_other(const char *moves, DatabaseRecord record) {
    Failure failure = FAILURE_NONE;
    DatabasePosition position = position_of(moves);
    Database *other = database_open(other_path, &failure);
    ck_assert_msg(other != NULL, "%s", failure.text);
    ck_assert(put_record(other, &position, &record));
    database_close(other);
}

START_TEST(merging_adds_what_the_other_knows) {
    Failure failure = FAILURE_NONE;
    DatabaseRecord found, record = record_of(0, 9, 30);
    strcpy(record.text, "theirs");
    make_other("h8i9", record);
    put("h8i9", record_of(0, 5, 20));
    put("h8", record_of('w', -29990, 1));
    ck_assert_int_eq(database_file_merge(database, other_path, &failure), 1);
    ck_assert_int_eq(database_count(database), 2);
    ck_assert(get("h8i9", &found));
    ck_assert_int_eq(found.depth, 30);
    ck_assert_str_eq(found.text, "theirs");
    ck_assert(get("h8", &found));
    ck_assert_int_eq(found.tag, 'w');
}
END_TEST

START_TEST(merging_needs_a_file_and_a_sound_one) {
    Failure failure = FAILURE_NONE;
    put("h8", record_of(0, 5, 20));
    ck_assert_int_eq(database_file_merge(database, other_path, &failure), -1);
    ck_assert_str_ne(failure.text, "");
    ck_assert_int_ne(access(other_path, F_OK), 0); /* none is made */
    write_file(other_path, "", 0);
    ck_assert_int_eq(database_file_merge(database, other_path, &failure), -1);
    ck_assert_str_eq(failure.text, "it is empty");
    write_file(other_path, "hello, world, this is no database at all", 40);
    ck_assert_int_eq(database_file_merge(database, other_path, &failure), -1);
    ck_assert_ptr_nonnull(strstr(failure.text, "not a database"));
    ck_assert_int_eq(database_file_merge(database, path, &failure), -1);
    ck_assert_str_eq(failure.text, "it is the open database itself");
    ck_assert_int_eq(database_count(database), 1);
}
END_TEST

START_TEST(a_damaged_database_is_merged_whole_or_not_at_all) {
    enum { GAMES = 2000, FIRST_PAGE = 4096 };
    Failure failure = FAILURE_NONE;
    char moves[256];
    uint32_t random = 1;
    Database *other = database_open(other_path, &failure);
    ck_assert_ptr_nonnull(other);
    ck_assert(database_begin(other));
    for (int i = 0; i < GAMES; i++) {
        random_moves(&random, moves);
        DatabasePosition position = position_of(moves);
        DatabaseRecord record = record_of('a', i, 3);
        memset(record.text, 'x', 200);
        ck_assert(database_add(other, &position, &record));
    }
    ck_assert(database_commit(other));
    long count = database_count(other);
    database_close(other);
    FILE *file = fopen(other_path, "r+b");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    ck_assert_int_gt(size, 3 * FIRST_PAGE);
    ck_assert_int_eq(fseek(file, FIRST_PAGE + (size - FIRST_PAGE) * _i / 8, SEEK_SET), 0);
    for (int i = 0; i < FIRST_PAGE; i++)
        fputc(0x5A, file);
    fclose(file);
    long merged = database_file_merge(database, other_path, &failure);
    if (merged < 0)
        ck_assert_str_ne(failure.text, "");
    ck_assert_int_eq(database_count(database), merged < 0 ? 0 : merged);
    ck_assert_int_le(merged, count);
}
END_TEST

START_TEST(splitting_copies_what_follows_and_keeps_it) {
    Failure failure = FAILURE_NONE;
    DatabaseRecord found;
    DatabasePosition position = position_of("h8i9");
    put("h8", record_of(0, 5, 20));
    put("h8i9", record_of('a', 5, 20));
    put("h8i9j10", record_of('b', 5, 20));
    put("h8i8", record_of('c', 5, 20));
    make_other("a1", record_of('d', 5, 20));
    ck_assert_int_eq(database_file_split(database, &position, other_path, &failure), 2);
    ck_assert_int_eq(database_count(database), 4);
    database_close(database);
    database = database_open(other_path, &failure);
    ck_assert_int_eq(database_count(database), 3);
    ck_assert(get("a1", &found)); /* what was there stays */
    ck_assert(get("h8g7f6", &found));
    ck_assert_int_eq(found.tag, 'b');
}
END_TEST

START_TEST(splitting_into_a_foreign_file_leaves_it_alone) {
    Failure failure = FAILURE_NONE;
    char text[6] = "";
    DatabasePosition position = position_of("h8");
    put("h8", record_of(0, 5, 20));
    write_file(other_path, "mine!", 5);
    ck_assert_int_eq(database_file_split(database, &position, other_path, &failure), -1);
    ck_assert_str_ne(failure.text, "");
    FILE *file = fopen(other_path, "rb");
    ck_assert_uint_eq(fread(text, 1, sizeof text, file), 5);
    fclose(file);
    ck_assert_mem_eq(text, "mine!", 5);
    ck_assert_int_eq(database_file_split(database, &position, path, &failure), -1);
    ck_assert_str_eq(failure.text, "it is the open database itself");
}
END_TEST

/* ---- Full disks ----------------------------------------------------------------------------- */

/* Lets files grow to so many bytes alone, as a full disk would. */
static rlim_t limit_files(rlim_t bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    return before;
}

static long write_in_form(int form, Failure *failure) {
    long left_out;
    DatabasePosition empty = position_of("");
    switch (form) {
    case 0:
        return database_file_write_text(database, other_path, failure);
    case 1:
        return database_file_write_pos(database, &empty, other_path, &left_out, failure);
    case 2:
        return database_renlib_write(database, &empty, other_path, &left_out, failure);
    default:
        return database_file_split(database, &empty, other_path, failure);
    }
}

START_TEST(a_full_disk_leaves_the_file_that_was_there) {
    enum { RECORDS = 2000, FULL_BYTES = 1000, FULL_BYTES_DATABASE = 60000 };
    bool is_database = _i == 3;
    Failure failure = FAILURE_NONE;
    char text[64] = "";
    uint32_t random = 1;
    ck_assert(database_begin(database));
    for (int i = 0; i < RECORDS; i++) {
        char moves[256];
        random_moves(&random, moves);
        put(moves, record_of('a', i, 3));
    }
    ck_assert(database_commit(database));
    long count = database_count(database);
    if (is_database)
        make_other("a1", record_of('d', 5, 20));
    else
        write_file(other_path, "old", 3);
    rlim_t before = limit_files(is_database ? FULL_BYTES_DATABASE : FULL_BYTES);
    long written = write_in_form(_i, &failure);
    (void)limit_files(before);
    ck_assert_int_eq(written, -1);
    ck_assert_str_ne(failure.text, "");
    ck_assert_ptr_null(strstr(failure.text, "transaction"));
    ck_assert_int_eq(database_count(database), count);
    if (is_database) {
        database_close(database);
        database = database_open(other_path, &failure);
        ck_assert_int_eq(database_count(database), 1);
        ck_assert(database_check(database));
        return;
    }
    FILE *file = fopen(other_path, "rb");
    ck_assert_uint_eq(fread(text, 1, sizeof text, file), 3);
    fclose(file);
    ck_assert_mem_eq(text, "old", 3);
    char draft[TEST_PATH_BYTES + 8];
    snprintf(draft, sizeof draft, "%s.part", other_path);
    ck_assert_int_ne(access(draft, F_OK), 0);
}
END_TEST

START_TEST(a_full_disk_stops_a_merge_and_changes_nothing) {
    enum { RECORDS = 2000, FULL_BYTES = 60000 };
    Failure failure = FAILURE_NONE;
    uint32_t random = 1;
    Database *other = database_open(other_path, &failure);
    ck_assert_ptr_nonnull(other);
    ck_assert(database_begin(other));
    for (int i = 0; i < RECORDS; i++) {
        char moves[256];
        random_moves(&random, moves);
        DatabasePosition position = position_of(moves);
        DatabaseRecord record = record_of('a', i, 3);
        ck_assert(put_record(other, &position, &record));
    }
    ck_assert(database_commit(other));
    database_close(other);
    put("a1", record_of('d', 5, 20));
    rlim_t before = limit_files(FULL_BYTES);
    long merged = database_file_merge(database, other_path, &failure);
    (void)limit_files(before);
    ck_assert_int_eq(merged, -1);
    ck_assert_str_ne(failure.text, "");
    ck_assert_ptr_null(strstr(failure.text, "transaction"));
    ck_assert_int_eq(database_count(database), 1);
    put("a2", record_of('d', 5, 20)); /* goes on */
    ck_assert_int_ge(database_file_merge(database, other_path, &failure), 1);
}
END_TEST

static void add_tests_of_records(TCase *tests) {
    tcase_add_test(tests, turns_and_mirror_images_are_one_position);
    tcase_add_test(tests, so_they_are_on_rectangles);
    tcase_add_test(tests, the_order_of_moves_does_not_matter);
    tcase_add_test(tests, other_stones_rules_sizes_and_sides_are_other_positions);
    tcase_add_test(tests, the_largest_full_board_is_kept);
    tcase_add_test(tests, a_record_outlives_the_program);
    tcase_add_test(tests, a_proof_is_never_overwritten_by_a_guess);
    tcase_add_test(tests, a_proof_overwrites_a_guess_however_deep);
    tcase_add_test(tests, the_deeper_search_stays);
    tcase_add_test(tests, a_value_of_the_user_outlives_records_without_a_search);
    tcase_add_test(tests, the_users_text_tag_and_choice_stay);
    tcase_add_test(tests, a_better_search_brings_its_best_move);
    tcase_add_test(tests, what_is_removed_is_gone);
    tcase_add_test(tests, followers_are_removed_in_every_image);
    tcase_add_loop_test(tests, filters_choose_by_tag, 0, FILTERS);
    tcase_add_test(tests, each_record_is_visited_once);
    tcase_add_test(tests, users_can_look_inside);
    tcase_add_test(tests, rows_of_no_rule_or_size_are_passed_over);
    tcase_add_test(tests, a_killed_writer_loses_nothing_that_was_done);
    tcase_add_test(tests, a_foreign_file_is_refused_and_left_alone);
    tcase_add_test(tests, another_programs_database_is_refused);
    tcase_add_test(tests, a_database_of_another_version_is_refused);
    tcase_add_loop_test(tests, another_programs_empty_database_is_refused, 0, 2);
    tcase_add_loop_test(tests, a_file_too_short_for_a_database_is_left_alone, 0, 3);
    tcase_add_test(tests, a_renlib_file_takes_no_memory_for_its_size);
    tcase_add_loop_test(tests, a_damaged_file_is_told_and_never_crashes, 0, 10);
    tcase_add_test(tests, a_folder_that_is_not_there_is_told);
    tcase_add_test(tests, text_goes_out_and_comes_back);
    tcase_add_loop_test(tests, a_damaged_text_changes_nothing, 0, BAD_TEXTS);
    tcase_add_test(tests, a_field_too_long_or_cut_by_a_zero_byte_is_refused);
    tcase_add_test(tests, a_good_text_is_taken);
    tcase_add_loop_test(tests, the_longest_and_oddest_texts_come_back, 0, 4);
    tcase_add_test(tests, an_import_killed_anywhere_changes_nothing);
    tcase_add_test(tests, a_proof_leaves_the_users_label);
    tcase_add_loop_test(tests, keys_of_another_program_never_hold_up_a_walk, 0, CRAFTED);
    tcase_add_loop_test(tests, views_triggers_and_virtual_tables_are_refused, 0, 4);
    tcase_add_test(tests, a_repair_says_what_it_repaired);
    tcase_add_test(tests, an_endless_query_is_interrupted);
    tcase_add_test(tests, a_failure_is_copied_whole_while_another_thread_fails);
    tcase_add_loop_test(tests, a_database_that_may_not_be_written_is_read, 0, 4);
}

static void add_tests_of_files(TCase *tests) {
    tcase_add_test(tests, a_renlib_tree_becomes_positions);
    tcase_add_test(tests, texts_of_renlib_are_decoded);
    tcase_add_loop_test(tests, a_renlib_file_cut_anywhere_changes_nothing, 0, sizeof tree);
    tcase_add_loop_test(tests, a_damaged_renlib_file_is_told_or_taken_whole, 0, 300);
    tcase_add_test(tests, labels_and_the_roots_comment_are_read_but_prove_nothing);
    tcase_add_test(tests, a_renlib_file_is_what_the_format_says);
    tcase_add_test(tests, renlib_goes_out_and_comes_back);
    tcase_add_loop_test(tests, no_record_is_lost_in_renlib, 0, 5);
    tcase_add_test(tests, renlib_holds_what_follows_the_position);
    tcase_add_test(tests, the_positions_own_stones_lead_there_first);
    tcase_add_test(tests, positions_are_written_as_clients_read_them);
    tcase_add_test(tests, a_file_with_a_point_twice_is_none_of_positions);
    tcase_add_test(tests, no_tree_begins_at_a_position_that_no_game_reaches);
    tcase_add_test(tests, such_files_are_refused_for_other_boards);
    tcase_add_test(tests, merging_adds_what_the_other_knows);
    tcase_add_test(tests, merging_needs_a_file_and_a_sound_one);
    tcase_add_loop_test(tests, a_damaged_database_is_merged_whole_or_not_at_all, 0, 8);
    tcase_add_test(tests, splitting_copies_what_follows_and_keeps_it);
    tcase_add_test(tests, splitting_into_a_foreign_file_leaves_it_alone);
    tcase_add_loop_test(tests, a_full_disk_leaves_the_file_that_was_there, 0, 4);
    tcase_add_test(tests, a_full_disk_stops_a_merge_and_changes_nothing);
}

int main(void) {
    Suite *suite = suite_create("database");
    TCase *tests = tcase_create("database");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    add_tests_of_records(tests);
    add_tests_of_files(tests);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
