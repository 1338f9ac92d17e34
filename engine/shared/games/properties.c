#include "shared/games/properties.h"

#include "shared/text/utf8.h"

#include <string.h>

/* Returns the end of the value that begins at the bracket, past its closing one. */
static const char *value_end(const char *at) {
    for (at++; *at != '\0' && *at != ']'; at++)
        at += *at == '\\' && at[1] != '\0';
    return at + (*at == ']');
}

bool property_next(const char **at, GameProperty *property) {
    const char *here = *at;
    property->word = here;
    while (*here != '\0' && *here != '[')
        here++;
    property->word_length = (size_t)(here - property->word);
    property->values = here;
    while (*here == '[')
        here = value_end(here);
    property->end = here;
    bool is_found = property->word_length > 0 && property->end > property->values;
    *at = here;
    return is_found;
}

bool property_is(const GameProperty *property, const char *word) {
    return property->word_length == strlen(word) &&
           memcmp(property->word, word, property->word_length) == 0;
}

bool game_fact(const Game *game, const char *word, char *text, size_t size) {
    GameProperty property;
    text[0] = '\0';
    if (game->node_count == 0)
        return false;
    const char *at = game_properties(game, 0);
    while (property_next(&at, &property)) {
        if (!property_is(&property, word))
            continue;
        char plain[1024];
        size_t used = 0;
        const char *end = value_end(property.values) - 1;
        for (const char *c = property.values + 1; c < end && used < sizeof plain; c++) {
            bool is_escaped = *c == '\\' && c + 1 < end;
            c += is_escaped;
            if (!is_escaped || *c != '\n') /* else a soft line break */
                plain[used++] = *c;
        }
        (void)utf8_copy(text, size, plain, used);
        return true;
    }
    return false;
}

/* Returns whether an earlier one of the properties has the same word. */
static bool is_repeated(const char *properties, const GameProperty *property) {
    GameProperty earlier;
    while (property_next(&properties, &earlier) && earlier.word < property->word)
        if (earlier.word_length == property->word_length &&
            memcmp(earlier.word, property->word, property->word_length) == 0)
            return true;
    return false;
}

void properties_write(FILE *file, const char *properties,
                      bool (*skips)(const GameProperty *property, const void *context),
                      const void *context) {
    GameProperty property, later;
    for (const char *at = properties; property_next(&at, &property);) {
        if (is_repeated(properties, &property) || (skips != NULL && skips(&property, context)))
            continue;
        fwrite(property.word, 1, (size_t)(property.end - property.word), file);
        for (const char *rest = at; property_next(&rest, &later);)
            if (later.word_length == property.word_length &&
                memcmp(later.word, property.word, property.word_length) == 0)
                fwrite(later.values, 1, (size_t)(later.end - later.values), file);
    }
}

/* ---- Results ------------------------------------------------------------------------------- */

static char lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Returns whether the text begins with `word`, in any case, which no letter follows. */
static bool begins(const char *text, size_t length, const char *word) {
    size_t wanted = strlen(word);
    if (length < wanted)
        return false;
    for (size_t i = 0; i < wanted; i++)
        if (lower(text[i]) != word[i])
            return false;
    char next = length > wanted ? lower(text[wanted]) : ' ';
    return next < 'a' || next > 'z';
}

static bool has(const char *text, size_t length, const char *part) {
    size_t wanted = strlen(part);
    for (size_t i = 0; i + wanted <= length; i++) {
        size_t j = 0;
        while (j < wanted && lower(text[i + j]) == part[j])
            j++;
        if (j == wanted)
            return true;
    }
    return false;
}

static bool is_letter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool has_whole(const char *text, size_t length, const char *word) {
    for (size_t at = 0; at < length; at++)
        if ((at == 0 || !is_letter(text[at - 1])) && begins(text + at, length - at, word))
            return true;
    return false;
}

static GameEnd end_of_letter(char letter) {
    switch (lower(letter)) {
    case 'b':
        return GAME_END_BLACK;
    case 'w':
        return GAME_END_WHITE;
    case '0':
    case '=':
    case 'd':
        return GAME_END_DRAWN;
    default:
        return GAME_END_UNKNOWN;
    }
}

static bool has_any_whole(const char *text, size_t length, const char *const *words) {
    for (; *words != NULL; words++)
        if (has_whole(text, length, *words))
            return true;
    return false;
}

static bool has_any(const char *text, size_t length, const char *const *parts) {
    for (; *parts != NULL; parts++)
        if (has(text, length, *parts))
            return true;
    return false;
}

/* Returns the length of the text before the first of the parts. */
static size_t length_before(const char *text, size_t length, const char *const *parts) {
    for (size_t used = 0; used < length; used++)
        for (const char *const *part = parts; *part != NULL; part++) {
            size_t wanted = strlen(*part);
            if (wanted <= length - used && has(text + used, wanted, *part))
                return used;
        }
    return length;
}

/* Returns how the game ended if the text tells what the side did: ` ran out of time`. A win and a
 * loss in one text, or words that are not known, tell nothing. */
static GameEnd end_of_deed(const char *text, size_t length, GameEnd side) {
    static const char *const wins[] = {"win",   "wins",    "won",          "winner",       "beat",
                                       "beats", "defeats", "\xE8\x83\x9C", "\xE5\x8B\x9D", NULL};
    static const char *const losses[] = {"lose",
                                         "loses",
                                         "lost",
                                         "loss",
                                         "\xE8\xB4\x9F",
                                         "\xE8\xB2\xA0",
                                         "\xE8\xB4\xA5",
                                         "\xE6\x95\x97", /* lost, defeat */
                                         NULL};
    /* Parts of words: what costs the game unless the text calls it a win, `wins on time`. In
     * Chinese and Japanese: admits defeat, resigns, beyond the time, time is up. */
    static const char *const causes[] = {"resign",
                                         "forfeit",
                                         "timeout",
                                         "time out",
                                         "time-out",
                                         "timed out",
                                         "times out",
                                         "out of time",
                                         "disconnect",
                                         "disqualif",
                                         "surrender",
                                         "concede",
                                         "gives up",
                                         "gave up",
                                         "\xE8\xAE\xA4\xE8\xBE\x93",
                                         "\xE8\xAA\x8D\xE8\xBC\xB8",
                                         "\xE6\x8A\x95",
                                         "\xE8\xB6\x85\xE6\x97\xB6",
                                         "\xE8\xB6\x85\xE6\x99\x82",
                                         "\xE6\x99\x82\xE9\x96\x93\xE5\x88\x87\xE3\x82\x8C",
                                         NULL};
    bool is_denied = has_whole(text, length, "not") || has(text, length, "n't");
    bool is_cause = begins(text, length, "by") || begins(text, length, "on"); /* whose? */
    bool is_task = begins(text, length, "to"); /* `to play and win` */
    bool has_won = has_any_whole(text, length, wins);
    bool has_lost = has_any_whole(text, length, losses);
    if (is_denied || is_cause || is_task || (has_won && has_lost))
        return GAME_END_UNKNOWN;
    if (has_won)
        return side;
    if (has_lost || has_any(text, length, causes))
        return side == GAME_END_BLACK ? GAME_END_WHITE : GAME_END_BLACK;
    return GAME_END_UNKNOWN;
}

/* Returns how the game ended by what follows the name of a side: nothing or `+` if it won, else its
 * deed, up to the next clause or the other side's name. */
static GameEnd end_of_side(const char *text, size_t length, GameEnd side) {
    static const char *const ends[] = {",",
                                       ";",
                                       ".",
                                       "(",
                                       "\xEF\xBC\x8C", /* the same, wide */
                                       "\xEF\xBC\x9B",
                                       "\xE3\x80\x82",
                                       "\xEF\xBC\x88",
                                       "black",
                                       "white",
                                       "\xE9\xBB\x91",
                                       "\xE9\xBB\x92",
                                       "\xE7\x99\xBD",
                                       NULL};
    static const char wide_plus[] = "\xEF\xBC\x8B";
    while (length > 0 && is_blank(*text)) {
        text++;
        length--;
    }
    if (length == 0 || *text == '+' || begins(text, length, wide_plus))
        return side;
    return end_of_deed(text, length_before(text, length, ends), side);
}

GameEnd game_end_of_text(const char *text, size_t length) {
    static const struct {
        const char *word;
        GameEnd end;
    } words[] = {{"draw", GAME_END_DRAWN},
                 {"drawn", GAME_END_DRAWN},
                 {"tie", GAME_END_DRAWN},
                 {"jigo", GAME_END_DRAWN},
                 {"1/2", GAME_END_DRAWN},
                 {"\xC2\xBD", GAME_END_DRAWN},     /* one half */
                 {"\xE5\x92\x8C", GAME_END_DRAWN}, /* a draw, in Chinese */
                 {"\xE5\xB9\xB3", GAME_END_DRAWN}, /* the same */
                 {"\xE5\xBC\x95", GAME_END_DRAWN}, /* in Japanese */
                 {"\xE9\xBB\x91", GAME_END_BLACK}, /* black, in Chinese */
                 {"\xE9\xBB\x92", GAME_END_BLACK}, /* in Japanese */
                 {"\xE7\x99\xBD", GAME_END_WHITE}, /* white, in both */
                 {"black", GAME_END_BLACK},
                 {"white", GAME_END_WHITE},
                 {"b", GAME_END_BLACK},
                 {"w", GAME_END_WHITE}};
    while (length > 0 && is_blank(*text)) {
        text++;
        length--;
    }
    while (length > 0 && (is_blank(text[length - 1]) || text[length - 1] == '.'))
        length--;
    if (length == 1)
        return end_of_letter(*text);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t word = strlen(words[i].word);
        if (begins(text, length, words[i].word))
            return words[i].end == GAME_END_DRAWN
                       ? GAME_END_DRAWN
                       : end_of_side(text + word, length - word, words[i].end);
    }
    return GAME_END_UNKNOWN;
}

/* ---- Rules --------------------------------------------------------------------------------- */

bool game_rule_in_text(const char *text, size_t length, KanameRule *rule) {
    static const struct {
        const char *word;
        KanameRule rule;
    } words[] = {{"renju", KANAME_RULE_RENJU},          {"rif", KANAME_RULE_RENJU},
                 {"taraguchi", KANAME_RULE_RENJU},      {"soosorv", KANAME_RULE_RENJU},
                 {"soos\xC3\xB5rv", KANAME_RULE_RENJU}, {"yamaguchi", KANAME_RULE_RENJU},
                 {"tarannikov", KANAME_RULE_RENJU},     {"standard", KANAME_RULE_STANDARD},
                 {"freestyle", KANAME_RULE_FREESTYLE},  {"caro-exact", KANAME_RULE_CARO_EXACT},
                 {"caro5", KANAME_RULE_CARO_EXACT},     {"caro", KANAME_RULE_CARO}};
    enum { SHORT_WORD = 4 }; /* may be a part of another one */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *word = words[i].word;
        if (strlen(word) > SHORT_WORD ? has(text, length, word) : has_whole(text, length, word)) {
            *rule = words[i].rule;
            return true;
        }
    }
    return false;
}
