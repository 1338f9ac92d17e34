#include "play/listing.h"

#include "io/notation.h"
#include "play/screen.h"
#include "shared/status/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 960 };

/* Words separated by blanks. */
typedef struct Listing {
    Terminal *terminal;
    size_t used;
    char text[LINE_MAX_BYTES];
} Listing;

static void say_line(Listing *listing) {
    if (listing->used > 0)
        terminal_say(listing->terminal, "%s", listing->text);
    listing->used = 0;
}

/* Adds a word; says the line before it if there is no room. */
static void add(Listing *listing, const char *word, const char *mark) {
    if (listing->used + strlen(word) + strlen(mark) + 2 > sizeof listing->text)
        say_line(listing);
    listing->used +=
        (size_t)snprintf(listing->text + listing->used, sizeof listing->text - listing->used,
                         "%s%s%s", listing->used > 0 ? " " : "", word, mark);
}

static void add_point(Listing *listing, KanamePoint point, const char *mark) {
    char text[NOTATION_POINT_MAX];
    terminal_point_text(listing->terminal, text, point);
    add(listing, text, mark);
}

/* ---- Files --------------------------------------------------------------------------------- */

/* Adds the first `count` stones, of one colour after the other. */
static void add_setup(Listing *listing, const KanameStone *stones, size_t count) {
    static const struct {
        KanameColor color;
        const char *name;
    } colors[] = {{KANAME_BLACK, "black"}, {KANAME_WHITE, "white"}, {KANAME_WALL, "walls"}};
    size_t left = count;
    add(listing, "set up:", "");
    for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++) {
        size_t of_color = 0;
        for (size_t j = 0; j < count; j++)
            of_color += stones[j].color == colors[i].color;
        if (of_color > 0)
            add(listing, colors[i].name, "");
        for (size_t j = 0; j < count; j++) {
            if (stones[j].color != colors[i].color)
                continue;
            left--;
            of_color--;
            add_point(listing, (KanamePoint){stones[j].x, stones[j].y},
                      of_color > 0 ? ","
                      : left > 0   ? ";"
                                   : "");
        }
    }
}

/* Returns the last node up to the base that sets stones up; GAME_NONE: there is none. */
static uint32_t last_setup(const TerminalGame *game) {
    uint32_t found = GAME_NONE;
    for (uint32_t at = game->base; at != GAME_NONE && found == GAME_NONE;
         at = game->tree.nodes[at].parent)
        if (game->tree.nodes[at].setup_count > 0)
            found = at;
    return found;
}

/* Says the position that the node sets up, with the moves before it. */
static void say_setup(Listing *listing, const Game *tree, uint32_t node) {
    const GameNode *at = &tree->nodes[node];
    GamePosition *position = malloc(sizeof *position);
    if (position != NULL && game_position(tree, node, position)) {
        bool has_move = at->color != KANAME_EMPTY && !at->is_pass;
        add_setup(listing, position->stones, position->count - (has_move ? 1 : 0));
        say_line(listing);
    } else {
        terminal_say(listing->terminal, "%s.", status_text(STATUS_MEMORY));
    }
    free(position);
}

/* Adds the file's moves and passes up to its base, which is on the main line, and before them says
 * what the file sets up. */
static void add_file(Listing *listing, const TerminalGame *game) {
    const Game *tree = &game->tree;
    uint32_t setup = last_setup(game), at = setup != GAME_NONE ? setup : 0;
    if (setup != GAME_NONE)
        say_setup(listing, tree, setup);
    for (bool is_last = false; !is_last; at = tree->nodes[at].first_child) {
        const GameNode *node = &tree->nodes[at];
        is_last = at == game->base;
        if (node->is_pass)
            add(listing, "pass", "");
        else if (node->color != KANAME_EMPTY)
            add_point(listing, node->move, "");
    }
}

void terminal_list_moves(Terminal *terminal) {
    const TerminalGame *game = &terminal->game;
    Listing listing = {.terminal = terminal};
    size_t count = kaname_stone_count(terminal->engine);
    bool has_file = terminal_game_has_tree(game);
    if (has_file)
        add_file(&listing, game);
    for (size_t i = has_file ? game->base_count : 0; i < count; i++) {
        KanameStone stone = kaname_stone(terminal->engine, i);
        add_point(&listing, (KanamePoint){stone.x, stone.y}, "");
    }
    if (listing.used == 0)
        add(&listing, "No move yet.", "");
    say_line(&listing);
}
