#include "train/fit_outputs.h"

#include <string.h>

#include "train/dataset.h"

bool fit_complain(const FitOutputs *outputs, const char *path, const char *why) {
    fprintf(stderr, "%s: %s: %s\n", outputs->command, path, why);
    return false;
}

bool fit_outputs_check(const FitOutputs *outputs, char *const *paths, int path_count) {
    const char *busy[FIT_INPUTS_MAX + FIT_OUTPUTS];
    memcpy(busy, outputs->inputs, sizeof outputs->inputs);
    for (int kind = 0; kind < FIT_OUTPUTS; kind++)
        busy[FIT_INPUTS_MAX + kind] = outputs->of[kind].path;
    for (int kind = 0; kind < FIT_OUTPUTS; kind++) {
        const FitOutput *output = &outputs->of[kind];
        Status status = game_files_check_output(
            paths, path_count, busy, FIT_INPUTS_MAX + FIT_OUTPUTS, output->path, &output->rules);
        if (status != STATUS_OK)
            return fit_complain(outputs, output->path, status_reason(status));
    }
    return true;
}

bool fit_outputs_write(const FitOutputs *outputs, FitOutputKind kind,
                       void (*write)(const void *content, FILE *file), const void *content) {
    const FitOutput *output = &outputs->of[kind];
    if (output->path == NULL)
        return true;
    Status status = files_replace_by(output->path, &output->rules, write, content);
    return status == STATUS_OK || fit_complain(outputs, output->path, status_reason(status));
}
