/* RIF: RenjuNet's database, and XML as its reader needs it. */
#include "protocol/games/games.h"

#include "shared/games/properties.h"
#include "shared/games/rif.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "shared/status/failure.h"
#include "support/harness.h"

#define HEAD                                                                                   \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database version=\"10.0\">\n"                \
    "<rules><rule id=\"1\" name=\"Taraguchi-10\"/></rules>\n"                                  \
    "<openings><opening id='4' name='Kansei' abbr='d4'/></openings>\n"                         \
    "<players><player id=\"2\" name=\"Ants\" surname=\"S&#xf5;&amp;r\"/>"                      \
    "<player id=\"3\" name=\"\" surname=\"B\"/></players>\n"                                   \
    "<tournaments><tournament id=\"9\" name=\"Cup &lt;1&gt;\" city=\"Tallinn\" year=\"2009\" " \
    "start=\"2009-05-01\"/></tournaments>\n<games>\n"
#define TAIL "</games></database>\n"

static const char good[] =
    HEAD "<game id=\"1\" tournament=\"9\" round=\"8\" rule=\"1\" black=\"2\" white=\"3\" "
         "bresult=\"0,5\" opening=\"4\" alt=\"i10, g6\" swap=\"R--R-\">\n"
         "<move>h8 h9 <!-- c -->i8 g8\n g9 f7</move><info><![CDATA[a <b> & c]]></info></game>\n"
         "<game id=\"2\" black=\"3\" white=\"7\" bresult=\"0\"><move/></game>\n" TAIL;

START_TEST(a_game_has_its_facts_moves_and_offered_fifths) {
    char fact[GAME_PLAYER_MAX];
    Game game;
    read_whole(&game, good, sizeof good - 1);
    ck_assert_int_eq(game.format, GAME_RIF);
    ck_assert_int_eq(game.rule, KANAME_RULE_RENJU);
    ck_assert_str_eq(line_of(&game), "h8 h9 i8 g8 g9 f7");
    ck_assert_str_eq(game.players[KANAME_BLACK], "Ants S\xC3\xB5&r");
    ck_assert_str_eq(game.players[KANAME_WHITE], "B");
    ck_assert_int_eq(game.end, GAME_END_DRAWN);
    ck_assert_str_eq(game_comment(&game, 0), "a <b> & c");
    static const char *const facts[][2] = {{"EV", "Cup <1>"},    {"PC", "Tallinn"},
                                           {"DT", "2009-05-01"}, {"RO", "8"},
                                           {"ON", "Kansei"},     {"OPENRULE", "Taraguchi-10"},
                                           {"SWAP", "R--R-"}};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        ck_assert(game_fact(&game, facts[i][0], fact, sizeof fact));
        ck_assert_str_eq(fact, facts[i][1]);
    }
    ck_assert_uint_eq(game.nodes[5].next, 7); /* i10 beside g9 */
    ck_assert_int_eq(game.nodes[7].move.x, 8);
    ck_assert_int_eq(game.nodes[7].move.y, 5);
    ck_assert_uint_eq(game.nodes[7].next, 8);
    ck_assert_str_eq(game_comment(&game, 8), "offered");
    game_release(&game);
}
END_TEST

START_TEST(document_types_and_unknown_entities_cost_no_game) {
    static const char text[] =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE database [ <!ELEMENT game (move)> <!-- ' ]> -->\n"
        "<!ENTITY x \"]>\"><?note ]> ?> ]>\n<database><players>"
        "<player id=\"1\" name=\"Tom & Jo\" surname=\"&eacute;&x\"/></players>"
        "<game black=\"1\"><move>h8 h9</move><info>a & b &nbsp; &#65;</info></game></database>";
    Game game;
    read_whole(&game, text, sizeof text - 1);
    ck_assert_str_eq(line_of(&game), "h8 h9");
    ck_assert_str_eq(game.players[KANAME_BLACK], "Tom & Jo &eacute;&x");
    ck_assert_str_eq(game_comment(&game, 0), "a & b &nbsp; A");
    game_release(&game);
}
END_TEST

START_TEST(a_full_board_and_long_remarks_are_read) {
    enum { CELLS = 15 * 15, REMARKS = 60000 };
    static char text[REMARKS + 8192];
    size_t used = (size_t)sprintf(text, HEAD "<game><move>");
    for (int i = 0; i < CELLS; i++)
        used += (size_t)sprintf(text + used, "%c%d\n", 'a' + i / 15, 1 + i % 15);
    used += (size_t)sprintf(text + used, "</move><info>");
    memset(text + used, 'x', REMARKS);
    strcpy(text + used + REMARKS, "</info></game>" TAIL);
    Game game;
    read_text(&game, text);
    ck_assert_uint_eq(game_move_count(&game, game_last(&game)), CELLS);
    ck_assert_uint_eq(strlen(game_comment(&game, 0)), REMARKS);
    game_release(&game);
}
END_TEST

START_TEST(numbers_may_be_large) {
    Game game;
    read_text(&game, "<database><player id='1000000' name='A'/><player id='2' name='B'/>"
                     "<game black='1000000' white='2'><move>h8</move></game></database>");
    ck_assert_str_eq(game.players[KANAME_BLACK], "A");
    ck_assert_str_eq(game.players[KANAME_WHITE], "B");
    game_release(&game);
}
END_TEST

START_TEST(the_year_is_the_date_of_a_tournament_without_one) {
    char fact[64];
    Game game;
    read_text(&game, "<database><tournament id='9' name='Cup' year='2009'/>"
                     "<game tournament='9'><move>h8</move></game></database>");
    ck_assert(game_fact(&game, "DT", fact, sizeof fact));
    ck_assert_str_eq(fact, "2009");
    game_release(&game);
}
END_TEST

START_TEST(references_are_taken_in_every_encoding) {
    static const char text[] = "<?xml version='1.0' encoding='ISO-8859-1'?><database><players>"
                               "<player id='1' name='Jos\xE9 &#233;&#x4E2D;\xE9&amp;' "
                               "surname='&#xF5;'/></players><game black='1'>"
                               "<move>h8</move><info>\xE9&#233;</"
                               "info><info><![CDATA[\xE9&#233;]]></info></game></database>";
    Game game;
    read_text(&game, text);
    ck_assert_str_eq(game.players[KANAME_BLACK],
                     "Jos\xC3\xA9 \xC3\xA9\xE4\xB8\xAD\xC3\xA9& \xC3\xB5");
    ck_assert_str_eq(game_comment(&game, 0), "\xC3\xA9\xC3\xA9\xC3\xA9&#233;");
    game_release(&game);
}
END_TEST

/* ---- Files -------------------------------------------------------------------------------------
 */

#define TWO_GAMES \
    "<database><game><move>h8 h9</move></game>\n<game><move>i9</move></game></database>"

START_TEST(a_long_comment_may_stand_before_the_games) {
    enum { COMMENT = 60000 };
    static char text[COMMENT + sizeof TWO_GAMES + 64];
    int size =
        snprintf(text, sizeof text, "<?xml version='1.0'?><!--%*s-->%s", COMMENT, "", TWO_GAMES);
    ck_assert_str_eq(lines_of_file(text, (size_t)size), "h8 h9|i9");
}
END_TEST

static const char *const declared[] = {"UTF-16", "utf-16le", "UTF-16BE", "UTF-8", "ISO-8859-1"};
enum { DECLARED = sizeof declared / sizeof declared[0] };

START_TEST(utf16_is_read_in_both_orders_of_bytes) {
    char ascii[512], text[2 * sizeof ascii];
    int length = snprintf(ascii, sizeof ascii, "<?xml version='1.0' encoding='%s'?>%s",
                          declared[_i], TWO_GAMES);
    for (int is_little = 0; is_little < 2; is_little++) {
        memcpy(text, is_little ? "\xFF\xFE" : "\xFE\xFF", 2);
        for (int i = 0; i < length; i++) {
            text[2 + 2 * i + !is_little] = ascii[i];
            text[2 + 2 * i + is_little] = '\0';
        }
        ck_assert_str_eq(lines_of_file(text, 2 + 2 * (size_t)length), "h8 h9|i9");
    }
}
END_TEST

/* ---- Streams ------------------------------------------------------------------------------- */

typedef struct Stream {
    long games, written; /* wanted; so far */
    char text[1024];
    size_t size, given;
} Stream;

/* Writes a database of many games, piece by piece. */
static size_t next_bytes(void *context, char *bytes, size_t capacity) {
    Stream *stream = context;
    if (stream->given == stream->size) {
        const char *format =
            "<game id=\"%ld\" tournament=\"9\" black=\"2\" white=\"3\" bresult=\"%ld\">\n"
            "<move>h8 h9 i8 g8 g9 f7 i7 i9 j6 k5 j9 k10 j7 j8 k7 l7 k6 m8 l5 m4 k8 k9 l9 "
            "m10</move>\n"
            "</game>\n";
        const char *text = stream->written == 0 ? HEAD : format;
        if (stream->written > stream->games)
            text = stream->written++ == stream->games + 1 ? TAIL : "";
        long number = stream->written <= stream->games ? stream->written++ : 0;
        stream->size =
            (size_t)snprintf(stream->text, sizeof stream->text, text, number, number % 2);
        stream->given = 0;
    }
    size_t left = stream->size - stream->given;
    size_t count = left < capacity ? left : capacity;
    memcpy(bytes, stream->text + stream->given, count);
    stream->given += count;
    return count;
}

START_TEST(many_games_take_no_more_memory_than_one) {
    enum { GAMES = 150000, LIMIT_KB = 100000 };
    Failure failure = FAILURE_NONE;
    struct rusage usage;
    Stream stream = {.games = GAMES};
    Rif *rif = rif_open(next_bytes, &stream);
    Game game;
    GameReadStatus status;
    long count = 0;
    ck_assert_ptr_nonnull(rif);
    game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
    for (; rif_next(rif, &game, &status, &failure); count++) {
        bool is_good = status == GAME_READ_WHOLE && game.node_count == 25 &&
                       strcmp(game.players[KANAME_WHITE], "B") == 0;
        if (!is_good)
            ck_abort_msg("game %ld: %s", count + 1, failure.text);
        game_release(&game);
        game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
    }
    rif_close(rif);
    ck_assert_int_eq(count, GAMES);
    ck_assert_int_eq(getrusage(RUSAGE_SELF, &usage), 0);
    ck_assert_int_lt(usage.ru_maxrss, LIMIT_KB);
}
END_TEST

/* ---- Faults -------------------------------------------------------------------------------- */

START_TEST(no_damage_goes_unnoticed_or_crashes) {
    expect_no_crash(good, sizeof good - 1);
}
END_TEST

#define GAME(text) HEAD "<game>\n" text "</game>" TAIL
static const Damage damages[] = {
    DAMAGE(HEAD, 0, "RIF, line 7: the document ends inside"),
    DAMAGE(HEAD TAIL, 0, "RIF, line 1: no games"),
    DAMAGE(GAME("<move>h8 h9 h8</move>"), 2, "RIF, line 9: the point is occupied"),
    DAMAGE(GAME("<move>h8 p9</move>"), 1, "RIF, line 9: the point lies off the board"),
    DAMAGE(GAME("<move>h8 x</move>"), 1, "RIF, line 9: a move is written h8"),
    DAMAGE(GAME("<move>h8</info>"), 0, "RIF, line 9: an end that does not fit"),
    DAMAGE(GAME("<move>&nbsp;</move>"), 0, "RIF, line 9: a move is written h8"),
    DAMAGE(GAME("<move>&#0;</move>"), 0, "RIF, line 9: a wrong character reference"),
    DAMAGE(GAME("<move a=b>h8</move>"), 0, "RIF, line 9: an element is written"),
    DAMAGE("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a \"b]><database/>", 0,
           "RIF, line 1: neither an element"),
    DAMAGE("<?xml version='1.0'?><!DOCTYPE x [<database/>", 0, "RIF, line 1: neither an element"),
    DAMAGE("<?xml version='1.0' encoding='x'?><database/>", 0, "RIF, line 1: an unknown encoding"),
    DAMAGE("<?xml version='1.0'?>\n<datab", 0, "RIF, line 1: the element <database> is missing"),
    DAMAGE("\xEF\xBB\xBF\n<data h8 i9>", 0, "RIF, line 2: the element <database> is missing"),
    DAMAGE("<database></database><database></database>", 0, "RIF, line 1: more than one element"),
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(damage_is_told_with_its_place) {
    expect_damage(&damages[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rif");
    TCase *tests = tcase_create("rif");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_game_has_its_facts_moves_and_offered_fifths);
    tcase_add_test(tests, document_types_and_unknown_entities_cost_no_game);
    tcase_add_test(tests, a_full_board_and_long_remarks_are_read);
    tcase_add_test(tests, numbers_may_be_large);
    tcase_add_test(tests, the_year_is_the_date_of_a_tournament_without_one);
    tcase_add_test(tests, references_are_taken_in_every_encoding);
    tcase_add_test(tests, a_long_comment_may_stand_before_the_games);
    tcase_add_loop_test(tests, utf16_is_read_in_both_orders_of_bytes, 0, DECLARED);
    tcase_add_test(tests, many_games_take_no_more_memory_than_one);
    tcase_add_test(tests, no_damage_goes_unnoticed_or_crashes);
    tcase_add_loop_test(tests, damage_is_told_with_its_place, 0, DAMAGES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
