#include "grid/blocks/book_check.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { SIZE_MAX_BOARD = 22, SYMMETRIES = 8, RATE_MAX = 1000, PLIES_MAX = 999, HEAD_MAX = 128 };

/* The text that is left. */
typedef struct Reader {
    const char *at, *end;
} Reader;

typedef struct Point {
    int x, y;
} Point;

/* The stones of a position: 0 none, 1 Black's, 2 White's. */
typedef struct Board {
    int size;
    unsigned char stones[SIZE_MAX_BOARD][SIZE_MAX_BOARD];
    bool is_used[SIZE_MAX_BOARD][SIZE_MAX_BOARD]; /* by a move of its list */
    bool is_symmetric[SYMMETRIES];                /* maps the stones onto themselves */
} Board;

static bool take(Reader *reader, const char *text) {
    size_t length = strlen(text);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static bool take_number(Reader *reader, int least, int most) {
    const char *begin = reader->at;
    int number = 0;
    for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
        number = number * 10 + (*reader->at - '0');
        if (number > most)
            return false;
    }
    return reader->at > begin && number >= least;
}

static bool take_value(Reader *reader) {
    if (take(reader, "+") || take(reader, "-"))
        return take_number(reader, 1, PLIES_MAX);
    return take_number(reader, 0, RATE_MAX);
}

static bool take_point(Reader *reader, int size, Point *point) {
    if (reader->end - reader->at < 2)
        return false;
    *point = (Point){reader->at[0] - 'a', reader->at[1] - 'a'};
    reader->at += 2;
    return point->x >= 0 && point->x < size && point->y >= 0 && point->y < size;
}

/* ---- Symmetries --------------------------------------------------------------------------- */

static Point map(Point point, int size, int symmetry) {
    if (symmetry & 4)
        point = (Point){point.y, point.x};
    if (symmetry & 1)
        point.x = size - 1 - point.x;
    if (symmetry & 2)
        point.y = size - 1 - point.y;
    return point;
}

/* Sets up a form. Returns false if it has a point twice or off the board. */
static bool set_up(Board *board, int size, const char *form) {
    size_t letters = strcmp(form, "-") == 0 ? 0 : strlen(form), black = (letters / 2 + 1) / 2;
    Reader reader = {form, form + letters};
    *board = (Board){.size = size};
    for (size_t i = 0; i < letters / 2; i++) {
        Point point;
        if (!take_point(&reader, size, &point) || board->stones[point.x][point.y] != 0)
            return false;
        board->stones[point.x][point.y] = i < black ? 1 : 2;
    }
    for (int s = 0; s < SYMMETRIES; s++) {
        board->is_symmetric[s] = true;
        for (int x = 0; x < size; x++)
            for (int y = 0; y < size; y++) {
                Point to = map((Point){x, y}, size, s);
                if (board->stones[x][y] != board->stones[to.x][to.y])
                    board->is_symmetric[s] = false;
            }
    }
    return true;
}

/* Returns whether no point that a symmetry of the position makes equal comes before this one. */
static bool is_least(const Board *board, Point point) {
    for (int s = 0; s < SYMMETRIES; s++) {
        Point image = map(point, board->size, s);
        if (board->is_symmetric[s] &&
            (image.x < point.x || (image.x == point.x && image.y < point.y)))
            return false;
    }
    return true;
}

/* ---- The file ----------------------------------------------------------------------------- */

/* ` MOVE=VALUE` */
static bool take_move(Reader *reader, Board *board) {
    Point point;
    if (!take(reader, " ") || !take_point(reader, board->size, &point) ||
        board->stones[point.x][point.y] != 0 || board->is_used[point.x][point.y] ||
        !is_least(board, point) || !take(reader, "=") || !take_value(reader))
        return false;
    board->is_used[point.x][point.y] = true;
    return true;
}

const char *book_check(const BookSearch *search, const BookForm *forms, size_t count,
                       const char *text, size_t length) {
    Reader reader = {text, text + length};
    char head[HEAD_MAX];
    Board board;
    snprintf(head, sizeof head, "kaname-openings 1\nboard %s %d %" PRId64 "\n", search->rule,
             search->size, search->nodes);
    if (!take(&reader, head))
        return "it is no file of openings of this board and search";
    for (size_t i = 0; i < count; i++) {
        if (!take(&reader, forms[i]) || reader.at == reader.end || *reader.at != ' ')
            return "it lacks a position";
        bool is_good = set_up(&board, search->size, forms[i]);
        int moves = 0;
        for (; is_good && !take(&reader, "\n"); moves++)
            is_good = moves < search->lines && take_move(&reader, &board);
        if (!is_good || moves == 0)
            return "the moves of a position are malformed";
    }
    return reader.at == reader.end ? NULL : "it has more than its positions";
}
