#include "database/exchange.h"

#include "database/renlib.h"
#include "database/text.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"

/* Returns as the functions of text.h do. */
static long run_exchange(Database *database, const DatabaseRequest *request, long *left_out,
                         bool *is_cut, Failure *failure) {
    const DatabasePosition *position = &request->position;
    const char *path = request->text;
    switch (request->kind) {
    case DATABASE_WRITE_TEXT:
        return database_file_write_text(database, path, failure);
    case DATABASE_WRITE_POS:
        return database_file_write_pos(database, position, path, left_out, failure);
    case DATABASE_WRITE_RENLIB:
        return database_renlib_write(database, position, path, left_out, failure);
    case DATABASE_SPLIT:
        return database_file_split(database, position, path, failure);
    case DATABASE_READ_TEXT:
        return database_file_read_text(database, path, failure);
    case DATABASE_MERGE:
        return database_file_merge(database, path, failure);
    default:
        return database_renlib_read(database, position->rule, path, is_cut, failure);
    }
}

void database_exchange(Database *database, const DatabaseRequest *request, LineWriter *writer) {
    Failure failure = FAILURE_NONE;
    long left_out = 0;
    bool is_cut = false;
    bool is_read = request->kind == DATABASE_READ_TEXT || request->kind == DATABASE_READ_RENLIB ||
                   request->kind == DATABASE_MERGE;
    long count = run_exchange(database, request, &left_out, &is_cut, &failure);
    const char *verb = is_read ? "read" : "written";
    if (count < 0)
        line_write(writer, "MESSAGE position database file not %s: %s", verb, failure.text);
    else if (left_out > 0)
        line_write(
            writer,
            "MESSAGE position database: %ld position%s %s, %ld left out: no game reaches them",
            count, say_plural((uint64_t)count), verb, left_out);
    else if (is_cut)
        line_write(writer,
                   "MESSAGE position database: %ld position%s %s, comments are cut after %d bytes",
                   count, say_plural((uint64_t)count), verb, DATABASE_TEXT_MAX - 1);
    else
        line_write(writer, "MESSAGE position database: %ld position%s %s", count,
                   say_plural((uint64_t)count), verb);
}
