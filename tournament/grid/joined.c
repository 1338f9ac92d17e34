#include "grid/joined.h"

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

static const OwnEngine *find_engine(const JoinedList *list, const char *name) {
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

/* Sets the worker's own commands and scales the time controls by its speed. */
static bool prepare(const JoinedList *list, Joined *joined) {
    WireRun *run = &joined->run;
    joined->scale = 1;
    if (run->reference > 0 && list->speed > 0)
        joined->scale = fmin(100, fmax(0.01, run->reference / list->speed));
    joined->config = (ArenaConfig){.settings = run->settings,
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
    free(joined->own);
    free(joined);
}

/* Adds a run that was not known. */
static Joined *add(JoinedList *list, WireRun *run) {
    Joined *joined = calloc(1, sizeof *joined);
    if (joined == NULL)
        return NULL;
    joined->run = *run;
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

/* Updates a joined run, which may be over, or whose manager may have set this worker aside. */
static JoinedNews update(Joined *joined, bool is_done, bool is_aside) {
    if (joined->state != JOINED_YES && is_done)
        joined->state = JOINED_OVER;
    if (joined->state != JOINED_YES || (!is_done && !is_aside))
        return JOINED_SAME;
    joined->state = is_done ? JOINED_OVER : JOINED_ASIDE;
    snprintf(joined->reason, sizeof joined->reason, "%s",
             is_done ? "it is over" : "its manager has set this worker aside");
    return JOINED_CHANGED;
}

JoinedNews joined_announce(JoinedList *list, const char *text, size_t length, Joined **joined) {
    WireRun run;
    JoinedNews news = JOINED_UNREADABLE;
    *joined = NULL;
    if (wire_run_read(text, length, &run)) {
        bool is_done = run.is_done, is_aside = wire_run_is_aside(&run, list->worker);
        *joined = joined_find(list, run.key);
        news = JOINED_SAME;
        if (*joined != NULL)
            news = update(*joined, is_done, is_aside);
        else if (!is_done && (*joined = add(list, &run)) != NULL)
            news = JOINED_CHANGED;
    }
    wire_run_release(&run);
    return news;
}

void joined_release(JoinedList *list) {
    while (list->first != NULL) {
        Joined *joined = list->first;
        list->first = joined->next;
        free_joined(joined);
    }
}
