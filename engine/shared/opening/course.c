#include "shared/opening/course.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { SYMMETRIES = 8 };

/* ---- Points ------------------------------------------------------------------------------- */

bool opening_course_holds(const OpeningCourse *course, OpeningPoint point, int side) {
    int dx = point.x - course->width / 2, dy = point.y - course->height / 2, reach = side / 2;
    bool is_on_board =
        point.x >= 0 && point.x < course->width && point.y >= 0 && point.y < course->height;
    return is_on_board &&
           (side == 0 || (dx >= -reach && dx <= reach && dy >= -reach && dy <= reach));
}

static bool is_among(const OpeningPoint *points, int count, OpeningPoint point) {
    for (int i = 0; i < count; i++)
        if (points[i].x == point.x && points[i].y == point.y)
            return true;
    return false;
}

/* True if a stone lies on the point. */
static bool is_taken(const OpeningCourse *course, OpeningPoint point) {
    return is_among(course->stones, course->stone_count, point);
}

/* ---- Figures ------------------------------------------------------------------------------ */

static bool comes_before(OpeningPoint a, OpeningPoint b) {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

/* Keeps each colour sorted by row. */
static void add_stone(OpeningFigure *figure, int color, OpeningPoint point) {
    OpeningPoint *stones = figure->stones[color];
    int at = figure->count[color]++;
    for (; at > 0 && comes_before(point, stones[at - 1]); at--)
        stones[at] = stones[at - 1];
    stones[at] = point;
}

static OpeningPoint turned(OpeningPoint point, int symmetry) {
    int x = symmetry & 1 ? -point.x : point.x, y = symmetry & 2 ? -point.y : point.y;
    return symmetry & 4 ? (OpeningPoint){y, x} : (OpeningPoint){x, y};
}

/* Shifted to the corner after a turn. */
static OpeningFigure figure_of(const OpeningCourse *course, OpeningPoint black, int symmetry) {
    OpeningFigure figure;
    memset(&figure, 0, sizeof figure); /* figures are compared as bytes */
    OpeningPoint corner = turned(black, symmetry);
    for (int i = 0; i < course->stone_count; i++) {
        OpeningPoint point = turned(course->stones[i], symmetry);
        corner.x = point.x < corner.x ? point.x : corner.x;
        corner.y = point.y < corner.y ? point.y : corner.y;
    }
    for (int i = 0; i <= course->stone_count; i++) {
        bool is_new = i == course->stone_count;
        OpeningPoint point = turned(is_new ? black : course->stones[i], symmetry);
        point.x -= corner.x;
        point.y -= corner.y;
        add_stone(&figure, is_new ? OPENING_BLACK : i % 2, point);
    }
    return figure;
}

OpeningFigure opening_course_figure(const OpeningCourse *course, OpeningPoint black) {
    OpeningFigure least = figure_of(course, black, 0);
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        OpeningFigure figure = figure_of(course, black, symmetry);
        if (memcmp(&figure, &least, sizeof least) < 0)
            least = figure;
    }
    return least;
}

bool opening_course_alike(const OpeningCourse *course, OpeningPoint a, OpeningPoint b) {
    OpeningFigure first = opening_course_figure(course, a);
    OpeningFigure second = opening_course_figure(course, b);
    return memcmp(&first, &second, sizeof first) == 0;
}

/* ---- The course --------------------------------------------------------------------------- */

bool opening_course_begin(OpeningCourse *course, const OpeningRule *rule, int width, int height) {
    *course = (OpeningCourse){.rule = rule, .width = width, .height = height};
    return width >= rule->least_size && height >= rule->least_size;
}

const OpeningStep *opening_course_step(const OpeningCourse *course) {
    return course->step == OPENING_OVER ? NULL : &course->rule->steps[course->step];
}

int opening_course_player(const OpeningCourse *course) {
    const OpeningStep *step = opening_course_step(course);
    assert(step != NULL);
    return step->asked == OPENING_BLACK ? course->black : 1 - course->black;
}

int opening_course_offers(const OpeningCourse *course, const OpeningChoice *choice) {
    return choice->count > 0 ? choice->count : course->fifths;
}

bool opening_course_resume(OpeningCourse *course, const OpeningRule *rule, int step, int fifths,
                           const OpeningPoint *points, int count, int width, int height,
                           Failure *failure) {
    const OpeningStep *at = &rule->steps[step];
    const OpeningChoice *offer = opening_step_choice(at, OPENING_OFFER);
    bool is_pick = opening_step_choice(at, OPENING_PICK) != NULL;
    int offers = count - at->stones;
    bool is_begun = opening_course_begin(course, rule, width, height);
    course->step = step;
    course->fifths = fifths;
    if (!is_begun)
        failure_say(failure, STATUS_OPENING, "the board is too small for %s", rule->name);
    else if (offers < 0 || offers > OPENING_OFFERS_MAX || (offers > 0) != is_pick)
        failure_say(failure, STATUS_OPENING, "%s %s takes %d stones%s, not %d points", rule->name,
                    at->word, at->stones, is_pick ? " and the fifth moves" : "", count);
    else if (fifths < 0 || fifths > OPENING_OFFERS_MAX ||
             (offer != NULL && offer->count == 0 && fifths == 0))
        failure_say(failure, STATUS_OPENING, "%s %s needs the number of fifth moves, 1 to %d",
                    rule->name, at->word, OPENING_OFFERS_MAX);
    else {
        course->stone_count = at->stones;
        course->offer_count = offers;
        for (int i = 0; i < at->stones; i++)
            course->stones[i] = points[i];
        for (int i = 0; i < offers; i++)
            course->offers[i] = points[at->stones + i];
        return true;
    }
    return false;
}

/* ---- Answers ------------------------------------------------------------------------------ */

static int points_of(const OpeningCourse *course, const OpeningChoice *choice) {
    switch (choice->act) {
    case OPENING_PLACE:
        return choice->count;
    case OPENING_OFFER:
        return opening_course_offers(course, choice);
    case OPENING_PICK:
        return 1;
    case OPENING_SWAP:
    case OPENING_NO_ACT:
        break;
    }
    return 0;
}

const OpeningChoice *opening_course_choice(const OpeningCourse *course,
                                           const OpeningAnswer *answer) {
    const OpeningStep *step = opening_course_step(course);
    if (step == NULL)
        return NULL;
    for (const OpeningChoice *choice = step->choices; choice->act != OPENING_NO_ACT; choice++)
        if ((choice->act == OPENING_SWAP) == answer->is_swap &&
            points_of(course, choice) == answer->count)
            return choice;
    return NULL;
}

/* Says which answers the step takes. Returns false. */
static bool refuse(const OpeningCourse *course, Failure *failure) {
    const OpeningStep *step = opening_course_step(course);
    char said[FAILURE_BYTES];
    size_t used = (size_t)snprintf(said, sizeof said, "expected");
    if (step == NULL)
        snprintf(said + used, sizeof said - used, " no answer: the opening is over");
    for (int i = 0; step != NULL && step->choices[i].act != OPENING_NO_ACT; i++) {
        const OpeningChoice *choice = &step->choices[i];
        const char *joint = i == 0                                       ? " "
                            : step->choices[i + 1].act != OPENING_NO_ACT ? ", "
                                                                         : " or ";
        int count = points_of(course, choice);
        const char *s = count == 1 ? "" : "s";
        char text[40] = "SWAP";
        if (choice->act == OPENING_PLACE)
            snprintf(text, sizeof text, "%d stone%s", count, s);
        else if (choice->act == OPENING_OFFER)
            snprintf(text, sizeof text, "%d fifth move%s", count, s);
        else if (choice->act == OPENING_PICK)
            snprintf(text, sizeof text, "one of the %d fifth moves", course->offer_count);
        used += (size_t)snprintf(said + used, sizeof said - used, "%s%s", joint, text);
    }
    return failure_say(failure, STATUS_OPENING, "%s", said);
}

/* Returns false, with the reason, unless the point is free and in the square. */
static bool check_point(const OpeningCourse *course, const OpeningAnswer *answer, int index,
                        int side, Failure *failure) {
    OpeningPoint point = answer->points[index];
    if (!opening_course_holds(course, point, 0))
        failure_say(failure, STATUS_OPENING, "%d,%d is not on the board", point.x, point.y);
    else if (is_taken(course, point) || is_among(answer->points, index, point))
        failure_say(failure, STATUS_OPENING, "%d,%d is occupied", point.x, point.y);
    else if (!opening_course_holds(course, point, side))
        failure_say(failure, STATUS_OPENING, "%d,%d lies outside the central %dx%d", point.x,
                    point.y, side, side);
    else
        return true;
    return false;
}

static bool check_offers(const OpeningCourse *course, const OpeningAnswer *answer,
                         Failure *failure) {
    for (int i = 0; i < answer->count; i++) {
        if (!check_point(course, answer, i, 0, failure))
            return false;
        for (int k = 0; k < i; k++) {
            if (!opening_course_alike(course, answer->points[k], answer->points[i]))
                continue;
            return failure_say(
                failure, STATUS_OPENING, "the fifth moves %d,%d and %d,%d are symmetrical",
                answer->points[k].x, answer->points[k].y, answer->points[i].x, answer->points[i].y);
        }
    }
    return true;
}

static bool check_number(const OpeningChoice *choice, int fifths, Failure *failure) {
    if (choice->most == 0 && fifths == 0)
        return true;
    if (choice->most > 0 && fifths >= choice->least && fifths <= choice->most)
        return true;
    if (choice->most == 0)
        failure_say(failure, STATUS_OPENING, "no number of fifth moves is due");
    else
        failure_say(failure, STATUS_OPENING, "the number of fifth moves must be %d to %d, not %d",
                    choice->least, choice->most, fifths);
    return false;
}

bool opening_course_fits(const OpeningCourse *course, const OpeningChoice *choice,
                         const OpeningAnswer *answer, Failure *failure) {
    if (choice->act == OPENING_OFFER)
        return check_offers(course, answer, failure);
    if (choice->act == OPENING_PICK &&
        !is_among(course->offers, course->offer_count, answer->points[0]))
        return failure_say(failure, STATUS_OPENING, "%d,%d is none of the fifth moves offered",
                           answer->points[0].x, answer->points[0].y);
    for (int i = 0; i < answer->count && choice->act == OPENING_PLACE; i++)
        if (!check_point(course, answer, i, choice->squares[i], failure))
            return false;
    return true;
}

bool opening_course_answer(OpeningCourse *course, const OpeningAnswer *answer, Failure *failure) {
    const OpeningChoice *choice = opening_course_choice(course, answer);
    if (choice == NULL)
        return refuse(course, failure);
    if (!check_number(choice, answer->fifths, failure) ||
        !opening_course_fits(course, choice, answer, failure))
        return false;
    OpeningPoint *to = choice->act == OPENING_OFFER ? course->offers : course->stones;
    int *count = choice->act == OPENING_OFFER ? &course->offer_count : &course->stone_count;
    for (int i = 0; i < answer->count; i++)
        to[(*count)++] = answer->points[i];
    if (choice->act == OPENING_PICK)
        course->offer_count = 0;
    if (answer->fifths > 0)
        course->fifths = answer->fifths;
    if (choice->is_changing_side)
        course->black = 1 - course->black;
    course->step = choice->next;
    return true;
}
