#include "shared/cli/value.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/cli/help.h"
#include "shared/status/status.h"

/* ---- Errors ------------------------------------------------------------------------------- */

static bool leave(OptionReader *reader, const char *format, va_list arguments) {
    char what[500];
    vsnprintf(what, sizeof what, format, arguments);
    return failure_say(reader->failure, STATUS_OPTION, "%s%s%s",
                       reader->option ? reader->option : "", reader->option ? ": " : "", what);
}

bool option_complain(OptionReader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    leave(reader, format, arguments);
    va_end(arguments);
    return false;
}

bool option_expected(OptionReader *reader, const char *word, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    /* For a KEY=VALUE word, name both the option and the word. */
    return option_complain(reader, "'%.300s': expected %s",
                           reader->word != NULL ? reader->word : word, what);
}

/* ---- Values ------------------------------------------------------------------------------- */

bool option_whole(OptionReader *reader, const char *word, int64_t least, int64_t most,
                  int64_t *value) {
    char *end;
    errno = 0;
    intmax_t number = strtoimax(word, &end, 10);
    bool is_number = end != word && *end == '\0' && !isspace((unsigned char)word[0]);
    if (!is_number || errno == ERANGE || number < least || number > most) {
        if (most == INT64_MAX)
            return option_expected(reader, word, "a whole number, %" PRId64 " or more", least);
        return option_expected(reader, word, "a whole number from %" PRId64 " to %" PRId64, least,
                               most);
    }
    *value = (int64_t)number;
    return true;
}

bool option_int(OptionReader *reader, const char *word, int least, int most, int *value) {
    int64_t number = 0;
    if (!option_whole(reader, word, least, most, &number))
        return false;
    *value = (int)number;
    return true;
}

bool option_real(const char *word, char **end, double *value) {
    char *stop;
    const char *digits = word + (word[0] == '-' || word[0] == '+');
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) /* strtod() reads hexadecimal */
        return false;
    if (!isdigit((unsigned char)word[0]) && word[0] != '.' && word[0] != '-' && word[0] != '+')
        return false;
    *value = strtod(word, &stop);
    if (stop == word || !(fabs(*value) <= DBL_MAX))
        return false;
    if (end != NULL)
        *end = stop;
    return end != NULL || *stop == '\0';
}

bool option_text(OptionReader *reader, char **target, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return option_complain(reader, "%s", status_text(STATUS_MEMORY));
    memcpy(copy, text, size);
    free(*target);
    *target = copy;
    return true;
}

bool option_choice(OptionReader *reader, const char *word, const char *const *choices, int *index) {
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(word, choices[i]) == 0) {
            *index = i;
            return true;
        }
    }
    char list[300];
    help_join(list, sizeof list, choices);
    return option_expected(reader, word, "%s", list);
}

static bool read_real(OptionReader *reader, const OptionRow *row, const char *word, double *value) {
    double number;
    bool is_any = row->least_real >= row->most_real;
    if (option_real(word, NULL, &number) &&
        (is_any || (number >= row->least_real && number <= row->most_real))) {
        *value = number;
        return true;
    }
    if (is_any)
        return option_expected(reader, word, "a number");
    return option_expected(reader, word, "a number from %g to %g", row->least_real, row->most_real);
}

static bool read_seconds(OptionReader *reader, const OptionRow *row, const char *word,
                         int64_t *ms) {
    bool is_any = row->least_real >= row->most_real;
    double seconds, most = is_any ? OPTION_SECONDS_MAX : row->most_real;
    if (option_real(word, NULL, &seconds) && seconds >= row->least_real && seconds <= most) {
        *ms = (int64_t)llround(seconds * 1000);
        return true;
    }
    if (is_any)
        return option_expected(reader, word, "seconds, 0 or more");
    return option_expected(reader, word, "seconds from %g to %.10g", row->least_real, most);
}

static bool read_bytes(OptionReader *reader, const char *word, uint64_t *bytes) {
    static const char units[] = "KMG";
    double value;
    char *end;
    if (option_real(word, &end, &value) && value >= 0) {
        const char *unit = *end != '\0' ? strchr(units, toupper((unsigned char)*end)) : NULL;
        if (unit != NULL) {
            value = ldexp(value, 10 * (int)(unit - units + 1));
            end++;
        }
        if (*end == '\0' && value < 1e18) {
            *bytes = (uint64_t)value;
            return true;
        }
    }
    return option_expected(reader, word, "bytes, 0 or more; K, M or G may follow");
}

static bool read_on_off(OptionReader *reader, const char *word, bool *value) {
    static const char *const choices[] = {"on", "off", NULL};
    if (strcmp(word, "true") == 0 || strcmp(word, "1") == 0)
        word = "on";
    else if (strcmp(word, "false") == 0 || strcmp(word, "0") == 0)
        word = "off";
    int index = 0;
    bool is_read = option_choice(reader, word, choices, &index);
    if (is_read)
        *value = index == 0;
    return is_read;
}

bool option_read_field(OptionReader *reader, const OptionRow *row, void *field, const char *word) {
    switch (row->kind) {
    case OPTION_INT:
        return option_int(reader, word, (int)row->least, (int)row->most, field);
    case OPTION_WHOLE:
        return option_whole(reader, word, row->least, row->most, field);
    case OPTION_REAL:
        return read_real(reader, row, word, field);
    case OPTION_SECONDS:
        return read_seconds(reader, row, word, field);
    case OPTION_BYTES:
        return read_bytes(reader, word, field);
    case OPTION_TEXT:
        return option_text(reader, field, word);
    case OPTION_WORD:
        *(const char **)field = word;
        return true;
    case OPTION_CHOICE:
        return option_choice(reader, word, row->choices, field);
    case OPTION_FLAG:
        return read_on_off(reader, word, field);
    case OPTION_LIST:
    case OPTION_WORDS:
    case OPTION_OWN:
        break;
    }
    assert(!"such a row has no field");
    return false;
}
