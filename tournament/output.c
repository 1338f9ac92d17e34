#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/formats.h"
#include "sample.h"

typedef struct Waiting {
    GameRecord game;
    struct Waiting *next;
} Waiting;

struct Output {
    const Options *options;
    FILE *files[OUTPUT_FILES - 1];
    SampleWriter *samples;
    OutputOffsets offsets;
    int64_t next_number;
    Waiting *waiting; /* by rising number */
    char error[400];
};

enum { FILE_PGN, FILE_SGF, FILE_MESSAGES, FILE_SAMPLES };

static const char *path_of(const Options *options, int file) {
    const char *const paths[OUTPUT_FILES] = {options->pgn, options->sgf, options->messages,
                                             options->sample_file};
    return paths[file];
}

static bool fail(Output *output, int file) {
    snprintf(output->error, sizeof output->error, "%s: %s", path_of(output->options, file),
             strerror(errno));
    return false;
}

static void close_all(Output *output) {
    for (int i = 0; i < FILE_SAMPLES; i++)
        if (output->files[i] != NULL && fclose(output->files[i]) != 0 && output->error[0] == '\0')
            fail(output, i);
    if (!sample_close(output->samples) && output->error[0] == '\0')
        fail(output, FILE_SAMPLES);
    while (output->waiting != NULL) {
        Waiting *waiting = output->waiting;
        output->waiting = waiting->next;
        game_record_release(&waiting->game);
        free(waiting);
    }
}

static int64_t size_of_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    int64_t size = fseek(file, 0, SEEK_END) == 0 ? (int64_t)ftell(file) : 0;
    fclose(file);
    return size;
}

static bool open_text(Output *output, int file, const OutputOffsets *resume_from) {
    const char *path = path_of(output->options, file);
    if (path == NULL)
        return true;
    output->files[file] = fopen(path, "ab");
    if (output->files[file] == NULL)
        return fail(output, file);
    if (resume_from != NULL &&
        ftruncate(fileno(output->files[file]), (off_t)resume_from->at[file]) != 0)
        return fail(output, file);
    return true;
}

Output *output_open(const Options *options, uint64_t seed, const OutputOffsets *resume_from,
                    char *error, size_t error_size) {
    Output *output = calloc(1, sizeof *output);
    snprintf(error, error_size, "no memory");
    if (output == NULL)
        return NULL;
    output->options = options;
    output->next_number = 1;
    for (int i = 0; i < OUTPUT_FILES; i++) {
        bool is_anew = i == FILE_SAMPLES && options->is_sample_lz4;
        const char *path = path_of(options, i);
        output->offsets.at[i] = path == NULL || is_anew ? 0 : size_of_file(path);
    }
    if (resume_from != NULL)
        output->offsets = *resume_from;
    bool is_open = true;
    for (int i = 0; i < FILE_SAMPLES && is_open; i++)
        is_open = open_text(output, i, resume_from);
    if (is_open && options->sample != SAMPLE_NONE) {
        output->samples = sample_open(options->sample_file, options->sample, options->is_sample_lz4,
                                      options->sample_freq, seed,
                                      resume_from != NULL ? resume_from->at[FILE_SAMPLES] : -1);
        is_open = output->samples != NULL || fail(output, FILE_SAMPLES);
    }
    if (!is_open) {
        snprintf(error, error_size, "%s", output->error);
        close_all(output);
        free(output);
        return NULL;
    }
    return output;
}

OutputOffsets output_offsets(const Output *output) {
    return output->offsets;
}

const char *output_error(const Output *output) {
    return output->error;
}

/* The first engine of the encounter lost. */
static bool is_first_lost(const GameRecord *game) {
    int first = game->white_is_first ? GAME_WHITE : GAME_BLACK, winner = game_record_winner(game);
    return winner >= 0 && winner != first;
}

static void put_messages(FILE *file, const GameRecord *game) {
    fprintf(file, "----------------------------------------\nGame ID: %lld\nEngines: %s x %s\n",
            (long long)game->number, game->name[GAME_BLACK], game->name[GAME_WHITE]);
    for (size_t i = 0; i < game->move_count; i++) {
        const char *at = game->moves[i].messages;
        while (at != NULL && *at != '\0') {
            size_t length = strcspn(at, "\n");
            fprintf(file, "%zu) %s: %.*s\n", i + 1, game->name[i % 2], (int)length, at);
            at += length + (at[length] == '\n');
        }
    }
}

static bool put_game(Output *output, const GameRecord *game) {
    if (output->options->is_lose_only && !is_first_lost(game))
        return true;
    if (output->files[FILE_PGN] != NULL)
        format_pgn(output->files[FILE_PGN], game);
    if (output->files[FILE_SGF] != NULL)
        format_sgf(output->files[FILE_SGF], game);
    if (output->files[FILE_MESSAGES] != NULL)
        put_messages(output->files[FILE_MESSAGES], game);
    for (int i = 0; i < FILE_SAMPLES; i++)
        if (output->files[i] != NULL && (fflush(output->files[i]) != 0 || ferror(output->files[i])))
            return fail(output, i);
    if (output->samples != NULL && !sample_add(output->samples, game))
        return fail(output, FILE_SAMPLES);
    return true;
}

/* Writes the first of those waiting; false: it could not be written. */
static bool put_first(Output *output) {
    Waiting *waiting = output->waiting;
    output->waiting = waiting->next;
    output->next_number = waiting->game.number + 1;
    bool is_put = put_game(output, &waiting->game);
    game_record_release(&waiting->game);
    free(waiting);
    return is_put;
}

bool output_add(Output *output, GameRecord *game) {
    Waiting *waiting = malloc(sizeof *waiting);
    if (waiting == NULL) {
        snprintf(output->error, sizeof output->error, "no memory");
        return false;
    }
    waiting->game = *game;
    game_record_init(game);
    Waiting **link = &output->waiting;
    while (*link != NULL && (*link)->game.number < waiting->game.number)
        link = &(*link)->next;
    waiting->next = *link;
    *link = waiting;
    bool is_put = true;
    while (is_put && output->waiting != NULL && output->waiting->game.number <= output->next_number)
        is_put = put_first(output);
    return is_put;
}

bool output_close(Output *output, char *error, size_t error_size) {
    if (output == NULL)
        return true;
    while (output->error[0] == '\0' && output->waiting != NULL)
        put_first(output);
    close_all(output);
    snprintf(error, error_size, "%s", output->error);
    bool is_written = output->error[0] == '\0';
    free(output);
    return is_written;
}
