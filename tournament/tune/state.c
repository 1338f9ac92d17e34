/* state.c: keeps a tuning in SQLite. */
#include "tune/state.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/files/input.h"
#include "shared/files/place.h"
#include "shared/status/failure.h"

#define NEW_TAIL ".new" /* of the name of a file that is not complete */
#define JOURNAL_TAIL "-journal"

enum {
    APPLICATION_ID = 0x4b617475, /* "Katu", in the file's header */
    SCHEMA_VERSION = 1,
    HEAD_MAX = 32
};

static const char schema[] =
    "CREATE TABLE tuning (settings TEXT NOT NULL, checksum INTEGER NOT NULL);"
    "CREATE TABLE iteration (number INTEGER PRIMARY KEY, half_points INTEGER NOT NULL);"
    /* for people: the values after the results so far */
    "CREATE TABLE parameter (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID;";

/* The first line of the text files of earlier versions; the first bytes of an SQLite file. */
static const char text_head[] = "kaname-tournament tuning ";
static const char sqlite_head[] = "SQLite format 3";

/* Where a failure goes. */
typedef struct Complaint {
    const char *path;
    Failure *failure;
} Complaint;

static bool tell(const Complaint *complaint, Status status, const char *format, ...)
    FORMAT_CHECK(3, 4);

/* Sets the failure of the file. Always returns false, so that callers can return it. */
static bool tell(const Complaint *complaint, Status status, const char *format, ...) {
    char reason[FAILURE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return failure_say(complaint->failure, status, "%s: %s", complaint->path, reason);
}

/* Writes the system's reason if there is one, else SQLite's. */
static bool tell_sqlite(const Complaint *complaint, sqlite3 *db, const char *what) {
    int code = db != NULL ? sqlite3_system_errno(db) : ENOMEM;
    bool is_system = code != 0 && (db == NULL || sqlite3_errcode(db) == SQLITE_CANTOPEN);
    return tell(complaint, STATUS_DATABASE, "%s: %s", what,
                is_system ? strerror(code) : sqlite3_errmsg(db));
}

static bool execute(sqlite3 *db, const char *sql, const Complaint *complaint) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           tell_sqlite(complaint, db, "cannot be written");
}

/* FNV-1a (Fowler, Noll, Vo), over the settings and the results. */
static int64_t checksum(const TuneState *state) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (const char *at = state->settings; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001B3u;
    for (int64_t i = 0; i < state->iterations; i++)
        hash = (hash ^ (unsigned char)state->results[i]) * 0x100000001B3u;
    return (int64_t)hash;
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* Checks the first bytes before SQLite does, which reports every other file as damaged. Sets
 * *is_there to whether there is a file. */
static bool check_head(const Complaint *complaint, bool *is_there) {
    char head[HEAD_MAX + 1] = "";
    FILE *file;
    Status status = files_open_input(complaint->path, &file);
    *is_there = status != STATUS_UNREADABLE || errno != ENOENT;
    if (!*is_there)
        return true;
    if (status != STATUS_OK)
        return tell(complaint, status, "%s", status_reason(status));
    bool is_read = fread(head, 1, HEAD_MAX, file) == HEAD_MAX || !ferror(file);
    fclose(file);
    if (!is_read)
        return tell(complaint, STATUS_UNREADABLE, "cannot be read");
    if (strncmp(head, text_head, sizeof text_head - 1) == 0)
        return tell(complaint, STATUS_VERSION,
                    "the text file of an earlier version, which cannot be continued; "
                    "name another file with -state or rename this one");
    return (files_check_database(complaint->path) == STATUS_OK &&
            strncmp(head, sqlite_head, sizeof sqlite_head - 1) == 0) ||
           tell(complaint, STATUS_OTHER_KIND, "not a tuning state");
}

static bool read_integer(sqlite3 *db, const char *sql, int64_t *value) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        return false;
    bool is_row = sqlite3_step(statement) == SQLITE_ROW &&
                  sqlite3_column_type(statement, 0) == SQLITE_INTEGER;
    if (is_row)
        *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return is_row;
}

static bool check_version(sqlite3 *db, const Complaint *complaint) {
    int64_t application, version;
    if (!read_integer(db, "PRAGMA application_id", &application) ||
        !read_integer(db, "PRAGMA user_version", &version))
        return tell_sqlite(complaint, db, "cannot be read");
    if (application != APPLICATION_ID)
        return tell(complaint, STATUS_OTHER_KIND,
                    "not a tuning state: a database of another program");
    return version == SCHEMA_VERSION ||
           tell(complaint, STATUS_VERSION,
                "is of version %" PRId64 ", this program knows version %d", version,
                SCHEMA_VERSION);
}

/* Compares the settings of the file with those of the state. */
static bool check_settings(const TuneState *state, const char *there, const Complaint *complaint) {
    const char *wanted = state->settings;
    while (*wanted != '\0' || *there != '\0') {
        size_t a = strcspn(there, "\n"), b = strcspn(wanted, "\n");
        if (a != b || strncmp(there, wanted, a) != 0)
            return tell(complaint, STATUS_MISMATCH,
                        "was begun with '%.*s', not with '%.*s'; -state FILE begins another",
                        (int)a, there, (int)b, wanted);
        there += a + (there[a] == '\n');
        wanted += b + (wanted[b] == '\n');
    }
    return true;
}

/* Reads the settings and the checksum. */
static bool read_tuning(const TuneState *state, int64_t *sum, const Complaint *complaint) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(state->db, "SELECT settings, checksum FROM tuning", -1, &statement,
                           NULL) != SQLITE_OK)
        return tell_sqlite(complaint, state->db, "damaged");
    bool is_good = sqlite3_step(statement) == SQLITE_ROW;
    const char *settings = is_good ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    is_good = settings != NULL
                  ? check_settings(state, settings, complaint)
                  : tell(complaint, STATUS_DAMAGED, "damaged: its settings are missing");
    *sum = sqlite3_column_int64(statement, 1);
    sqlite3_finalize(statement);
    return is_good;
}

static bool read_results(TuneState *state, const Complaint *complaint) {
    sqlite3_stmt *statement;
    int status;
    if (sqlite3_prepare_v2(state->db, "SELECT number, half_points FROM iteration", -1, &statement,
                           NULL) != SQLITE_OK)
        return tell_sqlite(complaint, state->db, "damaged");
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t number = sqlite3_column_int64(statement, 0);
        int64_t half_points = sqlite3_column_int64(statement, 1);
        if (number < 1 || number > state->iterations || half_points < 0 || half_points > SPSA_WON)
            break;
        state->results[number - 1] = (char)('0' + half_points);
        state->saved++;
    }
    bool is_good =
        status == SQLITE_DONE ||
        (status == SQLITE_ROW ? tell(complaint, STATUS_DAMAGED, "damaged: impossible results")
                              : tell_sqlite(complaint, state->db, "damaged"));
    sqlite3_finalize(statement);
    return is_good;
}

/* Reads everything in one transaction, because another program may be writing. */
static bool read_file(TuneState *state, const Complaint *complaint) {
    int64_t sum = 0;
    if (!check_version(state->db, complaint))
        return false;
    if (sqlite3_exec(state->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return tell_sqlite(complaint, state->db, "cannot be read");
    bool is_good = read_tuning(state, &sum, complaint) && read_results(state, complaint);
    sqlite3_exec(state->db, "COMMIT", NULL, NULL, NULL);
    if (is_good && sum != checksum(state))
        is_good = tell(complaint, STATUS_DAMAGED, "damaged: wrong checksum");
    return is_good;
}

/* ---- Opening and closing ------------------------------------------------------------------ */

static void set_wait(const TuneState *state) {
    if (state->wait != NULL)
        sharing_wait(state->db, state->wait);
    else
        sharing_wait_ms(state->db, SHARING_BEGIN_MS);
}

/* Opens a database at the path and records the identity of the file. */
static bool open_database(TuneState *state, const char *path, int flags,
                          const Complaint *complaint) {
    struct stat about;
    if (sqlite3_open_v2(path, &state->db, flags, NULL) != SQLITE_OK || stat(path, &about) != 0)
        return tell_sqlite(complaint, state->db,
                           (flags & SQLITE_OPEN_CREATE) != 0 ? "cannot be written"
                                                             : "cannot be opened");
    set_wait(state);
    state->device = about.st_dev;
    state->inode = about.st_ino;
    /* EXTRA: a power cut undoes no committed transaction. */
    return execute(state->db, "PRAGMA synchronous = EXTRA", complaint);
}

static void close_database(TuneState *state) {
    sqlite3_close(state->db);
    state->db = NULL;
}

bool tune_state_open(TuneState *state, const char *path, const char *settings, int64_t iterations,
                     Failure *failure) {
    Complaint complaint = {path, failure};
    bool is_there;
    assert(iterations >= 1 && iterations <= SPSA_ITERATIONS_MAX);
    *state = (TuneState){.path = strdup(path),
                         .settings = strdup(settings),
                         .iterations = iterations,
                         .results = malloc((size_t)iterations)};
    if (state->path == NULL || state->settings == NULL || state->results == NULL)
        return failure_at(failure, STATUS_MEMORY, "%s", complaint.path);
    memset(state->results, '-', (size_t)iterations);
    if (!check_head(&complaint, &is_there))
        return false;
    return !is_there || (open_database(state, path, SQLITE_OPEN_READWRITE, &complaint) &&
                         read_file(state, &complaint));
}

void tune_state_set_wait(TuneState *state, SharingWait *wait) {
    state->wait = wait;
    if (state->db != NULL)
        set_wait(state);
}

void tune_state_release(TuneState *state) {
    close_database(state);
    free(state->path);
    free(state->settings);
    free(state->results);
    *state = (TuneState){0};
}

/* ---- Results ------------------------------------------------------------------------------ */

int tune_state_result(const TuneState *state, int64_t iteration) {
    assert(iteration >= 1 && iteration <= state->iterations);
    char result = state->results[iteration - 1];
    return result == '-' ? TUNE_NOT_PLAYED : result - '0';
}

void tune_state_set(TuneState *state, int64_t iteration, int half_points) {
    assert(iteration >= 1 && iteration <= state->iterations);
    assert(half_points >= 0 && half_points <= SPSA_WON);
    assert(state->unsaved == 0 && state->results[iteration - 1] == '-');
    state->results[iteration - 1] = (char)('0' + half_points);
    state->unsaved = iteration;
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* Runs a statement with the parameters ?1 text, ?2 integer, ?3 integer, ?4 real, of which it may
 * use some. */
static bool run(sqlite3 *db, const char *sql, const char *text, int64_t first, int64_t second,
                double real, const Complaint *complaint) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        return tell_sqlite(complaint, db, "cannot be written");
    sqlite3_bind_text(statement, 1, text, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 2, first);
    sqlite3_bind_int64(statement, 3, second);
    sqlite3_bind_double(statement, 4, real);
    bool is_done =
        sqlite3_step(statement) == SQLITE_DONE || tell_sqlite(complaint, db, "cannot be written");
    sqlite3_finalize(statement);
    return is_done;
}

/* Call it within a transaction. */
static bool insert_result(TuneState *state, const SpsaPlan *plan, const double *values,
                          const Complaint *complaint) {
    int64_t there = -1;
    if (!read_integer(state->db, "SELECT count(*) FROM iteration", &there))
        return tell_sqlite(complaint, state->db, "cannot be read");
    if (there != state->saved)
        return tell(complaint, STATUS_BUSY, "another program has written to it");
    bool is_good =
        run(state->db, "INSERT INTO iteration VALUES (?2, ?3)", "", state->unsaved,
            tune_state_result(state, state->unsaved), 0, complaint) &&
        run(state->db, "UPDATE tuning SET checksum = ?2", "", checksum(state), 0, 0, complaint);
    for (size_t i = 0; i < plan->count && is_good; i++)
        is_good = run(state->db, "INSERT OR REPLACE INTO parameter VALUES (?1, ?4)",
                      plan->params[i].name, 0, 0, values[i], complaint);
    return is_good;
}

static bool write_result(TuneState *state, const SpsaPlan *plan, const double *values,
                         const Complaint *complaint) {
    if (!execute(state->db, "BEGIN IMMEDIATE", complaint))
        return false;
    if (insert_result(state, plan, values, complaint) && execute(state->db, "COMMIT", complaint)) {
        state->saved++;
        state->unsaved = 0;
        return true;
    }
    sqlite3_exec(state->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool create_tables(TuneState *state, const Complaint *complaint) {
    char mark[100];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION_ID, SCHEMA_VERSION);
    return execute(state->db, mark, complaint) && execute(state->db, schema, complaint) &&
           run(state->db, "INSERT INTO tuning VALUES (?1, ?2)", state->settings, 0, 0, 0,
               complaint);
}

/* Renames a file unless the new name is taken. Returns false with errno set on failure. */
static bool move_into_place(const char *from, const char *to) {
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
#endif
    if (access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

/* Returns whether a file's name is that of a new file of `base`, or of its journal, of a process
 * that has ended. */
static bool is_left_behind(const char *name, const char *base) {
    size_t length = strlen(base);
    if (strncmp(name, base, length) != 0 || name[length] != '.')
        return false;
    const char *digits = name + length + 1;
    size_t count = strspn(digits, "0123456789");
    if (count == 0 || (strcmp(digits + count, NEW_TAIL) != 0 &&
                       strcmp(digits + count, NEW_TAIL JOURNAL_TAIL) != 0))
        return false;
    return kill((pid_t)strtol(digits, NULL, 10), 0) != 0 && errno == ESRCH;
}

/* Removes what starts that were killed have left beside the file. */
static void remove_left_behind(const char *path) {
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    char folder[FILES_PATH_MAX], name[FILES_PATH_MAX];
    if ((size_t)snprintf(folder, sizeof folder, "%.*s", (int)(base - path), path) >= sizeof folder)
        return;
    DIR *entries = opendir(slash != NULL ? folder : ".");
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (is_left_behind(entry->d_name, base) &&
            (size_t)snprintf(name, sizeof name, "%s%s", folder, entry->d_name) < sizeof name)
            (void)unlink(name);
    if (entries != NULL)
        closedir(entries);
}

/* Writes the first result to a new file, which is renamed into place once it is complete. */
static bool create_file(TuneState *state, const char *temporary, const SpsaPlan *plan,
                        const double *values, const Complaint *complaint) {
    remove_left_behind(state->path);
    unlink(temporary);
    bool is_made =
        open_database(state, temporary, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, complaint) &&
        create_tables(state, complaint) && write_result(state, plan, values, complaint);
    close_database(state);
    if (is_made && !move_into_place(temporary, state->path))
        is_made =
            errno == EEXIST
                ? tell(complaint, STATUS_BUSY, "replaced or taken away by another program")
                : tell(complaint, STATUS_UNWRITABLE, "cannot be written: %s", strerror(errno));
    if (!is_made)
        unlink(temporary);
    return is_made && open_database(state, state->path, SQLITE_OPEN_READWRITE, complaint);
}

static bool is_still_ours(const TuneState *state) {
    struct stat about;
    return stat(state->path, &about) == 0 && about.st_dev == state->device &&
           about.st_ino == state->inode;
}

bool tune_state_write(TuneState *state, const SpsaPlan *plan, const double *values,
                      Failure *failure) {
    Complaint complaint = {state->path, failure};
    assert(state->unsaved != 0);
    if (state->db != NULL)
        return is_still_ours(state)
                   ? write_result(state, plan, values, &complaint)
                   : tell(&complaint, STATUS_BUSY, "replaced or taken away by another program");
    size_t size = strlen(state->path) + 40;
    char *temporary = malloc(size);
    if (temporary == NULL)
        return failure_at(failure, STATUS_MEMORY, "%s", complaint.path);
    snprintf(temporary, size, "%s.%ld" NEW_TAIL, state->path, (long)getpid());
    bool is_written = create_file(state, temporary, plan, values, &complaint);
    free(temporary);
    return is_written;
}
