#include "io/symmetry.h"

KanamePoint symmetry_image(int symmetry, KanamePoint point, int width, int height) {
    int x = symmetry & 1 ? width - 1 - point.x : point.x;
    int y = symmetry & 2 ? height - 1 - point.y : point.y;
    return symmetry & 4 ? (KanamePoint){y, x} : (KanamePoint){x, y};
}

KanamePoint symmetry_preimage(int symmetry, KanamePoint image, int width, int height) {
    /* A symmetry mirrors, then swaps the axes; its inverse swaps, then mirrors. */
    if (symmetry & 4)
        image = (KanamePoint){image.y, image.x};
    return symmetry_image(symmetry & 3, image, width, height);
}
