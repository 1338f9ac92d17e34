#include "train/regions/games.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
    char *error;
    size_t error_size;
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
    if (game == NULL || !has_memory || status == GAMEFILE_ERROR)
        snprintf(load->error, load->error_size, "%s: %s", path,
                 game != NULL && has_memory ? reader.error : "out of memory");
    free(game);
    return load->error[0] == '\0';
}

bool weighed_games_load(WeighedGames *games, char *const *paths, int count, Rule rule,
                        uint64_t nodes, char *error, size_t error_size) {
    Load load = {games, rule, nodes, error, error_size};
    *games = (WeighedGames){0};
    dataset_init(&games->data);
    error[0] = '\0';
    return game_files_each(paths, count, load_file, &load, error, error_size);
}
