/* Sets a position, thinks, and prints the move and the line that it expects. */
#include <kaname.h>
#include <stdio.h>

int main(void) {
    static const KanameStone STONES[] = {
        {7, 7, KANAME_BLACK}, {8, 8, KANAME_WHITE}, {7, 8, KANAME_BLACK}, {7, 6, KANAME_WHITE}};
    KanameEngine *engine = kaname_new();
    if (engine == NULL)
        return 1;
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 100000;
    KanameResult result;
    KanameStatus status =
        kaname_set_position(engine, STONES, sizeof STONES / sizeof *STONES, KANAME_BLACK);
    if (status == KANAME_OK)
        status = kaname_think(engine, &limits, NULL, &result);
    if (status == KANAME_OK) {
        printf("move %d,%d\nline", result.best.x, result.best.y);
        for (size_t i = 0; i < result.pv_count; i++)
            printf(" %d,%d", result.pv[i].x, result.pv[i].y);
        printf("\n");
    } else {
        fprintf(stderr, "%s\n", kaname_status_text(status));
    }
    kaname_free(engine);
    return status == KANAME_OK ? 0 : 1;
}
