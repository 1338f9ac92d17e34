#include "train/regions/games.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "train/regions/block.h"

void weighed_games_release(WeighedGames *games) {
    dataset_release(&games->data);
    free(games->order_weights);
    *games = (WeighedGames){0};
}

/* `generate` writes "..., 2500 nodes, ..." into the origin. */
static uint64_t origin_nodes(const char *origin) {
    const char *end = strstr(origin, " nodes");
    const char *start = end;
    while (start != NULL && start > origin && start[-1] >= '0' && start[-1] <= '9')
        start--;
    return start != end ? strtoull(start, NULL, 10) : 0;
}

typedef struct Load {
    WeighedGames *games;
    Rule rule;
    uint64_t nodes;
    Failure *failure;
} Load;

static bool add(WeighedGames *games, const Game *game, float weight) {
    if (games->data.count == games->capacity) {
        size_t wanted = 2 * games->capacity + 1024;
        float *grown = realloc(games->order_weights, wanted * sizeof *grown);
        if (grown == NULL)
            return false;
        games->order_weights = grown;
        games->capacity = wanted;
    }
    games->order_weights[games->data.count] = weight;
    return dataset_add(&games->data, game);
}

static bool load_file(void *context, const char *path) {
    const Load *load = context;
    GameReader reader;
    GameReadStatus status = GAMEFILE_ERROR;
    bool has_memory = true;
    Game *game = malloc(sizeof *game);
    if (game != NULL && game_reader_open(&reader, path, GAMEFILE_OWN)) {
        uint64_t nodes = origin_nodes(reader.origin);
        float weight = block_order_weight((double)(nodes > 0 ? nodes : load->nodes));
        while (has_memory && (status = game_reader_next(&reader, game)) == GAMEFILE_GAME)
            if (game->rule == load->rule)
                has_memory = add(load->games, game, weight);
        game_reader_close(&reader);
    }
    bool is_read = game != NULL && has_memory;
    free(game);
    if (!is_read)
        return failure_at(load->failure, STATUS_MEMORY, "%s", path);
    return status != GAMEFILE_ERROR || failure_pass(load->failure, &reader.failure, "%s", path);
}

bool weighed_games_load(WeighedGames *games, char *const *paths, int count, Rule rule,
                        uint64_t nodes, Failure *failure) {
    Load load = {games, rule, nodes, failure};
    *games = (WeighedGames){0};
    dataset_init(&games->data);
    return game_files_each(paths, count, load_file, &load, failure);
}
