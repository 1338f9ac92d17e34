#include "web/handlers/rows.h"

#include <string.h>

enum { DIRECTIONS = 4, FIVE = 5, REACH = 4 /* of a stone along its line: to the end of a five */ };

static const KanamePoint directions[DIRECTIONS] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static KanamePoint moved(KanamePoint at, KanamePoint direction, int steps) {
    return (KanamePoint){at.x + steps * direction.x, at.y + steps * direction.y};
}

static bool is_same(KanamePoint a, KanamePoint b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_stone(const KanameEngine *engine, KanamePoint at, KanameColor color) {
    return kaname_at(engine, at.x, at.y) == color;
}

/* Collects the stones of the run through the point, which itself is not one of them, along the
 * line. Returns their number. */
static size_t run_through(const KanameEngine *engine, KanamePoint at, KanamePoint direction,
                          KanameColor color, KanamePoint stones[ROW_STONES_MAX]) {
    size_t count = 0;
    int first = 0;
    while (is_stone(engine, moved(at, direction, first - 1), color))
        first--;
    for (int step = first; step < 0; step++)
        stones[count++] = moved(at, direction, step);
    for (int step = 1; is_stone(engine, moved(at, direction, step), color); step++)
        stones[count++] = moved(at, direction, step);
    return count;
}

/* Whether the point wins along this direction: a row with which it wins holds a stone beside it. */
static bool wins_along(const KanameEngine *engine, KanamePoint at, KanamePoint direction,
                       KanameColor color) {
    KanamePoint points[DIRECTIONS * KANAME_MAX_SIZE];
    size_t count =
        kaname_winning_rows(engine, at.x, at.y, color, points, sizeof points / sizeof points[0]);
    for (size_t i = 0; i < count; i++)
        if (is_same(points[i], moved(at, direction, 1)) ||
            is_same(points[i], moved(at, direction, -1)))
            return true;
    return false;
}

static bool is_same_row(const Row *row, const KanamePoint *stones, size_t count) {
    if (row->stone_count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_same(row->stones[i], stones[i]))
            return false;
    return true;
}

/* Adds the point to the row of these stones, or a new row. */
static void add(Rows *rows, RowKind kind, const KanamePoint *stones, size_t count,
                KanamePoint point) {
    size_t at = 0;
    while (at < rows->count && !is_same_row(&rows->rows[at], stones, count))
        at++;
    if (at == ROWS_MAX)
        return;
    Row *row = &rows->rows[at];
    if (at == rows->count) {
        rows->count++;
        *row = (Row){.kind = kind, .stone_count = count};
        memcpy(row->stones, stones, count * sizeof stones[0]);
    }
    if (row->point_count < ROW_POINTS_MAX)
        row->points[row->point_count++] = point;
    if (row->kind == ROW_FOUR && row->point_count > 1)
        row->kind = ROW_OPEN_FOUR;
}

static void find_fours(const KanameEngine *engine, KanamePoint at, KanameColor color, Rows *rows) {
    KanamePoint stones[ROW_STONES_MAX];
    if (!kaname_wins_at(engine, at.x, at.y, color))
        return;
    for (int i = 0; i < DIRECTIONS; i++) {
        size_t count = run_through(engine, at, directions[i], color, stones);
        if (count + 1 >= FIVE && wins_along(engine, at, directions[i], color))
            add(rows, ROW_FOUR, stones, count, at);
    }
}

/* Whether the stone on the point makes an open four along the direction: the next one wins at both
 * ends of its run. */
static bool makes_open_four(const KanameEngine *engine, KanamePoint at, KanamePoint direction,
                            KanameColor color) {
    KanamePoint ends[2];
    for (int side = 0; side < 2; side++) {
        int way = side == 0 ? 1 : -1, step = way;
        while (is_stone(engine, moved(at, direction, step), color))
            step += way;
        ends[side] = moved(at, direction, step);
        if (kaname_at(engine, ends[side].x, ends[side].y) != KANAME_EMPTY ||
            !kaname_wins_at(engine, ends[side].x, ends[side].y, color) ||
            !wins_along(engine, ends[side], direction, color))
            return false;
    }
    return true;
}

/* Whether a stone on the point might make a four: two more of the color stand near it. */
static bool may_make_four(const KanameEngine *engine, KanamePoint at, KanamePoint direction,
                          KanameColor color) {
    int count = 0;
    for (int step = -REACH; step <= REACH; step++)
        count += is_stone(engine, moved(at, direction, step), color);
    return count >= FIVE - 2;
}

static void find_threes(KanameEngine *engine, KanamePoint at, KanameColor color, Rows *rows) {
    KanamePoint stones[ROW_STONES_MAX];
    bool may = false;
    for (int i = 0; i < DIRECTIONS; i++)
        may = may || may_make_four(engine, at, directions[i], color);
    if (!may || kaname_wins_at(engine, at.x, at.y, color) ||
        kaname_is_forbidden(engine, at.x, at.y, color) ||
        kaname_play(engine, at.x, at.y) != KANAME_OK)
        return;
    for (int i = 0; i < DIRECTIONS; i++) {
        size_t count = run_through(engine, at, directions[i], color, stones);
        if (count == FIVE - 2 && makes_open_four(engine, at, directions[i], color))
            add(rows, ROW_OPEN_THREE, stones, count, at);
    }
    (void)kaname_take_back(engine);
}

void rows_find(KanameEngine *engine, Rows *rows) {
    KanameColor color = kaname_to_move(engine);
    rows->count = 0;
    for (int y = 0; y < kaname_height(engine); y++) {
        for (int x = 0; x < kaname_width(engine); x++) {
            if (kaname_at(engine, x, y) != KANAME_EMPTY)
                continue;
            find_fours(engine, (KanamePoint){x, y}, color, rows);
            find_threes(engine, (KanamePoint){x, y}, color, rows);
        }
    }
}

void rows_add_overlines(const KanameEngine *engine, KanamePoint at, Rows *rows) {
    KanamePoint stones[ROW_STONES_MAX];
    for (int i = 0; i < DIRECTIONS; i++) {
        int first = 0, last = 0;
        while (is_stone(engine, moved(at, directions[i], first - 1), KANAME_BLACK))
            first--;
        while (is_stone(engine, moved(at, directions[i], last + 1), KANAME_BLACK))
            last++;
        if (last - first + 1 <= FIVE || rows->count == ROWS_MAX)
            continue;
        Row *row = &rows->rows[rows->count++];
        *row = (Row){.kind = ROW_OVERLINE};
        for (int step = first; step <= last; step++)
            stones[row->stone_count++] = moved(at, directions[i], step);
        memcpy(row->stones, stones, row->stone_count * sizeof stones[0]);
    }
}

void rows_keep_through(Rows *rows, KanamePoint at) {
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++) {
        bool is_through = false;
        for (size_t j = 0; j < rows->rows[i].stone_count; j++)
            is_through = is_through || is_same(rows->rows[i].stones[j], at);
        if (is_through)
            rows->rows[kept++] = rows->rows[i];
    }
    rows->count = kept;
}

size_t rows_fours(const Rows *rows) {
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++)
        count += rows->rows[i].kind == ROW_FOUR || rows->rows[i].kind == ROW_OPEN_FOUR;
    return count;
}
