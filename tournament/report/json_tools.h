/* json_tools.h: adding to cJSON trees what may be missing, and text of any bytes. A NULL tree gives
 * false, so that checks can wait to the end; false: no memory. */
#ifndef TOURNAMENT_REPORT_JSON_TOOLS_H
#define TOURNAMENT_REPORT_JSON_TOOLS_H

#include <cJSON.h>
#include <stdbool.h>

/* Text is made valid UTF-8; NULL becomes null. */
bool json_add_text(cJSON *object, const char *name, const char *text);
bool json_append_text(cJSON *array, const char *text);
/* Infinite values and NAN become null. */
bool json_append_number(cJSON *array, double value);
bool json_append_number_if(cJSON *array, bool is_known, double value); /* else null */
/* NULL: no memory. */
cJSON *json_append_object(cJSON *array);
cJSON *json_append_array(cJSON *array);

#endif
