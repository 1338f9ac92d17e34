#include "games/sgf_write.h"

#include "shared/games/properties.h"
#include "shared/games/writing.h"

#include <string.h>

enum { NODES_A_LINE = 10 };

static void write_value(FILE *file, const char *word, const char *text) {
    if (*text != '\0')
        sgf_put_value(file, word, text);
}

/* Returns whether the file's text of the result still tells how the game ended. */
static bool has_result(const Game *game) {
    char text[GAME_PLAYER_MAX];
    return game_fact(game, "RE", text, sizeof text) &&
           game_end_of_text(text, strlen(text)) == game->end;
}

/* Returns whether the file's words for the rule still say it, or are not understood. */
static bool has_rule_text(const Game *game) {
    char text[GAME_PLAYER_MAX];
    KanameRule rule;
    if (!game_fact(game, "RU", text, sizeof text))
        return false;
    return game_rule_in_text(text, strlen(text), &rule) ? rule == game->rule : !game->has_rule;
}

static void write_root(FILE *file, const Game *game) {
    static const char *const ends[] = {
        [GAME_END_BLACK] = "B+", [GAME_END_WHITE] = "W+", [GAME_END_DRAWN] = "0"};
    fputs(&SGF_WRITE_BEGINNING[2], file);
    if (!has_rule_text(game))
        sgf_put_value(file, "RU", kaname_rule_name(game->rule));
    sgf_put_size(file, game->width, game->height);
    write_value(file, "PB", game->players[KANAME_BLACK]);
    write_value(file, "PW", game->players[KANAME_WHITE]);
    if (game->end != GAME_END_UNKNOWN && !has_result(game))
        sgf_put_value(file, "RE", ends[game->end]);
}

/* Returns whether write_root() wrote the property itself. */
static bool is_written(const GameProperty *property, const void *context) {
    const Game *game = context;
    return (property_is(property, "RE") && !has_result(game)) ||
           (property_is(property, "RU") && !has_rule_text(game));
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* Writes each word once, with the points that the node leaves so: the last of several setups of a
 * point counts. */
static void write_setup(FILE *file, const Game *game, const GameNode *node) {
    static const struct {
        KanameColor color;
        const char *word;
    } words[] = {
        {KANAME_EMPTY, "AE"}, {KANAME_BLACK, "AB"}, {KANAME_WHITE, "AW"}, {KANAME_WALL, "WALL"}};
    enum { UNTOUCHED = KANAME_EMPTY + 1 };
    unsigned char board[KANAME_MAX_CELLS];
    memset(board, UNTOUCHED, sizeof board);
    for (uint32_t i = 0; i < node->setup_count; i++) {
        KanameStone stone = game->setup[node->setup + i].stone;
        board[stone.y * game->width + stone.x] = (unsigned char)stone.color;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *word = words[i].word;
        for (int cell = 0; cell < game->width * game->height; cell++)
            if (board[cell] == words[i].color) {
                fprintf(file, "%s[%c%c]", word, 'a' + cell % game->width, 'a' + cell / game->width);
                word = "";
            }
    }
}

/* Writes PL where a reader would assume the other side. */
static void write_side(FILE *file, const Game *game, const GameNode *node) {
    KanameColor assumed = KANAME_BLACK;
    if (node->color != KANAME_EMPTY)
        assumed = node->color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    else if (node->parent != GAME_NONE)
        assumed = (KanameColor)game->nodes[node->parent].to_move;
    bool is_counted = node->setup_count > 0 && node->color == KANAME_EMPTY;
    if (is_counted || assumed != (KanameColor)node->to_move)
        sgf_put_value(file, "PL", node->to_move == KANAME_BLACK ? "B" : "W");
}

static void write_labels(FILE *file, const Game *game, uint32_t node) {
    uint32_t count, first = game_labels(game, node, &count);
    if (count > 0)
        fputs("LB", file);
    for (uint32_t i = first; i < first + count; i++) {
        const GameLabel *label = &game->labels[i];
        fprintf(file, "[%c%c:", 'a' + label->point.x, 'a' + label->point.y);
        sgf_put_part(file, game->text + label->text);
        putc(']', file);
    }
}

static void write_node(FILE *file, const Game *game, uint32_t index) {
    const GameNode *node = &game->nodes[index];
    putc(';', file);
    if (index == 0)
        write_root(file, game);
    if (node->setup_count > 0)
        write_setup(file, game, node);
    if (node->is_pass)
        sgf_put_value(file, node->color == KANAME_BLACK ? "B" : "W", "");
    else if (node->color != KANAME_EMPTY)
        sgf_put_move(file, (KanameColor)node->color, node->move);
    write_side(file, game, node);
    write_labels(file, game, index);
    properties_write(file, game_properties(game, index), index == 0 ? is_written : NULL, game);
    write_value(file, "C", game_comment(game, index));
}

static bool is_branch(const Game *game, uint32_t node) {
    uint32_t parent = game->nodes[node].parent;
    return parent == GAME_NONE || game->nodes[game->nodes[parent].first_child].next != GAME_NONE;
}

/* Walks the tree without recursion: down by first children, up until there is a sibling. */
void sgf_write(FILE *file, const Game *game) {
    unsigned count = 0;
    for (uint32_t at = 0; at != GAME_NONE;) {
        if (is_branch(game, at))
            putc('(', file);
        write_node(file, game, at);
        if (++count % NODES_A_LINE == 0)
            putc('\n', file);
        uint32_t next = game->nodes[at].first_child;
        while (next == GAME_NONE && at != GAME_NONE) {
            if (is_branch(game, at))
                putc(')', file);
            next = game->nodes[at].next;
            if (next == GAME_NONE)
                at = game->nodes[at].parent;
        }
        at = next;
    }
    putc('\n', file);
}
