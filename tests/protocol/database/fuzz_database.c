/* fuzz_database.c: a libFuzzer target: files that the position database reads. The first byte of
 * the input says what the rest is: 0 a text, 1 a Renlib tree, 2 another position database to be
 * merged, 3 the database itself.
 *
 * What must hold: a number of positions, or -1 and a reason, and then nothing has changed; the
 * database stays sound; what it holds can be written as text and read again, all of it.
 */
#define _POSIX_C_SOURCE 200809L
#include "database/renlib.h"
#include "database/store.h"
#include "database/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "support/folder.h"

#undef NDEBUG /* the assertions are the test */
#include <assert.h>

enum { ROUNDS_OF_A_BASE = 50, KINDS = 4, FILES_MAX = 16, PATH_BYTES = 128 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[FOLDER_PATH_BYTES];

static void remove_folder(void) {
    (void)folder_remove(folder);
}

/* The path of a file in the folder, which the first call makes. Static storage, for each name. */
static const char *path_of(const char *name) {
    static char paths[FILES_MAX][PATH_BYTES];
    static size_t count;
    if (folder[0] == '\0')
        assert(folder_make(folder, "/tmp") && atexit(remove_folder) == 0);
    for (size_t i = 0; i < count; i++)
        if (strcmp(paths[i] + strlen(folder) + 1, name) == 0)
            return paths[i];
    assert(count < FILES_MAX);
    snprintf(paths[count], PATH_BYTES, "%s/%s", folder, name);
    return paths[count++];
}

static void write_file(const char *name, const uint8_t *data, size_t size) {
    FILE *file = fopen(path_of(name), "wb");
    assert(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

/* What the database holds is written and read again. */
static void check_round(Database *database) {
    Failure failure = FAILURE_NONE;
    long count = database_count(database);
    (void)remove(path_of("round.txt"));
    (void)remove(path_of("round.db"));
    assert(database_file_write_text(database, path_of("round.txt"), &failure) == count);
    Database *again = database_open(path_of("round.db"), &failure);
    assert(again != NULL);
    assert(database_file_read_text(again, path_of("round.txt"), &failure) == count);
    assert(database_count(again) == count);
    database_close(again);
    (void)remove(path_of("round.db"));
}

static void check_import(int kind, const uint8_t *data, size_t size) {
    static Database *base;
    static int rounds;
    bool is_cut;
    Failure failure = FAILURE_NONE;
    if (base == NULL || ++rounds % ROUNDS_OF_A_BASE == 0) {
        database_close(base);
        (void)remove(path_of("base.db"));
        base = database_open(path_of("base.db"), &failure);
        assert(base != NULL);
    }
    (void)remove(path_of("in.db-wal"));
    (void)remove(path_of("in.db-shm"));
    write_file("in.db", data, size);
    long before = database_count(base), count;
    if (kind == 0)
        count = database_file_read_text(base, path_of("in.db"), &failure);
    else if (kind == 1)
        count = database_renlib_read(base, KANAME_RULE_RENJU, path_of("in.db"), &is_cut, &failure);
    else
        count = database_file_merge(base, path_of("in.db"), &failure);
    assert(count >= 0 || failure.text[0] != '\0');
    assert(count > 0 || database_count(base) == before);
    if (count > 0)
        check_round(base);
}

static void check_itself(const uint8_t *data, size_t size) {
    Failure failure = FAILURE_NONE;
    (void)remove(path_of("own.db-wal"));
    (void)remove(path_of("own.db-shm"));
    write_file("own.db", data, size);
    Database *database = database_open(path_of("own.db"), &failure);
    assert(database != NULL || failure.text[0] != '\0');
    if (database == NULL)
        return;
    if (database_check(database) && database_count(database) >= 0)
        (void)database_file_write_text(database, path_of("own.txt"), &failure);
    char repaired[64];
    (void)database_fix(database, repaired, sizeof repaired);
    database_close(database);
    (void)remove(path_of("own.txt"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    if (data[0] % KINDS == 3)
        check_itself(data + 1, size - 1);
    else
        check_import(data[0] % KINDS, data + 1, size - 1);
    return 0;
}
