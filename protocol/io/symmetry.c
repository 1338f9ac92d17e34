#include "io/symmetry.h"

KanamePoint symmetry_image(int symmetry, KanamePoint point, int width, int height) {
    int x = symmetry & 1 ? width - 1 - point.x : point.x;
    int y = symmetry & 2 ? height - 1 - point.y : point.y;
    return symmetry & 4 ? (KanamePoint){y, x} : (KanamePoint){x, y};
}

/* Returns whether the position, blocked points included, is equal to its image. */
static bool is_kept(const KanameEngine *engine, int symmetry,
                    const bool (*is_blocked)[KANAME_MAX_SIZE]) {
    int width = kaname_width(engine), height = kaname_height(engine);
    if (symmetry >= 4 && width != height)
        return false;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            KanamePoint image = symmetry_image(symmetry, (KanamePoint){x, y}, width, height);
            if (kaname_at(engine, x, y) != kaname_at(engine, image.x, image.y) ||
                (is_blocked != NULL && is_blocked[y][x] != is_blocked[image.y][image.x]))
                return false;
        }
    return true;
}

void symmetry_exclude_doubles(KanameEngine *engine, const bool (*is_blocked)[KANAME_MAX_SIZE]) {
    int width = kaname_width(engine), height = kaname_height(engine);
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        if (!is_kept(engine, symmetry, is_blocked))
            continue;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                /* Of points that the kept symmetries map onto each other the first in reading order
                 * stays: none of its images comes before it. */
                KanamePoint image = symmetry_image(symmetry, (KanamePoint){x, y}, width, height);
                if (image.y < y || (image.y == y && image.x < x))
                    (void)kaname_exclude(engine, x, y, true);
            }
    }
}
