#include "shared/opening/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t");
}

/* Reads a whole number and moves *at behind it and the blanks that follow. */
static bool read_number(const char **at, int *value) {
    char *end;
    const char *digits = *at + (**at == '-' || **at == '+');
    if (*digits < '0' || *digits > '9')
        return false;
    long number = strtol(*at, &end, 10);
    *value = number < INT_MIN ? INT_MIN : number > INT_MAX ? INT_MAX : (int)number;
    *at = skip_blanks(end);
    return true;
}

static bool read_swap(const char *at) {
    static const char word[] = "SWAP";
    for (size_t i = 0; i < sizeof word - 1; i++)
        if (at[i] != word[i] && at[i] != word[i] - 'A' + 'a')
            return false;
    return *skip_blanks(at + sizeof word - 1) == '\0';
}

bool opening_answer_read(const char *text, OpeningAnswer *answer) {
    const char *at = skip_blanks(text);
    *answer = (OpeningAnswer){.is_swap = read_swap(at)};
    if (answer->is_swap)
        return true;
    while (*at != '\0') {
        OpeningPoint point;
        if (!read_number(&at, &point.x))
            return false;
        if (*at != ',') {
            answer->fifths = point.x;
            /* Zero would say that none is announced. */
            return *at == '\0' && answer->count > 0 && answer->fifths != 0;
        }
        at = skip_blanks(at + 1);
        if (answer->count == OPENING_OFFERS_MAX || !read_number(&at, &point.y))
            return false;
        answer->points[answer->count++] = point;
    }
    return answer->count > 0;
}

void opening_answer_write(const OpeningAnswer *answer, char text[OPENING_TEXT_MAX]) {
    int used = snprintf(text, OPENING_TEXT_MAX, "%s", answer->is_swap ? "SWAP" : "");
    for (int i = 0; i < answer->count; i++)
        used += snprintf(text + used, OPENING_TEXT_MAX - (size_t)used, "%s%d,%d", i > 0 ? " " : "",
                         answer->points[i].x, answer->points[i].y);
    if (answer->fifths > 0)
        snprintf(text + used, OPENING_TEXT_MAX - (size_t)used, " %d", answer->fifths);
}

size_t opening_question_write(const OpeningCourse *course, char text[OPENING_QUESTION_MAX]) {
    char *end = text + OPENING_QUESTION_MAX, *at = text;
    if (course->rule == opening_rule_find("swap2")) {
        at += snprintf(at, (size_t)(end - at), "SWAP2BOARD\n");
    } else {
        at += snprintf(at, (size_t)(end - at), "OPENINGBOARD %s %s", course->rule->name,
                       opening_course_step(course)->word);
        if (course->fifths > 0)
            at += snprintf(at, (size_t)(end - at), " fifths=%d", course->fifths);
        at += snprintf(at, (size_t)(end - at), "\n");
    }
    for (int i = 0; i < course->stone_count + course->offer_count; i++) {
        OpeningPoint point =
            i < course->stone_count ? course->stones[i] : course->offers[i - course->stone_count];
        at += snprintf(at, (size_t)(end - at), "%d,%d\n", point.x, point.y);
    }
    at += snprintf(at, (size_t)(end - at), "DONE\n");
    return (size_t)(at - text);
}
