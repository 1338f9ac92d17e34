#include "game/opening.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/random.h"
#include "shared/status/failure.h"

bool opening_add(Opening *opening, long x, long y, int width, int height, Failure *failure) {
    if (opening->count == OPENING_STONES_MAX)
        return failure_say(failure, STATUS_RANGE, "more than %d stones", OPENING_STONES_MAX);
    if (x < 0 || y < 0 || x >= width || y >= height)
        return failure_say(failure, STATUS_RANGE, "stone %zu lies outside the %dx%d board",
                           opening->count + 1, width, height);
    for (size_t i = 0; i < opening->count; i++) {
        if (opening->stones[i].x == x && opening->stones[i].y == y)
            return failure_say(failure, STATUS_RANGE, "stone %zu lies on stone %zu",
                               opening->count + 1, i + 1);
    }
    opening->stones[opening->count].x = (uint8_t)x;
    opening->stones[opening->count].y = (uint8_t)y;
    opening->count++;
    return true;
}

/* Reads a number of at most four digits with an optional sign. Returns NULL if there is none. */
static const char *read_number(const char *at, long *number) {
    at += strspn(at, " \t");
    size_t sign = *at == '-' || *at == '+', digits = strspn(at + sign, "0123456789");
    if (digits == 0 || digits > 4)
        return NULL;
    *number = strtol(at, NULL, 10);
    at += sign + digits;
    return at + strspn(at, " \t");
}

static bool parse_offset(Opening *opening, const char *line, int width, int height,
                         Failure *failure) {
    for (const char *at = line; *at != '\0';) {
        long dx, dy;
        const char *after = read_number(at, &dx);
        if (after != NULL && *after == ',')
            after = read_number(after + 1, &dy);
        else
            after = NULL;
        if (after == NULL || (*after != '\0' && *after != ','))
            return failure_say(failure, STATUS_SYNTAX,
                               "\"%.20s\": expected pairs of offsets with a comma after each "
                               "number but the last: 0,0, 1,-2",
                               at);
        if (!opening_add(opening, width / 2 + dx, height / 2 + dy, width, height, failure))
            return false;
        if (*after == ',' && after[1 + strspn(after + 1, " \t")] == '\0')
            return failure_say(failure, STATUS_SYNTAX, "nothing after the last comma");
        at = after + (*after == ',');
    }
    return true;
}

static bool parse_pos(Opening *opening, const char *line, int width, int height, Failure *failure) {
    for (const char *at = line; *at != '\0';) {
        size_t digits = islower((unsigned char)*at) ? strspn(at + 1, "0123456789") : 0;
        if (digits == 0 || digits > 2)
            return failure_say(failure, STATUS_SYNTAX, "\"%.20s\": expected a point like h8", at);
        char number[3] = {at[1], digits > 1 ? at[2] : '\0', '\0'};
        if (!opening_add(opening, *at - 'a', strtol(number, NULL, 10) - 1, width, height, failure))
            return false;
        at += 1 + digits;
        at += strspn(at, " \t");
    }
    return true;
}

bool opening_parse(Opening *opening, const char *line, OpeningNotation notation, int width,
                   int height, Failure *failure) {
    opening->count = 0;
    return notation == OPENING_POS ? parse_pos(opening, line, width, height, failure)
                                   : parse_offset(opening, line, width, height, failure);
}

bool opening_list_add(OpeningList *list, const Opening *opening, size_t *capacity) {
    if (list->count == *capacity) {
        size_t wanted = *capacity == 0 ? 64 : 2 * *capacity;
        Opening *grown = realloc(list->openings, wanted * sizeof *grown);
        if (grown == NULL)
            return false;
        list->openings = grown;
        *capacity = wanted;
    }
    list->openings[list->count++] = *opening;
    return true;
}

/* Also for as many stones as a board has, as offsets. */
enum { LINE_BYTES = 8 * OPENING_STONES_MAX, FILE_BYTES_MAX = 256 << 20 };

bool opening_list_read(OpeningList *list, const char *text, const char *name,
                       OpeningNotation notation, int width, int height, Failure *failure) {
    *list = (OpeningList){0};
    size_t capacity = 0, line_number = 0, last_stones_at = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        size_t used = length;
        while (used > 0 && isspace((unsigned char)text[used - 1]))
            used--;
        char line[LINE_BYTES];
        line_number++;
        bool is_long = used >= sizeof line;
        snprintf(line, sizeof line, "%.*s", is_long ? 0 : (int)used, text);
        text += length + (text[length] == '\n');
        if (line[0] == '#')
            continue;
        Opening opening;
        bool is_read = is_long ? failure_say(failure, STATUS_SYNTAX, "line too long")
                               : opening_parse(&opening, line, notation, width, height, failure) &&
                                     (opening_list_add(list, &opening, &capacity) ||
                                      failure_set(failure, STATUS_MEMORY));
        if (!is_read) {
            opening_list_release(list);
            return failure_pass(failure, failure, "%s:%zu", name, line_number);
        }
        if (opening.count > 0)
            last_stones_at = list->count;
    }
    /* Empty lines at the end of a file are not openings, unless there is nothing else. */
    if (last_stones_at > 0)
        list->count = last_stones_at;
    if (list->count == 0)
        return failure_say(failure, STATUS_EMPTY, "%s: contains no openings", name);
    return true;
}

/* Returns the whole file, zero terminated, - for standard input; NULL with errno set on failure. */
static char *read_file(const char *path, size_t *file_length) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL)
        return NULL;
    size_t length = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    while (text != NULL) {
        length += fread(text + length, 1, capacity - 1 - length, file);
        if (length < capacity - 1)
            break;
        char *grown = capacity < FILE_BYTES_MAX ? realloc(text, capacity *= 2) : NULL;
        if (grown == NULL)
            free(text);
        text = grown;
    }
    bool is_broken = ferror(file) != 0;
    int why = is_broken ? errno : capacity >= FILE_BYTES_MAX ? EFBIG : ENOMEM;
    if (file != stdin)
        fclose(file);
    if (text == NULL || is_broken) {
        free(text);
        errno = why;
        return NULL;
    }
    text[length] = '\0';
    *file_length = length;
    return text;
}

/* Returns the text of a file, which the caller frees; NULL, and writes why, on failure. */
static char *read_text(const char *path, Failure *failure) {
    size_t length = 0;
    char *text = read_file(path, &length);
    if (text == NULL) {
        failure_at(failure, STATUS_UNREADABLE, "%s", path);
        return NULL;
    }
    if (strlen(text) != length) {
        failure_say(failure, STATUS_SYNTAX, "%s: contains a zero byte, so it is not text", path);
        free(text);
        return NULL;
    }
    return text;
}

bool opening_list_load(OpeningList *list, const char *path, OpeningNotation notation, int width,
                       int height, Failure *failure) {
    *list = (OpeningList){0};
    char *text = read_text(path, failure);
    if (text == NULL)
        return false;
    bool is_read = opening_list_read(list, text, path, notation, width, height, failure);
    free(text);
    return is_read;
}

void opening_list_release(OpeningList *list) {
    free(list->openings);
    *list = (OpeningList){0};
}

void opening_list_shuffle(OpeningList *list, uint64_t seed) {
    for (size_t left = list->count; left > 1; left--) {
        size_t pick = (size_t)random_below(&seed, left);
        Opening moved = list->openings[left - 1];
        list->openings[left - 1] = list->openings[pick];
        list->openings[pick] = moved;
    }
}

void opening_transform(Opening *opening, int transform, int width, int height) {
    static const int on_oblong[OPENING_TRANSFORMS] = {0, 0, 2, 2, 4, 5, 0, 2};
    if (width != height)
        transform = on_oblong[transform];
    for (size_t i = 0; i < opening->count; i++) {
        int x = opening->stones[i].x, y = opening->stones[i].y;
        int mirrored_x = width - 1 - x, mirrored_y = height - 1 - y;
        int to[OPENING_TRANSFORMS][2] = {
            {x, y},          {y, mirrored_x},         {mirrored_x, mirrored_y},
            {mirrored_y, x}, {x, mirrored_y},         {mirrored_x, y},
            {y, x},          {mirrored_y, mirrored_x}};
        opening->stones[i].x = (uint8_t)to[transform][0];
        opening->stones[i].y = (uint8_t)to[transform][1];
    }
}

size_t opening_to_pos(const Opening *opening, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < opening->count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%c%d", 'a' + opening->stones[i].x,
                                   opening->stones[i].y + 1);
    return length < size ? length : size - 1;
}
