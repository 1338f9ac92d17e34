#include "io/symmetry.h"

KanamePoint symmetry_image(int symmetry, KanamePoint point, int width, int height) {
    int x = symmetry & 1 ? width - 1 - point.x : point.x;
    int y = symmetry & 2 ? height - 1 - point.y : point.y;
    return symmetry & 4 ? (KanamePoint){y, x} : (KanamePoint){x, y};
}
