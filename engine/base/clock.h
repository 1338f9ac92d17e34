/* clock.h: wall-clock time for deadlines. Any thread. */
#ifndef KANAME_BASE_CLOCK_H
#define KANAME_BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds and microseconds of a clock that never runs backwards; the origin has no meaning. */
int64_t clock_ms(void);
int64_t clock_us(void);

#endif
