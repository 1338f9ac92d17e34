/* fake_kaname.h: what a test can see and set of the engine of fake_kaname.c. One thread at a time,
 * while no search runs. */
#ifndef KANAME_TESTS_FAKE_KANAME_H
#define KANAME_TESTS_FAKE_KANAME_H

#include "kaname.h"

/* The limits of the last search with callbacks; pondering has none. */
KanameLimits fake_limits(const KanameEngine *engine);
/* The last call of kaname_prepare(). One without limits has those of kaname_no_limits(). */
typedef struct FakePreparation {
    int number; /* of the calls so far */
    KanameRule rule;
    KanameLimits limits;
} FakePreparation;
FakePreparation fake_preparation(const KanameEngine *engine);
/* When kaname_stop() was last called, by kaname_now_ms(). */
int64_t fake_stopped_ms(const KanameEngine *engine);
/* Holds each search up for `ms` after its end by time or by kaname_stop(). */
void fake_delay(KanameEngine *engine, int ms);
/* Later searches have this score and depth. */
void fake_result(KanameEngine *engine, int score, int depth);

#endif
