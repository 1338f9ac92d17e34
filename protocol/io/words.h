/* words.h: a line taken apart into words, checked numbers and points, and tables of words.
 *
 * Text from outside ends here: what these functions hand on is checked. Pure functions. */
#ifndef KANAME_PROTOCOL_IO_WORDS_H
#define KANAME_PROTOCOL_IO_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is left of a line. Holds no memory of its own. */
typedef struct Words {
    const char *next, *end;
} Words;

typedef struct Word {
    const char *text; /* not ended by NUL */
    size_t length;
} Word;

static inline Words words_of(const char *text, size_t length) {
    return (Words){text, text + length};
}

/* Takes the next word, a run without blanks. False: none is left. */
bool words_next(Words *words, Word *word);
/* All that is left, without the blanks around it. */
Word words_rest(const Words *words);
/* True if only blanks are left. */
bool words_at_end(const Words *words);
/* Takes the next word if it is a decimal number that fits. False: nothing is taken. */
bool words_integer(Words *words, int64_t *value);
/* Takes numbers joined by commas, blanks around the commas allowed: `7,7` or `7 , 7,1`. Returns
 * how many there were, up to `capacity`; 0 when the text is anything else or there are more, and
 * then the text is passed over up to the next blank. */
size_t words_numbers(Words *words, int64_t *values, size_t capacity);

/* Equal without regard to case? */
bool word_is(Word word, const char *text);

/* Index of the word among `count` records of `record_size` bytes that start with a `const char *`
 * in capitals and are sorted by it; `count` when it is not there. */
size_t word_find(Word word, const void *records, size_t count, size_t record_size);

#endif
