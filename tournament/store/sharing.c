#include "store/sharing.h"

#include "shared/cli/say.h"

enum { STEP_MS = 50, WORD_MS = 5000 /* then a message tells what is waited for */ };

/* SQLite calls it again after each wait, on the thread that writes. */
static int wait_for_lock(void *context, int waits) {
    SharingWait *wait = context;
    if (atomic_load(&wait->is_hurried) || waits >= SHARING_WAIT_S * 1000 / STEP_MS)
        return 0;
    if (waits == WORD_MS / STEP_MS)
        say_error("kaname-tournament: %s: waiting for another program that locks it\n",
                  sqlite3_db_filename(wait->db, "main"));
    sqlite3_sleep(STEP_MS);
    return 1;
}

void sharing_wait(sqlite3 *db, SharingWait *wait) {
    wait->db = db;
    sqlite3_busy_handler(db, wait_for_lock, wait);
}

void sharing_wait_ms(sqlite3 *db, int limit_ms) {
    sqlite3_busy_timeout(db, limit_ms);
}

void sharing_hurry(SharingWait *wait) {
    atomic_store(&wait->is_hurried, true);
}

/* If several programs change the mode at once, SQLite fails without waiting, so this function
 * waits. */
int sharing_use_log(sqlite3 *db) {
    enum { PAUSE_MS = 10 };
    const char *wal = "PRAGMA journal_mode = WAL";
    int code, waited_ms = 0;
    sqlite3_busy_timeout(db, 0);
    while ((code = sqlite3_exec(db, wal, NULL, NULL, NULL) & 0xFF) == SQLITE_BUSY &&
           waited_ms < SHARING_BEGIN_MS)
        waited_ms += sqlite3_sleep(PAUSE_MS);
    sqlite3_busy_timeout(db, SHARING_BEGIN_MS);
    return code;
}

bool sharing_is_gone(sqlite3 *db) {
    int is_moved = 0;
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &is_moved) == SQLITE_OK &&
           is_moved != 0;
}
