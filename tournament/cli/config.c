#include "cli/config.h"
#include "shared/status/failure.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_word(ConfigWords *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool add_word(ConfigWords *words, const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text)
        return false;
    if (words->count == words->capacity) {
        int capacity = words->capacity == 0 ? 64 : 2 * words->capacity;
        char **grown = realloc(words->list, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        words->list = grown;
        words->capacity = capacity;
    }
    words->list[words->count] = strdup(text);
    return words->list[words->count] != NULL && ++words->count > 0;
}

void config_release(ConfigWords *words) {
    for (int i = 0; i < words->count; i++)
        free(words->list[i]);
    free(words->list);
}

/* Whole numbers are written without an exponent, as far as JSON's keep every digit. */
static bool add_number(ConfigWords *words, const char *prefix, double number) {
    static const double exact_max = 9007199254740992;
    bool is_whole = fabs(number) <= exact_max && number == trunc(number);
    return add_word(words, is_whole ? "%s%.0f" : "%s%.15g", prefix, number);
}

/* Adds a string or number as one word, after its prefix. */
static bool add_scalar(ConfigWords *words, const char *prefix, const cJSON *item) {
    if (cJSON_IsString(item))
        return add_word(words, "%s%s", prefix, item->valuestring);
    if (cJSON_IsNumber(item))
        return add_number(words, prefix, item->valuedouble);
    if (cJSON_IsBool(item))
        return add_word(words, "%s%s", prefix, cJSON_IsTrue(item) ? "on" : "off");
    return false;
}

/* Returns the row of the table whose list has this name; NULL if there is none. */
static const OptionRow *find_list(const OptionTable *table, const char *name) {
    if (table == NULL)
        return NULL;
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        if (row->list != NULL && strcmp(row->list, name) == 0 && option_takes(table, row))
            return row;
    }
    return NULL;
}

/* Adds {"depth": 3, "options": {"K": "V"}} as depth=3 option.K=V, by the rows of the option's
 * words. */
static bool add_object(ConfigWords *words, const OptionTable *table, const cJSON *object) {
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        char prefix[160];
        const OptionRow *list = find_list(table, item->string);
        if (cJSON_IsObject(item) && list != NULL) {
            const cJSON *option;
            cJSON_ArrayForEach(option, item) {
                snprintf(prefix, sizeof prefix, "%.40s%.100s=", list->name, option->string);
                words->wrong = option->string;
                if (!add_scalar(words, prefix, option))
                    return false;
            }
            continue;
        }
        snprintf(prefix, sizeof prefix, "%.100s=", item->string);
        words->wrong = item->string;
        if (!add_scalar(words, prefix, item))
            return false;
    }
    return true;
}

/* Returns the table of the words after an option; sets its name if the member lists its uses. */
static const OptionTable *find_words(const OptionCommand *command, const char *member,
                                     const char **listed) {
    char name[110];
    int length = snprintf(name, sizeof name, "-%.100s", member);
    *listed = NULL;
    for (size_t i = 0; i < command->table_count; i++) {
        const OptionRow *row = find_list(&command->tables[i], member);
        if (row != NULL)
            *listed = row->name;
        else
            row = option_find(&command->tables[i], name, (size_t)length);
        if (row != NULL)
            return row->words;
    }
    return NULL;
}

/* Adds one member of the file as the words of one option, or of one option for each entry of a
 * list. */
static bool add_member(ConfigWords *words, const OptionCommand *command, const cJSON *item) {
    const char *listed;
    const OptionTable *table = find_words(command, item->string, &listed);
    const cJSON *part;
    if (listed != NULL && cJSON_IsArray(item)) {
        cJSON_ArrayForEach(part, item) {
            if (!cJSON_IsObject(part) || !add_word(words, "%s", listed) ||
                !add_object(words, table, part))
                return false;
        }
        return true;
    }
    if (cJSON_IsFalse(item))
        return true;
    if (!add_word(words, "-%.100s", item->string))
        return false;
    if (cJSON_IsTrue(item))
        return true;
    if (cJSON_IsObject(item))
        return add_object(words, table, item);
    if (!cJSON_IsArray(item))
        return add_scalar(words, "", item);
    cJSON_ArrayForEach(part, item) {
        if (!add_scalar(words, "", part))
            return false;
    }
    return true;
}

static char *read_text_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    enum { CONFIG_MAX = 1 << 20 };
    char *text = malloc(CONFIG_MAX + 1);
    size_t length = text == NULL ? 0 : fread(text, 1, CONFIG_MAX, file);
    bool is_read = text != NULL && !ferror(file);
    int error = errno;
    fclose(file);
    errno = error;
    if (is_read) {
        text[length] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

/* Returns whether a string of the file holds the character 0, which would end it early. */
static bool has_zero(const char *text) {
    for (const char *at = text; (at = strchr(at, '\\')) != NULL && at[1] != '\0'; at += 2)
        if (strncmp(at, "\\u0000", strlen("\\u0000")) == 0)
            return true;
    return false;
}

/* Returns a name that two members of an object have, here or in an object within; NULL if there is
 * none. */
static const char *find_repeated(const cJSON *value) {
    for (const cJSON *item = value->child; item != NULL; item = item->next) {
        const cJSON *later = cJSON_IsObject(value) ? item->next : NULL;
        while (later != NULL && strcmp(later->string, item->string) != 0)
            later = later->next;
        const char *repeated = later != NULL ? later->string : find_repeated(item);
        if (repeated != NULL)
            return repeated;
    }
    return NULL;
}

bool config_read(ConfigWords *words, const OptionCommand *command, const char *path,
                 Failure *failure) {
    *words = (ConfigWords){0};
    errno = 0;
    char *text = read_text_file(path);
    if (text == NULL)
        return failure_at(failure, STATUS_UNREADABLE, "%s", path);
    const char *stop = text, *repeated;
    cJSON *root = cJSON_ParseWithOpts(text, &stop, true);
    bool is_read = cJSON_IsObject(root);
    if (!is_read) {
        int line = 1;
        for (const char *at = text; at < stop; at++)
            line += *at == '\n';
        failure_say(failure, STATUS_SYNTAX, "%s:%d: expected a JSON object", path, line);
    } else if (has_zero(text)) {
        is_read = failure_say(failure, STATUS_SYNTAX, "%s: a string holds \\u0000", path);
    } else if ((repeated = find_repeated(root)) != NULL) {
        is_read = failure_say(failure, STATUS_SYNTAX, "%s: \"%.100s\" is given twice in one object",
                              path, repeated);
    }
    const cJSON *item;
    for (item = is_read ? root->child : NULL; item != NULL && is_read; item = item->next) {
        words->wrong = NULL;
        is_read = add_member(words, command, item);
        if (!is_read)
            failure_say(failure, STATUS_OPTION,
                        "%s: \"%.100s\"%s%.100s%s has a value of a type that options do not accept",
                        path, item->string, words->wrong != NULL ? ": \"" : "",
                        words->wrong != NULL ? words->wrong : "", words->wrong != NULL ? "\"" : "");
    }
    words->wrong = NULL;
    cJSON_Delete(root);
    free(text);
    return is_read;
}
