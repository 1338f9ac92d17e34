/* encoding.h: text of files in other encodings than UTF-8: recognized and converted. Pure
 * functions, except that encoding_decode() loads tables of the C library (on Windows, of the
 * system). */
#ifndef KANAME_SHARED_TEXT_ENCODING_H
#define KANAME_SHARED_TEXT_ENCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An encoding that extends ASCII. Static storage; NULL stands for UTF-8. */
typedef struct Encoding Encoding;

/* Returns the name, "GBK". Static storage. */
const char *encoding_name(const Encoding *encoding);
/* Looks up a name as files write it, in any case, "Shift_JIS". Returns false if it is unknown. */
bool encoding_find(const char *name, size_t length, const Encoding **encoding);

/* Returns the number of bytes of the character at `at`, at least 1: a later byte of a character may
 * look like ASCII. A character that is cut or invalid counts as one byte. */
size_t encoding_step(const Encoding *encoding, const char *at, const char *end);
/* Returns whether the text is valid UTF-8; ASCII is. */
bool encoding_is_utf8(const char *text, size_t length);
/* Returns the number of bytes of UTF-8's byte order mark at the start of the text: 3, or 0. */
size_t encoding_utf8_mark(const char *text, size_t length);
/* Returns whether the text is valid UTF-8 after a byte order mark that says so. */
bool encoding_is_marked_utf8(const char *text, size_t length);

enum { ENCODING_CANDIDATES = 7 };
/* What was seen of texts whose encoding is unknown. Begin with all zeros. */
typedef struct EncodingGuess {
    uint64_t points[ENCODING_CANDIDATES], characters[ENCODING_CANDIDATES];
    bool is_excluded[ENCODING_CANDIDATES];
    uint64_t utf8_characters, utf8_faults; /* of several bytes; bytes that are not UTF-8 */
} EncodingGuess;

/* Takes a text into account. */
void encoding_guess_add(EncodingGuess *guess, const char *text, size_t length);
/* Returns the most likely encoding of all the texts: UTF-8 unless it has more faults than
 * characters of several bytes, else the one
 * in which the characters are the most common: GBK, Big5, Shift-JIS, EUC-KR, EUC-JP, Windows-1251,
 * Latin-1. */
const Encoding *encoding_guess_best(const EncodingGuess *guess);

typedef enum EncodingStatus {
    ENCODING_DECODED,
    ENCODING_UNSUPPORTED, /* this system has no table for the encoding */
    ENCODING_NO_MEMORY
} EncodingStatus;

/* Converts the text to UTF-8. Bytes that are invalid in the encoding become U+FFFD; a character cut
 * at the end is dropped. NUL is kept. The caller frees *utf8, which is NULL on an error and else
 * ends with a NUL that *utf8_length does not count. */
EncodingStatus encoding_decode(const Encoding *encoding, const char *text, size_t length,
                               char **utf8, size_t *utf8_length);
/* Returns whether the text begins with a byte order mark of UTF-16. */
bool encoding_is_utf16(const char *text, size_t length);
/* Decodes a text that begins with that mark, which it leaves out, as encoding_decode() does. */
EncodingStatus encoding_decode_utf16(const char *text, size_t length, char **utf8,
                                     size_t *utf8_length);

#endif
