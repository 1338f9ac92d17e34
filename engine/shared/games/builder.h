/* builder.h: builds a Game move by move, and checks that each point is empty and on the board.
 *
 * The builder has a current node and adds after it. All functions return NULL, or on failure the
 * reason in English, in static storage; the game is then unchanged. */
#ifndef KANAME_SHARED_GAMES_BUILDER_H
#define KANAME_SHARED_GAMES_BUILDER_H

#include "shared/games/game.h"

/* The place of a text in game->text, and the room in which it can grow. */
typedef struct GameTextRoom {
    uint32_t at, length, end; /* `at`: 0: none; `end`: behind the room, the NUL included */
} GameTextRoom;

typedef struct GameBuilder {
    Game *game; /* the caller's */
    uint32_t at;
    uint32_t added, elder; /* the node that was added last, 0: none; the child before it */
    uint32_t node_capacity, setup_capacity, label_capacity, text_capacity;
    uint32_t newest_text; /* offset in game->text of the last text if it can grow; 0: none */
    GameTextRoom comment_room, properties_room; /* of those that grew last */
    KanameColor cells[KANAME_MAX_CELLS];        /* after node `at`: y * width + x */
} GameBuilder;

/* Makes the root of the game, which must have no nodes and its final size. */
const char *game_begin(GameBuilder *builder, Game *game);
/* Continues a game that has nodes, at `node`. The builder need not be the one that made it. */
const char *game_resume(GameBuilder *builder, Game *game, uint32_t node);
/* Adds an empty node as the last child of the current one and makes it the current one. */
const char *game_add_node(GameBuilder *builder);
/* Gives the current node a move or a pass; the node must be the newest and have neither. */
const char *game_put_move(GameBuilder *builder, KanamePoint point, KanameColor color);
void game_put_pass(GameBuilder *builder, KanameColor color);
/* Adds a node with a move or a pass. */
const char *game_add_move(GameBuilder *builder, KanamePoint point, KanameColor color);
const char *game_add_pass(GameBuilder *builder, KanameColor color);
/* Places a stone or wall at the current node, replacing one already there, or clears a point with
 * KANAME_EMPTY. The node must be the newest and have no move. The numbers of stones then decide the
 * side to move. */
const char *game_add_setup(GameBuilder *builder, KanameStone stone);
void game_set_to_move(GameBuilder *builder, KanameColor color);
/* Adds text to the comment of the current node; any bytes that are not UTF-8 are replaced. */
const char *game_add_comment(GameBuilder *builder, const char *text, size_t length);
/* Adds a property that the program does not interpret, of one value or with values as SGF writes
 * them, `[a][b]`, escapes included. `word` has no bracket. */
const char *game_add_property(GameBuilder *builder, const char *word, const char *text,
                              size_t length);
const char *game_add_raw_property(GameBuilder *builder, const char *word, const char *values,
                                  size_t length);
/* Adds a label of the current node, which must be the newest; any bytes that are not UTF-8 are
 * replaced. */
const char *game_add_label(GameBuilder *builder, KanamePoint point, const char *text,
                           size_t length);
/* Removes the current node if it was added last and holds nothing; its parent is then the current
 * one. */
void game_drop_empty(GameBuilder *builder);
/* Makes `node` the current one: the current node itself or one before it. */
void game_go_back(GameBuilder *builder, uint32_t node);
/* Returns the side to move at the current node. */
KanameColor game_side(const GameBuilder *builder);

#endif
