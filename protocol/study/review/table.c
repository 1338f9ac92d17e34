#include "study/review/outputs.h"

#include "io/notation.h"
#include "shared/cli/say.h"
#include "shared/files/place.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_LINE_MOVES = 9, BOOK_COLUMN = 45, BOOK_WIDTH = 14 /* of counts and two blanks */ };

/* ---- Notes --------------------------------------------------------------------------------- */

static void add_words(char *text, const char *words, const ReviewLine *line, int height,
                      size_t line_moves) {
    size_t used = strlen(text);
    size_t count = line->count < line_moves ? line->count : line_moves;
    used += (size_t)snprintf(text + used, REVIEW_NOTE_TEXT_MAX - used, "%s%s ",
                             used > 0 ? "; " : "", words);
    notation_line(text + used, REVIEW_NOTE_TEXT_MAX - used, line->moves, count, " ",
                  notation_lower(height));
}

void review_note_text(char text[REVIEW_NOTE_TEXT_MAX], const ReviewMove *move, int height,
                      size_t line_moves) {
    char words[32];
    text[0] = '\0';
    if (move->notes & REVIEW_NOTE_FORBIDDEN)
        snprintf(text, REVIEW_NOTE_TEXT_MAX, "forbidden");
    if (move->notes & REVIEW_NOTE_MISSED_WIN) {
        snprintf(words, sizeof words, "misses %s", review_win_name(move->missed));
        add_words(text, words, &move->line, height, line_moves);
    }
    if (move->notes & (REVIEW_NOTE_OVERLOOKED | REVIEW_NOTE_ALLOWED_WIN)) {
        snprintf(words, sizeof words, "%s %s",
                 move->notes & REVIEW_NOTE_OVERLOOKED ? "overlooks" : "allows",
                 review_win_name(move->allowed));
        add_words(text, words, &move->reply, height, line_moves);
    }
}

/* ---- Book ---------------------------------------------------------------------------------- */

void review_book_text(char text[REVIEW_BOOK_TEXT_MAX], const ReviewBook *book, KanamePoint played,
                      int height) {
    char most[NOTATION_POINT_MAX];
    text[0] = '\0';
    if (book->games == 0)
        return;
    int used = snprintf(text, REVIEW_BOOK_TEXT_MAX, "%" PRId64 " of %" PRId64 " game%s",
                        book->played, book->games, book->games == 1 ? "" : "s");
    if (book->most.x == played.x && book->most.y == played.y)
        return;
    notation_point(most, book->most, notation_lower(height));
    snprintf(text + used, REVIEW_BOOK_TEXT_MAX - (size_t)used, ", most often %s (%" PRId64 ")",
             most, book->most_games);
}

/* Writes `12/30 h8 15`, or `15/30` if the move is the most frequent one, in its column, and blanks
 * after it if a note follows. Returns the number of characters. */
static int write_book(FILE *file, const ReviewPly *ply, int height, int column, bool has_note) {
    const ReviewBook *book = &ply->book;
    char text[64] = "", most[NOTATION_POINT_MAX];
    int used = 0;
    if (book->games == 0 && !has_note)
        return 0;
    if (book->games > 0)
        used = snprintf(text, sizeof text, "%" PRId64 "/%" PRId64, book->played, book->games);
    if (book->games > 0 && (book->most.x != ply->point.x || book->most.y != ply->point.y)) {
        notation_point(most, book->most, notation_lower(height));
        snprintf(text + used, sizeof text - (size_t)used, " %s %" PRId64, most, book->most_games);
    }
    return fprintf(file, "%*s%-*s", column < BOOK_COLUMN ? BOOK_COLUMN - column : 0, "",
                   has_note ? BOOK_WIDTH : 0, text);
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* Writes as many whole words as fit in `room`. */
static void write_clipped(FILE *file, const char *text, size_t room) {
    size_t length = strlen(text);
    if (length > room) {
        length = room;
        while (length > 0 && text[length] != ' ')
            length--;
    }
    fprintf(file, "%.*s", (int)length, text);
}

static void write_move(FILE *file, const ReviewedGame *reviewed, size_t index, int columns) {
    const ReviewPly *ply = &reviewed->plies[index];
    ReviewMove buffer;
    const ReviewMove *move = ply->is_judged ? reviewed_move(ply, &buffer) : NULL;
    int height = reviewed->game.height;
    char name[NOTATION_POINT_MAX], best[NOTATION_POINT_MAX] = "", note[REVIEW_NOTE_TEXT_MAX] = "";
    notation_point(name, ply->point, notation_lower(height));
    int used = fprintf(file, "%4zu  %-5s  %-4s", index + 1,
                       ply->color == KANAME_BLACK ? "Black" : "White", name);
    if (ply->is_judged) {
        if (move->grade > REVIEW_BEST)
            notation_point(best, move->best, notation_lower(height));
        used += fprintf(file, "  %-4s  %5.1f%%", best, 100 * move->played_rate);
        review_note_text(note, move, height, TABLE_LINE_MOVES);
        if (move->grade > REVIEW_BEST || note[0] != '\0')
            used += fprintf(file, "  %5.1f%%  %-2s  ", 100 * move->loss,
                            review_grade_sign(move->grade));
    }
    if (reviewed->has_book)
        used += write_book(file, ply, height, used, note[0] != '\0');
    write_clipped(file, note, columns > used ? (size_t)(columns - used) : 1);
    fprintf(file, "\n");
}

/* ---- Figures ------------------------------------------------------------------------------- */

static void percent_text(char text[16], double percent) {
    if (percent < 0)
        snprintf(text, 16, "-");
    else
        snprintf(text, 16, "%.1f%%", percent);
}

static void write_side(FILE *file, const ReviewSummary *summary, KanameColor side) {
    const ReviewFigures *figures = &summary->sides[side];
    char accuracy[16], phases[REVIEW_PHASES][16];
    percent_text(accuracy, figures->accuracy);
    for (int i = 0; i < REVIEW_PHASES; i++)
        percent_text(phases[i], summary->phases[side][i].accuracy);
    fprintf(file, "%-6s %8s  %5d  %4d  %4d  %4d  %9s  %11s  %7s\n",
            side == KANAME_BLACK ? "Black" : "White", accuracy, figures->moves,
            figures->grades[REVIEW_INACCURACY], figures->grades[REVIEW_MISTAKE],
            figures->grades[REVIEW_BLUNDER], phases[REVIEW_OPENING], phases[REVIEW_MIDDLE],
            phases[REVIEW_ENDING]);
}

static void write_title(FILE *file, const ReviewedGame *reviewed) {
    const Game *game = &reviewed->game;
    char name[FILES_PATH_MAX], black[GAME_PLAYER_MAX], white[GAME_PLAYER_MAX];
    (void)say_plain_copy(black, sizeof black, game->players[KANAME_BLACK]);
    (void)say_plain_copy(white, sizeof white, game->players[KANAME_WHITE]);
    fprintf(file, "%s: ", say_plain_copy(name, sizeof name, reviewed->name));
    if (black[0] != '\0' || white[0] != '\0')
        fprintf(file, "%s - %s, ", black[0] != '\0' ? black : "Black",
                white[0] != '\0' ? white : "White");
    fprintf(file, "%s %dx%d, %zu move%s%s\n\n", kaname_rule_name(game->rule), game->width,
            game->height, reviewed->count, say_plural(reviewed->count),
            reviewed->winner == KANAME_BLACK   ? ", Black won"
            : reviewed->winner == KANAME_WHITE ? ", White won"
                                               : "");
}

bool review_write_table(FILE *file, const ReviewedGame *reviewed, int columns) {
    const ReviewSummary *summary = &reviewed->summary;
    write_title(file, reviewed);
    fprintf(file, "   #  side   move  best     win    loss%s\n",
            reviewed->has_book ? "      book" : "");
    for (size_t i = 0; i < reviewed->count; i++)
        write_move(file, reviewed, i, columns);
    fprintf(file, "\n       accuracy  moves    ?!     ?    ??    opening  middle game   ending\n");
    write_side(file, summary, KANAME_BLACK);
    write_side(file, summary, KANAME_WHITE);
    return !ferror(file);
}
