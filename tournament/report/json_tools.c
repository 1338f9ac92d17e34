#include "report/json_tools.h"

#include <stdlib.h>

#include "store/text.h"

static bool append(cJSON *array, cJSON *item) {
    if (cJSON_AddItemToArray(array, item))
        return true;
    cJSON_Delete(item);
    return false;
}

static cJSON *text_item(const char *text) {
    if (text == NULL)
        return cJSON_CreateNull();
    char *copy = text_to_utf8(text);
    cJSON *item = copy != NULL ? cJSON_CreateString(copy) : NULL;
    free(copy);
    return item;
}

bool json_add_text(cJSON *object, const char *name, const char *text) {
    cJSON *item = text_item(text);
    if (cJSON_AddItemToObject(object, name, item))
        return true;
    cJSON_Delete(item);
    return false;
}

bool json_append_text(cJSON *array, const char *text) {
    return append(array, text_item(text));
}

bool json_append_number(cJSON *array, double value) {
    return append(array, cJSON_CreateNumber(value));
}

bool json_append_number_if(cJSON *array, bool is_known, double value) {
    return append(array, is_known ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

cJSON *json_append_object(cJSON *array) {
    cJSON *item = cJSON_CreateObject();
    return append(array, item) ? item : NULL;
}

cJSON *json_append_array(cJSON *array) {
    cJSON *item = cJSON_CreateArray();
    return append(array, item) ? item : NULL;
}
