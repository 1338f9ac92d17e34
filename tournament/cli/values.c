#include "cli/values.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool reader_complain(Reader *reader, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(reader->error, reader->error_size, "%s%s%s", reader->option ? reader->option : "",
             reader->option ? ": " : "", what);
    return false;
}

bool reader_whole(Reader *reader, const char *word, int64_t least, int64_t most, int64_t *value) {
    char *end;
    errno = 0;
    intmax_t number = strtoimax(word, &end, 10);
    bool is_number = end != word && *end == '\0' && !isspace((unsigned char)word[0]);
    if (!is_number || errno == ERANGE || number < least || number > most) {
        if (most == INT64_MAX)
            return reader_complain(reader, "'%s': expected a whole number, %" PRId64 " or more",
                                   word, least);
        return reader_complain(reader, "'%s': expected a whole number from %" PRId64 " to %" PRId64,
                               word, least, most);
    }
    *value = (int64_t)number;
    return true;
}

bool reader_int(Reader *reader, const char *word, int least, int most, int *value) {
    int64_t number = 0;
    if (!reader_whole(reader, word, least, most, &number))
        return false;
    *value = (int)number;
    return true;
}

bool reader_real(const char *word, char **end, double *value) {
    char *stop;
    if (!isdigit((unsigned char)word[0]) && word[0] != '.' && word[0] != '-' && word[0] != '+')
        return false;
    *value = strtod(word, &stop);
    if (stop == word || !isfinite(*value))
        return false;
    if (end != NULL)
        *end = stop;
    return end != NULL || *stop == '\0';
}

bool reader_seconds(Reader *reader, const char *word, int64_t *ms) {
    double seconds;
    if (!reader_real(word, NULL, &seconds) || seconds < 0 || seconds > READER_SECONDS_MAX)
        return reader_complain(reader, "'%s': expected seconds, 0 or more", word);
    *ms = (int64_t)llround(seconds * 1000);
    return true;
}

bool reader_text(Reader *reader, char **target, const char *text) {
    char *copy = strdup(text);
    if (copy == NULL)
        return reader_complain(reader, "no memory");
    free(*target);
    *target = copy;
    return true;
}

const char *reader_value(const char *word, const char *key) {
    size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}
