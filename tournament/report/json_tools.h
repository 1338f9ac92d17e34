/* json_tools.h: adds optional values and text of any bytes to cJSON trees. All functions return
 * false or NULL if out of memory or if the tree is NULL, so one check at the end suffices. */
#ifndef TOURNAMENT_REPORT_JSON_TOOLS_H
#define TOURNAMENT_REPORT_JSON_TOOLS_H

#include <cJSON.h>
#include <stdbool.h>

/* Bytes that are not UTF-8 become U+FFFD; NULL becomes null. */
bool json_add_text(cJSON *object, const char *name, const char *text);
bool json_append_text(cJSON *array, const char *text);
/* Infinite values and NAN become null. */
bool json_append_number(cJSON *array, double value);
bool json_append_number_if(cJSON *array, bool is_known, double value); /* else null */
cJSON *json_append_object(cJSON *array);
cJSON *json_append_array(cJSON *array);

#endif
