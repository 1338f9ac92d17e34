/* words.h: splits a line into words and checked numbers, and finds words in tables. Pure functions.
 *
 * A blank is a space, a tab, a vertical tab or a form feed, in any locale. */
#ifndef KANAME_SHARED_TEXT_WORDS_H
#define KANAME_SHARED_TEXT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rest of a line. Owns no memory. */
typedef struct Words {
    const char *next, *end;
} Words;

typedef struct Word {
    const char *text; /* no NUL at the end */
    size_t length;
} Word;

static inline Words words_of(const char *text, size_t length) {
    return (Words){text, text + length};
}

/* Takes the next word, a run without blanks. Returns false if none is left. */
bool words_next(Words *words, Word *word);
/* Returns the rest without the blanks around it. */
Word words_rest(const Words *words);
/* Returns whether only blanks are left. */
bool words_at_end(const Words *words);
/* Takes the next word if it is a decimal number that fits. Otherwise returns false, takes nothing
 * and leaves `value` as it is. */
bool words_integer(Words *words, int64_t *value);
/* Takes numbers joined by commas, with or without blanks around the commas: `7,7` or `7 , 7,1`.
 * Returns their count. If the text is anything else or has more than `capacity` numbers, returns 0
 * and skips to the next blank. */
size_t words_numbers(Words *words, int64_t *values, size_t capacity);

/* Returns whether the word equals the text, ignoring case. */
bool word_is(Word word, const char *text);

/* Returns the index of the word, in any case, among `count` records of `record_size` bytes; `count`
 * if it is not among them. Each record starts with a `const char *` in capitals; the records are
 * sorted by it in the order of strcmp(). */
size_t word_find(Word word, const void *records, size_t count, size_t record_size);

#endif
