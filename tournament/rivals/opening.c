#include "rivals/opening.h"

/* Returns the next pseudo-random number below the bound: SplitMix64. */
static int draw(uint64_t *seed, int bound) {
    *seed += 0x9E3779B97F4A7C15ULL;
    uint64_t value = *seed;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    value ^= value >> 31;
    return (int)(value % (uint64_t)bound);
}

/* Returns a random point in the central square of this side length; 0: on the whole board. */
static OpeningPoint draw_point(const OpeningCourse *course, int side, uint64_t *seed) {
    if (side == 0)
        return (OpeningPoint){draw(seed, course->width), draw(seed, course->height)};
    return (OpeningPoint){course->width / 2 - side / 2 + draw(seed, side),
                          course->height / 2 - side / 2 + draw(seed, side)};
}

static OpeningAnswer draw_answer(const OpeningCourse *course, const OpeningChoice *choice,
                                 uint64_t *seed) {
    OpeningAnswer answer = {.is_swap = choice->act == OPENING_SWAP};
    switch (choice->act) {
    case OPENING_PLACE:
        answer.count = choice->count;
        for (int i = 0; i < answer.count; i++)
            answer.points[i] = draw_point(course, choice->squares[i], seed);
        break;
    case OPENING_OFFER:
        answer.count = opening_course_offers(course, choice);
        for (int i = 0; i < answer.count; i++)
            answer.points[i] = draw_point(course, 0, seed);
        break;
    case OPENING_PICK:
        answer.count = 1;
        answer.points[0] = course->offers[draw(seed, course->offer_count)];
        break;
    case OPENING_SWAP:
    case OPENING_NO_ACT:
        break;
    }
    if (choice->most > 0)
        answer.fifths = choice->least + draw(seed, choice->most - choice->least + 1);
    return answer;
}

OpeningAnswer rival_opening_answer(const OpeningCourse *course, uint64_t seed) {
    const OpeningStep *step = opening_course_step(course);
    int choices = 0;
    while (step->choices[choices].act != OPENING_NO_ACT)
        choices++;
    const OpeningChoice *choice = &step->choices[draw(&seed, choices)];
    for (;;) {
        /* Most draws are legal: stones rarely coincide, and few fifth moves make the same figure.
         */
        OpeningAnswer answer = draw_answer(course, choice, &seed);
        OpeningCourse after = *course;
        Failure ignored;
        if (opening_course_answer(&after, &answer, &ignored))
            return answer;
    }
}
