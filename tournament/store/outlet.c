#include "store/outlet.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

typedef struct Chunk {
    struct Chunk *next;
    FILE *to;
    size_t size;
    char text[];
} Chunk;

/* The lock guards all fields but `thread`. */
struct Outlet {
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t change; /* a chunk came, or the end */
    Chunk *first, **end;
    size_t waiting;
    bool is_ending, has_dropped;
};

typedef struct Spout {
    Outlet *outlet;
    FILE *to;
} Spout;

/* Returns the next chunk, after waiting for one; NULL at the end. */
static Chunk *take(Outlet *outlet) {
    uv_mutex_lock(&outlet->lock);
    while (outlet->first == NULL && !outlet->is_ending)
        uv_cond_wait(&outlet->change, &outlet->lock);
    Chunk *chunk = outlet->first;
    if (chunk != NULL) {
        outlet->first = chunk->next;
        if (outlet->first == NULL)
            outlet->end = &outlet->first;
    }
    uv_mutex_unlock(&outlet->lock);
    return chunk;
}

static void write_all(void *context) {
    Outlet *outlet = context;
    Chunk *chunk;
    while ((chunk = take(outlet)) != NULL) {
        fwrite(chunk->text, 1, chunk->size, chunk->to);
        fflush(chunk->to);
        uv_mutex_lock(&outlet->lock);
        outlet->waiting -= chunk->size;
        uv_mutex_unlock(&outlet->lock);
        free(chunk);
    }
}

/* Always takes the text, so that the stream stays usable. */
static ssize_t add(void *cookie, const char *text, size_t size) {
    const Spout *spout = cookie;
    Outlet *outlet = spout->outlet;
    uv_mutex_lock(&outlet->lock);
    bool has_room = size <= OUTLET_MAX - outlet->waiting;
    Chunk *chunk = has_room ? malloc(sizeof *chunk + size) : NULL;
    if (chunk != NULL) {
        *chunk = (Chunk){.to = spout->to, .size = size};
        memcpy(chunk->text, text, size);
        *outlet->end = chunk;
        outlet->end = &chunk->next;
        outlet->waiting += size;
        uv_cond_signal(&outlet->change);
    } else {
        outlet->has_dropped = true;
    }
    uv_mutex_unlock(&outlet->lock);
    return (ssize_t)size;
}

static int close_spout(void *cookie) {
    free(cookie);
    return 0;
}

Outlet *outlet_new(void) {
    Outlet *outlet = calloc(1, sizeof *outlet);
    if (outlet == NULL)
        return NULL;
    outlet->end = &outlet->first;
    if (uv_mutex_init(&outlet->lock) != 0) {
        free(outlet);
        return NULL;
    }
    if (uv_cond_init(&outlet->change) == 0) {
        if (uv_thread_create(&outlet->thread, write_all, outlet) == 0)
            return outlet;
        uv_cond_destroy(&outlet->change);
    }
    uv_mutex_destroy(&outlet->lock);
    free(outlet);
    return NULL;
}

FILE *outlet_stream(Outlet *outlet, FILE *to) {
    Spout *spout = malloc(sizeof *spout);
    if (spout == NULL)
        return NULL;
    *spout = (Spout){outlet, to};
    FILE *stream =
        fopencookie(spout, "w", (cookie_io_functions_t){.write = add, .close = close_spout});
    if (stream == NULL)
        free(spout);
    return stream;
}

size_t outlet_waiting(Outlet *outlet) {
    uv_mutex_lock(&outlet->lock);
    size_t waiting = outlet->waiting;
    uv_mutex_unlock(&outlet->lock);
    return waiting;
}

bool outlet_free(Outlet *outlet) {
    if (outlet == NULL)
        return true;
    uv_mutex_lock(&outlet->lock);
    outlet->is_ending = true;
    uv_cond_signal(&outlet->change);
    uv_mutex_unlock(&outlet->lock);
    uv_thread_join(&outlet->thread);
    bool is_whole = !outlet->has_dropped;
    uv_cond_destroy(&outlet->change);
    uv_mutex_destroy(&outlet->lock);
    free(outlet);
    return is_whole;
}
