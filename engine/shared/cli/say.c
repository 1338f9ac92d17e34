#include "shared/cli/say.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

char *say_plain(char *text) {
    enum { DELETE = 0x7F, C1_LEAD = 0xC2, C1_FIRST = 0x80, C1_LAST = 0x9F };
    for (unsigned char *at = (unsigned char *)text; *at != '\0'; at++) {
        bool is_control = (*at < ' ' && *at != '\t') || *at == DELETE;
        if (*at == C1_LEAD && at[1] >= C1_FIRST && at[1] <= C1_LAST) {
            *at++ = '?';
            is_control = true;
        }
        if (is_control)
            *at = '?';
    }
    return text;
}

char *say_plain_copy(char *copy, size_t size, const char *text) {
    snprintf(copy, size, "%s", text);
    return say_plain(copy);
}

void say_error_list(const char *format, va_list arguments) {
    char text[SAY_BYTES];
    int length = vsnprintf(text, sizeof text, format, arguments);
    if (length > 0 && (size_t)length < sizeof text && text[length - 1] == '\n')
        text[length - 1] = '\0';
    fprintf(stderr, "%s\n", say_plain(text));
}

void say_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_error_list(format, arguments);
    va_end(arguments);
}
