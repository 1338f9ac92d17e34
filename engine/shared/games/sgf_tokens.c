#include "shared/games/sgf_tokens.h"

#include "shared/text/utf8.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool sgf_is_letter(char c) {
    return is_capital(c) || (c >= 'a' && c <= 'z');
}

bool sgf_begins_name(char c) {
    return c != '\0' && !is_blank(c) && strchr("[]();", c) == NULL;
}

char sgf_peek(GameReading *reading) {
    while (reading->next < reading->end && is_blank(*reading->next))
        reading->next++;
    return reading->next < reading->end ? *reading->next : '\0';
}

/* ---- Names --------------------------------------------------------------------------------- */

/* Sets the word to the capitals of a name of letters and digits. */
static void set_word(SgfProperty *property, const char *at, const char *end) {
    bool has_capitals = false;
    size_t length = 0;
    for (const char *c = at; c < end; c++)
        has_capitals = has_capitals || is_capital(*c);
    for (; at < end && length < SGF_WORD_MAX; at++)
        if (is_capital(*at) || (is_digit(*at) && length > 0))
            property->word[length++] = *at;
        else if (!is_digit(*at) && !has_capitals)
            property->word[length++] = (char)(*at - 'a' + 'A');
    property->word[length] = '\0';
}

/* Control characters become `_`: as blanks, they would be left out when the name is read again, and
 * what remains may be a name of SGF. The end of a name that is cut becomes `_` for the same reason.
 */
static void set_name(SgfProperty *property, const char *at, const char *end) {
    size_t length = (size_t)(end - at);
    bool is_cut = length > SGF_NAME_MAX;
    if (is_cut)
        length = utf8_cut(at, length, SGF_NAME_MAX - 1);
    for (size_t i = 0; i < length; i++)
        property->name[i] = (unsigned char)at[i] < ' ' || at[i] == '\x7f' ? '_' : at[i];
    if (is_cut)
        property->name[length++] = '_';
    property->name[length] = '\0';
}

bool sgf_take_name(GameReading *reading, SgfProperty *property) {
    const char *at = reading->next, *end = at;
    property->at = at;
    property->is_odd = !sgf_is_letter(*at);
    for (; end < reading->end && sgf_begins_name(*end); end++)
        property->is_odd = property->is_odd || !(sgf_is_letter(*end) || is_digit(*end));
    property->word[0] = '\0';
    if (!property->is_odd)
        set_word(property, at, end);
    set_name(property, at, end);
    reading->next = end;
    bool has_value = sgf_peek(reading) == '[';
    property->values = reading->next;
    return has_value || reading_fail(reading, property->at,
                                     property->is_odd ? "neither a node nor a property"
                                                      : "a property's name without a value");
}

/* ---- Values -------------------------------------------------------------------------------- */

bool sgf_take_value(GameReading *reading, SgfValue *value) {
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

SgfValue sgf_trimmed(SgfValue value) {
    while (value.text < value.end && is_blank(*value.text))
        value.text++;
    while (value.end > value.text && is_blank(value.end[-1]))
        value.end--;
    return value;
}

/* Skips the second byte of a line end of two. */
static const char *line_end(const char *at, const char *end) {
    bool is_pair = at + 1 < end && (at[1] == '\n' || at[1] == '\r') && at[1] != *at;
    return at + is_pair;
}

size_t sgf_unescape(SgfValue value, char **text) {
    size_t used = 0;
    *text = malloc((size_t)(value.end - value.text) + 1);
    for (const char *at = value.text; *text != NULL && at < value.end; at++) {
        bool is_escaped = *at == '\\' && at + 1 < value.end;
        at += is_escaped;
        bool is_line_end = *at == '\n' || *at == '\r';
        if (is_line_end)
            at = line_end(at, value.end);
        if (!is_line_end)
            (*text)[used++] = *at;
        else if (!is_escaped)
            (*text)[used++] = '\n';
    }
    return used;
}

size_t sgf_raw(SgfValue value, char **text) {
    size_t used = 0;
    *text = malloc((size_t)(value.end - value.text) + 2);
    if (*text == NULL)
        return 0;
    (*text)[used++] = '[';
    for (const char *at = value.text; at < value.end; at++) {
        bool is_line_end = *at == '\n' || *at == '\r';
        if (is_line_end)
            at = line_end(at, value.end);
        (*text)[used++] = is_line_end ? '\n' : *at;
    }
    (*text)[used++] = ']';
    return used;
}
