/* text.h: makes engines' text safe for files. Names and messages come from outside and may hold any
 * bytes; the output of these functions is valid text. */
#ifndef TOURNAMENT_STORE_TEXT_H
#define TOURNAMENT_STORE_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* Returns a malloc()ed copy that is valid UTF-8; NULL if out of memory. Every byte outside a
 * character, every control character except tab and line end, and every hidden character
 * (message_hidden_length()) becomes U+FFFD. */
char *text_to_utf8(const char *text);

/* Writes the text on one line: line ends and other control characters become blanks; hidden
 * characters and bytes outside a character become U+FFFD. */
void text_put(FILE *file, const char *text);
/* Copies the text in the same way, cut between characters. One byte may become three. */
void text_copy(char *copy, size_t size, const char *text);
/* Does the same for the text up to its first line end. */
void text_put_line(FILE *file, const char *text);

#endif
