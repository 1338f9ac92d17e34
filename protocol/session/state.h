/* state.h: the state of a session (session.h). Private to this folder.
 *
 * The reader's thread owns the state and runs every command's handler. A search runs as a job on
 * the thinking thread: from session_start_search() until the job answers, the thinking thread owns
 * `job` and the engine, and the reader uses only atomic members, the job's `forbidden` text and
 * kaname_stop(). A job that has answered may continue in the background (pondering); the reader
 * ends it before it touches the engine. */
#ifndef KANAME_PROTOCOL_SESSION_STATE_H
#define KANAME_PROTOCOL_SESSION_STATE_H

#include "database/service.h"
#include "io/lines.h"
#include "kaname.h"
#include "session/blocks.h"
#include "session/command.h"
#include "session/dialect.h"
#include "session/report.h"
#include "session/settings.h"
#include "session/thinker.h"
#include "shared/opening/course.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Job {
    KanameLimits limits;
    Reporter reporter;
    atomic_bool is_answered;               /* set just before the job sends its answer */
    char forbidden[BLOCKS_TEXT_MAX];       /* before the search; the reader may read it any time */
    char forbidden_after[BLOCKS_TEXT_MAX]; /* valid once is_answered */
    bool is_forbidden[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* to Black by the client, [y][x] */
    int level;                                           /* 1..LEVEL_FULL */
    uint64_t seed;                                       /* varies what the level overlooks */
    bool ponders;                                        /* continues after the answer */
    bool uses_database;
    size_t lost_count;
    KanamePoint lost[KANAME_MAX_CELLS];     /* moves that lose according to the database */
    int number;                             /* a number whose meaning depends on the command */
    KanamePoint offers[OPENING_OFFERS_MAX]; /* YXSOOSORVSTEP6: `number` fifth moves */
    OpeningCourse course;                   /* OPENINGBOARD */
} Job;

struct Session {
    KanameEngine *engine;
    LineWriter *writer;
    Thinker thinker;
    Dialect dialect;
    Settings settings;
    Job job;
    CommandInput input;
    int64_t arrival_ms;     /* of the current line, by kaname_now_ms() */
    int64_t used_ms;        /* thinking time of this game's moves */
    int width, height;      /* of the engine's board; 0 before START */
    bool is_hash_stale;     /* the next search clears the table first */
    bool is_warming_up;     /* the thinker's last job fetches memory; it may have ended */
    bool is_forbid_stale;   /* job.forbidden_after is out of date */
    bool is_over;           /* END came */
    Blocks blocks;          /* moves that searches may not play */
    DatabaseTalk *database; /* NULL until a command needs it, or if not available */
    bool has_asked;         /* `asked` is newer than the last change of the position */
    DatabasePosition asked; /* the position of the last database command */
};

#endif
