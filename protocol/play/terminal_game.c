#include "play/terminal_game.h"

#include "games/ending.h"
#include "play/fouls.h"
#include "shared/games/builder.h"
#include "shared/status/failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The end ----------------------------------------------------------------------------- */

/* Marks the rows that win through the stone. */
static void mark_rows(TerminalGame *game, KanameStone stone) {
    KanamePoint points[KANAME_MAX_CELLS];
    size_t count =
        kaname_winning_rows(game->engine, stone.x, stone.y, stone.color, points, KANAME_MAX_CELLS);
    for (size_t i = 0; i < count; i++)
        game->is_winning[points[i].y][points[i].x] = true;
}

static void find_forbidden(TerminalGame *game) {
    memset(game->is_forbidden, 0, sizeof game->is_forbidden);
    if (game->end != TERMINAL_GOES_ON || kaname_to_move(game->engine) != KANAME_BLACK)
        return;
    KanamePoint points[KANAME_MAX_CELLS];
    size_t count = kaname_forbidden(game->engine, points, KANAME_MAX_CELLS);
    for (size_t i = 0; i < count; i++)
        game->is_forbidden[points[i].y][points[i].x] = true;
}

/* ---- Play -------------------------------------------------------------------------------- */

void terminal_game_init(TerminalGame *game, KanameEngine *engine) {
    *game = (TerminalGame){.engine = engine};
    terminal_game_clear(game);
}

void terminal_game_release(TerminalGame *game) {
    game_release(&game->tree);
}

void terminal_game_clear(TerminalGame *game) {
    game_release(&game->tree);
    game->base = 0;
    game->base_count = 0;
    game->opening_count = 0;
    game->is_foul = false;
    (void)kaname_set_position(game->engine, NULL, 0, KANAME_BLACK);
    game->end = TERMINAL_GOES_ON;
    game->is_changed = false;
    game->undone_count = 0;
    memset(game->is_winning, 0, sizeof game->is_winning);
    find_forbidden(game);
}

static bool has_legal_point(const TerminalGame *game) {
    for (int y = 0; y < kaname_height(game->engine); y++)
        for (int x = 0; x < kaname_width(game->engine); x++)
            if (kaname_at(game->engine, x, y) == KANAME_EMPTY && !game->is_forbidden[y][x])
                return true;
    return false;
}

/* Plays the stone. A forbidden one is refused unless `may_foul` or if all points are forbidden. */
static const char *play(TerminalGame *game, KanamePoint point, bool may_foul) {
    KanameEngine *engine = game->engine;
    if (game->end != TERMINAL_GOES_ON)
        return "the game is over";
    if (point.x < 0 || point.x >= kaname_width(engine) || point.y < 0 ||
        point.y >= kaname_height(engine))
        return "that point lies off the board";
    if (kaname_at(engine, point.x, point.y) != KANAME_EMPTY)
        return kaname_at(engine, point.x, point.y) == KANAME_WALL ? "that point is a wall"
                                                                  : "that point is occupied";
    GameEnding ending = game_ending_at(engine, point);
    bool is_foul = ending == GAME_ENDING_FORBIDDEN;
    if (is_foul && !may_foul && has_legal_point(game))
        return terminal_foul_text(engine, point);
    KanameStone stone = {point.x, point.y, kaname_to_move(engine)};
    mark_rows(game, stone);
    KanameStatus status = kaname_play(engine, point.x, point.y);
    if (status != KANAME_OK)
        return kaname_status_text(status);
    game->is_changed = true;
    game->undone_count = 0;
    if (ending == GAME_ENDING_WON) {
        game->end = stone.color == KANAME_BLACK ? TERMINAL_BLACK_WON : TERMINAL_WHITE_WON;
    } else if (is_foul) {
        game->end = TERMINAL_WHITE_WON;
        game->is_foul = true;
    } else if (ending == GAME_ENDING_FULL) {
        game->end = TERMINAL_DRAWN;
    }
    find_forbidden(game);
    return NULL;
}

const char *terminal_game_play(TerminalGame *game, KanamePoint point) {
    return play(game, point, false);
}

bool terminal_game_undo(TerminalGame *game) {
    size_t count = kaname_stone_count(game->engine);
    if (count <= game->opening_count)
        return false;
    TerminalUndone last = {kaname_stone(game->engine, count - 1), kaname_to_move(game->engine)};
    if (kaname_take_back(game->engine) != KANAME_OK)
        return false;
    game->undone[game->undone_count++] = last;
    game->is_changed = true;
    game->end = TERMINAL_GOES_ON;
    game->is_foul = false;
    memset(game->is_winning, 0, sizeof game->is_winning);
    find_forbidden(game);
    return true;
}

bool terminal_game_redo(TerminalGame *game) {
    size_t count = game->undone_count;
    if (count == 0 || game->end != TERMINAL_GOES_ON)
        return false;
    TerminalUndone next = game->undone[count - 1];
    KanamePoint point = {next.stone.x, next.stone.y};
    if (kaname_set_to_move(game->engine, next.stone.color) != KANAME_OK ||
        play(game, point, true) != NULL)
        return false;
    (void)kaname_set_to_move(game->engine, next.to_move);
    find_forbidden(game);
    game->undone_count = count - 1;
    return true;
}

void terminal_game_resign(TerminalGame *game, KanameColor loser) {
    game->end = loser == KANAME_BLACK ? TERMINAL_WHITE_WON : TERMINAL_BLACK_WON;
    game->is_changed = true;
    find_forbidden(game);
}

/* ---- Files ------------------------------------------------------------------------------- */

bool terminal_game_set(TerminalGame *game, const Game *from, uint32_t node, Failure *failure) {
    GamePosition *position = malloc(sizeof *position);
    if (position == NULL || !game_position(from, node, position)) {
        free(position);
        return failure_set(failure, STATUS_MEMORY);
    }
    KanameEngine *engine = game->engine;
    size_t before = position->count - position->played;
    KanameStatus status = kaname_set_size(engine, from->width, from->height);
    if (status == KANAME_OK)
        status = kaname_set_rule(engine, from->rule);
    terminal_game_clear(game);
    if (status == KANAME_OK) {
        KanameColor side =
            position->played > 0 ? position->stones[before].color : position->to_move;
        status = kaname_set_position(engine, position->stones, before, side);
        if (game_has_at_most_empty(engine, 0))
            game->end = TERMINAL_DRAWN;
        find_forbidden(game);
    }
    bool is_set = status == KANAME_OK ||
                  failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
    for (size_t i = before; i < position->count && is_set; i++) {
        KanameStone stone = position->stones[i];
        const char *wrong = play(game, (KanamePoint){stone.x, stone.y}, true);
        is_set = wrong == NULL || failure_say(failure, STATUS_GAME, "move %zu: %s", i + 1, wrong);
    }
    free(position);
    return is_set;
}

bool terminal_game_has_tree(const TerminalGame *game) {
    const KanameEngine *engine = game->engine;
    size_t count = kaname_stone_count(engine), at = 0;
    if (game->tree.node_count == 0 || count < game->base_count)
        return false;
    GamePosition *base = malloc(sizeof *base);
    bool is_same = base != NULL && game_position(&game->tree, game->base, base) &&
                   (count > game->base_count || kaname_to_move(engine) == base->to_move);
    for (size_t i = 0; is_same && i < base->count; i++) {
        KanameStone stone = base->stones[i];
        if (stone.color == KANAME_WALL)
            continue;
        KanameStone own = kaname_stone(engine, at++);
        is_same = own.x == stone.x && own.y == stone.y && own.color == stone.color;
    }
    free(base);
    return is_same;
}

static const char *add_stones(const KanameEngine *engine, GameBuilder *builder) {
    const char *wrong = NULL;
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_at(engine, x, y) == KANAME_WALL && wrong == NULL)
                wrong = game_add_setup(builder, (KanameStone){x, y, KANAME_WALL});
    for (size_t i = 0; i < kaname_stone_count(engine) && wrong == NULL; i++) {
        KanameStone stone = kaname_stone(engine, i);
        wrong = game_add_move(builder, (KanamePoint){stone.x, stone.y}, stone.color);
    }
    if (wrong == NULL && game_side(builder) != kaname_to_move(engine))
        wrong = game_add_pass(builder, game_side(builder));
    return wrong;
}

const char *terminal_game_take(const TerminalGame *game, Game *to) {
    static const GameEnd ends[] = {[TERMINAL_GOES_ON] = GAME_END_UNKNOWN,
                                   [TERMINAL_BLACK_WON] = GAME_END_BLACK,
                                   [TERMINAL_WHITE_WON] = GAME_END_WHITE,
                                   [TERMINAL_DRAWN] = GAME_END_DRAWN};
    const KanameEngine *engine = game->engine;
    GameBuilder *builder = malloc(sizeof *builder);
    game_init(to, kaname_rule(engine), kaname_width(engine), kaname_height(engine));
    to->end = ends[game->end];
    const char *wrong = builder != NULL ? game_begin(builder, to) : status_text(STATUS_MEMORY);
    if (wrong == NULL)
        wrong = add_stones(engine, builder);
    free(builder);
    return wrong;
}
