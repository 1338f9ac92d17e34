#include "shared/notation/pos.h"

KanamePoint pos_point(unsigned place, PosOrder order) {
    int major = (int)place / POS_SIZE, minor = (int)place % POS_SIZE;
    return order == POS_BY_ROWS ? (KanamePoint){minor, major} : (KanamePoint){major, minor};
}

/* Returns whether the first three stones, x and y as read, lie as books show an opening: the first
 * one in the centre, the second above it or to the upper right, the third within two points and on
 * the right of their line. */
static bool is_book_opening(const unsigned char *places, PosOrder order) {
    enum { CENTRE = POS_SIZE / 2, REACH = 2 };
    KanamePoint points[3];
    for (int i = 0; i < 3; i++)
        points[i] = pos_point(places[i], order);
    int x1 = points[1].x - CENTRE, y1 = CENTRE - points[1].y;
    int x2 = points[2].x - CENTRE, y2 = CENTRE - points[2].y;
    if (points[0].x != CENTRE || points[0].y != CENTRE || x2 < -REACH || x2 > REACH ||
        y2 < -REACH || y2 > REACH)
        return false;
    return (x1 == 0 && y1 == 1 && x2 >= 0) || (x1 == 1 && y1 == 1 && x2 >= y2);
}

PosOrder pos_order_of(const unsigned char *places, size_t count) {
    bool by_columns = count >= 3 && is_book_opening(places, POS_BY_COLUMNS);
    bool by_rows = count >= 3 && is_book_opening(places, POS_BY_ROWS);
    return by_columns == by_rows ? POS_UNKNOWN : by_rows ? POS_BY_ROWS : POS_BY_COLUMNS;
}

bool pos_has_mark(const unsigned char *bytes, size_t size) {
    return size >= POS_MARK && bytes[size - 1] == 0 && bytes[size - 2] == 0;
}
