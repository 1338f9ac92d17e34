#include "game/opening_games.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

/* What is read, and the game that is being read. */
typedef struct Reading {
    OpeningList *list;
    const char *at;
    int plies, width, height;
    Opening opening;
    Failure failure;
} Reading;

static bool fail(Reading *reading, const char *wrong) {
    return failure_say(&reading->failure, STATUS_SYNTAX, "%s", wrong);
}

/* Moves beyond the opening are not looked at. */
static bool add_move(Reading *reading, int x, int y) {
    return reading->opening.count >= (size_t)reading->plies ||
           opening_add(&reading->opening, x, y, reading->width, reading->height, &reading->failure);
}

static bool check_size(Reading *reading, long width, long height) {
    return (width == reading->width && height == reading->height) ||
           failure_say(&reading->failure, STATUS_MISMATCH, "its board is %ldx%ld, not %dx%d", width,
                       height, reading->width, reading->height);
}

/* ---- SGF ----------------------------------------------------------------------------------- */

/* Returns the end of the value that begins at the bracket, at its closing one or the text's end. */
static const char *value_end(const char *at) {
    for (at++; *at != '\0' && *at != ']'; at++)
        at += *at == '\\' && at[1] != '\0';
    return at;
}

/* Reads "15" or "19:15". */
static bool read_size(Reading *reading, const char *value) {
    char *end;
    long width = strtol(value, &end, 10);
    return check_size(reading, width, *end == ':' ? strtol(end + 1, NULL, 10) : width);
}

static bool read_move(Reading *reading, char side, const char *value) {
    if (reading->opening.count >= (size_t)reading->plies)
        return true;
    if ((side == 'B') != (reading->opening.count % 2 == 0))
        return fail(reading, "its moves are not by turns, Black first");
    if (!islower((unsigned char)value[0]) || !islower((unsigned char)value[1]) || value[2] != ']')
        return fail(reading, "a move is no point such as [hh]");
    return add_move(reading, value[0] - 'a', value[1] - 'a');
}

/* Reads one property with all its values. */
static bool read_property(Reading *reading) {
    char word[8];
    size_t length = strspn(reading->at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    snprintf(word, sizeof word, "%.*s", (int)length, reading->at);
    reading->at += length;
    bool is_good = true;
    const char *first = NULL;
    while (*(reading->at += strspn(reading->at, " \t\r\n")) == '[') {
        first = first != NULL ? first : reading->at + 1;
        reading->at = value_end(reading->at);
        if (*reading->at == '\0')
            return fail(reading, "a value has no end");
        reading->at++;
    }
    if (length == 0 || first == NULL)
        return fail(reading, "a property has no value");
    if (strcmp(word, "SZ") == 0)
        is_good = read_size(reading, first);
    else if (strcmp(word, "AB") == 0 || strcmp(word, "AW") == 0 || strcmp(word, "WALL") == 0)
        is_good = reading->opening.count >= (size_t)reading->plies ||
                  fail(reading, "it sets up stones, whose order is not known");
    else if (strcmp(word, "B") == 0 || strcmp(word, "W") == 0)
        is_good = read_move(reading, word[0], first);
    return is_good;
}

/* Skips a variation, from its opening parenthesis on. */
static bool skip_variation(Reading *reading) {
    int depth = 0;
    do {
        if (*reading->at == '[')
            reading->at = value_end(reading->at);
        if (*reading->at == '\0')
            return fail(reading, "a variation has no end");
        depth += *reading->at == '(' ? 1 : *reading->at == ')' ? -1 : 0;
        reading->at++;
    } while (depth > 0);
    return true;
}

/* Reads a game from its opening parenthesis on: of variations, the first ones. */
static bool read_sgf_game(Reading *reading) {
    int depth = 0;
    bool has_main_line = false; /* the main line has ended: what follows are other variations */
    do {
        reading->at += strspn(reading->at, " \t\r\n;");
        if (*reading->at == '(' && has_main_line) {
            if (!skip_variation(reading))
                return false;
        } else if (*reading->at == '(') {
            depth++;
            reading->at++;
        } else if (*reading->at == ')') {
            has_main_line = true;
            depth--;
            reading->at++;
        } else if (*reading->at == '\0') {
            return fail(reading, "it has no end");
        } else if (!read_property(reading)) {
            return false;
        }
    } while (depth > 0);
    return true;
}

/* Moves on to the next game. Returns false if there is none. */
static bool find_sgf_game(Reading *reading) {
    for (; *reading->at != '\0'; reading->at++)
        if (*reading->at == '(' && reading->at[1 + strspn(reading->at + 1, " \t\r\n")] == ';')
            return true;
    return false;
}

/* ---- PGN ----------------------------------------------------------------------------------- */

/* Reads a tag such as [BoardSize "15x15"]. */
static bool read_tag(Reading *reading) {
    long width, height;
    const char *end = strchr(reading->at, '\n');
    bool is_good = sscanf(reading->at, "[BoardSize \"%3ldx%3ld\"", &width, &height) != 2 ||
                   check_size(reading, width, height);
    reading->at = end != NULL ? end + 1 : reading->at + strlen(reading->at);
    return is_good;
}

/* Skips a comment or a variation. */
static bool skip_to(Reading *reading, char close) {
    const char *end = strchr(reading->at, close);
    if (end == NULL)
        return fail(reading, "a comment or variation has no end");
    reading->at = end + 1;
    return true;
}

/* Reads a move, or a word that is none: a number, a result, a mark. */
static bool read_word(Reading *reading) {
    const char *word = reading->at;
    size_t length = strcspn(word, " \t\r\n{(;");
    reading->at += length;
    const char *number = word + 1 + strspn(word + 1, "0123456789");
    if (isdigit((unsigned char)word[0]) || strchr("*$.", word[0]) != NULL) {
        size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
        if (digits > 0 && dots > 0 && digits + dots < length) /* "1.h8" */
            reading->at = word + digits + dots;
        return true;
    }
    if (!islower((unsigned char)word[0]) || number == word + 1 ||
        (size_t)(number - word) != length || length > 3)
        return failure_say(&reading->failure, STATUS_SYNTAX, "\"%.*s\" is no move such as h8",
                           length < 20 ? (int)length : 20, word);
    return add_move(reading, word[0] - 'a', reading->height - (int)strtol(word + 1, NULL, 10));
}

/* Reads a game: tags, then moves up to the next tag. */
static bool read_pgn_game(Reading *reading) {
    bool has_moves = false, is_good = true;
    while (is_good && *(reading->at += strspn(reading->at, " \t\r\n")) != '\0') {
        if (*reading->at == '[' && has_moves)
            break;
        if (*reading->at == '[') {
            is_good = read_tag(reading);
            continue;
        }
        has_moves = true;
        if (*reading->at == '{')
            is_good = skip_to(reading, '}');
        else if (*reading->at == '(')
            is_good = skip_to(reading, ')');
        else if (*reading->at == ';')
            is_good = skip_to(reading, '\n');
        else
            is_good = read_word(reading);
    }
    return is_good;
}

static bool find_pgn_game(Reading *reading) {
    reading->at += strspn(reading->at, " \t\r\n");
    return *reading->at != '\0';
}

/* ---- All games ------------------------------------------------------------------------------ */

typedef struct KnownOpening {
    UT_hash_handle hh;
    const Opening *opening;
} KnownOpening;

/* Leaves out openings that occurred before. Returns false if out of memory. */
static bool drop_repeated(OpeningList *list) {
    KnownOpening *known = NULL, *all = calloc(list->count + 1, sizeof *all);
    size_t kept = 0;
    if (all == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        Opening *opening = &list->openings[i];
        size_t size = opening->count * sizeof opening->stones[0];
        KnownOpening *found;
        HASH_FIND(hh, known, opening->stones, size, found);
        if (found != NULL)
            continue;
        /* Its place is final: what is moved later comes behind it. */
        list->openings[kept] = *opening;
        all[kept].opening = &list->openings[kept];
        HASH_ADD_KEYPTR(hh, known, all[kept].opening->stones, size, &all[kept]);
        kept++;
    }
    HASH_CLEAR(hh, known);
    free(all);
    list->count = kept;
    return true;
}

bool opening_games_read(OpeningList *list, const char *text, const char *name,
                        OpeningNotation notation, int plies, int width, int height,
                        Failure *failure) {
    Reading reading = {.list = list, .at = text, .plies = plies, .width = width, .height = height};
    bool is_sgf = notation == OPENING_SGF, is_good = true;
    size_t capacity = 0;
    int game = 0;
    *list = (OpeningList){0};
    while (is_good && (is_sgf ? find_sgf_game(&reading) : find_pgn_game(&reading))) {
        game++;
        reading.opening.count = 0;
        is_good = is_sgf ? read_sgf_game(&reading) : read_pgn_game(&reading);
        if (is_good && reading.opening.count > 0 &&
            !opening_list_add(list, &reading.opening, &capacity))
            is_good = failure_set(&reading.failure, STATUS_MEMORY);
    }
    if (is_good && !drop_repeated(list))
        is_good = failure_set(&reading.failure, STATUS_MEMORY);
    if (!is_good)
        failure_pass(failure, &reading.failure, "%s: game %d", name, game);
    else if (list->count == 0)
        failure_say(failure, STATUS_EMPTY, "%s: contains no games with moves", name);
    if (is_good && list->count > 0)
        return true;
    opening_list_release(list);
    return false;
}

bool opening_games_load(OpeningList *list, const char *path, OpeningNotation notation, int plies,
                        int width, int height, Failure *failure) {
    *list = (OpeningList){0};
    char *text = opening_read_file(path, failure);
    if (text == NULL)
        return false;
    bool is_read = opening_games_read(list, text, path, notation, plies, width, height, failure);
    free(text);
    return is_read;
}
