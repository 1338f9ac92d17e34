#include "shared/games/links.h"

#include "shared/notation/points.h"
#include "shared/notation/values.h"

#include <string.h>

/* The keys of a link, in the order in which they take effect. */
typedef enum LinkKey {
    LINK_RULE,
    LINK_SIZE,
    LINK_WALLS,
    LINK_BLACK,
    LINK_WHITE,
    LINK_SIDE,
    LINK_MOVES,
    LINK_AT,
    LINK_KEYS
} LinkKey;

static const char *const keys[LINK_KEYS] = {
    "rule=", "size=", "walls=", "black=", "white=", "side=", "moves=", "at="};

enum { VALUE_MAX = 16 /* bytes of a short value, NUL included */ };

/* Takes a key that is known from the front of the text. Returns LINK_KEYS if there is none. */
static LinkKey take_key(ReadingLine *text) {
    for (int i = 0; i < LINK_KEYS; i++)
        if (reading_line_take_text(text, keys[i]))
            return (LinkKey)i;
    return LINK_KEYS;
}

/* Returns the part of the word after its last `#`, or else its last `?`; empty if it has neither
 * behind its first character. */
static ReadingLine fragment_of(ReadingLine word) {
    static const char signs[] = {'#', '?'};
    for (size_t i = 0; i < sizeof signs; i++)
        for (const char *at = word.end; at > word.text + 1; at--)
            if (at[-1] == signs[i])
                return (ReadingLine){at, word.end};
    return (ReadingLine){word.end, word.end};
}

bool link_matches(ReadingLine word) {
    ReadingLine rest = fragment_of(word);
    return take_key(&rest) != LINK_KEYS;
}

/* Sets `values` to the values of the keys; the text of a key that does not occur is NULL. */
static void split(ReadingLine text, ReadingLine values[LINK_KEYS]) {
    while (text.text < text.end) {
        const char *end = memchr(text.text, '&', (size_t)(text.end - text.text));
        ReadingLine part = {text.text, end != NULL ? end : text.end};
        LinkKey key = take_key(&part);
        if (key != LINK_KEYS && values[key].text == NULL)
            values[key] = part;
        text.text = end != NULL ? end + 1 : text.end;
    }
}

/* Copies a value, empty if it is too long. */
static void copy_value(ReadingLine value, char text[VALUE_MAX]) {
    size_t length = (size_t)(value.end - value.text);
    length = length < VALUE_MAX ? length : 0;
    memcpy(text, value.text, length);
    text[length] = '\0';
}

static bool read_settings(GameReading *reading, const ReadingLine values[LINK_KEYS]) {
    Game *game = reading->builder.game;
    char text[VALUE_MAX];
    if (values[LINK_RULE].text != NULL) {
        copy_value(values[LINK_RULE], text);
        if (!values_rule(text, &game->rule))
            return reading_fail(reading, values[LINK_RULE].text, "unknown rule in the link");
        game->has_rule = true;
    }
    if (values[LINK_SIZE].text != NULL) {
        copy_value(values[LINK_SIZE], text);
        if (!values_size(text, &game->width, &game->height))
            return reading_fail(reading, values[LINK_SIZE].text, "invalid size in the link");
        game->has_size = true;
    }
    return true;
}

/* Takes a point from the front of the text. */
static bool take_point(GameReading *reading, ReadingLine *text, KanamePoint *point) {
    return notation_read_point(&text->text, text->end, reading->builder.game->height, point) ||
           reading_fail(reading, text->text, "a point in the link is written h8");
}

static bool read_setup(GameReading *reading, ReadingLine value, KanameColor color) {
    KanamePoint point;
    while (value.text < value.end) {
        const char *at = value.text;
        if (!take_point(reading, &value, &point) ||
            !reading_check(
                reading, at,
                game_add_setup(&reading->builder, (KanameStone){point.x, point.y, color})))
            return false;
    }
    return true;
}

static bool read_side(GameReading *reading, ReadingLine value) {
    ReadingLine rest = value;
    if (value.text == NULL)
        return true;
    bool is_white = reading_line_take_text(&rest, "white");
    if ((!is_white && !reading_line_take_text(&rest, "black")) || rest.text < rest.end)
        return reading_fail(reading, value.text, "the side in the link is black or white");
    game_set_to_move(&reading->builder, is_white ? KANAME_WHITE : KANAME_BLACK);
    return true;
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* Gives the current node its move: `h8`, `--` for a pass, `~` before those of the side that is not
 * to move. */
static bool read_move(GameReading *reading, ReadingLine *text, KanameColor side) {
    GameBuilder *builder = &reading->builder;
    const char *at = text->text;
    KanamePoint point;
    if (reading_line_take(text, '~'))
        side = side == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    if (reading_line_take_text(text, "--")) {
        game_put_pass(builder, side);
        return true;
    }
    return take_point(reading, text, &point) &&
           reading_check(reading, at, game_put_move(builder, point, side));
}

/* Reads what a step in parentheses puts down or takes away: `bh8wi9xj10ek11`. */
static bool read_changes(GameReading *reading, ReadingLine *text) {
    static const struct {
        const char letter;
        KanameColor color;
    } letters[] = {
        {'b', KANAME_BLACK}, {'w', KANAME_WHITE}, {'x', KANAME_WALL}, {'e', KANAME_EMPTY}};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0];) {
        const char *at = text->text;
        KanamePoint point;
        if (!reading_line_take(text, letters[i].letter)) {
            i++;
            continue;
        }
        if (!take_point(reading, text, &point) ||
            !reading_check(reading, at,
                           game_add_setup(&reading->builder,
                                          (KanameStone){point.x, point.y, letters[i].color})))
            return false;
        i = 0;
    }
    return true;
}

/* Reads a step: a move, or `(bh8)` or `(bh8:j9)`; then perhaps `^b` or `^w`, who moves next. */
static bool read_step(GameReading *reading, ReadingLine *text) {
    GameBuilder *builder = &reading->builder;
    KanameColor side = game_side(builder);
    const char *at = text->text;
    if (!reading_check(reading, at, game_add_node(builder)))
        return false;
    if (!reading_line_take(text, '(')) {
        if (!read_move(reading, text, side))
            return false;
    } else if (!read_changes(reading, text) ||
               (reading_line_take(text, ':') && !read_move(reading, text, side))) {
        return false;
    } else if (!reading_line_take(text, ')')) {
        return reading_fail(reading, at, "a step in the link has no end");
    }
    if (!reading_line_take(text, '^'))
        return true;
    bool is_white = reading_line_take(text, 'w');
    if (!is_white && !reading_line_take(text, 'b'))
        return reading_fail(reading, text->text, "the side in the link is ^b or ^w");
    game_set_to_move(builder, is_white ? KANAME_WHITE : KANAME_BLACK);
    return true;
}

/* Reads the number of steps before the position that the link shows; each step is a node. */
static bool read_at(GameReading *reading, ReadingLine value) {
    Game *game = reading->builder.game;
    ReadingLine rest = value;
    int number;
    if (value.text == NULL)
        return true;
    bool is_good = reading_line_take_number(&rest, &number) && rest.text == rest.end;
    if (!is_good || number < 0 || (uint32_t)number >= game->node_count)
        return reading_fail(reading, value.text, "at= in the link is 0 to %u, its moves",
                            game->node_count - 1);
    game->shown = (uint32_t)number;
    return true;
}

bool link_read(GameReading *reading, ReadingLine word) {
    ReadingLine values[LINK_KEYS] = {{.text = NULL}};
    Game *game = reading->builder.game;
    split(fragment_of(word), values);
    if (game->node_count > 0)
        return reading_fail(reading, word.text, "a link must come before the moves");
    if (!read_settings(reading, values) ||
        !reading_check(reading, word.text, game_begin(&reading->builder, game)) ||
        !read_setup(reading, values[LINK_WALLS], KANAME_WALL) ||
        !read_setup(reading, values[LINK_BLACK], KANAME_BLACK) ||
        !read_setup(reading, values[LINK_WHITE], KANAME_WHITE) ||
        !read_side(reading, values[LINK_SIDE]))
        return false;
    while (values[LINK_MOVES].text < values[LINK_MOVES].end)
        if (!read_step(reading, &values[LINK_MOVES]))
            return false;
    return read_at(reading, values[LINK_AT]);
}
