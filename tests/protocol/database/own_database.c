#include "protocol/database/own_database.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "database/store.h"
#include "shared/notation/points.h"
#include "shared/status/failure.h"

char path[TEST_PATH_BYTES], other_path[TEST_PATH_BYTES];
Database *database;

void open_again(void) {
    Failure failure = FAILURE_NONE;
    database_close(database);
    database = database_open(path, &failure);
    ck_assert_msg(database != NULL, "%s", failure.text);
}

void set_up(void) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "positions.db");
    path_in(other_path, folder, "other");
    database = NULL;
    open_again();
}

void tear_down(void) {
    database_close(database);
}

DatabasePosition position_of_size(const char *moves, int width, int height) {
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

DatabasePosition position_of(const char *moves) {
    return position_of_size(moves, 15, 15);
}

DatabaseRecord record_of(int tag, int value, int depth) {
    return (DatabaseRecord){.tag = tag, .value = value, .depth = depth};
}

void put(const char *moves, DatabaseRecord record) {
    DatabasePosition position = position_of(moves);
    ck_assert(put_record(database, &position, &record));
}

void add(const char *moves, DatabaseRecord record) {
    DatabasePosition position = position_of(moves);
    ck_assert(database_add(database, &position, &record));
}

bool get(const char *moves, DatabaseRecord *record) {
    DatabasePosition position = position_of(moves);
    DatabaseStatus status = database_get(database, &position, record);
    ck_assert_int_ne(status, DATABASE_FAILED);
    return status == DATABASE_FOUND;
}

void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

bool count_records(const DatabasePosition *position, const DatabaseRecord *record, void *context) {
    ck_assert_int_eq(position->width, 15);
    *(long *)context += record->depth;
    return true;
}

void random_moves(uint32_t *random, char moves[static 256]) {
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
