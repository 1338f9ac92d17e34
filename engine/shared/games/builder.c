#include "shared/games/builder.h"

#include "shared/status/status.h"
#include "shared/text/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` elements after `count`. Returns false if out of memory. */
static bool reserve(void **array, uint32_t *capacity, uint32_t count, uint32_t more, size_t size) {
    enum { CAPACITY_MIN = 256 };
    if (more <= *capacity - count)
        return true;
    size_t wanted = *capacity > CAPACITY_MIN ? (size_t)*capacity * 2 : CAPACITY_MIN;
    if (wanted < (size_t)count + more)
        wanted = (size_t)count + more;
    void *bigger = realloc(*array, wanted * size);
    if (bigger == NULL)
        return false;
    *array = bigger;
    *capacity = (uint32_t)wanted;
    return true;
}

static GameNode *current(const GameBuilder *builder) {
    return &builder->game->nodes[builder->at];
}

static KanameColor *cell(GameBuilder *builder, int x, int y) {
    return &builder->cells[y * builder->game->width + x];
}

static bool is_on_board(const Game *game, int x, int y) {
    return x >= 0 && x < game->width && y >= 0 && y < game->height;
}

static KanameColor other(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

static const char *make_node(GameBuilder *builder, uint32_t parent, KanameColor to_move) {
    Game *game = builder->game;
    if (game->node_count == GAME_NODES_MAX)
        return "more moves than a game may have";
    void *nodes = game->nodes;
    if (!reserve(&nodes, &builder->node_capacity, game->node_count, 1, sizeof *game->nodes))
        return status_text(STATUS_MEMORY);
    game->nodes = nodes;
    game->nodes[game->node_count++] = (GameNode){.parent = parent,
                                                 .first_child = GAME_NONE,
                                                 .last_child = GAME_NONE,
                                                 .next = GAME_NONE,
                                                 .setup = game->setup_count,
                                                 .color = KANAME_EMPTY,
                                                 .to_move = (unsigned char)to_move};
    return NULL;
}

const char *game_begin(GameBuilder *builder, Game *game) {
    assert(game->node_count == 0);
    *builder = (GameBuilder){.game = game};
    for (size_t i = 0; i < KANAME_MAX_CELLS; i++)
        builder->cells[i] = KANAME_EMPTY;
    return make_node(builder, GAME_NONE, KANAME_BLACK);
}

const char *game_resume(GameBuilder *builder, Game *game, uint32_t node) {
    GamePosition *position = malloc(sizeof *position);
    if (position == NULL || !game_position(game, node, position)) {
        free(position);
        return status_text(STATUS_MEMORY);
    }
    *builder = (GameBuilder){.game = game,
                             .at = node,
                             .node_capacity = game->node_count,
                             .setup_capacity = game->setup_count,
                             .label_capacity = game->label_count,
                             .text_capacity = game->text_size};
    for (size_t i = 0; i < KANAME_MAX_CELLS; i++)
        builder->cells[i] = KANAME_EMPTY;
    for (size_t i = 0; i < position->count; i++) {
        KanameStone stone = position->stones[i];
        *cell(builder, stone.x, stone.y) = stone.color;
    }
    free(position);
    return NULL;
}

/* Links the new node as the last child of its parent. */
static void link_node(Game *game, uint32_t parent, uint32_t node) {
    GameNode *above = &game->nodes[parent];
    if (above->first_child == GAME_NONE)
        above->first_child = node;
    else
        game->nodes[above->last_child].next = node;
    above->last_child = node;
}

const char *game_add_node(GameBuilder *builder) {
    uint32_t parent = builder->at, elder = current(builder)->last_child;
    const char *wrong = make_node(builder, parent, game_side(builder));
    if (wrong != NULL)
        return wrong;
    builder->at = builder->added = builder->game->node_count - 1;
    builder->elder = elder;
    link_node(builder->game, parent, builder->at);
    return NULL;
}

/* Returns whether the newest node has neither move nor setup, texts or labels. */
static bool is_empty(const Game *game) {
    uint32_t newest = game->node_count - 1;
    const GameNode *node = &game->nodes[newest];
    bool has_label = game->label_count > 0 && game->labels[game->label_count - 1].node == newest;
    return node->color == KANAME_EMPTY && node->setup_count == 0 && node->comment == 0 &&
           node->properties == 0 && !has_label;
}

void game_drop_empty(GameBuilder *builder) {
    Game *game = builder->game;
    if (builder->at == 0 || builder->at != builder->added || !is_empty(game))
        return;
    uint32_t parent = current(builder)->parent;
    GameNode *above = &game->nodes[parent];
    if (builder->elder == GAME_NONE)
        above->first_child = GAME_NONE;
    else
        game->nodes[builder->elder].next = GAME_NONE;
    above->last_child = builder->elder;
    builder->at = parent;
    builder->added = 0;
    game->node_count--;
}

static const char *check_place(GameBuilder *builder, KanamePoint point) {
    if (!is_on_board(builder->game, point.x, point.y))
        return "the point lies off the board";
    return *cell(builder, point.x, point.y) == KANAME_EMPTY ? NULL : "the point is occupied";
}

/* The first move after setup stones tells whose move it is, where nothing else does. */
static void settle_side(GameBuilder *builder, uint32_t parent, KanameColor color) {
    GameNode *setup = parent != GAME_NONE ? &builder->game->nodes[parent] : NULL;
    if (setup == NULL || !setup->is_side_counted)
        return;
    setup->is_side_counted = false;
    setup->to_move = (unsigned char)color;
}

static void set_move(GameBuilder *builder, KanamePoint point, KanameColor color, bool is_pass) {
    GameNode *node = current(builder);
    assert(builder->at == builder->game->node_count - 1 && node->color == KANAME_EMPTY);
    settle_side(builder, node->parent, color);
    node->move = point;
    node->is_pass = is_pass;
    node->color = (unsigned char)color;
    node->to_move = (unsigned char)other(color);
    if (!is_pass)
        *cell(builder, point.x, point.y) = color;
}

const char *game_put_move(GameBuilder *builder, KanamePoint point, KanameColor color) {
    const char *wrong = check_place(builder, point);
    if (wrong == NULL)
        set_move(builder, point, color, false);
    return wrong;
}

void game_put_pass(GameBuilder *builder, KanameColor color) {
    set_move(builder, (KanamePoint){0, 0}, color, true);
}

const char *game_add_move(GameBuilder *builder, KanamePoint point, KanameColor color) {
    const char *wrong = check_place(builder, point);
    if (wrong == NULL)
        wrong = game_add_node(builder);
    if (wrong == NULL)
        set_move(builder, point, color, false);
    return wrong;
}

const char *game_add_pass(GameBuilder *builder, KanameColor color) {
    const char *wrong = game_add_node(builder);
    if (wrong == NULL)
        game_put_pass(builder, color);
    return wrong;
}

/* Returns the side to move by the stones on the board: White if Black has more. */
static KanameColor side_by_count(const GameBuilder *builder) {
    int ahead = 0;
    for (int i = 0; i < builder->game->width * builder->game->height; i++)
        ahead += (builder->cells[i] == KANAME_BLACK) - (builder->cells[i] == KANAME_WHITE);
    return ahead > 0 ? KANAME_WHITE : KANAME_BLACK;
}

const char *game_add_setup(GameBuilder *builder, KanameStone stone) {
    Game *game = builder->game;
    assert(builder->at == game->node_count - 1 && current(builder)->color == KANAME_EMPTY);
    if (!is_on_board(game, stone.x, stone.y))
        return "the point lies off the board";
    if (game->setup_count == GAME_SETUP_MAX)
        return "more setup stones than a game may have";
    void *setup = game->setup;
    if (!reserve(&setup, &builder->setup_capacity, game->setup_count, 1, sizeof *game->setup))
        return status_text(STATUS_MEMORY);
    game->setup = setup;
    KanameColor *place = cell(builder, stone.x, stone.y);
    game->setup[game->setup_count++] = (GameSetup){stone, *place};
    *place = stone.color;
    current(builder)->setup_count++;
    current(builder)->to_move = (unsigned char)side_by_count(builder);
    current(builder)->is_side_counted = true;
    return NULL;
}

void game_set_to_move(GameBuilder *builder, KanameColor color) {
    current(builder)->to_move = (unsigned char)color;
    current(builder)->is_side_counted = false;
}

/* Makes room for `size` bytes of text. Returns NULL, or the reason. */
static const char *reserve_text(GameBuilder *builder, size_t size) {
    Game *game = builder->game;
    if (size > GAME_TEXT_MAX || game->text_size > GAME_TEXT_MAX - size)
        return "more comments than a game may have";
    void *all = game->text;
    if (!reserve(&all, &builder->text_capacity, game->text_size, (uint32_t)size, 1))
        return status_text(STATUS_MEMORY);
    game->text = all;
    game->text[0] = '\0';
    return NULL;
}

/* Returns the offset of the next text; offset 0 stands for no comment. */
static uint32_t next_text(const Game *game) {
    return game->text_size > 0 ? game->text_size : 1;
}

/* Writes the glue and the text at the offset; there must be room. Returns the end, at the NUL. */
static size_t put_text(Game *game, size_t at, const char *glue, const char *text, size_t length) {
    size_t glue_length = strlen(glue);
    memcpy(game->text + at, glue, glue_length);
    at += glue_length;
    return at + utf8_copy(game->text + at, game->text_size - at, text, length);
}

/* Moves the text at `before`, 0: none, to the end of all texts, where it gets `more` bytes. If it
 * moves, it gets as much room as it then has bytes, as far as there is, so that a text that
 * outgrows its place again and again is moved a few times only. */
static const char *move_text(GameBuilder *builder, GameTextRoom *room, uint32_t before,
                             size_t more) {
    Game *game = builder->game;
    size_t length = before == 0          ? 0
                    : before == room->at ? room->length
                                         : strlen(game->text + before);
    size_t size = length + more + 1, at = next_text(game), spare = before == 0 ? 0 : size;
    while (spare > 0 && at + size + spare >= GAME_TEXT_MAX)
        spare /= 2;
    const char *wrong = reserve_text(builder, size + spare + 1);
    if (wrong != NULL)
        return wrong;
    memcpy(game->text + at, game->text + before, length);
    memset(game->text + at + length, 0, size - length + spare);
    game->text_size = (uint32_t)(at + size + spare);
    *room = (GameTextRoom){(uint32_t)at, (uint32_t)length, game->text_size};
    builder->newest_text = (uint32_t)at;
    return NULL;
}

/* Makes room for `more` bytes behind the newest text, which is the last of all. */
static const char *grow_newest(GameBuilder *builder, GameTextRoom *room, size_t more) {
    size_t missing = room->length + more + 1 - (room->end - room->at);
    const char *wrong = reserve_text(builder, missing);
    if (wrong == NULL)
        room->end = builder->game->text_size += (uint32_t)missing;
    return wrong;
}

/* Appends to a text of the current node, after `glue` if there is one already, and sets `offset` to
 * the result: in the room of the text, or at the end of all texts. */
static const char *append(GameBuilder *builder, uint32_t *offset, GameTextRoom *room,
                          const char *glue, const char *text, size_t length) {
    uint32_t before = *offset;
    bool has_room = before > 0 && before == room->at;
    if (before == 0)
        glue = "";
    size_t more = strlen(glue) + utf8_copied_length(text, length);
    const char *wrong = NULL;
    if (!has_room || room->length + more + 1 > room->end - room->at)
        wrong = has_room && builder->newest_text == before ? grow_newest(builder, room, more)
                                                           : move_text(builder, room, before, more);
    if (wrong != NULL)
        return wrong;
    size_t end = put_text(builder->game, room->at + room->length, glue, text, length);
    room->length = (uint32_t)end - room->at;
    *offset = room->at;
    return NULL;
}

const char *game_add_comment(GameBuilder *builder, const char *text, size_t length) {
    uint32_t offset = current(builder)->comment;
    if (length == 0)
        return NULL;
    const char *wrong = append(builder, &offset, &builder->comment_room, "\n", text, length);
    current(builder)->comment = offset;
    return wrong;
}

const char *game_add_raw_property(GameBuilder *builder, const char *word, const char *values,
                                  size_t length) {
    uint32_t offset = current(builder)->properties;
    GameTextRoom *room = &builder->properties_room;
    const char *wrong = append(builder, &offset, room, "", word, strlen(word));
    if (wrong == NULL)
        wrong = append(builder, &offset, room, "", values, length);
    if (wrong == NULL)
        current(builder)->properties = offset;
    return wrong;
}

const char *game_add_property(GameBuilder *builder, const char *word, const char *text,
                              size_t length) {
    char *value = malloc(2 * length + 2);
    size_t used = 0;
    if (value == NULL)
        return status_text(STATUS_MEMORY);
    value[used++] = '[';
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ']' || text[i] == '\\')
            value[used++] = '\\';
        value[used++] = text[i];
    }
    value[used++] = ']';
    const char *wrong = game_add_raw_property(builder, word, value, used);
    free(value);
    return wrong;
}

const char *game_add_label(GameBuilder *builder, KanamePoint point, const char *text,
                           size_t length) {
    Game *game = builder->game;
    if (!is_on_board(game, point.x, point.y))
        return "a label off the board";
    if (game->label_count == GAME_LABELS_MAX)
        return "more labels than a game may have";
    void *labels = game->labels;
    if (!reserve(&labels, &builder->label_capacity, game->label_count, 1, sizeof *game->labels))
        return status_text(STATUS_MEMORY);
    game->labels = labels;
    size_t size = utf8_copied_length(text, length) + 1;
    const char *wrong = reserve_text(builder, size + 1);
    if (wrong != NULL)
        return wrong;
    uint32_t at = next_text(game);
    builder->newest_text = 0;
    game->text_size = at + (uint32_t)size;
    (void)utf8_copy(game->text + at, size, text, length);
    game->labels[game->label_count++] = (GameLabel){builder->at, at, point};
    return NULL;
}

void game_go_back(GameBuilder *builder, uint32_t node) {
    Game *game = builder->game;
    while (builder->at != node) {
        const GameNode *left = current(builder);
        if (left->color != KANAME_EMPTY && !left->is_pass)
            *cell(builder, left->move.x, left->move.y) = KANAME_EMPTY;
        for (uint32_t i = left->setup_count; i > 0; i--) {
            const GameSetup *setup = &game->setup[left->setup + i - 1];
            *cell(builder, setup->stone.x, setup->stone.y) = setup->before;
        }
        builder->at = left->parent;
    }
}

KanameColor game_side(const GameBuilder *builder) {
    return (KanameColor)current(builder)->to_move;
}
