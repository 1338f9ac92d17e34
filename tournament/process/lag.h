/* lag.h: measures how long a loop was held up: by a callback, by a stopped program, by a system
 * without time for it.
 *
 * A timer beats every LAG_BEAT_MS; a beat that comes late is a lag. The loop's thread. */
#ifndef TOURNAMENT_PROCESS_LAG_H
#define TOURNAMENT_PROCESS_LAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum { LAG_BEAT_MS = 20, LAGS_KEPT = 32 };

/* A lag and when it ended. */
typedef struct Lag {
    uint64_t end_ns, length_ns;
} Lag;

typedef struct LagMeter {
    uv_timer_t timer;
    uint64_t beat_ns;  /* of the last beat */
    uint64_t total_ns; /* of all lags */
    size_t count;
    Lag lags[LAGS_KEPT]; /* the newest last; each is shorter than the ones before it */
} LagMeter;

/* Starts the beats; they do not keep the loop running. The meter must not move while it runs. */
void lag_start(LagMeter *meter, uv_loop_t *loop);
/* Closes the timer; `on_closed` may free the meter. */
void lag_close(LagMeter *meter, uv_close_cb on_closed);

/* Returns the longest lag since that time of uv_hrtime(), including one that has not ended. */
uint64_t lag_longest_ns(const LagMeter *meter, uint64_t since_ns);
/* Returns the sum of all lags so far. */
uint64_t lag_total_ns(const LagMeter *meter);

#endif
