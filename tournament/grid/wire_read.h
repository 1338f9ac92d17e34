/* wire_read.h: reads members of a message from outside, each within bounds.
 *
 * All functions return false if the member is missing, of another type or out of range, and then
 * leave the target alone. A NULL object is a missing member, so calls may be nested. Pure. */
#ifndef TOURNAMENT_GRID_WIRE_READ_H
#define TOURNAMENT_GRID_WIRE_READ_H

#include <cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_VERSION = 1,
    WIRE_BYTES_MAX = 1000000, /* of a message; below the server's usual max_payload */
    WIRE_KEY_MAX = 24,        /* bytes of the text that names a run, with the final zero */
    WIRE_WORKER_MAX = 80,     /* of a worker's name */
    WIRE_HASH_MAX = 65,       /* of a SHA-256 in hexadecimal digits */
    WIRE_TEXT_MAX = 240       /* of texts for people */
};

/* Parses a message, which need not end in a zero. NULL: too long, not JSON, no object, another
 * version or another kind. The caller deletes it. */
cJSON *wire_parse(const char *text, size_t length, const char *kind);
/* A new message of a kind; NULL: no memory. */
cJSON *wire_make(const char *kind);
/* The text of a message, to be freed with free(); deletes the message. NULL: no memory, or the text
 * is too long. */
char *wire_print(cJSON *message);

/* A whole number. */
bool wire_whole(const cJSON *object, const char *name, int64_t least, int64_t most, int64_t *value);
bool wire_int(const cJSON *object, const char *name, int least, int most, int *value);
bool wire_real(const cJSON *object, const char *name, double least, double most, double *value);
bool wire_flag(const cJSON *object, const char *name, bool *value);
/* A text that fits, made fit for any file: see message_clean(). */
bool wire_text(const cJSON *object, const char *name, char *value, size_t size);
/* An array of `most` members at most; NULL: there is none. */
const cJSON *wire_array(const cJSON *object, const char *name, int most);
/* A whole number that is a member of an array. */
bool wire_item(const cJSON *item, int64_t least, int64_t most, int64_t *value);
/* A name of letters, digits, '-', '_' and '.', not empty. */
bool wire_is_name(const char *text);

/* Adds members. Texts of any bytes become UTF-8. False: no memory. */
bool wire_add_whole(cJSON *object, const char *name, int64_t value);
bool wire_add_text(cJSON *object, const char *name, const char *text);

#endif
