#include "session/strength.h"

#include "opening/ranking.h"
#include "session/settings.h"

#include <stdint.h>
#include <stdlib.h>

enum {
    NODES_WEAKEST = 2000, /* node limit of strength 0, enough for one ply of many lines */
    NODES_DOUBLED = 11,   /* strength that doubles the node limit; a million at 99 */
    DEPTH_STEP = 9,       /* strength that adds a ply; one ply at 0 */
    LINES_STEP = 8,       /* strength that removes one move from the choice */
    MARGIN_STEP = 4,      /* evaluation units below the best move, per point below full strength */
    OVERSIGHTS = 40       /* an oversight has probability 1/40 per point below STRENGTH_SOUND + 1 */
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

/* The finalizer of splitmix64 (Steele, Lea, Flood, 2014), which turns the stones one by one into a
 * pseudo-random number. */
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

/* Returns whether either side can make five: then there is one good move. */
static bool is_urgent(const KanameEngine *engine) {
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_wins_at(engine, x, y, KANAME_BLACK) ||
                kaname_wins_at(engine, x, y, KANAME_WHITE))
                return true;
    return false;
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
