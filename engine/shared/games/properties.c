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
            c += *c == '\\' && c + 1 < end;
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

/* Returns whether the text says that its side lost, `White resigns`. */
static bool is_loss(const char *text, size_t length) {
    static const char *const words[] = {
        "resign", "lose",         "lost",
        "loss",   "\xE8\xB4\x9F", "\xE8\xB2\xA0"}; /* lost, in Chinese, both scripts */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (has(text, length, words[i]))
            return true;
    return false;
}

/* Returns whether what follows the name of a side says that it won, ` wins (White resigns)`. */
static bool begins_with_a_win(const char *text, size_t length) {
    static const char *const words[] = {
        "win",   "wins",         "won",         "beat",
        "beats", "\xE8\x83\x9C", "\xE5\x8B\x9D"}; /* won, in Chinese, both scripts */
    while (length > 0 && is_blank(*text)) {
        text++;
        length--;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (begins(text, length, words[i]))
            return true;
    return false;
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
    size_t sign = 1; /* `B+Resign`, `Black + 5` */
    while (sign < length && lower(text[sign]) >= 'a' && lower(text[sign]) <= 'z')
        sign++;
    while (sign < length && is_blank(text[sign]))
        sign++;
    bool has_sign = sign < length && text[sign] == '+';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!begins(text, length, words[i].word))
            continue;
        size_t word = strlen(words[i].word);
        bool is_turned = !has_sign && words[i].end != GAME_END_DRAWN && is_loss(text, length) &&
                         !begins_with_a_win(text + word, length - word);
        return !is_turned                       ? words[i].end
               : words[i].end == GAME_END_BLACK ? GAME_END_WHITE
                                                : GAME_END_BLACK;
    }
    return GAME_END_UNKNOWN;
}

/* ---- Rules --------------------------------------------------------------------------------- */

static bool is_letter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool has_whole(const char *text, size_t length, const char *word) {
    for (size_t at = 0; at < length; at++)
        if ((at == 0 || !is_letter(text[at - 1])) && begins(text + at, length - at, word))
            return true;
    return false;
}

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
