#include "support/suite.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool suite_is_comment(const char *line) {
    return line[0] == '#' || line[strspn(line, " \r\n")] == '\0';
}

/* Cuts the next field off, without the blanks around it; NULL after the last one. */
static char *next_field(char **rest) {
    char *field = *rest;
    if (field == NULL)
        return NULL;
    char *bar = strstr(field, " | ");
    *rest = bar == NULL ? NULL : bar + 3;
    if (bar != NULL)
        *bar = '\0';
    field += strspn(field, " ");
    size_t length = strlen(field);
    while (length > 0 && strchr(" \r\n", field[length - 1]) != NULL)
        field[--length] = '\0';
    return field;
}

/* What follows `name` at the start of the field; NULL if it does not start so. */
static const char *after(const char *field, const char *name) {
    size_t length = strlen(name);
    return field != NULL && strncmp(field, name, length) == 0 ? field + length : NULL;
}

static bool read_number(const char **text, int limit, int *number) {
    char *end;
    long value = strtol(*text, &end, 10);
    if (end == *text || value < 0 || value >= limit)
        return false;
    *text = end;
    *number = (int)value;
    return true;
}

/* Reads "x,y" on the board and moves on behind it. */
static bool read_point(const char **text, int size, KanamePoint *point) {
    if (!read_number(text, size, &point->x) || **text != ',')
        return false;
    ++*text;
    return read_number(text, size, &point->y);
}

static bool is_taken(const SuiteCase *item, KanamePoint point) {
    for (size_t i = 0; i < item->stone_count; i++)
        if (item->stones[i].x == point.x && item->stones[i].y == point.y)
            return true;
    return false;
}

static bool read_stones(SuiteCase *item, const char *text, KanameColor color) {
    if (text == NULL || strcmp(text, "-") == 0)
        return text != NULL;
    for (;; text++) {
        KanamePoint point;
        if (!read_point(&text, item->size, &point) || is_taken(item, point))
            return false;
        item->stones[item->stone_count++] = (KanameStone){point.x, point.y, color};
        if (*text != ';')
            return *text == '\0';
    }
}

static bool read_cells(SuiteCase *item, const char *text) {
    while (text != NULL && *text != '\0') {
        KanamePoint point;
        if (!read_point(&text, item->size, &point) || is_taken(item, point) ||
            suite_lists(item, point))
            return false;
        item->cells[item->cell_count++] = point;
        text += strspn(text, " ");
    }
    return item->cell_count > 0;
}

static bool read_rule(const char *text, KanameRule *rule) {
    static const char *const NAMES[KANAME_RULE_COUNT] = {"freestyle", "standard", "renju", "caro6",
                                                         "caro5"};
    for (int i = 0; text != NULL && i < KANAME_RULE_COUNT; i++)
        if (strcmp(text, NAMES[i]) == 0) {
            *rule = (KanameRule)i;
            return true;
        }
    return false;
}

static bool read_kind(SuiteCase *item, const char *text, char **rest) {
    if (text == NULL)
        return false;
    static const char *const of_moves[] = {
        [SUITE_WIN] = "win", [SUITE_DEFEND] = "defend", [SUITE_AVOID] = "avoid"};
    for (size_t i = 0; i < sizeof of_moves / sizeof *of_moves; i++)
        if (strcmp(text, of_moves[i]) == 0) {
            item->kind = (SuiteKind)i;
            return read_cells(item, next_field(rest));
        }
    if (after(text, "goal=") != NULL)
        item->kind = SUITE_THREATS;
    else if (after(text, "n=") != NULL)
        item->kind = strcmp(text, "n=none") == 0 ? SUITE_NO_FOURS : SUITE_FOURS;
    else
        return false;
    return true;
}

static bool read_nodes(const char *text, uint64_t *nodes) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value == 0)
        return false;
    *nodes = value;
    return true;
}

const char *suite_read(SuiteCase *item, char *line) {
    *item = (SuiteCase){.id = next_field(&line)};
    if (!read_rule(next_field(&line), &item->rule))
        return "no such rule";
    const char *size = next_field(&line);
    if (size == NULL || !read_number(&size, KANAME_MAX_SIZE + 1, &item->size) ||
        item->size < KANAME_MIN_SIZE || *size != '\0')
        return "no such size";
    const char *side = next_field(&line);
    if (side == NULL || (strcmp(side, "B") != 0 && strcmp(side, "W") != 0))
        return "the side is B or W";
    item->side = side[0] == 'B' ? KANAME_BLACK : KANAME_WHITE;
    if (!read_stones(item, after(next_field(&line), "B="), KANAME_BLACK) ||
        !read_stones(item, after(next_field(&line), "W="), KANAME_WHITE))
        return "stones that cannot be set";
    if (!read_kind(item, next_field(&line), &line))
        return "no such kind, or cells that cannot be played";
    for (const char *field; (field = next_field(&line)) != NULL;) {
        const char *nodes = after(field, "nodes=");
        if (nodes != NULL && !read_nodes(nodes, &item->nodes))
            return "nodes= needs a number";
        if (strcmp(field, "fixed") == 0)
            item->is_fixed = true;
    }
    return NULL;
}

bool suite_lists(const SuiteCase *item, KanamePoint point) {
    for (size_t i = 0; i < item->cell_count; i++)
        if (item->cells[i].x == point.x && item->cells[i].y == point.y)
            return true;
    return false;
}

bool suite_accepts(const SuiteCase *item, KanamePoint move) {
    return suite_lists(item, move) == (item->kind != SUITE_AVOID);
}
