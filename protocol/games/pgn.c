/* PGN as kaname-tournament writes it: headers `[Name "value"]`, then perhaps moves as names (h8,
 * row 1 the lowest) with numbers, comments in braces and the result. The result is White's, as in
 * chess: 1-0 means that White won, unless the header Termination names the winner. */
#include "games/reading.h"
#include "games/utf8.h"
#include "io/notation.h"
#include "io/values.h"

#include <string.h>

enum { VALUE_MAX = 256 };

/* Reads `[Name "value"]`; \" and \\ stand for quote and backslash. */
static bool read_header(GameReading *reading, ReadingLine line, ReadingLine *name, char *value) {
    const char *start = line.text;
    size_t length = 0;
    line_take(&line, '[');
    name->text = line.text;
    while (line.text < line.end && *line.text != ' ' && *line.text != '\t' && *line.text != '"')
        line.text++;
    name->end = line.text;
    line_skip_blanks(&line);
    bool is_good = line_take(&line, '"');
    for (; is_good && line.text < line.end && *line.text != '"'; line.text++) {
        if (*line.text == '\\' && line.text + 1 < line.end)
            line.text++;
        if (length + 1 < VALUE_MAX)
            value[length++] = *line.text != '\0' ? *line.text : '?';
    }
    value[length] = '\0';
    is_good = is_good && line_take(&line, '"');
    line_skip_blanks(&line);
    return (is_good && line_take(&line, ']')) ||
           reading_fail(reading, start, "a header is written [Name \"value\"]");
}

static bool is_name(ReadingLine name, const char *text) {
    return line_take_text(&name, text) && name.text == name.end;
}

static GameEnd end_of(ReadingLine text) {
    return is_name(text, "1-0")       ? GAME_WHITE_WON
           : is_name(text, "0-1")     ? GAME_BLACK_WON
           : is_name(text, "1/2-1/2") ? GAME_DRAWN
                                      : GAME_END_UNKNOWN;
}

static bool take_header(GameReading *reading, ReadingLine line, GameEnd *winner) {
    Game *game = reading->builder.game;
    char value[VALUE_MAX];
    ReadingLine name, text;
    const char *start = line.text;
    if (!read_header(reading, line, &name, value))
        return false;
    text = (ReadingLine){value, value + strlen(value)};
    if (is_name(name, "Black") || is_name(name, "White")) {
        KanameColor color = is_name(name, "Black") ? KANAME_BLACK : KANAME_WHITE;
        (void)utf8_copy(game->players[color], GAME_NAME_MAX, value, strlen(value));
    } else if (is_name(name, "Result")) {
        game->end = end_of(text);
    } else if (is_name(name, "Termination")) {
        *winner = line_take_text(&text, "Black win")   ? GAME_BLACK_WON
                  : line_take_text(&text, "White win") ? GAME_WHITE_WON
                                                       : GAME_END_UNKNOWN;
    } else if (is_name(name, "Rule")) {
        if (!option_rule(value, &game->rule))
            return reading_fail(reading, start, "unknown rule");
        game->has_rule = true;
    } else if (is_name(name, "Size") || is_name(name, "BoardSize")) {
        if (!option_size(value, &game->width, &game->height))
            return reading_fail(reading, start, "invalid size");
        game->has_size = true;
    }
    return true;
}

/* Skips blanks and comments. Returns false with a fault if a comment does not end. */
static bool skip_blanks(GameReading *reading) {
    while (reading->next < reading->end) {
        const char *at = reading->next;
        if (*at == '{') {
            const char *close = memchr(at, '}', (size_t)(reading->end - at));
            if (close == NULL)
                return reading_fail(reading, at, "a comment does not end");
            reading->next = close + 1;
        } else if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') {
            reading->next++;
        } else {
            break;
        }
    }
    return true;
}

/* Reads a word of the moves. Sets `is_over` at the result. */
static bool read_word(GameReading *reading, bool *is_over) {
    GameBuilder *builder = &reading->builder;
    ReadingLine word = {reading->next, reading->next};
    while (word.end < reading->end && strchr(" \t\r\n{", *word.end) == NULL)
        word.end++;
    reading->next = word.end;
    *is_over = end_of(word) != GAME_END_UNKNOWN || is_name(word, "*");
    if (*is_over)
        return true;
    ReadingLine rest = word;
    int number;
    if (line_take_number(&rest, &number) && line_take(&rest, '.')) {
        while (line_take(&rest, '.'))
            ;
        word.text = rest.text;
    }
    if (word.text == word.end)
        return true;
    if (is_name(word, "--") || is_name(word, "pass"))
        return reading_check(reading, word.text, game_add_pass(builder, game_side(builder)));
    KanamePoint point;
    const char *at = word.text;
    if (!notation_read_point(&word.text, word.end, builder->game->height, &point) ||
        word.text != word.end)
        return reading_fail(reading, at, "neither a move nor a result");
    return reading_check(reading, at, game_add_move(builder, point, game_side(builder)));
}

bool pgn_read(GameReading *reading) {
    Game *game = reading->builder.game;
    GameEnd winner = GAME_END_UNKNOWN;
    bool is_over = false;
    while (reading->next < reading->end && *reading->next == '[') {
        ReadingLine line;
        (void)reading_line(reading, &line);
        if (!take_header(reading, line, &winner))
            return false;
    }
    if (winner != GAME_END_UNKNOWN)
        game->end = winner;
    if (!reading_check(reading, reading->next, game_begin(&reading->builder, game)))
        return false;
    while (skip_blanks(reading)) {
        if (reading->next == reading->end || *reading->next == '[')
            return is_over || reading_fail(reading, reading->next, "the result is missing");
        if (is_over)
            return true;
        if (!read_word(reading, &is_over))
            return false;
    }
    return false;
}
