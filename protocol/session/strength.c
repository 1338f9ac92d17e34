#include "session/strength.h"

#include "opening/ranking.h"
#include "session/settings.h"

#include <stdint.h>
#include <stdlib.h>

enum {
    NODES_WEAKEST = 2000, /* of strength 0, enough for a ply of many lines */
    NODES_DOUBLED = 11,   /* doubled every so many steps; strength 99: a million */
    DEPTH_STEP = 9,       /* strength for one ply more; strength 0 looks one ply ahead */
    LINES_STEP = 8,       /* strength for one move less to choose among */
    MARGIN_STEP = 4,      /* evaluation units that a move may be worse, for each strength missing */
    OVERSIGHTS = 40       /* chances, one of which is an oversight for each strength missing */
};

static KanameLimits weak_limits(const KanameLimits *limits, int strength) {
    KanameLimits weak = *limits;
    uint64_t nodes = (uint64_t)NODES_WEAKEST << (strength / NODES_DOUBLED);
    nodes += nodes * (uint64_t)(strength % NODES_DOUBLED) / NODES_DOUBLED;
    int depth = 1 + strength / DEPTH_STEP;
    if (weak.max_nodes == 0 || weak.max_nodes > nodes)
        weak.max_nodes = nodes;
    if (weak.max_depth == 0 || weak.max_depth > depth)
        weak.max_depth = depth;
    weak.lines = 1 + (SETTINGS_STRENGTH_FULL - strength) / LINES_STEP;
    weak.threat_percent = strength * strength / SETTINGS_STRENGTH_FULL;
    if (weak.threat_percent == 0)
        weak.threat_percent = 1;
    return weak;
}

/* Chance made of the position: the finalizer of splitmix64 (Steele, Lea, Flood, 2014) over the
 * stones one by one. */
static uint64_t stir(uint64_t state) {
    state += 0x9E3779B97F4A7C15;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
    return state ^ (state >> 31);
}

static uint64_t chance_of(const KanameEngine *engine, int strength) {
    uint64_t state = stir((uint64_t)strength);
    for (size_t i = 0; i < kaname_stone_count(engine); i++) {
        KanameStone stone = kaname_stone(engine, i);
        state = stir(state ^ (uint64_t)(stone.y * KANAME_MAX_SIZE + stone.x));
    }
    return state;
}

/* Two plies from the end nothing is a matter of taste: the five is made or stopped. */
static bool is_urgent(const KanameEngine *engine) {
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_wins_at(engine, x, y, KANAME_BLACK) ||
                kaname_wins_at(engine, x, y, KANAME_WHITE))
                return true;
    return false;
}

/* One of the moves that look as good as the best, the better ones more often. */
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

KanameStatus strength_think(KanameEngine *engine, const KanameLimits *limits,
                            const KanameCallbacks *callbacks, int strength, KanameResult *result) {
    KanameLimits weak = weak_limits(limits, strength);
    int missing = SETTINGS_STRENGTH_FULL - strength;
    uint64_t chance = chance_of(engine, strength);
    bool is_blind = strength <= STRENGTH_SOUND &&
                    chance % OVERSIGHTS < (uint64_t)(STRENGTH_SOUND + 1 - strength);
    if (is_urgent(engine) && !is_blind)
        weak.lines = 1;
    Ranking *ranking = malloc(sizeof *ranking);
    if (ranking == NULL)
        return KANAME_ERR_MEMORY;
    KanameStatus status = ranking_think(ranking, engine, &weak, callbacks, result);
    if (status == KANAME_OK && weak.lines > 1) {
        int margin = is_blind ? 2 * KANAME_SCORE_WIN : MARGIN_STEP * missing;
        RankedMove chosen = choose(ranking, margin, stir(chance));
        result->best = result->pv[0] = chosen.move;
        result->pv_count = 1;
        result->score = chosen.score;
    }
    free(ranking);
    return status;
}
