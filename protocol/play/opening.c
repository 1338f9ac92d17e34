#include "play/opening.h"

#include "opening/decision.h"
#include "play/due.h"
#include "play/moves.h"
#include "play/screen.h"
#include "play/search.h"
#include "shared/status/failure.h"

#include <stdio.h>

enum { POINTS_TEXT_MAX = 128, REASON_TEXT_MAX = 240 };

static void say_reason(Terminal *terminal, const char *reason) {
    char text[REASON_TEXT_MAX];
    terminal_due_reason(terminal, reason, text, sizeof text);
    terminal_say(terminal, "%s", text);
}

static KanameColor color_of_player(const TerminalOpening *opening, int player) {
    return player == opening->course.black ? KANAME_BLACK : KANAME_WHITE;
}

static const char *color_name(KanameColor color) {
    return color == KANAME_BLACK ? "Black" : "White";
}

static KanameColor other_color(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

bool terminal_is_engines_step(const Terminal *terminal) {
    const TerminalOpening *opening = &terminal->opening;
    return opening->is_running && opening_course_player(&opening->course) != opening->person;
}

void terminal_begin_opening(Terminal *terminal, const OpeningRule *rule, bool is_persons) {
    int width = kaname_width(terminal->engine), height = kaname_height(terminal->engine);
    OpeningCourse course;
    if (!opening_course_begin(&course, rule, width, height)) {
        terminal_say(terminal, "%s needs a board of %dx%d or more.", rule->title, rule->least_size,
                     rule->least_size);
        return;
    }
    terminal_new_game(terminal);
    terminal->opening =
        (TerminalOpening){.is_running = true, .course = course, .person = is_persons ? 0 : 1};
    if (is_persons)
        terminal_show_board(terminal);
}

/* ---- Answers ------------------------------------------------------------------------------ */

/* Carries out an answer; its stones from number `placed` on are not on the board yet. Ends the
 * opening if the answer is the last. If the answer violates the rule, says why and returns false.
 */
static bool carry_out(Terminal *terminal, const OpeningAnswer *answer, int placed) {
    TerminalOpening *opening = &terminal->opening;
    const OpeningChoice *choice = opening_course_choice(&opening->course, answer);
    Failure failure = FAILURE_NONE;
    const char *wrong = NULL;
    if (!opening_course_answer(&opening->course, answer, &failure)) {
        say_reason(terminal, failure.text);
        return false;
    }
    for (int i = placed; i < answer->count && choice->act != OPENING_OFFER && wrong == NULL; i++)
        wrong = terminal_game_play(&terminal->game,
                                   (KanamePoint){answer->points[i].x, answer->points[i].y});
    opening->has_stayed = false;
    opening->partial = (OpeningAnswer){.count = 0};
    if (wrong != NULL) { /* the course allows a stone that the board refuses */
        terminal_say(terminal, "The opening ends here: %s.", wrong);
        opening->is_running = false;
    } else if (opening->course.step == OPENING_OVER) {
        terminal->game.opening_count =
            kaname_stone_count(terminal->engine) - (choice->is_move ? 1 : 0);
        terminal_give_engine(terminal, color_of_player(opening, 1 - opening->person));
    }
    return true;
}

/* ---- The engine --------------------------------------------------------------------------- */

/* Says what the engine has answered. */
static void say_answer(Terminal *terminal, const OpeningChoice *choice,
                       const OpeningAnswer *answer) {
    const TerminalOpening *opening = &terminal->opening;
    char points[POINTS_TEXT_MAX];
    const char *engine = color_name(color_of_player(opening, 1 - opening->person));
    terminal_due_points(terminal, answer->points, answer->count, points, sizeof points);
    switch (choice->act) {
    case OPENING_SWAP:
        terminal_say(terminal, "The engine takes %s; you are %s.", engine,
                     color_name(color_of_player(opening, opening->person)));
        break;
    case OPENING_PLACE:
        if (choice->is_move)
            terminal_say(terminal, "The engine takes %s and played %s.", engine, points);
        else if (choice->count == 2)
            terminal_say(terminal, "The engine added two stones: %s.", points);
        else
            terminal_say(terminal, "The engine placed %s.", points);
        if (answer->fifths > 0)
            terminal_say(terminal, "It announces %d fifth move%s.", answer->fifths,
                         answer->fifths == 1 ? "" : "s");
        break;
    case OPENING_OFFER:
        terminal_say(terminal, "Black offers %d fifth move%s: %s. White keeps one.", answer->count,
                     answer->count == 1 ? "" : "s", points);
        break;
    case OPENING_PICK:
        terminal_say(terminal, "White keeps the fifth move %s.", points);
        break;
    case OPENING_NO_ACT:
        break;
    }
}

/* Lets the engine answer a step of the course, whose stones are on the board. */
static KanameStatus decide(Terminal *terminal, const OpeningCourse *course, OpeningAnswer *answer) {
    KanameLimits limits = terminal_limits(terminal);
    terminal_begin_search(terminal);
    KanameStatus status = opening_decide(terminal->engine, &limits, NULL, course, answer);
    (void)terminal_end_search(terminal);
    return status;
}

void terminal_engine_step(Terminal *terminal) {
    TerminalOpening *opening = &terminal->opening;
    OpeningAnswer answer;
    KanameStatus status = decide(terminal, &opening->course, &answer);
    if (status != KANAME_OK) {
        terminal_say(terminal, "The engine cannot continue the opening: %s.",
                     kaname_status_text(status));
        opening->is_running = false;
        return;
    }
    const OpeningChoice *choice = opening_course_choice(&opening->course, &answer);
    if (!carry_out(terminal, &answer, 0)) {
        opening->is_running = false;
        return;
    }
    say_answer(terminal, choice, &answer);
    terminal_show_board(terminal);
}

/* Decides as if the person had placed nothing of the answer yet. */
static KanameStatus decide_for_person(Terminal *terminal, const OpeningCourse *course,
                                      OpeningAnswer *answer) {
    KanameEngine *engine = terminal->engine;
    KanameStone taken[OPENING_STONES_PLACED_MAX];
    size_t count = 0;
    while (count < OPENING_STONES_PLACED_MAX &&
           kaname_stone_count(engine) > (size_t)course->stone_count) {
        taken[count++] = kaname_stone(engine, kaname_stone_count(engine) - 1);
        (void)kaname_take_back(engine);
    }
    KanameStatus status = decide(terminal, course, answer);
    while (count-- > 0)
        (void)kaname_play(engine, taken[count].x, taken[count].y);
    return status;
}

/* Says which words carry the answer out. */
static void say_hint(Terminal *terminal, const OpeningChoice *choice, const OpeningAnswer *answer) {
    const TerminalOpening *opening = &terminal->opening;
    char points[POINTS_TEXT_MAX];
    KanameColor color = color_of_player(opening, opening->person);
    if (choice->is_changing_side)
        color = other_color(color);
    const char *name = color == KANAME_BLACK ? "black" : "white";
    terminal_due_points(terminal, answer->points, answer->count, points, sizeof points);
    if (choice->act == OPENING_SWAP)
        terminal_say(terminal, "Try '%s'.", name);
    else if (choice->is_move)
        terminal_say(terminal, "Try '%s', then %s.", name, points);
    else if (answer->fifths > 0)
        terminal_say(terminal, "Try %s %d.", points, answer->fifths);
    else
        terminal_say(terminal, "Try %s.", points);
}

void terminal_hint_step(Terminal *terminal) {
    const TerminalOpening *opening = &terminal->opening;
    OpeningCourse course = opening->course;
    OpeningAnswer answer;
    const OpeningChoice *swap = opening_step_choice(opening_course_step(&course), OPENING_SWAP);
    /* The step after a swap has the same choices without it. */
    if (swap != NULL && (opening->has_stayed || opening->partial.count > 0) &&
        swap->next != OPENING_OVER)
        course.step = swap->next;
    KanameStatus status = decide_for_person(terminal, &course, &answer);
    if (status != KANAME_OK)
        terminal_say(terminal, "The engine finds no answer: %s.", kaname_status_text(status));
    else
        say_hint(terminal, opening_course_choice(&course, &answer), &answer);
}

/* ---- The person --------------------------------------------------------------------------- */

/* Shows the board, unless the engine's answer will. */
static void show_unless_engines(Terminal *terminal) {
    if (!terminal_is_engines_step(terminal) && !terminal_is_engines_turn(terminal))
        terminal_show_board(terminal);
}

/* Returns the choice that the person's points begin or complete; `count` includes those given
 * before. NULL: too many for any choice. */
static const OpeningChoice *choice_of(const OpeningCourse *course, int count) {
    const OpeningStep *step = opening_course_step(course);
    const OpeningChoice *found = NULL;
    for (const OpeningChoice *choice = step->choices; choice->act != OPENING_NO_ACT; choice++) {
        int due = choice->act == OPENING_OFFER  ? opening_course_offers(course, choice)
                  : choice->act == OPENING_PICK ? 1
                                                : choice->count;
        /* A first move of play comes once the colours are settled: where swap2 allows two added
         * stones, a single one is the first of them. */
        if (choice->act == OPENING_SWAP || choice->is_move || count > due)
            continue;
        if (count == due || found == NULL)
            found = choice;
    }
    return found;
}

/* Puts the stones after the first `before` on the board. On failure takes them off again. */
static const char *put_down(Terminal *terminal, const OpeningAnswer *answer, int before) {
    const char *wrong = NULL;
    int put = before;
    for (; put < answer->count && wrong == NULL; put++)
        wrong = terminal_game_play(&terminal->game,
                                   (KanamePoint){answer->points[put].x, answer->points[put].y});
    for (; wrong != NULL && put > before + 1; put--)
        (void)terminal_game_undo(&terminal->game);
    if (wrong != NULL)
        terminal->game.undone_count = 0;
    return wrong;
}

void terminal_persons_points(Terminal *terminal, const KanamePoint *points, size_t count,
                             int fifths) {
    TerminalOpening *opening = &terminal->opening;
    OpeningAnswer answer = opening->partial;
    Failure failure = FAILURE_NONE;
    int before = answer.count;
    const OpeningChoice *choice = choice_of(&opening->course, before + (int)count);
    if (choice == NULL) {
        terminal_say_state(terminal);
        return;
    }
    for (size_t i = 0; i < count; i++)
        answer.points[answer.count++] = (OpeningPoint){points[i].x, points[i].y};
    answer.fifths = fifths;
    bool is_whole = opening_course_choice(&opening->course, &answer) == choice;
    if (!opening_course_fits(&opening->course, choice, &answer, &failure)) {
        say_reason(terminal, failure.text);
        return;
    }
    if (is_whole) {
        if (carry_out(terminal, &answer, before))
            show_unless_engines(terminal);
        return;
    }
    answer.fifths = 0;
    const char *wrong = choice->act == OPENING_PLACE ? put_down(terminal, &answer, before) : NULL;
    if (wrong != NULL) {
        terminal_say(terminal, "%s.", wrong);
        return;
    }
    opening->partial = answer;
    if (choice->act == OPENING_PLACE)
        terminal_show_board(terminal);
    else
        terminal_say_state(terminal);
}

bool terminal_persons_undo(Terminal *terminal) {
    TerminalOpening *opening = &terminal->opening;
    if (!opening->is_running || opening->partial.count == 0)
        return false;
    opening->partial.count--;
    if (kaname_stone_count(terminal->engine) > (size_t)opening->course.stone_count) {
        (void)terminal_game_undo(&terminal->game);
        terminal->game.undone_count = 0;
        terminal_show_board(terminal);
    } else {
        terminal_say_state(terminal); /* fifth moves are not on the board yet */
    }
    return true;
}

void terminal_persons_swap(Terminal *terminal) {
    const TerminalOpening *opening = &terminal->opening;
    OpeningAnswer swap = {.is_swap = true};
    if (!opening->is_running || opening->has_stayed || opening->partial.count > 0 ||
        opening_course_choice(&opening->course, &swap) == NULL) {
        terminal_say(terminal, "There is nothing to swap now.");
        return;
    }
    if (carry_out(terminal, &swap, 0))
        show_unless_engines(terminal);
}

void terminal_persons_color(Terminal *terminal, KanameColor color) {
    TerminalOpening *opening = &terminal->opening;
    const OpeningStep *step = opening_course_step(&opening->course);
    const OpeningChoice *swap = opening_step_choice(step, OPENING_SWAP);
    const OpeningChoice *place = opening_step_choice(step, OPENING_PLACE);
    if (swap == NULL || opening->has_stayed || opening->partial.count > 0) {
        terminal_say_state(terminal);
        return;
    }
    KanameColor now = color_of_player(opening, opening->person);
    if (color == (swap->is_changing_side ? other_color(now) : now)) {
        terminal_persons_swap(terminal);
    } else if (place != NULL && place->is_move) {
        terminal->game.opening_count = kaname_stone_count(terminal->engine);
        terminal_give_engine(terminal, other_color(color)); /* the next stone is a plain move */
        terminal_say_state(terminal);
    } else {
        opening->has_stayed = true;
        terminal_say_state(terminal);
    }
}
