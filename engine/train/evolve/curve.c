#include "train/evolve/curve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies the field of a line of comma-separated values; an empty text if the line is shorter. */
static void take_field(const char *line, int field, char *text, size_t size) {
    while (field > 0 && *line != '\0')
        field -= *line++ == ',';
    snprintf(text, size, "%.*s", (int)strcspn(line, ",\n"), line);
}

/* Returns the index of the column in the header. */
static int column_of(const char *header, const char *name) {
    char text[64] = "";
    int fields = 1;
    for (const char *at = header; *at != '\0' && *at != '\n'; at++)
        fields += *at == ',';
    for (int i = 0; i < fields; i++) {
        take_field(header, i, text, sizeof text);
        if (strcmp(text, name) == 0)
            return i;
    }
    return fields;
}

double curve_last(const char *text, const char *column, const char *model) {
    char first[64], field[64];
    double last = 0;
    int index = column_of(text, column);
    for (const char *line = strchr(text, '\n'); line != NULL && line[1] != '\0';
         line = strchr(line + 1, '\n')) {
        take_field(line + 1, 0, first, sizeof first);
        take_field(line + 1, index, field, sizeof field);
        if (model == NULL || strcmp(first, model) == 0)
            last = strtod(field, NULL);
    }
    return last;
}
