/* Tables: which players stay for the next game. */
#include <check.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "run/arena.h"
#include "support/harness.h"

#define ROW KANAME_PUPPET " move=row"
#define LAST KANAME_PUPPET " move=last"

/* The engines of the seats stand at one place for all games, as those of a worker's table do. */
typedef struct World {
    Arena *arena;
    EngineOptions engines[2];
    ArenaConfig configs[2];
    int dealt, ended, players;
    GameMove first[2]; /* of each game */
} World;

static void become_engine(EngineOptions *engine, const char *command) {
    engine_options_init(engine);
    engine->command = (char *)(uintptr_t)command;
}

/* The second game is of another run, whose engines are the other way round. */
static ArenaNext next_game(void *context, int table, ArenaGame *game) {
    World *world = context;
    (void)table;
    if (world->dealt == 2)
        return ARENA_DONE;
    become_engine(&world->engines[0], world->dealt == 0 ? ROW : LAST);
    become_engine(&world->engines[1], world->dealt == 0 ? LAST : ROW);
    game->config = &world->configs[world->dealt];
    world->dealt++;
    game->task = (PlayTask){.number = world->dealt, .game = 1, .round = 1, .engine = {0, 1}};
    game->opening = (Opening){0};
    for (int seat = 0; seat < 2; seat++)
        game->engines[seat] = &world->engines[seat];
    return ARENA_GAME;
}

static void on_ready(void *context, int table, int engine, const Player *player) {
    World *world = context;
    (void)table, (void)engine, (void)player;
    world->players++;
}

static void on_game(void *context, int table, GameRecord *game) {
    World *world = context;
    (void)table;
    ck_assert_uint_gt(game->move_count, 0);
    world->first[world->ended++] = game->moves[0];
}

static void on_empty(void *context) {
    const World *world = context;
    arena_close(world->arena);
}

static void on_complaint(void *context, const char *text) {
    (void)context;
    ck_abort_msg("%s", text);
}

START_TEST(a_game_of_another_run_gets_players_of_its_own) {
    World world = {0};
    const ArenaEvents events = {.next = next_game,
                                .on_ready = on_ready,
                                .on_game = on_game,
                                .on_empty = on_empty,
                                .on_complaint = on_complaint,
                                .context = &world};
    const ArenaConfig config = {.tables = 1, .settings = {.game = {.width = 15, .height = 15}}};
    world.configs[0] = world.configs[1] = config;
    world.arena = arena_new(&config, &events);
    ck_assert_ptr_nonnull(world.arena);
    arena_run(world.arena);
    arena_free(world.arena);
    ck_assert_int_eq(world.ended, 2);
    ck_assert_int_eq(world.players, 4);
    ck_assert(world.first[0].x != world.first[1].x || world.first[0].y != world.first[1].y);
}
END_TEST

/* ---- Processors ------------------------------------------------------------------------------ */

#define BOUND "sh -c \"grep Cpus_allowed: /proc/self/status >>%s; exec " KANAME_PUPPET " %s\""

typedef struct Bound {
    Arena *arena;
    EngineOptions engines[2];
    ArenaConfig config;
    int dealt;
} Bound;

static ArenaNext next_bound(void *context, int table, ArenaGame *game) {
    Bound *bound = context;
    (void)table;
    if (bound->dealt++ > 0)
        return ARENA_DONE;
    game->config = &bound->config;
    game->task = (PlayTask){.number = 1, .game = 1, .round = 1, .engine = {0, 1}};
    game->opening = (Opening){0};
    for (int seat = 0; seat < 2; seat++)
        game->engines[seat] = &bound->engines[seat];
    return ARENA_GAME;
}

static void on_bound_game(void *context, int table, GameRecord *game) {
    (void)context, (void)table, (void)game;
}

static void on_bound_empty(void *context) {
    const Bound *bound = context;
    arena_close(bound->arena);
}

static int count_bits(const char *mask) {
    int count = 0;
    for (; *mask != '\n' && *mask != '\0'; mask++)
        count += *mask == '1' || *mask == '2' || *mask == '4' || *mask == '8' ? 1
                 : strchr("3569ac", *mask) != NULL                            ? 2
                 : strchr("7bde", *mask) != NULL                              ? 3
                 : *mask == 'f'                                               ? 4
                                                                              : 0;
    return count;
}

START_TEST(players_are_bound_to_the_processors_of_their_game) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES], commands[2][2 * TEST_PATH_BYTES + 200];
    char line[300];
    Bound bound = {0};
    const ArenaEvents events = {.next = next_bound,
                                .on_game = on_bound_game,
                                .on_empty = on_bound_empty,
                                .on_complaint = on_complaint,
                                .context = &bound};
    const ArenaConfig config = {
        .tables = 1, .settings = {.game = {.width = 15, .height = 15}}, .pin_width = 1};
    make_folder(folder);
    path_in(path, folder, "masks");
    for (int seat = 0; seat < 2; seat++) {
        snprintf(commands[seat], sizeof commands[seat], BOUND, path, seat == 0 ? "" : "move=last");
        become_engine(&bound.engines[seat], commands[seat]);
    }
    bound.config = config;
    bound.config.pin_width = 2;
    bound.arena = arena_new(&config, &events);
    ck_assert_ptr_nonnull(bound.arena);
    arena_run(bound.arena);
    arena_free(bound.arena);
    cpu_set_t own;
    ck_assert_int_eq(sched_getaffinity(0, sizeof own, &own), 0);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 2; i++) {
        ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
        ck_assert_int_eq(count_bits(strchr(line, ':') + 1), CPU_COUNT(&own) > 1 ? 2 : 1);
    }
    fclose(file);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("arena");
    TCase *tests = tcase_create("players");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_game_of_another_run_gets_players_of_its_own);
    tcase_add_test(tests, players_are_bound_to_the_processors_of_their_game);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
