/* A list of moves: names (h8, row 1 the lowest), separate or joined (h8i9j10), or x,y from 0 at the
 * top left, or `pass`, separated by blanks, with or without numbers (1. h8). `#` begins a comment.
 * A line may begin with a key: `rule renju`, `size 15x15`, `moves`, `black`, `white`, `walls` (the
 * last three place stones before the game), `side white`. */
#include "games/reading.h"
#include "io/notation.h"
#include "io/values.h"

#include <stdio.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\f' || c == ';';
}

/* Takes the next word of the line. */
static bool take_word(ReadingLine *line, ReadingLine *word) {
    while (line->text < line->end && is_blank(*line->text))
        line->text++;
    word->text = line->text;
    while (line->text < line->end && !is_blank(*line->text))
        line->text++;
    word->end = line->text;
    return word->text < word->end;
}

static bool is_word(ReadingLine word, const char *text) {
    return line_take_text(&word, text) && word.text == word.end;
}

static bool copy_word(ReadingLine word, char *text, size_t size) {
    size_t length = (size_t)(word.end - word.text);
    if (length >= size || memchr(word.text, '\0', length) != NULL)
        return false;
    memcpy(text, word.text, length);
    text[length] = '\0';
    return true;
}

/* Makes the board at the first stone; until then a line may name its size. */
static bool ensure_board(GameReading *reading) {
    Game *game = reading->builder.game;
    return game->node_count > 0 ||
           reading_check(reading, reading->start, game_begin(&reading->builder, game));
}

/* Takes a point from the front of the word: h8, or x,y. */
static bool take_point(const Game *game, ReadingLine *word, KanamePoint *point) {
    ReadingLine rest = *word;
    if (notation_read_point(&rest.text, rest.end, game->height, point)) {
        (void)line_take(&rest, ',');
        *word = rest;
        return true;
    }
    if (!line_take_number(&rest, &point->x) || !line_take(&rest, ',') ||
        !line_take_number(&rest, &point->y))
        return false;
    *word = rest;
    return true;
}

/* Skips `1.` before a move. */
static void skip_number(ReadingLine *word) {
    ReadingLine rest = *word;
    int number;
    if (line_take_number(&rest, &number) && line_take(&rest, '.')) {
        while (line_take(&rest, '.'))
            ;
        *word = rest;
    }
}

/* Adds the points of a word: as moves, or as setup of a colour. */
static bool read_points(GameReading *reading, ReadingLine word, bool is_setup, KanameColor color) {
    GameBuilder *builder = &reading->builder;
    if (!is_setup && (is_word(word, "pass") || is_word(word, "--")))
        return reading_check(reading, word.text, game_add_pass(builder, game_side(builder)));
    skip_number(&word);
    while (word.text < word.end) {
        const char *at = word.text;
        KanamePoint point;
        if (!take_point(builder->game, &word, &point))
            return reading_fail(reading, at, "a move is written h8 or 7,7");
        const char *wrong = is_setup
                                ? game_add_setup(builder, (KanameStone){point.x, point.y, color})
                                : game_add_move(builder, point, game_side(builder));
        if (wrong != NULL) {
            int length = word.text - at < 12 ? (int)(word.text - at) : 12;
            return reading_fail(reading, at, "%.*s: %s", length, at, wrong);
        }
    }
    return true;
}

static bool read_setting(GameReading *reading, ReadingLine *line, bool is_rule) {
    Game *game = reading->builder.game;
    ReadingLine word, more;
    char text[16];
    bool has_value =
        take_word(line, &word) && copy_word(word, text, sizeof text) && !take_word(line, &more);
    const char *at = line->text;
    if (is_rule) {
        if (!has_value || !option_rule(text, &game->rule))
            return reading_fail(reading, at, "unknown rule");
        return game->has_rule = true;
    }
    if (game->node_count > 0)
        return reading_fail(reading, at, "the size must come before the moves");
    if (!has_value || !option_size(text, &game->width, &game->height))
        return reading_fail(reading, at, "invalid size");
    return game->has_size = true;
}

static bool read_side(GameReading *reading, ReadingLine *line) {
    ReadingLine word;
    if (!take_word(line, &word) || (!is_word(word, "black") && !is_word(word, "white")))
        return reading_fail(reading, line->text, "a side is black or white");
    game_set_to_move(&reading->builder, is_word(word, "white") ? KANAME_WHITE : KANAME_BLACK);
    return true;
}

static bool read_line(GameReading *reading, ReadingLine line) {
    static const struct {
        const char *word;
        KanameColor color;
    } setups[] = {{"black", KANAME_BLACK}, {"white", KANAME_WHITE}, {"walls", KANAME_WALL}};
    const char *comment = memchr(line.text, '#', (size_t)(line.end - line.text));
    ReadingLine start, word;
    bool is_setup = false;
    KanameColor color = KANAME_BLACK;
    if (comment != NULL)
        line.end = comment;
    start = line;
    if (!take_word(&line, &word))
        return true;
    if (is_word(word, "rule") || is_word(word, "size"))
        return read_setting(reading, &line, is_word(word, "rule"));
    if (!ensure_board(reading))
        return false;
    if (is_word(word, "side"))
        return read_side(reading, &line);
    for (size_t i = 0; i < sizeof setups / sizeof setups[0] && !is_setup; i++) {
        is_setup = is_word(word, setups[i].word);
        color = setups[i].color;
    }
    if (is_setup && reading->builder.at != 0)
        return reading_fail(reading, word.text, "setup stones must come before the moves");
    if (!is_setup && !is_word(word, "moves"))
        line = start;
    while (take_word(&line, &word))
        if (!read_points(reading, word, is_setup, color))
            return false;
    return true;
}

bool moves_read(GameReading *reading) {
    ReadingLine line;
    while (reading_line(reading, &line))
        if (!read_line(reading, line))
            return false;
    return ensure_board(reading);
}
