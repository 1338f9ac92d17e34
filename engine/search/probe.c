#include "search/probe.h"

#include "base/rng.h"

void probes_begin(Probes *probes, int wanted, uint64_t seed) {
    *probes = (Probes){.wanted = wanted, .rng = seed};
}

void probes_offer(Probes *probes, const Board *board, int count, Score score) {
    if (count > PROBE_MOVES_MAX)
        return;
    uint64_t place = probes->seen++;
    if (place >= (uint64_t)probes->wanted)
        place = rng_below(&probes->rng, place < UINT32_MAX ? (uint32_t)place + 1 : UINT32_MAX);
    if (place >= (uint64_t)probes->wanted)
        return;
    if (probes->count < probes->wanted)
        probes->count++;
    Probe *probe = &probes->of[place];
    probe->count = count;
    probe->score = score;
    for (int i = 0; i < count; i++)
        probe->moves[i] = board_move(board, board_stones(board) - count + i);
}
