#include "terminal_level.h"

#include <assert.h>
#include <stdlib.h>

enum {
    CHOICES_MAX = 8,
    SEES_FIVES = 20,   /* from this level on */
    NODES_LOWEST = 30, /* at level 0; doubled by every NODES_DOUBLING levels */
    NODES_DOUBLING = 6,
    CHOICE_WIDTH = 3 /* evaluation units that a move may be worse, for a level below the top */
};

/* The lines of one depth. */
typedef struct Choices {
    int count;
    KanameReport lines[CHOICES_MAX];
} Choices;

typedef struct Listener {
    const KanameCallbacks *callbacks; /* the caller's; NULL: none */
    Choices now, before;              /* the depth at hand and the one that was finished */
} Listener;

static void on_report(const KanameReport *report, void *context) {
    Listener *listener = context;
    const KanameCallbacks *callbacks = listener->callbacks;
    if (report->line == 0 && callbacks != NULL && callbacks->on_report != NULL)
        callbacks->on_report(report, callbacks->context);
    if (report->line == 0) {
        if (listener->now.count > 1)
            listener->before = listener->now;
        listener->now.count = 0;
    }
    if (report->line == listener->now.count && report->line < CHOICES_MAX && report->pv_count > 0)
        listener->now.lines[listener->now.count++] = *report;
}

/* Xorshift of 64 bits (Marsaglia, "Xorshift RNGs", 2003); the state is never 0. Yields the
 * better half. */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 32;
}

static void choose(const Choices *choices, int level, uint64_t *random, KanameResult *result) {
    int fit[CHOICES_MAX], fit_count = 0;
    bool is_blind = level < SEES_FIVES && next_random(random) % SEES_FIVES >= (uint64_t)level;
    bool is_proven = kaname_score_win_plies(result->score) != 0;
    if (choices->count == 0 || (is_proven && !is_blind))
        return;
    int least = choices->lines[0].score - CHOICE_WIDTH * (TERMINAL_LEVEL_MAX - level);
    for (int i = 0; i < choices->count; i++)
        if (is_blind || choices->lines[i].score >= least)
            fit[fit_count++] = i;
    const KanameReport *line = &choices->lines[fit[next_random(random) % (uint64_t)fit_count]];
    result->best = line->pv[0];
    result->score = line->score;
    result->depth = line->depth;
    result->pv_count = line->pv_count;
    for (size_t i = 0; i < line->pv_count; i++)
        result->pv[i] = line->pv[i];
}

KanameStatus terminal_level_think(KanameEngine *engine, int level, const KanameLimits *limits,
                                  const KanameCallbacks *callbacks, uint64_t *random,
                                  KanameResult *result) {
    assert(level >= 0 && level <= TERMINAL_LEVEL_MAX && *random != 0);
    if (level == TERMINAL_LEVEL_MAX)
        return kaname_think(engine, limits, callbacks, result);
    KanameLimits own = *limits;
    own.max_nodes = (uint64_t)NODES_LOWEST << (level / NODES_DOUBLING);
    own.lines = CHOICES_MAX - level * CHOICES_MAX / (TERMINAL_LEVEL_MAX + 1);
    own.max_nodes *= (uint64_t)own.lines; /* each line costs about as much */
    Listener *listener = calloc(1, sizeof *listener);
    if (listener == NULL)
        return KANAME_ERR_MEMORY;
    listener->callbacks = callbacks;
    KanameCallbacks own_callbacks = {.on_report = on_report, .context = listener};
    KanameStatus status = kaname_think(engine, &own, &own_callbacks, result);
    bool is_whole = listener->now.count >= own.lines || listener->before.count == 0;
    if (status == KANAME_OK)
        choose(is_whole ? &listener->now : &listener->before, level, random, result);
    free(listener);
    return status;
}
