/* words.h: command lines for tests, written as one text. */
#ifndef KANAME_TESTS_WORDS_H
#define KANAME_TESTS_WORDS_H

enum { WORDS_BYTES = 2048, WORDS_MAX = 200 };

typedef struct WordList {
    int count;
    char *words[WORDS_MAX];
    char text[WORDS_BYTES]; /* holds the words */
} WordList;

/* Splits a line at its spaces; `~` stands for a space inside a word. Fails the test if the line is
 * too long. */
void words_split(WordList *list, const char *line);

#endif
