#include "play/drawing.h"

#include <stdio.h>
#include <string.h>

/* ---- Text -------------------------------------------------------------------------------- */

static void add(TerminalText *text, const char *more, size_t length) {
    if (length > sizeof text->text - text->length)
        return;
    memcpy(text->text + text->length, more, length);
    text->length += length;
}

void terminal_text_add(TerminalText *text, const char *more) {
    add(text, more, strlen(more));
}

void terminal_text_wrap(TerminalText *text, const char *paragraph, int columns) {
    enum { COLUMNS_MIN = 8 };
    size_t room = columns > COLUMNS_MIN ? (size_t)columns : COLUMNS_MIN;
    for (;;) {
        size_t length = strlen(paragraph), cut = length;
        if (length > room) {
            cut = room;
            while (cut > 0 && paragraph[cut] != ' ')
                cut--;
            if (cut == 0)
                cut = room;
        }
        add(text, paragraph, cut);
        add(text, "\n", 1);
        paragraph += cut;
        while (cut < length && *paragraph == ' ')
            paragraph++;
        if (*paragraph == '\0')
            return;
    }
}

/* ---- Board ------------------------------------------------------------------------------- */

enum { LABEL_COLUMNS = 3 }; /* before each row: its number and a blank */

/* The signs drawn at a point. */
typedef enum {
    SIGN_EMPTY,
    SIGN_STAR, /* an empty star point */
    SIGN_FORBIDDEN,
    SIGN_BLACK,
    SIGN_WHITE,
    SIGN_BLACK_LAST,
    SIGN_WHITE_LAST,
    SIGN_BLACK_WINNING,
    SIGN_WHITE_WINNING,
    SIGN_WALL,
    SIGN_COUNT
} Sign;

static const char *const ascii_signs[SIGN_COUNT] = {".", "+", "!", "X", "O",
                                                    "x", "o", "#", "@", "%"};
static const char *const unicode_signs[SIGN_COUNT] = {
    "\u00b7", "+", "!", "\u25cf", "\u25cb", "\u25c6", "\u25c7", "\u2605", "\u2606", "\u25a0",
};

#define COLOR_OFF "\033[0m"
#define COLOR_MARK "\033[1;33m"
#define COLOR_WON "\033[1;32m"
#define COLOR_FORBIDDEN "\033[31m"

typedef struct Drawing {
    TerminalText *text;
    const TerminalGame *game;
    const TerminalLook *look;
    bool is_compact;
    bool has_last;
    KanamePoint last;
} Drawing;

/* Returns whether the point is a star point: the centre and, if there is room, the four points near
 * the corners. */
static bool is_star(const KanameEngine *engine, int x, int y) {
    enum { FROM_EDGE = 3, ROOMY = 11 };
    int width = kaname_width(engine), height = kaname_height(engine);
    bool has_middle = width % 2 == 1 && height % 2 == 1;
    if (has_middle && x == width / 2 && y == height / 2)
        return true;
    return width >= ROOMY && height >= ROOMY && (x == FROM_EDGE || x == width - 1 - FROM_EDGE) &&
           (y == FROM_EDGE || y == height - 1 - FROM_EDGE);
}

static bool is_last(const Drawing *drawing, int x, int y) {
    return drawing->has_last && drawing->last.x == x && drawing->last.y == y;
}

static bool is_winning(const Drawing *drawing, int x, int y) {
    return x < kaname_width(drawing->game->engine) && drawing->game->is_winning[y][x];
}

static Sign sign_at(const Drawing *drawing, int x, int y) {
    KanameColor color = kaname_at(drawing->game->engine, x, y);
    if (color == KANAME_EMPTY) {
        if (drawing->game->is_forbidden[y][x])
            return SIGN_FORBIDDEN;
        return is_star(drawing->game->engine, x, y) ? SIGN_STAR : SIGN_EMPTY;
    }
    if (color == KANAME_WALL)
        return SIGN_WALL;
    bool is_black = color == KANAME_BLACK;
    if (drawing->is_compact && is_winning(drawing, x, y))
        return is_black ? SIGN_BLACK_WINNING : SIGN_WHITE_WINNING;
    if (drawing->is_compact && is_last(drawing, x, y))
        return is_black ? SIGN_BLACK_LAST : SIGN_WHITE_LAST;
    return is_black ? SIGN_BLACK : SIGN_WHITE;
}

static void draw_colored(const Drawing *drawing, const char *color, const char *what) {
    bool has_color = drawing->look->has_color && color != NULL;
    if (has_color)
        terminal_text_add(drawing->text, color);
    terminal_text_add(drawing->text, what);
    if (has_color)
        terminal_text_add(drawing->text, COLOR_OFF);
}

/* Draws the character between the points x-1 and x of a row. */
static void draw_gap(const Drawing *drawing, int x, int y) {
    bool opens = is_last(drawing, x, y), closes = x > 0 && is_last(drawing, x - 1, y);
    if (opens || closes)
        draw_colored(drawing, COLOR_MARK, opens ? "[" : "]");
    else if (is_winning(drawing, x, y))
        draw_colored(drawing, COLOR_WON, "*");
    else
        terminal_text_add(drawing->text, " ");
}

static void draw_point(const Drawing *drawing, int x, int y) {
    Sign sign = sign_at(drawing, x, y);
    const char *color = NULL;
    if (is_winning(drawing, x, y))
        color = COLOR_WON;
    else if (is_last(drawing, x, y))
        color = COLOR_MARK;
    else if (sign == SIGN_FORBIDDEN)
        color = COLOR_FORBIDDEN;
    draw_colored(drawing, color, (drawing->look->is_unicode ? unicode_signs : ascii_signs)[sign]);
}

static void draw_letters(const Drawing *drawing) {
    terminal_text_add(drawing->text, "   ");
    for (int x = 0; x < kaname_width(drawing->game->engine); x++) {
        const char letter[] = {' ', (char)('a' + x), '\0'};
        terminal_text_add(drawing->text, drawing->is_compact ? letter + 1 : letter);
    }
    terminal_text_add(drawing->text, "\n");
}

static void draw_row(const Drawing *drawing, int y) {
    char label[16];
    int width = kaname_width(drawing->game->engine);
    snprintf(label, sizeof label, "%2d ", kaname_height(drawing->game->engine) - y);
    terminal_text_add(drawing->text, label);
    for (int x = 0; x < width; x++) {
        if (!drawing->is_compact)
            draw_gap(drawing, x, y);
        draw_point(drawing, x, y);
    }
    if (!drawing->is_compact && is_last(drawing, width - 1, y))
        draw_gap(drawing, width, y);
    terminal_text_add(drawing->text, "\n");
}

void terminal_draw_board(TerminalText *text, const TerminalGame *game, const TerminalLook *look) {
    const KanameEngine *engine = game->engine;
    int width = kaname_width(engine), height = kaname_height(engine);
    size_t count = kaname_stone_count(engine);
    Drawing drawing = {.text = text, .game = game, .look = look, .has_last = count > 0};
    if (count > 0) {
        KanameStone last = kaname_stone(engine, count - 1);
        drawing.last = (KanamePoint){last.x, last.y};
    }
    if (look->columns < LABEL_COLUMNS + width) {
        char line[96];
        snprintf(line, sizeof line, "(too narrow for the board: it takes %d columns)",
                 LABEL_COLUMNS + width);
        terminal_text_wrap(text, line, look->columns);
        return;
    }
    drawing.is_compact = look->columns < LABEL_COLUMNS + 2 * width + 1;
    for (int y = 0; y < height; y++)
        draw_row(&drawing, y);
    draw_letters(&drawing);
}
