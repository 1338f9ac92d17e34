#include "train/game.h"

#include "base/bytes.h"
#include "base/rng.h"

size_t game_write(const Game *game, unsigned char *bytes) {
    bytes[0] = (unsigned char)game->rule;
    bytes[1] = (unsigned char)game->width;
    bytes[2] = (unsigned char)game->height;
    bytes[3] = (unsigned char)((unsigned)game->result | (game->is_adjudicated ? 4u : 0u));
    bytes_put(bytes + 4, 4, game->number);
    bytes_put(bytes + 8, 2, (uint64_t)game->opening_count);
    bytes_put(bytes + 10, 2, (uint64_t)game->move_count);
    unsigned char *at = bytes + GAME_BYTES_MIN;
    for (int i = 0; i < game->move_count; i++, at += 2)
        bytes_put(at, 2, game->moves[i]);
    for (int i = game->opening_count; i < game->move_count; i++, at += 2)
        bytes_put(at, 2, (uint16_t)game->scores[i]);
    return (size_t)(at - bytes);
}

int game_positions(const Game *game) {
    int count = 0;
    for (int i = game->opening_count; i < game->move_count; i++)
        count += game->scores[i] != GAME_BY_CHANCE;
    return count;
}

const char *game_check(const Game *game) {
    bool is_taken[CELLS_MAX] = {false};
    if ((int)game->rule < 0 || game->rule >= RULES)
        return "no such rule";
    if (game->width < BOARD_MIN || game->width > BOARD_MAX || game->height < BOARD_MIN ||
        game->height > BOARD_MAX)
        return "no such board";
    if (game->move_count > game->width * game->height || game->opening_count > game->move_count)
        return "more moves than cells";
    if ((int)game->result < 0 || game->result > GAME_BLACK_WON)
        return "no such result";
    for (int i = 0; i < game->move_count; i++) {
        Cell cell = game->moves[i];
        if (cell >= game->width * game->height || is_taken[cell])
            return "a move that cannot be played";
        is_taken[cell] = true;
    }
    return NULL;
}

const char *game_read(Game *game, const unsigned char *bytes, size_t size) {
    if (size < GAME_BYTES_MIN)
        return "too short for a game";
    game->rule = (Rule)bytes[0];
    game->width = bytes[1];
    game->height = bytes[2];
    game->result = (GameResult)(bytes[3] & 3);
    game->is_adjudicated = (bytes[3] & 4) != 0;
    game->number = (uint32_t)bytes_get(bytes + 4, 4);
    game->opening_count = (int)bytes_get(bytes + 8, 2);
    game->move_count = (int)bytes_get(bytes + 10, 2);
    if (game->move_count > CELLS_MAX || game->opening_count > game->move_count ||
        size != GAME_BYTES_MIN + 2 * (size_t)(2 * game->move_count - game->opening_count))
        return "length and number of moves differ";
    const unsigned char *at = bytes + GAME_BYTES_MIN;
    for (int i = 0; i < game->move_count; i++, at += 2)
        game->moves[i] = (Cell)bytes_get(at, 2);
    for (int i = 0; i < game->move_count; i++) {
        bool has_score = i >= game->opening_count;
        game->scores[i] = has_score ? (int16_t)bytes_get(at, 2) : (int16_t)SCORE_NONE;
        at += has_score ? 2 : 0;
    }
    return game_check(game);
}

uint64_t game_fingerprint(const Game *game) {
    uint64_t print = (uint64_t)game->rule << 16 | (uint64_t)game->width << 8;
    for (int i = 0; i < game->move_count; i++)
        print = rng_mix(print ^ game->moves[i]);
    return print;
}
