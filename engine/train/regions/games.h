/* games.h: the games of a fit with the weight of their moves. */
#ifndef KANAME_TRAIN_REGIONS_GAMES_H
#define KANAME_TRAIN_REGIONS_GAMES_H

#include "shared/status/failure.h"
#include "train/regions/block.h"
#include "train/start.h"

/* Games and, for each, the weights of the order of its positions. */
typedef struct WeighedGames {
    Dataset data;
    OrderWeights *order_weights;
} WeighedGames;

void weighed_games_release(WeighedGames *games);
/* Loads the games of a rule as dataset_load() does. `nodes`: of labels whose file does not say
 * them; `full`: those from which on an order counts in full. Returns false on an error; `failure`
 * names the reason. */
bool weighed_games_load(WeighedGames *games, char *const *paths, int count, Rule rule,
                        uint64_t nodes, uint64_t full, Failure *failure);

#endif
