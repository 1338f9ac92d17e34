#include "train/regions/games.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"

void weighed_games_release(WeighedGames *games) {
    dataset_release(&games->data);
    free(games->order_weights);
    *games = (WeighedGames){0};
}

/* Returns the number after the word, or 0 where the word or the number is missing. */
static uint64_t number_after(const char *text, const char *word) {
    const char *at = text != NULL ? strstr(text, word) : NULL;
    return at != NULL ? strtoull(at + strlen(word), NULL, 10) : 0;
}

/* `generate` writes "..., 2500 nodes, 4 probes of 2500, of 20000 past 200 and 20%, ..." into the
 * origin; the second search of probes, if any, is the one that counts. */
static OrderWeights origin_weights(const char *origin, uint64_t usual, uint64_t full) {
    const char *nodes_end = strstr(origin, " nodes"), *nodes = nodes_end;
    while (nodes != NULL && nodes > origin && isdigit((unsigned char)nodes[-1]))
        nodes--;
    uint64_t moves = nodes != nodes_end ? strtoull(nodes, NULL, 10) : usual;
    const char *described = strstr(origin, " probes of ");
    uint64_t probes = number_after(described, " probes of ");
    uint64_t deep = number_after(described, ", of ");
    if (probes == 0)
        probes = moves;
    return (OrderWeights){.move = block_order_weight((double)moves, (double)full),
                          .probe =
                              block_order_weight((double)(deep > 0 ? deep : probes), (double)full)};
}

typedef struct Load {
    WeighedGames *games;
    Rule rule;
    uint64_t nodes, full;
    Failure *failure;
} Load;

static bool add(WeighedGames *games, const Game *game, OrderWeights weights) {
    if (games->data.count == games->capacity) {
        size_t wanted = 2 * games->capacity + 1024;
        OrderWeights *grown = realloc(games->order_weights, wanted * sizeof *grown);
        if (grown == NULL)
            return false;
        games->order_weights = grown;
        games->capacity = wanted;
    }
    games->order_weights[games->data.count] = weights;
    return dataset_add(&games->data, game);
}

static bool load_file(void *context, const char *path) {
    const Load *load = context;
    GameReader reader;
    GameReadStatus status = GAMEFILE_ERROR;
    bool has_memory = true;
    Game *game = malloc(sizeof *game);
    if (game != NULL && game_reader_open(&reader, path, GAMEFILE_OWN)) {
        OrderWeights weights = origin_weights(reader.origin, load->nodes, load->full);
        while (has_memory && (status = game_reader_next(&reader, game)) == GAMEFILE_GAME)
            if (game->rule == load->rule)
                has_memory = add(load->games, game, weights);
        game_reader_close(&reader);
    }
    bool is_read = game != NULL && has_memory;
    free(game);
    if (!is_read)
        return failure_at(load->failure, STATUS_MEMORY, "%s", path);
    return status != GAMEFILE_ERROR || failure_pass(load->failure, &reader.failure, "%s", path);
}

bool weighed_games_load(WeighedGames *games, char *const *paths, int count, Rule rule,
                        uint64_t nodes, uint64_t full, Failure *failure) {
    Load load = {games, rule, nodes, full, failure};
    *games = (WeighedGames){0};
    dataset_init(&games->data);
    return game_files_each(paths, count, load_file, &load, failure);
}
