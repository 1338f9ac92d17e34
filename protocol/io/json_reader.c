#include "io/json_reader.h"

#include "shared/text/utf8.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reading {
    JsonText *json;
    const char *begin, *at, *end;
    char *string; /* where the next string goes */
    Failure *failure;
    int depth;
} Reading;

static bool fail(Reading *reading, const char *what) {
    return failure_say(reading->failure, STATUS_SYNTAX, "byte %zu: %s",
                       (size_t)(reading->at - reading->begin) + 1, what);
}

static void skip_blanks(Reading *reading) {
    while (reading->at < reading->end && strchr(" \t\r\n", *reading->at) != NULL &&
           *reading->at != '\0')
        reading->at++;
}

static bool is_at(const Reading *reading, char c) {
    return reading->at < reading->end && *reading->at == c;
}

static bool take(Reading *reading, char c) {
    if (!is_at(reading, c))
        return false;
    reading->at++;
    return true;
}

/* Returns the index of a new value; UINT32_MAX after a failure. */
static uint32_t add_value(Reading *reading, JsonKind kind) {
    JsonText *json = reading->json;
    if (json->count == json->capacity) {
        uint32_t wanted = json->capacity > 0 ? 2 * json->capacity : 64;
        JsonValue *more = realloc(json->values, wanted * sizeof *more);
        if (more == NULL) {
            (void)failure_set(reading->failure, STATUS_MEMORY);
            return UINT32_MAX;
        }
        json->values = more;
        json->capacity = wanted;
    }
    json->values[json->count] = (JsonValue){.kind = kind, .span = 1};
    return json->count++;
}

/* ---- Strings ------------------------------------------------------------------------------- */

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Takes the four digits of \uXXXX. Returns -1 if there are none. */
static long take_unit(Reading *reading) {
    long unit = 0;
    if (reading->end - reading->at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(reading->at[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    reading->at += 4;
    return unit;
}

static void put_character(Reading *reading, long code) {
    char *to = reading->string;
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *to++ = (char)(0xe0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    } else {
        *to++ = (char)(0xf0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3f));
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    }
    reading->string = to;
}

/* Takes what follows \u. */
static bool take_code(Reading *reading) {
    long code = take_unit(reading);
    if (code >= 0xd800 && code < 0xdc00 && take(reading, '\\') && take(reading, 'u')) {
        long low = take_unit(reading);
        code =
            low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00 : -1;
    }
    if (code <= 0 || (code >= 0xd800 && code < 0xe000))
        return fail(reading, "\\u names no character");
    put_character(reading, code);
    return true;
}

/* Takes what follows a backslash. */
static bool take_escape(Reading *reading) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (take(reading, 'u'))
        return take_code(reading);
    const char *name =
        reading->at < reading->end && *reading->at != '\0' ? strchr(names, *reading->at) : NULL;
    if (name == NULL)
        return fail(reading, "no escape of JSON");
    *reading->string++ = meanings[name - names];
    reading->at++;
    return true;
}

/* Takes a string whose first quote has been taken. */
static bool take_string(Reading *reading, const char **text) {
    *text = reading->string;
    while (!is_at(reading, '"')) {
        if (reading->at == reading->end)
            return fail(reading, "a string does not end");
        if (take(reading, '\\')) {
            if (!take_escape(reading))
                return false;
            continue;
        }
        if ((unsigned char)*reading->at < ' ')
            return fail(reading, "a control character in a string");
        size_t length = utf8_character(reading->at, (size_t)(reading->end - reading->at));
        if (length == 0)
            return fail(reading, "no UTF-8");
        memcpy(reading->string, reading->at, length);
        reading->string += length;
        reading->at += length;
    }
    reading->at++;
    *reading->string++ = '\0';
    return true;
}

/* ---- Values -------------------------------------------------------------------------------- */

static bool take_digits(Reading *reading) {
    const char *first = reading->at;
    while (reading->at < reading->end && *reading->at >= '0' && *reading->at <= '9')
        reading->at++;
    return reading->at > first;
}

static bool take_number(Reading *reading) {
    const char *first = reading->at;
    (void)take(reading, '-');
    bool is_good = take(reading, '0') || take_digits(reading);
    if (is_good && take(reading, '.'))
        is_good = take_digits(reading);
    if (is_good && (take(reading, 'e') || take(reading, 'E'))) {
        if (!take(reading, '+'))
            (void)take(reading, '-');
        is_good = take_digits(reading);
    }
    if (!is_good)
        return fail(reading, "no value of JSON");
    uint32_t index = add_value(reading, JSON_NUMBER);
    if (index == UINT32_MAX)
        return false;
    size_t length = (size_t)(reading->at - first);
    JsonValue *value = &reading->json->values[index];
    memcpy(reading->string, first, length);
    reading->string[length] = '\0';
    value->text = reading->string;
    value->number = strtod(reading->string, NULL);
    reading->string += length + 1;
    return fabs(value->number) <= DBL_MAX || fail(reading, "a number is too great");
}

static bool take_word(Reading *reading) {
    static const struct {
        const char *text;
        JsonKind kind;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].text);
        if ((size_t)(reading->end - reading->at) >= length &&
            memcmp(reading->at, words[i].text, length) == 0) {
            reading->at += length;
            return add_value(reading, words[i].kind) != UINT32_MAX;
        }
    }
    return take_number(reading);
}

static bool take_value(Reading *reading);

/* Takes a name and the colon; the name must be new in the object. */
static bool take_name(Reading *reading, uint32_t object) {
    skip_blanks(reading);
    if (!take(reading, '"'))
        return fail(reading, "a name in quotes is missing");
    uint32_t index = add_value(reading, JSON_STRING);
    const char *text;
    if (index == UINT32_MAX || !take_string(reading, &text))
        return false;
    JsonValue *values = reading->json->values;
    if (values[object].count == JSON_NAMES_MAX)
        return fail(reading, "an object has too many names");
    const JsonValue *name = json_first(&values[object]);
    for (uint32_t i = 0; i < values[object].count; i++, name = json_next(json_next(name)))
        if (strcmp(name->text, text) == 0)
            return fail(reading, "a name is repeated");
    values[index].text = text;
    skip_blanks(reading);
    return take(reading, ':') || fail(reading, "a colon is missing");
}

/* Takes an array or an object whose bracket has been taken. */
static bool take_inside(Reading *reading, JsonKind kind, char close) {
    uint32_t index = add_value(reading, kind);
    if (index == UINT32_MAX)
        return false;
    if (++reading->depth > JSON_DEPTH_MAX)
        return fail(reading, "brackets inside brackets are too deep");
    skip_blanks(reading);
    for (bool is_first = true; !take(reading, close); is_first = false) {
        if (!is_first && !take(reading, ','))
            return fail(reading, "a comma or a closing bracket is missing");
        if (kind == JSON_OBJECT && !take_name(reading, index))
            return false;
        if (!take_value(reading))
            return false;
        reading->json->values[index].count++;
        skip_blanks(reading);
    }
    reading->json->values[index].span = reading->json->count - index;
    reading->depth--;
    return true;
}

static bool take_value(Reading *reading) {
    skip_blanks(reading);
    if (take(reading, '{'))
        return take_inside(reading, JSON_OBJECT, '}');
    if (take(reading, '['))
        return take_inside(reading, JSON_ARRAY, ']');
    if (!take(reading, '"'))
        return take_word(reading);
    uint32_t index = add_value(reading, JSON_STRING);
    const char *text;
    if (index == UINT32_MAX || !take_string(reading, &text))
        return false;
    reading->json->values[index].text = text;
    return true;
}

bool json_read(JsonText *json, const char *text, size_t length, Failure *failure) {
    *json = (JsonText){0};
    Reading reading = {
        .json = json, .begin = text, .at = text, .end = text + length, .failure = failure};
    /* A string is no longer than its text with quotes, a number than its text and what follows. */
    json->strings = malloc(length + 2);
    if (json->strings == NULL)
        return failure_set(failure, STATUS_MEMORY);
    reading.string = json->strings;
    if (!take_value(&reading))
        return false;
    skip_blanks(&reading);
    return reading.at == reading.end || fail(&reading, "something follows the value");
}

void json_release(JsonText *json) {
    free(json->values);
    free(json->strings);
    *json = (JsonText){0};
}

/* ---- Use ----------------------------------------------------------------------------------- */

const JsonValue *json_member(const JsonValue *object, const char *name) {
    if (object->kind != JSON_OBJECT)
        return NULL;
    const JsonValue *at = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, at = json_next(json_next(at)))
        if (strcmp(at->text, name) == 0)
            return json_next(at);
    return NULL;
}

bool json_integer(const JsonValue *value, int64_t least, int64_t most, int64_t *number) {
    if (value->kind != JSON_NUMBER || value->number != floor(value->number) ||
        value->number < (double)least || value->number > (double)most)
        return false;
    *number = (int64_t)value->number;
    return true;
}
