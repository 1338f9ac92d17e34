#include "grid/worker/joined.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Joined *joined_find(const JoinedList *list, const char *key) {
    Joined *joined = list->first;
    while (joined != NULL && strcmp(joined->run.key, key) != 0)
        joined = joined->next;
    return joined;
}

static OwnEngine *find_engine(const JoinedList *list, const char *name) {
    for (size_t i = 0; i < list->engine_count; i++)
        if (strcmp(list->engines[i].options->name, name) == 0)
            return &list->engines[i];
    return NULL;
}

/* Matches the run's engines with the worker's. */
static JoinedState match(const JoinedList *list, Joined *joined) {
    const WireRun *run = &joined->run;
    for (int i = 0; i < run->engine_count; i++) {
        const WireEngine *engine = &run->engines[i];
        joined->own[i] = find_engine(list, engine->name);
        if (joined->own[i] == NULL) {
            snprintf(joined->reason, sizeof joined->reason, "there is no engine %s here",
                     engine->name);
            return JOINED_NO;
        }
        if (engine->hash[0] != '\0' && strcmp(engine->hash, joined->own[i]->hash) != 0) {
            snprintf(joined->reason, sizeof joined->reason,
                     "the program of %s differs from the run's", engine->name);
            return JOINED_NO;
        }
    }
    return JOINED_YES;
}

static void scale_clock(int64_t *ms, double scale) {
    if (*ms > 0)
        *ms = (int64_t)fmax(1, round((double)*ms * scale));
}

static int most_threads(const WireRun *run) {
    int most = 1;
    for (int i = 0; i < run->engine_count; i++)
        if (run->engines[i].options.threads > most)
            most = run->engines[i].options.threads;
    return most;
}

/* Sets the worker's own commands and scales the time controls by its speed. */
static bool prepare(const JoinedList *list, Joined *joined) {
    WireRun *run = &joined->run;
    joined->scale = 1;
    if (run->reference > 0 && list->speed > 0)
        joined->scale = fmin(100, fmax(0.01, run->reference / list->speed));
    joined->config = (ArenaConfig){.settings = run->settings,
                                   .pin_width = list->is_pinning ? most_threads(run) : 0,
                                   .is_suspending = run->is_suspending,
                                   .is_memory_watched = run->is_memory_watched};
    for (int i = 0; i < run->engine_count; i++) {
        EngineOptions *options = &run->engines[i].options;
        scale_clock(&options->match_ms, joined->scale);
        scale_clock(&options->turn_ms, joined->scale);
        scale_clock(&options->increment_ms, joined->scale);
        if (joined->own[i] == NULL)
            continue;
        options->command = strdup(joined->own[i]->options->command);
        if (options->command == NULL)
            return false;
    }
    return true;
}

static void free_joined(Joined *joined) {
    wire_run_release(&joined->run);
    free(joined->description);
    free(joined->own);
    free(joined);
}

/* Adds a run; takes ownership of its contents and of the description. */
static Joined *add(JoinedList *list, WireRun *run, char *description) {
    Joined *joined = calloc(1, sizeof *joined);
    if (joined == NULL) {
        free(description);
        return NULL;
    }
    joined->run = *run;
    joined->description = description;
    *run = (WireRun){0};
    joined->own = calloc((size_t)joined->run.engine_count, sizeof *joined->own);
    if (joined->own != NULL)
        joined->state = match(list, joined);
    if (joined->own == NULL || !prepare(list, joined)) {
        free_joined(joined);
        return NULL;
    }
    joined->next = list->first;
    list->first = joined;
    return joined;
}

/* Returns the state of a known run after an announcement. */
static JoinedState state_after(const Joined *joined, bool is_done, bool is_aside) {
    if (joined->state == JOINED_NO)
        return JOINED_NO;
    if (is_done)
        return JOINED_OVER;
    return is_aside ? JOINED_ASIDE : JOINED_YES;
}

static JoinedNews update(Joined *joined, bool is_done, bool is_aside) {
    JoinedState before = joined->state, after = state_after(joined, is_done, is_aside);
    joined->state = after;
    if (after == before || (before != JOINED_YES && after != JOINED_YES))
        return JOINED_SAME;
    snprintf(joined->reason, sizeof joined->reason, "%s",
             is_done ? "it is over" : "its manager has set this worker aside");
    return JOINED_CHANGED;
}

/* Returns the announcement as it was before its manager set workers aside or ended the run. */
static char *describe(WireRun *run) {
    const WireRun now = *run;
    run->is_done = false;
    run->aside_count = 0;
    char *text = wire_run_print(run);
    run->is_done = now.is_done;
    run->aside_count = now.aside_count;
    return text;
}

JoinedNews joined_announce(JoinedList *list, const char *text, size_t length, Joined **joined,
                           Joined **replaced) {
    WireRun run;
    *joined = *replaced = NULL;
    char *description = wire_run_read(text, length, &run) ? describe(&run) : NULL;
    if (description == NULL) {
        wire_run_release(&run);
        return JOINED_UNREADABLE;
    }
    JoinedNews news = JOINED_SAME;
    bool is_done = run.is_done, is_aside = wire_run_is_aside(&run, list->identity);
    *joined = joined_find(list, run.key);
    if (*joined != NULL && (is_done || strcmp((*joined)->description, description) == 0)) {
        news = update(*joined, is_done, is_aside);
    } else if (!is_done) {
        *replaced = *joined;
        *joined = add(list, &run, description);
        description = NULL;
        news = *joined != NULL ? JOINED_CHANGED : JOINED_UNREADABLE;
        if (*joined != NULL && *replaced != NULL)
            (*replaced)->state = JOINED_OVER;
        if (*joined != NULL && (*joined)->state == JOINED_YES && is_aside)
            update(*joined, false, true);
    }
    free(description);
    wire_run_release(&run);
    return news;
}

const OwnEngine *joined_find_replaced(const Joined *joined) {
    for (int i = 0; i < joined->run.engine_count; i++)
        if (inputs_program_changed(&joined->own[i]->program, joined->own[i]->options->command))
            return joined->own[i];
    return NULL;
}

void joined_release(JoinedList *list) {
    while (list->first != NULL) {
        Joined *joined = list->first;
        list->first = joined->next;
        free_joined(joined);
    }
}
