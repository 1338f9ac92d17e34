#include "shared/games/read.h"

#include "shared/games/pgn_syntax.h"
#include "shared/games/reading.h"
#include "shared/games/rif.h"
#include "shared/games/sgf_syntax.h"
#include "shared/status/failure.h"
#include "shared/text/encoding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    bool (*read)(GameReading *reading);
    bool is_binary; /* positions are given in bytes, not lines */
} formats[GAME_FORMAT_COUNT] = {
    [GAME_MOVES] = {"list of moves", moves_read, false},
    [GAME_PSQ] = {"PSQ", psq_read, false},
    [GAME_SGF] = {"SGF", sgf_read, false},
    [GAME_POS] = {".pos", pos_read, true},
    [GAME_SAV] = {".sav", sav_read, false},
    [GAME_RENLIB] = {"Renlib", lib_read, true},
    [GAME_RIF] = {"RIF", rif_read, false},
    [GAME_PGN] = {"PGN", pgn_read, false},
};

const char *game_format_name(GameFormat format) {
    return formats[format].name;
}

GameFormat game_format_named(const char *path) {
    static const struct {
        const char *ending;
        GameFormat format;
    } endings[] = {{".pos", GAME_POS},    {".sav", GAME_SAV}, {".psq", GAME_PSQ},
                   {".lib", GAME_RENLIB}, {".rif", GAME_RIF}, {".xml", GAME_RIF}};
    enum { ENDING = sizeof ".pos" - 1, ENDINGS = sizeof endings / sizeof endings[0] };
    size_t length = strlen(path);
    for (size_t i = 0; i < ENDINGS && length > ENDING; i++) {
        ReadingLine rest = {path + length - ENDING, path + length};
        if (reading_line_take_text(&rest, endings[i].ending))
            return endings[i].format;
    }
    return GAME_MOVES;
}

/* ---- Detection ----------------------------------------------------------------------------- */

/* A damaged file longer than one position of .pos is of another format. */
enum { POS_STONES_MAX = 15 * 15 };

/* The texts that formats begin with, after blanks and a byte order mark. */
static const struct {
    const char *text;
    GameFormat format;
} beginnings[] = {{"piskvork", GAME_PSQ}, {"\xFFRenLib", GAME_RENLIB}};
enum { TEXT_MAX = 1 << 16 }; /* bytes of a PGN's game that are looked at */
enum { BEGINNINGS = sizeof beginnings / sizeof beginnings[0] };

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Returns whether the bytes are text in any encoding that extends ASCII: no control characters
 * except blanks. */
static bool is_text(const char *start, const char *end) {
    for (; start < end; start++)
        if (((unsigned char)*start < ' ' && !is_blank(*start) && *start != '\f') ||
            *start == '\x7f')
            return false;
    return true;
}

/* Returns whether there are only numbers and blanks: height, width, count, points. */
static bool is_sav(const char *start, const char *end) {
    int numbers = 0;
    for (const char *at = start; at < end; at++) {
        if (!is_blank(*at) && (*at < '0' || *at > '9'))
            return false;
        numbers += !is_blank(*at) && (at == start || is_blank(at[-1]));
    }
    return numbers >= 2;
}

/* Returns whether the line begins like a PGN header, `[Name "`. */
static bool is_pgn(ReadingLine line) {
    if (!reading_line_take(&line, '['))
        return false;
    while (line.text < line.end &&
           ((*line.text >= 'a' && *line.text <= 'z') || (*line.text >= 'A' && *line.text <= 'Z')))
        line.text++;
    reading_line_skip_blanks(&line);
    return reading_line_take(&line, '"');
}

/* Returns whether the text may be a list of moves: only blanks, or at least one letter or digit. */
static bool may_be_moves(const char *start, const char *end) {
    bool is_empty = start == end;
    for (; start < end; start++)
        if ((*start >= '0' && *start <= '9') || (*start >= 'a' && *start <= 'z') ||
            (*start >= 'A' && *start <= 'Z') || *start == '#')
            return true;
    return is_empty;
}

/* Returns whether the first game of what may be a PGN is text. A look at more would take longer for
 * each game of a file. */
static bool is_pgn_text(const char *at, const char *end) {
    return is_text(at, pgn_end(at, end - at > TEXT_MAX ? at + TEXT_MAX : end));
}

/* Returns the format that the beginning of a text identifies; GAME_FORMAT_COUNT if none. `at`
 * points past leading blanks. */
static GameFormat text_format(const char *at, const char *end) {
    for (size_t i = 0; i < BEGINNINGS; i++) {
        ReadingLine line = {at, end};
        if (reading_line_take_text(&line, beginnings[i].text))
            return beginnings[i].format;
    }
    if (rif_matches(at, (size_t)(end - at)))
        return GAME_RIF;
    if (is_pgn((ReadingLine){at, end}) && is_pgn_text(at, end))
        return GAME_PGN;
    if (sgf_find(at, end) != NULL)
        return GAME_SGF;
    if (rif_begins(at, (size_t)(end - at)))
        return GAME_RIF;
    if (!is_text(at, end))
        return GAME_FORMAT_COUNT;
    return is_sav(at, end) ? GAME_SAV : may_be_moves(at, end) ? GAME_MOVES : GAME_FORMAT_COUNT;
}

/* Returns whether the format's reader finds moves in the bytes, and no fault. */
static bool is_readable(const GameReading *reading, GameFormat format) {
    const Game *like = reading->builder.game;
    Game trial;
    game_init(&trial, like->rule, like->width, like->height);
    GameReading again = *reading;
    again.builder.game = &trial;
    bool is_whole = formats[format].read(&again);
    bool has_moves = is_whole && game_move_count(&trial, game_last(&trial)) > 0;
    game_release(&trial);
    return has_moves;
}

/* Returns the end of a text without the ends of file of old systems: ^Z, NUL. */
static const char *text_end(const char *start, const char *end) {
    for (const char *at = end; at > start; at--) {
        if (at[-1] == '\x1a' || at[-1] == '\0')
            end = at - 1;
        else if (!is_blank(at[-1]))
            break;
    }
    return end;
}

/* Sets the format and the range of the game by the content. Returns false if that is of no known
 * format. The bytes of .pos may look like the beginning of a text: the count of ten stones is a
 * line end. */
static bool detect_by_content(GameReading *reading, GameFormat *format) {
    const char *at = reading->start +
                     encoding_utf8_mark(reading->start, (size_t)(reading->end - reading->start));
    while (at < reading->end && is_blank(*at))
        at++;
    bool is_pos = pos_matches(reading->start, reading->end);
    const char *end = text_end(at, reading->end);
    *format = text_format(at, end);
    if (*format != GAME_FORMAT_COUNT) {
        reading->next = *format == GAME_SGF ? sgf_find(at, end) : at;
        if (!is_pos || (is_text(at, end) && is_readable(reading, *format))) {
            reading->end = *format == GAME_RENLIB ? reading->end : end;
            return true;
        }
    }
    reading->next = reading->start;
    *format = GAME_POS;
    return is_pos || (!is_text(reading->start, reading->end) &&
                      (unsigned char)*reading->start <= POS_STONES_MAX &&
                      reading->end - reading->start <= POS_STONES_MAX + 1);
}

/* Sets the format and the range of the game. Returns false if the format is not known. Any text
 * that is no other format may be a list of moves: if it is none either, the file's name counts. */
static bool detect(GameReading *reading, GameFormat *format) {
    GameFormat named = reading->builder.game->named;
    const char *end = reading->end;
    bool is_known = detect_by_content(reading, format);
    if (named == GAME_MOVES || (is_known && *format != GAME_MOVES) ||
        (is_known && is_readable(reading, GAME_MOVES)))
        return is_known;
    *format = named;
    reading->next = reading->start;
    reading->end = end;
    return true;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* Puts into the text the format, the place, the reason, and how much is kept. `before`: lines
 * behind game->lines_before and before reading->start. */
static void explain(const GameReading *reading, const Game *game, size_t before, size_t kept,
                    Failure *failure) {
    bool is_binary = formats[game->format].is_binary;
    size_t place =
        1 + (is_binary ? game->bytes_before + (size_t)(reading->fault - reading->start)
                       : game->lines_before + before +
                             reading_count_lines(reading->start, reading->fault, reading->end));
    char what[64] = "";
    if (kept > 0)
        snprintf(what, sizeof what, "; the %zu move%s before it %s kept", kept, kept > 1 ? "s" : "",
                 kept > 1 ? "are" : "is");
    failure_say(failure, STATUS_SYNTAX, "%s, %s %zu: %s%s", formats[game->format].name,
                is_binary ? "byte" : "line", place, reading->wrong, what);
}

/* Returns the encoding of a text. */
static const Encoding *text_encoding(const char *start, const char *end) {
    EncodingGuess guess = {.utf8_faults = 0};
    size_t length = (size_t)(end - start);
    if (encoding_is_utf8(start, length))
        return NULL;
    encoding_guess_add(&guess, start, length);
    return encoding_guess_best(&guess);
}

/* Ends the reading at the end of the game, and decodes a text that is not UTF-8 into `text`, which
 * the caller frees. Returns NULL, or the reason in English, with the encoding in `encoding`. */
static const char *prepare(GameReading *reading, GameFormat format, const Encoding **encoding,
                           char **text) {
    *text = NULL;
    *encoding = NULL;
    if (formats[format].is_binary || format == GAME_RIF) /* the XML's reader decodes */
        return NULL;
    bool is_utf8 = reading->builder.game->is_utf8;
    if (format == GAME_SGF && !is_utf8)
        *encoding = sgf_encoding(reading->next, reading->end);
    if (format == GAME_SGF)
        reading->end = sgf_end(reading->next, reading->end, *encoding);
    else if (format == GAME_PGN)
        reading->end = pgn_end(reading->next, reading->end);
    if (format != GAME_SGF && !is_utf8)
        *encoding = text_encoding(reading->next, reading->end);
    if (*encoding == NULL)
        return NULL;
    size_t length;
    EncodingStatus status = encoding_decode(*encoding, reading->next,
                                            (size_t)(reading->end - reading->next), text, &length);
    if (status != ENCODING_DECODED)
        return status == ENCODING_NO_MEMORY ? status_text(STATUS_MEMORY)
                                            : "this system cannot decode the text's encoding";
    reading->start = reading->next = *text;
    reading->end = *text + length;
    return NULL;
}

static GameReadStatus read_prepared(GameReading *reading, Game *game, size_t lines_before,
                                    Failure *failure) {
    if (formats[game->format].read(reading))
        return GAME_READ_WHOLE;
    uint32_t last = game_last(game);
    bool may_keep = last != GAME_NONE && !game->is_strict;
    size_t kept = may_keep ? game_move_count(game, last) : 0;
    explain(reading, game, lines_before, kept, failure);
    return kept > 0 || (may_keep && game->setup_count > 0) ? GAME_READ_PART : GAME_READ_NOTHING;
}

/* Reads a game of known format. */
static GameReadStatus read_format(GameReading *reading, Game *game, size_t size, Failure *failure) {
    char *text;
    const Encoding *encoding;
    const char *start = reading->start, *first = reading->next, *end;
    const char *wrong = prepare(reading, game->format, &encoding, &text);
    if (wrong != NULL) {
        failure_say(failure, STATUS_ENCODING, "%s: %s, %s", formats[game->format].name, wrong,
                    encoding_name(encoding));
        return GAME_READ_NOTHING;
    }
    bool has_many = game->format == GAME_SGF || game->format == GAME_PGN;
    end = text == NULL ? reading->end : NULL;
    if (text != NULL && has_many)
        end = game->format == GAME_SGF ? sgf_end(first, start + size, encoding)
                                       : pgn_end(first, start + size);
    size_t before = text != NULL ? reading_count_lines(start, first, start + size) : 0;
    GameReadStatus status = read_prepared(reading, game, before, failure);
    bool is_one_of_many = game->format == GAME_POS && status == GAME_READ_WHOLE;
    game->bytes_read = has_many         ? (size_t)(end - start)
                       : is_one_of_many ? (size_t)(reading->next - start)
                                        : size;
    free(text);
    return status;
}

static GameReadStatus read_utf16(const char *bytes, size_t size, Game *game, Failure *failure) {
    char *text;
    size_t length;
    GameReadStatus status = GAME_READ_NOTHING;
    game->is_utf8 = true;
    if (encoding_decode_utf16(bytes, size, &text, &length) != ENCODING_DECODED)
        failure_set(failure, STATUS_MEMORY);
    else
        status = game_read(text, length, game, failure);
    game->bytes_read = size;
    free(text);
    return status;
}

GameReadStatus game_read(const void *bytes, size_t size, Game *game, Failure *failure) {
    const char *start = bytes;
    GameReading reading = {
        .builder.game = game, .start = start, .next = start, .end = start + size};
    if (size == 0 || size > GAME_BYTES_MAX) {
        failure_set(failure, size == 0 ? STATUS_EMPTY : STATUS_TOO_LARGE);
        return GAME_READ_NOTHING;
    }
    if (encoding_is_utf16(start, size))
        return read_utf16(start, size, game, failure);
    game->is_utf8 = game->is_utf8 || encoding_is_marked_utf8(start, size);
    if (!detect(&reading, &game->format)) {
        failure_say(failure, STATUS_FORMAT, "unknown format; known are %s", GAME_FORMATS_READ);
        return GAME_READ_NOTHING;
    }
    return read_format(&reading, game, size, failure);
}
