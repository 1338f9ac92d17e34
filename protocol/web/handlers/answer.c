#include "web/handlers/answer.h"

#include "io/notation.h"

static void write_point(FILE *file, KanamePoint point, int height) {
    char text[NOTATION_POINT_MAX];
    notation_point(text, point, notation_lower(height));
    fputs(text, file);
}

void answer_points(FILE *file, const char *name, const KanamePoint *points, size_t count,
                   int height) {
    fprintf(file, "\"%s\":\"", name);
    for (size_t i = 0; i < count; i++)
        write_point(file, points[i], height);
    putc('"', file);
}

void answer_marks(FILE *file, const char *name, bool (*marks)[KANAME_MAX_SIZE], int width,
                  int height) {
    fprintf(file, "\"%s\":\"", name);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (marks[y][x])
                write_point(file, (KanamePoint){x, y}, height);
    putc('"', file);
}

void answer_color(FILE *file, const char *name, KanameColor color) {
    fprintf(file, "\"%s\":\"%s\"", name,
            color == KANAME_BLACK   ? "black"
            : color == KANAME_WHITE ? "white"
                                    : "none");
}
