#include "session/advice.h"

#include <stdlib.h>
#include <string.h>

/* Returns whether the side to move may play the move. */
static bool is_playable(const KanameEngine *engine, KanamePoint move) {
    return kaname_at(engine, move.x, move.y) == KANAME_EMPTY &&
           !kaname_is_forbidden(engine, move.x, move.y, kaname_to_move(engine));
}

static void take_move(const DatabaseAdvice *advice, KanameResult *result) {
    *result = (KanameResult){
        .best = advice->move, .score = advice->score, .depth = advice->depth, .pv_count = 1};
    result->pv[0] = advice->move;
}

/* Waits for changes that the client has just asked for, but not for a long import: at most a tenth
 * of the time for the move. */
static void wait_for_changes(const Session *session) {
    enum { WAIT_MS = 50, WAIT_UNTIMED_MS = 500, SHARE = 10 };
    const KanameLimits *limits = &session->job.limits;
    bool is_timed = limits->turn_ms >= 0 || limits->match_ms >= 0;
    int64_t ms = is_timed ? WAIT_MS : WAIT_UNTIMED_MS;
    if (limits->turn_ms >= 0 && limits->turn_ms / SHARE < ms)
        ms = limits->turn_ms / SHARE;
    if (limits->match_ms >= 0 && limits->match_ms / SHARE < ms)
        ms = limits->match_ms / SHARE;
    (void)database_talk_settle(session->database, (int)ms);
}

bool advice_consult(Session *session, KanameResult *result) {
    DatabasePosition position;
    Job *job = &session->job;
    DatabaseAdvice *advice = job->uses_database ? malloc(sizeof *advice) : NULL;
    bool has_move = false;
    job->lost_count = 0;
    if (advice != NULL)
        wait_for_changes(session);
    if (advice != NULL && database_position_of(session->engine, &position) &&
        database_talk_advise(session->database, &position, advice)) {
        has_move = advice->has_move && is_playable(session->engine, advice->move);
        if (has_move)
            take_move(advice, result);
        job->lost_count = advice->lost_count;
        memcpy(job->lost, advice->lost, advice->lost_count * sizeof advice->lost[0]);
    }
    free(advice);
    return has_move;
}

void advice_exclude_lost(Session *session) {
    const Job *job = &session->job;
    for (size_t i = 0; i < job->lost_count; i++)
        (void)kaname_exclude(session->engine, job->lost[i].x, job->lost[i].y, true);
}

void advice_readmit_lost(Session *session) {
    const Job *job = &session->job;
    for (size_t i = 0; i < job->lost_count; i++)
        (void)kaname_exclude(session->engine, job->lost[i].x, job->lost[i].y, false);
}

DatabaseRequest *advice_note_result(const Session *session, const KanameResult *result) {
    enum { DEPTH_MIN = 12 /* plies, the least depth of a search that is stored */ };
    const Job *job = &session->job;
    int plies = kaname_score_win_plies(result->score);
    if (!job->uses_database || (plies == 0 && result->depth < DEPTH_MIN))
        return NULL;
    DatabaseRequest *request = calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    if (!database_position_of(session->engine, &request->position)) {
        free(request);
        return NULL;
    }
    request->kind = DATABASE_STORE;
    request->record = (DatabaseRecord){
        .tag = plies > 0   ? DATABASE_TAG_LOSS
               : plies < 0 ? DATABASE_TAG_WIN
                           : 0,
        .value = result->score,
        .depth = result->depth < DATABASE_DEPTH_MAX ? result->depth : DATABASE_DEPTH_MAX,
        .has_best = true,
        .best = result->best};
    return request;
}

void advice_store_result(Session *session, DatabaseRequest *request) {
    if (request != NULL)
        database_talk_ask(session->database, request);
    free(request);
}
