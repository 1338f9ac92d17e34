/* Renlib's trees, .lib: shared/notation/renlib.h. */
#include "shared/games/reading.h"
#include "shared/notation/renlib.h"
#include "shared/status/status.h"
#include "shared/text/encoding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For each node with a sibling still to come, the parent of both. */
typedef struct Open {
    uint32_t *nodes;
    size_t count, capacity;
} Open;

static int next_byte(void *context) {
    GameReading *reading = context;
    return reading->next < reading->end ? (unsigned char)*reading->next++ : -1;
}

static bool push(Open *open, uint32_t node) {
    if (open->count == open->capacity) {
        size_t capacity = open->capacity > 0 ? 2 * open->capacity : 64;
        uint32_t *more = realloc(open->nodes, capacity * sizeof *more);
        if (more == NULL)
            return false;
        open->nodes = more;
        open->capacity = capacity;
    }
    open->nodes[open->count++] = node;
    return true;
}

/* Adds a text of the current node, from the file's encoding: a comment, or a label on the point. */
static const char *add_text(GameBuilder *builder, const Encoding *encoding, const char *text,
                            const KanamePoint *point) {
    char *utf8;
    size_t length;
    if (text[0] == '\0')
        return NULL;
    EncodingStatus status = encoding_decode(encoding, text, strlen(text), &utf8, &length);
    if (status != ENCODING_DECODED)
        return status == ENCODING_NO_MEMORY ? status_text(STATUS_MEMORY)
                                            : "this system cannot decode the texts";
    const char *wrong = point != NULL ? game_add_label(builder, *point, utf8, length)
                                      : game_add_comment(builder, utf8, length);
    free(utf8);
    return wrong;
}

/* Adds the node, with or without a move. A root without a move adds none: it is the game's root.
 * The board text of a move stands on its point while the node before it is shown, beside those of
 * the other moves; here it is a label of its own node. */
static const char *add_node(GameBuilder *builder, const Encoding *encoding, const RenlibNode *node,
                            bool is_root) {
    const char *wrong = NULL;
    if (node->has_move)
        wrong = game_add_move(builder, node->move, game_side(builder));
    else if (!is_root)
        wrong = game_add_node(builder);
    if (wrong == NULL)
        wrong = add_text(builder, encoding, node->comment, NULL);
    if (wrong == NULL && node->has_move)
        wrong = add_text(builder, encoding, node->board_text, &node->move);
    return wrong;
}

/* Returns the encoding of all texts of the tree that follows. */
static const Encoding *find_encoding(const GameReading *reading) {
    GameReading trial = *reading;
    EncodingGuess guess = {.utf8_faults = 0};
    RenlibNode node;
    size_t open = 1;
    for (bool is_root = true; open > 0; is_root = false) {
        if (renlib_read_node(next_byte, &trial, is_root, &node) != NULL)
            break;
        encoding_guess_add(&guess, node.comment, strlen(node.comment));
        encoding_guess_add(&guess, node.board_text, strlen(node.board_text));
        open += node.has_sibling;
        open -= node.is_leaf;
    }
    return encoding_guess_best(&guess);
}

static bool read_nodes(GameReading *reading, Open *open) {
    const Encoding *encoding = find_encoding(reading);
    RenlibNode node;
    GameBuilder *builder = &reading->builder;
    for (bool is_root = true, is_last = false; !is_last; is_root = false) {
        const char *at = reading->next < reading->end ? reading->next : reading->end - 1;
        uint32_t before = builder->at;
        const char *wrong = renlib_read_node(next_byte, reading, is_root, &node);
        if (wrong == NULL)
            wrong = add_node(builder, encoding, &node, is_root);
        if (wrong == NULL && node.has_sibling && !push(open, before))
            wrong = status_text(STATUS_MEMORY);
        if (wrong != NULL)
            return reading_check(reading, at, wrong);
        if (node.is_cut)
            snprintf(builder->game->notice, GAME_NOTICE_MAX,
                     "comments are cut after %d bytes, texts on the board after %d",
                     RENLIB_COMMENT_MAX - 1, RENLIB_BOARD_TEXT_MAX - 1);
        is_last = node.is_leaf && open->count == 0;
        if (node.is_leaf && !is_last)
            game_go_back(builder, open->nodes[--open->count]);
    }
    return reading->next == reading->end ||
           reading_fail(reading, reading->next, "data follows the end of the tree");
}

bool lib_read(GameReading *reading) {
    Game *game = reading->builder.game;
    Open open = {.count = 0};
    game->width = game->height = RENLIB_SIZE;
    game->has_size = true;
    if (!reading_check(reading, reading->start, renlib_read_header(next_byte, reading)) ||
        !reading_check(reading, reading->start, game_begin(&reading->builder, game)))
        return false;
    bool is_whole = reading->next == reading->end || read_nodes(reading, &open);
    free(open.nodes);
    return is_whole;
}
