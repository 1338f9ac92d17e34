#include "play/book.h"

#include "io/notation.h"
#include "level/level.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOVES = 5 };

static const char NONE[] = "no game of the book reaches this position";

static TerminalBookMove move_of_openings(const OpeningsMove *move, KanameColor side) {
    bool is_black = side == KANAME_BLACK;
    return (TerminalBookMove){.played = {.move = move->move,
                                         .games = openings_games(move),
                                         .wins = is_black ? move->black : move->white,
                                         .draws = move->drawn,
                                         .losses = is_black ? move->white : move->black},
                              .is_searched = move->is_searched,
                              .value = move->value};
}

static const char *look_in_openings(const Terminal *terminal, const DatabasePosition *position,
                                    TerminalBookMoves *moves) {
    OpeningsLook *look = malloc(sizeof *look);
    if (look == NULL)
        return "not enough memory";
    openings_look(terminal->openings, position, look);
    for (; moves->count < look->count; moves->count++)
        moves->moves[moves->count] =
            move_of_openings(&look->moves[moves->count], position->to_move);
    free(look);
    return moves->count > 0 ? NULL : NONE;
}

static const char *look_in_database(const Terminal *terminal, const DatabasePosition *position,
                                    TerminalBookMoves *moves) {
    BookMoves played;
    if (!book_look(terminal->book, position, &played))
        return book_error(terminal->book);
    for (; moves->count < played.count; moves->count++)
        moves->moves[moves->count] = (TerminalBookMove){.played = played.moves[moves->count]};
    return moves->count > 0 ? NULL : NONE;
}

const char *terminal_book_look(const Terminal *terminal, TerminalBookMoves *moves) {
    DatabasePosition position;
    moves->count = 0;
    if (terminal->book == NULL && terminal->openings == NULL)
        return "no book is open; 'play --book FILE' opens one";
    if (!database_position_of(terminal->engine, &position))
        return NONE;
    return terminal->openings != NULL ? look_in_openings(terminal, &position, moves)
                                      : look_in_database(terminal, &position, moves);
}

void terminal_book_value_text(const OpeningsValue *value, char *text, size_t size) {
    if (value->plies != 0)
        snprintf(text, size, "%s in %d", value->plies > 0 ? "wins" : "loses", abs(value->plies));
    else
        snprintf(text, size, "%.0f%%", 100.0 * value->rate / OPENINGS_RATE_MAX);
}

/* Writes ` 12 (54%; engine 51%)`, as far as it is known. */
static void write_figures(const TerminalBookMove *move, char *text, size_t size) {
    char games[32] = "", share[16] = "", value[24] = "";
    if (move->played.games > 0)
        snprintf(games, sizeof games, " %" PRId64, move->played.games);
    if (book_share(&move->played) >= 0)
        snprintf(share, sizeof share, "%.0f%%", 100 * book_share(&move->played));
    if (move->is_searched)
        terminal_book_value_text(&move->value, value, sizeof value);
    if (share[0] == '\0' && value[0] == '\0')
        snprintf(text, size, "%s", games);
    else
        snprintf(text, size, "%s (%s%s%s%s)", games, share,
                 share[0] != '\0' && value[0] != '\0' ? "; " : "",
                 value[0] != '\0' ? "engine " : "", value);
}

void terminal_book_text(const Terminal *terminal, const TerminalBookMoves *moves, char *text,
                        size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < moves->count && i < LINE_MOVES; i++) {
        const TerminalBookMove *move = &moves->moves[i];
        char name[NOTATION_POINT_MAX], figures[96], one[128];
        notation_point(name, move->played.move, notation_lower(kaname_height(terminal->engine)));
        write_figures(move, figures, sizeof figures);
        snprintf(one, sizeof one, "%s%s%s", i > 0 ? ", " : "", name, figures);
        if (used + strlen(one) >= size)
            return;
        memcpy(text + used, one, strlen(one) + 1);
        used += strlen(one);
    }
}

bool terminal_book_best(const Terminal *terminal, TerminalBookMove *best) {
    TerminalBookMoves moves;
    if (terminal->openings == NULL || terminal->level != LEVEL_FULL ||
        terminal_book_look(terminal, &moves) != NULL || !moves.moves[0].is_searched)
        return false;
    *best = moves.moves[0];
    KanamePoint move = best->played.move;
    return !kaname_is_forbidden(terminal->engine, move.x, move.y, kaname_to_move(terminal->engine));
}
