/* Yixin Board's files. .pos: shared/notation/pos.h. .sav: numbers separated by blanks: height,
 * width, number of stones, and for each stone row and column from 0. */
#include "shared/notation/pos.h"
#include "shared/games/reading.h"

#include <string.h>

/* So many positions tell the format: each game of a large file asks anew. */
enum { MATCHES_MAX = 64 };

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
    for (int i = 0; i < MATCHES_MAX && start < end; i++) {
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

/* Returns whether all points lie on the line that the two orders mirror. */
static bool is_symmetric(const unsigned char *places, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (places[i] / POS_SIZE != places[i] % POS_SIZE)
            return false;
    return true;
}

/* Returns the order of the points; the game's notice says if that is a guess. */
static PosOrder find_order(Game *game, const unsigned char *places, size_t count) {
    PosOrder order = pos_order_of(places, count);
    if (order == POS_BY_ROWS)
        snprintf(game->notice, sizeof game->notice,
                 "read as RenLib's .pos by its opening; Yixin Board's would be its mirror image "
                 "(--pos-order yixin)");
    else if (order == POS_UNKNOWN && !is_symmetric(places, count))
        snprintf(
            game->notice, sizeof game->notice,
            "read as Yixin Board's .pos; RenLib's would be its mirror image (--pos-order renlib)");
    return order;
}

bool pos_read(GameReading *reading) {
    if (!begin(reading, POS_SIZE, POS_SIZE))
        return false;
    Game *game = reading->builder.game;
    size_t count = (unsigned char)*reading->next++;
    size_t left = (size_t)(reading->end - reading->next);
    const unsigned char *places = (const unsigned char *)reading->next;
    bool has_mark = left > count && pos_has_mark(places + count, left - count);
    PosOrder order = game->pos_order == GAME_POS_RENLIB ? POS_BY_ROWS
                     : game->pos_order == GAME_POS_YIXIN || has_mark
                         ? POS_BY_COLUMNS
                         : find_order(game, places, left < count ? left : count);
    for (size_t i = 0; i < count; i++) {
        const char *at = reading->next;
        if (at == reading->end)
            return reading_fail(reading, at - 1, "the file ends after %zu of %zu stones", i, count);
        unsigned place = (unsigned char)*at;
        if (place >= POS_CELLS)
            return reading_fail(reading, at, "the point %u lies off the board", place);
        KanamePoint point = pos_point(place, order);
        if (!add_stone(reading, at, point.x, point.y))
            return false;
        reading->next++;
    }
    if (has_mark && reading->end - reading->next == POS_MARK)
        reading->next = reading->end;
    return true;
}

static bool take_number(GameReading *reading, int *number) {
    ReadingLine line = {reading->next, reading->end};
    while (line.text < line.end && strchr(" \t\r\n", *line.text) != NULL && *line.text != '\0')
        line.text++;
    reading->next = line.text;
    if (!reading_line_take_number(&line, number))
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
