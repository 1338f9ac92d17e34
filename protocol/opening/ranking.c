#include "opening/ranking.h"

#include <stdbool.h>

static void add(Ranking *ranking, RankedMove move) {
    if (ranking->count < KANAME_MAX_LINES)
        ranking->moves[ranking->count++] = move;
}

static void on_report(const KanameReport *report, void *context) {
    Ranking *ranking = context;
    if (report->line == 0)
        ranking->count = 0;
    if (report->pv_count > 0)
        add(ranking, (RankedMove){report->pv[0], report->score});
    const KanameCallbacks *next = ranking->next;
    if (report->line == 0 && next != NULL && next->on_report != NULL)
        next->on_report(report, next->context);
}

static void on_root(KanameRootEvent event, KanamePoint move, void *context) {
    const KanameCallbacks *next = ((Ranking *)context)->next;
    next->on_root(event, move, next->context);
}

KanameStatus ranking_think(Ranking *ranking, KanameEngine *engine, const KanameLimits *limits,
                           const KanameCallbacks *callbacks, KanameResult *result) {
    ranking->count = 0;
    ranking->next = callbacks;
    bool wants_root = callbacks != NULL && callbacks->on_root != NULL;
    KanameCallbacks own = {
        .on_report = on_report, .on_root = wants_root ? on_root : NULL, .context = ranking};
    KanameStatus status = kaname_think(engine, limits, &own, result);
    if (status != KANAME_OK)
        return status;
    if (ranking->count == 0)
        add(ranking, (RankedMove){result->best, result->score});
    return KANAME_OK;
}
