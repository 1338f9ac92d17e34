/* request.h: one request of a client of `pbrain-kaname serve`, read from a line of JSON. */
#ifndef KANAME_PROTOCOL_STUDY_SERVE_REQUEST_H
#define KANAME_PROTOCOL_STUDY_SERVE_REQUEST_H

#include "kaname.h"
#include "shared/games/game.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SERVE_ID_MAX = 200,        /* bytes of an id, NUL included */
    SERVE_LINES_MAX = 60,      /* best lines of a position */
    SERVE_PRIORITY_MAX = 1000, /* its magnitude */
    SERVE_TIME_MAX_MS = 86400000,
    SERVE_DEPTH_MAX = 64,
    SERVE_REPORT_MIN_MS = 10
};
#define SERVE_NODES_MAX INT64_C(1000000000000)

typedef enum ServeAction {
    SERVE_ANALYZE,
    SERVE_CANCEL,     /* ends the request `target` */
    SERVE_CANCEL_ALL, /* ends all requests */
    SERVE_VERSION
} ServeAction;

/* When a search ends, and what it tells. */
typedef struct ServeLimits {
    int64_t time_ms, nodes; /* 0: no limit */
    int64_t report_ms;      /* between interim reports; 0: none */
    int depth;              /* 0: no limit */
    int lines, threads;
} ServeLimits;

/* The root moves of a search. Points that are taken count for nothing. */
typedef struct ServeRootMoves {
    bool is_list; /* these points alone; else all but these */
    size_t count;
    KanamePoint *points; /* [count] */
} ServeRootMoves;

typedef struct ServeRequest {
    ServeAction action;
    char id[SERVE_ID_MAX];     /* empty: the request has none */
    char target[SERVE_ID_MAX]; /* of SERVE_CANCEL */
    /* Of SERVE_ANALYZE: */
    Game game; /* node n of its main line is the position after n moves */
    ServeLimits limits;
    ServeRootMoves root_moves;
    int priority;    /* the greater, the sooner */
    bool is_many;    /* the client named `plies` */
    size_t count;    /* positions to analyze; >= 1 */
    uint32_t *plies; /* [count]: moves played before each position */
} ServeRequest;

/* Reads a line. After a mistake `id` is set if it could be read. `defaults` are the limits of a
 * request that names none; requests may ask for at most `threads_max` threads. The caller releases
 * the request in either case. */
bool serve_request_read(ServeRequest *request, const char *line, size_t length,
                        const ServeLimits *defaults, int threads_max, Failure *failure);
void serve_request_release(ServeRequest *request);

#endif
