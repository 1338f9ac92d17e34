/* words.h: command lines for tests, written as one text. */
#ifndef KANAME_TESTS_WORDS_H
#define KANAME_TESTS_WORDS_H

enum { WORDS_BYTES = 2048, WORDS_MAX = 200 };

typedef struct WordList {
    int count;
    char *words[WORDS_MAX];
    char text[WORDS_BYTES]; /* that they stand in */
} WordList;

/* Splits a line at its blanks; `~` stands for a blank inside a word. Ends the test when it is too
 * long. */
void words_split(WordList *list, const char *line);

#endif
