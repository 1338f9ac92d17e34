#include "train/regions/games.h"

#include <stdlib.h>

#include "shared/status/failure.h"

void weighed_games_release(WeighedGames *games) {
    dataset_release(&games->data);
    free(games->order_weights);
    *games = (WeighedGames){0};
}

bool weighed_games_load(WeighedGames *games, char *const *paths, int count, Rule rule,
                        uint64_t nodes, uint64_t full, Failure *failure) {
    LoadFilter filter = {.rule = (int)rule, .format = GAMEFILE_OWN};
    *games = (WeighedGames){0};
    dataset_init(&games->data);
    if (!dataset_load(&games->data, paths, count, filter, failure))
        return false;
    games->order_weights = malloc((games->data.count + 1) * sizeof *games->order_weights);
    if (games->order_weights == NULL)
        return failure_set(failure, STATUS_MEMORY);
    for (size_t i = 0; i < games->data.count; i++) {
        OriginNodes of = games->data.nodes[i];
        uint64_t moves = of.move > 0 ? of.move : nodes, probes = of.probe > 0 ? of.probe : moves;
        games->order_weights[i] =
            (OrderWeights){.move = block_order_weight((double)moves, (double)full),
                           .probe = block_order_weight((double)probes, (double)full)};
    }
    return true;
}
