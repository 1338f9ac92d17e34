#include "shared/games/sgf_syntax.h"

#include "shared/games/sgf_tokens.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* Returns whether `(`, `;` and a property, or a further node or variation, begin here. */
static bool is_beginning(const char *at, const char *end) {
    if (at == end || *at != '(')
        return false;
    at = skip_blanks(at + 1, end);
    if (at == end || *at != ';')
        return false;
    at = skip_blanks(at + 1, end);
    if (at == end || *at == ';' || *at == '(' || *at == ')')
        return true;
    const char *word = at;
    while (at < end && sgf_begins_name(*at))
        at++;
    at = at > word ? skip_blanks(at, end) : end;
    return at < end && *at == '[';
}

const char *sgf_find(const char *start, const char *end) {
    for (const char *at = start; at < end; at++) {
        at = memchr(at, '(', (size_t)(end - at));
        if (at == NULL)
            return NULL;
        if (is_beginning(at, end))
            return at;
    }
    return NULL;
}

/* Returns the end of the value after the bracket at `at`, past its closing one. */
static const char *value_end(const char *at, const char *end, const Encoding *encoding) {
    for (at++; at < end && *at != ']'; at += encoding_step(encoding, at, end))
        if (*at == '\\' && at + 1 < end)
            at++;
    return at < end ? at + 1 : end;
}

/* Returns whether a game begins here at the beginning of a line: one whose end is missing does not
 * take the next one. */
static bool is_next_game(const char *at, const char *start, const char *end) {
    if (at == start || (at[-1] != '\n' && at[-1] != '\r') || !is_beginning(at, end))
        return false;
    const char *word = skip_blanks(skip_blanks(at + 1, end) + 1, end);
    return end - word > 2 && (memcmp(word, "FF", 2) == 0 || memcmp(word, "GM", 2) == 0);
}

const char *sgf_end(const char *start, const char *end, const Encoding *encoding) {
    size_t depth = 0;
    for (const char *at = start; at < end;) {
        if (*at == '[') {
            at = value_end(at, end, encoding);
            continue;
        }
        if (depth > 0 && is_next_game(at, start, end))
            return at;
        depth += *at == '(';
        if (*at == ')' && --depth == 0)
            return at + 1;
        at++;
    }
    return end;
}

const char *sgf_variation_end(const char *at, const char *end) {
    for (size_t depth = 0; at < end;) {
        if (*at == '[') {
            at = value_end(at, end, NULL);
            continue;
        }
        if (*at == ')' && depth == 0)
            return at;
        depth += *at == '(';
        depth -= *at == ')';
        at++;
    }
    return end;
}

/* Finds the value of CA, wherever it stands: the values before it cannot be delimited without it.
 * Returns false if there is none. */
static bool find_charset(const char *start, const char *end, const char **name, size_t *length) {
    static const char word[] = "CA[";
    for (const char *at = start; at < end; at++) {
        at = memchr(at, word[0], (size_t)(end - at));
        if (at == NULL || (size_t)(end - at) < sizeof word)
            return false;
        bool is_charset = memcmp(at, word, sizeof word - 1) == 0 &&
                          (is_blank(at[-1]) || at[-1] == ';' || at[-1] == ']');
        if (!is_charset)
            continue;
        *name = skip_blanks(at + sizeof word - 1, end);
        const char *close = memchr(*name, ']', (size_t)(end - *name));
        while (close != NULL && close > *name && is_blank(close[-1]))
            close--;
        *length = close != NULL ? (size_t)(close - *name) : 0;
        return close != NULL;
    }
    return false;
}

const Encoding *sgf_encoding(const char *start, const char *end) {
    enum { LOOK_MIN = 1 << 14, LOOK_MAX = 1 << 16 }; /* bytes */
    const Encoding *named;
    const char *name;
    size_t length;
    EncodingGuess guess = {.utf8_faults = 0};
    const char *close = sgf_end(start, end, NULL);
    bool is_named =
        find_charset(start, close, &name, &length) && encoding_find(name, length, &named);
    if (is_named && named != NULL)
        return named;
    if (encoding_is_utf8(start, (size_t)(close - start)))
        return NULL;
    /* The end was found without the encoding: it may lie anywhere. */
    ptrdiff_t look = close - start < LOOK_MIN   ? LOOK_MIN
                     : close - start > LOOK_MAX ? LOOK_MAX
                                                : close - start;
    encoding_guess_add(&guess, start, (size_t)(look < end - start ? look : end - start));
    return encoding_guess_best(&guess);
}
