#include "shared/games/reading.h"

#include "shared/text/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool reading_fail(GameReading *reading, const char *at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->wrong, sizeof reading->wrong, format, arguments);
    va_end(arguments);
    reading->fault = at;
    return false;
}

bool reading_check(GameReading *reading, const char *at, const char *wrong) {
    return wrong == NULL || reading_fail(reading, at, "%s", wrong);
}

size_t reading_count_lines(const char *at, const char *end, const char *text_end) {
    size_t count = 0;
    for (; at < end; at++)
        count += *at == '\n' || (*at == '\r' && (at + 1 == text_end || at[1] != '\n'));
    return count;
}

void reading_note(GameReading *reading, const char *text) {
    char *notice = reading->builder.game->notice;
    size_t used = strlen(notice), glue = used > 0 ? 2 : 0;
    if (used + glue + strlen(text) >= GAME_NOTICE_MAX || strstr(notice, text) != NULL)
        return;
    if (glue > 0)
        strcpy(notice + used, "; ");
    (void)utf8_copy(notice + used + glue, GAME_NOTICE_MAX - used - glue, text, strlen(text));
}

enum { DATE_LENGTH = sizeof "2024-05-06" - 1, DATE_TIME_LENGTH = sizeof "2024-05-06 07:08" - 1 };

/* Returns whether the text, which is not shorter, begins with the form: 0 stands for a digit, - for
 * a separator of a date, _ for a blank or T. */
static bool has_form(const char *text, const char *form) {
    for (; *form != '\0'; text++, form++) {
        bool fits = *form == '0'   ? *text >= '0' && *text <= '9'
                    : *form == '-' ? *text == '-' || *text == '.' || *text == '/'
                    : *form == '_' ? *text == ' ' || *text == 'T'
                                   : *text == *form;
        if (!fits)
            return false;
    }
    return true;
}

const char *reading_add_date(GameReading *reading, const char *text, size_t length) {
    GameBuilder *builder = &reading->builder;
    char date[DATE_LENGTH];
    bool has_time = length >= DATE_TIME_LENGTH && has_form(text, "0000-00-00_00:00");
    if (!has_time && !(length == DATE_LENGTH && has_form(text, "0000-00-00")))
        return game_add_property(builder, "DT", text, length);
    memcpy(date, text, DATE_LENGTH);
    date[4] = date[7] = '-';
    const char *wrong = game_add_property(builder, "DT", date, DATE_LENGTH);
    if (wrong != NULL || !has_time)
        return wrong;
    return game_add_property(builder, "TIME", text + DATE_LENGTH + 1, length - DATE_LENGTH - 1);
}

bool reading_line(GameReading *reading, ReadingLine *line) {
    const char *at = reading->next;
    if (at == reading->end)
        return false;
    while (at < reading->end && *at != '\n' && *at != '\r')
        at++;
    *line = (ReadingLine){reading->next, at};
    if (at < reading->end && *at == '\r')
        at++;
    if (at < reading->end && *at == '\n' && (at == line->end || at[-1] == '\r'))
        at++;
    reading->next = at;
    return true;
}

void reading_line_skip_blanks(ReadingLine *line) {
    while (line->text < line->end && (*line->text == ' ' || *line->text == '\t'))
        line->text++;
}

bool reading_line_take_number(ReadingLine *line, int *number) {
    enum { DIGITS_MAX = 9 };
    const char *at = line->text;
    int value = 0, digits = 0;
    bool is_negative = at < line->end && *at == '-';
    at += is_negative;
    for (; at < line->end && *at >= '0' && *at <= '9'; at++) {
        if (++digits > DIGITS_MAX)
            return false;
        value = value * 10 + (*at - '0');
    }
    if (digits == 0)
        return false;
    *number = is_negative ? -value : value;
    line->text = at;
    return true;
}

bool reading_line_take(ReadingLine *line, char character) {
    if (line->text == line->end || *line->text != character)
        return false;
    line->text++;
    return true;
}

static char lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool reading_line_take_text(ReadingLine *line, const char *text) {
    size_t length = strlen(text);
    if ((size_t)(line->end - line->text) < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (lower(line->text[i]) != lower(text[i]))
            return false;
    line->text += length;
    return true;
}
