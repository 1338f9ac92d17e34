/* The messages of the grid: what is written is read again, and nothing else is. */
#include <cJSON.h>
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "grid/wire/beat.h"
#include "grid/wire/block.h"
#include "grid/wire/encounter.h"
#include "grid/wire/run.h"
#include "support/harness.h"
#include "tournament/support/samples.h"

#define SECRET "0123456789abcdef0123456789abcdef"
#define TOKEN "fedcba9876543210fedcba9876543210"

static Encounter encounter_of_two(void) {
    Encounter encounter = {.id = 7, .attempt = 2, .count = 2, .secret = SECRET};
    for (int i = 0; i < 2; i++)
        encounter.games[i] = (PlayTask){.number = 13 + i,
                                        .pair = 7,
                                        .round = 1,
                                        .game = 13 + i,
                                        .engine = {0, 1},
                                        .is_reversed = i == 1,
                                        .opening_index = 6,
                                        .transform = 3};
    encounter.opening.count = 2;
    encounter.opening.stones[0].x = 7;
    encounter.opening.stones[0].y = 8;
    encounter.opening.stones[1].x = 9;
    encounter.opening.stones[1].y = 0;
    encounter.options = calloc(1, sizeof *encounter.options);
    encounter.options->count = 1;
    strcpy(encounter.options->text[0][0], "aggression=3");
    strcpy(encounter.options->text[1][0], "aggression=5");
    return encounter;
}

START_TEST(an_encounter_is_read_as_it_was_written) {
    Encounter encounter = encounter_of_two(), again;
    char *text = wire_encounter_print(&encounter);
    ck_assert_ptr_nonnull(text);
    ck_assert(wire_encounter_read(text, strlen(text), 2, 15, 15, &again));
    ck_assert_int_eq(again.id, 7);
    ck_assert_int_eq(again.attempt, 2);
    ck_assert_str_eq(again.secret, SECRET);
    ck_assert_int_eq(again.count, 2);
    ck_assert_int_eq(again.games[1].number, 14);
    ck_assert(again.games[1].is_reversed);
    ck_assert_int_eq(again.games[0].transform, 3);
    ck_assert_uint_eq(again.opening.count, 2);
    ck_assert_int_eq(again.opening.stones[1].x, 9);
    ck_assert_str_eq(again.options->text[1][0], "aggression=5");
    encounter_release(&again);
    encounter_release(&encounter);
    free(text);
}
END_TEST

static bool is_read(const Encounter *encounter, int engines, int width, int height) {
    Encounter again;
    char *text = wire_encounter_print(encounter);
    ck_assert_ptr_nonnull(text);
    bool is_it = wire_encounter_read(text, strlen(text), engines, width, height, &again);
    encounter_release(&again);
    free(text);
    return is_it;
}

START_TEST(an_encounter_for_another_board_or_more_engines_is_refused) {
    Encounter encounter = encounter_of_two();
    ck_assert(is_read(&encounter, 2, 15, 15));
    ck_assert(!is_read(&encounter, 1, 15, 15));
    ck_assert(!is_read(&encounter, 2, 9, 15));
    ck_assert(!is_read(&encounter, 2, 15, 8));
    strcpy(encounter.options->text[0][0], "key=two\nlines");
    ck_assert(!is_read(&encounter, 2, 15, 15));
    strcpy(encounter.options->text[0][0], "key=one");
    encounter.opening.stones[1] = encounter.opening.stones[0];
    ck_assert(!is_read(&encounter, 2, 15, 15));
    encounter_release(&encounter);
}
END_TEST

static void assert_same_game(const GameRecord *game, const GameRecord *again) {
    ck_assert_int_eq(game->number, again->number);
    ck_assert_int_eq(game->pair, again->pair);
    ck_assert_int_eq(game->engine[0], again->engine[0]);
    ck_assert_int_eq(game->white_is_first, again->white_is_first);
    ck_assert_int_eq(game->result, again->result);
    ck_assert_int_eq(game->reason, again->reason);
    ck_assert_int_eq(game->started_ms, again->started_ms);
    ck_assert_uint_eq(game->memory[1], again->memory[1]);
    ck_assert_mem_eq(game->left_us, again->left_us, sizeof game->left_us);
    ck_assert_mem_eq(game->limit, again->limit, sizeof game->limit);
    ck_assert_uint_eq(game->move_count, again->move_count);
    ck_assert_uint_eq(game->opening_count, again->opening_count);
    for (size_t i = 0; i < game->move_count; i++) {
        const GameMove *one = &game->moves[i], *other = &again->moves[i];
        ck_assert(one->x == other->x && one->y == other->y && one->time_us == other->time_us);
        ck_assert(one->has_score == other->has_score && one->is_opening == other->is_opening);
        if (one->has_score)
            ck_assert(one->score == other->score && one->depth == other->depth &&
                      one->nodes == other->nodes);
    }
}

START_TEST(games_played_are_read_as_they_were_written) {
    const StoreRun *run = sample_run(3);
    for (int64_t number = 1; number <= 40; number++) {
        Played played = {.id = number,
                         .attempt = 1,
                         .scale = 0.75,
                         .count = 2,
                         .secret = SECRET,
                         .token = TOKEN},
               again;
        strcpy(played.worker, "host-1.x");
        sample_game(&played.games[0], run, 2 * number - 1);
        sample_game(&played.games[1], run, 2 * number);
        char *text = wire_played_print(&played);
        ck_assert_ptr_nonnull(text);
        ck_assert(wire_played_read(text, strlen(text), &again));
        ck_assert_str_eq(again.worker, "host-1.x");
        ck_assert_int_eq(again.count, 2);
        for (int i = 0; i < 2; i++)
            assert_same_game(&played.games[i], &again.games[i]);
        wire_played_release(&again);
        wire_played_release(&played);
        free(text);
    }
}
END_TEST

START_TEST(a_game_of_a_worker_that_tells_no_clocks_is_read) {
    Played played =
               {.id = 1, .attempt = 1, .scale = 1, .count = 1, .secret = SECRET, .token = TOKEN},
           again;
    strcpy(played.worker, "w");
    sample_game(&played.games[0], sample_run(2), 1);
    char *text = wire_played_print(&played);
    cJSON *message = cJSON_Parse(text);
    cJSON *game = cJSON_GetArrayItem(cJSON_GetObjectItem(message, "games"), 0);
    cJSON_DeleteItemFromObject(game, "black_left_us");
    cJSON_DeleteItemFromObject(game, "white_left_us");
    cJSON_DeleteItemFromObject(game, "black_match_ms");
    cJSON_DeleteItemFromObject(game, "white_turn_ms");
    free(text);
    text = cJSON_PrintUnformatted(message);
    ck_assert(wire_played_read(text, strlen(text), &again));
    ck_assert(again.games[0].left_us[GAME_BLACK] < 0 && again.games[0].left_us[GAME_WHITE] < 0);
    ck_assert(again.games[0].limit[GAME_BLACK].match_ms < 0);
    ck_assert(again.games[0].limit[GAME_WHITE].turn_ms < 0);
    wire_played_release(&again);
    wire_played_release(&played);
    cJSON_Delete(message);
    free(text);
}
END_TEST

START_TEST(messages_of_engines_travel_and_too_many_are_left_out) {
    static char long_text[16000];
    Played played =
               {.id = 1, .attempt = 1, .scale = 1, .count = 1, .secret = SECRET, .token = TOKEN},
           again;
    strcpy(played.worker, "w");
    memset(long_text, '"', sizeof long_text - 1);
    sample_game(&played.games[0], sample_run(2), 1);
    GameRecord *game = &played.games[0];
    ck_assert_uint_gt(game->move_count, 2);
    for (size_t i = 0; i < game->move_count; i++) {
        free(game->moves[i].messages);
        game->moves[i].messages = strdup(i == 0 ? "one\ntwo \xff" : long_text);
    }
    char *text = wire_played_print(&played);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_le(strlen(text), WIRE_BYTES_MAX);
    ck_assert(wire_played_read(text, strlen(text), &again));
    ck_assert_str_eq(again.games[0].moves[0].messages, "one\ntwo ?");
    assert_same_game(game, &again.games[0]);
    wire_played_release(&again);
    wire_played_release(&played);
    free(text);
}
END_TEST

/* Each of these is one change to a good message that must spoil it. */
START_TEST(games_that_cannot_be_are_refused) {
    static const char *const changes[][2] = {
        {"\"v\":2", "\"v\":1"},
        {"\"secret\":\"0", "\"secret\":\""},
        {"\"secret\":\"0", "\"secret\":\"G"},
        {"\"token\":\"f", "\"token\":\"00f"},
        {"\"token\":", "\"other\":"},
        {"\"kind\":\"played\"", "\"kind\":\"encounter\""},
        {"\"worker\":\"w\"", "\"worker\":\"w/../x\""},
        {"\"worker\":\"w\"", "\"worker\":\"\""},
        {"\"id\":1", "\"id\":0"},
        {"\"id\":1", "\"id\":1.5"},
        {"\"id\":1", "\"id\":1e300"},
        {"\"scale\":1", "\"scale\":0"},
        {"\"width\":", "\"width\":9"},
        {"\"width\":", "\"width\":-"},
        {"\"number\":1", "\"number\":\"1\""},
        {"\"black\":0", "\"black\":1"},
        {"\"black\":0", "\"black\":-1"},
        {"\"reason\":\"", "\"reason\":\"not a "},
        {"\"reason\":\"five\"", "\"reason\":\"full-board\""},
        {"\"moves\":[[", "\"moves\":[[999,1,0,0,null,0,0],["},
        {"\"moves\":[[", "\"moves\":[{},["},
        {"\"opening_moves\":", "\"opening_moves\":99"},
    };
    Played played =
               {.id = 1, .attempt = 1, .scale = 1, .count = 1, .secret = SECRET, .token = TOKEN},
           again;
    strcpy(played.worker, "w");
    for (int64_t number = 1; played.games[0].reason != GAME_REASON_FIVE ||
                             played.games[0].engine[GAME_BLACK] != 0 || number == 1;
         number++) {
        game_record_release(&played.games[0]);
        sample_game(&played.games[0], sample_run(2), number);
    }
    played.games[0].number = 1;
    char *text = wire_played_print(&played);
    ck_assert(wire_played_read(text, strlen(text), &again));
    wire_played_release(&again);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *at = strstr(text, changes[i][0]);
        ck_assert_msg(at != NULL, "%s", changes[i][0]);
        size_t before = (size_t)(at - text), size = strlen(text) + 100;
        char *changed = malloc(size);
        snprintf(changed, size, "%.*s%s%s", (int)before, text, changes[i][1],
                 at + strlen(changes[i][0]));
        ck_assert_msg(!wire_played_read(changed, strlen(changed), &again), "%s", changes[i][1]);
        wire_played_release(&again);
        free(changed);
    }
    for (size_t length = 0; length < strlen(text); length += 7) {
        ck_assert(!wire_played_read(text, length, &again));
        wire_played_release(&again);
    }
    wire_played_release(&played);
    free(text);
}
END_TEST

START_TEST(two_stones_on_one_point_are_refused) {
    Played played =
               {.id = 1, .attempt = 1, .scale = 1, .count = 1, .secret = SECRET, .token = TOKEN},
           again;
    strcpy(played.worker, "w");
    sample_game(&played.games[0], sample_run(2), 1);
    GameMove *moves = played.games[0].moves;
    moves[1].x = moves[0].x;
    moves[1].y = moves[0].y;
    char *text = wire_played_print(&played);
    ck_assert(!wire_played_read(text, strlen(text), &again));
    wire_played_release(&again);
    wire_played_release(&played);
    free(text);
}
END_TEST

START_TEST(an_announcement_is_read_as_it_was_written_and_holds_no_command) {
    WireEngine engines[2] = {{.name = "A", .hash = "00ff"}, {.name = "B"}};
    char aside[1][WIRE_WORKER_MAX] = {"bad-worker"};
    for (int i = 0; i < 2; i++) {
        engine_options_init(&engines[i].options);
        engines[i].options.command = strdup("rm -rf /");
        engines[i].options.turn_ms = 100;
        engines[i].options.options[engines[i].options.option_count++] = strdup("key=value");
    }
    WireRun run = {.key = "0123456789abcdef",
                   .reference = 2.5,
                   .lease_ms = 3000,
                   .settings = {.game = {.rule = GAME_RULE_RENJU, .width = 15, .height = 15}},
                   .engine_count = 2,
                   .engines = engines,
                   .aside_count = 1,
                   .aside = aside};
    WireRun again;
    char *text = wire_run_print(&run);
    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_null(strstr(text, "rm -rf"));
    ck_assert(wire_run_read(text, strlen(text), &again));
    ck_assert_str_eq(again.key, run.key);
    ck_assert_int_eq(again.engine_count, 2);
    ck_assert_str_eq(again.engines[0].hash, "00ff");
    ck_assert_ptr_null(again.engines[0].options.command);
    ck_assert_int_eq(again.engines[1].options.turn_ms, 100);
    ck_assert_str_eq(again.engines[1].options.options[0], "key=value");
    ck_assert_int_eq(again.settings.game.rule, GAME_RULE_RENJU);
    ck_assert(wire_run_is_aside(&again, "bad-worker"));
    ck_assert(!wire_run_is_aside(&again, "good-worker"));
    wire_run_release(&again);
    free(text);
    /* A line end would become a line of its own for the engine. */
    free(engines[0].options.options[0]);
    engines[0].options.options[0] = strdup("key=value\nEND");
    text = wire_run_print(&run);
    ck_assert(!wire_run_read(text, strlen(text), &again));
    wire_run_release(&again);
    free(text);
    for (int i = 0; i < 2; i++)
        engine_options_release(&engines[i].options);
}
END_TEST

START_TEST(a_beat_is_read_as_it_was_written) {
    static Beat beat, again;
    beat = (Beat){.worker = "w-1", .cpu = "a \"processor\"", .speed = 12.5, .tables = 2, .busy = 1};
    strcpy(beat.token, TOKEN);
    beat.empty_ms = -1;
    beat.task_count = BEAT_TASKS_MAX;
    for (int i = 0; i < BEAT_TASKS_MAX; i++)
        beat.tasks[i] = 10000000 - i;
    beat.hash_count = 1;
    strcpy(beat.hashes[0], "abc");
    beat.game_count = 1;
    beat.games[0] = (BeatGame){.number = 3, .black = 1, .moves = "h8i9"};
    char *text = wire_beat_print(&beat);
    ck_assert(wire_beat_read(text, strlen(text), &again));
    ck_assert_str_eq(again.cpu, beat.cpu);
    ck_assert_str_eq(again.games[0].moves, "h8i9");
    ck_assert_int_eq(again.tables, 2);
    ck_assert_int_eq(again.busy, 1);
    ck_assert_int_eq(again.hash_count, 1);
    ck_assert_str_eq(again.hashes[0], "abc");
    ck_assert_int_eq(again.games[0].number, 3);
    ck_assert_str_eq(again.token, TOKEN);
    ck_assert_int_eq(again.empty_ms, -1);
    ck_assert_int_eq(again.task_count, BEAT_TASKS_MAX);
    ck_assert_mem_eq(again.tasks, beat.tasks, sizeof beat.tasks);
    free(text);
    strcpy(beat.games[0].moves, "<b>");
    text = wire_beat_print(&beat);
    ck_assert(!wire_beat_read(text, strlen(text), &again));
    free(text);
}
END_TEST

/* ---- Blocks -------------------------------------------------------------------------------- */

static Block block_of(BlockKind kind, const char *positions) {
    Block block = {.kind = kind, .id = BLOCKS_MAX, .attempt = 2, .secret = SECRET};
    block.first = kind == BLOCK_GAMES ? 200 : 0;
    block.games = kind == BLOCK_GAMES ? 100 : 0;
    block.positions = positions != NULL ? strdup(positions) : NULL;
    for (int i = 0; i < BLOCK_SETTINGS && block_settings[kind][i] != NULL; i++)
        snprintf(block.settings[i], BLOCK_SETTING_MAX, "a-%d,b", i);
    return block;
}

/* Returns whether a worker takes a block with these positions and this setting, as in JSON. */
static bool is_taken(BlockKind kind, const char *positions, const char *nodes) {
    static char text[4 * BLOCK_POSITIONS_MAX];
    Block block;
    int length = snprintf(text, sizeof text,
                          "{\"v\":2,\"kind\":\"%s\",\"id\":1,\"attempt\":1,\"secret\":\"" SECRET
                          "\",\"first\":0,\"games\":1,\"positions\":\"%s\",\"nodes\":\"%s\"}",
                          kind == BLOCK_GAMES ? "block" : "openings", positions, nodes);
    bool is_read = wire_block_read(text, (size_t)length, kind, &block);
    ck_assert(!is_read || kind == BLOCK_GAMES || strcmp(block.positions, positions) == 0);
    wire_block_release(&block);
    ck_assert(!wire_block_read(text, (size_t)length, (BlockKind)(1 - kind), &block));
    wire_block_release(&block);
    return is_read;
}

START_TEST(a_block_is_read_as_it_was_written_and_not_as_another_kind) {
    for (int kind = 0; kind < BLOCK_KINDS; kind++) {
        Block block = block_of((BlockKind)kind, kind == BLOCK_OPENINGS ? "- hh gghh" : NULL), again;
        char *text = wire_block_print(&block);
        ck_assert(wire_block_read(text, strlen(text), block.kind, &again));
        ck_assert_int_eq(again.id, block.id);
        ck_assert_int_eq(again.attempt, 2);
        ck_assert_str_eq(again.secret, SECRET);
        ck_assert_int_eq(again.first, block.first);
        ck_assert_int_eq(again.games, block.games);
        ck_assert_mem_eq(again.settings, block.settings, sizeof block.settings);
        if (kind == BLOCK_OPENINGS)
            ck_assert_str_eq(again.positions, "- hh gghh");
        wire_block_release(&again);
        ck_assert(!wire_block_read(text, strlen(text), (BlockKind)(1 - kind), &again));
        wire_block_release(&again);
        for (size_t length = 0; length < strlen(text); length += 7) {
            ck_assert(!wire_block_read(text, length, block.kind, &again));
            wire_block_release(&again);
        }
        wire_block_release(&block);
        free(text);
    }
}
END_TEST

START_TEST(positions_that_are_none_are_refused) {
    static const char *const wrong[] = {
        "",      " ",      "- ",   " -",    "-  hh",  "--",
        "h",     "hhh",    "hw",   "HH",    "h h",    "hh\\nhh",
        "hh;ls", "hh\\t-", "../a", "hh --", "hh\\\"", "aabbccddeeffgghhiijjkkllmmnnooppqqrrssttuu"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!is_taken(BLOCK_OPENINGS, wrong[i], "9"), "%s", wrong[i]);
    ck_assert(is_taken(BLOCK_OPENINGS, "aabbccddeeffgghhiijjkkllmmnnooppqqrrsstt - vv", "9"));
    char many[3 * BLOCK_POSITIONS_MAX + 3] = "hh";
    for (int i = 1; i < BLOCK_POSITIONS_MAX; i++)
        strcpy(many + 3 * i - 1, " hh");
    ck_assert(is_taken(BLOCK_OPENINGS, many, "9"));
    strcat(many, " -");
    ck_assert(!is_taken(BLOCK_OPENINGS, many, "9"));
}
END_TEST

/* Nothing else may come into the command of the child. */
START_TEST(settings_that_are_no_values_are_refused) {
    static const char *const wrong[] = {"",   "-5", "--only", "a b",   "a;b",
                                        "$a", "A",  "a/b",    "a\\\"", "a\\n"};
    for (int kind = 0; kind < BLOCK_KINDS; kind++) {
        ck_assert(is_taken((BlockKind)kind, "-", "9,a-b"));
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
            ck_assert_msg(!is_taken((BlockKind)kind, "-", wrong[i]), "%s", wrong[i]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wire");
    TCase *tests = tcase_create("messages");
    tcase_add_test(tests, an_encounter_is_read_as_it_was_written);
    tcase_add_test(tests, an_encounter_for_another_board_or_more_engines_is_refused);
    tcase_add_test(tests, games_played_are_read_as_they_were_written);
    tcase_add_test(tests, a_game_of_a_worker_that_tells_no_clocks_is_read);
    tcase_add_test(tests, messages_of_engines_travel_and_too_many_are_left_out);
    tcase_add_test(tests, games_that_cannot_be_are_refused);
    tcase_add_test(tests, two_stones_on_one_point_are_refused);
    tcase_add_test(tests, an_announcement_is_read_as_it_was_written_and_holds_no_command);
    tcase_add_test(tests, a_beat_is_read_as_it_was_written);
    tcase_add_test(tests, a_block_is_read_as_it_was_written_and_not_as_another_kind);
    tcase_add_test(tests, positions_that_are_none_are_refused);
    tcase_add_test(tests, settings_that_are_no_values_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
