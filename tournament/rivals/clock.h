/* clock.h: wall-clock time for deadlines. Any thread. */
#ifndef RIVALS_CLOCK_H
#define RIVALS_CLOCK_H

#include <stdint.h>

/* Returns the milliseconds of a monotonic clock; the origin is arbitrary. */
int64_t rival_now_ms(void);

/* Sleeps through signals; returns at once when ms <= 0. */
void rival_sleep_ms(int64_t ms);

#endif
