#include "shared/text/words.h"

#include <string.h>

/* Not ctype.h: its functions depend on the locale and are undefined for negative chars. */
static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char to_upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static const char *skip_blanks(const char *text, const char *end) {
    while (text < end && is_blank(*text))
        text++;
    return text;
}

static const char *skip_word(const char *text, const char *end) {
    while (text < end && !is_blank(*text))
        text++;
    return text;
}

bool words_next(Words *words, Word *word) {
    const char *start = skip_blanks(words->next, words->end);
    words->next = skip_word(start, words->end);
    *word = (Word){start, (size_t)(words->next - start)};
    return word->length > 0;
}

Word words_rest(const Words *words) {
    const char *start = skip_blanks(words->next, words->end), *end = words->end;
    while (end > start && is_blank(end[-1]))
        end--;
    return (Word){start, (size_t)(end - start)};
}

bool words_at_end(const Words *words) {
    return skip_blanks(words->next, words->end) == words->end;
}

/* Reads a number. Returns a pointer past it, NULL if there is none or it does not fit. */
static const char *read_integer(const char *text, const char *end, int64_t *value) {
    bool is_negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+'))
        text++;
    if (text == end || !is_digit(*text))
        return NULL;
    int64_t sum = 0; /* never positive: INT64_MIN has no positive counterpart */
    for (; text < end && is_digit(*text); text++) {
        int digit = *text - '0';
        if (sum < (INT64_MIN + digit) / 10)
            return NULL;
        sum = sum * 10 - digit;
    }
    if (!is_negative && sum == INT64_MIN)
        return NULL;
    *value = is_negative ? sum : -sum;
    return text;
}

bool words_integer(Words *words, int64_t *value) {
    const char *start = skip_blanks(words->next, words->end);
    int64_t number;
    const char *end = read_integer(start, words->end, &number);
    if (end == NULL || end != skip_word(start, words->end))
        return false;
    *value = number;
    words->next = end;
    return true;
}

size_t words_numbers(Words *words, int64_t *values, size_t capacity) {
    const char *end = words->end;
    const char *at = skip_blanks(words->next, end);
    size_t count = 0;
    for (;;) {
        int64_t value;
        const char *behind = read_integer(at, end, &value);
        if (behind == NULL)
            break;
        if (count < capacity)
            values[count] = value;
        count++;
        at = behind;
        const char *comma = skip_blanks(at, end);
        if (comma == end || *comma != ',') {
            words->next = skip_word(at, end);
            return words->next == at && count <= capacity ? count : 0;
        }
        at = skip_blanks(comma + 1, end);
    }
    words->next = skip_word(at, end);
    return 0;
}

/* Compares as strcmp() does, ignoring case. */
static int compare(Word word, const char *text) {
    for (size_t i = 0; i < word.length; i++) {
        int difference = (unsigned char)to_upper(word.text[i]) - (unsigned char)to_upper(text[i]);
        if (difference != 0 || text[i] == '\0')
            return difference != 0 ? difference : 1;
    }
    return text[word.length] == '\0' ? 0 : -1;
}

bool word_is(Word word, const char *text) {
    return compare(word, text) == 0;
}

size_t word_find(Word word, const void *records, size_t count, size_t record_size) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *key;
        memcpy(&key, (const char *)records + middle * record_size, sizeof key);
        int order = compare(word, key);
        if (order == 0)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return count;
}
