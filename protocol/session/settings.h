/* settings.h: what INFO lines have told, for as long as the process lives.
 *
 * Values take effect when the next search starts. Bad values and unknown keys change nothing.
 * One thread, the reader's. */
#ifndef KANAME_PROTOCOL_SESSION_SETTINGS_H
#define KANAME_PROTOCOL_SESSION_SETTINGS_H

#include "io/words.h"
#include "kaname.h"
#include "session/dialect.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SETTINGS_TURN_DEFAULT_MS = 30000,     /* when no limit of any kind is known */
    SETTINGS_TIME_UNLIMITED = 2147483647, /* time_left: no limit */
    SETTINGS_HASH_MAX_LOG2_KIB = 24,      /* 16 GiB */
    SETTINGS_STRENGTH_FULL = 100
};

typedef struct Settings {
    bool has_turn, has_match, has_left; /* the key was sent */
    int64_t turn_ms;                    /* 0: at once; negative: no limit */
    int64_t match_ms;                   /* 0 and negative: no limit */
    int64_t left_ms;                    /* 0 and negative: nothing */
    int64_t increment_ms;
    int64_t max_nodes, max_depth; /* 0 and negative: no limit */
    int64_t memory_bytes;         /* 0: no limit */
    int64_t hash_kib;             /* 0: the memory limit decides */
    int64_t threads;
    bool is_memory_new, is_hash_new, are_threads_new; /* not handed to the engine yet */
    int64_t rule_code;                                /* -1: none sent */
    int64_t detail;                                   /* show_detail */
    int64_t start_depth;                              /* 0: from the beginning */
    int64_t caution;                                  /* 0 narrow .. 5 the whole board */
    int64_t threats;                                  /* 0: as usual, 1: VCT, 2: more */
    int64_t strength;                                 /* 0..100 */
    bool ponders;                                     /* think on the opponent's time */
    bool hides_symmetric;                             /* of symmetric moves nbest shows one */
    bool uses_database;                               /* where the client has set one */
    bool are_params_new;                              /* some of these: */
    struct {
        bool is_new;
        int value;
    } params[KANAME_MAX_PARAMS]; /* by kaname_param()'s number */
} Settings;

void settings_init(Settings *settings);

/* Takes the key and the value of an INFO line. True: the search that runs is to end now
 * (timeout_turn 0). */
bool settings_info(Settings *settings, Words *words);

/* Hands the rule, the memory, hash and thread settings and the search parameters to the engine,
 * which must be idle. What the engine refuses stays as it was. */
void settings_apply(Settings *settings, const Dialect *dialect, KanameEngine *engine);

/* The rule that was sent, freestyle when none was. */
KanameRule settings_rule(const Settings *settings, const Dialect *dialect);

/* Limits of a search. `used_ms` is the time spent on earlier moves of the game; it counts only
 * while the client tells no time_left. */
KanameLimits settings_limits(const Settings *settings, int64_t start_ms, int64_t used_ms);

/* Does the client want MESSAGE REALTIME lines? INFO lines of what is searched? */
bool settings_wants_realtime(const Settings *settings);
bool settings_wants_detail(const Settings *settings);

#endif
