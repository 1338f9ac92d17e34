#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#endif
#include "games/write.h"
#include "io/json.h"
#include "io/notation.h"
#include "shared/games/builder.h"
#include "shared/games/properties.h"
#include "shared/games/read.h"
#include "shared/games/sgf_tokens.h"
#include "shared/status/status.h"
#include "shared/text/utf8.h"
#include "web/handlers/answer.h"
#include "web/handlers/handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 200000 /* as many as a page can draw in reasonable time */ };

/* The letters of colours in setup, by KanameColor. */
static const char setup_letters[] = "bwxe"; /* black, white, wall, cleared */

/* ---- Reading ------------------------------------------------------------------------------- */

static void answer_point(FILE *answer, KanamePoint point, int height) {
    char text[NOTATION_POINT_MAX];
    notation_point(text, point, notation_lower(height));
    fputs(text, answer);
}

/* Writes labels, {"h8":"A","i9":"2"}; of several on a point the last counts. */
static void answer_labels(FILE *answer, const Game *game, uint32_t first, uint32_t count) {
    fputs(",{", answer);
    for (uint32_t i = first; i < first + count; i++) {
        fputs(i > first ? ",\"" : "\"", answer);
        answer_point(answer, game->labels[i].point, game->height);
        fputs("\":", answer);
        json_write_string(answer, game->text + game->labels[i].text);
    }
    putc('}', answer);
}

/* Returns whether the side to move after the node has to be written: it follows neither from the
 * node's move nor from its parent. The root's side is written with the game. */
static bool has_side(const Game *game, uint32_t index) {
    const GameNode *node = &game->nodes[index];
    if (node->parent == GAME_NONE)
        return false;
    if (node->color == KANAME_EMPTY)
        return node->setup_count > 0 || node->to_move != game->nodes[node->parent].to_move;
    return node->to_move == node->color;
}

/* Writes the properties that are kept as they are, and PL. */
static void answer_properties(FILE *answer, const Game *game, uint32_t index) {
    static const char *const sides[] = {[KANAME_BLACK] = "PL[B]", [KANAME_WHITE] = "PL[W]"};
    const char *properties = game_properties(game, index),
               *side = has_side(game, index) ? sides[game->nodes[index].to_move] : "";
    size_t size = strlen(properties) + strlen(side) + 1;
    char *text = malloc(size);
    if (text != NULL)
        snprintf(text, size, "%s%s", properties, side);
    json_write_string(answer, text != NULL ? text : properties);
    free(text);
}

/* Writes a node, [parent, "bh8", "comment", "bh8wi9", {"h8":"A"}, "TR[hh]"]: an empty move or
 * comment is "", a pass is "b--", and setup, labels and other properties, PL among them, come only
 * if there are any.
 */
static void answer_node(FILE *answer, const Game *game, uint32_t index) {
    const GameNode *node = &game->nodes[index];
    fprintf(answer, "%s[%ld,\"", index > 0 ? "," : "",
            node->parent == GAME_NONE ? -1L : (long)node->parent);
    if (node->color != KANAME_EMPTY) {
        putc(setup_letters[node->color], answer);
        if (node->is_pass)
            fputs("--", answer);
        else
            answer_point(answer, node->move, game->height);
    }
    fputs("\",", answer);
    json_write_string(answer, game_comment(game, index));
    uint32_t label_count, label = game_labels(game, index, &label_count);
    bool has_properties = game_properties(game, index)[0] != '\0' || has_side(game, index);
    if (node->setup_count > 0 || label_count > 0 || has_properties) {
        fputs(",\"", answer);
        for (uint32_t i = 0; i < node->setup_count; i++) {
            KanameStone stone = game->setup[node->setup + i].stone;
            putc(setup_letters[stone.color], answer);
            answer_point(answer, (KanamePoint){stone.x, stone.y}, game->height);
        }
        putc('"', answer);
    }
    if (label_count > 0 || has_properties)
        answer_labels(answer, game, label, label_count);
    if (has_properties) {
        putc(',', answer);
        answer_properties(answer, game, index);
    }
    putc(']', answer);
}

/* Writes a fact of the game, empty if it is unknown. */
static void answer_fact(FILE *answer, const Game *game, const char *key, const char *word) {
    char text[GAME_PLAYER_MAX];
    (void)game_fact(game, word, text, sizeof text);
    fprintf(answer, ",\"%s\":", key);
    json_write_string(answer, text);
}

static void answer_game(FILE *answer, const Game *game, const char *fault) {
    static const char *const ends[] = {[GAME_END_UNKNOWN] = "none",
                                       [GAME_END_BLACK] = "black",
                                       [GAME_END_WHITE] = "white",
                                       [GAME_END_DRAWN] = "draw"};
    fprintf(answer, "\"format\":\"%s\",\"rule\":\"%s\",\"width\":%d,\"height\":%d,\"end\":\"%s\",",
            game_format_name(game->format), kaname_rule_name(game->rule), game->width, game->height,
            ends[game->end]);
    answer_color(answer, "side", (KanameColor)game->nodes[0].to_move);
    fputs(",\"black\":", answer);
    json_write_string(answer, game->players[KANAME_BLACK]);
    fputs(",\"white\":", answer);
    json_write_string(answer, game->players[KANAME_WHITE]);
    answer_fact(answer, game, "event", "EV");
    answer_fact(answer, game, "date", "DT");
    fputs(",\"notice\":", answer);
    json_write_string(answer, game->notice);
    fputs(",\"fault\":", answer);
    json_write_string(answer, fault);
    fputs(",\"nodes\":[", answer);
    for (uint32_t i = 0; i < game->node_count; i++)
        answer_node(answer, game, i);
    putc(']', answer);
}

bool web_read(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    Game game;
    (void)desk;
    game_init(&game, request->rule, request->width, request->height);
    GameReadStatus status = game_read(request->data, request->data_size, &game, failure);
    bool is_read = status != GAME_READ_NOTHING;
    if (is_read && game.node_count > NODES_MAX)
        is_read = failure_say(failure, STATUS_TOO_LARGE, "the game has more than 200000 moves");
    if (is_read)
        answer_game(answer, &game, status == GAME_READ_PART ? failure->text : "");
    game_release(&game);
    return is_read;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Takes a field of the tree's text: up to a tab or the end of the line. */
static Word take_field(const char **at, const char *end) {
    const char *start = *at;
    while (*at < end && **at != '\t' && **at != '\n')
        (*at)++;
    Word field = {start, (size_t)(*at - start)};
    if (*at < end && **at == '\t')
        (*at)++;
    return field;
}

static void end_line(const char **at, const char *end) {
    while (*at < end && *(*at)++ != '\n')
        ;
}

static KanameColor color_of_letter(char letter) {
    const char *found = letter != '\0' ? strchr(setup_letters, letter) : NULL;
    if (found == NULL)
        return KANAME_EMPTY;
    return (KanameColor)(found - setup_letters);
}

static const char *add_move(GameBuilder *builder, Word move) {
    const char *at = move.text, *end = at + move.length;
    KanamePoint point;
    if (move.length == 0)
        return NULL;
    KanameColor color = color_of_letter(*at++);
    if (color > KANAME_WHITE)
        return "a move has no colour";
    if (end - at == 2 && at[0] == '-' && at[1] == '-') {
        game_put_pass(builder, color);
        return NULL;
    }
    if (!notation_read_point(&at, end, builder->game->height, &point) || at != end)
        return "a point is not written as h8";
    return game_put_move(builder, point, color);
}

static const char *add_setup(GameBuilder *builder, Word setup) {
    const char *at = setup.text, *end = at + setup.length;
    const char *wrong = NULL;
    while (at < end && wrong == NULL) {
        KanamePoint point;
        const char *letter = *at != '\0' ? strchr(setup_letters, *at) : NULL;
        at++;
        if (letter == NULL || !notation_read_point(&at, end, builder->game->height, &point) ||
            point.x < 0 || point.x >= builder->game->width || point.y < 0 ||
            point.y >= builder->game->height)
            return "a stone is not written as bh8";
        wrong = game_add_setup(
            builder, (KanameStone){point.x, point.y, (KanameColor)(letter - setup_letters)});
    }
    return wrong;
}

/* Returns a copy of a text in which \n stands for a line end and \\ for a backslash, ended by NUL;
 * NULL if out of memory. The caller frees it. */
static char *unescape(const char *from, size_t size, size_t *length) {
    char *text = malloc(size + 1);
    *length = 0;
    for (size_t i = 0; i < size && text != NULL; i++) {
        char c = from[i];
        if (c == '\\' && i + 1 < size)
            c = from[++i] == 'n' ? '\n' : from[i];
        text[(*length)++] = c;
    }
    if (text != NULL)
        text[*length] = '\0';
    return text;
}

/* Returns whether `read` could have given the name. */
static bool is_property_word(const GameProperty *property) {
    for (size_t i = 0; i < property->word_length; i++)
        if (!sgf_begins_name(property->word[i]))
            return false;
    return true;
}

/* Adds a property of the page's tree; PL says who moves, as in SGF (shared/games/sgf.c). */
static const char *add_property(GameBuilder *builder, const GameProperty *property) {
    enum { WORD_MAX = UTF8_GROWTH * SGF_NAME_MAX };
    char word[WORD_MAX + 1] = "";
    if (property->word_length > WORD_MAX || !is_property_word(property) || property->end[-1] != ']')
        return "a property is not written as TR[hh]";
    if (property_is(property, "PL")) {
        game_set_to_move(builder, property->values[1] == 'W' ? KANAME_WHITE : KANAME_BLACK);
        return NULL;
    }
    memcpy(word, property->word, property->word_length);
    return game_add_raw_property(builder, word, property->values,
                                 (size_t)(property->end - property->values));
}

/* Adds properties as SGF writes them. */
static const char *add_properties(GameBuilder *builder, const char *from, size_t size) {
    size_t length;
    char *text = unescape(from, size, &length);
    const char *at = text, *wrong = text == NULL ? status_text(STATUS_MEMORY) : NULL;
    GameProperty property;
    while (wrong == NULL && *at != '\0')
        wrong = property_next(&at, &property) ? add_property(builder, &property)
                                              : "a property is not written as TR[hh]";
    free(text);
    return wrong;
}

/* Adds a comment, in which \n stands for a line end and \\ for a backslash. */
static const char *add_comment(GameBuilder *builder, Word comment) {
    size_t length;
    char *text = unescape(comment.text, comment.length, &length);
    if (text == NULL)
        return status_text(STATUS_MEMORY);
    const char *wrong = length > 0 ? game_add_comment(builder, text, length) : NULL;
    free(text);
    return wrong;
}

static bool is_before(const Game *game, uint32_t node, uint32_t later) {
    while (later != GAME_NONE && later != node)
        later = game->nodes[later].parent;
    return later == node;
}

/* Goes to the parent, given by its number, and adds an empty node after it. */
static const char *begin_node(GameBuilder *builder, Word parent) {
    int64_t number;
    Words words = words_of(parent.text, parent.length);
    if (!words_integer(&words, &number) || number < 0 || number >= builder->game->node_count ||
        !is_before(builder->game, (uint32_t)number, builder->at))
        return "the parent of a move is missing";
    game_go_back(builder, (uint32_t)number);
    return game_add_node(builder);
}

/* Adds the remaining fields as labels, h8=TEXT, or other properties, @TR[hh]. */
static const char *add_labels(GameBuilder *builder, const char **at, const char *end) {
    const char *wrong = NULL;
    while (*at < end && **at != '\n' && wrong == NULL) {
        Word label = take_field(at, end);
        const char *text = label.text;
        if (label.length > 0 && *text == '@') {
            wrong = add_properties(builder, text + 1, label.length - 1);
            continue;
        }
        KanamePoint point;
        const char *label_end = label.text + label.length;
        if (!notation_read_point(&text, label_end, builder->game->height, &point) ||
            text == label_end || *text++ != '=')
            return "a label is not written as h8=TEXT";
        wrong = game_add_label(builder, point, text, (size_t)(label_end - text));
    }
    return wrong;
}

/* Adds a line of the tree's text: PARENT MOVE COMMENT SETUP LABEL..., separated by tabs, as in
 * answers of `read`. Lines come depth first. The parent of the first line is ignored. */
static const char *add_line(GameBuilder *builder, const WebRequest *request, Game *game,
                            const char **at) {
    const char *end = request->data + request->data_size;
    Word parent = take_field(at, end), move = take_field(at, end), comment = take_field(at, end),
         setup = take_field(at, end);
    bool is_root = game->node_count == 0;
    const char *wrong = is_root ? game_begin(builder, game) : begin_node(builder, parent);
    if (wrong == NULL)
        wrong = add_setup(builder, setup);
    if (wrong == NULL && is_root && request->side != KANAME_EMPTY)
        game_set_to_move(builder, request->side);
    if (wrong == NULL)
        wrong = add_move(builder, move);
    if (wrong == NULL)
        wrong = add_comment(builder, comment);
    if (wrong == NULL)
        wrong = add_labels(builder, at, end);
    end_line(at, end);
    return wrong;
}

static void take_player(char player[GAME_PLAYER_MAX], const char **at, const char *end) {
    Word name = take_field(at, end);
    utf8_copy(player, GAME_PLAYER_MAX, name.text, name.length);
    end_line(at, end);
}

/* ---- Bytes --------------------------------------------------------------------------------- */

static GameFormat format_of(Word word) {
    return word_is(word, "SGF")   ? GAME_SGF
           : word_is(word, "PSQ") ? GAME_PSQ
           : word_is(word, "POS") ? GAME_POS
                                  : GAME_MOVES;
}

static GameEnd end_of(Word word) {
    return word_is(word, "BLACK")   ? GAME_END_BLACK
           : word_is(word, "WHITE") ? GAME_END_WHITE
           : word_is(word, "DRAW")  ? GAME_END_DRAWN
                                    : GAME_END_UNKNOWN;
}

/* Makes the game from the request's bytes: a line for each player, then the tree. */
static const char *make_game(const WebRequest *request, Game *game) {
    GameBuilder builder;
    const char *at = request->data, *end = at + request->data_size;
    const char *wrong = NULL;
    game_init(game, request->rule, request->width, request->height);
    game->end = end_of(request->end);
    take_player(game->players[KANAME_BLACK], &at, end);
    take_player(game->players[KANAME_WHITE], &at, end);
    while (at < end && wrong == NULL)
        wrong = add_line(&builder, request, game, &at);
    return wrong != NULL ? wrong : game->node_count > 0 ? NULL : "a game without a tree";
}

static const char *answer_bytes(FILE *answer, const Game *game, GameFormat format) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    if (file == NULL)
        return status_text(STATUS_MEMORY);
    game_write(file, game, format);
    bool is_whole = !ferror(file);
    is_whole = fclose(file) == 0 && is_whole;
    fputs("\"bytes\":\"", answer);
    for (size_t i = 0; i < size && is_whole; i++)
        fprintf(answer, "%02x", (unsigned)(unsigned char)bytes[i]);
    putc('"', answer);
    free(bytes);
    return is_whole ? NULL : status_text(STATUS_MEMORY);
}

/* `rule`: the name of the rule that the file does not hold; NULL: none. */
static void answer_save_notice(FILE *answer, const char *rule) {
    fprintf(answer, ",\"notice\":\"%s%s\"", rule != NULL ? "the file does not hold the rule, " : "",
            rule != NULL ? rule : "");
}

bool web_write(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    Game game;
    (void)desk;
    GameFormat format = format_of(request->format);
    const char *wrong = make_game(request, &game);
    if (wrong == NULL)
        wrong = game_check_format(&game, format);
    if (wrong == NULL)
        wrong = answer_bytes(answer, &game, format);
    if (wrong == NULL)
        answer_save_notice(answer, game_format_leaves_rule(&game, format));
    game_release(&game);
    return wrong == NULL || failure_say(failure, STATUS_GAME, "%s", wrong);
}
