#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* localtime_r() */
#endif
#include "play/record.h"

#include "games/compare.h"
#include "games/write.h"
#include "shared/files/place.h"
#include "shared/games/builder.h"
#include "shared/games/files.h"
#include "shared/games/read.h"
#include "shared/status/failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Saving -------------------------------------------------------------------------------- */

/* Follows the board's stones from the base of the tree, adding those that it lacks. Sets `end` to
 * the last node, and `is_longer` if any was added. */
static const char *follow(const TerminalGame *game, Game *to, uint32_t *end, bool *is_longer) {
    GameBuilder *builder = NULL;
    const char *wrong = NULL;
    *end = game->base;
    *is_longer = false;
    for (size_t i = game->base_count; i < kaname_stone_count(game->engine) && wrong == NULL; i++) {
        KanameStone stone = kaname_stone(game->engine, i);
        KanamePoint point = {stone.x, stone.y};
        uint32_t next = *is_longer ? GAME_NONE : game_find_move(to, *end, point, stone.color);
        if (next != GAME_NONE) {
            *end = next;
            continue;
        }
        if (builder == NULL) {
            builder = malloc(sizeof *builder);
            wrong = builder != NULL ? game_resume(builder, to, *end) : status_text(STATUS_MEMORY);
        }
        if (wrong == NULL)
            wrong = game_add_move(builder, point, stone.color);
        if (wrong == NULL)
            *end = builder->at;
        *is_longer = true;
    }
    free(builder);
    return wrong;
}

static GameEnd end_of(const TerminalGame *game) {
    static const GameEnd ends[] = {[TERMINAL_GOES_ON] = GAME_END_UNKNOWN,
                                   [TERMINAL_BLACK_WON] = GAME_END_BLACK,
                                   [TERMINAL_WHITE_WON] = GAME_END_WHITE,
                                   [TERMINAL_DRAWN] = GAME_END_DRAWN};
    return ends[game->end];
}

/* Returns whether the main line has moves, passes or setup behind the node. */
static bool goes_on(const Game *game, uint32_t node) {
    for (uint32_t at = game->nodes[node].first_child; at != GAME_NONE;
         at = game->nodes[at].first_child)
        if (game->nodes[at].color != KANAME_EMPTY || game->nodes[at].setup_count > 0)
            return true;
    return false;
}

static const char *record_tree(const TerminalGame *game, const char *name, Game *to) {
    uint32_t end;
    bool is_longer;
    if (!game_copy(to, &game->tree))
        return status_text(STATUS_MEMORY);
    const char *wrong = follow(game, to, &end, &is_longer);
    if (wrong != NULL)
        return wrong;
    game_promote(to, end);
    if (game->end != TERMINAL_GOES_ON || is_longer)
        to->end = end_of(game);
    to->rule = kaname_rule(game->engine);
    if (!game_save_holds_tree(name) && goes_on(to, end)) { /* moves were taken back */
        to->end = end_of(game);
        game_cut(to, end);
    }
    return NULL;
}

static const char *add_date(Game *to) {
    char date[16];
    time_t now = time(NULL);
    struct tm *fields, buffer;
#ifdef _WIN32
    fields = localtime_s(&buffer, &now) == 0 ? &buffer : NULL;
#else
    fields = localtime_r(&now, &buffer);
#endif
    GameBuilder *builder = malloc(sizeof *builder);
    const char *wrong = builder != NULL ? game_resume(builder, to, 0) : status_text(STATUS_MEMORY);
    if (wrong == NULL && fields != NULL && strftime(date, sizeof date, "%Y-%m-%d", fields) > 0)
        wrong = game_add_property(builder, "DT", date, strlen(date));
    free(builder);
    return wrong;
}

const char *terminal_record(const TerminalGame *game, const char *name,
                            const char *const players[2], Game *to) {
    bool has_tree = terminal_game_has_tree(game);
    const char *wrong = has_tree ? record_tree(game, name, to) : terminal_game_take(game, to);
    if (wrong == NULL && !has_tree) {
        wrong = add_date(to);
        for (int i = 0; i < 2; i++)
            snprintf(to->players[i], GAME_PLAYER_MAX, "%s", players[i]);
    }
    return wrong;
}

/* ---- What a file holds --------------------------------------------------------------------- */

typedef struct Holding {
    const Game *saved;
    int games;
    bool is_lost;
    bool is_unread; /* a game is damaged, or there is no memory for it */
} Holding;

static void look(const GameFromFile *from, void *context) {
    Holding *holding = context;
    holding->games++;
    holding->is_unread = holding->is_unread || from->status != GAME_READ_WHOLE;
    if (from->status != GAME_READ_NOTHING)
        holding->is_lost = holding->is_lost || !game_contains(holding->saved, from->game);
}

bool terminal_record_loses(const char *name, const Game *saved, char *what, size_t size) {
    const GameFileRules rules = {
        .rule = saved->rule, .width = saved->width, .height = saved->height};
    Holding holding = {.saved = saved};
    FilesPlace place = files_place(name);
    if (place.kind != FILES_PLACE_REGULAR || place.size == 0)
        return false;
    const char *wrong = games_each(name, &rules, look, &holding);
    if (wrong == NULL && holding.games < 2 && !holding.is_lost && !holding.is_unread)
        return false;
    if (wrong != NULL)
        snprintf(what, size, "what cannot be read: %s", wrong);
    else if (holding.games > 1)
        snprintf(what, size, "%d games", holding.games);
    else if (holding.is_unread)
        snprintf(what, size, "a part that cannot be read");
    else
        snprintf(what, size, "moves, variations, comments or names that this game lacks");
    return true;
}

const char *terminal_record_save(TerminalGame *game, const char *name, const Game *saved) {
    const char *wrong = game_save(name, saved);
    if (wrong == NULL)
        game->is_changed = false;
    return wrong;
}

/* ---- Loading ------------------------------------------------------------------------------- */

/* Makes the file's tree the one that the game continues: the moves in turn at the end of its main
 * line are played, the stones before them stand at once. */
static void keep_tree(TerminalGame *game, Game *file) {
    uint32_t base = game_last(file);
    GamePosition *position = malloc(sizeof *position);
    if (position == NULL || !game_position(file, base, position)) {
        free(position);
        return;
    }
    for (size_t left = position->played; left > 0; base = file->nodes[base].parent)
        left -= file->nodes[base].color != KANAME_EMPTY && !file->nodes[base].is_pass;
    game->base_count = 0;
    for (size_t i = 0; i < position->count - position->played; i++)
        game->base_count += position->stones[i].color != KANAME_WALL;
    free(position);
    game->base = base;
    game->tree = *file;
    *file = (Game){.nodes = NULL};
}

/* Replaces the game on the board by the file's, as far as it can be played. */
static TerminalLoad take_file(TerminalGame *game, Game *file, bool is_part, Failure *failure) {
    Game before, tree = game->tree;
    bool was_changed = game->is_changed;
    uint32_t base = game->base;
    size_t base_count = game->base_count, opening_count = game->opening_count;
    Failure ignored;
    const char *wrong = terminal_game_take(game, &before);
    game->tree = (Game){.nodes = NULL};
    bool is_set = wrong == NULL ? terminal_game_set(game, file, game_last(file), failure)
                                : failure_say(failure, STATUS_GAME, "%s", wrong);
    TerminalLoad result = is_part ? TERMINAL_LOADED_PART : TERMINAL_LOADED;
    if (!is_set) {
        bool has_part = before.node_count > 0 && kaname_stone_count(game->engine) > 0;
        result = has_part ? TERMINAL_LOADED_PART : TERMINAL_NOT_LOADED;
        if (!has_part && before.node_count > 0)
            (void)terminal_game_set(game, &before, game_last(&before), &ignored);
    }
    if (result == TERMINAL_NOT_LOADED) {
        game->tree = tree;
        game->base = base;
        game->base_count = base_count;
        game->opening_count = opening_count;
    } else {
        game_release(&tree);
        keep_tree(game, file);
    }
    game->is_changed = result == TERMINAL_NOT_LOADED && was_changed;
    game_release(&before);
    return result;
}

TerminalLoad terminal_record_load(TerminalGame *game, const char *name, GamePosOrder pos_order,
                                  Failure *failure, size_t *count) {
    Game file;
    game_init(&file, kaname_rule(game->engine), 15, 15);
    file.pos_order = pos_order;
    GameReadStatus status = games_read_first_of(name, &file, failure, count);
    TerminalLoad result = TERMINAL_NOT_LOADED;
    if (status == GAME_READ_WHOLE)
        failure_say(failure, STATUS_OK, "%s", file.notice);
    if (status != GAME_READ_NOTHING)
        result = take_file(game, &file, status == GAME_READ_PART, failure);
    game_release(&file);
    return result;
}
