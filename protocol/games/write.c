#include "games/write.h"

#include "games/sgf_write.h"
#include "shared/files/replace.h"
#include "shared/games/properties.h"
#include "shared/games/read.h"
#include "shared/games/sgf_syntax.h"
#include "shared/games/writing.h"
#include "shared/notation/points.h"
#include "shared/notation/pos.h"

#include <string.h>

enum { MOVES_A_LINE = 10 };

/* ---- Main line ----------------------------------------------------------------------------- */

static uint32_t next_node(const Game *game, uint32_t node) {
    return game->nodes[node].first_child;
}

static bool is_move(const GameNode *node) {
    return node->color != KANAME_EMPTY && !node->is_pass;
}

/* Checks that the game has only moves in turn, Black first: no setup, no pass. */
static const char *check_turns(const Game *game) {
    KanameColor side = KANAME_BLACK;
    for (uint32_t at = 0; at != GAME_NONE; at = next_node(game, at)) {
        const GameNode *node = &game->nodes[at];
        if (node->setup_count > 0)
            return "the format cannot hold walls and setup stones";
        if (node->is_pass || (is_move(node) && (KanameColor)node->color != side))
            return "the format cannot hold passes";
        if (is_move(node))
            side = side == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    }
    return NULL;
}

const char *game_check_format(const Game *game, GameFormat format) {
    if (format == GAME_POS && (game->width != POS_SIZE || game->height != POS_SIZE))
        return "the format supports only 15x15 boards";
    if (format == GAME_PSQ || format == GAME_POS)
        return check_turns(game);
    for (uint32_t at = next_node(game, 0); format == GAME_MOVES && at != GAME_NONE;
         at = next_node(game, at))
        if (game->nodes[at].setup_count > 0)
            return "the format cannot hold setup stones after moves";
    return format == GAME_SGF || format == GAME_MOVES ? NULL : "the format cannot be written";
}

/* ---- PSQ, .pos ----------------------------------------------------------------------------- */

/* Returns whether readers take the name of an event for none: it is a number alone. */
static bool is_number(const char *name) {
    name += strspn(name, " \t\n");
    name += *name == '-';
    return *name != '\0' && name[strspn(name, "0123456789")] == '\0';
}

/* Writes the name of the event; without one that of the rule, and 0 for freestyle, which readers
 * take where none is named. */
static void take_tournament(const Game *game, char name[GAME_PLAYER_MAX]) {
    char event[GAME_PLAYER_MAX - 1];
    if (game_fact(game, "EV", event, sizeof event) && event[0] != '\0')
        snprintf(name, GAME_PLAYER_MAX, "%s%s", is_number(event) ? "_" : "", event);
    else
        snprintf(name, GAME_PLAYER_MAX, "%s",
                 game->rule != KANAME_RULE_FREESTYLE ? kaname_rule_name(game->rule) : "0");
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '\n' ? ' ' : *c;
}

/* Returns whether a reader takes the game's rule; an event's name may say another one. */
static bool psq_holds_rule(const Game *game) {
    char name[GAME_PLAYER_MAX];
    KanameRule rule = KANAME_RULE_FREESTYLE;
    take_tournament(game, name);
    if (game->end != GAME_END_UNKNOWN)
        (void)game_rule_in_text(name, strlen(name), &rule);
    return rule == game->rule;
}

const char *game_format_leaves_rule(const Game *game, GameFormat format) {
    bool is_held = format == GAME_PSQ ? psq_holds_rule(game)
                                      : game->rule == KANAME_RULE_FREESTYLE || format == GAME_SGF ||
                                            format == GAME_MOVES;
    return is_held ? NULL : kaname_rule_name(game->rule);
}

static void write_psq(FILE *file, const Game *game) {
    char tournament[GAME_PLAYER_MAX];
    take_tournament(game, tournament);
    psq_put_header(file, game->width, game->height);
    for (uint32_t at = 0; at != GAME_NONE; at = next_node(game, at))
        if (is_move(&game->nodes[at]))
            psq_put_move(file, game->nodes[at].move, 0);
    for (int i = 0; i < 2; i++) {
        psq_begin_name(file, game->players[i]);
        for (const char *c = game->players[i]; *c != '\0'; c++)
            putc(*c != '\n' ? *c : ' ', file);
        putc('\n', file);
    }
    fprintf(file, "-1\n");
    if (game->end != GAME_END_UNKNOWN)
        psq_put_result(file,
                       game->end == GAME_END_BLACK   ? 1
                       : game->end == GAME_END_WHITE ? 2
                                                     : 0,
                       tournament);
}

static void write_pos(FILE *file, const Game *game) {
    unsigned char places[POS_CELLS];
    size_t count = 0;
    for (uint32_t at = 0; at != GAME_NONE; at = next_node(game, at))
        if (is_move(&game->nodes[at]))
            places[count++] =
                (unsigned char)(game->nodes[at].move.x * POS_SIZE + game->nodes[at].move.y);
    putc((int)count, file);
    fwrite(places, 1, count, file);
    for (int i = 0; i < POS_MARK && pos_order_of(places, count) == POS_BY_ROWS; i++)
        putc(0, file);
}

/* ---- List of moves ------------------------------------------------------------------------- */

#define MOVES_BEGINNING "# A game of Kaname" /* marks a saved game; other texts lack it */

static void write_name(FILE *file, const Game *game, int x, int y) {
    char name[NOTATION_POINT_MAX];
    notation_point(name, (KanamePoint){x, y}, notation_lower(game->height));
    fprintf(file, " %s", name);
}

/* The root's setup as the final board: a later stone on a point replaces an earlier one. */
typedef struct SetupBoard {
    unsigned char at[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* KanameColor by [y][x] */
    bool has_color[256];                                /* by KanameColor */
} SetupBoard;

static void fill_setup(SetupBoard *board, const Game *game) {
    memset(board, 0, sizeof *board);
    memset(board->at, KANAME_EMPTY, sizeof board->at);
    for (uint32_t i = 0; i < game->nodes[0].setup_count; i++) {
        KanameStone stone = game->setup[game->nodes[0].setup + i].stone;
        board->at[stone.y][stone.x] = (unsigned char)stone.color;
    }
    for (int y = 0; y < game->height; y++)
        for (int x = 0; x < game->width; x++)
            board->has_color[board->at[y][x]] = true;
}

static void write_setup(FILE *file, const Game *game, const SetupBoard *board, KanameColor color,
                        const char *word) {
    if (!board->has_color[color])
        return;
    fputs(word, file);
    for (int y = 0; y < game->height; y++)
        for (int x = 0; x < game->width; x++)
            if (board->at[y][x] == color)
                write_name(file, game, x, y);
    putc('\n', file);
}

static void write_moves(FILE *file, const Game *game) {
    fprintf(file,
            MOVES_BEGINNING "; points: column letter, row number, row 1 the lowest.\n"
                            "rule %s\nsize %dx%d\n",
            kaname_rule_name(game->rule), game->width, game->height);
    SetupBoard setup;
    fill_setup(&setup, game);
    write_setup(file, game, &setup, KANAME_WALL, "walls");
    write_setup(file, game, &setup, KANAME_BLACK, "black");
    write_setup(file, game, &setup, KANAME_WHITE, "white");
    const GameNode *root = &game->nodes[0];
    KanameColor side = (KanameColor)root->to_move;
    if (root->color != KANAME_EMPTY)
        side = (KanameColor)root->color;
    if (root->setup_count > 0 || side == KANAME_WHITE)
        fprintf(file, "side %s\n", side == KANAME_BLACK ? "black" : "white");
    fputs("moves", file);
    for (uint32_t at = 0; at != GAME_NONE; at = next_node(game, at)) {
        const GameNode *node = &game->nodes[at];
        if (node->color == KANAME_EMPTY)
            continue;
        if ((KanameColor)node->color != side)
            fputs(" pass", file);
        if (node->is_pass)
            fputs(" pass", file);
        else
            write_name(file, game, node->move.x, node->move.y);
        side = node->color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    }
    putc('\n', file);
}

void game_write(FILE *file, const Game *game, GameFormat format) {
    switch (format) {
    case GAME_PSQ:
        write_psq(file, game);
        break;
    case GAME_SGF:
        sgf_write(file, game);
        break;
    case GAME_POS:
        write_pos(file, game);
        break;
    default:
        write_moves(file, game);
    }
}

/* ---- Files --------------------------------------------------------------------------------- */

/* Returns whether the text ends in `ending`, in any case. */
static bool ends_in(const char *text, const char *ending) {
    size_t length = strlen(text), wanted = strlen(ending);
    if (length <= wanted)
        return false;
    for (size_t i = 0; i < wanted; i++) {
        char c = text[length - wanted + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i])
            return false;
    }
    return true;
}

/* A FilesKind.matches: one position, its points distinct, and perhaps the mark. */
static bool is_pos(const unsigned char *head, size_t size, bool is_whole) {
    bool is_taken[POS_CELLS] = {false};
    if (!is_whole || size == 0 || size < (size_t)head[0] + 1)
        return false;
    for (size_t i = 1; i <= head[0]; i++) {
        if (head[i] >= POS_CELLS || is_taken[head[i]])
            return false;
        is_taken[head[i]] = true;
    }
    size_t left = size - 1 - head[0];
    return left == 0 || (left == POS_MARK && pos_has_mark(head + size - left, left));
}

static bool is_sgf(const unsigned char *head, size_t size, bool is_whole) {
    const char *start = (const char *)head;
    (void)is_whole;
    return sgf_find(start, start + size) != NULL;
}

/* A format that names of files choose by their ending, and the files that it may replace. */
typedef struct SaveFormat {
    const char *ending;
    GameFormat format;
    FilesRules rules;
} SaveFormat;

/* Returns NULL for other endings. */
static const SaveFormat *format_of(const char *path) {
    static const SaveFormat formats[] = {
        {".psq", GAME_PSQ, {.kind = FILES_KIND_OF("Piskvork")}},
        {".sgf", GAME_SGF, {.kind = {.matches = is_sgf}}},
        {".pos", GAME_POS, {.kind = {.matches = is_pos}}},
        {".txt", GAME_MOVES, {.kind = FILES_KIND_OF(MOVES_BEGINNING)}},
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (ends_in(path, formats[i].ending))
            return &formats[i];
    return NULL;
}

static const char WRONG_ENDING[] = "the name must end in " GAME_FORMATS_WRITTEN;

const char *game_check_save(const char *path, const Game *game) {
    const SaveFormat *to = format_of(path);
    if (to == NULL)
        return WRONG_ENDING;
    const char *wrong = game_check_format(game, to->format);
    if (wrong != NULL)
        return wrong;
    Status status = files_check(path, &to->rules);
    return status == STATUS_OK ? NULL : status_text(status);
}

bool game_save_holds_tree(const char *path) {
    const SaveFormat *to = format_of(path);
    return to != NULL && to->format == GAME_SGF;
}

const char *game_save_leaves_rule(const char *path, const Game *game) {
    const SaveFormat *to = format_of(path);
    return to != NULL ? game_format_leaves_rule(game, to->format) : NULL;
}

const char *game_save_all(const char *path, const Game *const *games, size_t count,
                          const char *source) {
    const SaveFormat *to = format_of(path);
    if (to == NULL)
        return WRONG_ENDING;
    if (count != 1 && to->format != GAME_SGF)
        return "the format holds one game; only SGF can hold several";
    for (size_t i = 0; i < count; i++) {
        const char *wrong = game_check_format(games[i], to->format);
        if (wrong != NULL)
            return wrong;
    }
    FilesRules rules = to->rules;
    rules.busy = &source;
    rules.busy_count = 1;
    FilesDraft draft;
    Status status = files_draft_begin(&draft, path, &rules);
    if (status == STATUS_OK) {
        for (size_t i = 0; i < count; i++)
            game_write(draft.file, games[i], to->format);
        status = files_draft_finish(&draft, !ferror(draft.file));
    }
    return status == STATUS_OK ? NULL : status_text(status);
}

const char *game_save(const char *path, const Game *game) {
    return game_save_all(path, &game, 1, NULL);
}
