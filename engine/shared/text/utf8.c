#include "shared/text/utf8.h"

#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

size_t utf8_character(const char *text, size_t length) {
    const unsigned char *byte = (const unsigned char *)text;
    unsigned char first = byte[0];
    if (first < 0x80)
        return first != 0;
    size_t count = first >= 0xC2 && first < 0xE0   ? 2
                   : first >= 0xE0 && first < 0xF0 ? 3
                   : first >= 0xF0 && first < 0xF5 ? 4
                                                   : 0;
    if (count == 0 || count > length)
        return 0;
    for (size_t i = 1; i < count; i++)
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
    if ((first == 0xE0 && byte[1] < 0xA0) || (first == 0xED && byte[1] > 0x9F) ||
        (first == 0xF0 && byte[1] < 0x90) || (first == 0xF4 && byte[1] > 0x8F))
        return 0;
    return count;
}

size_t utf8_cut(const char *text, size_t length, size_t most) {
    if (length <= most)
        return length;
    size_t cut = most;
    for (int i = 1; i < UTF8_CHARACTER_MAX && cut > 0 && (text[cut] & 0xC0) == 0x80; i++)
        cut--;
    return cut;
}

size_t utf8_copy(char *target, size_t size, const char *text, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        const char *from = text + i;
        size_t count = utf8_character(from, length - i), step = count;
        if (count == 0) {
            from = REPLACEMENT;
            count = strlen(REPLACEMENT);
            step = 1;
        } else if (count == 1 && (*from == '\x7f' || (unsigned char)*from < ' ') && *from != '\t' &&
                   *from != '\n') {
            from = " ";
        }
        if (used + count >= size)
            break;
        memcpy(target + used, from, count);
        used += count;
        i += step;
    }
    target[used] = '\0';
    return used;
}

size_t utf8_copied_length(const char *text, size_t length) {
    size_t copied = 0;
    for (size_t i = 0; i < length;) {
        size_t count = utf8_character(text + i, length - i);
        copied += count > 0 ? count : strlen(REPLACEMENT);
        i += count > 0 ? count : 1;
    }
    return copied;
}
