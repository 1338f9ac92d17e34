/* fuzz_games.c: a libFuzzer target: the input's bytes are a file with games, in any format.
 *
 * What must hold whatever they are: a fault has a text; the game keeps the promises of
 * shared/games/game.h; and what can be written in a format is read again whole, with the same main
 * line.
 */
#define _POSIX_C_SOURCE 200809L
#include "games/write.h"
#include "shared/games/read.h"
#include "shared/status/failure.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef NDEBUG /* the assertions are the test */
#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_tree(const Game *game) {
    for (uint32_t i = 0; i < game->node_count; i++) {
        const GameNode *node = &game->nodes[i];
        assert(i == 0 ? node->parent == GAME_NONE : node->parent < i);
        assert(node->move.x >= 0 && node->move.x < game->width);
        assert(node->move.y >= 0 && node->move.y < game->height);
        (void)strlen(game_comment(game, i));
    }
}

static void check_round(const Game *game, const GamePosition *position, GameFormat format) {
    Failure failure = FAILURE_NONE;
    char *bytes = NULL;
    size_t length = 0;
    Game again;
    GamePosition other;
    if (game_check_format(game, format) != NULL)
        return;
    FILE *file = open_memstream(&bytes, &length);
    assert(file != NULL);
    game_write(file, game, format);
    assert(fclose(file) == 0);
    game_init(&again, game->rule, game->width, game->height);
    assert(game_read(bytes, length, &again, &failure) == GAME_READ_WHOLE);
    /* The bytes of a position may happen to be a list of moves, too. */
    if (format == GAME_POS && again.format == GAME_MOVES) {
        game_release(&again);
        free(bytes);
        return;
    }
    assert(again.format == format && again.width == game->width && again.height == game->height);
    assert(game_position(&again, game_last(&again), &other));
    assert(other.count == position->count);
    if (format == GAME_SGF)
        assert(again.node_count == game->node_count);
    game_release(&again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t used = 0;
    bool is_whole = true;
    while (used < size && is_whole) {
        Failure failure = FAILURE_NONE;
        Game game;
        game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
        GameReadStatus status = game_read(data + used, size - used, &game, &failure);
        is_whole = status == GAME_READ_WHOLE;
        assert(is_whole == (failure.status == STATUS_OK));
        assert(game.bytes_read > 0 || !is_whole);
        check_tree(&game);
        if (game.node_count > 0 && game.node_count < 1000) {
            GamePosition position;
            assert(game_position(&game, game_last(&game), &position));
            for (int format = 0; format < GAME_FORMAT_COUNT; format++)
                check_round(&game, &position, (GameFormat)format);
        }
        used += game.bytes_read;
        game_release(&game);
    }
    return 0;
}
