#include "train/evolve/curve.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELD_BYTES = 64 };

/* Copies the field of a line of comma-separated values; an empty text if the line is shorter. */
static void take_field(const char *line, int field, char text[FIELD_BYTES]) {
    while (field > 0 && *line != '\0')
        field -= *line++ == ',';
    snprintf(text, FIELD_BYTES, "%.*s", (int)strcspn(line, ",\n"), line);
}

/* Returns the index of the column in the header. */
static int column_of(const char *header, const char *name) {
    char text[FIELD_BYTES] = "";
    int fields = 1;
    for (const char *at = header; *at != '\0' && *at != '\n'; at++)
        fields += *at == ',';
    for (int i = 0; i < fields; i++) {
        take_field(header, i, text);
        if (strcmp(text, name) == 0)
            return i;
    }
    return fields;
}

/* Moves on to the next line and reads its first field and that of the column. Returns false after
 * the last line. */
static bool next_line(const char **at, int column, char first[FIELD_BYTES], double *number) {
    char field[FIELD_BYTES];
    const char *line = strchr(*at, '\n');
    if (line == NULL || line[1] == '\0')
        return false;
    *at = line + 1;
    take_field(*at, 0, first);
    take_field(*at, column, field);
    *number = strtod(field, NULL);
    return true;
}

double curve_last(const char *text, const char *column) {
    char first[FIELD_BYTES];
    double last = 0;
    int index = column_of(text, column);
    while (next_line(&text, index, first, &last))
        continue;
    return last;
}

double curve_least(const char *text, const char *column, const char *model) {
    char first[FIELD_BYTES];
    double number, least = HUGE_VAL;
    int index = column_of(text, column);
    while (next_line(&text, index, first, &number))
        if (strcmp(first, model) == 0 && number < least)
            least = number;
    return least < HUGE_VAL ? least : 0;
}
