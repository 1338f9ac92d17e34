/* utf8.h: converts bytes from a file to valid UTF-8. Pure functions. */
#ifndef KANAME_PROTOCOL_GAMES_UTF8_H
#define KANAME_PROTOCOL_GAMES_UTF8_H

#include <stddef.h>

enum { UTF8_GROWTH = 3 /* bytes that one byte may become */ };

/* Copies `length` bytes of text and ends the copy with NUL; text that does not fit is cut between
 * characters. A byte that is not UTF-8, or is NUL, becomes U+FFFD; control characters except tab
 * and line end become blanks. Returns the bytes written without the NUL; `size` is at least 1. */
size_t utf8_copy(char *target, size_t size, const char *text, size_t length);

#endif
