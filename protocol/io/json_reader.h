/* json_reader.h: reads one JSON text (RFC 8259) of limited depth.
 *
 * The values lie in one array in the order of the text, each before those inside it. Of an object,
 * names and values alternate. */
#ifndef KANAME_PROTOCOL_IO_JSON_READER_H
#define KANAME_PROTOCOL_IO_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/status/failure.h"

enum {
    JSON_DEPTH_MAX = 16,
    JSON_NAMES_MAX = 256 /* in an object */
};

typedef enum JsonKind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} JsonKind;

typedef struct JsonValue {
    JsonKind kind;
    uint32_t count;   /* values in an array, pairs in an object */
    uint32_t span;    /* this value and all inside it; the next one beside it lies that far on */
    double number;    /* JSON_NUMBER */
    const char *text; /* JSON_STRING: valid UTF-8 without NUL inside. JSON_NUMBER: as written */
} JsonValue;

typedef struct JsonText {
    JsonValue *values; /* values[0] is the whole */
    uint32_t count, capacity;
    char *strings;
} JsonText;

/* Reads the text. Fails at a mistake, and tells what it is and the byte at which it lies: names are
 * not repeated in an object, strings are valid UTF-8 without U+0000, and nothing follows the value.
 * The caller releases `json` in either case. */
bool json_read(JsonText *json, const char *text, size_t length, Failure *failure);
void json_release(JsonText *json);

/* Returns the value of this name, NULL if there is none or `object` is no object. */
const JsonValue *json_member(const JsonValue *object, const char *name);
/* Returns the first value inside an array, the first name of an object. */
static inline const JsonValue *json_first(const JsonValue *parent) {
    return parent + 1;
}
/* Returns the next value beside this one. The caller counts them. */
static inline const JsonValue *json_next(const JsonValue *value) {
    return value + value->span;
}
/* Reads a whole number of this range. Returns false if the value is none. */
bool json_integer(const JsonValue *value, int64_t least, int64_t most, int64_t *number);

#endif
