#include "search/params.h"

#include <assert.h>
#include <string.h>

static const ParamInfo INFOS[] = {
#define PARAMS_INFO(field, value, minimum, maximum, meaning) \
    {#field, meaning, value, minimum, maximum},
    PARAMS_LIST(PARAMS_INFO)
#undef PARAMS_INFO
};

enum { PARAM_COUNT = sizeof INFOS / sizeof INFOS[0] };

/* Offset in a Params of each row of the list. */
static const size_t OFFSETS[] = {
#define PARAMS_OFFSET(field, value, minimum, maximum, meaning) offsetof(Params, field),
    PARAMS_LIST(PARAMS_OFFSET)
#undef PARAMS_OFFSET
};

Params params_default(void) {
    Params params = {
#define PARAMS_VALUE(field, value, minimum, maximum, meaning) .field = (value),
        PARAMS_LIST(PARAMS_VALUE)
#undef PARAMS_VALUE
    };
    return params;
}

size_t params_count(void) {
    return PARAM_COUNT;
}

const ParamInfo *params_info(size_t index) {
    assert(index < PARAM_COUNT);
    return &INFOS[index];
}

static int find(const char *name) {
    for (int i = 0; i < (int)PARAM_COUNT; i++)
        if (strcmp(INFOS[i].name, name) == 0)
            return i;
    return -1;
}

bool params_set(Params *params, const char *name, int value) {
    int i = find(name);
    if (i < 0 || value < INFOS[i].minimum || value > INFOS[i].maximum)
        return false;
    memcpy((char *)params + OFFSETS[i], &value, sizeof value);
    return true;
}

bool params_get(const Params *params, const char *name, int *value) {
    int i = find(name);
    if (i < 0)
        return false;
    memcpy(value, (const char *)params + OFFSETS[i], sizeof *value);
    return true;
}
