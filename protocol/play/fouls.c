#include "play/fouls.h"

#include <stdbool.h>

enum { FIVE = 5, DIRECTIONS = 4 };

/* A line through the point of the foul; 0 is that point. */
typedef struct Line {
    const KanameEngine *engine;
    KanamePoint centre;
    int dx, dy;
} Line;

/* Returns what stands on the line if Black plays the centre and `extra`. */
static KanameColor at(const Line *line, int step, int extra) {
    if (step == 0 || step == extra)
        return KANAME_BLACK;
    return kaname_at(line->engine, line->centre.x + step * line->dx,
                     line->centre.y + step * line->dy);
}

/* Returns the length of the black row through the centre; `extra` is part of it or not. */
static int row_length(const Line *line, int extra, bool *has_extra) {
    int first = 0, last = 0;
    while (at(line, first - 1, extra) == KANAME_BLACK)
        first--;
    while (at(line, last + 1, extra) == KANAME_BLACK)
        last++;
    *has_extra = extra >= first && extra <= last;
    return last - first + 1;
}

/* Returns the number of fours on the line: points that complete exactly five, where the two of a
 * straight four count once. */
static int count_fours(const Line *line) {
    int points[2 * FIVE], count = 0;
    for (int step = -FIVE + 1; step < FIVE; step++) {
        bool has_extra;
        if (step != 0 && at(line, step, 0) == KANAME_EMPTY &&
            row_length(line, step, &has_extra) == FIVE && has_extra)
            points[count++] = step;
    }
    return count == 2 && points[1] - points[0] == FIVE ? 1 : count;
}

const char *terminal_foul_text(const KanameEngine *engine, KanamePoint point) {
    static const int steps[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int fours = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        bool has_extra;
        Line line = {engine, point, steps[i][0], steps[i][1]};
        if (row_length(&line, 0, &has_extra) > FIVE)
            return "that point is forbidden to Black: overline";
        fours += count_fours(&line);
    }
    return fours > 1 ? "that point is forbidden to Black: double-four"
                     : "that point is forbidden to Black: double-three";
}
