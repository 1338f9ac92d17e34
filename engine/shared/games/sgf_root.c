#include "shared/games/sgf_root.h"

#include "shared/games/properties.h"
#include "shared/notation/values.h"
#include "shared/text/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool set_size(SgfRoot *root, SgfValue value) {
    ReadingLine line = {sgf_trimmed(value).text, sgf_trimmed(value).end};
    int width = 0, height = 0;
    bool is_good = reading_line_take_number(&line, &width);
    height = width;
    reading_line_skip_blanks(&line);
    if (is_good && (reading_line_take(&line, ':') || reading_line_take_text(&line, "x"))) {
        reading_line_skip_blanks(&line);
        is_good = reading_line_take_number(&line, &height);
    }
    if (!is_good || line.text < line.end || width < KANAME_MIN_SIZE || width > KANAME_MAX_SIZE ||
        height < KANAME_MIN_SIZE || height > KANAME_MAX_SIZE)
        return reading_fail(root->reading, value.text, "a board size SZ other than %d to %d",
                            KANAME_MIN_SIZE, KANAME_MAX_SIZE);
    Game *game = root->reading->builder.game;
    game->width = width;
    game->height = height;
    game->has_size = true;
    return true;
}

static bool set_end(SgfRoot *root, SgfValue value) {
    GameEnd end = game_end_of_text(value.text, (size_t)(value.end - value.text));
    if (end != GAME_END_UNKNOWN)
        root->reading->builder.game->end = end;
    return true;
}

static void set_player(SgfRoot *root, SgfValue value, KanameColor color) {
    char *text;
    size_t length = sgf_unescape(value, &text);
    if (text != NULL)
        (void)utf8_copy(root->reading->builder.game->players[color], GAME_PLAYER_MAX, text, length);
    free(text);
}

static void set_rule(SgfRoot *root, SgfValue value) {
    Game *game = root->reading->builder.game;
    char text[16] = "";
    SgfValue name = sgf_trimmed(value);
    size_t length = (size_t)(name.end - name.text);
    if (length < sizeof text)
        memcpy(text, name.text, length);
    bool is_name = strlen(text) == length && values_rule(text, &game->rule);
    game->has_rule |= is_name || game_rule_in_text(name.text, length, &game->rule);
    if (!is_name)
        root->odd_rule = name;
}

/* Notes a rule that is not known, unless it is one of Go. */
static void note_odd_rule(const SgfRoot *root) {
    Game *game = root->reading->builder.game;
    char name[48], text[GAME_NOTICE_MAX];
    if (game->has_rule || root->is_like_go || root->odd_rule.text == root->odd_rule.end)
        return;
    (void)utf8_copy(name, sizeof name, root->odd_rule.text,
                    (size_t)(root->odd_rule.end - root->odd_rule.text));
    snprintf(text, sizeof text, "rule '%s' is not known, read as %s (--rule)", name,
             values_rule_name(game->rule));
    reading_note(root->reading, text);
}

/* Notes whether the property of the root is one that only Go has: komi, handicap, its rules. A komi
 * or handicap of nothing says nothing. */
static void look_for_go(SgfRoot *root, const char *word, SgfValue value) {
    static const char *const rules[] = {"japan", "chin", "korea", "aga", "ing", "goe", "nz"};
    SgfValue name = sgf_trimmed(value);
    ReadingLine line = {name.text, name.end};
    if (strcmp(word, "KM") == 0 || strcmp(word, "HA") == 0)
        for (; line.text < line.end; line.text++)
            root->is_like_go = root->is_like_go || (*line.text >= '1' && *line.text <= '9');
    for (size_t i = 0; strcmp(word, "RU") == 0 && i < sizeof rules / sizeof rules[0]; i++)
        root->is_like_go = root->is_like_go || reading_line_take_text(&line, rules[i]);
}

/* A file of another game is read if its moves fit: many programs write GM[1] for all games. */
static void check_kind(SgfRoot *root, SgfValue value) {
    ReadingLine line = {sgf_trimmed(value).text, sgf_trimmed(value).end};
    int kind;
    root->has_kind = true;
    if (reading_line_take_number(&line, &kind) && line.text == line.end && kind == 4)
        return;
    SgfValue name = sgf_trimmed(value);
    int length = (int)utf8_cut(name.text, (size_t)(name.end - name.text), 8);
    char text[96];
    snprintf(text, sizeof text, "GM[%.*s] names another game; read as five in a row (GM[4])",
             length, name.text);
    reading_note(root->reading, text);
}

bool sgf_root_read_value(SgfRoot *root, const char *word, SgfValue value) {
    look_for_go(root, word, value);
    if (strcmp(word, "GM") == 0)
        check_kind(root, value);
    else if (strcmp(word, "SZ") == 0)
        return set_size(root, value);
    else if (strcmp(word, "RU") == 0)
        set_rule(root, value);
    else if (strcmp(word, "PB") == 0 || strcmp(word, "PW") == 0)
        set_player(root, value, word[1] == 'B' ? KANAME_BLACK : KANAME_WHITE);
    else if (strcmp(word, "RE") == 0)
        return set_end(root, value);
    return true;
}

void sgf_root_note_all(const SgfRoot *root) {
    if (!root->has_kind && root->is_like_go)
        reading_note(root->reading, "no GM, which means Go; read as five in a row (GM[4])");
    note_odd_rule(root);
}
