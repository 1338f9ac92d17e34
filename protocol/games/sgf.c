/* SGF FF[4] for GM[4], Gomoku and Renju (https://www.red-bean.com/sgf). Points are two letters from
 * the top left; h8, as some programs write it, is accepted too. The property WALL is ours: points
 * that neither side may play. */
#include "games/reading.h"
#include "games/utf8.h"
#include "io/notation.h"
#include "io/values.h"

#include <stdlib.h>
#include <string.h>

typedef struct Sgf {
    GameReading *reading;
    Game *game;
    uint32_t *open; /* for each parenthesis not yet closed, the node before it */
    size_t open_count, open_capacity;
} Sgf;

typedef struct Value {
    const char *text, *end; /* between the brackets, with escapes */
} Value;

enum { WORD_MAX = 8 };

typedef struct Property {
    char word[WORD_MAX + 1]; /* the capital letters of its name, cut if longer */
    const char *at;
} Property;

/* ---- Syntax -------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Returns the next character that is not blank, NUL at the end. */
static char peek(GameReading *reading) {
    while (reading->next < reading->end && is_blank(*reading->next))
        reading->next++;
    return reading->next < reading->end ? *reading->next : '\0';
}

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Takes a property's name. */
static bool take_word(GameReading *reading, Property *property) {
    size_t length = 0;
    property->at = reading->next;
    for (; reading->next < reading->end && is_letter(*reading->next); reading->next++)
        if (*reading->next <= 'Z' && length < WORD_MAX)
            property->word[length++] = *reading->next;
    property->word[length] = '\0';
    return peek(reading) == '[' ||
           reading_fail(reading, property->at, "a property's name without a value");
}

/* Takes the value in brackets that follows. */
static bool take_value(GameReading *reading, Value *value) {
    const char *at = ++reading->next;
    value->text = at;
    for (; at < reading->end && *at != ']'; at++)
        at += *at == '\\' && at + 1 < reading->end;
    value->end = at;
    if (at >= reading->end)
        return reading_fail(reading, value->text - 1, "a value in brackets does not end");
    reading->next = at + 1;
    return true;
}

/* Copies the value without its escapes, with LF as the line end. Returns its length; sets `text` to
 * NULL if out of memory. The caller frees the text. */
static size_t unescape(Value value, char **text) {
    size_t used = 0;
    *text = malloc((size_t)(value.end - value.text) + 1);
    for (const char *at = value.text; *text != NULL && at < value.end; at++) {
        bool is_escaped = *at == '\\' && at + 1 < value.end;
        at += is_escaped;
        bool is_line_end = *at == '\n' || *at == '\r';
        if (is_line_end && at + 1 < value.end && (at[1] == '\n' || at[1] == '\r') && at[1] != *at)
            at++;
        if (!is_line_end)
            (*text)[used++] = *at;
        else if (!is_escaped)
            (*text)[used++] = '\n';
    }
    return used;
}

/* ---- Values -------------------------------------------------------------------------------- */

/* Reads a point. Sets `is_pass` for an empty value, and for `tt` on boards that have no such point.
 */
static bool read_point(const Sgf *sgf, const char *text, const char *end, KanamePoint *point,
                       bool *is_pass) {
    *is_pass = text == end;
    if (*is_pass)
        return true;
    if (notation_read_point(&text, end, sgf->game->height, point))
        return text == end;
    if (end - text != 2 || !is_letter(text[0]) || !is_letter(text[1]))
        return false;
    *point = (KanamePoint){text[0] - 'a', text[1] - 'a'};
    *is_pass =
        text[0] == 't' && text[1] == 't' && sgf->game->width <= 19 && sgf->game->height <= 19;
    return true;
}

static bool add_move(Sgf *sgf, const Value *value, KanameColor color) {
    KanamePoint point = {0, 0};
    bool is_pass;
    GameBuilder *builder = &sgf->reading->builder;
    if (!read_point(sgf, value->text, value->end, &point, &is_pass))
        return reading_fail(sgf->reading, value->text, "a move is two letters");
    if (sgf->game->nodes[builder->at].color != KANAME_EMPTY &&
        !reading_check(sgf->reading, value->text, game_add_node(builder)))
        return false;
    if (!is_pass)
        return reading_check(sgf->reading, value->text, game_put_move(builder, point, color));
    game_put_pass(builder, color);
    return true;
}

/* Adds the stones of a point or of a rectangle, `aa:cc`. */
static bool add_setup(Sgf *sgf, const Value *value, KanameColor color) {
    GameReading *reading = sgf->reading;
    GameBuilder *builder = &reading->builder;
    const char *colon = memchr(value->text, ':', (size_t)(value->end - value->text));
    const char *end = colon != NULL ? colon : value->end;
    KanamePoint from, to;
    bool is_pass;
    bool is_good = read_point(sgf, value->text, end, &from, &is_pass) && !is_pass;
    to = from;
    if (is_good && colon != NULL)
        is_good = read_point(sgf, colon + 1, value->end, &to, &is_pass) && !is_pass;
    if (!is_good || to.x < from.x || to.y < from.y || from.x < 0 || from.y < 0 ||
        to.x >= sgf->game->width || to.y >= sgf->game->height)
        return reading_fail(reading, value->text, "setup stones off the board or wrong");
    if (sgf->game->nodes[builder->at].color != KANAME_EMPTY &&
        !reading_check(reading, value->text, game_add_node(builder)))
        return false;
    for (int y = from.y; y <= to.y; y++)
        for (int x = from.x; x <= to.x; x++)
            if (!reading_check(reading, value->text,
                               game_add_setup(builder, (KanameStone){x, y, color})))
                return false;
    return true;
}

static bool add_comment(Sgf *sgf, const Value *value) {
    char *text;
    size_t length = unescape(*value, &text);
    const char *wrong =
        text != NULL ? game_add_comment(&sgf->reading->builder, text, length) : "not enough memory";
    free(text);
    return reading_check(sgf->reading, value->text, wrong);
}

/* Adds a label, `point:text`; skips one on a point off the board. */
static bool add_label(Sgf *sgf, const Value *value) {
    const char *colon = memchr(value->text, ':', (size_t)(value->end - value->text));
    KanamePoint point;
    bool is_pass;
    if (colon == NULL || !read_point(sgf, value->text, colon, &point, &is_pass) || is_pass ||
        point.x < 0 || point.x >= sgf->game->width || point.y < 0 || point.y >= sgf->game->height)
        return true;
    char *text;
    size_t length = unescape((Value){colon + 1, value->end}, &text);
    const char *wrong = text != NULL ? game_add_label(&sgf->reading->builder, point, text, length)
                                     : "not enough memory";
    free(text);
    return reading_check(sgf->reading, value->text, wrong);
}

static bool set_size(Sgf *sgf, const Value *value) {
    ReadingLine line = {value->text, value->end};
    int width = 0, height = 0;
    bool is_good = line_take_number(&line, &width);
    height = width;
    if (is_good && line_take(&line, ':'))
        is_good = line_take_number(&line, &height);
    if (!is_good || line.text < line.end || width < KANAME_MIN_SIZE || width > KANAME_MAX_SIZE ||
        height < KANAME_MIN_SIZE || height > KANAME_MAX_SIZE)
        return reading_fail(sgf->reading, value->text, "a board size SZ other than %d to %d",
                            KANAME_MIN_SIZE, KANAME_MAX_SIZE);
    sgf->game->width = width;
    sgf->game->height = height;
    sgf->game->has_size = true;
    return true;
}

static void set_end(Game *game, const Value *value) {
    ReadingLine line = {value->text, value->end};
    if (line_take_text(&line, "B+"))
        game->end = GAME_BLACK_WON;
    else if (line_take_text(&line, "W+"))
        game->end = GAME_WHITE_WON;
    else if (line_take_text(&line, "0") || line_take_text(&line, "draw"))
        game->end = GAME_DRAWN;
}

static void set_player(Sgf *sgf, const Value *value, KanameColor color) {
    char *text;
    size_t length = unescape(*value, &text);
    if (text != NULL)
        (void)utf8_copy(sgf->game->players[color], GAME_NAME_MAX, text, length);
    free(text);
}

static void set_rule(Game *game, const Value *value) {
    char text[16];
    size_t length = (size_t)(value->end - value->text);
    if (length >= sizeof text || memchr(value->text, '\0', length) != NULL)
        return;
    memcpy(text, value->text, length);
    text[length] = '\0';
    game->has_rule = option_rule(text, &game->rule) || game->has_rule;
}

/* ---- Properties ---------------------------------------------------------------------------- */

/* Reads a root property that describes the whole game. */
static bool read_root_value(Sgf *sgf, const Property *property, const Value *value) {
    const char *word = property->word;
    if (strcmp(word, "GM") == 0) {
        ReadingLine line = {value->text, value->end};
        int kind;
        if (!line_take_number(&line, &kind) || kind != 4)
            return reading_fail(sgf->reading, property->at,
                                "a game of another kind; five in a row is GM[4]");
    } else if (strcmp(word, "SZ") == 0) {
        return set_size(sgf, value);
    } else if (strcmp(word, "RU") == 0) {
        set_rule(sgf->game, value);
    } else if (strcmp(word, "PB") == 0 || strcmp(word, "PW") == 0) {
        set_player(sgf, value, word[1] == 'B' ? KANAME_BLACK : KANAME_WHITE);
    } else if (strcmp(word, "RE") == 0) {
        set_end(sgf->game, value);
    }
    return true;
}

static bool read_node_value(Sgf *sgf, const Property *property, const Value *value) {
    static const struct {
        const char *word;
        KanameColor color;
    } setups[] = {
        {"AB", KANAME_BLACK}, {"AW", KANAME_WHITE}, {"AE", KANAME_EMPTY}, {"WALL", KANAME_WALL}};
    const char *word = property->word;
    if (strcmp(word, "B") == 0 || strcmp(word, "W") == 0)
        return add_move(sgf, value, word[0] == 'B' ? KANAME_BLACK : KANAME_WHITE);
    if (strcmp(word, "C") == 0)
        return add_comment(sgf, value);
    if (strcmp(word, "LB") == 0)
        return add_label(sgf, value);
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        if (strcmp(word, setups[i].word) == 0)
            return add_setup(sgf, value, setups[i].color);
    if (strcmp(word, "PL") == 0 && value->text < value->end)
        game_set_to_move(&sgf->reading->builder,
                         *value->text == 'W' || *value->text == 'w' ? KANAME_WHITE : KANAME_BLACK);
    return true;
}

/* Reads the properties of a node and passes each value to `read`. */
static bool read_properties(Sgf *sgf,
                            bool (*read)(Sgf *sgf, const Property *property, const Value *value)) {
    GameReading *reading = sgf->reading;
    while (is_letter(peek(reading))) {
        Property property;
        if (!take_word(reading, &property))
            return false;
        while (peek(reading) == '[') {
            Value value;
            if (!take_value(reading, &value) || !read(sgf, &property, &value))
                return false;
        }
    }
    return true;
}

/* Reads the root twice: the size must be known before the stones. */
static bool read_root(Sgf *sgf) {
    GameReading *reading = sgf->reading;
    const char *start = reading->next;
    if (!read_properties(sgf, read_root_value))
        return false;
    reading->next = start;
    return reading_check(reading, start, game_begin(&reading->builder, sgf->game)) &&
           read_properties(sgf, read_node_value);
}

static bool open_branch(Sgf *sgf) {
    if (sgf->open_count == sgf->open_capacity) {
        size_t capacity = sgf->open_capacity > 0 ? 2 * sgf->open_capacity : 64;
        uint32_t *more = realloc(sgf->open, capacity * sizeof *more);
        if (more == NULL)
            return reading_fail(sgf->reading, sgf->reading->next, "not enough memory");
        sgf->open = more;
        sgf->open_capacity = capacity;
    }
    sgf->open[sgf->open_count++] = sgf->reading->builder.at;
    sgf->reading->next++;
    return peek(sgf->reading) == ';' ||
           reading_fail(sgf->reading, sgf->reading->next, "a parenthesis without a node after it");
}

static bool read_tree(Sgf *sgf) {
    GameReading *reading = sgf->reading;
    bool is_root = true;
    do {
        switch (peek(reading)) {
        case '(':
            if (!open_branch(sgf))
                return false;
            break;
        case ')':
            game_go_back(&reading->builder, sgf->open[--sgf->open_count]);
            reading->next++;
            break;
        case ';':
            reading->next++;
            if (is_root ? !read_root(sgf)
                        : !reading_check(reading, reading->next - 1,
                                         game_add_node(&reading->builder)) ||
                              !read_properties(sgf, read_node_value))
                return false;
            is_root = false;
            break;
        default:
            return reading_fail(reading, reading->next,
                                reading->next == reading->end ? "the file ends inside the game"
                                                              : "neither a node nor a property");
        }
    } while (sgf->open_count > 0);
    return true;
}

bool sgf_read(GameReading *reading) {
    Sgf sgf = {.reading = reading, .game = reading->builder.game};
    bool is_whole = read_tree(&sgf);
    free(sgf.open);
    return is_whole;
}
