#include "games/json.h"

#include "io/json.h"
#include "io/notation.h"

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

void game_write_steps(FILE *file, const Game *game) {
    const char *before = "";
    putc('[', file);
    for (uint32_t at = game->node_count > 0 ? 0 : GAME_NONE; at != GAME_NONE;
         at = game->nodes[at].first_child) {
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
        fprintf(file, "%s{\"color\":\"%s\",\"move\":", before,
                color_name((KanameColor)node->color));
        if (node->is_pass)
            fputs("\"pass\"", file);
        else
            write_point(file, node->move, game->height);
        putc('}', file);
        before = ",";
    }
    putc(']', file);
}
