/* Files as other programs and people write them: samples/. */
#include "protocol/games/games.h"

#include "shared/games/files.h"
#include "shared/games/properties.h"
#include "shared/text/encoding.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"

enum { GAMES_MAX = 8 };

typedef struct Sample {
    const char *name;
    int games;
    const char *lines[GAMES_MAX];
    GameEnd end;         /* of the first game */
    const char *players; /* of the first game: "Black|White" */
    const char *comment; /* of the first move of the first game */
    int faulty;          /* number of the game that is read in part; 0: none */
    bool has_notice;
} Sample;

static const Sample samples[] = {
    {"gm1.sgf", 1, {"h8 i9"}, GAME_END_UNKNOWN, "|", "", 0, true},
    {"gbk5c.sgf", 1, {"h8 i7"}, GAME_END_UNKNOWN, "\xE5\xB3\x94|", "x", 0, false},
    {"sjis5c.sgf",
     1,
     {"h8 i7"},
     GAME_END_UNKNOWN,
     "\xE5\xAE\xAE\xE6\x9C\xAC\xE4\xB8\x80\xE8\xA1\xA8|",
     "\xE8\xA9\x95\xE4\xBE\xA1\xE8\xA1\xA8",
     0,
     false},
    {"quest_qpr.sgf",
     1,
     {"h8 h9 j10 i9 g9 i7 i8 j9 g7 h7"},
     GAME_END_BLACK,
     "a (1800)|b (1750)",
     "",
     0,
     false},
    {"collection.sgf",
     4,
     {"h8 i7", "h8", "h8 g9 f10", "h8 g8 f9"},
     GAME_END_UNKNOWN,
     "|",
     "",
     2,
     false},
    {"ctrlz.sgf", 1, {"h8 i7"}, GAME_END_UNKNOWN, "|", "", 0, false},
    {"psq_result.psq", 1, {"h8 i8 h6 g9 l4"}, GAME_END_WHITE, "B.zip|A.zip", "", 0, false},
    {"psq_short.psq", 1, {"h8 i8"}, GAME_END_UNKNOWN, "|", "", 0, false},
    {"a.rif", 2, {"h8 h9 i8 g8 g9 f7", "h8 i9 j10"}, GAME_END_BLACK, "A X|B Y", "", 0, false},
    {"szsp.sgf", 1, {"h8"}, GAME_END_UNKNOWN, "|", "", 0, false},
    {"mail.sgf", 1, {"h8 i7"}, GAME_END_UNKNOWN, "|", "", 0, false},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

typedef struct Course {
    const Sample *sample;
    int count;
} Course;

static void take(const GameFromFile *from, void *context) {
    Course *course = context;
    const Sample *sample = course->sample;
    const Game *game = from->game;
    ck_assert_int_lt(course->count, sample->games);
    expect_sound(game);
    ck_assert_str_eq(line_of(game), sample->lines[course->count]);
    ck_assert_int_eq(from->status,
                     from->number == sample->faulty ? GAME_READ_PART : GAME_READ_WHOLE);
    if (course->count++ > 0)
        return;
    char players[2 * GAME_PLAYER_MAX + 2];
    snprintf(players, sizeof players, "%s|%s", game->players[KANAME_BLACK],
             game->players[KANAME_WHITE]);
    ck_assert_str_eq(players, sample->players);
    ck_assert_int_eq(game->end, sample->end);
    ck_assert_str_eq(game_comment(game, 1), sample->comment);
    ck_assert_int_eq(game->notice[0] != '\0', sample->has_notice);
}

START_TEST(a_file_of_people_is_read) {
    const GameFileRules rules = {.width = 15, .height = 15};
    char path[1024];
    Course course = {&samples[_i], 0};
    snprintf(path, sizeof path, "%s/%s", SAMPLES_FOLDER, samples[_i].name);
    const char *wrong = games_each(path, &rules, take, &course);
    ck_assert_msg(wrong == NULL, "%s: %s", path, wrong);
    ck_assert_int_eq(course.count, samples[_i].games);
}
END_TEST

/* ---- Encodings ----------------------------------------------------------------------------- */

#define CHINESE "\xE5\xBC\xA0\xE4\xB8\x89 \xE9\xBB\x91\xE6\xA3\x8B\xE5\x85\x88\xE6\x89\x8B"
#define TRADITIONAL "\xE7\x8E\x8B\xE5\xB0\x8F\xE6\x98\x8E \xE8\xA8\xB1\xE5\x8A\x9F\xE8\x93\x8B"
#define JAPANESE \
    "\xE8\xA1\xA8\xE3\x82\xBD \xE4\xB8\xAD\xE6\x9D\x91\xE3\x81\x95\xE3\x82\x93" /* 95 5C, 83 5C */
#define KOREAN "\xEA\xB9\x80\xEB\xAF\xBC\xEC\x88\x98 \xEC\x98\xA4\xEB\xAA\xA9"
#define LATIN "M\xC3\xBCller J\xC3\xA4\xC3\xA4skel\xC3\xA4inen"
#define RUSSIAN "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD\xD0\xBE\xD0\xB2"

/* Texts in their encodings, with bytes that look like `\`, `]` and `[`. */
static const struct {
    const char *charset, *bytes, *utf8;
} texts[] = {
    {"GB2312", "\xD5\xC5\xC8\xFD \xBA\xDA\xC6\xE5\xCF\xC8\xCA\xD6", CHINESE},
    {"GBK", "\xC3\x5C\x81\x5D\x84\x5B", "\xE8\x82\xBB\xE4\xB9\x9A\xE5\x88\x90"},
    {"Big5", "\xA4\xFD\xA4\x70\xA9\xFA \xB3\x5C\xA5\x5C\xBB\x5C", TRADITIONAL},
    {"Shift_JIS", "\x95\x5C\x83\x5C \x92\x86\x91\xBA\x82\xB3\x82\xF1", JAPANESE},
    {"EUC-JP", "\xC9\xBD\xA5\xBD \xC3\xE6\xC2\xBC\xA4\xB5\xA4\xF3", JAPANESE},
    {"EUC-KR", "\xB1\xE8\xB9\xCE\xBC\xF6 \xBF\xC0\xB8\xF1", KOREAN},
    {"ISO-8859-1", "M\xFCller J\xE4\xE4skel\xE4inen", LATIN},
    {"windows-1251", "\xC8\xE2\xE0\xED\xEE\xE2", RUSSIAN},
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

static void expect_text(const char *bytes, size_t size, const char *utf8) {
    Game game;
    read_whole(&game, bytes, size);
    ck_assert_str_eq(game.players[KANAME_BLACK], utf8);
    ck_assert_str_eq(line_of(&game), "h8 i7");
    game_release(&game);
}

START_TEST(a_named_encoding_is_decoded_before_the_structure_is_read) {
    char text[512];
    int size = snprintf(text, sizeof text, "(;GM[4]PB[%s]CA[%s]C[%s];B[hh];W[ii])", texts[_i].bytes,
                        texts[_i].charset, texts[_i].bytes);
    expect_text(text, (size_t)size, texts[_i].utf8);
}
END_TEST

START_TEST(an_unnamed_encoding_is_recognized) {
    char text[512];
    if (strcmp(texts[_i].charset, "GBK") == 0)
        return; /* three rare characters are too few to know it by */
    int size = snprintf(text, sizeof text, "(;GM[4]PB[%s];B[hh]C[%s];W[ii])", texts[_i].bytes,
                        texts[_i].bytes);
    expect_text(text, (size_t)size, texts[_i].utf8);
    size = snprintf(text, sizeof text, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n%s\n\n-1\n",
                    texts[_i].bytes);
    expect_text(text, (size_t)size, texts[_i].utf8);
}
END_TEST

START_TEST(utf16_is_read_in_both_orders_of_bytes) {
    static const char ascii[] = "(;GM[4]PB[M?ller]CA[GBK];B[hh];W[ii])\r\n(;GM[4];B[aa])";
    for (int is_little = 0; is_little < 2; is_little++) {
        char text[2 * sizeof ascii];
        memset(text, 0, sizeof text);
        text[!is_little] = '\xFE';
        text[is_little] = '\xFF';
        text[0] = is_little ? '\xFF' : '\xFE';
        text[1] = is_little ? '\xFE' : '\xFF';
        for (size_t i = 0; i < sizeof ascii - 1; i++)
            text[2 + 2 * i + !is_little] = ascii[i] == '?' ? '\xFC' : ascii[i];
        expect_text(text, sizeof text, "M\xC3\xBCller");
    }
}
END_TEST

/* A byte order mark tells more than a name that was left behind when the file was converted. */
START_TEST(a_mark_beats_a_named_encoding) {
    static const char marked[] = "\xEF\xBB\xBF(;GM[4]CA[GBK]PB[" CHINESE "];B[hh];W[ii])",
                      wrong[] = "\xEF\xBB\xBF(;GM[4]CA[GBK]PB[\xBA\xDA\xC6\xE5];B[hh];W[ii])";
    expect_text(marked, sizeof marked - 1, CHINESE);
    expect_text(wrong, sizeof wrong - 1, "\xE9\xBB\x91\xE6\xA3\x8B");
}
END_TEST

START_TEST(a_cut_text_ends_before_its_last_character) {
    const Encoding *encoding;
    char *utf8;
    size_t length;
    ck_assert(encoding_find("shift_jis", 9, &encoding));
    ck_assert_int_eq(encoding_decode(encoding, "a\x95\x5C\x83", 4, &utf8, &length),
                     ENCODING_DECODED);
    ck_assert_str_eq(utf8, "a\xE8\xA1\xA8");
    ck_assert_uint_eq(length, 4);
    free(utf8);
}
END_TEST

/* ---- SGF as people have it ----------------------------------------------------------------- */

static const struct {
    const char *text, *line;
} readable[] = {
    {"(;GM[1]FF[3]SZ[15];B[hh];W[ii])", "h8 i7"},
    {"(;GM[ 4 ]SZ[ 15 : 15 ];B[ hh ];W[ii])", "h8 i7"},
    {"(;SZ[15x15];B[HH];W[Ii])", "h8 i7"},
    {"(;GaMe[4]SiZe[15]PlayerBlack[x];Black[hh];White[ii])", "h8 i7"},
    {"Dear reader (see below; really),\n:-) look:\n\n( ; GM[4];B[hh];W[ii])", "h8 i7"},
    {"(;GM[4];B[hh];W[ii])\n\x1a\x1a", "h8 i7"},
    {"\xEF\xBB\xBF(;GM[4];B[hh]KO[];W[ii]XX2[a])", "h8 i7"},
    {"(;GM[4]\n(;B[hh];W[ii])(;B[aa]))", "h8 i7"},
};
enum { READABLE = sizeof readable / sizeof readable[0] };

START_TEST(sgf_is_read_as_people_have_it) {
    Game game;
    read_text(&game, readable[_i].text);
    ck_assert_str_eq(line_of(&game), readable[_i].line);
    game_release(&game);
}
END_TEST

static const struct {
    const char *text;
    GameEnd end;
} results[] = {
    {"B+", GAME_END_BLACK},
    {"W+R", GAME_END_WHITE},
    {"b+resign", GAME_END_BLACK},
    {" B+5.5 ", GAME_END_BLACK},
    {"Black+Time", GAME_END_BLACK},
    {"White wins", GAME_END_WHITE},
    {"black won.", GAME_END_BLACK},
    {"White resigns", GAME_END_BLACK},
    {"White resigns, Black wins", GAME_END_BLACK},
    {"Black wins (White resigns)", GAME_END_BLACK},
    {"White won, Black lost on time", GAME_END_WHITE},
    {"B", GAME_END_BLACK},
    {"W + F", GAME_END_WHITE},
    {"0", GAME_END_DRAWN},
    {"Draw", GAME_END_DRAWN},
    {"draw by agreement", GAME_END_DRAWN},
    {"=", GAME_END_DRAWN},
    {"1/2-1/2", GAME_END_DRAWN},
    {"\xE9\xBB\x91\xE8\x83\x9C", GAME_END_BLACK},
    {"\xE7\x99\xBD\xE5\x8B\x9D", GAME_END_WHITE},
    {"\xE9\xBB\x91\xE8\xB4\x9F", GAME_END_WHITE},
    {"\xE9\xBB\x91+5", GAME_END_BLACK},
    {"\xE9\xBB\x92\xE4\xB8\xAD\xE6\x8A\xBC\xE3\x81\x97\xE5\x8B\x9D\xE3\x81\xA1", GAME_END_BLACK},
    {"Black forfeits", GAME_END_WHITE},
    {"Black wins by forfeit", GAME_END_BLACK},
    {"White ran out of time", GAME_END_BLACK},
    {"White timeout", GAME_END_BLACK},
    {"White wins by timeout", GAME_END_WHITE},
    {"Black timed out", GAME_END_WHITE},
    {"White disconnected", GAME_END_BLACK},
    {"White loses", GAME_END_BLACK},
    {"White lose", GAME_END_BLACK},
    {"B loses on time", GAME_END_WHITE},
    {"Black lost to White, who won on time", GAME_END_WHITE},
    {"Black defeats White", GAME_END_BLACK},
    /* White, then Black: admits defeat, resigns, beyond the time, time is up; wins on time. */
    {"\xE9\xBB\x91\xE6\x96\xB9\xE8\xAE\xA4\xE8\xBE\x93", GAME_END_WHITE},
    {"\xE7\x99\xBD\xE8\xAA\x8D\xE8\xBC\xB8\xEF\xBC\x8C\xE9\xBB\x91\xE5\x8B\x9D", GAME_END_BLACK},
    {"\xE9\xBB\x92\xE6\x8A\x95\xE4\xBA\x86", GAME_END_WHITE},
    {"\xE7\x99\xBD\xE6\x8A\x95\xE4\xBA\x86", GAME_END_BLACK},
    {"\xE7\x99\xBD\xE8\xB6\x85\xE6\x97\xB6", GAME_END_BLACK},
    {"\xE9\xBB\x92\xE6\x99\x82\xE9\x96\x93\xE5\x88\x87\xE3\x82\x8C", GAME_END_WHITE},
    {"\xE9\xBB\x91\xE8\xB6\x85\xE6\x97\xB6\xE8\x83\x9C", GAME_END_BLACK},
    {"Jigo", GAME_END_DRAWN},
    {"tie", GAME_END_DRAWN},
    {"\xE5\x92\x8C\xE6\xA3\x8B", GAME_END_DRAWN},
    {"\xE5\xB9\xB3\xE5\xB1\x80", GAME_END_DRAWN},
    {"\xE5\xBC\x95\xE3\x81\x8D\xE5\x88\x86\xE3\x81\x91", GAME_END_DRAWN},
    {"Black to play and win", GAME_END_UNKNOWN},
    {"White to move", GAME_END_UNKNOWN},
    {"Black by resignation", GAME_END_UNKNOWN},
    {"White has not resigned", GAME_END_UNKNOWN},
    {"Black: win or loss?", GAME_END_UNKNOWN},
    {"White was beaten", GAME_END_UNKNOWN},
    {"Black leads", GAME_END_UNKNOWN},
    {"Void", GAME_END_UNKNOWN},
    {"?", GAME_END_UNKNOWN},
    {"", GAME_END_UNKNOWN},
    {"Wednesday", GAME_END_UNKNOWN},
};
enum { RESULTS = sizeof results / sizeof results[0] };

START_TEST(a_result_is_read_in_its_usual_spellings) {
    char text[128], fact[64];
    Game game, again;
    snprintf(text, sizeof text, "(;GM[4]RE[%s];B[hh])", results[_i].text);
    read_text(&game, text);
    ck_assert_int_eq(game.end, results[_i].end);
    write_and_read(&game, GAME_SGF, &again);
    ck_assert_int_eq(again.end, results[_i].end);
    ck_assert(game_fact(&again, "RE", fact, sizeof fact));
    ck_assert_str_eq(fact, results[_i].text);
    game_release(&game);
    game_release(&again);
}
END_TEST

START_TEST(a_fault_costs_its_variation_alone) {
    Failure failure = FAILURE_NONE;
    Game game;
    const char *text = "(;GM[4];B[hh](;W[hh];B[aa](;W[bb]))(;W[ii];B[jj]))";
    game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
    ck_assert_int_eq(game_read(text, strlen(text), &game, &failure), GAME_READ_PART);
    ck_assert_ptr_nonnull(strstr(failure.text, "the point is occupied"));
    ck_assert_uint_eq(game.node_count, 4);
    ck_assert_uint_eq(game_move_count(&game, 3), 3);
    game_release(&game);
}
END_TEST

#define OCCUPIED "the point is occupied"
#define RUSSIAN_GAME "\n(;GM[4]PB[\xC8\xE2\xE0\xED\xEE\xE2];B[hh]\n;W[hh])\n"
static const struct {
    const char *bytes, *lines;
    size_t size;
} places[] = {
#define PLACE(bytes, lines) \
    { bytes, lines, sizeof bytes - 1 }
    PLACE("(;GM[4]\n;B[hh])\r\n\n(;GM[4];B[ii]\r;W[ii])",
          "h8|i7 (SGF, line 5: " OCCUPIED "; the 1 move before it is kept)"),
    PLACE("Dear reader,\n" RUSSIAN_GAME RUSSIAN_GAME,
          "h8 (SGF, line 4: " OCCUPIED "; the 1 move before it is kept)|"
          "h8 (SGF, line 7: " OCCUPIED "; the 1 move before it is kept)"),
    PLACE("[Black \"a\"]\n\n1. h8 *\n\n[Black \"a\"]\n1. i9\ni9 *\n",
          "h8|i9 (PGN, line 7: " OCCUPIED "; the 1 move before it is kept)"),
    PLACE("\xFF\xFE(\0;\0B\0[\0h\0h\0]\0\n\0)\0\n\0(\0;\0B\0[\0z\0z\0]\0)\0",
          "h8| (SGF, line 3: the point lies off the board)"),
    PLACE("\2\x70\x60\2\x70\x70",
          "h8 g9|h8 (.pos, byte 6: " OCCUPIED "; the 1 move before it is kept)"),
};
enum { PLACE_COUNT = sizeof places / sizeof places[0] };

START_TEST(a_fault_has_its_place_in_the_file) {
    ck_assert_str_eq(lines_of_file(places[_i].bytes, places[_i].size), places[_i].lines);
}
END_TEST

START_TEST(a_game_without_end_takes_no_other) {
    static const char *const begins[] = {"(;GM[4]", "( ; FF[4]"};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        char text[64];
        int size = snprintf(text, sizeof text, "%s;B[hh]\n%s;B[ii])", begins[i], begins[i]);
        ck_assert_str_eq(lines_of_file(text, (size_t)size),
                         "h8 (SGF, line 2: the file ends inside the game; the 1 move before it is "
                         "kept)|i7");
    }
}
END_TEST

START_TEST(a_collection_has_each_note_once) {
    static const char text[] = "(;GM[1];B[hh])(;GM[1];B[ii])(;GM[4]_Y[b];B[ii])(;GM[1];B[gg])"
                               "(;GM[4]_Y[b];B[hh])(;GM[2];B[hh])(;GM[1];B[hh])(;GM[2];B[hh])";
    const char *lines = lines_of_file(text, sizeof text - 1);
    int notes = 0;
    for (const char *at = lines; (at = strstr(at, "(note: ")) != NULL; at++)
        notes++;
    ck_assert_msg(notes == 3, "%s", lines);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("samples");
    TCase *tests = tcase_create("samples");
    tcase_add_loop_test(tests, a_file_of_people_is_read, 0, SAMPLES);
    tcase_add_loop_test(tests, a_named_encoding_is_decoded_before_the_structure_is_read, 0, TEXTS);
    tcase_add_loop_test(tests, an_unnamed_encoding_is_recognized, 0, TEXTS);
    tcase_add_test(tests, utf16_is_read_in_both_orders_of_bytes);
    tcase_add_test(tests, a_mark_beats_a_named_encoding);
    tcase_add_test(tests, a_cut_text_ends_before_its_last_character);
    tcase_add_loop_test(tests, sgf_is_read_as_people_have_it, 0, READABLE);
    tcase_add_loop_test(tests, a_result_is_read_in_its_usual_spellings, 0, RESULTS);
    tcase_add_test(tests, a_fault_costs_its_variation_alone);
    tcase_add_loop_test(tests, a_fault_has_its_place_in_the_file, 0, PLACE_COUNT);
    tcase_add_test(tests, a_game_without_end_takes_no_other);
    tcase_add_test(tests, a_collection_has_each_note_once);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
