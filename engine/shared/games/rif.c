#include "shared/games/rif.h"

#include "shared/games/builder.h"
#include "shared/games/reading.h"
#include "shared/notation/points.h"
#include "shared/status/failure.h"
#include "shared/text/encoding.h"
#include "shared/text/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE = 15,
    IDS_MAX = 1 << 20,     /* of a table; games of a higher number lose the name alone */
    NAMES_MAX = 64 << 20,  /* bytes of all names */
    MOVES_TEXT_MAX = 4096, /* bytes of a game's moves */
    FIELD_MAX = 64,        /* bytes of an attribute that is kept */
    INFO_MAX = 64 * 1024   /* bytes of a game's remarks */
};

typedef enum TableKind { PLAYERS, TOURNAMENTS, OPENINGS, RULES, TABLES } TableKind;

/* For each number, the offset of its texts in Rif.names; 0: none. */
typedef struct Table {
    uint32_t *names;
    size_t count;
} Table;

/* The attributes of a game. */
typedef struct Header {
    int numbers[TABLES]; /* of the tournament, the opening and the rule */
    int players[2];
    char result[FIELD_MAX], round[FIELD_MAX], swap[FIELD_MAX], alternatives[FIELD_MAX];
} Header;

struct Rif {
    XmlReader xml;
    Table tables[TABLES];
    char *names;
    size_t names_used, names_capacity;
    Header header;
    char moves[MOVES_TEXT_MAX];
    char *info;
    GameBuilder builder;
    const char *next, *end; /* of rif_open_bytes() */
};

bool rif_begins(const char *head, size_t size) {
    size_t at = encoding_utf8_mark(head, size);
    while (at < size && strchr(" \t\r\n", head[at]) != NULL && head[at] != '\0')
        at++;
    return size - at >= 5 &&
           (memcmp(head + at, "<?xml", 5) == 0 || memcmp(head + at, "<data", 5) == 0);
}

bool rif_matches(const char *head, size_t size) {
    static const char word[] = "<database";
    if (!rif_begins(head, size))
        return false;
    size = size < RIF_HEAD_BYTES ? size : RIF_HEAD_BYTES;
    for (size_t at = 0; at + sizeof word - 1 <= size; at++)
        if (memcmp(head + at, word, sizeof word - 1) == 0)
            return true;
    return false;
}

static size_t next_bytes(void *context, char *bytes, size_t capacity) {
    Rif *rif = context;
    size_t left = (size_t)(rif->end - rif->next);
    size_t count = left < capacity ? left : capacity;
    memcpy(bytes, rif->next, count);
    rif->next += count;
    return count;
}

/* Sets up the reader, which may be NULL. Returns NULL, and frees it, if out of memory. */
static Rif *set_up(Rif *rif, XmlSource source, void *context) {
    if (rif == NULL)
        return NULL;
    rif->info = malloc(INFO_MAX);
    if (!xml_init(&rif->xml, source, context) || rif->info == NULL) {
        rif_close(rif);
        return NULL;
    }
    return rif;
}

Rif *rif_open(XmlSource source, void *context) {
    return set_up(calloc(1, sizeof(Rif)), source, context);
}

Rif *rif_open_bytes(const void *bytes, size_t size) {
    Rif *rif = calloc(1, sizeof *rif);
    if (rif != NULL) {
        rif->next = bytes;
        rif->end = rif->next + size;
    }
    return set_up(rif, next_bytes, rif);
}

void rif_close(Rif *rif) {
    if (rif == NULL)
        return;
    xml_release(&rif->xml);
    for (int i = 0; i < TABLES; i++)
        free(rif->tables[i].names);
    free(rif->names);
    free(rif->info);
    free(rif);
}

/* ---- Tables -------------------------------------------------------------------------------- */

/* Returns an attribute, empty if it is missing. */
static const char *attribute(const Rif *rif, const char *name) {
    const char *value = xml_attribute(&rif->xml, name);
    return value != NULL ? value : "";
}

static int number_of(const char *text) {
    char *end;
    long number = strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && number > 0 && number < IDS_MAX ? (int)number : 0;
}

/* Keeps texts, each ended by NUL, one behind the other. Returns their offset, 0 if out of memory.
 */
static uint32_t keep(Rif *rif, const char *const *texts, size_t count) {
    size_t start = rif->names_used > 0 ? rif->names_used : 1, needed = start;
    for (size_t i = 0; i < count; i++)
        needed += strlen(texts[i]) + 1;
    if (needed > NAMES_MAX)
        return 0;
    if (needed > rif->names_capacity) {
        size_t capacity = 2 * needed;
        char *more = realloc(rif->names, capacity);
        if (more == NULL)
            return 0;
        rif->names = more;
        rif->names_capacity = capacity;
    }
    rif->names_used = start;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(texts[i]) + 1;
        memcpy(rif->names + rif->names_used, texts[i], length);
        rif->names_used += length;
    }
    return (uint32_t)start;
}

/* Gives the number of the element its texts. What does not fit is left out. */
static void add_entry(Rif *rif, TableKind kind, const char *const *texts, size_t count) {
    Table *table = &rif->tables[kind];
    int number = number_of(attribute(rif, "id"));
    if (number == 0)
        return;
    if ((size_t)number >= table->count) {
        size_t wanted = (size_t)number * 2 < IDS_MAX ? (size_t)number * 2 : IDS_MAX;
        uint32_t *more = realloc(table->names, wanted * sizeof *more);
        if (more == NULL)
            return;
        memset(more + table->count, 0, (wanted - table->count) * sizeof *more);
        table->names = more;
        table->count = wanted;
    }
    table->names[number] = keep(rif, texts, count);
}

/* Returns the text `index` of an entry, empty if there is none. */
static const char *entry_text(const Rif *rif, TableKind kind, int number, int index) {
    const Table *table = &rif->tables[kind];
    if (number <= 0 || (size_t)number >= table->count || table->names[number] == 0)
        return "";
    const char *text = rif->names + table->names[number];
    while (index-- > 0)
        text += strlen(text) + 1;
    return text;
}

/* Adds a text to a buffer, as much as fits. */
static void add_text(char *buffer, size_t size, const char *text) {
    size_t used = strlen(buffer);
    (void)utf8_copy(buffer + used, size - used, text, strlen(text));
}

static void add_player(Rif *rif) {
    const char *first = attribute(rif, "name"), *last = attribute(rif, "surname");
    char name[GAME_PLAYER_MAX] = "";
    add_text(name, sizeof name, first);
    if (first[0] != '\0' && last[0] != '\0')
        add_text(name, sizeof name, " ");
    add_text(name, sizeof name, last);
    add_entry(rif, PLAYERS, (const char *const[]){name}, 1);
}

static void add_tournament(Rif *rif) {
    const char *start = attribute(rif, "start"), *year = attribute(rif, "year");
    add_entry(rif, TOURNAMENTS,
              (const char *const[]){attribute(rif, "name"), attribute(rif, "city"),
                                    start[0] != '\0' ? start : year},
              3);
}

static void add_named(Rif *rif, TableKind kind) {
    const char *name = attribute(rif, "name"), *abbreviation = attribute(rif, "abbr");
    add_entry(rif, kind, (const char *const[]){name[0] != '\0' ? name : abbreviation}, 1);
}

/* ---- Games --------------------------------------------------------------------------------- */

static void copy(char field[FIELD_MAX], const char *text) {
    (void)utf8_copy(field, FIELD_MAX, text, strlen(text));
}

static void take_header(Rif *rif) {
    Header *header = &rif->header;
    header->players[KANAME_BLACK] = number_of(attribute(rif, "black"));
    header->players[KANAME_WHITE] = number_of(attribute(rif, "white"));
    header->numbers[TOURNAMENTS] = number_of(attribute(rif, "tournament"));
    header->numbers[OPENINGS] = number_of(attribute(rif, "opening"));
    header->numbers[RULES] = number_of(attribute(rif, "rule"));
    copy(header->result, attribute(rif, "bresult"));
    copy(header->round, attribute(rif, "round"));
    copy(header->swap, attribute(rif, "swap"));
    copy(header->alternatives, attribute(rif, "alt"));
    rif->moves[0] = rif->info[0] = '\0';
}

/* Takes the next word of moves, separated by blanks or commas. Returns its length, 0 at the end. */
static size_t next_word(const char **at) {
    static const char separators[] = " \t\r\n,;";
    *at += strspn(*at, separators);
    return strcspn(*at, separators);
}

static const char *add_move(GameBuilder *builder, const char *word, size_t length) {
    const char *at = word, *end = word + length;
    KanamePoint point;
    if ((length == 1 && *word == '-') || (length == 2 && memcmp(word, "--", 2) == 0) ||
        (length == 4 && memcmp(word, "pass", 4) == 0))
        return game_add_pass(builder, game_side(builder));
    if (!notation_read_point(&at, end, SIZE, &point) || at != end)
        return "a move is written h8";
    return game_add_move(builder, point, game_side(builder));
}

static const char *add_moves(GameBuilder *builder, const char *moves) {
    const char *wrong = NULL;
    for (size_t length; wrong == NULL && (length = next_word(&moves)) > 0; moves += length)
        wrong = add_move(builder, moves, length);
    return wrong;
}

/* Adds the fifth moves that were offered beside the one played. Others are left out. */
static const char *add_alternatives(GameBuilder *builder, const char *moves) {
    enum { OFFERED_AFTER = 4 /* nodes behind the root */ };
    static const char text[] = "offered";
    if (builder->game->node_count <= OFFERED_AFTER + 1)
        return NULL;
    game_go_back(builder, OFFERED_AFTER);
    for (size_t length; (length = next_word(&moves)) > 0; moves += length) {
        const char *at = moves;
        KanamePoint point;
        if (!notation_read_point(&at, moves + length, SIZE, &point) || at != moves + length ||
            game_add_move(builder, point, game_side(builder)) != NULL)
            continue;
        const char *wrong = game_add_comment(builder, text, sizeof text - 1);
        if (wrong != NULL)
            return wrong;
        game_go_back(builder, OFFERED_AFTER);
    }
    return NULL;
}

static const char *add_facts(Rif *rif) {
    const Header *header = &rif->header;
    int tournament = header->numbers[TOURNAMENTS];
    const struct {
        const char *word, *text;
    } facts[] = {{"EV", entry_text(rif, TOURNAMENTS, tournament, 0)},
                 {"PC", entry_text(rif, TOURNAMENTS, tournament, 1)},
                 {"DT", entry_text(rif, TOURNAMENTS, tournament, 2)},
                 {"RO", header->round},
                 {"ON", entry_text(rif, OPENINGS, header->numbers[OPENINGS], 0)},
                 {"OPENRULE", entry_text(rif, RULES, header->numbers[RULES], 0)},
                 {"SWAP", header->swap}};
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof facts / sizeof facts[0] && wrong == NULL; i++)
        if (facts[i].text[0] != '\0')
            wrong = game_add_property(&rif->builder, facts[i].word, facts[i].text,
                                      strlen(facts[i].text));
    if (wrong == NULL)
        wrong = game_add_comment(&rif->builder, rif->info, strlen(rif->info));
    return wrong;
}

/* Returns the end of a game by Black's points: 1, 0.5 or 0. */
static GameEnd end_of(const char *result) {
    double points;
    char *end, text[FIELD_MAX];
    copy(text, result);
    for (char *c = text; *c != '\0'; c++)
        *c = *c == ',' ? '.' : *c;
    points = strtod(text, &end);
    if (text[0] == '\0' || *end != '\0')
        return GAME_END_UNKNOWN;
    return points == 1.0 ? GAME_END_BLACK : points == 0.0 ? GAME_END_WHITE : GAME_END_DRAWN;
}

static const char *make_game(Rif *rif, Game *game) {
    const Header *header = &rif->header;
    game->format = GAME_RIF;
    game->rule = KANAME_RULE_RENJU;
    game->width = game->height = SIZE;
    game->has_rule = game->has_size = true;
    game->end = end_of(header->result);
    for (int i = 0; i < 2; i++) {
        const char *name = entry_text(rif, PLAYERS, header->players[i], 0);
        (void)utf8_copy(game->players[i], GAME_PLAYER_MAX, name, strlen(name));
    }
    const char *wrong = game_begin(&rif->builder, game);
    if (wrong == NULL)
        wrong = add_facts(rif);
    if (wrong == NULL)
        wrong = add_moves(&rif->builder, rif->moves);
    return wrong != NULL ? wrong : add_alternatives(&rif->builder, header->alternatives);
}

/* ---- Reading ------------------------------------------------------------------------------- */

static void take_start(Rif *rif) {
    const char *name = rif->xml.name;
    if (strcmp(name, "player") == 0)
        add_player(rif);
    else if (strcmp(name, "tournament") == 0)
        add_tournament(rif);
    else if (strcmp(name, "opening") == 0)
        add_named(rif, OPENINGS);
    else if (strcmp(name, "rule") == 0)
        add_named(rif, RULES);
    else if (strcmp(name, "game") == 0)
        take_header(rif);
}

static void take_text(Rif *rif) {
    const char *element = rif->xml.depth > 0 ? rif->xml.open[rif->xml.depth - 1] : "";
    if (strcmp(element, "move") == 0)
        add_text(rif->moves, sizeof rif->moves, rif->xml.text);
    else if (strcmp(element, "info") == 0)
        add_text(rif->info, INFO_MAX, rif->xml.text);
}

static GameReadStatus finish(Rif *rif, Game *game, Failure *failure) {
    const char *wrong = make_game(rif, game);
    if (wrong == NULL)
        return GAME_READ_WHOLE;
    bool may_keep = game->node_count > 0 && !game->is_strict;
    size_t kept = may_keep ? game_move_count(game, game_last(game)) : 0;
    failure_say(failure, STATUS_SYNTAX, "RIF, line %zu: %s%s", rif->xml.line, wrong,
                kept > 0 ? "; the moves before it are kept" : "");
    return kept > 0 ? GAME_READ_PART : GAME_READ_NOTHING;
}

bool rif_next(Rif *rif, Game *game, GameReadStatus *status, Failure *failure) {
    bool was_wrong = rif->xml.wrong != NULL;
    for (;;) {
        switch (xml_next(&rif->xml)) {
        case XML_START:
            take_start(rif);
            break;
        case XML_TEXT:
            take_text(rif);
            break;
        case XML_END:
            if (strcmp(rif->xml.name, "game") != 0)
                break;
            *status = finish(rif, game, failure);
            return true;
        case XML_OVER:
            return false;
        case XML_FAULT:
            *status = GAME_READ_NOTHING;
            failure_say(failure, STATUS_SYNTAX, "RIF, line %zu: %s", rif->xml.line, rif->xml.wrong);
            return !was_wrong;
        }
    }
}

/* ---- One game in memory -------------------------------------------------------------------- */

/* Returns the beginning of a line, from 1. */
static const char *line_at(const char *at, const char *end, size_t line) {
    while (line > 1 && at < end)
        line -= *at++ == '\n';
    return at < end ? at : end - 1;
}

bool rif_read(GameReading *reading) {
    Failure failure = FAILURE_NONE;
    GameReadStatus status = GAME_READ_NOTHING;
    const char *start = reading->next;
    if (!rif_matches(start, (size_t)(reading->end - start)))
        return reading_fail(reading, start, "the element <database> is missing");
    Rif *rif = rif_open_bytes(start, (size_t)(reading->end - start));
    bool has_game = rif != NULL && rif_next(rif, reading->builder.game, &status, &failure);
    reading->next = reading->end;
    if (status != GAME_READ_WHOLE) {
        const char *reason = strstr(failure.text, ": ");
        const char *wrong = rif == NULL ? status_text(STATUS_MEMORY)
                            : has_game  ? reason + 2
                                        : "no games";
        size_t length = strcspn(wrong, ";"); /* the caller adds what is kept */
        (void)reading_fail(reading, line_at(start, reading->end, has_game ? rif->xml.line : 1),
                           "%.*s", (int)length, wrong);
    }
    rif_close(rif);
    return status == GAME_READ_WHOLE;
}
