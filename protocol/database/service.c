#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */
#endif
#include "database/service.h"

#include "database/exchange.h"
#include "database/store.h"
#include "database/walk.h"
#include "shared/cli/say.h"
#include "shared/files/place.h"
#include "shared/status/failure.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WAITING_MAX = 1024 /* requests; further ones wait */ };

typedef struct Waiting {
    DatabaseRequest request;
    struct Waiting *next;
} Waiting;

struct DatabaseTalk {
    LineWriter *writer;
    pthread_t thread;

    pthread_mutex_t lock; /* guards the queue */
    pthread_cond_t changed;
    Waiting *first, **last;
    size_t waiting;
    bool is_busy, is_ending;
    char wanted[DATABASE_PATH_MAX]; /* the path of the last DATABASE_OPEN, empty if it failed */

    pthread_mutex_t
        gate;           /* guards the pointer; other threads hold it while they use the database */
    Database *database; /* NULL: none is open. Only the service's thread changes it */

    bool has_lost_result; /* a result was not stored in this file; the service's thread alone */
};

/* ---- Replies ------------------------------------------------------------------------------- */

static void set_database(DatabaseTalk *talk, Database *database) {
    pthread_mutex_lock(&talk->gate);
    Database *old = talk->database;
    talk->database = database;
    pthread_mutex_unlock(&talk->gate);
    database_close(old);
}

/* Sends the database's last failure. */
static void report_failure(DatabaseTalk *talk, const char *what) {
    Failure failure = FAILURE_NONE;
    (void)database_pass(talk->database, &failure);
    line_write(talk->writer, "MESSAGE position database%s: %s", what, failure.text);
}

/* Reports the error and closes the database. */
static void give_up(DatabaseTalk *talk) {
    report_failure(talk, " closed");
    set_database(talk, NULL);
}

static void report_change(DatabaseTalk *talk, bool is_done) {
    if (!is_done)
        report_failure(talk, " not changed");
}

static void open_file(DatabaseTalk *talk, const char *path) {
    Failure failure = FAILURE_NONE;
    set_database(talk, NULL);
    Database *database = database_open(path, &failure);
    if (database == NULL) {
        line_write(talk->writer, "MESSAGE position database not opened: %s", failure.text);
        pthread_mutex_lock(&talk->lock);
        if (strcmp(talk->wanted, path) == 0)
            talk->wanted[0] = '\0';
        pthread_mutex_unlock(&talk->lock);
        return;
    }
    set_database(talk, database);
    talk->has_lost_result = false;
    long count = database_count(database);
    if (count < 0)
        give_up(talk);
    else
        line_write(talk->writer, "MESSAGE position database opened, %ld position%s", count,
                   say_plural((uint64_t)count));
}

/* ---- Queries ------------------------------------------------------------------------------- */

/* Reads a record; an error closes the file. Returns false if there is none. */
static bool get(DatabaseTalk *talk, const DatabasePosition *position, DatabaseRecord *record) {
    if (talk->database == NULL)
        return false;
    DatabaseStatus status = database_get(talk->database, position, record);
    if (status == DATABASE_FAILED)
        give_up(talk);
    return status == DATABASE_FOUND;
}

static void query_one(DatabaseTalk *talk, const DatabasePosition *position) {
    DatabaseRecord record;
    if (!get(talk, position, &record))
        record = (DatabaseRecord){.tag = 0};
    line_write(talk->writer, "MESSAGE DATABASE ONE %d %d %d", record.tag, record.value,
               record.depth);
}

/* Sends the records of all positions one move ahead. */
static void query_all(DatabaseTalk *talk, const DatabasePosition *position) {
    line_write(talk->writer, "MESSAGE DATABASE REFRESH");
    for (int i = 0; i < position->width * position->height && talk->database != NULL; i++) {
        DatabasePosition child = *position;
        DatabaseRecord record;
        KanamePoint move = {i % position->width, i / position->width};
        if (database_position_play(&child, move) && get(talk, &child, &record))
            line_write(talk->writer, "MESSAGE DATABASE %d %d %d %d %d", move.x, move.y, record.tag,
                       record.value, record.depth);
    }
    line_write(talk->writer, "MESSAGE DATABASE DONE");
}

/* Sends the text on one line, in ASCII, as clients expect. */
static void query_text(DatabaseTalk *talk, const DatabasePosition *position) {
    DatabaseRecord record;
    if (!get(talk, position, &record))
        record.text[0] = '\0';
    for (char *at = record.text; *at != '\0'; at++)
        if (*at < ' ' || *at > '~')
            *at = *at == '\n' || *at == '\t' ? ' ' : '?';
    line_write(talk->writer, "MESSAGE DATABASE TEXT \"%s\"", record.text);
}

/* ---- Changes ------------------------------------------------------------------------------- */

/* Returns the tag of a text; only printable characters count. */
static int tag_of(const char *text) {
    int tag = 0;
    for (int i = 0; i < 2 && text[i] > ' ' && text[i] <= '~'; i++)
        tag = tag * 256 + text[i];
    return tag;
}

/* Copies as much of the text as fits in a record. */
static void set_text(DatabaseRecord *record, const char *text) {
    size_t length = strnlen(text, sizeof record->text - 1);
    memcpy(record->text, text, length);
    record->text[length] = '\0';
}

static bool is_empty(const DatabaseRecord *record) {
    return record->tag == 0 && record->value == 0 && record->depth == 0 && !record->has_best &&
           record->text[0] == '\0';
}

/* Changes the record as the request, the context, says. Returns false if it was and stays empty: a
 * position that is not known does not become known by what is cleared. */
static bool apply(DatabaseRecord *record, const void *context) {
    const DatabaseRequest *request = context;
    bool was_empty = is_empty(record);
    const DatabaseRecord *new = &request->record;
    switch (request->kind) {
    case DATABASE_EDIT:
        if (request->mask & DATABASE_MASK_TAG)
            record->tag = new->tag;
        if (request->mask & DATABASE_MASK_VALUE)
            record->value = new->value;
        if (request->mask & DATABASE_MASK_DEPTH)
            record->depth = new->depth;
        break;
    case DATABASE_EDIT_LABEL:
        record->tag = tag_of(request->text);
        break;
    case DATABASE_CHOOSE_BEST:
        record->has_best = record->is_best_chosen = true;
        record->best = request->last;
        break;
    case DATABASE_CLEAR_BEST:
        record->has_best = record->is_best_chosen = false;
        break;
    default:
        set_text(record, request->text);
        break;
    }
    return !was_empty || !is_empty(record);
}

static void edit(DatabaseTalk *talk, const DatabaseRequest *request) {
    report_change(talk, database_change(talk->database, &request->position, apply, request));
}

/* Edits the record of the position before the last move. */
static void edit_before(DatabaseTalk *talk, DatabaseRequest *request) {
    DatabasePosition *position = &request->position;
    if (!request->has_last)
        return;
    position->cells[request->last.y * position->width + request->last.x] = KANAME_EMPTY;
    position->to_move = position->to_move == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    edit(talk, request);
}

/* Merges a search's result. Reports only the first failure of a file: each search may store one. */
static void store(DatabaseTalk *talk, const DatabaseRequest *request) {
    if (database_add(talk->database, &request->position, &request->record))
        return;
    if (!talk->has_lost_result)
        report_change(talk, false);
    talk->has_lost_result = true;
}

static void remove_from(DatabaseTalk *talk, const DatabaseRequest *request) {
    long count = database_remove_from(talk->database, &request->position, request->filter);
    report_change(talk, count >= 0);
    if (count >= 0)
        line_write(talk->writer, "MESSAGE position database: %ld position%s removed", count,
                   say_plural((uint64_t)count));
}

/* ---- Maintenance --------------------------------------------------------------------------- */

static void maintain(DatabaseTalk *talk, DatabaseRequestKind kind) {
    Database *database = talk->database;
    char repaired[256] = "";
    bool is_good = kind == DATABASE_CHECK ? database_check(database)
                   : kind == DATABASE_FIX ? database_fix(database, repaired, sizeof repaired)
                                          : database_save(database);
    if (!is_good)
        report_failure(talk, "");
    else if (repaired[0] != '\0')
        line_write(talk->writer, "MESSAGE position database repaired, %s", repaired);
    else if (kind != DATABASE_SAVE)
        line_write(talk->writer, "MESSAGE position database: no damage found");
}

/* ---- The thread ---------------------------------------------------------------------------- */

/* Returns whether the user waits for a reply without an open database too: clients send queries by
 * themselves, edits have no reply, and stores come from searches. */
static bool is_awaited(DatabaseRequestKind kind) {
    return kind == DATABASE_REMOVE_FROM || (kind >= DATABASE_WRITE_TEXT && kind <= DATABASE_SAVE);
}

static void serve(DatabaseTalk *talk, DatabaseRequest *request) {
    if (request->kind == DATABASE_OPEN) {
        open_file(talk, request->text);
        return;
    }
    if (talk->database == NULL) {
        if (is_awaited(request->kind))
            line_write(talk->writer, "MESSAGE position database: none is open");
        return;
    }
    switch (request->kind) {
    case DATABASE_OPEN:
        break;
    case DATABASE_QUERY_ONE:
        query_one(talk, &request->position);
        break;
    case DATABASE_QUERY_ALL_TEXT:
        query_all(talk, &request->position);
        query_text(talk, &request->position);
        break;
    case DATABASE_QUERY_ALL:
        query_all(talk, &request->position);
        break;
    case DATABASE_QUERY_TEXT:
        query_text(talk, &request->position);
        break;
    case DATABASE_EDIT:
    case DATABASE_EDIT_LABEL:
    case DATABASE_EDIT_TEXT:
        edit(talk, request);
        break;
    case DATABASE_CHOOSE_BEST:
    case DATABASE_CLEAR_BEST:
        edit_before(talk, request);
        break;
    case DATABASE_REMOVE:
        report_change(talk, database_remove(talk->database, &request->position));
        break;
    case DATABASE_REMOVE_FROM:
        remove_from(talk, request);
        break;
    case DATABASE_WRITE_TEXT:
    case DATABASE_READ_TEXT:
    case DATABASE_READ_RENLIB:
    case DATABASE_WRITE_POS:
    case DATABASE_WRITE_RENLIB:
    case DATABASE_SPLIT:
    case DATABASE_MERGE:
        database_exchange(talk->database, request, talk->writer);
        break;
    case DATABASE_CHECK:
    case DATABASE_FIX:
    case DATABASE_SAVE:
        maintain(talk, request->kind);
        break;
    case DATABASE_STORE:
        store(talk, request);
        break;
    }
}

static void *work(void *context) {
    DatabaseTalk *talk = context;
    pthread_mutex_lock(&talk->lock);
    for (;;) {
        while (talk->first == NULL && !talk->is_ending)
            pthread_cond_wait(&talk->changed, &talk->lock);
        Waiting *waiting = talk->first;
        if (waiting == NULL)
            break;
        talk->first = waiting->next;
        if (talk->first == NULL)
            talk->last = &talk->first;
        talk->waiting--;
        talk->is_busy = true;
        pthread_cond_broadcast(&talk->changed);
        pthread_mutex_unlock(&talk->lock);
        serve(talk, &waiting->request);
        free(waiting);
        pthread_mutex_lock(&talk->lock);
        talk->is_busy = false;
        pthread_cond_broadcast(&talk->changed);
    }
    pthread_mutex_unlock(&talk->lock);
    return NULL;
}

static DatabaseTalk *make_talk(LineWriter *writer) {
    DatabaseTalk *talk = calloc(1, sizeof *talk);
    if (talk == NULL)
        return NULL;
    talk->writer = writer;
    talk->last = &talk->first;
    bool has_lock = pthread_mutex_init(&talk->lock, NULL) == 0;
    bool has_gate = has_lock && pthread_mutex_init(&talk->gate, NULL) == 0;
    bool has_changed = has_gate && pthread_cond_init(&talk->changed, NULL) == 0;
    if (has_changed && pthread_create(&talk->thread, NULL, work, talk) == 0)
        return talk;
    if (has_changed)
        pthread_cond_destroy(&talk->changed);
    if (has_gate)
        pthread_mutex_destroy(&talk->gate);
    if (has_lock)
        pthread_mutex_destroy(&talk->lock);
    free(talk);
    return NULL;
}

/* Reports that memory, or a thread, was not available. */
static void tell_no_memory(LineWriter *writer) {
    line_write(writer, "MESSAGE position database: %s", status_text(STATUS_MEMORY));
}

DatabaseTalk *database_talk_new(LineWriter *writer) {
    DatabaseTalk *talk = make_talk(writer);
    if (talk == NULL)
        tell_no_memory(writer);
    return talk;
}

void database_talk_free(DatabaseTalk *talk) {
    if (talk == NULL)
        return;
    pthread_mutex_lock(&talk->lock);
    talk->is_ending = true;
    pthread_cond_broadcast(&talk->changed);
    pthread_mutex_unlock(&talk->lock);
    pthread_join(talk->thread, NULL);
    database_close(talk->database);
    pthread_cond_destroy(&talk->changed);
    pthread_mutex_destroy(&talk->gate);
    pthread_mutex_destroy(&talk->lock);
    free(talk);
}

void database_talk_ask(DatabaseTalk *talk, const DatabaseRequest *request) {
    Waiting *waiting = talk != NULL ? malloc(sizeof *waiting) : NULL;
    if (waiting == NULL) {
        if (talk != NULL)
            tell_no_memory(talk->writer);
        return;
    }
    waiting->request = *request;
    waiting->next = NULL;
    pthread_mutex_lock(&talk->lock);
    if (request->kind == DATABASE_OPEN)
        memcpy(talk->wanted, request->text, sizeof talk->wanted);
    while (talk->waiting >= WAITING_MAX)
        pthread_cond_wait(&talk->changed, &talk->lock);
    *talk->last = waiting;
    talk->last = &waiting->next;
    talk->waiting++;
    pthread_cond_broadcast(&talk->changed);
    pthread_mutex_unlock(&talk->lock);
}

bool database_talk_uses(DatabaseTalk *talk, const char *path) {
    if (talk == NULL)
        return false;
    pthread_mutex_lock(&talk->lock);
    bool is_used = files_are_of_database(talk->wanted, path);
    pthread_mutex_unlock(&talk->lock);
    pthread_mutex_lock(&talk->gate);
    is_used = is_used || (talk->database != NULL && database_uses_file(talk->database, path));
    pthread_mutex_unlock(&talk->gate);
    return is_used;
}

bool database_talk_settle(DatabaseTalk *talk, int ms) {
    enum { NS_PER_MS = 1000000, MS_PER_S = 1000 };
    struct timespec until;
    if (talk == NULL)
        return true;
    if (clock_gettime(CLOCK_REALTIME, &until) != 0)
        return false;
    long ns = until.tv_nsec + (long)(ms % MS_PER_S) * NS_PER_MS;
    until.tv_sec += ms / MS_PER_S + ns / (NS_PER_MS * MS_PER_S);
    until.tv_nsec = ns % (NS_PER_MS * MS_PER_S);
    int status = 0;
    pthread_mutex_lock(&talk->lock);
    while ((talk->first != NULL || talk->is_busy) && status == 0)
        status = pthread_cond_timedwait(&talk->changed, &talk->lock, &until);
    bool is_settled = talk->first == NULL && !talk->is_busy;
    pthread_mutex_unlock(&talk->lock);
    return is_settled;
}

/* ---- Advice -------------------------------------------------------------------------------- */

/* Returns the value of the position before a move, one ply further from the end. */
static int value_before(int child_value) {
    int value = -child_value;
    return kaname_score_win_plies(value) > 0   ? value - 1
           : kaname_score_win_plies(value) < 0 ? value + 1
                                               : value;
}

/* Records a move that wins or loses by the record of the position after it. */
static void weigh(DatabaseAdvice *advice, KanamePoint move, const DatabaseRecord *after) {
    if (after->tag == DATABASE_TAG_LOSS)
        advice->lost[advice->lost_count++] = move;
    if (after->tag != DATABASE_TAG_WIN)
        return;
    int score = value_before(after->value);
    if (advice->has_move && score <= advice->score)
        return;
    advice->has_move = true;
    advice->move = move;
    advice->score = score;
    advice->depth = after->depth;
}

static void advise(Database *database, const DatabasePosition *position, DatabaseAdvice *advice) {
    DatabaseRecord record;
    DatabasePosition child = *position;
    bool is_known = database_get(database, position, &record) == DATABASE_FOUND;
    if (is_known && record.has_best && (record.is_best_chosen || database_is_proven(&record))) {
        advice->has_move = true;
        advice->move = record.best;
        advice->score = record.value;
        advice->depth = record.depth;
        return;
    }
    for (int i = 0; i < position->width * position->height; i++) {
        KanamePoint move = {i % position->width, i / position->width};
        if (!database_position_play(&child, move))
            continue;
        if (database_get(database, &child, &record) == DATABASE_FOUND)
            weigh(advice, move, &record);
        child.cells[i] = KANAME_EMPTY;
        child.to_move = position->to_move;
    }
}

bool database_talk_advise(DatabaseTalk *talk, const DatabasePosition *position,
                          DatabaseAdvice *advice) {
    if (talk == NULL)
        return false;
    advice->has_move = false;
    advice->lost_count = 0;
    pthread_mutex_lock(&talk->gate);
    if (talk->database != NULL)
        advise(talk->database, position, advice);
    pthread_mutex_unlock(&talk->gate);
    return advice->has_move || advice->lost_count > 0;
}
