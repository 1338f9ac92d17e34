/* text.h: engines' text made fit for files. Names and messages come from outside and may hold any
 * bytes; what these functions give is valid wherever it goes. */
#ifndef TOURNAMENT_STORE_TEXT_H
#define TOURNAMENT_STORE_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* A malloc()ed copy that is valid UTF-8: every byte that is no part of a character becomes U+FFFD,
 * so does every control character but tab and line end and every hidden character
 * (message_hidden_length()). NULL: no memory. */
char *text_to_utf8(const char *text);

/* Puts the text with a backslash before each byte that `special` lists, line ends and other control
 * characters as blanks, what is no character or hidden as U+FFFD. */
void text_put_escaped(FILE *file, const char *text, const char *special);
/* The same for the text up to its first line end. */
void text_put_line(FILE *file, const char *text);

#endif
