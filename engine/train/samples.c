#include "train/samples.h"

#include "base/bytes.h"

enum { BINPACK_MOVES_MAX = 1 << 14 };

static bool read_numbers(FILE *file, unsigned char *at, size_t bytes, size_t *size) {
    size_t got = fread(at, 1, bytes, file);
    *size += got;
    return got == bytes;
}

static bool take_rule(Game *game, unsigned code) {
    static const struct {
        unsigned code;
        Rule rule;
    } RULES_TAKEN[] = {{0, RULE_FREESTYLE}, {1, RULE_STANDARD}, {4, RULE_RENJU}};
    for (size_t i = 0; i < sizeof RULES_TAKEN / sizeof RULES_TAKEN[0]; i++)
        if (RULES_TAKEN[i].code == code) {
            game->rule = RULES_TAKEN[i].rule;
            return true;
        }
    return false;
}

/* Returns CELL_NONE for a move off the board, which game_check() refuses. */
static Cell cell_of_code(const Game *game, unsigned code) {
    int x = (int)(code >> 5 & 31), y = (int)(code & 31);
    return x < game->width && y < game->height ? (Cell)(y * game->width + x) : CELL_NONE;
}

/* Turns a result from the view of the side to move after `ply` stones into Black's view. */
static GameResult result_for_black(unsigned result, unsigned ply) {
    return (GameResult)(ply % 2 == 0 ? result : 2 - result);
}

static GameReadStatus checked(const Game *game, const char **wrong) {
    *wrong = game_check(game);
    return *wrong == NULL ? GAMEFILE_GAME : GAMEFILE_ERROR;
}

static GameReadStatus refuse(const char **wrong, const char *what) {
    *wrong = what;
    return GAMEFILE_ERROR;
}

static bool read_stones(FILE *file, Game *game, unsigned count, size_t *size) {
    for (unsigned i = 0; i < count; i++) {
        unsigned char bytes[2];
        if (!read_numbers(file, bytes, sizeof bytes, size))
            return false;
        game->moves[i] = cell_of_code(game, (unsigned)bytes_get(bytes, 2) & 0x3FF);
        game->scores[i] = (int16_t)SCORE_NONE;
    }
    return true;
}

GameReadStatus sample_read_bin(FILE *file, Game *game, size_t *size, const char **wrong) {
    unsigned char head[4];
    *size = 0;
    if (!read_numbers(file, head, sizeof head, size))
        return *size == 0 ? GAMEFILE_END : GAMEFILE_TORN;
    unsigned a = (unsigned)bytes_get(head, 2), b = (unsigned)bytes_get(head + 2, 2);
    unsigned ply = a >> 2 & 0x1FF;
    *game = (Game){.width = (int)(a >> 11), .height = (int)(a >> 11)};
    if (!take_rule(game, b & 7) || (a & 3) > 2 || ply >= CELLS_MAX)
        return refuse(wrong, "no such rule, result or number of stones");
    game->result = result_for_black(a & 3, ply);
    game->opening_count = (int)ply;
    game->move_count = (int)ply + 1;
    if (!read_stones(file, game, ply, size))
        return GAMEFILE_TORN;
    game->moves[ply] = cell_of_code(game, b >> 3 & 0x3FF);
    game->scores[ply] = (int16_t)SCORE_NONE;
    return checked(game, wrong);
}

/* Scores beyond those of a five would be read as SCORE_NONE and GAME_BY_CHANCE. */
static int16_t own_score(int16_t score) {
    if (score > SCORE_WIN)
        return SCORE_WIN;
    return score < -SCORE_WIN ? -SCORE_WIN : score;
}

GameReadStatus sample_read_binpack(FILE *file, Game *game, size_t *size, const char **wrong) {
    unsigned char head[8];
    *size = 0;
    if (!read_numbers(file, head, sizeof head, size))
        return *size == 0 ? GAMEFILE_END : GAMEFILE_TORN;
    uint32_t a = (uint32_t)bytes_get(head, 4), b = (uint32_t)bytes_get(head + 4, 4);
    unsigned opening = a >> 22, count = b >> 14;
    *game = (Game){.width = (int)(a & 31), .height = (int)(a & 31)};
    if (!take_rule(game, a >> 5 & 7) || (a >> 8 & 15) > 2 || opening > CELLS_MAX ||
        count > BINPACK_MOVES_MAX)
        return refuse(wrong, "no such rule, result or number of moves");
    game->result = result_for_black(a >> 8 & 15, opening);
    game->opening_count = game->move_count = (int)opening;
    if (!read_stones(file, game, opening, size))
        return GAMEFILE_TORN;
    for (unsigned i = 0; i < count; i++) {
        unsigned char bytes[4];
        if (!read_numbers(file, bytes, sizeof bytes, size))
            return GAMEFILE_TORN;
        unsigned move = (unsigned)bytes_get(bytes, 2);
        if ((move & 8) != 0)
            return refuse(wrong, "a pass");
        if ((move & 1) == 0) /* second and later choices of a position */
            continue;
        if (game->move_count >= CELLS_MAX)
            return refuse(wrong, "more moves than cells");
        game->moves[game->move_count] = cell_of_code(game, move >> 6);
        game->scores[game->move_count++] =
            (move & 4) != 0 ? (int16_t)SCORE_NONE : own_score((int16_t)bytes_get(bytes + 2, 2));
    }
    return checked(game, wrong);
}
