#include "train/arguments.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool number_read(const char *text, uint64_t *number) {
    *number = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

static bool take_value(const Argument *argument, const char *value) {
    uint64_t number;
    double real;
    char *end;
    switch (argument->kind) {
    case ARGUMENT_TEXT:
        *(const char **)argument->target = value;
        return true;
    case ARGUMENT_INT:
    case ARGUMENT_NUMBER:
        if (!number_read(value, &number) || (double)number < argument->least ||
            (double)number > argument->most)
            return false;
        if (argument->kind == ARGUMENT_INT)
            *(int *)argument->target = (int)number;
        else
            *(uint64_t *)argument->target = number;
        return true;
    case ARGUMENT_REAL:
        errno = 0;
        real = strtod(value, &end);
        if (end == value || *end != '\0' || errno != 0 || !isfinite(real) ||
            real < argument->least || real > argument->most)
            return false;
        *(double *)argument->target = real;
        return true;
    case ARGUMENT_CUSTOM:
        return argument->take(argument->target, value);
    case ARGUMENT_FLAG:
        break;
    }
    return false;
}

static const Argument *find(const Argument *arguments, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(arguments[i].name, name) == 0)
            return &arguments[i];
    return NULL;
}

bool arguments_read(const Argument *arguments, size_t argument_count, int count, char **values,
                    char **words, int *word_count, char *error, size_t error_size) {
    *word_count = 0;
    for (int i = 0; i < count; i++) {
        if (values[i][0] != '-') {
            words[(*word_count)++] = values[i];
            continue;
        }
        const Argument *argument = find(arguments, argument_count, values[i]);
        if (argument == NULL) {
            snprintf(error, error_size, "unknown option %s", values[i]);
            return false;
        }
        if (argument->kind == ARGUMENT_FLAG) {
            *(bool *)argument->target = true;
            continue;
        }
        const char *value = i + 1 < count ? values[i + 1] : NULL;
        if (value == NULL || !take_value(argument, value)) {
            if (argument->least < argument->most)
                snprintf(error, error_size, "%s takes a number from %.10g to %.10g", values[i],
                         argument->least, argument->most);
            else
                snprintf(error, error_size, "%s: %s", values[i],
                         value == NULL ? "a value is missing" : "no such value");
            return false;
        }
        i++;
    }
    return true;
}
