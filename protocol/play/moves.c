#include "play/moves.h"

#include "io/notation.h"
#include "opening/swap2.h"
#include "play/levels.h"
#include "play/screen.h"

bool terminal_is_engines_turn(const Terminal *terminal) {
    return terminal->opening == OPENING_NONE && terminal->game.end == TERMINAL_GOES_ON &&
           terminal->is_engines[kaname_to_move(terminal->engine)];
}

void terminal_new_game(Terminal *terminal) {
    terminal_game_clear(&terminal->game);
    kaname_clear_hash(terminal->engine);
    terminal->opening = OPENING_NONE;
}

void terminal_give_engine(Terminal *terminal, KanameColor color) {
    terminal->is_engines[color] = true;
    terminal->is_engines[color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK] = false;
    terminal->opening = OPENING_NONE;
}

void terminal_engine_opens(Terminal *terminal) {
    Swap2Answer answer;
    KanameLimits limits = terminal_limits(terminal);
    terminal_begin_search(terminal);
    KanameStatus status = swap2_answer(terminal->engine, &limits, NULL, &answer);
    (void)terminal_end_search(terminal);
    const char *wrong = status == KANAME_OK ? NULL : kaname_status_text(status);
    for (size_t i = 0; i < answer.count && wrong == NULL; i++)
        wrong = terminal_game_play(&terminal->game, answer.moves[i]);
    if (wrong != NULL) {
        terminal_say(terminal, "The engine cannot open: %s.", wrong);
        terminal->opening = OPENING_NONE;
        return;
    }
    if (answer.count == 3) {
        terminal->opening = OPENING_PERSON_CHOOSES;
    } else if (answer.count == 2) {
        terminal->opening = OPENING_PERSON_DECIDES;
    } else {
        terminal_give_engine(terminal, answer.takes_black ? KANAME_BLACK : KANAME_WHITE);
        terminal_say(terminal, "The engine takes %s.", answer.takes_black ? "Black" : "White");
    }
    terminal_show_board(terminal);
}

void terminal_engine_move(Terminal *terminal) {
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

/* Returns true if the stone was placed; else says why not. */
static bool place(Terminal *terminal, KanamePoint point) {
    char text[NOTATION_POINT_MAX];
    const char *wrong = terminal_game_play(&terminal->game, point);
    if (wrong == NULL)
        return true;
    terminal_point_text(terminal, text, point);
    terminal_say(terminal, "%s: %s.", text, wrong);
    return false;
}

static void place_opening(Terminal *terminal, const KanamePoint *points, size_t count) {
    size_t stage = terminal->opening == OPENING_PERSON_PLACES ? 3 : 5;
    size_t before = kaname_stone_count(terminal->engine);
    if (terminal->opening == OPENING_PERSON_DECIDES ||
        (terminal->opening == OPENING_PERSON_CHOOSES && count != 2) || before + count > stage) {
        terminal_say_state(terminal);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (place(terminal, points[i]))
            continue;
        for (; i > 0; i--)
            (void)terminal_game_undo(&terminal->game);
        terminal->game.undone_count = 0;
        return;
    }
    terminal_show_board(terminal);
    if (before + count == stage)
        terminal_engine_opens(terminal);
}

void terminal_persons_move(Terminal *terminal, const KanamePoint *points, size_t count) {
    if (terminal->opening != OPENING_NONE) {
        place_opening(terminal, points, count);
    } else if (count > 1) {
        terminal_say(terminal, "One move at a time, please.");
    } else if (place(terminal, points[0]) && !terminal_is_engines_turn(terminal)) {
        terminal_show_board(terminal); /* else the engine's answer is shown with it */
    }
}
