/* Yixin Board's files. .pos: for each position a byte with the number of stones and one byte for
 * each stone, in turn, Black first: 15 * column from the left + row from the top, or in RenLib's
 * files 15 * row + column. The two are mirror images of one game: only a game that begins as books
 * show the openings of renju tells which one it is. .sav: numbers
 * separated by blanks: height, width, number of stones, and for each stone row and column from 0.
 */
#include "games/reading.h"

#include <string.h>

enum { POS_SIZE = 15, POS_CELLS = POS_SIZE * POS_SIZE };

/* Returns the length of the position at the start; 0 if the bytes are too few, or a point is
 * repeated or off the board. */
static size_t position_length(const unsigned char *at, size_t size) {
    bool is_taken[POS_CELLS] = {false};
    size_t count = at[0];
    if (count > POS_CELLS || count >= size)
        return 0;
    for (size_t i = 1; i <= count; i++) {
        if (at[i] >= POS_CELLS || is_taken[at[i]])
            return 0;
        is_taken[at[i]] = true;
    }
    return count + 1;
}

bool pos_matches(const char *start, const char *end) {
    while (start < end) {
        size_t length = position_length((const unsigned char *)start, (size_t)(end - start));
        if (length == 0)
            return false;
        start += length;
    }
    return true;
}

static bool begin(GameReading *reading, int width, int height) {
    Game *game = reading->builder.game;
    game->width = width;
    game->height = height;
    game->has_size = true;
    return reading_check(reading, reading->start, game_begin(&reading->builder, game));
}

static bool add_stone(GameReading *reading, const char *at, int x, int y) {
    KanameColor color = game_side(&reading->builder);
    return reading_check(reading, at, game_add_move(&reading->builder, (KanamePoint){x, y}, color));
}

/* Returns whether the first three stones, x and y as read, lie as books show an opening: the first
 * one in the centre, the second above it or to the upper right, the third within two points and on
 * the right of their line. */
static bool is_book_opening(const KanamePoint *points) {
    enum { CENTRE = POS_SIZE / 2, REACH = 2 };
    int x1 = points[1].x - CENTRE, y1 = CENTRE - points[1].y;
    int x2 = points[2].x - CENTRE, y2 = CENTRE - points[2].y;
    if (points[0].x != CENTRE || points[0].y != CENTRE || x2 < -REACH || x2 > REACH ||
        y2 < -REACH || y2 > REACH)
        return false;
    return (x1 == 0 && y1 == 1 && x2 >= 0) || (x1 == 1 && y1 == 1 && x2 >= y2);
}

static KanamePoint point_of(unsigned place, bool is_by_rows) {
    int major = (int)place / POS_SIZE, minor = (int)place % POS_SIZE;
    return is_by_rows ? (KanamePoint){minor, major} : (KanamePoint){major, minor};
}

/* Returns whether the points come by rows; the game's notice says if that is a guess. */
static bool is_by_rows(Game *game, const unsigned char *places, size_t count) {
    KanamePoint columns[3], rows[3];
    bool is_symmetric = true;
    if (game->pos_order != GAME_POS_DETECT)
        return game->pos_order == GAME_POS_RENLIB;
    for (size_t i = 0; i < count; i++)
        is_symmetric = is_symmetric && places[i] / POS_SIZE == places[i] % POS_SIZE;
    for (size_t i = 0; i < 3 && i < count; i++) {
        columns[i] = point_of(places[i], false);
        rows[i] = point_of(places[i], true);
    }
    bool is_books_by_columns = count >= 3 && is_book_opening(columns);
    bool is_books_by_rows = count >= 3 && is_book_opening(rows);
    if (is_books_by_rows && !is_books_by_columns)
        snprintf(game->notice, sizeof game->notice,
                 "read as RenLib's .pos by its opening; Yixin Board's would be its mirror image "
                 "(--pos-order yixin)");
    else if (is_books_by_columns == is_books_by_rows && !is_symmetric)
        snprintf(
            game->notice, sizeof game->notice,
            "read as Yixin Board's .pos; RenLib's would be its mirror image (--pos-order renlib)");
    return is_books_by_rows && !is_books_by_columns;
}

bool pos_read(GameReading *reading) {
    if (!begin(reading, POS_SIZE, POS_SIZE))
        return false;
    size_t count = (unsigned char)*reading->next++;
    size_t left = (size_t)(reading->end - reading->next);
    bool by_rows = is_by_rows(reading->builder.game, (const unsigned char *)reading->next,
                              left < count ? left : count);
    for (size_t i = 0; i < count; i++) {
        const char *at = reading->next;
        if (at == reading->end)
            return reading_fail(reading, at - 1, "the file ends after %zu of %zu stones", i, count);
        unsigned place = (unsigned char)*at;
        if (place >= POS_CELLS)
            return reading_fail(reading, at, "the point %u lies off the board", place);
        KanamePoint point = point_of(place, by_rows);
        if (!add_stone(reading, at, point.x, point.y))
            return false;
        reading->next++;
    }
    return true;
}

static bool take_number(GameReading *reading, int *number) {
    ReadingLine line = {reading->next, reading->end};
    while (line.text < line.end && strchr(" \t\r\n", *line.text) != NULL && *line.text != '\0')
        line.text++;
    reading->next = line.text;
    if (!line_take_number(&line, number))
        return reading_fail(reading, reading->next,
                            reading->next == reading->end ? "the file ends early"
                                                          : "a number is wrong");
    reading->next = line.text;
    return true;
}

bool sav_read(GameReading *reading) {
    const char *start = reading->next;
    int height, width, count;
    if (!take_number(reading, &height) || !take_number(reading, &width))
        return false;
    if (width < KANAME_MIN_SIZE || width > KANAME_MAX_SIZE || height < KANAME_MIN_SIZE ||
        height > KANAME_MAX_SIZE)
        return reading_fail(reading, start, "a board of %dx%d; possible are %d to %d", width,
                            height, KANAME_MIN_SIZE, KANAME_MAX_SIZE);
    if (!begin(reading, width, height) || !take_number(reading, &count))
        return false;
    if (count > width * height)
        return reading_fail(reading, reading->next - 1, "%d stones on a board of %dx%d", count,
                            width, height);
    for (int i = 0; i < count; i++) {
        int x, y;
        if (!take_number(reading, &y))
            return false;
        const char *at = reading->next - 1;
        if (!take_number(reading, &x) || !add_stone(reading, at, x, y))
            return false;
    }
    int extra;
    const char *end = reading->next;
    if (take_number(reading, &extra))
        return reading_fail(reading, end, "more numbers than the %d stones need", count);
    return reading->next == reading->end;
}
