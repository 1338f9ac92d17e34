#include "session/analysis.h"

#include "opening/balance.h"
#include "opening/ranking.h"
#include "session/hashfile.h"
#include "session/jobs.h"
#include "session/replies.h"
#include "session/searches.h"
#include "shared/status/status.h"

#include <stdlib.h>
#include <string.h>

/* ---- Analysis ------------------------------------------------------------------------------ */

static void on_yxnbest(Session *session, Words *rest) {
    int64_t lines = 1;
    (void)words_integer(rest, &lines);
    if (!reply_require_start(session))
        return;
    lines = lines < 1 ? 1 : lines > KANAME_MAX_LINES ? KANAME_MAX_LINES : lines;
    session_start_search(session, session_think_for_analysis, (int)lines, 0);
}

/* Job: finds one move after which the position has the requested score. */
static void think_balance_one(void *context) {
    Session *session = context;
    Job *job = &session->job;
    KanameCallbacks callbacks = reporter_callbacks(&job->reporter);
    KanameResult found;
    KanameStatus status =
        balance_one(session->engine, &job->limits, &callbacks, job->number, &found);
    if (status == KANAME_OK)
        status = kaname_play(session->engine, found.best.x, found.best.y);
    if (session_finish_job(session, status))
        reply_move(session, found.best);
}

/* Job: finds two moves. */
static void think_balance_two(void *context) {
    Session *session = context;
    Job *job = &session->job;
    KanameCallbacks callbacks = reporter_callbacks(&job->reporter);
    KanamePoint moves[2] = {{0, 0}, {0, 0}};
    KanameStatus status =
        balance_two(session->engine, &job->limits, &callbacks, job->number, moves);
    for (int i = 0; i < 2 && status == KANAME_OK; i++)
        status = kaname_play(session->engine, moves[i].x, moves[i].y);
    if (session_finish_job(session, status))
        line_write(session->writer, "%d,%d %d,%d", moves[0].x, moves[0].y, moves[1].x, moves[1].y);
}

static void balance(Session *session, Words *rest, void (*job)(void *context)) {
    int64_t score = 0;
    (void)words_integer(rest, &score);
    if (!reply_require_start(session))
        return;
    int most = KANAME_SCORE_WIN_MIN;
    score = score < -most ? -most : score > most ? most : score;
    session_start_search(session, job, 1, (int)score);
}

static void on_yxbalanceone(Session *session, Words *rest) {
    balance(session, rest, think_balance_one);
}

static void on_yxbalancetwo(Session *session, Words *rest) {
    balance(session, rest, think_balance_two);
}

/* Reports the moves for which the search found no forced loss. */
static void report_defences(Session *session, const Ranking *ranking) {
    KanamePoint moves[KANAME_MAX_LINES];
    char text[1024];
    size_t count = 0;
    for (size_t i = 0; i < ranking->count; i++)
        if (kaname_score_win_plies(ranking->moves[i].score) >= 0)
            moves[count++] = ranking->moves[i].move;
    notation_line(text, sizeof text, moves, count, " ", session->job.reporter.view);
    line_write(session->writer, "MESSAGE defend %zu of %zu %s", count, ranking->count,
               count > 0 ? text : "-");
}

/* Job: searches every legal move, reports those that hold, plays the best. */
static void think_defend(void *context) {
    Session *session = context;
    Job *job = &session->job;
    KanameCallbacks callbacks = reporter_callbacks(&job->reporter);
    KanameResult result;
    KanameStatus status = KANAME_ERR_MEMORY;
    Ranking *ranking = malloc(sizeof *ranking);
    job->limits.lines = KANAME_MAX_LINES;
    if (ranking != NULL)
        status = ranking_think(ranking, session->engine, &job->limits, &callbacks, &result);
    if (status == KANAME_OK)
        report_defences(session, ranking);
    if (status == KANAME_OK)
        status = kaname_play(session->engine, result.best.x, result.best.y);
    free(ranking);
    if (session_finish_job(session, status))
        reply_move(session, result.best);
}

static void on_yxsearchdefend(Session *session, Words *rest) {
    (void)rest;
    if (reply_require_start(session))
        session_start_search(session, think_defend, 1, 0);
}

/* ---- The hash table ------------------------------------------------------------------------- */

static void on_yxhashclear(Session *session, Words *rest) {
    (void)rest;
    session->is_hash_stale = true;
    if (session_is_searching(session))
        return; /* the next search will clear it */
    kaname_clear_hash(session->engine);
    session->is_hash_stale = false;
}

/* Copies the file name of the command. If it is unusable, tells the client why and returns false.
 */
static bool read_path(Session *session, const Words *rest, char path[HASHFILE_PATH_MAX]) {
    Word name = words_rest(rest);
    if (name.length == 0 || name.length >= HASHFILE_PATH_MAX ||
        memchr(name.text, '\0', name.length) != NULL) {
        line_write(session->writer, "MESSAGE hash not a file name");
        return false;
    }
    memcpy(path, name.text, name.length);
    path[name.length] = '\0';
    return true;
}

/* Returns NULL on success, else the reason. Does not even read a database in use: closing its file
 * here would drop SQLite's locks. */
static const char *exchange_hash(Session *session, const char *path, bool saves) {
    if (database_talk_uses(session->database, path))
        return status_text(STATUS_IN_USE);
    return saves ? hashfile_save(session->engine, path) : hashfile_load(session->engine, path);
}

static void with_hash_file(Session *session, const Words *rest, bool saves) {
    char path[HASHFILE_PATH_MAX];
    const char *verb = saves ? "dump" : "load";
    if (!read_path(session, rest, path))
        return;
    if (session->width == 0 || session_is_searching(session)) {
        line_write(session->writer, "MESSAGE hash %s: not %s", verb,
                   session->width == 0 ? "before START" : "during a search");
        return;
    }
    settings_apply(&session->settings, &session->dialect, session->engine);
    session_clear_stale_hash(session);
    const char *wrong = exchange_hash(session, path, saves);
    line_write(session->writer, "MESSAGE hash %s: %s", verb, wrong == NULL ? "done" : wrong);
}

static void on_yxhashdump(Session *session, Words *rest) {
    with_hash_file(session, rest, true);
}

static void on_yxhashload(Session *session, Words *rest) {
    with_hash_file(session, rest, false);
}

static void on_yxshowhashusage(Session *session, Words *rest) {
    (void)rest;
    if (session_is_searching(session)) {
        line_write(session->writer, "MESSAGE hash usage: not during a search");
        return;
    }
    session_clear_stale_hash(session);
    int permille = kaname_hash_permille(session->engine);
    line_write(session->writer, "MESSAGE hash usage: %d.%d%% of %llu KiB", permille / 10,
               permille % 10, (unsigned long long)kaname_hash_kib(session->engine));
}

/* ---- The rest ------------------------------------------------------------------------------- */

static void on_yxshowinfo(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer, "MESSAGE INFO MAX_THREAD_NUM %d", KANAME_MAX_THREADS);
    line_write(session->writer, "MESSAGE INFO MAX_HASH_SIZE %d", SETTINGS_HASH_MAX_LOG2_KIB);
}

static void on_yxdraw(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer, "MESSAGE DRAW REJECT");
}

static void on_yxresign(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer, "MESSAGE RESIGN ACCEPT");
}

static void on_yxprintfeature(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer, "MESSAGE FEATURE board %dx%d threads %d lines %d instructions %s",
               session->width, session->height, KANAME_MAX_THREADS, KANAME_MAX_LINES,
               kaname_isa(session->engine));
}

/* ---- The table ----------------------------------------------------------------------------- */

/* Sorted by word. */
static const Command rows[] = {
    {"YXBALANCEONE", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_yxbalanceone},
    {"YXBALANCETWO", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_yxbalancetwo},
    {"YXDRAW", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxdraw},
    {"YXHASHCLEAR", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxhashclear},
    {"YXHASHDUMP", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxhashdump},
    {"YXHASHLOAD", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxhashload},
    {"YXNBEST", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_yxnbest},
    {"YXPRINTFEATURE", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxprintfeature},
    {"YXRESIGN", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxresign},
    {"YXSEARCHDEFEND", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_yxsearchdefend},
    {"YXSHOWHASHUSAGE", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxshowhashusage},
    {"YXSHOWINFO", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxshowinfo},
};

const CommandFamily analysis_commands = {rows, sizeof rows / sizeof rows[0]};
