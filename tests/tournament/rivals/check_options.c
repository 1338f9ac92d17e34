/* The command line of kaname-rival. */
#include <string.h>

#include "rivals/options.h"
#include "rivals/roster.h"
#include "shared/cli/reader.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "tournament/rivals/support.h"

enum { MOST_WORDS = 8 };

static bool parse(RivalOptions *options, char *const words[], Failure *failure) {
    int count = 0;
    while (words[count])
        count++;
    *options = (RivalOptions){.player = NULL};
    return option_read(&rival_command, options, count - 1, words + 1, NULL, failure) == OPTION_READ;
}

START_TEST(no_words_mean_a_faultless_random_player) {
    RivalOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(parse(&options, (char *[]){"kaname-rival", NULL}, &failure));
    ck_assert_str_eq(options.player->name, "random");
    ck_assert_uint_eq(options.settings.seed, 1);
    const RivalFaults none = {0};
    ck_assert_mem_eq(&options.faults, &none, sizeof none);
}
END_TEST

START_TEST(every_switch_lands_in_its_field) {
    RivalOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(parse(&options,
                    (char *[]){"kaname-rival",
                               "--player",
                               "endroad",
                               "--seed",
                               "9",
                               "--depth",
                               "5",
                               "--delay-ms",
                               "10",
                               "--late-ms",
                               "11",
                               "--memory-mb",
                               "12",
                               "--crash-at",
                               "1",
                               "--hang-at",
                               "2",
                               "--illegal-at",
                               "3",
                               "--garbage-at",
                               "4",
                               "--half-line-at",
                               "5",
                               "--endless-line-at",
                               "6",
                               "--flood-stderr",
                               "--fork-children",
                               "--silent-about",
                               "--no-ok",
                               "--exit-at-start",
                               "--no-exit",
                               NULL},
                    &failure));
    ck_assert_str_eq(options.player->name, "endroad");
    ck_assert_uint_eq(options.settings.seed, 9);
    ck_assert_int_eq(options.settings.depth, 5);
    const RivalFaults *faults = &options.faults;
    ck_assert_int_eq(faults->delay_ms, 10);
    ck_assert_int_eq(faults->late_ms, 11);
    ck_assert_int_eq(faults->memory_mb, 12);
    ck_assert_int_eq(faults->crash_at, 1);
    ck_assert_int_eq(faults->hang_at, 2);
    ck_assert_int_eq(faults->illegal_at, 3);
    ck_assert_int_eq(faults->garbage_at, 4);
    ck_assert_int_eq(faults->half_line_at, 5);
    ck_assert_int_eq(faults->endless_line_at, 6);
    ck_assert(faults->flood_stderr && faults->fork_children && faults->silent_about);
    ck_assert(faults->no_ok && faults->exit_at_start && faults->no_exit);
}
END_TEST

static char *const bad_lines[][MOST_WORDS] = {
    {"kaname-rival", "--player", "nobody", NULL},
    {"kaname-rival", "--player", NULL},
    {"kaname-rival", "--seed", "-1", NULL},
    {"kaname-rival", "--seed", "99999999999999999999", NULL},
    {"kaname-rival", "--depth", "0", NULL},
    {"kaname-rival", "--depth", "65", NULL},
    {"kaname-rival", "--crash-at", "0", NULL},
    {"kaname-rival", "--crash-at", "1x", NULL},
    {"kaname-rival", "--crash-at", "", NULL},
    {"kaname-rival", "--hang-at", NULL},
    {"kaname-rival", "endroad", NULL},
    {"kaname-rival", "--no-exit=1", NULL},
};

START_TEST(the_word_at_fault_is_named) {
    RivalOptions options;
    Failure failure = FAILURE_NONE;
    char *const *words = bad_lines[_i];
    ck_assert(!parse(&options, words, &failure));
    ck_assert_msg(strstr(failure.text, words[1]) != NULL, "'%s' does not name %s", failure.text,
                  words[1]);
}
END_TEST

START_TEST(a_huge_word_makes_no_huge_error) {
    char word[4096];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    RivalOptions options;
    Failure failure = FAILURE_NONE;
    char *const words[] = {"kaname-rival", word, NULL};
    options = (RivalOptions){.player = NULL};
    ck_assert_int_eq(option_read(&rival_command, &options, 1, words + 1, NULL, &failure),
                     OPTION_WRONG);
    ck_assert_int_eq(failure.status, STATUS_OPTION);
    ck_assert_uint_lt(strlen(failure.text), 400);
}
END_TEST

START_TEST(names_are_those_of_the_players) {
    for (int i = 0; rival_players[i] != NULL || rival_player_names[i] != NULL; i++)
        ck_assert_str_eq(rival_players[i]->name, rival_player_names[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rivals/options");
    TCase *tests = tcase_create("command line");
    tcase_add_test(tests, no_words_mean_a_faultless_random_player);
    tcase_add_test(tests, every_switch_lands_in_its_field);
    tcase_add_loop_test(tests, the_word_at_fault_is_named, 0,
                        (int)(sizeof bad_lines / sizeof bad_lines[0]));
    tcase_add_test(tests, a_huge_word_makes_no_huge_error);
    tcase_add_test(tests, names_are_those_of_the_players);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
