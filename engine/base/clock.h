/* clock.h: wall-clock time for deadlines. Any thread. */
#ifndef KANAME_BASE_CLOCK_H
#define KANAME_BASE_CLOCK_H

#include <stdint.h>

/* Return the time of a monotonic clock in milliseconds and microseconds, from an arbitrary origin.
 */
int64_t clock_ms(void);
int64_t clock_us(void);

#endif
