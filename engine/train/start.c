#include "train/start.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "shared/files/input.h"
#include "train/openings.h"

/* Games whose first stones are equal come to the same part: in any order, turned or mirrored. So do
 * games made from the positions of one game. */
enum { SHARED_STONES = 6 };

bool game_parts_init(GameParts *parts, const Dataset *data, int heldout_permille) {
    Game *game = malloc(sizeof *game);
    *parts = (GameParts){.train = malloc((data->count + 1) * sizeof *parts->train),
                         .heldout = malloc((data->count + 1) * sizeof *parts->heldout)};
    bool has_memory = game != NULL && parts->train != NULL && parts->heldout != NULL;
    for (size_t i = 0; has_memory && i < data->count; i++) {
        dataset_get(data, i, game);
        if (opening_key(game, SHARED_STONES) % 1000 < (uint64_t)heldout_permille)
            parts->heldout[parts->heldout_count++] = (uint32_t)i;
        else
            parts->train[parts->train_count++] = (uint32_t)i;
    }
    free(game);
    return has_memory;
}

void game_parts_release(GameParts *parts) {
    free(parts->train);
    free(parts->heldout);
}

bool game_parts_check(const GameParts *parts, const char *command) {
    enum { FEW_GAMES = 20, FEW_HELDOUT = 2 };
    size_t heldout = parts->heldout_count, count = parts->train_count + heldout;
    if (parts->train_count == 0 || heldout == 0) {
        fprintf(stderr, "%s: too few games of this rule: %zu, %zu of them held out\n", command,
                count, heldout);
        return false;
    }
    if (count < FEW_GAMES || heldout < FEW_HELDOUT)
        fprintf(stderr,
                "%s: warning: %zu games, %zu of them held out: too few for losses that tell much\n",
                command, count, heldout);
    return true;
}

void games_shuffle(uint32_t *games, size_t count, uint64_t *rng) {
    for (size_t i = count; i > 1; i--) {
        size_t other = rng_below(rng, (uint32_t)i);
        uint32_t kept = games[i - 1];
        games[i - 1] = games[other];
        games[other] = kept;
    }
}

bool start_weights(Weights *weights, const char *path, Rule rule, const char *command) {
    unsigned char *data;
    size_t size;
    if (path == NULL) {
        weights_embedded(weights, rule);
        return true;
    }
    Status read = files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &data, &size);
    if (read != STATUS_OK) {
        fprintf(stderr, "%s: %s: %s\n", command, path, status_reason(read));
        return false;
    }
    KanameStatus status = weights_read(weights, data, size);
    free(data);
    bool is_right = status == KANAME_OK && weights->rule == rule;
    if (!is_right)
        fprintf(stderr, "%s: %s: %s\n", command, path,
                status == KANAME_OK ? "weights of another rule" : kaname_status_text(status));
    return is_right;
}
