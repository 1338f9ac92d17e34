/* `play`: opening rules, each with the person's side and the engine's. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "protocol/play/person.h"
#include "support/harness.h"

/* ---- Swap2 ------------------------------------------------------------------------------- */

START_TEST(in_swap2_the_person_may_take_black) {
    play("swap2\nblack\n");
    ck_shows("Swap2: you are White so far; choose 'black' or 'white'");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 4); /* the engine's fourth */
}
END_TEST

START_TEST(in_swap2_the_person_may_stay_white) {
    play("swap2\nwhite\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
    ck_shows("Move 4, White: you.");
}
END_TEST

START_TEST(in_swap2_the_person_may_add_two_stones) {
    person.columns = 1000; /* no line is broken */
    play("swap2\na1 o15\n");
    ck_shows("Swap2: you are White so far; choose 'black' or 'white', or add a white and a black "
             "stone, both in one line, and let the engine choose.");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 5);
    ck_shows("The engine takes ");
}
END_TEST

START_TEST(the_stones_of_an_opening_are_not_taken_back) {
    play("swap2\nblack\nundo\n"); /* the engine has placed the fourth */
    ck_shows("There is nothing to take back.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 4);
    play("swap2\nwhite\nundo\n");
    ck_shows("There is nothing to take back.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
    play("swap2\nwhite\na1\nundo\nundo\nredo\n");
    ck_shows("There is nothing to take back.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 5);
    play("opening swap1\nwhite\nside both\na1\nundo\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
    play("opening swap1\nwhite\nside both\nnew\na1\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

START_TEST(in_swap2_the_two_stones_may_come_one_by_one) {
    play("swap2\na1\nwhite\no15\n");
    ck_shows("So far: a1; 1 to come. Next: Black.");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 5);
    ck_assert(kaname_stone(person.engine, 3).x == 0 && kaname_stone(person.engine, 3).y == 14);
    ck_assert(kaname_stone(person.engine, 4).x == 14 && kaname_stone(person.engine, 4).y == 0);
    play("swap2\na1\nundo\nmoves\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
    ck_shows("Not during an opening");
    play("rule renju\nopening rif me\nh8\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

START_TEST(in_swap2_the_person_may_place_the_three) {
    play("swap2 me\nh8\nh9 i9\nblack\n");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 3);
    bool is_answered = strstr(person.shown, "The engine takes ") != NULL ||
                       strstr(person.shown, "The engine added two stones") != NULL;
    ck_assert_msg(is_answered, "%s", shown_end());
}
END_TEST

START_TEST(in_swap2_wrong_stones_change_nothing) {
    play("swap2 me\nh8\nblack\nh9 h9\nz9\nh9 i9 j9\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
    play("swap2\na1\na1 b1 c1\nundo\nredo\nhint\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
}
END_TEST

/* ---- Other opening rules ------------------------------------------------------------------- */

START_TEST(in_rif_the_person_places_the_opening_stone_by_stone) {
    person.columns = 1000; /* no line is broken */
    play("rule renju\nopening rif me\nh8\nh11\nh9\ni10\n");
    ck_shows("RIF: place three stones, black, white, black: the first at the centre");
    ck_shows("So far: h8; 2 to come. Next: White.");
    ck_shows("That is against the opening rule: h11 lies outside the central 3x3.");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 3);
}
END_TEST

START_TEST(in_rif_the_engine_offers_two_fifth_moves_and_the_person_keeps_one) {
    person.columns = 1000; /* no line is broken */
    /* The engine's offers are not known beforehand: try the points around the centre in turn. */
    char text[800] = "rule renju\nopening rif\nwhite\na1\no15\n";
    for (int column = 'd'; column <= 'l'; column++)
        for (int row = 4; row <= 12; row++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%c%d\n", column, row);
    play(text);
    ck_shows("RIF: you are White so far; choose 'black' or 'white', or place the fourth stone, "
             "white.");
    ck_shows("Black offers 2 fifth moves: ");
    ck_shows("RIF: you are White; keep one of Black's fifth moves: ");
    ck_shows("That is against the opening rule: o15 is none of the fifth moves offered.");
    ck_shows("Move 6, White: you.");
}
END_TEST

START_TEST(in_rif_the_person_may_offer_fifth_moves_one_by_one) {
    person.columns = 1000; /* no line is broken */
    /* Black after the swap: the engine places the fourth. */
    play("rule renju\nopening rif\nswap\na1\na1\nc2\n");
    ck_shows("RIF: you are Black; offer 2 fifth moves, no two symmetrical; White keeps one.");
    ck_shows("So far: a1; 1 to come.");
    ck_shows("a1 is occupied");
    ck_shows("White keeps the fifth move ");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 6);
    ck_shows("Move 7, Black: you.");
}
END_TEST

START_TEST(a_number_of_fifth_moves_is_announced_behind_the_points) {
    person.columns = 1000; /* no line is broken */
    play("rule renju\nopening yamaguchi me\nh8 h9 i10\nh8 h9 i10 13\nh8 h9 i10 2 2\n");
    ck_shows("the number of fifth moves must be 1 to 12, not 0.");
    ck_shows("the number of fifth moves must be 1 to 12, not 13.");
    ck_shows("A move is written h8, or 7,7 from the top left; 'help' lists the commands.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
    play("rule renju\nopening yamaguchi me\nh8 h9 i10 2\n");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 3);
    play("rule renju\nopening soosorv8\na1 1\n");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 4);
}
END_TEST

START_TEST(in_taraguchi_a_side_that_is_kept_still_places_its_stone) {
    person.columns = 1000; /* no line is broken */
    play("rule renju\nopening taraguchi10\nwhite\nblack\nh9\n");
    ck_shows("Taraguchi-10: you are White so far; choose 'black' or 'white', or place the second "
             "stone, white, in the central 3x3.");
    ck_shows("Taraguchi-10: you are White; place the second stone, white, in the central 3x3.");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 2);
    play("rule renju\nopening taraguchi10\nh9 i9\nj11\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
    ck_shows("j11 lies outside the central 3x3.");
    ck_shows("Not during an opening");
}
END_TEST

START_TEST(after_the_first_move_the_person_may_swap) {
    person.columns = 1000; /* no line is broken */
    play("opening swap1\nblack\n");
    ck_shows("Swap after the first move: you are White so far; choose 'black' or 'white'.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
    play("opening swap1\nwhite\n");
    ck_shows("Move 2, White: you.");
    play("opening swap1 me\na1\n");
    ck_shows("The engine takes ");
}
END_TEST

/* Types `hint` and then what it suggests, until the opening is over. */
static struct {
    char opening[64];
    int lines;
    size_t begin; /* of what was shown since the opening began */
} follower;

static size_t follow_hints(void *context, char *buffer, size_t capacity) {
    char line[128] = "hint";
    int number = follower.lines++;
    (void)context;
    if (number == 0) {
        snprintf(line, sizeof line, "rule renju");
    } else if (number == 1) {
        follower.begin = person.length;
        snprintf(line, sizeof line, "%s", follower.opening);
    } else if (strstr(person.shown + follower.begin, "\nMove ") != NULL || number > 40) {
        return 0;
    } else if (number % 2 == 1) {
        const char *hint = NULL;
        for (const char *at = person.shown; (at = strstr(at, "Try ")) != NULL; at++)
            hint = at + 4;
        ck_assert_msg(hint != NULL, "%s", shown_end());
        const char *then = strstr(hint, "', then ");
        if (then != NULL) /* the colour, then the stone */
            snprintf(line, sizeof line, "%.*s\n%.*s", (int)(then - hint) - 1, hint + 1,
                     (int)strcspn(then + 8, "."), then + 8);
        else
            snprintf(line, sizeof line, "%.*s", (int)strcspn(hint + (*hint == '\''), "'."),
                     hint + (*hint == '\''));
    }
    return (size_t)snprintf(buffer, capacity, "%s\n", line);
}

START_TEST(an_opening_can_be_played_by_hints_alone) {
    const OpeningRule *rule = opening_rule_at(_i / 2);
    person.columns = 1000; /* no line is broken */
    person.io.read = follow_hints;
    memset(&follower, 0, sizeof follower);
    snprintf(follower.opening, sizeof follower.opening, "opening %s%s", rule->name,
             _i % 2 ? " me" : "");
    ck_assert(terminal_play(person.engine, &person.options, &person.io));
    ck_shows("Try ");
    ck_hides("against the opening rule");
    ck_hides("occupied");
    ck_hides("There is nothing");
    ck_assert_msg(strstr(person.shown + follower.begin, "\nMove ") != NULL, "%s", shown_end());
}
END_TEST

START_TEST(a_hint_in_an_opening_changes_nothing) {
    person.columns = 1000; /* no line is broken */
    play("swap2 me\nh8\nhint\nmoves\ni9\n");
    ck_shows("Try ");
    ck_hides("depth");
    ck_shows("\nh8\n");
    ck_shows("So far: h8 i9; 1 to come. Next: Black.");
    play("rule renju\nopening taraguchi10\nwhite\nhint\n");
    ck_hides("Try '"); /* the colour is settled */
    ck_shows("Try ");
}
END_TEST

START_TEST(openings_are_named_and_need_their_board) {
    person.columns = 1000; /* no line is broken */
    play("opening\nopening pro\nopening rif you\nsize 8\nopening rif\nswap\n");
    ck_shows("opening swap2, swap1, rif, yamaguchi, taraguchi10 or soosorv8: ");
    ck_shows("RIF: the engine begins; rif me: you do.");
    ck_shows("RIF needs a board of 9x9 or more.");
    ck_shows("There is nothing to swap now.");
}
END_TEST

START_TEST(every_opening_can_be_played_to_its_end_against_the_engine) {
    person.columns = 1000; /* no line is broken */
    char line[200];
    const OpeningRule *rule = opening_rule_at(_i / 2);
    /* Answers for every step that may come; those that are not due change nothing. */
    snprintf(line, sizeof line, "rule renju\nopening %s%s\n", rule->name, _i % 2 ? " me" : "");
    char text[4000] = "";
    strcat(text, line);
    for (int i = 0; i < 3; i++)
        strcat(text, "h8 h9 i10 3\nh8 h9 i10\nh8\na1 3\na1\no15\nb13\nm2\nd7\nf12\nl4\nk13\nc9\n"
                     "n6\ng10\ni9\nj10\ng7\nf8\n");
    play(text);
    ck_shows("Move ");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("play_openings");
    TCase *tests = add_case(suite, "swap2");
    tcase_add_test(tests, in_swap2_the_person_may_take_black);
    tcase_add_test(tests, in_swap2_the_person_may_stay_white);
    tcase_add_test(tests, in_swap2_the_person_may_add_two_stones);
    tcase_add_test(tests, the_stones_of_an_opening_are_not_taken_back);
    tcase_add_test(tests, in_swap2_the_two_stones_may_come_one_by_one);
    tcase_add_test(tests, in_swap2_the_person_may_place_the_three);
    tcase_add_test(tests, in_swap2_wrong_stones_change_nothing);
    tcase_add_test(tests, in_rif_the_person_places_the_opening_stone_by_stone);
    tcase_add_test(tests, in_rif_the_engine_offers_two_fifth_moves_and_the_person_keeps_one);
    tcase_add_test(tests, in_rif_the_person_may_offer_fifth_moves_one_by_one);
    tcase_add_test(tests, a_number_of_fifth_moves_is_announced_behind_the_points);
    tcase_add_test(tests, in_taraguchi_a_side_that_is_kept_still_places_its_stone);
    tcase_add_test(tests, after_the_first_move_the_person_may_swap);
    tcase_add_loop_test(tests, an_opening_can_be_played_by_hints_alone, 0, 2 * OPENING_RULES);
    tcase_add_test(tests, a_hint_in_an_opening_changes_nothing);
    tcase_add_test(tests, openings_are_named_and_need_their_board);
    tcase_add_loop_test(tests, every_opening_can_be_played_to_its_end_against_the_engine, 0,
                        2 * OPENING_RULES);
    return run_suite(suite);
}
