#include "study/review/outputs.h"

#include "games/compare.h"
#include "games/write.h"
#include "shared/games/builder.h"
#include "shared/status/status.h"

#include <stdlib.h>
#include <string.h>

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
    ReviewMove buffer;
    const ReviewMove *move = reviewed_move(ply, &buffer);
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
 * parent. Follows a line that the file has already. */
static const char *add_variation(GameBuilder *builder, const ReviewPly *ply,
                                 const ReviewLine *line) {
    KanameColor color = ply->color;
    const char *wrong = NULL;
    if (line->count > 0 &&
        game_find_move(builder->game, builder->at, line->moves[0], color) != GAME_NONE)
        return NULL;
    for (size_t i = 0; i < line->count && wrong == NULL; i++) {
        wrong = game_add_move(builder, line->moves[i], color);
        if (i == 0 && wrong == NULL)
            wrong = add_text(builder, "better");
        color = color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    }
    return wrong;
}

/* Adds the notes on a move to the copy: its judgement, the book, the better line. */
static const char *add_notes(GameBuilder *builder, Game *copy, const ReviewedGame *reviewed,
                             const ReviewPly *ply) {
    ReviewMove buffer;
    const char *wrong = game_resume(builder, copy, ply->node);
    if (wrong == NULL)
        wrong = add_judgement(builder, ply, copy->height, game_comment(copy, ply->node)[0] != '\0');
    if (wrong == NULL && reviewed->has_book)
        wrong = add_book(builder, ply, copy->height);
    uint32_t parent = copy->nodes[ply->node].parent;
    if (wrong != NULL || !ply->is_judged || parent == GAME_NONE)
        return wrong;
    const ReviewMove *move = reviewed_move(ply, &buffer);
    if (move->grade < REVIEW_INACCURACY)
        return NULL;
    wrong = game_resume(builder, copy, parent);
    return wrong != NULL ? wrong : add_variation(builder, ply, &move->line);
}

bool review_write_sgf(FILE *file, const ReviewedGame *reviewed) {
    Game copy;
    GameBuilder *builder = malloc(sizeof *builder);
    bool is_copied = game_copy(&copy, &reviewed->game);
    const char *wrong = builder != NULL && is_copied ? NULL : status_text(STATUS_MEMORY);
    for (size_t i = 0; i < reviewed->count && wrong == NULL; i++)
        wrong = add_notes(builder, &copy, reviewed, &reviewed->plies[i]);
    if (wrong == NULL)
        game_write(file, &copy, GAME_SGF);
    game_release(&copy);
    free(builder);
    return wrong == NULL && !ferror(file);
}
