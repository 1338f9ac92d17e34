#include "store/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "game/message.h"
#include "shared/text/utf8.h"

static const char replacement[] = "\xEF\xBF\xBD";

static bool is_control(char c) {
    return (unsigned char)c < 0x20 || c == 0x7F;
}

/* Returns the bytes of the visible character here; 0 if there is none: the bytes are not UTF-8, or
 * it is hidden. */
static size_t visible_length(const char *text) {
    return message_hidden_length(text) > 0 ? 0 : utf8_character(text, UTF8_CHARACTER_MAX);
}

char *text_to_utf8(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(3 * length + 1); /* at worst every byte becomes three */
    if (copy == NULL)
        return NULL;
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        bool is_odd = is_control(text[i]) && text[i] != '\t' && text[i] != '\n';
        size_t bytes = is_odd ? 0 : visible_length(text + i);
        if (bytes > 0) {
            memcpy(copy + used, text + i, bytes);
            used += bytes;
            i += bytes;
        } else {
            size_t hidden = message_hidden_length(text + i);
            memcpy(copy + used, replacement, 3);
            used += 3;
            i += hidden > 0 ? hidden : 1;
        }
    }
    copy[used] = '\0';
    return copy;
}

/* Copies the character that begins here, or what stands for it. Returns its length. */
static size_t copy_character(char copy[UTF8_CHARACTER_MAX + 1], const char *text) {
    size_t bytes = utf8_character(text, UTF8_CHARACTER_MAX), visible = visible_length(text);
    if (is_control(*text))
        snprintf(copy, UTF8_CHARACTER_MAX + 1, " ");
    else if (visible > 0)
        snprintf(copy, UTF8_CHARACTER_MAX + 1, "%.*s", (int)visible, text);
    else
        snprintf(copy, UTF8_CHARACTER_MAX + 1, "%s", replacement);
    return bytes > 0 ? bytes : 1;
}

void text_copy(char *copy, size_t size, const char *text) {
    char character[UTF8_CHARACTER_MAX + 1];
    size_t used = 0;
    copy[0] = '\0';
    while (*text != '\0') {
        text += copy_character(character, text);
        size_t bytes = strlen(character);
        if (used + bytes >= size)
            break;
        memcpy(copy + used, character, bytes + 1);
        used += bytes;
    }
}

void text_put(FILE *file, const char *text) {
    char character[UTF8_CHARACTER_MAX + 1];
    while (*text != '\0') {
        text += copy_character(character, text);
        fputs(character, file);
    }
}

void text_put_line(FILE *file, const char *text) {
    char character[UTF8_CHARACTER_MAX + 1];
    while (*text != '\0' && *text != '\n') {
        text += copy_character(character, text);
        fputs(character, file);
    }
}
