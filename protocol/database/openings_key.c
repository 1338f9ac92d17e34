#include "database/openings_key.h"

#include "io/symmetry.h"

#include <stdlib.h>
#include <string.h>

typedef struct Stones {
    size_t count[2]; /* [color] */
    KanamePoint points[2][OPENINGS_STONES_MAX];
} Stones;

void openings_write_point(char text[2], KanamePoint point, int size) {
    text[0] = (char)('a' + point.x);
    text[1] = (char)('a' + size - 1 - point.y);
}

bool openings_read_point(const char text[2], int size, KanamePoint *point) {
    int x = text[0] - 'a', row = text[1] - 'a';
    if (x < 0 || x >= size || row < 0 || row >= size)
        return false;
    *point = (KanamePoint){x, size - 1 - row};
    return true;
}

/* Returns false if the position is no opening. */
static bool collect(Stones *stones, const DatabasePosition *position) {
    *stones = (Stones){.count = {0, 0}};
    if (position->width != position->height)
        return false;
    for (int i = 0; i < position->width * position->height; i++) {
        KanameColor color = position->cells[i];
        if (color == KANAME_EMPTY)
            continue;
        if (stones->count[KANAME_BLACK] + stones->count[KANAME_WHITE] == OPENINGS_STONES_MAX)
            return false;
        stones->points[color][stones->count[color]++] =
            (KanamePoint){i % position->width, i / position->width};
    }
    size_t lead = position->to_move == KANAME_WHITE ? 1 : 0;
    return stones->count[KANAME_BLACK] == stones->count[KANAME_WHITE] + lead;
}

static int compare_points(const void *a, const void *b) {
    return memcmp(a, b, 2);
}

/* Writes the text of an image. */
static void write_image(char text[OPENINGS_TEXT_MAX], const Stones *stones, int symmetry,
                        int size) {
    char *at = text;
    for (KanameColor color = KANAME_BLACK; color <= KANAME_WHITE; color++) {
        for (size_t i = 0; i < stones->count[color]; i++)
            openings_write_point(
                at + 2 * i, symmetry_image(symmetry, stones->points[color][i], size, size), size);
        qsort(at, stones->count[color], 2, compare_points);
        at += 2 * stones->count[color];
    }
    *at = '\0';
}

bool openings_key(OpeningsKey *key, const DatabasePosition *position) {
    Stones stones;
    char text[OPENINGS_TEXT_MAX];
    if (!collect(&stones, position))
        return false;
    key->size = position->width;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        write_image(text, &stones, symmetry, key->size);
        int order = symmetry > 0 ? strcmp(text, key->stones) : -1;
        if (order < 0) {
            key->symmetry = symmetry;
            key->symmetries = 0;
            memcpy(key->stones, text, sizeof text);
        }
        if (order <= 0)
            key->symmetries |= 1U << symmetry;
    }
    return true;
}

KanamePoint openings_key_move(const OpeningsKey *key, KanamePoint move) {
    KanamePoint least = symmetry_image(key->symmetry, move, key->size, key->size);
    for (int symmetry = key->symmetry + 1; symmetry < SYMMETRIES; symmetry++) {
        KanamePoint image = symmetry_image(symmetry, move, key->size, key->size);
        /* Row `a` is the lowest, where y is greatest. */
        bool is_less = image.x < least.x || (image.x == least.x && image.y > least.y);
        if ((key->symmetries & 1U << symmetry) != 0 && is_less)
            least = image;
    }
    return least;
}

KanamePoint openings_key_back(const OpeningsKey *key, KanamePoint point) {
    return symmetry_preimage(key->symmetry, point, key->size, key->size);
}

bool openings_position(DatabasePosition *position, KanameRule rule, int size, const char *stones) {
    size_t length = strlen(stones), count = length / 2, black = count - count / 2;
    database_position_init(position, rule, size, size);
    if (length % 2 != 0 || count > OPENINGS_STONES_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        KanamePoint point;
        if (!openings_read_point(stones + 2 * i, size, &point))
            return false;
        KanameColor *cell = &position->cells[point.y * size + point.x];
        if (*cell != KANAME_EMPTY)
            return false;
        *cell = i < black ? KANAME_BLACK : KANAME_WHITE;
    }
    position->to_move = count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE;
    return true;
}
