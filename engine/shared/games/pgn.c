/* PGN as kaname-tournament writes it: headers `[Name "value"]`, then perhaps moves as names (h8,
 * row 1 the lowest) with numbers, comments in braces and the result. The result is White's, as in
 * chess: 1-0 means that White won, unless the header Termination or Winner names the winner.
 *
 * c-gomoku-cli writes moves of chess that stand for nothing: a game with such moves is refused. */
#include "shared/games/pgn_syntax.h"
#include "shared/games/reading.h"
#include "shared/notation/points.h"
#include "shared/notation/values.h"
#include "shared/text/utf8.h"

#include <string.h>

enum { VALUE_MAX = 256 };

/* Reads `[Name "value"]`; \" and \\ stand for quote and backslash. */
static bool read_header(GameReading *reading, ReadingLine line, ReadingLine *name, char *value) {
    const char *start = line.text;
    size_t length = 0;
    reading_line_take(&line, '[');
    name->text = line.text;
    while (line.text < line.end && *line.text != ' ' && *line.text != '\t' && *line.text != '"')
        line.text++;
    name->end = line.text;
    reading_line_skip_blanks(&line);
    bool is_good = reading_line_take(&line, '"');
    for (; is_good && line.text < line.end && *line.text != '"'; line.text++) {
        if (*line.text == '\\' && line.text + 1 < line.end)
            line.text++;
        if (length + 1 < VALUE_MAX)
            value[length++] = *line.text != '\0' ? *line.text : '?';
    }
    value[length] = '\0';
    is_good = is_good && reading_line_take(&line, '"');
    reading_line_skip_blanks(&line);
    return (is_good && reading_line_take(&line, ']')) ||
           reading_fail(reading, start, "a header is written [Name \"value\"]");
}

static bool is_name(ReadingLine name, const char *text) {
    return reading_line_take_text(&name, text) && name.text == name.end;
}

static GameEnd end_of(ReadingLine text) {
    return is_name(text, "1-0")       ? GAME_END_WHITE
           : is_name(text, "0-1")     ? GAME_END_BLACK
           : is_name(text, "1/2-1/2") ? GAME_END_DRAWN
                                      : GAME_END_UNKNOWN;
}

/* Returns the winner that the header Winner names, Black or White; GAME_END_UNKNOWN if none. */
static GameEnd end_of_winner(ReadingLine text) {
    bool is_black = reading_line_take_text(&text, "Black");
    bool is_named = is_black || reading_line_take_text(&text, "White");
    if (!is_named || text.text < text.end)
        return GAME_END_UNKNOWN;
    return is_black ? GAME_END_BLACK : GAME_END_WHITE;
}

/* Returns the winner that the header Termination names: `Black win by time forfeit`. */
static GameEnd end_of_termination(ReadingLine text) {
    return reading_line_take_text(&text, "Black win")   ? GAME_END_BLACK
           : reading_line_take_text(&text, "White win") ? GAME_END_WHITE
                                                        : GAME_END_UNKNOWN;
}

static bool take_header(GameReading *reading, ReadingLine line, GameEnd *winner, int *ply_count) {
    Game *game = reading->builder.game;
    char value[VALUE_MAX];
    ReadingLine name, text;
    const char *start = line.text;
    if (!read_header(reading, line, &name, value))
        return false;
    text = (ReadingLine){value, value + strlen(value)};
    if (is_name(name, "Black") || is_name(name, "White")) {
        KanameColor color = is_name(name, "Black") ? KANAME_BLACK : KANAME_WHITE;
        (void)utf8_copy(game->players[color], GAME_PLAYER_MAX, value, strlen(value));
    } else if (is_name(name, "Result")) {
        game->end = end_of(text);
    } else if (is_name(name, "Termination")) {
        GameEnd end = end_of_termination(text);
        *winner = end != GAME_END_UNKNOWN ? end : *winner;
    } else if (is_name(name, "Winner")) {
        *winner = *winner == GAME_END_UNKNOWN ? end_of_winner(text) : *winner;
    } else if (is_name(name, "Rule")) {
        if (!values_rule(value, &game->rule))
            return reading_fail(reading, start, "unknown rule");
        game->has_rule = true;
    } else if (is_name(name, "Size") || is_name(name, "BoardSize")) {
        if (!values_size(value, &game->width, &game->height))
            return reading_fail(reading, start, "invalid size");
        game->has_size = true;
    } else if (is_name(name, "PlyCount")) {
        (void)reading_line_take_number(&text, ply_count);
    }
    return true;
}

/* Turns a date of PGN, 2024.05.??, into one of SGF, 2024-05. A time of day may follow. */
static void turn_date(char *date) {
    char *end = date + strcspn(date, " T");
    for (char *c = date; c < end; c++)
        *c = *c == '.' ? '-' : *c;
    char *unknown = strchr(date, '?');
    while (unknown != NULL && unknown > date && *unknown != '-' && unknown != end)
        unknown--;
    if (unknown != NULL)
        *unknown = '\0';
}

/* Keeps a header as a fact of the game, and notes one that is not known. */
static const char *add_fact(GameReading *reading, ReadingLine name, char *value) {
    static const struct {
        const char *header, *property; /* NULL: take_header() takes it, or others say the same */
    } words[] = {{"Event", "EV"},
                 {"Site", "PC"},
                 {"Date", "DT"},
                 {"Round", "RO"},
                 {"Opening", "ON"},
                 {"Termination", "TE"}, /* as kaname-tournament's SGF names it */
                 {"Time", "TIME"},
                 {"UTCDate", "UTCDATE"},
                 {"UTCTime", "UTCTIME"},
                 {"TimeControl", "TIMECONTROL"},
                 {"BlackTimeControl", "BLACKTIMECONTROL"},
                 {"WhiteTimeControl", "WHITETIMECONTROL"},
                 {"TurnLimit", "TURNLIMIT"},
                 {"BlackTurnLimit", "BLACKTURNLIMIT"},
                 {"WhiteTurnLimit", "WHITETURNLIMIT"},
                 {"Black", NULL},
                 {"White", NULL},
                 {"Result", NULL},
                 {"Winner", NULL},
                 {"PlyCount", NULL},
                 {"Rule", NULL},
                 {"Size", NULL},
                 {"BoardSize", NULL}};
    enum { WORDS = sizeof words / sizeof words[0] };
    size_t i = 0;
    while (i < WORDS && !is_name(name, words[i].header))
        i++;
    bool is_date = i < WORDS && strcmp(words[i].header, "Date") == 0;
    if (is_date)
        turn_date(value);
    if (value[0] == '\0' || value[0] == '?')
        return NULL;
    if (i == WORDS)
        reading_note(reading, "unknown headers are left out");
    if (is_date)
        return reading_add_date(reading, value, strlen(value));
    return i < WORDS && words[i].property != NULL
               ? game_add_property(&reading->builder, words[i].property, value, strlen(value))
               : NULL;
}

/* Takes a comment from its first sign to `close`, past its last one. */
static bool take_comment(GameReading *reading, const char *at, const char *close) {
    const char *end = *at == '{' ? close - 1 : close;
    while (*at == ';' && end > at + 1 && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    return reading_check(reading, at,
                         game_add_comment(&reading->builder, at + 1, (size_t)(end - at) - 1));
}

/* Skips blanks, variations, with a note, and lines that begin with %, and takes comments: in
 * braces, or from `;` to the end of the line. Returns false with a fault. */
static bool skip_blanks(GameReading *reading) {
    while (reading->next < reading->end) {
        const char *at = reading->next;
        if (*at == '%' && pgn_begins_line(at, reading->start)) {
            reading->next = pgn_next_line(at, reading->end);
        } else if (*at == '{' || *at == '(' || *at == ';') {
            bool is_comment = *at != '(';
            const char *close = *at == ';'   ? pgn_next_line(at, reading->end)
                                : *at == '{' ? pgn_comment_end(at, reading->end)
                                             : pgn_variation_end(at, reading->start, reading->end);
            if (close == NULL)
                return reading_fail(reading, at,
                                    is_comment ? "a comment does not end"
                                               : "a variation does not end");
            if (!is_comment)
                reading_note(reading, "variations are left out");
            if (is_comment && !take_comment(reading, at, close))
                return false;
            reading->next = close;
        } else if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') {
            reading->next++;
        } else {
            break;
        }
    }
    return true;
}

/* Takes a word of the moves, without the number before it. Returns false at the end of the game. */
static bool take_word(GameReading *reading, ReadingLine *word) {
    if (reading->next == reading->end || *reading->next == '[')
        return false;
    *word = (ReadingLine){reading->next, reading->next};
    while (word->end < reading->end && strchr(" \t\r\n{(;", *word->end) == NULL)
        word->end++;
    if (word->end == word->text)
        word->end++;
    reading->next = word->end;
    ReadingLine rest = *word;
    int number;
    if (reading_line_take_number(&rest, &number) && reading_line_take(&rest, '.')) {
        while (reading_line_take(&rest, '.'))
            ;
        word->text = rest.text;
    }
    return true;
}

static bool is_end(ReadingLine word) {
    return end_of(word) != GAME_END_UNKNOWN || is_name(word, "*");
}

/* Returns whether the word is a move of chess and cannot be a point: Nf3, exd5, O-O, e8=Q, e4+. */
static bool is_chess(ReadingLine word) {
    static const char pieces[] = "KQRBN";
    ReadingLine rest = word;
    if (reading_line_take_text(&rest, "O-O"))
        return true;
    size_t length = (size_t)(word.end - word.text);
    if (length >= 3 && memchr(pieces, *word.text, sizeof pieces - 1) != NULL &&
        ((word.text[1] >= 'a' && word.text[1] <= 'h') || word.text[1] == 'x'))
        return true;
    return length >= 4 && *word.text >= 'a' && *word.text <= 'h' && word.text[1] == 'x' &&
           word.text[2] >= 'a' && word.text[2] <= 'h';
}

/* Returns whether the moves that follow are of chess: by their form, or because the header counts
 * more moves than there are. Neither the reading nor the game changes. */
static bool has_chess(const GameReading *reading, int ply_count) {
    Game none;
    GameReading trial = *reading;
    ReadingLine word;
    int moves = 0;
    bool is_found = false;
    game_init(&none, KANAME_RULE_FREESTYLE, 15, 15);
    if (game_begin(&trial.builder, &none) == NULL) {
        while (!is_found && skip_blanks(&trial) && take_word(&trial, &word) && !is_end(word)) {
            is_found = is_chess(word);
            moves += word.text < word.end && *word.text != '$';
        }
    }
    game_release(&none);
    return is_found || (moves > 0 && moves < ply_count && !reading->builder.game->has_size);
}

/* Adds the move that a word names. */
static bool read_move(GameReading *reading, ReadingLine word) {
    GameBuilder *builder = &reading->builder;
    if (word.text == word.end || *word.text == '$') /* a number, or a sign of judgement */
        return true;
    if (is_name(word, "--") || is_name(word, "pass"))
        return reading_check(reading, word.text, game_add_pass(builder, game_side(builder)));
    KanamePoint point;
    const char *at = word.text;
    bool is_point = notation_read_point(&word.text, word.end, builder->game->height, &point);
    while (is_point && (reading_line_take(&word, '!') || reading_line_take(&word, '?')))
        ;
    if (!is_point || word.text != word.end)
        return reading_fail(reading, at, "neither a move nor a result");
    return reading_check(reading, at, game_add_move(builder, point, game_side(builder)));
}

static bool read_moves(GameReading *reading) {
    ReadingLine word;
    bool is_over = false;
    while (skip_blanks(reading)) {
        const char *at = reading->next;
        if (is_over)
            return true;
        if (!take_word(reading, &word))
            return reading_fail(reading, at, "the result is missing");
        is_over = is_end(word);
        if (is_over && reading->builder.game->end == GAME_END_UNKNOWN)
            reading->builder.game->end = end_of(word); /* without a header Result */
        if (!is_over && !read_move(reading, word))
            return false;
    }
    return false;
}

/* Reads the headers again: the facts follow once the game has a root. */
static bool read_facts(GameReading *reading) {
    char value[VALUE_MAX];
    ReadingLine line, name;
    while (reading->next < reading->end && *reading->next == '[')
        if (!reading_line(reading, &line) || !read_header(reading, line, &name, value) ||
            !reading_check(reading, line.text, add_fact(reading, name, value)))
            return false;
    return true;
}

bool pgn_read(GameReading *reading) {
    Game *game = reading->builder.game;
    GameEnd winner = GAME_END_UNKNOWN;
    int ply_count = 0;
    const char *start = reading->next;
    while (reading->next < reading->end && *reading->next == '[') {
        ReadingLine line;
        (void)reading_line(reading, &line);
        if (!take_header(reading, line, &winner, &ply_count))
            return false;
    }
    if (winner != GAME_END_UNKNOWN)
        game->end = winner;
    if (has_chess(reading, ply_count))
        return reading_fail(reading, reading->next,
                            "moves of chess, which stand for nothing (c-gomoku-cli writes such); "
                            "take its SGF instead");
    reading->next = start;
    return reading_check(reading, reading->next, game_begin(&reading->builder, game)) &&
           read_facts(reading) && read_moves(reading);
}
