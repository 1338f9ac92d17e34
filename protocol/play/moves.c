#include "play/moves.h"

#include "io/notation.h"
#include "play/book.h"
#include "play/screen.h"
#include "play/search.h"

bool terminal_is_engines_turn(const Terminal *terminal) {
    return !terminal->opening.is_running && terminal->game.end == TERMINAL_GOES_ON &&
           terminal->is_engines[kaname_to_move(terminal->engine)];
}

void terminal_new_game(Terminal *terminal) {
    terminal_game_clear(&terminal->game);
    kaname_clear_hash(terminal->engine);
    terminal->opening.is_running = false;
}

void terminal_give_engine(Terminal *terminal, KanameColor color) {
    terminal->is_engines[color] = true;
    terminal->is_engines[color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK] = false;
    terminal->opening.is_running = false;
}

/* Plays the book's move, if there is one. Returns whether there is. */
static bool play_from_book(Terminal *terminal) {
    TerminalBookMove best;
    char point[NOTATION_POINT_MAX], value[24];
    if (!terminal_book_best(terminal, &best) ||
        terminal_game_play(&terminal->game, best.played.move) != NULL)
        return false;
    terminal_show_board(terminal);
    terminal_point_text(terminal, point, best.played.move);
    terminal_book_value_text(&best.value, value, sizeof value);
    terminal_say(terminal, "The engine played %s (book: %s).", point, value);
    return true;
}

void terminal_engine_move(Terminal *terminal) {
    if (play_from_book(terminal))
        return;
    KanameResult result;
    bool is_broken_off;
    bool is_alone = terminal->is_engines[KANAME_BLACK] && terminal->is_engines[KANAME_WHITE];
    KanameStatus status = terminal_think(terminal, terminal->level, &result, &is_broken_off);
    const char *wrong = NULL;
    if (status == KANAME_OK)
        wrong = terminal_game_play(&terminal->game, result.best);
    if (wrong != NULL)
        terminal_say(terminal, "The engine's move is illegal: %s.", wrong);
    if (status != KANAME_OK || wrong != NULL || (is_alone && is_broken_off))
        terminal->is_engines[KANAME_BLACK] = terminal->is_engines[KANAME_WHITE] = false;
    if (status != KANAME_OK || wrong != NULL)
        return;
    terminal_show_board(terminal);
    if (terminal->shows_thoughts) {
        terminal_say_result(terminal, "The engine played", &result);
    } else {
        char point[NOTATION_POINT_MAX];
        terminal_point_text(terminal, point, result.best);
        terminal_say(terminal, "The engine played %s.", point);
    }
}

/* Places the stone. If it cannot be placed, says why and returns false. */
static bool place(Terminal *terminal, KanamePoint point) {
    char text[NOTATION_POINT_MAX];
    const char *wrong = terminal_game_play(&terminal->game, point);
    if (wrong == NULL)
        return true;
    terminal_point_text(terminal, text, point);
    terminal_say(terminal, "%s: %s.", text, wrong);
    return false;
}

void terminal_persons_move(Terminal *terminal, const KanamePoint *points, size_t count) {
    if (count > 1) {
        terminal_say(terminal, "One move at a time, please.");
    } else if (place(terminal, points[0]) && !terminal_is_engines_turn(terminal)) {
        terminal_show_board(terminal); /* else it is shown with the engine's answer */
    }
}
