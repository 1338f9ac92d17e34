/* A list of moves: names (h8 or h 8, row 1 the lowest), separate or joined (h8i9j10), or x,y from 0
 * at the top left, or `pass`, separated by blanks, with or without numbers (1. h8). `#` begins a
 * comment. A line may begin with a key: `rule renju`, `size 15x15`, `moves`, `black`, `white`,
 * `walls` (the last three place stones before the game), `side white`.
 *
 * Of a link (https://...#h8i9j10) the part after the last of `/#?=` counts; links.h reads those of
 * Kaname's own page. Commands of the Gomocup protocol are understood as a manager sends them:
 * START, RECTSTART, INFO rule, and BOARD or YXBOARD with lines x,y,field up to DONE, where field 1
 * is the side to move, 2 its opponent, 3 a wall. Behind START with two sizes, of Yixin Board's
 * dialect, these lines are y,x,field. */
#include "shared/games/links.h"
#include "shared/games/reading.h"
#include "shared/notation/points.h"
#include "shared/notation/values.h"
#include "shared/status/status.h"
#include "shared/text/words.h"

#include <stdio.h>
#include <stdlib.h>
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
    return reading_line_take_text(&word, text) && word.text == word.end;
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
        (void)reading_line_take(&rest, ',');
        *word = rest;
        return true;
    }
    if (!reading_line_take_number(&rest, &point->x) || !reading_line_take(&rest, ',') ||
        !reading_line_take_number(&rest, &point->y))
        return false;
    *word = rest;
    return true;
}

/* Skips `1.` before a move. */
static void skip_number(ReadingLine *word) {
    ReadingLine rest = *word;
    int number;
    if (reading_line_take_number(&rest, &number) && reading_line_take(&rest, '.')) {
        while (reading_line_take(&rest, '.'))
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

static bool is_number(ReadingLine word) {
    int number;
    return reading_line_take_number(&word, &number) && word.text == word.end;
}

/* If the word is a column's letter and the next one a number, takes that too and writes both to
 * `name` as one, `J 10` to J10. */
static bool take_row(ReadingLine *line, ReadingLine word, char name[8], ReadingLine *joined) {
    ReadingLine rest = *line, row;
    enum { ROW_DIGITS_MAX = 3 };
    bool is_letter =
        word.end - word.text == 1 && (*word.text | ' ') >= 'a' && (*word.text | ' ') <= 'z';
    if (!is_letter || !take_word(&rest, &row) || !is_number(row) ||
        row.end - row.text > ROW_DIGITS_MAX)
        return false;
    name[0] = *word.text;
    memcpy(name + 1, row.text, (size_t)(row.end - row.text));
    *joined = (ReadingLine){name, name + 1 + (row.end - row.text)};
    *line = rest;
    return true;
}

/* Adds the points of the words of a line. */
static bool read_words(GameReading *reading, ReadingLine line, bool is_setup, KanameColor color) {
    ReadingLine word, joined;
    char name[8];
    while (take_word(&line, &word)) {
        bool is_split = take_row(&line, word, name, &joined);
        if (!read_points(reading, is_split ? joined : word, is_setup, color)) {
            if (is_split)
                reading->fault = word.text;
            return false;
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
        if (!has_value || !values_rule(text, &game->rule))
            return reading_fail(reading, at, "unknown rule");
        return game->has_rule = true;
    }
    if (game->node_count > 0)
        return reading_fail(reading, at, "the size must come before the moves");
    if (!has_value || !values_size(text, &game->width, &game->height))
        return reading_fail(reading, at, "invalid size");
    return game->has_size = true;
}

static bool read_side(GameReading *reading, ReadingLine *line) {
    ReadingLine word;
    if (!take_word(line, &word) || (!is_word(word, "black") && !is_word(word, "white")))
        return reading_fail(reading, line->text, "a side is black or white");
    reading->side = is_word(word, "white") ? KANAME_WHITE : KANAME_BLACK;
    game_set_to_move(&reading->builder, reading->side);
    return true;
}

/* ---- Gomocup's commands -------------------------------------------------------------------- */

enum { FIELD_OWN = 1, FIELD_OTHER = 2, FIELD_WALL = 3 };

typedef struct BoardStone {
    KanamePoint point;
    int field;
    const char *at;
} BoardStone;

/* Takes the rows of BOARD up to DONE. Returns false with a fault. */
static bool take_rows(GameReading *reading, BoardStone stones[KANAME_MAX_CELLS], size_t *count) {
    ReadingLine line, word;
    for (*count = 0; reading_line(reading, &line);) {
        BoardStone stone = {.at = line.text, .field = 0};
        ReadingLine row = line;
        if (!take_word(&row, &word))
            continue;
        if (is_word(word, "done"))
            return true;
        bool is_good =
            reading_line_take_number(&word, &stone.point.x) && reading_line_take(&word, ',') &&
            reading_line_take_number(&word, &stone.point.y) && reading_line_take(&word, ',') &&
            reading_line_take_number(&word, &stone.field) && word.text == word.end;
        if (!is_good || stone.field < FIELD_OWN || stone.field > FIELD_WALL)
            return reading_fail(reading, line.text, "a stone of BOARD is written x,y,field");
        if (reading->is_row_first)
            stone.point = (KanamePoint){stone.point.y, stone.point.x};
        if (*count == KANAME_MAX_CELLS)
            return reading_fail(reading, line.text, "more stones than the board has points");
        stones[(*count)++] = stone;
    }
    return reading_fail(reading, reading->end, "DONE is missing");
}

/* Returns the field of Black's stones: with equal numbers the side to move is Black. */
static int black_field(const BoardStone *stones, size_t count) {
    size_t own = 0, other = 0;
    for (size_t i = 0; i < count; i++) {
        own += stones[i].field == FIELD_OWN;
        other += stones[i].field == FIELD_OTHER;
    }
    return own < other ? FIELD_OTHER : FIELD_OWN;
}

/* Adds the stones as moves where they come in turn, else as set up. */
static bool add_stones_of_rows(GameReading *reading, const BoardStone *stones, size_t count) {
    GameBuilder *builder = &reading->builder;
    int black = black_field(stones, count);
    bool is_in_turn = builder->at == 0;
    for (size_t i = 0; i < count; i++)
        is_in_turn = is_in_turn && stones[i].field != FIELD_WALL &&
                     (stones[i].field == black) == (i % 2 == 0);
    if (!is_in_turn && builder->at != 0)
        return reading_fail(reading, reading->next, "BOARD must come before the moves");
    for (size_t i = 0; i < count; i++) {
        const BoardStone *stone = &stones[i];
        KanameColor color = stone->field == FIELD_WALL ? KANAME_WALL
                            : stone->field == black    ? KANAME_BLACK
                                                       : KANAME_WHITE;
        const char *wrong =
            is_in_turn
                ? game_add_move(builder, stone->point, color)
                : game_add_setup(builder, (KanameStone){stone->point.x, stone->point.y, color});
        if (!reading_check(reading, stone->at, wrong))
            return false;
    }
    game_set_to_move(builder, black == FIELD_OWN ? KANAME_BLACK : KANAME_WHITE);
    return true;
}

static bool read_board(GameReading *reading) {
    size_t count;
    BoardStone *stones = malloc(KANAME_MAX_CELLS * sizeof *stones);
    if (stones == NULL)
        return reading_fail(reading, reading->next, "%s", status_text(STATUS_MEMORY));
    bool is_good = take_rows(reading, stones, &count) && add_stones_of_rows(reading, stones, count);
    free(stones);
    return is_good;
}

static bool is_size(int64_t side) {
    return side >= KANAME_MIN_SIZE && side <= KANAME_MAX_SIZE;
}

/* Reads `INFO rule 4`; other settings say nothing of the position. */
static void read_info(GameReading *reading, ReadingLine line) {
    Game *game = reading->builder.game;
    ReadingLine word;
    int code;
    if (!take_word(&line, &word) || !is_word(word, "rule") || !take_word(&line, &word) ||
        !reading_line_take_number(&word, &code) || word.text != word.end || code < 0)
        return;
    game->rule = values_rule_of_code(code, reading->is_yixin);
    game->has_rule = true;
}

/* Reads `START 15`, `START 20 15` or `RECTSTART 20,15`. */
static bool read_start(GameReading *reading, ReadingLine line, bool is_rectangle) {
    Game *game = reading->builder.game;
    Words words = words_of(line.text, (size_t)(line.end - line.text));
    int64_t sides[2] = {0, 0}; /* width, height */
    bool has_two = false;
    if (is_rectangle)
        (void)words_numbers(&words, sides, 2);
    else if (words_integer(&words, &sides[0])) {
        has_two = words_integer(&words, &sides[1]);
        sides[1] = has_two ? sides[1] : sides[0];
    }
    if (!words_at_end(&words) || !is_size(sides[0]) || !is_size(sides[1]) || game->node_count > 0)
        return reading_fail(reading, line.text, "invalid size");
    reading->is_row_first = has_two;
    reading->is_yixin = reading->is_yixin || has_two;
    game->width = (int)sides[0];
    game->height = (int)sides[1];
    return game->has_size = true;
}

/* Reads a line if it is a command of the protocol; sets `is_command`. */
static bool read_command(GameReading *reading, ReadingLine line, bool *is_command) {
    ReadingLine word;
    *is_command = true;
    if (!take_word(&line, &word))
        return true;
    bool is_rectangle = is_word(word, "rectstart");
    if (is_rectangle || is_word(word, "start"))
        return read_start(reading, line, is_rectangle);
    if (is_word(word, "info")) {
        read_info(reading, line);
        return true;
    }
    reading->is_yixin = reading->is_yixin || is_word(word, "yxboard") || is_word(word, "yxnbest");
    if (is_word(word, "board") || is_word(word, "yxboard"))
        return ensure_board(reading) && read_board(reading);
    if (is_word(word, "begin") || is_word(word, "yxnbest") || is_word(word, "about") ||
        is_word(word, "restart"))
        return true;
    *is_command = false;
    return true;
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Returns the moves of a link, the word unchanged if it is none. */
static ReadingLine without_address(ReadingLine word) {
    bool is_link = false;
    for (const char *at = word.text; at + 2 < word.end && !is_link; at++)
        is_link = at[0] == ':' && at[1] == '/' && at[2] == '/';
    for (const char *at = word.end; is_link && at > word.text; at--)
        if (strchr("/#?=", at[-1]) != NULL && at[-1] != '\0' && at < word.end)
            return (ReadingLine){at, word.end};
    return word;
}

static bool read_line(GameReading *reading, ReadingLine line) {
    static const struct {
        const char *word;
        KanameColor color;
    } setups[] = {{"black", KANAME_BLACK}, {"white", KANAME_WHITE}, {"walls", KANAME_WALL}};
    ReadingLine start = line, word = line;
    bool is_setup = false, is_command;
    KanameColor color = KANAME_BLACK;
    ReadingLine rest = line;
    if (take_word(&rest, &word) && link_matches(word))
        return link_read(reading, word);
    if (word.text < word.end && without_address(word).text != word.text)
        return ensure_board(reading) && read_points(reading, without_address(word), false, color);
    const char *comment = memchr(line.text, '#', (size_t)(line.end - line.text));
    if (comment != NULL)
        line.end = comment;
    if (!read_command(reading, line, &is_command))
        return false;
    if (is_command)
        return true;
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
    if (!read_words(reading, line, is_setup, color))
        return false;
    if (is_setup && reading->side != KANAME_EMPTY)
        game_set_to_move(&reading->builder, reading->side); /* not the side that the stones tell */
    return true;
}

bool moves_read(GameReading *reading) {
    ReadingLine line;
    while (reading_line(reading, &line))
        if (!read_line(reading, line))
            return false;
    return ensure_board(reading);
}
