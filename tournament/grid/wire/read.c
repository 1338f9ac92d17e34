#include "grid/wire/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game/message.h"

static const double whole_max = 9007199254740992.0; /* 2^53: beyond it a double skips numbers */

cJSON *wire_parse(const char *text, size_t length, const char *kind) {
    char found[24];
    int version;
    if (length > WIRE_BYTES_MAX)
        return NULL;
    cJSON *message = cJSON_ParseWithLength(text, length);
    if (cJSON_IsObject(message) && wire_int(message, "v", WIRE_VERSION, WIRE_VERSION, &version) &&
        wire_text(message, "kind", found, sizeof found) && strcmp(found, kind) == 0)
        return message;
    cJSON_Delete(message);
    return NULL;
}

cJSON *wire_make(const char *kind) {
    cJSON *message = cJSON_CreateObject();
    if (wire_add_whole(message, "v", WIRE_VERSION) && wire_add_text(message, "kind", kind))
        return message;
    cJSON_Delete(message);
    return NULL;
}

char *wire_print(cJSON *message) {
    char *text = message != NULL ? cJSON_PrintUnformatted(message) : NULL;
    cJSON_Delete(message);
    if (text != NULL && strlen(text) <= WIRE_BYTES_MAX)
        return text;
    cJSON_free(text);
    return NULL;
}

bool wire_item(const cJSON *item, int64_t least, int64_t most, int64_t *value) {
    if (!cJSON_IsNumber(item))
        return false;
    double number = item->valuedouble;
    if (!(fabs(number) <= whole_max) || number != floor(number) || number < (double)least ||
        number > (double)most)
        return false;
    *value = (int64_t)number;
    return true;
}

bool wire_whole(const cJSON *object, const char *name, int64_t least, int64_t most,
                int64_t *value) {
    return wire_item(cJSON_GetObjectItemCaseSensitive(object, name), least, most, value);
}

bool wire_int(const cJSON *object, const char *name, int least, int most, int *value) {
    int64_t whole;
    if (!wire_whole(object, name, least, most, &whole))
        return false;
    *value = (int)whole;
    return true;
}

bool wire_real(const cJSON *object, const char *name, double least, double most, double *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= least && item->valuedouble <= most))
        return false;
    *value = item->valuedouble;
    return true;
}

bool wire_flag(const cJSON *object, const char *name, bool *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsBool(item))
        return false;
    *value = cJSON_IsTrue(item) != 0;
    return true;
}

bool wire_text(const cJSON *object, const char *name, char *value, size_t size) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    if (text == NULL || strlen(text) >= size)
        return false;
    strcpy(value, text);
    message_clean(value);
    return true;
}

bool wire_secret(const cJSON *object, const char *name, char value[WIRE_SECRET_MAX]) {
    char text[WIRE_SECRET_MAX] = "";
    if (!wire_text(object, name, text, sizeof text) ||
        strspn(text, "0123456789abcdef") != WIRE_SECRET_MAX - 1)
        return false;
    memcpy(value, text, WIRE_SECRET_MAX);
    return true;
}

const cJSON *wire_array(const cJSON *object, const char *name, int most) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsArray(array) && cJSON_GetArraySize(array) <= most ? array : NULL;
}

bool wire_is_name(const char *text) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_.";
    return text[0] != '\0' && text[strspn(text, allowed)] == '\0';
}

bool wire_add_whole(cJSON *object, const char *name, int64_t value) {
    return cJSON_AddNumberToObject(object, name, (double)value) != NULL;
}

bool wire_add_text(cJSON *object, const char *name, const char *text) {
    size_t length = strlen(text);
    char *clean = malloc(length + 1);
    if (clean == NULL)
        return false;
    memcpy(clean, text, length + 1);
    /* Engines may send any bytes; JSON allows only UTF-8. Line ends within a text stay. */
    for (char *line = clean; *line != '\0';) {
        size_t end = strcspn(line, "\n");
        char kept = line[end];
        line[end] = '\0';
        message_clean(line);
        line[end] = kept;
        line += end + (kept != '\0');
    }
    bool is_added = cJSON_AddStringToObject(object, name, clean) != NULL;
    free(clean);
    return is_added;
}
