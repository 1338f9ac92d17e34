#include "play/due.h"

#include "io/notation.h"

#include <stdarg.h>
#include <stdio.h>

enum { POINTS_MAX = OPENING_OFFERS_MAX * NOTATION_POINT_MAX + 1 };

/* A text under construction, cut at its capacity. */
typedef struct Text {
    char *at;
    size_t room;
} Text;

static void add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->at, text->room, format, arguments);
    va_end(arguments);
    size_t used = length < 0 ? 0 : (size_t)length;
    used = used < text->room ? used : text->room - 1;
    text->at += used;
    text->room -= used;
}

void terminal_due_points(const Terminal *terminal, const OpeningPoint *points, int count,
                         char *text, size_t size) {
    KanamePoint list[OPENING_OFFERS_MAX];
    for (int i = 0; i < count; i++)
        list[i] = (KanamePoint){points[i].x, points[i].y};
    notation_line(text, size, list, (size_t)count, " ",
                  notation_lower(kaname_height(terminal->engine)));
}

/* Reads `x,y` at the start of the text. Returns its length, 0 if the text starts otherwise. */
static int read_pair(const char *text, OpeningPoint *point) {
    int length = 0;
    if (sscanf(text, "%9d,%9d%n", &point->x, &point->y, &length) < 2 || text[0] == ' ')
        return 0;
    return length;
}

void terminal_due_reason(const Terminal *terminal, const char *reason, char *buffer, size_t size) {
    Text text = {buffer, size};
    buffer[0] = '\0';
    add(&text, "That is against the opening rule: ");
    while (*reason != '\0') {
        OpeningPoint point;
        char name[NOTATION_POINT_MAX];
        int length = read_pair(reason, &point);
        if (length > 0)
            terminal_due_points(terminal, &point, 1, name, sizeof name);
        add(&text, "%.*s", length > 0 ? (int)sizeof name : 1, length > 0 ? name : reason);
        reason += length > 0 ? length : 1;
    }
    add(&text, ".");
}

static const char *ordinal(int number) {
    static const char *const words[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
    return words[number - 1];
}

static const char *color_of_stone(int number) {
    return number % 2 == 1 ? "black" : "white";
}

/* "three stones, black, white, black" or "the fourth stone, white, in the central 7x7". */
static void add_stones(Text *text, const OpeningCourse *course, const OpeningChoice *place) {
    int first = course->stone_count + 1, side = place->squares[0];
    if (place->count == 3) {
        add(text, "place three stones, black, white, black");
        if (side > 0)
            add(text, ": the first at the centre, the others in the central %dx%d and %dx%d",
                place->squares[1], place->squares[1], place->squares[2], place->squares[2]);
    } else if (place->count == 2) {
        add(text, "add a white and a black stone, both in one line, and let the engine choose");
    } else if (side == 1) {
        add(text, "place the %s stone, %s, at the centre", ordinal(first), color_of_stone(first));
    } else {
        add(text, "place the %s stone, %s", ordinal(first), color_of_stone(first));
        if (side > 0)
            add(text, ", in the central %dx%d", side, side);
    }
    if (place->most > 0)
        add(text, ". Say with %s how many fifth moves Black will offer, %d to %d, such as 'h8%s 4'",
            place->count == 3 ? "the last" : "it", place->least, place->most,
            place->count == 3 ? " h9 i10" : "");
}

static void add_partial(Text *text, const Terminal *terminal, const OpeningChoice *choice) {
    const TerminalOpening *opening = &terminal->opening;
    char points[POINTS_MAX];
    int due = choice->act == OPENING_OFFER ? opening_course_offers(&opening->course, choice)
                                           : choice->count;
    if (opening->partial.count == 0)
        return;
    terminal_due_points(terminal, opening->partial.points, opening->partial.count, points,
                        sizeof points);
    add(text, " So far: %s; %d to come", points, due - opening->partial.count);
    if (choice->act == OPENING_PLACE)
        add(text, ". Next: %s",
            kaname_to_move(terminal->engine) == KANAME_BLACK ? "Black" : "White");
    add(text, ".");
}

/* Returns the step's choice to place stones as a part of the opening; NULL: none. Of swap2's three
 * choices, the first move of play comes before it. */
static const OpeningChoice *placing_choice(const OpeningStep *step) {
    for (const OpeningChoice *choice = step->choices; choice->act != OPENING_NO_ACT; choice++)
        if (choice->act == OPENING_PLACE && !choice->is_move)
            return choice;
    return NULL;
}

void terminal_due_text(const Terminal *terminal, char *buffer, size_t size) {
    const TerminalOpening *opening = &terminal->opening;
    const OpeningCourse *course = &opening->course;
    const OpeningStep *step = opening_course_step(course);
    const OpeningChoice *place = placing_choice(step);
    const OpeningChoice *offer = opening_step_choice(step, OPENING_OFFER);
    bool may_swap = opening_step_choice(step, OPENING_SWAP) != NULL && !opening->has_stayed &&
                    opening->partial.count == 0;
    const char *joint = "";
    Text text = {buffer, size};
    buffer[0] = '\0';
    add(&text, "%c%s: ", course->rule->title[0] - (course->rule->title[0] == 's' ? 32 : 0),
        course->rule->title + 1);
    if (course->stone_count > 0)
        add(&text, "you are %s%s; ", opening->person == course->black ? "Black" : "White",
            may_swap ? " so far" : "");
    if (may_swap) {
        add(&text, "choose 'black' or 'white'");
        joint = ", or ";
    }
    if (place != NULL) {
        add(&text, "%s", joint);
        add_stones(&text, course, place);
        joint = ", or ";
    }
    if (offer != NULL)
        add(&text, "%soffer %d fifth move%s; White keeps one", joint,
            opening_course_offers(course, offer),
            opening_course_offers(course, offer) == 1 ? "" : "s, no two symmetrical");
    if (opening_step_choice(step, OPENING_PICK) != NULL) {
        char points[POINTS_MAX];
        terminal_due_points(terminal, course->offers, course->offer_count, points, sizeof points);
        add(&text, "keep one of Black's fifth moves: %s", points);
    }
    add(&text, ".");
    if (place != NULL || offer != NULL)
        add_partial(&text, terminal,
                    offer != NULL && place == NULL                ? offer
                    : offer != NULL && opening->partial.count > 0 ? offer
                                                                  : place);
}
