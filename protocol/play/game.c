#include "play/game.h"

#include "files/replace.h"
#include "io/notation.h"
#include "io/values.h"
#include "io/words.h"

#include <stdio.h>
#include <string.h>

/* ---- The end ----------------------------------------------------------------------------- */

static KanameColor other(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

/* Steps from the point along (dx, dy) that still stand on `color`. */
static int reach(const KanameEngine *engine, KanameStone from, int dx, int dy) {
    int steps = 0;
    while (kaname_at(engine, from.x + (steps + 1) * dx, from.y + (steps + 1) * dy) == from.color)
        steps++;
    return steps;
}

/* Does a row of this length win? Caro also looks at its ends. */
static bool is_winning_length(KanameRule rule, KanameColor color, int length) {
    bool is_exact = rule == KANAME_RULE_STANDARD || rule == KANAME_RULE_CARO_EXACT ||
                    (rule == KANAME_RULE_RENJU && color == KANAME_BLACK);
    return is_exact ? length == 5 : length >= 5;
}

/* Marks the row through `last` along (dx, dy) if it wins. */
static void mark_row(TerminalGame *game, KanameStone last, int dx, int dy) {
    const KanameEngine *engine = game->engine;
    KanameRule rule = kaname_rule(engine);
    int ahead = reach(engine, last, dx, dy), back = reach(engine, last, -dx, -dy);
    int length = ahead + 1 + back;
    if (!is_winning_length(rule, last.color, length))
        return;
    bool is_caro = rule == KANAME_RULE_CARO || rule == KANAME_RULE_CARO_EXACT;
    KanameColor opponent = other(last.color);
    bool is_shut =
        length == 5 &&
        kaname_at(engine, last.x + (ahead + 1) * dx, last.y + (ahead + 1) * dy) == opponent &&
        kaname_at(engine, last.x - (back + 1) * dx, last.y - (back + 1) * dy) == opponent;
    if (is_caro && is_shut)
        return;
    for (int step = -back; step <= ahead; step++)
        game->is_winning[last.y + step * dy][last.x + step * dx] = true;
}

static void find_forbidden(TerminalGame *game) {
    memset(game->is_forbidden, 0, sizeof game->is_forbidden);
    if (game->end != TERMINAL_GOES_ON || kaname_to_move(game->engine) != KANAME_BLACK)
        return;
    KanamePoint points[KANAME_MAX_CELLS];
    size_t count = kaname_forbidden(game->engine, points, KANAME_MAX_CELLS);
    for (size_t i = 0; i < count; i++)
        game->is_forbidden[points[i].y][points[i].x] = true;
}

static bool is_board_full(const KanameEngine *engine) {
    return kaname_stone_count(engine) ==
           (size_t)kaname_width(engine) * (size_t)kaname_height(engine);
}

/* ---- Play -------------------------------------------------------------------------------- */

void terminal_game_init(TerminalGame *game, KanameEngine *engine) {
    *game = (TerminalGame){.engine = engine};
    terminal_game_clear(game);
}

void terminal_game_clear(TerminalGame *game) {
    (void)kaname_set_position(game->engine, NULL, 0, KANAME_BLACK);
    game->end = TERMINAL_GOES_ON;
    game->is_changed = false;
    game->undone_count = 0;
    memset(game->is_winning, 0, sizeof game->is_winning);
    find_forbidden(game);
}

static bool has_legal_point(const TerminalGame *game) {
    for (int y = 0; y < kaname_height(game->engine); y++)
        for (int x = 0; x < kaname_width(game->engine); x++)
            if (kaname_at(game->engine, x, y) == KANAME_EMPTY && !game->is_forbidden[y][x])
                return true;
    return false;
}

const char *terminal_game_play(TerminalGame *game, KanamePoint point) {
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    KanameEngine *engine = game->engine;
    if (game->end != TERMINAL_GOES_ON)
        return "the game is over";
    if (point.x < 0 || point.x >= kaname_width(engine) || point.y < 0 ||
        point.y >= kaname_height(engine))
        return "that point lies off the board";
    if (game->is_forbidden[point.y][point.x] && has_legal_point(game))
        return "that point is forbidden to Black";
    KanameStone stone = {point.x, point.y, kaname_to_move(engine)};
    bool wins = kaname_at(engine, point.x, point.y) == KANAME_EMPTY &&
                kaname_wins_at(engine, point.x, point.y, stone.color);
    KanameStatus status = kaname_play(engine, point.x, point.y);
    if (status != KANAME_OK)
        return kaname_status_text(status);
    game->is_changed = true;
    game->undone_count = 0;
    if (wins) {
        game->end = stone.color == KANAME_BLACK ? TERMINAL_BLACK_WON : TERMINAL_WHITE_WON;
        for (size_t i = 0; i < 4; i++)
            mark_row(game, stone, directions[i][0], directions[i][1]);
    } else if (game->is_forbidden[point.y][point.x]) {
        game->end = TERMINAL_WHITE_WON;
    } else if (is_board_full(engine)) {
        game->end = TERMINAL_DRAWN;
    }
    find_forbidden(game);
    return NULL;
}

bool terminal_game_undo(TerminalGame *game) {
    size_t count = kaname_stone_count(game->engine);
    if (count == 0)
        return false;
    KanameStone last = kaname_stone(game->engine, count - 1);
    if (kaname_take_back(game->engine) != KANAME_OK)
        return false;
    game->undone[game->undone_count++] = (KanamePoint){last.x, last.y};
    game->is_changed = true;
    game->end = TERMINAL_GOES_ON;
    memset(game->is_winning, 0, sizeof game->is_winning);
    find_forbidden(game);
    return true;
}

bool terminal_game_redo(TerminalGame *game) {
    size_t count = game->undone_count;
    if (count == 0 || terminal_game_play(game, game->undone[count - 1]) != NULL)
        return false;
    game->undone_count = count - 1;
    return true;
}

void terminal_game_resign(TerminalGame *game, KanameColor loser) {
    game->end = loser == KANAME_BLACK ? TERMINAL_WHITE_WON : TERMINAL_BLACK_WON;
    find_forbidden(game);
}

/* ---- Text -------------------------------------------------------------------------------- */

#define FIRST_LINE "# A game of Kaname" /* begins every saved game */

static bool write_game(const TerminalGame *game, FILE *file) {
    const KanameEngine *engine = game->engine;
    bool is_good = fprintf(file,
                           FIRST_LINE "; points: column letter, row number.\n"
                                      "rule %s\nsize %dx%d\nmoves",
                           kaname_rule_name(kaname_rule(engine)), kaname_width(engine),
                           kaname_height(engine)) > 0;
    for (size_t i = 0; i < kaname_stone_count(engine); i++) {
        KanameStone stone = kaname_stone(engine, i);
        is_good =
            fprintf(file, " %c%d", 'a' + stone.x, kaname_height(engine) - stone.y) > 0 && is_good;
    }
    return fputc('\n', file) != EOF && is_good;
}

const char *terminal_game_save(TerminalGame *game, const char *name) {
    static const FilesRules rules = {.kind = FILES_KIND_OF(FIRST_LINE)};
    FilesDraft draft;
    FilesStatus status = files_draft_begin(&draft, name, &rules);
    if (status == FILES_OK)
        status = files_draft_finish(&draft, write_game(game, draft.file));
    if (status == FILES_OK)
        game->is_changed = false;
    return status == FILES_OK ? NULL : files_status_text(status);
}

/* A game read from text. */
typedef struct Record {
    KanameRule rule;
    int width, height;
    size_t count;
    KanamePoint moves[KANAME_MAX_CELLS]; /* y is the row from the bottom, from 0 */
} Record;

/* Copies the only word left; false: there is none, it is too long, or there are more. */
static bool copy_only_word(Words *rest, char *text, size_t size) {
    Word word;
    if (!words_next(rest, &word) || word.length >= size || !words_at_end(rest))
        return false;
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
    return true;
}

static const char *read_moves(Record *record, Words *rest) {
    Word word;
    while (words_next(rest, &word)) {
        const char *at = word.text, *end = word.text + word.length;
        while (at < end) {
            if (record->count == KANAME_MAX_CELLS)
                return "more moves than a board has points";
            if (!notation_read_point(&at, end, 0, &record->moves[record->count++]))
                return "a move is written h8";
        }
    }
    return NULL;
}

static const char *read_record_line(Record *record, const LinePiece *line) {
    char value[32];
    Words words = words_of(line->text, line->length);
    Word key;
    if (line->is_cut || line->continues)
        return "the line is too long";
    if (!words_next(&words, &key) || key.text[0] == '#')
        return NULL;
    if (word_is(key, "MOVES"))
        return read_moves(record, &words);
    if (word_is(key, "RULE"))
        return copy_only_word(&words, value, sizeof value) && option_rule(value, &record->rule)
                   ? NULL
                   : "no such rule";
    if (word_is(key, "SIZE"))
        return copy_only_word(&words, value, sizeof value) &&
                       option_size(value, &record->width, &record->height)
                   ? NULL
                   : "no such size";
    return "not a line of a game";
}

static const char *set_board(TerminalGame *game, KanameRule rule, int width, int height) {
    KanameStatus status = kaname_set_size(game->engine, width, height);
    if (status == KANAME_OK)
        status = kaname_set_rule(game->engine, rule);
    terminal_game_clear(game);
    return status == KANAME_OK ? NULL : kaname_status_text(status);
}

static const char *play_record(TerminalGame *game, const Record *record, char *error,
                               size_t error_size) {
    const char *wrong = set_board(game, record->rule, record->width, record->height);
    for (size_t i = 0; i < record->count && wrong == NULL; i++) {
        KanamePoint move = record->moves[i];
        wrong = terminal_game_play(game, (KanamePoint){move.x, record->height - 1 - move.y});
        if (wrong != NULL) {
            snprintf(error, error_size, "move %u: %s", (unsigned)(i + 1) % 1000, wrong);
            return error;
        }
    }
    return wrong;
}

static void take_record(const TerminalGame *game, Record *record) {
    const KanameEngine *engine = game->engine;
    *record = (Record){.rule = kaname_rule(engine),
                       .width = kaname_width(engine),
                       .height = kaname_height(engine),
                       .count = kaname_stone_count(engine)};
    for (size_t i = 0; i < record->count; i++) {
        KanameStone stone = kaname_stone(engine, i);
        record->moves[i] = (KanamePoint){stone.x, record->height - 1 - stone.y};
    }
}

const char *terminal_game_load(TerminalGame *game, LineReader *reader, char *error,
                               size_t error_size) {
    Record record = {.rule = KANAME_RULE_FREESTYLE, .width = 15, .height = 15};
    Record before;
    char ignored[64];
    LinePiece line;
    for (unsigned number = 1; line_reader_next(reader, &line); number++) {
        const char *wrong = read_record_line(&record, &line);
        if (wrong != NULL) {
            snprintf(error, error_size, "line %u: %s", number, wrong);
            return error;
        }
    }
    take_record(game, &before);
    bool was_changed = game->is_changed;
    const char *wrong = play_record(game, &record, error, error_size);
    if (wrong != NULL)
        (void)play_record(game, &before, ignored, sizeof ignored);
    game->is_changed = wrong != NULL && was_changed;
    return wrong;
}
