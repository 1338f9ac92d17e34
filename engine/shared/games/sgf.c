/* SGF FF[4] for GM[4], Gomoku and Renju (https://www.red-bean.com/sgf), and its older versions.
 * Points are two letters from the top left; h8, as some programs write it, is accepted too. The
 * property WALL is ours: points that neither side may play. Gomoku Quest writes the opening as
 * QPR[hh,hg,jf], Black first, the next move as QSLW[ig], and an opening's point again as a move.
 *
 * A fault ends its variation; the rest of the tree is read. */
#include "shared/games/reading.h"
#include "shared/games/sgf_root.h"
#include "shared/games/sgf_syntax.h"
#include "shared/games/sgf_tokens.h"
#include "shared/notation/points.h"
#include "shared/status/status.h"
#include "shared/text/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sgf {
    GameReading *reading;
    Game *game;
    uint32_t *open; /* for each parenthesis not yet closed, the node before it */
    size_t open_count, open_capacity;
    bool has_fault;
    KanameColor side; /* that PL of the node names; KANAME_EMPTY: none */
    const char *first_fault;
    char first_wrong[READING_WRONG_MAX];
    bool has_quest; /* Gomoku Quest's opening */
    bool has_odd_name;
    SgfRoot root;
} Sgf;

enum { PROPERTIES_MAX = 1000 /* of a node */ };

/* ---- Values -------------------------------------------------------------------------------- */

/* Reads a point. Sets `is_pass` for an empty value, and for `tt` on boards that have no such point.
 */
static bool read_point(const Sgf *sgf, const char *text, const char *end, KanamePoint *point,
                       bool *is_pass) {
    SgfValue value = sgf_trimmed((SgfValue){text, end});
    text = value.text;
    end = value.end;
    *is_pass = text == end;
    if (*is_pass)
        return true;
    if (notation_read_point(&text, end, sgf->game->height, point))
        return text == end;
    if (end - text != 2 || !sgf_is_letter(text[0]) || !sgf_is_letter(text[1]))
        return false;
    *point = (KanamePoint){(text[0] | ' ') - 'a', (text[1] | ' ') - 'a'};
    *is_pass =
        text[0] == 't' && text[1] == 't' && sgf->game->width <= 19 && sgf->game->height <= 19;
    return true;
}

static bool is_occupied(const GameBuilder *builder, KanamePoint point) {
    const Game *game = builder->game;
    return point.x >= 0 && point.x < game->width && point.y >= 0 && point.y < game->height &&
           builder->cells[point.y * game->width + point.x] != KANAME_EMPTY;
}

static bool add_move(Sgf *sgf, const SgfValue *value, KanameColor color) {
    KanamePoint point = {0, 0};
    bool is_pass;
    GameBuilder *builder = &sgf->reading->builder;
    if (!read_point(sgf, value->text, value->end, &point, &is_pass))
        return reading_fail(sgf->reading, value->text, "a move is two letters");
    if (sgf->game->nodes[builder->at].color != KANAME_EMPTY &&
        !reading_check(sgf->reading, value->text, game_add_node(builder)))
        return false;
    if (!is_pass) {
        const char *wrong = game_put_move(builder, point, color);
        bool is_again = wrong != NULL && sgf->has_quest && is_occupied(builder, point);
        return is_again || reading_check(sgf->reading, value->text, wrong);
    }
    game_put_pass(builder, color);
    return true;
}

/* Adds the opening of Gomoku Quest: points separated by commas, Black first. */
static bool add_opening(Sgf *sgf, const SgfValue *value) {
    KanameColor color = KANAME_BLACK;
    sgf->has_quest = true;
    for (const char *at = value->text; at < value->end;) {
        const char *comma = memchr(at, ',', (size_t)(value->end - at));
        const char *end = comma != NULL ? comma : value->end;
        if (!add_move(sgf, &(SgfValue){at, end}, color))
            return false;
        color = color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
        at = comma != NULL ? comma + 1 : end;
    }
    return true;
}

static void swap_if_less(int *to, int *from) {
    int was = *to;
    if (was >= *from)
        return;
    *to = *from;
    *from = was;
}

/* Adds the stones of a point or of a rectangle, `aa:cc` or from another corner; an empty value
 * names none. */
static bool add_setup(Sgf *sgf, const SgfValue *value, KanameColor color) {
    GameReading *reading = sgf->reading;
    GameBuilder *builder = &reading->builder;
    const char *colon = memchr(value->text, ':', (size_t)(value->end - value->text));
    const char *end = colon != NULL ? colon : value->end;
    KanamePoint from = {0, 0}, to;
    bool is_pass;
    if (sgf_trimmed(*value).text == value->end)
        return true;
    bool is_good = read_point(sgf, value->text, end, &from, &is_pass) && !is_pass;
    to = from;
    if (is_good && colon != NULL)
        is_good = read_point(sgf, colon + 1, value->end, &to, &is_pass) && !is_pass;
    swap_if_less(&to.x, &from.x);
    swap_if_less(&to.y, &from.y);
    if (!is_good || from.x < 0 || from.y < 0 || to.x >= sgf->game->width ||
        to.y >= sgf->game->height)
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

static bool add_comment(Sgf *sgf, const SgfValue *value) {
    char *text;
    size_t length = sgf_unescape(*value, &text);
    const char *wrong = text != NULL ? game_add_comment(&sgf->reading->builder, text, length)
                                     : status_text(STATUS_MEMORY);
    free(text);
    return reading_check(sgf->reading, value->text, wrong);
}

/* Adds a label, `point:text`; leaves one on a point off the board out, with a note. */
static bool add_label(Sgf *sgf, const SgfValue *value) {
    const char *colon = memchr(value->text, ':', (size_t)(value->end - value->text));
    KanamePoint point;
    bool is_pass;
    if (colon == NULL || !read_point(sgf, value->text, colon, &point, &is_pass) || is_pass ||
        point.x < 0 || point.x >= sgf->game->width || point.y < 0 || point.y >= sgf->game->height) {
        reading_note(sgf->reading, "a label LB without a text or a point on the board is left out");
        return true;
    }
    char *text;
    size_t length = sgf_unescape((SgfValue){colon + 1, value->end}, &text);
    const char *wrong = text != NULL ? game_add_label(&sgf->reading->builder, point, text, length)
                                     : status_text(STATUS_MEMORY);
    free(text);
    return reading_check(sgf->reading, value->text, wrong);
}

/* ---- Properties ---------------------------------------------------------------------------- */

/* Reads PL, which says who moves next, at any node. */
static bool set_side(Sgf *sgf, const SgfValue *value) {
    SgfValue side = sgf_trimmed(*value);
    if (side.text < side.end)
        sgf->side = (*side.text | ' ') == 'w' ? KANAME_WHITE : KANAME_BLACK;
    return true;
}

/* Ignores a property of the root that sgf_root_read_value() has read. */
static bool ignore(Sgf *sgf, const SgfValue *value) {
    (void)sgf;
    (void)value;
    return true;
}

static bool add_black(Sgf *sgf, const SgfValue *value) {
    return add_move(sgf, value, KANAME_BLACK);
}

static bool add_white(Sgf *sgf, const SgfValue *value) {
    return add_move(sgf, value, KANAME_WHITE);
}

static bool add_black_setup(Sgf *sgf, const SgfValue *value) {
    return add_setup(sgf, value, KANAME_BLACK);
}

static bool add_white_setup(Sgf *sgf, const SgfValue *value) {
    return add_setup(sgf, value, KANAME_WHITE);
}

static bool add_wall(Sgf *sgf, const SgfValue *value) {
    return add_setup(sgf, value, KANAME_WALL);
}

static bool clear_point(Sgf *sgf, const SgfValue *value) {
    return add_setup(sgf, value, KANAME_EMPTY);
}

/* The properties that the program interprets; all others are kept as they are. */
static const struct {
    const char *word;
    bool (*read)(Sgf *sgf, const SgfValue *value);
    bool is_roots; /* elsewhere it is kept */
} properties[] = {
    {"B", add_black, false},     {"W", add_white, false},        {"C", add_comment, false},
    {"LB", add_label, false},    {"AB", add_black_setup, false}, {"AW", add_white_setup, false},
    {"AE", clear_point, false},  {"WALL", add_wall, false},      {"PL", set_side, false},
    {"QPR", add_opening, false}, {"QSLB", add_black, false},     {"QSLW", add_white, false},
    {"FF", ignore, true},        {"GM", ignore, true},           {"CA", ignore, true},
    {"AP", ignore, true},        {"SZ", ignore, true},           {"PB", ignore, true},
    {"PW", ignore, true},
};
enum { PROPERTIES = sizeof properties / sizeof properties[0] };

/* Returns the index of the property, PROPERTIES if the program does not interpret it. */
static size_t find_property(const Sgf *sgf, const char *word) {
    bool is_root = sgf->reading->builder.at == 0;
    if (is_root && strcmp(word, "RU") == 0 && sgf->root.odd_rule.text == NULL)
        word = "GM"; /* the name says it all: ignored as well */
    for (size_t i = 0; i < PROPERTIES; i++)
        if (strcmp(word, properties[i].word) == 0 && (is_root || !properties[i].is_roots))
            return i;
    return PROPERTIES;
}

/* Returns the name under which the property is kept. Small letters do not count where the program
 * knows the word; elsewhere they tell properties apart, TimeBlack from TB. */
static const char *kept_name(const SgfProperty *property) {
    static const char *const words[] = {"EV", "RO", "DT", "PC", "RE", "RU"}; /* of properties.h */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(property->word, words[i]) == 0)
            return property->word;
    return property->name;
}

/* Keeps a value of a property that the program does not interpret. A date loses its time of day,
 * which many programs write behind it, to a property of its own. */
static bool keep_value(Sgf *sgf, const SgfProperty *property, SgfValue value) {
    char *text;
    GameReading *reading = sgf->reading;
    bool is_date = reading->builder.at == 0 && strcmp(property->word, "DT") == 0;
    size_t length = is_date ? sgf_unescape(value, &text) : sgf_raw(value, &text);
    const char *wrong =
        text == NULL ? status_text(STATUS_MEMORY)
        : is_date    ? reading_add_date(reading, text, length)
                     : game_add_raw_property(&reading->builder, kept_name(property), text, length);
    free(text);
    return reading_check(sgf->reading, property->at, wrong);
}

static bool read_node_property(Sgf *sgf, const SgfProperty *property) {
    GameReading *reading = sgf->reading;
    size_t index = find_property(sgf, property->word);
    SgfValue value;
    while (sgf_peek(reading) == '[') {
        if (!sgf_take_value(reading, &value))
            return false;
        if (index < PROPERTIES ? !properties[index].read(sgf, &value)
                               : !keep_value(sgf, property, value))
            return false;
    }
    return true;
}

static bool read_root_property(Sgf *sgf, const SgfProperty *property) {
    SgfValue value;
    while (sgf_peek(sgf->reading) == '[')
        if (!sgf_take_value(sgf->reading, &value) ||
            !sgf_root_read_value(&sgf->root, property->word, value))
            return false;
    return true;
}

/* Notes the first property with an odd name; all are kept as they are. */
static void note_odd_name(Sgf *sgf, const SgfProperty *property) {
    enum { SHOWN_MAX = 16 };
    char text[SHOWN_MAX + 64];
    if (!property->is_odd || sgf->has_odd_name)
        return;
    sgf->has_odd_name = true;
    int length = (int)utf8_cut(property->name, strlen(property->name), SHOWN_MAX);
    snprintf(text, sizeof text, "%.*s is no name of SGF; such properties are kept as they are",
             length, property->name);
    reading_note(sgf->reading, text);
}

/* Reads the properties of a node and passes each one to `read`. */
static bool read_properties(Sgf *sgf, bool (*read)(Sgf *sgf, const SgfProperty *property)) {
    GameReading *reading = sgf->reading;
    int count = 0;
    while (sgf_begins_name(sgf_peek(reading))) {
        SgfProperty property;
        if (!sgf_take_name(reading, &property))
            return false;
        note_odd_name(sgf, &property);
        if (!read(sgf, &property))
            return false;
        if (++count > PROPERTIES_MAX)
            return reading_fail(reading, property.at, "more properties than a node may have");
    }
    return true;
}

/* PL counts after the stones, wherever it stands among the properties of its node. */
static bool read_node_properties(Sgf *sgf) {
    sgf->side = KANAME_EMPTY;
    bool is_read = read_properties(sgf, read_node_property);
    if (sgf->side != KANAME_EMPTY)
        game_set_to_move(&sgf->reading->builder, sgf->side);
    return is_read;
}

/* Reads the root twice: the size must be known before the stones. */
static bool read_root(Sgf *sgf) {
    GameReading *reading = sgf->reading;
    const char *start = reading->next;
    if (!read_properties(sgf, read_root_property))
        return false;
    sgf_root_note_all(&sgf->root);
    reading->next = start;
    return reading_check(reading, start, game_begin(&reading->builder, sgf->game)) &&
           read_node_properties(sgf);
}

static bool open_branch(Sgf *sgf) {
    if (sgf->open_count == sgf->open_capacity) {
        size_t capacity = sgf->open_capacity > 0 ? 2 * sgf->open_capacity : 64;
        uint32_t *more = realloc(sgf->open, capacity * sizeof *more);
        if (more == NULL)
            return reading_fail(sgf->reading, sgf->reading->next, "%s", status_text(STATUS_MEMORY));
        sgf->open = more;
        sgf->open_capacity = capacity;
    }
    sgf->open[sgf->open_count++] = sgf->reading->builder.at;
    sgf->reading->next++;
    return sgf_peek(sgf->reading) == ';' ||
           reading_fail(sgf->reading, sgf->reading->next, "a parenthesis without a node after it");
}

/* After a fault: keeps the first one and goes to the end of its variation. Returns false if the
 * game ends there. */
static bool skip_variation(Sgf *sgf) {
    GameReading *reading = sgf->reading;
    if (!sgf->has_fault) {
        sgf->first_fault = reading->fault;
        memcpy(sgf->first_wrong, reading->wrong, sizeof sgf->first_wrong);
    }
    sgf->has_fault = true;
    const char *at = reading->fault;
    if (reading->next > at)
        at = reading->next;
    reading->next = sgf_variation_end(at, reading->end);
    return reading->next < reading->end;
}

/* Reads a node. One that holds only a fault is not kept. */
static bool read_node(Sgf *sgf) {
    GameReading *reading = sgf->reading;
    if (!reading_check(reading, reading->next - 1, game_add_node(&reading->builder)))
        return false;
    bool is_read = read_node_properties(sgf);
    if (!is_read)
        game_drop_empty(&reading->builder);
    return is_read;
}

/* Reads what begins with the next character. Returns false at a fault. */
static bool read_part(Sgf *sgf) {
    GameReading *reading = sgf->reading;
    switch (sgf_peek(reading)) {
    case '(':
        return open_branch(sgf);
    case ')':
        game_go_back(&reading->builder, sgf->open[--sgf->open_count]);
        reading->next++;
        return true;
    case ';':
        reading->next++;
        if (sgf->game->node_count == 0)
            return read_root(sgf);
        return read_node(sgf);
    default:
        return reading_fail(reading, reading->next,
                            reading->next == reading->end ? "the file ends inside the game"
                                                          : "neither a node nor a property");
    }
}

static bool read_tree(Sgf *sgf) {
    do {
        if (!read_part(sgf) && (sgf->game->node_count == 0 || !skip_variation(sgf)))
            return false;
    } while (sgf->open_count > 0);
    return !sgf->has_fault;
}

bool sgf_read(GameReading *reading) {
    Sgf sgf = {.reading = reading, .game = reading->builder.game, .root = {.reading = reading}};
    bool is_whole = read_tree(&sgf);
    if (sgf.has_fault) {
        reading->fault = sgf.first_fault;
        memcpy(reading->wrong, sgf.first_wrong, sizeof reading->wrong);
    }
    free(sgf.open);
    return is_whole;
}
