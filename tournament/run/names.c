#include "run/names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/message.h"
#include "process/spawn.h"
#include "shared/text/utf8.h"

bool names_init(Names *names, size_t count) {
    *names = (Names){.count = count,
                     .text = calloc(count, sizeof *names->text),
                     .is_settled = calloc(count, sizeof *names->is_settled),
                     .is_kept = calloc(count, sizeof *names->is_kept)};
    return names->text != NULL && names->is_settled != NULL && names->is_kept != NULL;
}

void names_release(Names *names) {
    free(names->text);
    free(names->is_settled);
    free(names->is_kept);
    *names = (Names){0};
}

static bool is_taken(const Names *names, const char *name, size_t except) {
    for (size_t i = 0; i < names->count; i++)
        if (i != except && strcmp(names->text[i], name) == 0)
            return true;
    return false;
}

void names_set(Names *names, size_t engine, const char *wanted) {
    char cut[GAME_NAME_LENGTH_MAX + 1], name[GAME_NAME_MAX];
    size_t length = utf8_cut(wanted, strlen(wanted), GAME_NAME_LENGTH_MAX);
    snprintf(cut, sizeof cut, "%.*s", (int)length, wanted);
    message_clean(cut);
    snprintf(name, sizeof name, "%s", cut);
    for (uint16_t copy = 2; is_taken(names, name, engine); copy++)
        snprintf(name, sizeof name, "%s (%u)", cut, copy);
    memcpy(names->text[engine], name, sizeof name);
}

void names_set_from_command(Names *names, size_t engine, const char *command) {
    char **words = spawn_split(command);
    const char *name = words != NULL ? words[0] : "engine";
    const char *slash = strrchr(name, '/');
    names_set(names, engine, slash != NULL && slash[1] != '\0' ? slash + 1 : name);
    free(words);
}
