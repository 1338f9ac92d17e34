#include "run/arena.h"

#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "process/limits.h"
#include "process/process.h"
#include "shared/status/status.h"

enum {
    SEATS = 2,
    COMPLAINT_MAX = 700,
    STALLS_MAX = 20 /* times in a row that one game may be played again */
};

static const int signums[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signums / sizeof signums[0] };

typedef struct Table Table;

typedef struct Seat {
    PlaySeat common; /* first: the context of the player's events is both */
    Table *table;
    const EngineOptions *options; /* of the player */
    const ArenaConfig *config;    /* of its games */
    int engine;                   /* of the player: index of the run */
    bool has_played;
    bool is_ready; /* since the last call of arena's on_ready() for the table */
} Seat;

struct Table {
    Arena *arena;
    int id;
    Seat seats[SEATS];
    Play play;
    ArenaGame game; /* if has_game */
    bool has_game, is_playing, is_closed;
    bool is_lacking;  /* its game waits for another table to close */
    bool has_retried; /* lacked means although no other table used any */
    bool is_retiring; /* closes for a table that lacks means */
    int stalls;       /* of its game */
};

struct Arena {
    ArenaConfig config;
    ArenaEvents events;
    uv_loop_t loop;
    ProcessHub *hub;
    uv_signal_t signals[SIGNALS];
    Table *tables;
    int open_tables, running;
    bool is_stopping; /* no new games */
    bool is_aborting; /* and no wait for the running ones */
    bool is_interrupted, has_failed, is_closing;
};

static void table_continue(Table *table);

/* Tells the owner that a stopping arena without tables is empty; with tables the last one does. */
static void tell_if_without_tables(const Arena *arena) {
    if (arena->config.tables == 0)
        arena->events.on_empty(arena->events.context);
}

/* ---- Stopping ----------------------------------------------------------------------------- */

void arena_stop(Arena *arena) {
    arena->is_stopping = true;
}

/* Kills the players and closes the tables. */
static void abort_games(Arena *arena) {
    if (arena->is_aborting)
        return;
    arena->is_stopping = arena->is_aborting = true;
    for (int i = 0; i < arena->config.tables; i++) {
        Table *table = &arena->tables[i];
        if (table->is_closed)
            continue;
        play_interrupt(&table->play);
        for (int side = 0; side < SEATS; side++)
            play_seat_abort(&table->seats[side].common);
        table_continue(table);
    }
    tell_if_without_tables(arena);
}

void arena_cut(Arena *arena, int number) {
    Table *table = &arena->tables[number - 1];
    if (table->is_closed)
        return;
    if (!table->is_playing)
        table->has_game = table->is_lacking = false;
    play_interrupt(&table->play);
    for (int side = 0; side < SEATS; side++)
        play_seat_abort(&table->seats[side].common);
}

void arena_fail(Arena *arena, const char *format, ...) {
    char text[COMPLAINT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    arena->events.on_complaint(arena->events.context, text);
    arena->has_failed = true;
    abort_games(arena);
}

void arena_wake(Arena *arena) {
    for (int i = 0; i < arena->config.tables; i++)
        table_continue(&arena->tables[i]);
}

static void on_signal(uv_signal_t *handle, int signum) {
    Arena *arena = handle->data;
    bool is_aborting = arena->is_aborting;
    bool is_abort = signum != SIGINT || arena->is_stopping;
    arena->is_interrupted = arena->is_interrupted || !is_aborting;
    if (arena->events.on_signal != NULL)
        arena->events.on_signal(arena->events.context, is_abort);
    if (is_aborting)
        return;
    if (is_abort) {
        abort_games(arena);
        return;
    }
    arena_stop(arena);
    arena_wake(arena);
    tell_if_without_tables(arena);
}

/* ---- Players ------------------------------------------------------------------------------ */

/* Reports the table's ready players in the order of the run, so that the order of their answers
 * decides nothing. */
static void tell_ready(Table *table) {
    const ArenaEvents *events = &table->arena->events;
    int first = table->seats[0].engine <= table->seats[1].engine ? 0 : 1;
    for (int i = 0; i < SEATS; i++) {
        Seat *seat = &table->seats[i == 0 ? first : !first];
        if (seat->is_ready && events->on_ready != NULL)
            events->on_ready(events->context, table->id, seat->engine, seat->common.player);
        seat->is_ready = false;
    }
}

static void on_ready(void *context) {
    Seat *seat = context;
    Table *table = seat->table;
    seat->is_ready = true;
    if (table->seats[!seat->common.side].is_ready)
        tell_ready(table);
    play_ready(seat->common.play, seat->common.side);
}

static void on_ended(void *context) {
    Seat *seat = context;
    play_seat_clear(&seat->common);
    seat->has_played = seat->is_ready = false;
    table_continue(seat->table);
}

static void on_traffic(void *context, char direction, const char *line) {
    const Seat *seat = context;
    const ArenaEvents *events = &seat->table->arena->events;
    events->on_traffic(events->context, seat->table->id, seat->engine, direction, line);
}

/* Returns the settings of the table's game. */
static const ArenaConfig *config_of(const Table *table) {
    return table->game.config != NULL ? table->game.config : &table->arena->config;
}

/* Returns the processors of the table, which both its players use. */
static SpawnPin pin_of(const Table *table) {
    int width = config_of(table)->pin_width;
    return (SpawnPin){(table->id - 1) * width, width};
}

/* Seats the player that the table's game names. Returns false if out of memory. */
static bool fill_seat(Seat *seat) {
    const Table *table = seat->table;
    Arena *arena = table->arena;
    if (seat->common.player != NULL)
        return true;
    PlayerEvents events = play_seat_events(&seat->common);
    events.on_ready = on_ready;
    events.on_ended = on_ended;
    events.on_traffic = arena->events.on_traffic != NULL ? on_traffic : NULL;
    seat->options = table->game.engines[seat->common.side];
    seat->engine = table->game.task.engine[seat->common.side];
    seat->common.player =
        player_new(arena->hub, &arena->loop, seat->options, pin_of(table), &events);
    if (seat->common.player == NULL)
        return false;
    seat->config = config_of(table);
    player_set_suspend(seat->common.player, seat->config->is_suspending);
    player_watch_memory(seat->common.player, seat->config->is_memory_watched);
    return true;
}

/* Ends the players that the next game does not need. Returns whether some are still leaving. */
static bool dismiss(Table *table) {
    bool is_leaving = false;
    for (int side = 0; side < SEATS; side++) {
        Seat *seat = &table->seats[side];
        bool is_wanted = table->has_game && seat->options == table->game.engines[side] &&
                         seat->config == config_of(table) &&
                         !(seat->has_played && seat->options->restart);
        if (!is_wanted)
            play_seat_end(&seat->common);
        is_leaving = is_leaving || seat->common.is_ending;
    }
    return is_leaving;
}

/* ---- Tables ------------------------------------------------------------------------------- */

static void note(const Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void note(const Arena *arena, const char *format, ...) {
    char text[COMPLAINT_MAX];
    va_list arguments;
    if (arena->events.on_note == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    arena->events.on_note(arena->events.context, text);
}

/* Lets the first table that lacks means try again. */
static void help_one(Arena *arena) {
    for (int i = 0; i < arena->config.tables; i++) {
        Table *table = &arena->tables[i];
        if (table->is_lacking && !table->is_closed) {
            table->is_lacking = false;
            table_continue(table);
            return;
        }
    }
}

static void close_table(Table *table) {
    Arena *arena = table->arena;
    table->is_closed = true;
    table->is_retiring = false;
    if (--arena->open_tables == 0)
        arena->events.on_empty(arena->events.context);
    else if (!arena->is_aborting)
        help_one(arena);
}

/* ---- Games that the manager spoils -------------------------------------------------------- */

/* Returns whether another table has means or may take them soon. */
static bool is_alone(const Table *table) {
    const Arena *arena = table->arena;
    for (int i = 0; i < arena->config.tables; i++) {
        const Table *other = &arena->tables[i];
        if (other != table && !other->is_closed && !other->is_lacking)
            return false;
    }
    return true;
}

/* Decides when a game that the manager has spoilt is played again; fails the arena if that is of
 * no use. */
static void play_again(Table *table, PlayTrouble trouble, const char *detail) {
    Arena *arena = table->arena;
    long long number = table->game.task.number;
    if (trouble == PLAY_STALLED) {
        note(arena, "Game %lld is void and played again: %s", number, detail);
        if (++table->stalls == STALLS_MAX)
            arena_fail(arena, "game %lld: %s, %d times in a row; play fewer tables", number, detail,
                       STALLS_MAX);
        return;
    }
    bool was_alone = is_alone(table);
    if (arena->events.can_spare == NULL || (was_alone && table->has_retried)) {
        arena_fail(arena, "game %lld: %s", number, detail);
        return;
    }
    if (!was_alone)
        note(arena, "Fewer tables play: %s", detail);
    table->has_retried = table->has_retried || was_alone;
    table->is_lacking = true;
    for (int side = 0; side < SEATS; side++)
        play_seat_end(&table->seats[side].common);
}

/* Returns whether the table, which has no game, closes so that one that lacks means may play. */
static bool is_spare(const Table *table) {
    const Arena *arena = table->arena;
    int needed = 0;
    for (int i = 0; i < arena->config.tables; i++) {
        const Table *other = &arena->tables[i];
        if (!other->is_closed)
            needed += other->is_lacking - other->is_retiring;
    }
    return needed > 0 && arena->events.can_spare(arena->events.context, table->id);
}

/* Returns whether a table that lacks means must go on waiting. */
static bool must_wait(Table *table) {
    for (int side = 0; side < SEATS; side++)
        if (table->seats[side].common.player != NULL)
            return true; /* on_ended() continues the table */
    return !is_alone(table);
}

static void on_play_end(void *context) {
    Table *table = context;
    Arena *arena = table->arena;
    tell_ready(table); /* the one whose opponent was never ready */
    GameRecord game = table->play.record;
    game_record_init(&table->play.record);
    table->is_playing = false;
    arena->running--;
    for (int side = 0; side < SEATS; side++)
        table->seats[side].has_played = true;
    if (table->play.trouble != PLAY_LACKING)
        table->has_retried = false;
    if (table->play.trouble != PLAY_UNTROUBLED && !arena->is_aborting) {
        play_again(table, table->play.trouble, game.detail);
    } else {
        table->has_game = false;
        table->stalls = 0;
        if (game.result != GAME_UNDECIDED || !arena->is_aborting)
            arena->events.on_game(arena->events.context, table->id, &game);
    }
    game_record_release(&game);
    if (!arena->is_aborting) /* else abort_games() continues every table */
        arena_wake(arena);
}

static void start_game(Table *table) {
    Arena *arena = table->arena;
    table->game.task.opening = &table->game.opening;
    if (arena->events.on_start != NULL)
        arena->events.on_start(arena->events.context, table->id, &table->game);
    Player *players[SEATS] = {table->seats[0].common.player, table->seats[1].common.player};
    table->is_playing = true;
    arena->running++;
    play_start(&table->play, &config_of(table)->settings, players, &table->game.task, on_play_end,
               table);
}

/* Advances a table without a running game: to its next game, or to its end. Called whenever
 * something that it may wait for has changed. */
static void table_continue(Table *table) {
    Arena *arena = table->arena;
    if (table->is_closed || table->is_playing)
        return;
    ArenaNext next = ARENA_GAME;
    if (table->is_lacking && !arena->is_stopping && must_wait(table))
        return;
    table->is_lacking = false;
    if (arena->is_aborting || table->is_retiring) {
        next = ARENA_DONE;
    } else if (!table->has_game && !arena->is_stopping && is_spare(table)) {
        table->is_retiring = true;
        next = ARENA_DONE;
    } else if (!table->has_game || arena->is_stopping) {
        table->game.config = NULL;
        next = arena->events.next(arena->events.context, table->id, &table->game);
        if (table->is_closed)
            return; /* the owner has failed the arena */
    }
    table->has_game = next == ARENA_GAME;
    if (next == ARENA_WAIT)
        return; /* woken by the next result */
    if (next == ARENA_NO_MEMORY) {
        arena_fail(arena, "%s", status_text(STATUS_MEMORY));
        return;
    }
    if (dismiss(table) || next == ARENA_REST)
        return; /* woken by on_ended(), or by the owner */
    if (next == ARENA_DONE) {
        close_table(table);
        return;
    }
    for (int side = 0; side < SEATS; side++) {
        if (!fill_seat(&table->seats[side])) {
            arena_fail(arena, "%s", status_text(STATUS_MEMORY));
            return;
        }
    }
    start_game(table);
}

/* ---- The whole ---------------------------------------------------------------------------- */

static void watch_signals(Arena *arena) {
    for (size_t i = 0; i < SIGNALS; i++) {
        uv_signal_init(&arena->loop, &arena->signals[i]);
        arena->signals[i].data = arena;
        uv_signal_start(&arena->signals[i], on_signal, signums[i]);
    }
}

Arena *arena_new(const ArenaConfig *config, const ArenaEvents *events) {
    assert(config->tables >= 0);
    Arena *arena = calloc(1, sizeof *arena);
    if (arena == NULL)
        return NULL;
    arena->config = *config;
    arena->events = *events;
    arena->tables = calloc((size_t)config->tables + 1, sizeof *arena->tables);
    if (arena->tables == NULL || limits_lack_files() || uv_loop_init(&arena->loop) != 0) {
        free(arena->tables);
        free(arena);
        return NULL;
    }
    arena->hub = process_hub_new(&arena->loop);
    if (arena->hub == NULL) {
        uv_loop_close(&arena->loop);
        free(arena->tables);
        free(arena);
        return NULL;
    }
    watch_signals(arena);
    for (int i = 0; i < config->tables; i++) {
        Table *table = &arena->tables[i];
        table->arena = arena;
        table->id = i + 1;
        for (int side = 0; side < SEATS; side++)
            table->seats[side] =
                (Seat){.common = {.play = &table->play, .side = side}, .table = table};
    }
    return arena;
}

void arena_run(Arena *arena) {
    arena->open_tables = arena->config.tables;
    arena_wake(arena);
    uv_run(&arena->loop, UV_RUN_DEFAULT);
}

void arena_close(Arena *arena) {
    assert(arena->open_tables == 0);
    if (arena->is_closing)
        return;
    arena->is_closing = true;
    for (size_t i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&arena->signals[i], NULL);
    process_hub_kill_all(arena->hub);
    process_hub_free(arena->hub);
}

void arena_free(Arena *arena) {
    if (arena == NULL)
        return;
    arena_close(arena);
    uv_run(&arena->loop, UV_RUN_DEFAULT); /* closes the handles that arena_run() has not closed */
    uv_loop_close(&arena->loop);
    for (int i = 0; i < arena->config.tables; i++)
        play_release(&arena->tables[i].play);
    free(arena->tables);
    free(arena);
}

ProcessHub *arena_hub(Arena *arena) {
    return arena->hub;
}

uv_loop_t *arena_loop(Arena *arena) {
    return &arena->loop;
}

const GameRecord *arena_game(const Arena *arena, int number) {
    const Table *table = &arena->tables[number - 1];
    return table->is_playing ? &table->play.record : NULL;
}

int arena_running(const Arena *arena) {
    return arena->running;
}

bool arena_is_empty(const Arena *arena) {
    return arena->open_tables == 0;
}

bool arena_is_stopping(const Arena *arena) {
    return arena->is_stopping;
}

bool arena_is_interrupted(const Arena *arena) {
    return arena->is_interrupted;
}

bool arena_has_failed(const Arena *arena) {
    return arena->has_failed;
}
