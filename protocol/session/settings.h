/* settings.h: the values of INFO lines, kept for the whole session.
 *
 * Values take effect when the next search starts. Invalid values and unknown keys change nothing.
 * One thread, the reader's. */
#ifndef KANAME_PROTOCOL_SESSION_SETTINGS_H
#define KANAME_PROTOCOL_SESSION_SETTINGS_H

#include "kaname.h"
#include "session/dialect.h"
#include "shared/text/words.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SETTINGS_TURN_DEFAULT_MS = 30000,     /* if no key sets any limit */
    SETTINGS_TIME_UNLIMITED = 2147483647, /* time_left: no limit */
    SETTINGS_HASH_MAX_LOG2_KIB = 24       /* 16 GiB */
};

typedef struct Settings {
    bool has_turn, has_match, has_left; /* the client sent the key */
    int64_t turn_ms;                    /* 0: at once; negative: no limit */
    int64_t match_ms;                   /* 0 and negative: no limit */
    int64_t left_ms;                    /* 0 and negative: nothing */
    int64_t increment_ms;
    int64_t max_nodes, max_depth; /* 0 and negative: no limit */
    int64_t memory_bytes;         /* 0: no limit */
    int64_t hash_kib;             /* 0: the memory limit decides */
    int64_t threads;
    bool is_memory_new, is_hash_new, are_threads_new; /* the engine does not have them yet */
    bool is_unprepared;  /* the engine's memory is that of other settings */
    int64_t rule_code;   /* -1: not sent */
    int64_t detail;      /* show_detail */
    int64_t start_depth; /* plies; 0: from the beginning */
    int64_t caution;     /* 0 narrow .. 5 wide */
    int64_t threats;     /* effort for VCT: 0 normal, 1 more, 2 most */
    int level;           /* 1..LEVEL_FULL */
    int64_t seed;        /* varies what a weaker level overlooks */
    KanameEvaluator evaluator;
    bool is_evaluator_new; /* the engine does not have it yet */
    bool ponders;          /* think on the opponent's time */
    bool hides_symmetric;  /* YXNBEST shows one of symmetric moves */
    bool uses_database;    /* if the client has opened one */
    bool is_param_refused; /* the last PARAM_NAME: no such parameter, or value */
    bool are_params_new;   /* any params[].is_new */
    struct {
        bool is_new;
        int value;
    } params[KANAME_MAX_PARAMS]; /* index as in kaname_param() */
} Settings;

void settings_init(Settings *settings);

/* Applies the key and the value of an INFO line. Returns whether a running search must end now
 * (timeout_turn 0). */
bool settings_info(Settings *settings, Words *words);

/* Sets the engine's rule, evaluator, memory, hash, threads and search parameters. The engine must
 * be idle. If it refuses a setting, it keeps the old value. */
void settings_apply(Settings *settings, const Dialect *dialect, KanameEngine *engine);

/* Returns the rule that the client sent, freestyle if none. */
KanameRule settings_rule(const Settings *settings, const Dialect *dialect);

/* Returns the limits of a search that starts at `start_ms`, by kaname_now_ms(). `used_ms` is the
 * time of the game's earlier moves; it counts only if the client sends no time_left. */
KanameLimits settings_limits(const Settings *settings, int64_t start_ms, int64_t used_ms);

/* Return whether the client wants MESSAGE REALTIME lines, or INFO lines about the search. */
bool settings_wants_realtime(const Settings *settings);
bool settings_wants_detail(const Settings *settings);

#endif
