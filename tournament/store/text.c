#include "store/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "game/message.h"

static bool is_continuation(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

/* Returns the length of the character that begins here, 0 if none does: over-long forms, surrogates
 * and code points above U+10FFFF are refused. The final zero ends every incomplete character. */
static size_t character_length(const unsigned char *s) {
    if (s[0] < 0x80)
        return s[0] >= 0x20 && s[0] != 0x7F ? 1 : (size_t)(s[0] == '\t' || s[0] == '\n');
    if (s[0] >= 0xC2 && s[0] <= 0xDF)
        return is_continuation(s[1]) ? 2 : 0;
    if (s[0] >= 0xE0 && s[0] <= 0xEF) {
        unsigned char low = s[0] == 0xE0 ? 0xA0 : 0x80, high = s[0] == 0xED ? 0x9F : 0xBF;
        return s[1] >= low && s[1] <= high && is_continuation(s[2]) ? 3 : 0;
    }
    if (s[0] >= 0xF0 && s[0] <= 0xF4) {
        unsigned char low = s[0] == 0xF0 ? 0x90 : 0x80, high = s[0] == 0xF4 ? 0x8F : 0xBF;
        bool is_good =
            s[1] >= low && s[1] <= high && is_continuation(s[2]) && is_continuation(s[3]);
        return is_good ? 4 : 0;
    }
    return 0;
}

static const char replacement[] = "\xEF\xBF\xBD";

char *text_to_utf8(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(3 * length + 1); /* at worst every byte becomes three */
    if (copy == NULL)
        return NULL;
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        size_t bytes = character_length((const unsigned char *)text + i);
        size_t hidden = message_hidden_length(text + i);
        if (bytes > 0 && hidden == 0) {
            memcpy(copy + used, text + i, bytes);
            used += bytes;
            i += bytes;
        } else {
            memcpy(copy + used, replacement, 3);
            used += 3;
            i += hidden > 0 ? hidden : 1;
        }
    }
    copy[used] = '\0';
    return copy;
}

/* Writes the character that begins here. Returns its length. */
static size_t put_character(FILE *file, const char *text, const char *special) {
    unsigned char first = (unsigned char)*text;
    size_t bytes = character_length((const unsigned char *)text);
    size_t hidden = message_hidden_length(text);
    if (strchr(special, first) != NULL)
        putc('\\', file);
    if (first < 0x20 || first == 0x7F)
        putc(' ', file);
    else if (bytes > 0 && hidden == 0)
        fwrite(text, 1, bytes, file);
    else
        fputs(replacement, file);
    return bytes > 0 ? bytes : 1;
}

void text_put_escaped(FILE *file, const char *text, const char *special) {
    while (*text != '\0')
        text += put_character(file, text, special);
}

void text_put_line(FILE *file, const char *text) {
    while (*text != '\0' && *text != '\n')
        text += put_character(file, text, "");
}
