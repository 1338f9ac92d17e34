#include "database/keys.h"

#include "io/notation.h"
#include "io/symmetry.h"

#include <stdio.h>
#include <string.h>

/* Returns whether the image's board is at least as wide as high. */
static bool is_usable(int symmetry, int width, int height) {
    bool swaps = symmetry >= SYMMETRIES / 2;
    return width == height || swaps == (width < height);
}

/* The occupied points of a position; listed because most boards are nearly empty. */
typedef struct Stones {
    size_t count;
    KanamePoint points[KANAME_MAX_CELLS];
} Stones;

static void collect_stones(const DatabasePosition *position, Stones *stones) {
    stones->count = 0;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            if (position->cells[y * position->width + x] != KANAME_EMPTY)
                stones->points[stones->count++] = (KanamePoint){x, y};
}

/* Writes the image, one byte a cell. */
static void arrange(const DatabasePosition *position, const Stones *stones, int symmetry,
                    int key_width, unsigned char *cells) {
    memset(cells, KANAME_EMPTY, (size_t)position->width * (size_t)position->height);
    for (size_t i = 0; i < stones->count; i++) {
        KanamePoint point = stones->points[i];
        KanamePoint image = symmetry_image(symmetry, point, position->width, position->height);
        cells[image.y * key_width + image.x] =
            (unsigned char)position->cells[point.y * position->width + point.x];
    }
}

static void write_stones(const DatabaseKey *key, const unsigned char *cells, KanameColor color,
                         char *text) {
    for (int y = 0; y < key->height; y++)
        for (int x = 0; x < key->width; x++) {
            if (cells[y * key->width + x] != (unsigned char)color)
                continue;
            int number = y + 1;
            *text++ = (char)('a' + x);
            if (number >= 10)
                *text++ = (char)('0' + number / 10);
            *text++ = (char)('0' + number % 10);
        }
    *text = '\0';
}

void database_key(DatabaseKey *key, const DatabasePosition *position) {
    unsigned char best[KANAME_MAX_CELLS], now[KANAME_MAX_CELLS];
    int width = position->width, height = position->height;
    size_t count = (size_t)width * (size_t)height;
    bool has_best = false;
    Stones stones;
    collect_stones(position, &stones);
    key->width = width > height ? width : height;
    key->height = width > height ? height : width;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        if (!is_usable(symmetry, width, height))
            continue;
        arrange(position, &stones, symmetry, key->width, now);
        if (has_best && memcmp(now, best, count) >= 0)
            continue;
        memcpy(best, now, count);
        key->symmetry = symmetry;
        has_best = true;
    }
    snprintf(key->size, sizeof key->size, "%dx%d", key->width % 100, key->height % 100);
    write_stones(key, best, KANAME_BLACK, key->black);
    write_stones(key, best, KANAME_WHITE, key->white);
}

KanamePoint database_key_point(const DatabaseKey *key, const DatabasePosition *position,
                               KanamePoint point) {
    return symmetry_image(key->symmetry, point, position->width, position->height);
}

KanamePoint database_key_point_back(const DatabaseKey *key, const DatabasePosition *position,
                                    KanamePoint point) {
    return symmetry_preimage(key->symmetry, point, position->width, position->height);
}

KanamePoint database_key_move(const DatabaseKey *key, const DatabasePosition *position,
                              KanamePoint move) {
    unsigned char cells[KANAME_MAX_CELLS], image[KANAME_MAX_CELLS];
    KanamePoint least = database_key_point(key, position, move);
    Stones stones;
    collect_stones(position, &stones);
    arrange(position, &stones, key->symmetry, key->width, cells);
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        if (!is_usable(symmetry, position->width, position->height))
            continue;
        arrange(position, &stones, symmetry, key->width, image);
        if (memcmp(image, cells, (size_t)key->width * (size_t)key->height) != 0)
            continue;
        KanamePoint point = symmetry_image(symmetry, move, position->width, position->height);
        if (point.y < least.y || (point.y == least.y && point.x < least.x))
            least = point;
    }
    return least;
}

bool database_read_stones(DatabasePosition *position, const char *text, KanameColor color) {
    const char *end = text + strlen(text);
    while (text < end) {
        KanamePoint point;
        if (!notation_read_point(&text, end, 0, &point) || point.x >= position->width ||
            point.y >= position->height)
            return false;
        KanameColor *cell = &position->cells[point.y * position->width + point.x];
        if (*cell != KANAME_EMPTY)
            return false;
        *cell = color;
    }
    return true;
}
