#include "games/json.h"

#include "io/json.h"
#include "shared/games/read.h"
#include "shared/notation/points.h"

#include <inttypes.h>

static const char *color_name(KanameColor color) {
    static const char *const names[] = {[KANAME_BLACK] = "black",
                                        [KANAME_WHITE] = "white",
                                        [KANAME_WALL] = "wall",
                                        [KANAME_EMPTY] = "empty"};
    return names[color];
}

static void write_point(FILE *file, KanamePoint point, int height) {
    char name[NOTATION_POINT_MAX];
    notation_point(name, point, notation_lower(height));
    json_write_string(file, name);
}

void game_write_stone(FILE *file, KanameStone stone, int height) {
    fprintf(file, "{\"color\":\"%s\",\"point\":", color_name(stone.color));
    write_point(file, (KanamePoint){stone.x, stone.y}, height);
    putc('}', file);
}

/* Writes the members of a node with a move or pass. */
static void write_move(FILE *file, const Game *game, const GameNode *node) {
    fprintf(file, "\"color\":\"%s\",\"move\":", color_name((KanameColor)node->color));
    if (node->is_pass)
        fputs("\"pass\"", file);
    else
        write_point(file, node->move, game->height);
}

void game_write_steps(FILE *file, const Game *game, uint32_t last) {
    const char *before = "";
    putc('[', file);
    for (uint32_t at = game->node_count > 0 ? 0 : GAME_NONE; at != GAME_NONE;
         at = at != last ? game->nodes[at].first_child : GAME_NONE) {
        const GameNode *node = &game->nodes[at];
        for (uint32_t i = 0; i < node->setup_count; i++) {
            fputs(i > 0 ? "," : before, file);
            fputs(i > 0 ? "" : "{\"setup\":[", file);
            game_write_stone(file, game->setup[node->setup + i].stone, game->height);
            before = ",";
        }
        fputs(node->setup_count > 0 ? "]}" : "", file);
        if (node->color == KANAME_EMPTY)
            continue;
        fprintf(file, "%s{", before);
        write_move(file, game, node);
        putc('}', file);
        before = ",";
    }
    putc(']', file);
}

/* ---- The whole game ------------------------------------------------------------------------ */

static void write_member(FILE *file, const char *name, const char *text) {
    fprintf(file, ",\"%s\":", name);
    if (text != NULL)
        json_write_string(file, text);
    else
        fputs("null", file);
}

static void write_setup(FILE *file, const Game *game, const GameNode *node) {
    for (uint32_t i = 0; i < node->setup_count; i++) {
        fputs(i > 0 ? "," : ",\"setup\":[", file);
        game_write_stone(file, game->setup[node->setup + i].stone, game->height);
    }
    fputs(node->setup_count > 0 ? "]" : "", file);
}

static void write_labels(FILE *file, const Game *game, uint32_t node) {
    uint32_t count, first = game_labels(game, node, &count);
    for (uint32_t i = first; i < first + count; i++) {
        fputs(i > first ? ",{\"point\":" : ",\"labels\":[{\"point\":", file);
        write_point(file, game->labels[i].point, game->height);
        write_member(file, "text", game->text + game->labels[i].text);
        putc('}', file);
    }
    fputs(count > 0 ? "]" : "", file);
}

static void write_node(FILE *file, const Game *game, uint32_t index) {
    const GameNode *node = &game->nodes[index];
    const char *comment = game_comment(game, index), *properties = game_properties(game, index);
    if (node->parent == GAME_NONE)
        fputs("{\"parent\":null", file);
    else
        fprintf(file, "{\"parent\":%" PRIu32, node->parent);
    write_member(file, "to_move", color_name((KanameColor)node->to_move));
    write_setup(file, game, node);
    if (node->color != KANAME_EMPTY) {
        putc(',', file);
        write_move(file, game, node);
    }
    if (*comment != '\0')
        write_member(file, "comment", comment);
    write_labels(file, game, index);
    if (*properties != '\0')
        write_member(file, "properties", properties);
    putc('}', file);
}

void game_write_json(FILE *file, const Game *game, int number, const char *fault) {
    static const char *const ends[] = {
        [GAME_END_BLACK] = "black", [GAME_END_WHITE] = "white", [GAME_END_DRAWN] = "draw"};
    fprintf(file, "{\"number\":%d", number);
    write_member(file, "format", game_format_name(game->format));
    write_member(file, "rule", kaname_rule_name(game->rule));
    fprintf(file, ",\"width\":%d,\"height\":%d", game->width, game->height);
    write_member(file, "result", game->end != GAME_END_UNKNOWN ? ends[game->end] : NULL);
    write_member(file, "black", game->players[KANAME_BLACK]);
    write_member(file, "white", game->players[KANAME_WHITE]);
    write_member(file, "fault", *fault != '\0' ? fault : NULL);
    write_member(file, "note", game->notice[0] != '\0' ? game->notice : NULL);
    fputs(",\"nodes\":[", file);
    for (uint32_t i = 0; i < game->node_count; i++) {
        fputs(i > 0 ? "," : "", file);
        write_node(file, game, i);
    }
    fputs("]}\n", file);
}
