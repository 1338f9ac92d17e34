/* Self-play: the same games whatever the threads, and whatever was killed on the way. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/train/support.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/position.h"
#include "train/dataset.h"
#include "train/generate.h"

enum { GAMES = 24, NODES = 60 };

static GenerateOptions options_for(const char *folder, int threads) {
    GenerateOptions options = generate_defaults();
    options.rules[1] = KANAME_RULE_RENJU;
    options.rule_count = 2;
    options.sizes[1] = 20;
    options.size_count = 2;
    options.games = GAMES;
    options.nodes = NODES;
    options.threads = threads;
    options.seed = 5;
    options.folder = folder;
    options.is_quiet = true;
    options.probes = 2;
    return options;
}

/* All games of the folder, each once, at its number. */
static Game *read_folder(const char *folder) {
    Dataset data;
    Failure failure = FAILURE_NONE;
    bool is_seen[GAMES] = {false};
    Game *games = calloc(GAMES, sizeof *games), game;
    char *paths[] = {(char *)folder};
    dataset_init(&data);
    expect(games != NULL);
    if (!dataset_load(&data, paths, 1, (LoadFilter){-1, GAMEFILE_OWN, false}, &failure))
        ck_abort_msg("%s", failure.text);
    expect_equal((int)data.count, GAMES);
    for (size_t i = 0; i < data.count; i++) {
        dataset_get(&data, i, &game);
        expect(game.number < GAMES && !is_seen[game.number]);
        is_seen[game.number] = true;
        games[game.number] = game;
    }
    dataset_release(&data);
    return games;
}

static void expect_same_games(const Game *a, const Game *b) {
    for (int i = 0; i < GAMES; i++)
        expect_same_game(&a[i], &b[i]);
}

static Game *games_of_one_run(int threads, uint64_t nodes) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    GenerateOptions options = options_for(folder, threads);
    options.nodes = nodes;
    expect_equal(generate_run(&options), 0);
    Game *games = read_folder(folder);
    return games;
}

START_TEST(games_do_not_depend_on_the_threads) {
    Game *one = games_of_one_run(1, NODES), *three = games_of_one_run(3, NODES);
    expect_same_games(one, three);
    free(one);
    free(three);
}
END_TEST

/* Sanitizers take more than any limit. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static rlim_t bytes_in_use(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    expect(file != NULL && fscanf(file, "%lu", &pages) == 1 && fclose(file) == 0);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* The memory is that of the games asked for: a bit of each earlier one would be too much. */
START_TEST(a_far_first_game_takes_no_memory) {
    const rlim_t room = 300 << 20;
    char folder[TEST_PATH_BYTES];
    struct rlimit before, limit;
    make_folder(folder);
    GenerateOptions options = options_for(folder, 1);
    options.first = UINT64_C(4000000000);
    options.games = 2;
    expect_equal(getrlimit(RLIMIT_AS, &before), 0);
    limit = before;
    limit.rlim_cur = bytes_in_use() + room;
    expect_equal(setrlimit(RLIMIT_AS, &limit), 0);
    int status = generate_run(&options);
    expect_equal(setrlimit(RLIMIT_AS, &before), 0);
    expect_equal(status, 0);
    expect_equal(generate_run(&options), 0); /* it finds them again */
}
END_TEST
#endif

START_TEST(games_follow_the_rules) {
    Game *games = games_of_one_run(2, NODES);
    int rules[RULES] = {0}, sizes[BOARD_MAX + 1] = {0};
    for (int i = 0; i < GAMES; i++) {
        const Game *game = &games[i];
        rules[game->rule]++;
        sizes[game->width]++;
        expect(game->opening_count >= 3 && game->opening_count <= 9);
        int last = game->scores[game->move_count - 1];
        Color mover = (game->move_count - 1) % 2 == 0 ? BLACK : WHITE;
        if (is_decided(last))
            expect_equal(game->result,
                         (mover == BLACK) == is_win(last) ? GAME_BLACK_WON : GAME_WHITE_WON);
        for (int j = game->opening_count; j + 1 < game->move_count; j++)
            expect(!is_decided(game->scores[j]));
    }
    ck_assert_int_gt(rules[RULE_FREESTYLE], 0);
    ck_assert_int_gt(rules[RULE_RENJU], 0);
    ck_assert_int_gt(sizes[15], 0);
    ck_assert_int_gt(sizes[20], 0);
    free(games);
}
END_TEST

/* Every probe is a position that moves reach and nobody has won, two a search. */
START_TEST(probes_lie_behind_positions_of_their_game) {
    Game *games = games_of_one_run(2, 8 * NODES); /* enough to reach a few plies */
    int probes = 0, searched = 0, deepest = 0;
    for (int i = 0; i < GAMES; i++) {
        const Game *game = &games[i];
        searched += game_positions(game);
        probes += game->probe_count;
        const RuleTables *tables = test_tables(game->rule);
        Board *board = malloc(sizeof *board);
        expect(board != NULL);
        for (int at = 0; at < game->probe_count; at++) {
            const GameProbe *probe = &game->probes[at];
            board_init(board, tables, game->width, game->height, NULL, ISA_SCALAR);
            for (int j = 0; j < probe->root + probe->count; j++) {
                Cell cell = j < probe->root ? game->moves[j] : probe->moves[j - probe->root];
                expect(board_is_empty(board, cell));
                expect(!board_wins_at(board, board_to_move(board), cell));
                board_play(board, cell);
            }
            expect(board_is_empty(board, probe->best));
            deepest = probe->count > deepest ? probe->count : deepest;
        }
        free(board);
    }
    ck_assert_int_gt(probes, searched); /* some searches evaluate fewer than two positions */
    expect(probes <= 2 * searched);
    ck_assert_int_gt(deepest, 2);
    free(games);
}
END_TEST

static int moves_with_slack(int slack) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    GenerateOptions options = options_for(folder, 2);
    int moves = 0;
    options.wander = 40;
    options.slack = slack;
    expect_equal(generate_run(&options), 0);
    Game *games = read_folder(folder);
    for (int i = 0; i < GAMES; i++)
        moves += games[i].move_count - games[i].opening_count;
    free(games);
    return moves;
}

/* Moves that lose little by a shallow search keep a game going, any others end it soon. */
START_TEST(games_are_longer_where_a_move_by_chance_may_lose_little) {
    int any = moves_with_slack(GENERATE_SLACK_MAX);
    ck_assert_int_gt(moves_with_slack(0), any);
    ck_assert_int_gt(moves_with_slack(60), any);
}
END_TEST

/* Up to there nothing is searched, nobody has won, and nobody stands better by much. */
START_TEST(late_games_begin_from_balanced_positions_of_many_stones) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    GenerateOptions options = options_for(folder, 2);
    options.late_min = 30;
    options.late_max = 40;
    options.balance = 100;
    options.nodes = 200;
    expect_equal(generate_run(&options), 0);
    Game *games = read_folder(folder);
    Board *board = malloc(sizeof *board);
    expect(board != NULL);
    for (int i = 0; i < GAMES; i++) {
        const Game *game = &games[i];
        expect(game->opening_count >= 30 && game->opening_count <= 40);
        expect(game->move_count > game->opening_count);
        board_init(board, test_tables(game->rule), game->width, game->height, NULL, ISA_SCALAR);
        for (int j = 0; j < game->opening_count; j++) {
            expect(!board_wins_at(board, board_to_move(board), game->moves[j]));
            board_play(board, game->moves[j]);
        }
        expect_equal(board_count(board, board_to_move(board), CLASS_FIVE), 0);
    }
    free(board);
    free(games);
}
END_TEST

static Game *games_with_deep(uint64_t nodes, int margin, int percent) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    GenerateOptions options = options_for(folder, 2);
    options.nodes = 200;
    options.deep_nodes = nodes;
    options.deep_margin = margin;
    options.deep_percent = percent;
    expect_equal(generate_run(&options), 0);
    return read_folder(folder);
}

static int probes_of(Game *games) {
    int probes = 0;
    for (int i = 0; i < GAMES; i++)
        probes += games[i].probe_count;
    free(games);
    return probes;
}

/* A longer search of the first probe of each game, whose past is the same, says something else. */
static int first_probes_that_differ(const Game *a, const Game *b) {
    int count = 0;
    for (int i = 0; i < GAMES; i++) {
        const GameProbe *one = &a[i].probes[0], *other = &b[i].probes[0];
        if (a[i].probe_count == 0 || b[i].probe_count == 0 || one->root != other->root)
            continue;
        expect(one->count == other->count &&
               memcmp(one->moves, other->moves, (size_t)one->count * sizeof *one->moves) == 0);
        count += one->score != other->score;
    }
    return count;
}

START_TEST(deep_probes_are_those_that_disagree_and_some_by_chance) {
    Game *all = games_with_deep(1500, 0, 0);
    Game *by_chance = games_with_deep(1500, KANAME_SCORE_WIN_MIN, 100);
    Game *shallow = games_with_deep(201, 0, 0);
    expect_same_games(all, by_chance);
    ck_assert_int_gt(first_probes_that_differ(all, shallow), GAMES / 3);
    free(by_chance);
    free(shallow);
    int every = probes_of(all);
    expect_equal(probes_of(games_with_deep(1500, KANAME_SCORE_WIN_MIN, 0)), 0);
    int some = probes_of(games_with_deep(1500, 300, 0));
    int more = probes_of(games_with_deep(1500, 300, 40));
    ck_assert_int_gt(some, 0);
    ck_assert_int_gt(more, some);
    ck_assert_int_gt(every, more);
}
END_TEST

START_TEST(a_run_that_is_killed_again_and_again_loses_and_repeats_nothing) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    GenerateOptions options = options_for(folder, 2);
    for (int round = 0; round < 6; round++) {
        pid_t child = fork();
        expect(child >= 0);
        if (child == 0)
            _exit(generate_run(&options));
        struct timespec time = {0, 40000000L * round + 7000000L};
        nanosleep(&time, NULL);
        kill(child, SIGKILL);
        expect(waitpid(child, NULL, 0) == child);
    }
    expect_equal(generate_run(&options), 0);
    Game *broken = read_folder(folder), *whole = games_of_one_run(2, NODES);
    expect_same_games(broken, whole);
    free(broken);
    free(whole);
}
END_TEST

/* The child's standard error goes to the file. */
static pid_t start_run(const GenerateOptions *options, const char *error_path) {
    pid_t child = fork();
    expect(child >= 0);
    if (child == 0) {
        int file = open(error_path, O_WRONLY | O_CREAT, 0666);
        signal(SIGINT, SIG_DFL);
        _exit(file >= 0 && dup2(file, 2) == 2 ? generate_run(options) : 99);
    }
    return child;
}

START_TEST(an_interrupted_run_says_what_it_keeps_and_continues) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES], games[TEST_PATH_BYTES];
    size_t size;
    int status;
    make_folder(folder);
    path_in(path, folder, "said");
    path_in(games, folder, "games-00000.kgm");
    GenerateOptions options = options_for(folder, 2);
    options.games = 1000000;
    pid_t child = start_run(&options, path);
    struct stat info;
    struct timespec moment = {0, 10000000};
    while (stat(games, &info) != 0 || info.st_size < 1000)
        nanosleep(&moment, NULL);
    kill(child, SIGINT);
    expect(waitpid(child, &status, 0) == child);
    expect(WIFEXITED(status));
    expect_equal(WEXITSTATUS(status), GENERATE_STOPPED);
    unsigned char *said = read_whole(path, &size);
    char text[300] = "";
    memcpy(text, said, size < sizeof text - 1 ? size : sizeof text - 1);
    ck_assert_msg(strncmp(text, "generate: stopped; ", 19) == 0, "%s", text);
    ck_assert_ptr_nonnull(strstr(text, " games, and the same command continues with them\n"));
    free(said);
}
END_TEST

START_TEST(a_run_goes_on_from_any_torn_end) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    size_t size;
    make_folder(folder);
    GenerateOptions options = options_for(folder, 1);
    expect_equal(generate_run(&options), 0);
    Game *whole = read_folder(folder);
    path_in(path, folder, "games-00000.kgm");
    unsigned char *data = read_whole(path, &size);
    size_t cuts[] = {0, 5, GAMEFILE_HEADER_BYTES - 1, GAMEFILE_HEADER_BYTES, size - 200, size - 1};
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        write_whole_file(path, data, cuts[i]);
        expect_equal(generate_run(&options), 0);
        Game *games = read_folder(folder);
        expect_same_games(games, whole);
        free(games);
    }
    free(data);
    free(whole);
}
END_TEST

START_TEST(a_run_never_mixes_with_another_or_with_damage) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    size_t size, size_after;
    make_folder(folder);
    GenerateOptions options = options_for(folder, 1);
    expect_equal(generate_run(&options), 0);
    path_in(path, folder, "games-00000.kgm");
    unsigned char *data = read_whole(path, &size);
    options.nodes++;
    options.games++;
    ck_assert_int_ne(generate_run(&options), 0);
    options.nodes--;
    data[size / 2] ^= 4;
    write_whole_file(path, data, size);
    ck_assert_int_ne(generate_run(&options), 0);
    unsigned char *after = read_whole(path, &size_after); /* left as it was */
    expect(size_after == size && memcmp(after, data, size) == 0);
    free(after);
    free(data);
}
END_TEST

START_TEST(a_full_file_is_followed_by_the_next) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    struct stat info;
    make_folder(folder);
    GenerateOptions options = options_for(folder, 2);
    options.shard_bytes = 1000;
    options.games = GAMES / 2;
    expect_equal(generate_run(&options), 0);
    options.games = GAMES;
    expect_equal(generate_run(&options), 0);
    path_in(path, folder, "games-00002.kgm");
    expect(stat(path, &info) == 0 && info.st_size < 1000 + GAME_BYTES_MAX + 16);
    Game *games = read_folder(folder), *whole = games_of_one_run(1, NODES);
    expect_same_games(games, whole);
    free(games);
    free(whole);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generate");
    TCase *runs = tcase_create("runs");
    tcase_set_timeout(runs, 240);
    tcase_add_test(runs, games_do_not_depend_on_the_threads);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    tcase_add_test(runs, a_far_first_game_takes_no_memory);
#endif
    tcase_add_test(runs, games_follow_the_rules);
    tcase_add_test(runs, probes_lie_behind_positions_of_their_game);
    tcase_add_test(runs, games_are_longer_where_a_move_by_chance_may_lose_little);
    tcase_add_test(runs, late_games_begin_from_balanced_positions_of_many_stones);
    tcase_add_test(runs, deep_probes_are_those_that_disagree_and_some_by_chance);
    tcase_add_test(runs, a_run_that_is_killed_again_and_again_loses_and_repeats_nothing);
    tcase_add_test(runs, a_run_goes_on_from_any_torn_end);
    tcase_add_test(runs, an_interrupted_run_says_what_it_keeps_and_continues);
    tcase_add_test(runs, a_run_never_mixes_with_another_or_with_damage);
    tcase_add_test(runs, a_full_file_is_followed_by_the_next);
    suite_add_tcase(suite, runs);
    return run_suite(suite);
}
