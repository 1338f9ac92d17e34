/* utf8.h: checks UTF-8, and converts bytes from a file to it. Pure functions. */
#ifndef KANAME_SHARED_TEXT_UTF8_H
#define KANAME_SHARED_TEXT_UTF8_H

#include <stddef.h>

enum {
    UTF8_GROWTH = 3,       /* bytes that one byte may become */
    UTF8_CHARACTER_MAX = 4 /* bytes of a character */
};

/* Returns the bytes of the character at the start of the text, of which `length` >= 1 are there; 0
 * if it is NUL or not UTF-8: overlong forms, surrogates and code points over U+10FFFF are refused.
 * Reads no byte after a NUL: UTF8_CHARACTER_MAX will do for the length of a text that ends so. */
size_t utf8_character(const char *text, size_t length);
/* Returns how many of the `length` bytes to keep, at most `most`, so that no character is cut. */
size_t utf8_cut(const char *text, size_t length, size_t most);
/* Copies `length` bytes of text and ends the copy with NUL; text that does not fit is cut between
 * characters. A byte that is not UTF-8, or is NUL, becomes U+FFFD; control characters except tab
 * and line end become blanks. Returns the bytes written without the NUL; `size` is at least 1. */
size_t utf8_copy(char *target, size_t size, const char *text, size_t length);
/* Returns the bytes that utf8_copy() writes if the text fits. */
size_t utf8_copied_length(const char *text, size_t length);

#endif
