#include "study/puzzles/probe.h"

int probe_fives(const KanameEngine *engine, KanameColor side, KanamePoint *last) {
    int count = 0;
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_wins_at(engine, x, y, side)) {
                *last = (KanamePoint){x, y};
                count++;
            }
    return count;
}

bool probe_has_five(const KanameEngine *engine) {
    KanamePoint five;
    return probe_fives(engine, KANAME_BLACK, &five) + probe_fives(engine, KANAME_WHITE, &five) > 0;
}

KanameStatus probe_solve(KanameEngine *engine, KanameSolveMode mode, const ReviewLimits *limits,
                         KanameSolution *solution) {
    kaname_clear_hash(engine);
    return probe_solve_on(engine, mode, limits, solution);
}

KanameStatus probe_solve_on(KanameEngine *engine, KanameSolveMode mode, const ReviewLimits *limits,
                            KanameSolution *solution) {
    KanameLimits of = kaname_no_limits();
    of.max_nodes = limits->nodes;
    of.turn_ms = limits->turn_ms;
    return kaname_solve(engine, mode, &of, solution);
}
