#include "engines/engines.h"

#include "shared/cli/say.h"

#include <stddef.h>

KanameEngine *engines_new(const char *name, const WeightsFiles *files) {
    KanameEngine *engine = kaname_new();
    if (engine == NULL) {
        say_error("%s: not enough memory\n", name);
        return NULL;
    }
    weights_select_evaluator(files, engine);
    for (int i = 0; i < files->count; i++) {
        const char *wrong = weights_load(engine, files->paths[i]);
        if (wrong == NULL)
            continue;
        say_error("%s: weights %s: %s\n", name, files->paths[i], wrong);
        kaname_free(engine);
        return NULL;
    }
    return engine;
}
