/* fit_place.h: a folder with games, in which a network of regions is fitted. */
#ifndef TESTS_ENGINE_TRAIN_FIT_PLACE_H
#define TESTS_ENGINE_TRAIN_FIT_PLACE_H

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/train/drawn_games.h"
#include "engine/train/support.h"
#include "train/regions/fit.h"

enum { PATHS = 6 };
enum { IN, OUT, STATE, CSV, SVG, OTHER };

/* A folder with games, and the options of a fit to them. */
typedef struct Place {
    char path[PATHS][TEST_PATH_BYTES];
    char *paths[1];
    FitRegionsOptions options;
} Place;

static inline void write_games_of(const char *path, Rule rule, int count, const char *origin) {
    Dataset data;
    GameWriter writer;
    Game game;
    dataset_init(&data);
    draw_games(&data, rule, count, 41);
    expect(game_writer_create(&writer, path, origin));
    for (size_t i = 0; i < data.count; i++) {
        dataset_get(&data, i, &game);
        expect(game_writer_add(&writer, &game));
    }
    expect(game_writer_close(&writer));
    dataset_release(&data);
}

static inline void write_games(const char *path, Rule rule, int count) {
    write_games_of(path, rule, count, "for a test");
}

static inline void place_init(Place *place, Rule rule, int games) {
    static const char *const NAMES[PATHS] = {"games", "net", "state", "csv", "svg", "other"};
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    for (int i = 0; i < PATHS; i++)
        path_in(place->path[i], folder, NAMES[i]);
    write_games(place->path[IN], rule, games);
    place->paths[0] = place->path[IN];
    place->options = fit_regions_defaults();
    place->options.rule = rule;
    place->options.paths = place->paths;
    place->options.path_count = 1;
    place->options.out = place->path[OUT];
    place->options.epochs = 2;
    place->options.row_epochs = 2;
    place->options.batch = 32;
    place->options.last_batch = 64;
    place->options.block = 1; /* thousand positions: several blocks */
    place->options.warm_up = 10;
    place->options.heldout_permille = 200;
    place->options.is_quiet = true;
}

static inline void expect_same_file(const char *path, const unsigned char *data, size_t size) {
    size_t other_size;
    unsigned char *other = read_whole(path, &other_size);
    expect(other_size == size && memcmp(other, data, size) == 0);
    free(other);
}

/* Returns a number of the file that changes when it is replaced; 0: there is none. */
static inline ino_t version_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? info.st_ino : 0;
}

/* Runs a fit in a process of its own and kills it after it has saved a few times more. */
static inline void run_and_kill(const Place *place, int saves) {
    const struct timespec pause = {0, 200000};
    pid_t child = fork();
    expect(child >= 0);
    if (child == 0)
        _exit(fit_regions_run(&place->options));
    ino_t before = version_of(place->path[STATE]);
    int status;
    for (int seen = 0; seen < saves && waitpid(child, &status, WNOHANG) == 0;) {
        ino_t now = version_of(place->path[STATE]);
        seen += now != before;
        before = now;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
}

/* Reads a column of a line of the loss curve; line 0 names the columns. */
static inline double number_in(const char *path, int line, int column) {
    char text[4096];
    FILE *file = fopen(path, "r");
    expect(file != NULL);
    for (int i = 0; i <= line; i++)
        expect(fgets(text, sizeof text, file) != NULL);
    fclose(file);
    const char *at = text;
    for (int i = 0; i < column; i++) {
        at = strchr(at, ',');
        expect(at != NULL);
        at++;
    }
    return strtod(at, NULL);
}

#endif
