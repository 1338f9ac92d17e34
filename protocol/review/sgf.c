#include "review/outputs.h"

#include "games/builder.h"
#include "games/write.h"

#include <stdlib.h>
#include <string.h>

/* Copies the setup of a node. */
static const char *copy_setup(GameBuilder *builder, const Game *from, const GameNode *node) {
    const char *wrong = NULL;
    for (uint32_t i = 0; i < node->setup_count && wrong == NULL; i++)
        wrong = game_add_setup(builder, from->setup[node->setup + i].stone);
    return wrong;
}

static const char *add_text(GameBuilder *builder, const char *text) {
    return game_add_comment(builder, text, strlen(text));
}

static const char *add_book(GameBuilder *builder, const ReviewPly *ply, int height) {
    char book[REVIEW_BOOK_TEXT_MAX], text[REVIEW_BOOK_TEXT_MAX + 8];
    review_book_text(book, &ply->book, ply->point, height);
    snprintf(text, sizeof text, "book: %s", book);
    return book[0] != '\0' ? add_text(builder, text) : NULL;
}

/* Adds the judgement to the comment, after an empty line if there is a comment already. */
static const char *add_judgement(GameBuilder *builder, const ReviewPly *ply, int height,
                                 bool has_comment) {
    char note[REVIEW_NOTE_TEXT_MAX], text[REVIEW_NOTE_TEXT_MAX + 128];
    if (!ply->is_judged)
        return NULL;
    const ReviewMove *move = &ply->move;
    review_note_text(note, move, height, REVIEW_LINE_MAX);
    bool is_fine = move->grade < REVIEW_GOOD;
    int used = snprintf(text, sizeof text, "%s%s%s: win rate %.1f%%", has_comment ? "\n" : "",
                        review_grade_name(move->grade), review_grade_sign(move->grade),
                        100 * move->played_rate);
    if (!is_fine)
        used +=
            snprintf(text + used, sizeof text - (size_t)used, ", lost %.1f%%", 100 * move->loss);
    snprintf(text + used, sizeof text - (size_t)used, "%s%s", note[0] != '\0' ? "\n" : "", note);
    return add_text(builder, text);
}

/* Adds the better line as a variation beside the move; the builder's current node is the move's
 * parent. */
static const char *add_variation(GameBuilder *builder, const ReviewPly *ply) {
    const ReviewLine *line = &ply->move.line;
    KanameColor color = ply->color;
    const char *wrong = NULL;
    for (size_t i = 0; i < line->count && wrong == NULL; i++) {
        wrong = game_add_move(builder, line->moves[i], color);
        if (i == 0 && wrong == NULL)
            wrong = add_text(builder, "better");
        color = color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    }
    return wrong;
}

static const char *copy_node(GameBuilder *builder, const ReviewedGame *reviewed, uint32_t at) {
    const Game *from = &reviewed->game;
    const GameNode *node = &from->nodes[at];
    const char *wrong = at > 0 ? game_add_node(builder) : NULL;
    if (wrong == NULL)
        wrong = copy_setup(builder, from, node);
    if (wrong == NULL && node->is_pass)
        game_put_pass(builder, (KanameColor)node->color);
    else if (wrong == NULL && node->color != KANAME_EMPTY)
        wrong = game_put_move(builder, node->move, (KanameColor)node->color);
    const char *comment = game_comment(from, at);
    return wrong == NULL && comment[0] != '\0' ? add_text(builder, comment) : wrong;
}

/* Copies the main line; `parents` receives the copy's node before each move. */
static const char *copy_line(GameBuilder *builder, const ReviewedGame *reviewed,
                             uint32_t *parents) {
    const Game *from = &reviewed->game;
    const char *wrong = NULL;
    size_t next = 0;
    for (uint32_t at = 0; at != GAME_NONE && wrong == NULL; at = from->nodes[at].first_child) {
        uint32_t before = builder->at;
        wrong = copy_node(builder, reviewed, at);
        if (wrong == NULL && next < reviewed->count && reviewed->plies[next].node == at) {
            parents[next] = at > 0 ? before : GAME_NONE;
            wrong = add_judgement(builder, &reviewed->plies[next], from->height,
                                  game_comment(from, at)[0] != '\0');
            if (wrong == NULL && reviewed->has_book)
                wrong = add_book(builder, &reviewed->plies[next], from->height);
            next++;
        }
    }
    return wrong;
}

/* Adds the better lines, from the last move back to the first, because a builder only goes back. */
static const char *add_variations(GameBuilder *builder, const ReviewedGame *reviewed,
                                  const uint32_t *parents) {
    const char *wrong = NULL;
    for (size_t i = reviewed->count; i-- > 0 && wrong == NULL;) {
        const ReviewPly *ply = &reviewed->plies[i];
        if (!ply->is_judged || ply->move.grade < REVIEW_INACCURACY || parents[i] == GAME_NONE)
            continue;
        game_go_back(builder, parents[i]);
        wrong = add_variation(builder, ply);
        game_go_back(builder, parents[i]);
    }
    return wrong;
}

bool review_write_sgf(FILE *file, const ReviewedGame *reviewed) {
    const Game *from = &reviewed->game;
    Game copy;
    game_init(&copy, from->rule, from->width, from->height);
    copy.end = from->end;
    memcpy(copy.players, from->players, sizeof copy.players);
    GameBuilder *builder = malloc(sizeof *builder);
    uint32_t *parents = calloc(reviewed->count, sizeof *parents);
    const char *wrong =
        builder != NULL && parents != NULL ? game_begin(builder, &copy) : "not enough memory";
    if (wrong == NULL)
        wrong = copy_line(builder, reviewed, parents);
    if (wrong == NULL)
        wrong = add_variations(builder, reviewed, parents);
    if (wrong == NULL)
        game_write(file, &copy, GAME_SGF);
    game_release(&copy);
    free(builder);
    free(parents);
    return wrong == NULL && !ferror(file);
}
