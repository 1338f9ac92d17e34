#include "study/review/gather.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/cli/say.h"
#include "shared/status/status.h"
#include "shared/text/utf8.h"

/* One run of gather_games(). */
typedef struct Gathering {
    Gathered *gathered;
    const char *name, *file; /* of the command; of the file being read */
    const GatherRules *rules;
    KanameEngine *engine;
} Gathering;

static bool make_room(Gathered *gathered) {
    enum { FIRST_CAPACITY = 16 };
    if (gathered->count < gathered->capacity)
        return true;
    size_t capacity = gathered->capacity > 0 ? 2 * gathered->capacity : FIRST_CAPACITY;
    ReviewedGame *games = realloc(gathered->games, capacity * sizeof *games);
    if (games == NULL)
        return false;
    gathered->games = games;
    gathered->capacity = capacity;
    return true;
}

/* Prints what is wrong with the game of this number in the file; the first needs no number. */
static void tell(const Gathering *gathering, int number, const char *kind, const char *wrong) {
    if (number > 1)
        say_error("%s: %s, game %d: %s%s\n", gathering->name, gathering->file, number, kind, wrong);
    else
        say_error("%s: %s: %s%s\n", gathering->name, gathering->file, kind, wrong);
}

static void complain(const Gathering *gathering, int number, const char *wrong) {
    tell(gathering, number, "", wrong);
    gathering->gathered->is_whole = false;
}

/* Returns the part of a path after the last slash. */
static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* Names the game after its file, cut between characters. */
static void set_name(ReviewedGame *reviewed, const char *file, int number) {
    enum { FILE_BYTES = GAME_PLAYER_MAX - 24 };
    size_t used = utf8_copy(reviewed->name, FILE_BYTES, file, strlen(file));
    if (number > 1)
        snprintf(reviewed->name + used, sizeof reviewed->name - used, ", game %d", number);
}

/* Takes ownership of the game. */
static void take_game(const GameFromFile *from, void *context) {
    Gathering *gathering = context;
    Gathered *gathered = gathering->gathered;
    if (from->status != GAME_READ_WHOLE)
        complain(gathering, from->number, from->fault);
    if (from->status == GAME_READ_NOTHING)
        return;
    if (from->game->notice[0] != '\0')
        tell(gathering, from->number, "note: ", from->game->notice);
    if (!make_room(gathered)) {
        complain(gathering, from->number, status_text(STATUS_MEMORY));
        return;
    }
    ReviewedGame *reviewed = &gathered->games[gathered->count];
    const char *wrong =
        reviewed_init(reviewed, from->game, gathering->rules->opening, gathering->engine);
    if (wrong == NULL && reviewed->count == 0 && !gathering->rules->takes_positions)
        wrong = "the game has no moves";
    if (wrong != NULL) {
        complain(gathering, from->number, wrong);
        reviewed_release(reviewed);
        return;
    }
    set_name(reviewed, base_of(gathering->file), from->number);
    snprintf(reviewed->fault, sizeof reviewed->fault, "%s", from->fault);
    gathered->count++;
}

void gather_games(Gathered *gathered, const char *name, char *const *files, int file_count,
                  const GatherRules *rules, KanameEngine *engine) {
    *gathered = (Gathered){.is_whole = true};
    for (int i = 0; i < file_count; i++) {
        Gathering gathering = {gathered, name, files[i], rules, engine};
        const char *wrong = games_each(files[i], &rules->files, take_game, &gathering);
        if (wrong != NULL)
            complain(&gathering, 1, wrong);
    }
}

void gather_release(Gathered *gathered) {
    for (size_t i = 0; i < gathered->count; i++)
        reviewed_release(&gathered->games[i]);
    free(gathered->games);
    *gathered = (Gathered){.games = NULL};
}
