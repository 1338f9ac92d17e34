#include "train/game_data.h"

#include "base/bytes.h"

enum { FLAG_ADJUDICATED = 4, FLAG_PROBES = 8 };

static unsigned char *write_probes(const Game *game, unsigned char *at) {
    bytes_put(at, 2, (uint64_t)game->probe_count);
    at += 2;
    for (int i = 0; i < game->probe_count; i++) {
        const GameProbe *probe = &game->probes[i];
        bytes_put(at, 2, (uint64_t)probe->root);
        bytes_put(at + 2, 2, (uint64_t)probe->count);
        bytes_put(at + 4, 2, probe->best);
        bytes_put(at + 6, 2, (uint16_t)probe->score);
        at += GAME_PROBE_BYTES_MIN;
        for (int move = 0; move < probe->count; move++, at += 2)
            bytes_put(at, 2, probe->moves[move]);
    }
    return at;
}

size_t game_pack(const Game *game, unsigned char *bytes) {
    bytes[0] = (unsigned char)game->rule;
    bytes[1] = (unsigned char)game->width;
    bytes[2] = (unsigned char)game->height;
    unsigned flags = (game->is_adjudicated ? (unsigned)FLAG_ADJUDICATED : 0u) |
                     (game->probe_count > 0 ? (unsigned)FLAG_PROBES : 0u);
    bytes[3] = (unsigned char)((unsigned)game->result | flags);
    bytes_put(bytes + 4, 4, game->number);
    bytes_put(bytes + 8, 2, (uint64_t)game->opening_count);
    bytes_put(bytes + 10, 2, (uint64_t)game->move_count);
    unsigned char *at = bytes + GAME_BYTES_MIN;
    for (int i = 0; i < game->move_count; i++, at += 2)
        bytes_put(at, 2, game->moves[i]);
    for (int i = game->opening_count; i < game->move_count; i++, at += 2)
        bytes_put(at, 2, (uint16_t)game->scores[i]);
    if (game->probe_count > 0)
        at = write_probes(game, at);
    return (size_t)(at - bytes);
}

int game_positions(const Game *game) {
    int count = 0;
    for (int i = game->opening_count; i < game->move_count; i++)
        count += game->scores[i] != GAME_BY_CHANCE;
    return count;
}

/* Marks a cell as taken. Returns false if it is taken or off the board. */
static bool take(bool *is_taken, const Game *game, Cell cell) {
    if (cell >= game->width * game->height || is_taken[cell])
        return false;
    is_taken[cell] = true;
    return true;
}

static bool is_probe_possible(const Game *game, const GameProbe *probe) {
    bool is_taken[CELLS_MAX] = {false}, is_possible = true;
    if (probe->root < game->opening_count || probe->root >= game->move_count || probe->count < 1 ||
        probe->count > PROBE_MOVES_MAX)
        return false;
    for (int i = 0; i < probe->root; i++)
        is_taken[game->moves[i]] = true;
    for (int i = 0; i < probe->count && is_possible; i++)
        is_possible = take(is_taken, game, probe->moves[i]);
    return is_possible && take(is_taken, game, probe->best);
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
    for (int i = 0; i < game->move_count; i++)
        if (!take(is_taken, game, game->moves[i]))
            return "a move that cannot be played";
    for (int i = 0; i < game->probe_count; i++) {
        if (!is_probe_possible(game, &game->probes[i]))
            return "a probe that cannot be reached";
        if (i > 0 && game->probes[i].root < game->probes[i - 1].root)
            return "probes out of order";
    }
    return NULL;
}

static bool read_probes(Game *game, const unsigned char *at, size_t size) {
    if (size < 2 || bytes_get(at, 2) > GAME_PROBES_MAX)
        return false;
    game->probe_count = (int)bytes_get(at, 2);
    at += 2;
    size -= 2;
    for (int i = 0; i < game->probe_count; i++) {
        GameProbe *probe = &game->probes[i];
        size_t count = size >= GAME_PROBE_BYTES_MIN ? (size_t)bytes_get(at + 2, 2) : SIZE_MAX;
        if (count > PROBE_MOVES_MAX || size < GAME_PROBE_BYTES_MIN + 2 * count)
            return false;
        probe->root = (int)bytes_get(at, 2);
        probe->count = (int)count;
        probe->best = (Cell)bytes_get(at + 4, 2);
        probe->score = (int16_t)bytes_get(at + 6, 2);
        at += GAME_PROBE_BYTES_MIN;
        for (size_t move = 0; move < count; move++, at += 2)
            probe->moves[move] = (Cell)bytes_get(at, 2);
        size -= GAME_PROBE_BYTES_MIN + 2 * count;
    }
    return size == 0;
}

const char *game_unpack(Game *game, const unsigned char *bytes, size_t size) {
    static const char LENGTH[] = "length and number of moves differ";
    if (size < GAME_BYTES_MIN)
        return "too short for a game";
    game->rule = (Rule)bytes[0];
    game->width = bytes[1];
    game->height = bytes[2];
    game->result = (GameResult)(bytes[3] & 3);
    game->is_adjudicated = (bytes[3] & FLAG_ADJUDICATED) != 0;
    bool has_probes = (bytes[3] & FLAG_PROBES) != 0;
    game->number = (uint32_t)bytes_get(bytes + 4, 4);
    game->opening_count = (int)bytes_get(bytes + 8, 2);
    game->move_count = (int)bytes_get(bytes + 10, 2);
    if (game->move_count > CELLS_MAX || game->opening_count > game->move_count)
        return LENGTH;
    size_t own_size = GAME_BYTES_MIN + 2 * (size_t)(2 * game->move_count - game->opening_count);
    if (size < own_size || (!has_probes && size != own_size))
        return LENGTH;
    const unsigned char *at = bytes + GAME_BYTES_MIN;
    for (int i = 0; i < game->move_count; i++, at += 2)
        game->moves[i] = (Cell)bytes_get(at, 2);
    for (int i = 0; i < game->move_count; i++) {
        bool has_score = i >= game->opening_count;
        game->scores[i] = has_score ? (int16_t)bytes_get(at, 2) : (int16_t)SCORE_NONE;
        at += has_score ? 2 : 0;
    }
    game->probe_count = 0;
    if (has_probes && !read_probes(game, at, size - own_size))
        return "length and number of probes differ";
    return game_check(game);
}

int game_settled_from(const Game *game) {
    int from = game->opening_count;
    for (int i = from; i < game->move_count; i++)
        if (game->scores[i] == GAME_BY_CHANCE)
            from = i + 1;
    return from;
}
