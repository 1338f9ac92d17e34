/* values.h: values of command-line arguments that several commands share. Pure functions. */
#ifndef KANAME_PROTOCOL_IO_VALUES_H
#define KANAME_PROTOCOL_IO_VALUES_H

#include "kaname.h"

#include <stdbool.h>

/* `freestyle`, `standard`, `renju`, `caro` or `caro6` (overlines win), `caro-exact` or `caro5`, in
 * any case, or a protocol code 0, 1, 4, 8, 9. False: none of these. */
bool option_rule(const char *value, KanameRule *rule);
/* `15` or `20x15`, each side from 5 to 22. On false nothing is changed. */
bool option_size(const char *value, int *width, int *height);

#endif
