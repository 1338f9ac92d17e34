#include "process/lag.h"

#include <string.h>

static const uint64_t beat_ns = (uint64_t)LAG_BEAT_MS * 1000000;

/* Returns the lag at `now_ns`, a moment after the last beat. */
static Lag lag_at(const LagMeter *meter, uint64_t now_ns) {
    uint64_t due_ns = meter->beat_ns + beat_ns;
    return (Lag){now_ns, now_ns > due_ns ? now_ns - due_ns : 0};
}

/* Keeps a lag and forgets the earlier ones that are not longer: no question can prefer them. If the
 * list is full, drops the new lag, the shortest of all. */
static void keep(LagMeter *meter, Lag lag) {
    while (meter->count > 0 && meter->lags[meter->count - 1].length_ns <= lag.length_ns)
        meter->count--;
    if (meter->count < LAGS_KEPT)
        meter->lags[meter->count++] = lag;
}

static void on_beat(uv_timer_t *timer) {
    LagMeter *meter = timer->data;
    Lag lag = lag_at(meter, uv_hrtime());
    meter->beat_ns = lag.end_ns;
    meter->total_ns += lag.length_ns;
    if (lag.length_ns > 0)
        keep(meter, lag);
}

void lag_start(LagMeter *meter, uv_loop_t *loop) {
    *meter = (LagMeter){.beat_ns = uv_hrtime()};
    uv_timer_init(loop, &meter->timer);
    meter->timer.data = meter;
    uv_timer_start(&meter->timer, on_beat, LAG_BEAT_MS, LAG_BEAT_MS);
    uv_unref((uv_handle_t *)&meter->timer);
}

void lag_close(LagMeter *meter, uv_close_cb on_closed) {
    uv_close((uv_handle_t *)&meter->timer, on_closed);
}

static uint64_t clipped(Lag lag, uint64_t since_ns) {
    if (lag.end_ns <= since_ns)
        return 0;
    return lag.length_ns < lag.end_ns - since_ns ? lag.length_ns : lag.end_ns - since_ns;
}

uint64_t lag_longest_ns(const LagMeter *meter, uint64_t since_ns) {
    uint64_t longest = clipped(lag_at(meter, uv_hrtime()), since_ns);
    for (size_t i = 0; i < meter->count; i++) {
        uint64_t length = clipped(meter->lags[i], since_ns);
        if (length > longest)
            longest = length;
    }
    return longest;
}

uint64_t lag_total_ns(const LagMeter *meter) {
    return meter->total_ns + lag_at(meter, uv_hrtime()).length_ns;
}
