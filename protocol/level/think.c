#include "level/think.h"

#include "level/attention.h"
#include "level/level.h"
#include "opening/ranking.h"

#include <stdlib.h>
#include <string.h>

/* The position that the player sees, and the true one. */
typedef struct Sight {
    KanameEngine *engine;
    KanameColor to_move;
    KanameStone stones[KANAME_MAX_CELLS]; /* walls, stones, then overlooked points as walls */
    size_t true_count, count;
    const KanameCallbacks *next; /* the caller's; may be NULL */
    Ranking ranking;
} Sight;

static int unproven(int score) {
    const int most = KANAME_SCORE_WIN_MIN - 1;
    return score > most ? most : score < -most ? -most : score;
}

static void on_report(const KanameReport *report, void *context) {
    const Sight *sight = context;
    KanameReport copy = *report;
    copy.score = unproven(report->score);
    if (sight->next->on_report != NULL)
        sight->next->on_report(&copy, sight->next->context);
}

static void on_root(KanameRootEvent event, KanamePoint move, void *context) {
    const Sight *sight = context;
    if (event != KANAME_ROOT_LOST)
        sight->next->on_root(event, move, sight->next->context);
}

static void sight_init(Sight *sight, KanameEngine *engine) {
    sight->engine = engine;
    sight->to_move = kaname_to_move(engine);
    sight->count = 0;
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_at(engine, x, y) == KANAME_WALL)
                sight->stones[sight->count++] = (KanameStone){x, y, KANAME_WALL};
    for (size_t i = 0; i < kaname_stone_count(engine); i++)
        sight->stones[sight->count++] = kaname_stone(engine, i);
    sight->true_count = sight->count;
}

static void overlook(Sight *sight, KanamePoint point) {
    sight->stones[sight->count++] = (KanameStone){point.x, point.y, KANAME_WALL};
}

static bool is_forbidden(const KanameEngine *engine, KanamePoint move) {
    return kaname_is_forbidden(engine, move.x, move.y, kaname_to_move(engine));
}

static KanameLimits limits_of(const KanameLimits *limits, const Level *level) {
    KanameLimits weak = *limits;
    if (weak.max_nodes == 0 || weak.max_nodes > (uint64_t)level->max_nodes)
        weak.max_nodes = (uint64_t)level->max_nodes;
    if (weak.max_depth == 0 || weak.max_depth > level->max_depth)
        weak.max_depth = level->max_depth;
    weak.lines = level->lines;
    weak.width = level->width;
    weak.threat_percent = level->threat_percent;
    return weak;
}

/* Chooses among the moves within the margin, better ones with higher probability. */
static RankedMove choose(const Ranking *ranking, int margin, uint64_t chance) {
    int best = ranking->moves[0].score;
    uint64_t sum = 0, weights[KANAME_MAX_LINES];
    for (size_t i = 0; i < ranking->count; i++) {
        int loss = best - ranking->moves[i].score;
        weights[i] = loss <= margin ? (uint64_t)(margin - (loss > 0 ? loss : 0)) + 1 : 0;
        sum += weights[i];
    }
    uint64_t at = chance % sum;
    size_t i = 0;
    while (at >= weights[i])
        at -= weights[i++];
    return ranking->moves[i];
}

/* Searches the position that the player sees and chooses a move; then the engine holds the true
 * position again. */
static KanameStatus think_once(Sight *sight, const KanameLimits *limits, const Level *level,
                               uint64_t chance, KanameResult *result) {
    KanameEngine *engine = sight->engine;
    KanameCallbacks own = {.on_report = on_report,
                           .on_root =
                               sight->next != NULL && sight->next->on_root != NULL ? on_root : NULL,
                           .context = sight};
    KanameStatus status = kaname_set_position(engine, sight->stones, sight->count, sight->to_move);
    if (status == KANAME_OK) {
        kaname_clear_hash(engine);
        status = ranking_think(&sight->ranking, engine, limits, sight->next != NULL ? &own : NULL,
                               result);
    }
    KanameStatus restored =
        kaname_set_position(engine, sight->stones, sight->true_count, sight->to_move);
    if (status != KANAME_OK || restored != KANAME_OK)
        return status != KANAME_OK ? status : restored;
    RankedMove chosen = choose(&sight->ranking, level->margin, chance);
    if (chosen.move.x != result->best.x || chosen.move.y != result->best.y) {
        result->best = result->pv[0] = chosen.move;
        result->pv_count = 1;
    }
    result->score = unproven(chosen.score);
    return KANAME_OK;
}

static KanameStatus think(Sight *sight, const KanameLimits *limits, const Level *level,
                          uint64_t chance, KanameResult *result) {
    KanameStatus status = think_once(sight, limits, level, chance, result);
    /* A forbidden move may look legal where part of a row is not seen: make it a wall and search
     * again. */
    while (status == KANAME_OK && is_forbidden(sight->engine, result->best)) {
        overlook(sight, result->best);
        status = think_once(sight, limits, level, chance, result);
    }
    if (status != KANAME_ERR_NO_MOVE)
        return status;
    sight->count = sight->true_count;
    return think_once(sight, limits, level, chance, result);
}

KanameStatus level_think(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int level, uint64_t seed,
                         KanameResult *result) {
    if (level >= LEVEL_FULL)
        return kaname_think(engine, limits, callbacks, result);
    const Level *played = level_at(level);
    KanameLimits weak = limits_of(limits, played);
    if (kaname_stone_count(engine) == 0)
        weak.lines = 1; /* on the empty board all moves score alike */
    uint64_t own_seed = attention_stir(seed ^ attention_stir((uint64_t)level));
    Sight *sight = malloc(sizeof *sight);
    if (sight == NULL)
        return KANAME_ERR_MEMORY;
    sight_init(sight, engine);
    sight->next = callbacks;
    KanamePoint overlooked[KANAME_MAX_CELLS];
    size_t count = attention_overlooks(engine, played, own_seed, overlooked);
    for (size_t i = 0; i < count; i++)
        overlook(sight, overlooked[i]);
    KanameStatus status =
        think(sight, &weak, played, attention_stir(attention_chance(engine, own_seed)), result);
    free(sight);
    return status;
}
