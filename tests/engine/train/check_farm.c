/* Plans and indexes of farms, and games that begin alike. */
#include <check.h>

#include "engine/train/support.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "train/farm_index.h"
#include "train/farm_plan.h"
#include "train/openings.h"

/* ---- Plans ----------------------------------------------------------------------------------- */

START_TEST(a_plan_has_the_options_of_generate) {
    static FarmPlan plan;
    Failure failure = FAILURE_NONE;
    expect(farm_plan_read(&plan,
                          "# kinds\n\n  games-1 60 --rule renju,caro --size 15,20 --nodes 2500\r\n"
                          "heldout\t0.5 --late 30-60 --probes 2 --probe-nodes 7\n",
                          &failure));
    expect_equal(plan.count, 2);
    const GenerateOptions *first = &plan.kinds[0].options, *second = &plan.kinds[1].options;
    ck_assert_str_eq(plan.kinds[0].name, "games-1");
    expect(plan.kinds[0].share == 60 && plan.kinds[1].share == 0.5);
    expect_equal(first->rule_count, 2);
    expect_equal(first->rules[1], KANAME_RULE_CARO);
    expect_equal(first->sizes[1], 20);
    expect_equal((int)first->nodes, 2500);
    expect_equal(first->late_max, 0);
    expect_equal(second->late_min, 30);
    expect_equal(second->late_max, 60);
    expect_equal((int)second->probe_nodes, 7);
    /* The line of a kind alone reads as that kind: so a block goes on after its plan has changed.
     */
    static FarmPlan again;
    expect(farm_plan_read(&again, plan.kinds[0].line, &failure));
    expect(memcmp(&again.kinds[0], &plan.kinds[0], sizeof plan.kinds[0]) == 0);
}
END_TEST

START_TEST(the_default_plan_plays_all_rules) {
    static FarmPlan plan;
    Failure failure = FAILURE_NONE;
    bool is_played[KANAME_RULE_COUNT] = {false};
    expect(farm_plan_read(&plan, farm_plan_default(), &failure));
    for (int i = 0; i < plan.count; i++) {
        const GenerateOptions *options = &plan.kinds[i].options;
        for (int j = 0; j < options->rule_count; j++)
            is_played[options->rules[j]] = true;
        expect(options->nodes == 2500 || (options->nodes == 5000 && options->late_max == 60));
        expect_equal(options->probes, options->deep_nodes > 0 ? 4 : 2);
        expect(options->deep_nodes == 0 || options->deep_nodes == 20000);
    }
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++)
        expect(is_played[rule]);
}
END_TEST

START_TEST(a_mistake_in_a_plan_is_named) {
    static const char *const texts[][2] = {
        {"", "line 0: there is no kind of games"},
        {"# nothing\n", "line 1: there is no kind"},
        {"a 1\nb\n", "line 2: a line begins with"},
        {"a/b 1\n", "line 1: a line begins with"},
        {"a 0\n", "line 1: the share is no number above 0: 0"},
        {"a -3\n", "line 1: the share"},
        {"a x\n", "line 1: the share"},
        {"a nan\n", "line 1: the share"},
        {"a 1\n\na 2\n", "line 3: two lines have the name a"},
        {"a 1 --nodes 0\n", "line 1: "},
        {"a 1 --out x\n", "line 1: '--out': no such option"},
        {"a 1 --seed 4\n", "line 1: '--seed': no such option"},
        {"a 1 --help\n", "line 1: '--help': no such option"},
        {"a 1 --late 60-30\n", "line 1: "},
        {"a 1 --size 15,9 --late 0-41\n", "line 1: --late: more stones than half of"},
        {"a 1 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 "
         "--nodes 5 "
         "--nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes "
         "5 "
         "--nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 5 --nodes 7\n",
         "line 1: too many words"},
    };
    static FarmPlan plan;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Failure failure = FAILURE_NONE;
        ck_assert_msg(!farm_plan_read(&plan, texts[i][0], &failure), "%s", texts[i][0]);
        ck_assert_msg(strncmp(failure.text, texts[i][1], strlen(texts[i][1])) == 0, "%s",
                      failure.text);
    }
}
END_TEST

/* ---- Indexes --------------------------------------------------------------------------------- */

START_TEST(an_index_is_read_as_it_was_written) {
    Failure failure = FAILURE_NONE;
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    FarmIndex index, again;
    make_folder(folder);
    path_in(path, folder, "index.tsv");
    expect(farm_index_read(&index, path, &failure));
    expect_equal((int)index.count, 0);
    for (int i = 0; i < 100; i++) {
        FarmBlock block = {.number = (uint64_t)i,
                           .games = (uint64_t)i << 33,
                           .duplicates = 3,
                           .positions = 5,
                           .probes = 7,
                           .bytes = 11,
                           .seconds = i / 4.0,
                           .state = (FarmState)(i % FARM_STATES)};
        strcpy(block.name, "games");
        strcpy(block.rules, "renju,caro");
        strcpy(block.generation, "0123456789-dirty-abcdef01");
        strcpy(block.commit, "0123456789-dirty");
        strcpy(block.weights, "abcdef01");
        strcpy(block.nodes, "2500/2500");
        strcpy(block.sha256, "-");
        block.seconds = (double)(int)(10 * block.seconds) / 10;
        expect(farm_index_add(&index, &block));
    }
    expect(farm_index_write(&index, path, &failure));
    expect(farm_index_read(&again, path, &failure));
    expect_equal((int)again.count, 100);
    for (int i = 0; i < 100; i++)
        expect(memcmp(&again.of[i], &index.of[i], sizeof index.of[i]) == 0);
    farm_index_release(&index);
    farm_index_release(&again);
    size_t size;
    unsigned char *bytes = read_whole(path, &size);
    for (size_t cut = 1; cut < 400; cut += 7) { /* no line is taken in part */
        write_whole_file(path, bytes, size - cut);
        bool ends_a_line = bytes[size - cut - 1] == '\n';
        expect(farm_index_read(&again, path, &failure) == ends_a_line);
        farm_index_release(&again);
    }
    free(bytes);
}
END_TEST

/* ---- Openings -------------------------------------------------------------------------------- */

static Game game_of(int size, int count, uint64_t seed) {
    Game game = {.rule = RULE_RENJU, .width = size, .height = size, .move_count = count};
    bool is_taken[CELLS_MAX] = {false};
    for (int i = 0; i < count;) {
        Cell cell = (Cell)rng_below(&seed, (uint32_t)(size * size));
        if (!is_taken[cell])
            game.moves[i++] = cell;
        is_taken[cell] = true;
    }
    return game;
}

START_TEST(games_begin_alike_however_the_board_lies_and_the_moves_come) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        int size = BOARD_MIN + (int)(seed % (BOARD_MAX - BOARD_MIN + 1));
        Game game = game_of(size, 14, seed);
        uint64_t key = opening_key(&game, OPENING_STONES);
        expect(key != 0);
        for (int turn = 0; turn < 8; turn++) {
            Game turned = turned_game(&game, turn);
            swap_moves(&turned, 0, 10);
            swap_moves(&turned, 3, 7);
            swap_moves(&turned, 12, 13); /* behind the opening */
            expect(opening_key(&turned, OPENING_STONES) == key);
        }
        Game other = game;
        other.rule = RULE_CARO;
        expect(opening_key(&other, OPENING_STONES) != key);
        other = game;
        swap_moves(&other, 0, 1); /* the colours of two stones */
        expect(opening_key(&other, OPENING_STONES) != key);
        other = game;
        swap_moves(&other, 11, 13); /* another stone in the opening */
        expect(opening_key(&other, OPENING_STONES) != key);
        other = game;
        other.move_count = 11;
        expect(opening_key(&other, OPENING_STONES) != key);
    }
}
END_TEST

START_TEST(a_set_has_each_key_once) {
    enum { KEYS = 20000 };
    Openings openings = {0};
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 1; i <= KEYS; i++) {
            bool is_new;
            expect(openings_add(&openings, i << 40 | i % 3, &is_new));
            expect(is_new == (round == 0));
        }
    expect_equal((int)openings.count, KEYS);
    openings_release(&openings);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("farm");
    TCase *parts = tcase_create("parts");
    tcase_add_test(parts, a_plan_has_the_options_of_generate);
    tcase_add_test(parts, the_default_plan_plays_all_rules);
    tcase_add_test(parts, a_mistake_in_a_plan_is_named);
    tcase_add_test(parts, an_index_is_read_as_it_was_written);
    tcase_add_test(parts, games_begin_alike_however_the_board_lies_and_the_moves_come);
    tcase_add_test(parts, a_set_has_each_key_once);
    suite_add_tcase(suite, parts);
    return run_suite(suite);
}
