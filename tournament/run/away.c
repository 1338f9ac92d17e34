#include "run/away.h"

#include <stdlib.h>

void encounter_release(Encounter *encounter) {
    free(encounter->options);
    encounter->options = NULL;
}
