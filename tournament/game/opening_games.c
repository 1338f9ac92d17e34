#include "game/opening_games.h"

#include <stdlib.h>
#include <uthash.h>

#include "shared/games/files.h"
#include "shared/games/read.h"

/* ---- One game ------------------------------------------------------------------------------ */

typedef struct Collection {
    OpeningList *list;
    size_t capacity;
    OpeningNotation notation;
    int plies, width, height;
    int number; /* of the game at which the collection stopped; 0: none */
    Failure failure;
} Collection;

bool opening_notation_is_games(OpeningNotation notation) {
    return notation == OPENING_SGF || notation == OPENING_PGN || notation == OPENING_GAMES;
}

static bool check_format(OpeningNotation notation, GameFormat format, Failure *failure) {
    GameFormat wanted = notation == OPENING_SGF   ? GAME_SGF
                        : notation == OPENING_PGN ? GAME_PGN
                                                  : format;
    return format == wanted || failure_say(failure, STATUS_FORMAT, "its format is %s, not %s",
                                           game_format_name(format), game_format_name(wanted));
}

/* Adds the moves of the main line up to the plies that are wanted. */
static bool take_moves(const Collection *collection, const Game *game, Opening *opening,
                       Failure *failure) {
    size_t wanted = (size_t)collection->plies;
    uint32_t at = game->node_count > 0 ? 0 : GAME_NONE;
    for (; at != GAME_NONE && opening->count < wanted; at = game->nodes[at].first_child) {
        const GameNode *node = &game->nodes[at];
        KanameColor side = opening->count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE;
        if (node->setup_count > 0)
            return failure_say(failure, STATUS_GAME, "it sets up stones, whose order is not known");
        if (node->color == KANAME_EMPTY)
            continue;
        if (node->is_pass)
            return failure_say(failure, STATUS_GAME, "a side passes in the opening");
        if (node->color != side)
            return failure_say(failure, STATUS_GAME, "its moves are not by turns, Black first");
        if (!opening_add(opening, node->move.x, node->move.y, game->width, game->height, failure))
            return false;
    }
    return true;
}

static bool take_game(Collection *collection, const GameFromFile *from, Failure *failure) {
    const Game *game = from->game;
    Opening opening = {.count = 0};
    if (from->status != GAME_READ_WHOLE)
        return failure_say(failure, STATUS_SYNTAX, "%s", from->fault);
    if (!check_format(collection->notation, game->format, failure))
        return false;
    if (game->width != collection->width || game->height != collection->height)
        return failure_say(failure, STATUS_MISMATCH, "its board is %dx%d, not %dx%d", game->width,
                           game->height, collection->width, collection->height);
    if (!take_moves(collection, game, &opening, failure))
        return false;
    return opening.count == 0 ||
           opening_list_add(collection->list, &opening, &collection->capacity) ||
           failure_set(failure, STATUS_MEMORY);
}

static void take(const GameFromFile *from, void *context) {
    Collection *collection = context;
    if (collection->number == 0 && !take_game(collection, from, &collection->failure))
        collection->number = from->number;
}

/* ---- All games ----------------------------------------------------------------------------- */

typedef struct KnownOpening {
    UT_hash_handle hh;
    const Opening *opening;
} KnownOpening;

/* Leaves out openings that occurred before. Returns false if out of memory. */
static bool drop_repeated(OpeningList *list) {
    KnownOpening *known = NULL, *all = calloc(list->count + 1, sizeof *all);
    size_t kept = 0;
    if (all == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        Opening *opening = &list->openings[i];
        size_t size = opening->count * sizeof opening->stones[0];
        KnownOpening *found;
        HASH_FIND(hh, known, opening->stones, size, found);
        if (found != NULL)
            continue;
        /* Its place is final: what is moved later comes behind it. */
        list->openings[kept] = *opening;
        all[kept].opening = &list->openings[kept];
        HASH_ADD_KEYPTR(hh, known, all[kept].opening->stones, size, &all[kept]);
        kept++;
    }
    HASH_CLEAR(hh, known);
    free(all);
    list->count = kept;
    return true;
}

/* Ends the reading of a file: `wrong` is what games_each() returned. */
static bool finish(Collection *collection, const char *name, const char *wrong, Failure *failure) {
    OpeningList *list = collection->list;
    if (wrong != NULL)
        failure_say(failure, STATUS_UNREADABLE, "%s: %s", name, wrong);
    else if (collection->number > 0)
        failure_pass(failure, &collection->failure, "%s: game %d", name, collection->number);
    else if (list->count == 0)
        failure_say(failure, STATUS_EMPTY, "%s: contains no games with moves", name);
    else if (drop_repeated(list))
        return true;
    else
        failure_set(failure, STATUS_MEMORY);
    opening_list_release(list);
    return false;
}

bool opening_games_load(OpeningList *list, const char *path, OpeningNotation notation, int plies,
                        int width, int height, Failure *failure) {
    const GameFileRules rules = {.width = width, .height = height, .is_strict = true};
    Collection collection = {.list = list,
                             .notation = notation,
                             .plies = plies,
                             .width = width,
                             .height = height,
                             .failure = FAILURE_NONE};
    *list = (OpeningList){0};
    return finish(&collection, path, games_each(path, &rules, take, &collection), failure);
}
