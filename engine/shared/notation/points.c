#include "shared/notation/points.h"

#include <stdio.h>
#include <string.h>

void notation_point(char text[NOTATION_POINT_MAX], KanamePoint point, NotationView view) {
    int column = view.is_row_first ? point.y : point.x;
    int row = view.is_row_first ? point.x : point.y;
    int number = view.row_count > 0 ? view.row_count - row : row + 1;
    char first = view.is_lower ? 'a' : 'A';
    snprintf(text, NOTATION_POINT_MAX, "%c%d", (char)(first + column % 26), number % 100);
}

void notation_line(char *text, size_t capacity, const KanamePoint *moves, size_t count,
                   const char *separator, NotationView view) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char point[NOTATION_POINT_MAX];
        notation_point(point, moves[i], view);
        size_t needed = strlen(point) + (i > 0 ? strlen(separator) : 0);
        if (used + needed >= capacity)
            return;
        used +=
            (size_t)snprintf(text + used, capacity - used, "%s%s", i > 0 ? separator : "", point);
    }
}

bool notation_read_point(const char **text, const char *end, int row_count, KanamePoint *point) {
    const char *at = *text;
    if (at == end)
        return false;
    char letter = *at++;
    if (letter >= 'A' && letter <= 'Z')
        letter = (char)(letter - 'A' + 'a');
    if (letter < 'a' || letter > 'z' || at == end || *at < '1' || *at > '9')
        return false;
    int number = *at++ - '0';
    if (at < end && *at >= '0' && *at <= '9')
        number = number * 10 + (*at++ - '0');
    *point = (KanamePoint){letter - 'a', row_count > 0 ? row_count - number : number - 1};
    *text = at;
    return true;
}
