/* change_file.h: another program that changes a database. */
#ifndef TESTS_PROTOCOL_SUPPORT_CHANGE_FILE_H
#define TESTS_PROTOCOL_SUPPORT_CHANGE_FILE_H

#include <check.h>
#include <sqlite3.h>
#include <stddef.h>

/* Runs the statements on the file; one that fails ends the test. */
static inline void change_file(const char *path, const char *const *statements, size_t count) {
    sqlite3 *file;
    ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(sqlite3_exec(file, statements[i], NULL, NULL, NULL) == SQLITE_OK, "%s: %s",
                      statements[i], sqlite3_errmsg(file));
    ck_assert_int_eq(sqlite3_close(file), SQLITE_OK);
}

#endif
