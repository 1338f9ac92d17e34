#include "shared/cli/option.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool option_takes(const OptionTable *table, const OptionRow *row) {
    if (table->only == NULL)
        return true;
    for (const char *const *name = table->only; *name != NULL; name++)
        if (strcmp(*name, row->name) == 0)
            return true;
    return false;
}

const OptionRow *option_find(const OptionTable *table, const char *name, size_t length) {
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        if (strlen(row->name) == length && strncmp(row->name, name, length) == 0 &&
            option_takes(table, row))
            return row;
    }
    return NULL;
}

void *option_field(const OptionRow *row, void *target) {
    return (char *)target + row->offset;
}

bool option_is_operand(const OptionRow *row) {
    return row->name[0] != '-';
}

void option_release(const OptionTable *table, void *target) {
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        if (row->kind == OPTION_WORDS)
            option_release(row->words, target);
        if (row->kind == OPTION_TEXT) {
            char **text = option_field(row, target);
            free(*text);
            *text = NULL;
        }
        if (row->kind == OPTION_LIST) {
            OptionList *list = option_field(row, target);
            free(list->words);
            *list = (OptionList){.count = 0};
        }
    }
}

static void print_value(FILE *out, const OptionRow *row, const void *field) {
    switch (row->kind) {
    case OPTION_FLAG:
        fprintf(out, "%d", *(const bool *)field);
        return;
    case OPTION_INT:
        fprintf(out, "%d", *(const int *)field);
        return;
    case OPTION_WHOLE:
        fprintf(out, "%" PRId64, *(const int64_t *)field);
        return;
    case OPTION_BYTES:
        fprintf(out, "%" PRIu64, *(const uint64_t *)field);
        return;
    case OPTION_SECONDS:
        fprintf(out, "%" PRId64 " ms", *(const int64_t *)field);
        return;
    case OPTION_REAL:
        fprintf(out, "%.17g", *(const double *)field);
        return;
    case OPTION_TEXT:
    case OPTION_WORD:
        fputs(*(char *const *)field != NULL ? *(char *const *)field : "", out);
        return;
    case OPTION_CHOICE:
        fputs(row->choices[*(const int *)field], out);
        return;
    case OPTION_LIST:
    case OPTION_WORDS:
    case OPTION_OWN:
        assert(!"such a row prints itself");
    }
}

void option_print_settings(FILE *out, const OptionTable *table, const void *target,
                           const char *indent) {
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        if (row->resume != OPTION_COMPARED || !option_takes(table, row))
            continue;
        if (row->print != NULL) {
            row->print(out, target);
        } else if (row->kind == OPTION_WORDS) {
            option_print_settings(out, row->words, target, indent);
        } else {
            const char *name = row->setting != NULL ? row->setting : row->name;
            fprintf(out, "%s%s = ", indent, name[0] == '-' ? name + 1 : name);
            print_value(out, row, (const char *)target + row->offset);
            fputc('\n', out);
        }
    }
}
