/* read.h: reads members of a message from outside, each within bounds.
 *
 * All functions return false, and leave the target unchanged, if the member is missing, of another
 * type or out of range. A NULL object counts as a missing member, so calls may be nested. Pure. */
#ifndef TOURNAMENT_GRID_WIRE_READ_H
#define TOURNAMENT_GRID_WIRE_READ_H

#include <cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_VERSION = 2,
    WIRE_BYTES_MAX = 1000000, /* of a message; below the server's usual max_payload */
    WIRE_KEY_MAX = 24,        /* bytes of the text that names a run, with the final zero */
    WIRE_WORKER_MAX = 80,     /* of a worker's name */
    WIRE_HASH_MAX = 65,       /* of a SHA-256 in hexadecimal digits */
    WIRE_SECRET_MAX = 33,     /* of a secret: 32 hexadecimal digits */
    WIRE_TEXT_MAX = 240       /* of texts for people */
};

/* Parses a message, which need not end with a zero. Returns NULL if it is too long, not JSON, not
 * an object, or of another version or kind. The caller deletes the result. */
cJSON *wire_parse(const char *text, size_t length, const char *kind);
/* Returns a new message of this kind; NULL if out of memory. */
cJSON *wire_make(const char *kind);
/* Returns the text of a message, which the caller frees with free(), and deletes the message.
 * Returns NULL if out of memory or if the text is too long. */
char *wire_print(cJSON *message);

/* Reads a whole number. */
bool wire_whole(const cJSON *object, const char *name, int64_t least, int64_t most, int64_t *value);
bool wire_int(const cJSON *object, const char *name, int least, int most, int *value);
bool wire_real(const cJSON *object, const char *name, double least, double most, double *value);
bool wire_flag(const cJSON *object, const char *name, bool *value);
/* Reads a text that fits; makes it safe for any file by message_clean(). */
bool wire_text(const cJSON *object, const char *name, char *value, size_t size);
/* Reads a secret: 32 hexadecimal digits in lower case. */
bool wire_secret(const cJSON *object, const char *name, char value[WIRE_SECRET_MAX]);
/* Returns an array of at most `most` members; NULL if there is none. */
const cJSON *wire_array(const cJSON *object, const char *name, int most);
/* Reads a whole number that is a member of an array. */
bool wire_item(const cJSON *item, int64_t least, int64_t most, int64_t *value);
/* Returns whether the text is a name: letters, digits, '-', '_' and '.', not empty. */
bool wire_is_name(const char *text);

/* Add members. Texts of any bytes become UTF-8. Return false if out of memory. */
bool wire_add_whole(cJSON *object, const char *name, int64_t value);
bool wire_add_text(cJSON *object, const char *name, const char *text);

#endif
