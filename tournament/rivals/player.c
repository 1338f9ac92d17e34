#include "rivals/player.h"

#include <stddef.h>

#include "rivals/clock.h"

bool rival_must_stop(const RivalLimits *limits) {
    if (limits->is_interrupted && limits->is_interrupted(limits->context))
        return true;
    return limits->deadline_ms != INT64_MAX && rival_now_ms() >= limits->deadline_ms;
}
