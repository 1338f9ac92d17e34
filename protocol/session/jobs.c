#include "session/jobs.h"

#include "level/level.h"
#include "level/think.h"
#include "session/advice.h"
#include "session/replies.h"
#include "session/searches.h"

/* Searches the position after the move, without reports, to fill the hash table. A stop request
 * during the search for the move stays in force and ends this search at once. */
static void ponder(Session *session) {
    KanameLimits limits = kaname_no_limits();
    KanameResult ignored;
    thinker_go_on(&session->thinker);
    (void)kaname_think(session->engine, &limits, NULL, &ignored);
}

/* Searches at full strength, first without the moves that lose by the database. Sets `finding` to
 * the request that stores the result, which may be NULL. */
static KanameStatus search(Session *session, const KanameCallbacks *callbacks, KanameResult *result,
                           DatabaseRequest **finding) {
    KanameEngine *engine = session->engine;
    const KanameLimits *limits = &session->job.limits;
    advice_exclude_lost(session);
    KanameStatus status = kaname_think(engine, limits, callbacks, result);
    advice_readmit_lost(session);
    if (status == KANAME_ERR_NO_MOVE && session->job.lost_count > 0)
        status = kaname_think(engine, limits, callbacks, result);
    if (status == KANAME_OK)
        *finding = advice_note_result(session, result);
    return status;
}

static void find_and_send(Session *session, int level, bool ponders) {
    Job *job = &session->job;
    KanameEngine *engine = session->engine;
    KanameCallbacks callbacks = reporter_callbacks(&job->reporter);
    KanameResult result;
    DatabaseRequest *finding = NULL;
    KanameStatus status = KANAME_OK;
    if (level < LEVEL_FULL)
        status = level_think(engine, &job->limits, &callbacks, level, job->seed, &result);
    else if (!advice_consult(session, &result))
        status = search(session, &callbacks, &result, &finding);
    bool is_end = status != KANAME_OK ||
                  kaname_wins_at(engine, result.best.x, result.best.y, kaname_to_move(engine));
    if (status == KANAME_OK)
        status = kaname_play(engine, result.best.x, result.best.y);
    if (session_finish_job(session, status))
        reply_move(session, result.best);
    advice_store_result(session, finding);
    if (ponders && !is_end)
        ponder(session);
}

void session_think(void *context) {
    Session *session = context;
    find_and_send(session, session->job.level, session->job.ponders);
}

void session_think_for_analysis(void *context) {
    find_and_send(context, LEVEL_FULL, false);
}
