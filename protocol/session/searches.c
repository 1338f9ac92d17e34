#include "session/searches.h"

#include "level/level.h"
#include "session/replies.h"

#include <string.h>

void session_hurry_search(Session *session) {
    if (thinker_is_at_rest(&session->thinker))
        return;
    reporter_hush(&session->job.reporter);
    kaname_stop(session->engine);
}

void session_end_search(Session *session) {
    session_hurry_search(session);
    thinker_wait_for_rest(&session->thinker);
}

bool session_is_searching(Session *session) {
    if (thinker_is_busy(&session->thinker))
        return true;
    session_end_search(session);
    return false;
}

/* ---- Jobs -------------------------------------------------------------------------------- */

bool session_finish_job(Session *session, KanameStatus status) {
    int64_t used = kaname_now_ms() - session->job.limits.start_ms;
    session->used_ms += used > 0 ? used : 0;
    blocks_write_forbidden(session->engine,
                           (const bool(*)[KANAME_MAX_SIZE])session->job.is_forbidden,
                           session->job.forbidden_after);
    atomic_store(&session->job.is_answered, true);
    if (status != KANAME_OK)
        reply_status(session, status);
    return status == KANAME_OK;
}

/* ---- Start ------------------------------------------------------------------------------- */

void session_clear_stale_hash(Session *session) {
    if (session->is_hash_stale)
        kaname_clear_hash(session->engine);
    session->is_hash_stale = false;
}

static void warm_up(void *context) {
    kaname_warm_up(context);
}

void session_prepare_engine(Session *session) {
    /* Not inside a list, whose end may start a search. */
    if (session->width == 0 || session->input.pending != NULL ||
        !(session->is_warming_up || thinker_is_at_rest(&session->thinker)))
        return;
    session_end_search(session);
    settings_apply(&session->settings, &session->dialect, session->engine);
    const Settings *settings = &session->settings;
    KanameLimits limits = settings_limits(settings, session->arrival_ms, session->used_ms);
    bool is_timed = settings->has_turn || settings->has_match;
    if (kaname_prepare(session->engine, is_timed ? &limits : NULL) != KANAME_OK)
        return; /* the first search will report it */
    /* Fetch no memory before the client has set a limit. */
    if (settings->memory_bytes == 0)
        return;
    kaname_clear_stop(session->engine);
    session->is_warming_up = true;
    thinker_start_behind(&session->thinker, warm_up, session->engine);
}

void session_start_search(Session *session, void (*run)(void *context), int lines, int number) {
    Job *job = &session->job;
    settings_apply(&session->settings, &session->dialect, session->engine);
    session_clear_stale_hash(session);
    blocks_apply(&session->blocks, session->engine);
    if (lines > 1 && session->settings.hides_symmetric)
        blocks_exclude_images(&session->blocks, session->engine);
    memcpy(job->is_forbidden, session->blocks.is_forbidden[KANAME_BLACK], sizeof job->is_forbidden);
    session->is_forbid_stale = false;
    blocks_write_forbidden(session->engine, session->blocks.is_forbidden[KANAME_BLACK],
                           job->forbidden);
    job->limits = settings_limits(&session->settings, session->arrival_ms, session->used_ms);
    job->limits.lines = lines;
    job->level = session->settings.level;
    job->seed = (uint64_t)session->settings.seed;
    /* Knowledge from an earlier search would change the moves of a weaker level. */
    job->ponders = session->settings.ponders && job->level == LEVEL_FULL;
    job->number = number;
    /* The result of a search with blocked moves must not be stored, and a client that requests
     * several lines expects a search. */
    job->uses_database = session->settings.uses_database && session->database != NULL &&
                         lines <= 1 && !blocks_any(&session->blocks);
    ReportKinds kinds = {.realtime = settings_wants_realtime(&session->settings),
                         .detail = settings_wants_detail(&session->settings)};
    NotationView view = dialect_view(&session->dialect, session->width, session->height);
    reporter_init(&job->reporter, session->writer, session->engine, &job->limits, view, kinds);
    /* Before the job starts, so that no later stop request is lost. */
    kaname_clear_stop(session->engine);
    session->is_warming_up = false;
    atomic_store(&job->is_answered, false);
    thinker_start(&session->thinker, run, session);
}
