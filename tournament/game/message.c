#include "game/message.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "game/game_record.h"
#include "shared/text/utf8.h"

enum { TOKEN_MAX = 48, STAR_PLIES = 100 };

static bool is_separator(char c) {
    return c == '|' || c == ':' || c == '=' || isspace((unsigned char)c);
}

/* Copies the next token, cut to TOKEN_MAX - 1 bytes. Returns false at the end of the text. */
static bool next_token(const char **at, char *token) {
    while (**at != '\0' && is_separator(**at))
        ++*at;
    size_t length = 0;
    for (; **at != '\0' && !is_separator(**at); ++*at)
        if (length < TOKEN_MAX - 1)
            token[length++] = **at;
    token[length] = '\0';
    return length > 0;
}

static bool is_word(const char *token, const char *const *words) {
    for (; *words != NULL; words++)
        if (strcasecmp(token, *words) == 0)
            return true;
    return false;
}

static int mate_score(bool is_win, long plies) {
    if (plies < 0 || plies >= GAME_SCORE_MATE - GAME_SCORE_MATE_MIN)
        plies = GAME_SCORE_MATE - GAME_SCORE_MATE_MIN - 1;
    int score = GAME_SCORE_MATE - (int)plies;
    return is_win ? score : -score;
}

/* Parses an announced win or loss: "+M7", "-M*", "M7", "W7", "L7". */
static bool parse_mate(const char *token, int *score) {
    bool is_win = token[0] != '-';
    if (token[0] == '+' || token[0] == '-')
        token++;
    char letter = (char)toupper((unsigned char)token[0]);
    if (letter != 'M' && letter != 'W' && letter != 'L')
        return false;
    if (letter == 'L')
        is_win = false;
    if (strcmp(token + 1, "*") == 0) {
        *score = mate_score(is_win, STAR_PLIES);
        return true;
    }
    char *end;
    if (!isdigit((unsigned char)token[1]))
        return false;
    long plies = strtol(token + 1, &end, 10);
    if (*end != '\0')
        return false;
    *score = mate_score(is_win, plies);
    return true;
}

static bool parse_score(const char *token, int *score) {
    if (parse_mate(token, score))
        return true;
    if (token[strspn(token, "+-0123456789.%,")] != '\0')
        return false;
    char *end;
    double value = strtod(token, &end);
    if (end == token)
        return false;
    if (*end == '%') {
        value = 20.0 * (value - 50.0);
        end++;
    }
    if (*end == ',')
        end++;
    if (*end != '\0')
        return false;
    double bound = GAME_SCORE_MATE_MIN - 1;
    *score = (int)lround(fmax(-bound, fmin(bound, value)));
    return true;
}

/* Parses the first number of "9" or "9-12". */
static bool parse_depth(const char *token, int *depth) {
    char *end;
    if (!isdigit((unsigned char)token[0]))
        return false;
    long value = strtol(token, &end, 10);
    if ((*end != '\0' && *end != '-' && *end != ',') || value > 1000)
        return false;
    *depth = (int)value;
    return true;
}

static bool parse_count(const char *token, uint64_t *count) {
    char *end;
    if (!isdigit((unsigned char)token[0]))
        return false;
    double value = strtod(token, &end);
    switch (toupper((unsigned char)*end)) {
    case 'K':
        value *= 1e3;
        break;
    case 'M':
        value *= 1e6;
        break;
    case 'G':
        value *= 1e9;
        break;
    default:
        break;
    }
    if (!(value >= 0 && value < 1e18))
        return false;
    *count = (uint64_t)value;
    return true;
}

static const char *const score_words[] = {"ev",  "eval",  "evaluation", "score",
                                          "val", "value", NULL};
static const char *const depth_words[] = {"depth", NULL};
static const char *const node_words[] = {"n", "node", "nodes", NULL};
static const char *const line_words[] = {"multipv", NULL};

/* Reads "(1) 31 | 9-12 | pv". Returns false if the text has another form. */
static bool read_numbered(MessageInfo *info, const char *text) {
    char token[TOKEN_MAX];
    int score, depth;
    if (!next_token(&text, token) || token[0] != '(' || !isdigit((unsigned char)token[1]))
        return false;
    if (strcmp(token, "(1)") == 0 && next_token(&text, token) && parse_score(token, &score)) {
        info->has_score = true;
        info->score = score;
        if (next_token(&text, token) && parse_depth(token, &depth))
            info->depth = depth;
    }
    return true;
}

void message_read(MessageInfo *info, const char *text) {
    if (read_numbered(info, text))
        return;
    MessageInfo read = *info;
    char key[TOKEN_MAX] = "", token[TOKEN_MAX];
    while (next_token(&text, token)) {
        uint64_t line;
        if (is_word(key, line_words) && parse_count(token, &line) && line > 1)
            return;
        if (is_word(key, score_words) && parse_score(token, &read.score))
            read.has_score = true;
        else if (is_word(key, depth_words))
            parse_depth(token, &read.depth);
        else if (is_word(key, node_words))
            parse_count(token, &read.nodes);
        memcpy(key, token, sizeof key);
    }
    *info = read;
}

bool message_starts(const char *text, const char *word, const char **rest) {
    size_t length = strlen(word);
    text += strspn(text, " \t");
    if (strncasecmp(text, word, length) != 0)
        return false;
    if (text[length] != '\0' && !isspace((unsigned char)text[length]))
        return false;
    if (rest != NULL)
        *rest = text + length + strspn(text + length, " \t");
    return true;
}

/* Reads a number with its sign. Returns NULL if there is none. */
static const char *read_int(const char *at, int *value) {
    at += strspn(at, " \t");
    if (!isdigit((unsigned char)at[0]) &&
        !((at[0] == '-' || at[0] == '+') && isdigit((unsigned char)at[1])))
        return NULL;
    char *end;
    errno = 0;
    long number = strtol(at, &end, 10);
    *value = number < INT_MIN ? INT_MIN : number > INT_MAX ? INT_MAX : (int)number;
    return end;
}

size_t message_points(const char *text, int *x, int *y, size_t capacity) {
    size_t count = 0;
    text += strspn(text, " \t");
    while (*text != '\0') {
        int px, py;
        text = read_int(text, &px);
        if (text == NULL)
            return 0;
        text += strspn(text, " \t");
        if (*text != ',')
            return 0;
        text = read_int(text + 1, &py);
        if (text == NULL || count == capacity || (*text != '\0' && *text != ' ' && *text != '\t'))
            return 0;
        x[count] = px;
        y[count] = py;
        count++;
        text += strspn(text, " \t");
    }
    return count;
}

bool message_about(const char *text, const char *key, char *value, size_t size) {
    size_t length = strlen(key);
    value[0] = '\0';
    bool is_quoted = false;
    for (const char *at = text; *at != '\0'; at++) {
        bool is_start = at == text || strchr(", \t", at[-1]) != NULL;
        if (!is_quoted && is_start && strncasecmp(at, key, length) == 0) {
            const char *from = at + length + strspn(at + length, " \t");
            if (*from == '=') {
                from += 1 + strspn(from + 1, " \t");
                bool has_quotes = *from == '"';
                from += has_quotes;
                size_t part = strcspn(from, has_quotes ? "\"" : ",");
                snprintf(value, size, "%.*s", (int)(part < size ? part : size - 1), from);
                return value[0] != '\0';
            }
        }
        if (*at == '"')
            is_quoted = !is_quoted;
    }
    return false;
}

size_t message_hidden_length(const char *text) {
    static const struct {
        unsigned first, last;
    } hidden[] = {{0x80, 0x9F},     {0xAD, 0xAD},      {0x61C, 0x61C},   {0x180E, 0x180E},
                  {0x200B, 0x200F}, {0x2028, 0x202E},  {0x2060, 0x206F}, {0xFEFF, 0xFEFF},
                  {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
    const unsigned char *at = (const unsigned char *)text;
    size_t length = utf8_character(text, UTF8_CHARACTER_MAX);
    if (length < 2)
        return 0;
    unsigned code = at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (at[i] & 0x3Fu);
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (code >= hidden[i].first && code <= hidden[i].last)
            return length;
    return 0;
}

void message_clean(char *text) {
    unsigned char *at = (unsigned char *)text;
    while (*at != '\0') {
        size_t length = utf8_character((const char *)at, UTF8_CHARACTER_MAX);
        size_t hidden = message_hidden_length((const char *)at);
        if (length == 0 || hidden > 0) {
            length = length == 0 ? 1 : hidden;
            memset(at, '?', length);
        } else if (*at < 0x20 || *at == 0x7F) {
            *at = ' ';
        }
        at += length;
    }
}
