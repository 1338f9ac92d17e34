/* values.h: rules and board sizes as text, in command lines and files. Pure functions. */
#ifndef KANAME_SHARED_NOTATION_VALUES_H
#define KANAME_SHARED_NOTATION_VALUES_H

#include "kaname.h"

#include <stdbool.h>
#include <stdint.h>

enum { VALUES_SECONDS_MAX = 24 * 60 * 60 };

/* Reads `freestyle`, `standard`, `renju`, `caro` or `caro6` (overlines win), `caro-exact` or
 * `caro5`, in any case, or a protocol code 0, 1, 4, 8, 9. Returns false for anything else. */
bool values_rule(const char *value, KanameRule *rule);
/* Returns the rule of a protocol code, a sum of 1 exactly five, 2 continuous game, 4 renju, 8 caro;
 * freestyle if it is negative. A bare 2 is renju in Yixin Board's dialect. */
KanameRule values_rule_of_code(int64_t code, bool is_yixin);
/* Returns the rule's name as kaname_rule_name() does, without the engine. Static storage. */
const char *values_rule_name(KanameRule rule);
/* Reads `15` or `20x15`, width first, each side 5 to 22. Returns false, and changes nothing, for
 * anything else. */
bool values_size(const char *value, int *width, int *height);
/* Reads seconds from 0.01 to VALUES_SECONDS_MAX, such as `3` or `0.5`, into `ms`. Returns false,
 * and changes nothing, for anything else. */
bool values_seconds(const char *value, int64_t *ms);

#endif
