#include "io/names.h"

#include <stdio.h>
#include <string.h>

void name_of_point(char text[NOTATION_POINT_MAX], KanamePoint point, int height) {
    snprintf(text, NOTATION_POINT_MAX, "%c%d", (char)('a' + point.x % 26),
             (height - point.y) % 100);
}

void name_line(char *text, size_t size, const KanamePoint *points, size_t count, int height) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char name[NOTATION_POINT_MAX];
        name_of_point(name, points[i], height);
        if (used + strlen(name) + 2 > size)
            return;
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? " " : "", name);
    }
}

bool name_read_point(const char **text, const char *end, int height, KanamePoint *point) {
    return notation_read_point(text, end, height, point);
}
