/* opening_course.h: one opening by a rule of opening_rule.h, from the empty board to its end.
 *
 * A course knows the stones, who has Black, and the step that waits for an answer. It judges each
 * answer: the engine, the terminal game and the match manager share this judgement. Plain data,
 * without memory of its own; one thread at a time. */
#ifndef KANAME_SHARED_OPENING_COURSE_H
#define KANAME_SHARED_OPENING_COURSE_H

#include <stdbool.h>
#include <stddef.h>

#include "shared/opening/rule.h"
#include "shared/status/failure.h"

/* x from the left, y from the top, both from 0. */
typedef struct OpeningPoint {
    int x, y;
} OpeningPoint;

/* Which choice is meant follows from the step: SWAP, or the choice with this number of points. */
typedef struct OpeningAnswer {
    bool is_swap; /* then there are no points */
    int count;
    OpeningPoint points[OPENING_OFFERS_MAX];
    int fifths; /* announced with the stones; 0: none */
} OpeningAnswer;

typedef struct OpeningCourse {
    const OpeningRule *rule;
    int width, height;
    int step;   /* index of rule->steps, OPENING_OVER at the end */
    int black;  /* the player who has Black now: 0, who began, or 1 */
    int fifths; /* announced; 0: none yet */
    int stone_count, offer_count;
    OpeningPoint stones[OPENING_STONES_PLACED_MAX]; /* in playing order: black, white, black, ... */
    OpeningPoint offers[OPENING_OFFERS_MAX];        /* fifth moves, while one is to be kept */
} OpeningCourse;

/* Begins on an empty board; player 0 has Black. Returns false if the board is too small. */
bool opening_course_begin(OpeningCourse *course, const OpeningRule *rule, int width, int height);
/* Sets a course to a step: `points` are its stones and, if one of them is to be kept, the fifth
 * moves offered; `fifths` is the number announced, or 0. Places and colours are not judged, and
 * `black` is 0. Returns false, with the reason, if the numbers do not fit the step. */
bool opening_course_resume(OpeningCourse *course, const OpeningRule *rule, int step, int fifths,
                           const OpeningPoint *points, int count, int width, int height,
                           Failure *failure);

/* The step that waits for an answer; NULL: the opening is over. */
const OpeningStep *opening_course_step(const OpeningCourse *course);
/* The player who must answer, 0 or 1. Not to be called when the opening is over. */
int opening_course_player(const OpeningCourse *course);
/* The number of fifth moves that this choice of an OPENING_OFFER asks for. */
int opening_course_offers(const OpeningCourse *course, const OpeningChoice *choice);
/* The choice that the answer means; NULL: none has these points. */
const OpeningChoice *opening_course_choice(const OpeningCourse *course,
                                           const OpeningAnswer *answer);
/* True if the points of an answer, or of its beginning, are allowed by this choice of the step; its
 * number of fifth moves is not looked at. Otherwise writes the reason. */
bool opening_course_fits(const OpeningCourse *course, const OpeningChoice *choice,
                         const OpeningAnswer *answer, Failure *failure);
/* Carries the answer out. Returns false, with the reason in English and no change, if it is
 * against the rule. */
bool opening_course_answer(OpeningCourse *course, const OpeningAnswer *answer, Failure *failure);

/* True if the point lies on the board and in the square of this side around its centre (cell
 * width / 2, height / 2); side 0: the whole board. */
bool opening_course_holds(const OpeningCourse *course, OpeningPoint point, int side);
/* Stones without a place on the board: equal bytes for figures that are equal when turned, mirrored
 * or shifted. */
typedef struct OpeningFigure {
    OpeningPoint stones[2][OPENING_STONES_PLACED_MAX]; /* [side] */
    int count[2];
} OpeningFigure;

/* The figure of the stones on the board and one more black stone. Of fifth moves with one figure
 * only one may be offered. The distance to the edge does not count: the rules say that the moves
 * must differ in every respect. */
OpeningFigure opening_course_figure(const OpeningCourse *course, OpeningPoint black);
/* True if two black stones make the same figure. */
bool opening_course_alike(const OpeningCourse *course, OpeningPoint a, OpeningPoint b);

#endif
