#include "study/review/targets.h"

#include "shared/cli/say.h"

#include <stdlib.h>
#include <string.h>

/* Lists the paths that target `index` must not replace. */
static size_t list_busy(const Targets *targets, size_t index, const char **busy) {
    size_t count = 0;
    for (size_t i = 0; i < targets->count; i++)
        if (i != index)
            busy[count++] = targets->targets[i].path;
    for (size_t i = 0; i < targets->input_count; i++)
        busy[count++] = targets->inputs[i];
    return count;
}

static bool is_standard_output(const Target *target) {
    return target->path != NULL && strcmp(target->path, "-") == 0;
}

static Status do_standard_output(const Targets *targets, size_t index, bool writes, void *context) {
    for (size_t i = 0; i < index; i++)
        if (is_standard_output(&targets->targets[i]))
            return STATUS_IN_USE;
    bool is_written =
        !writes || (targets->targets[index].write(stdout, context) && fflush(stdout) == 0);
    return is_written ? STATUS_OK : STATUS_UNWRITABLE;
}

static Status do_target(const Target *target, const FilesRules *rules, bool writes, void *context) {
    FilesDraft draft;
    if (!writes)
        return files_check(target->path, rules);
    Status status = files_draft_begin(&draft, target->path, rules);
    if (status == STATUS_OK)
        status = files_draft_finish(&draft, target->write(draft.file, context));
    return status;
}

static bool do_targets(const Targets *targets, bool writes, void *context) {
    const char **busy = calloc(targets->count + targets->input_count + 1, sizeof *busy);
    Status status = busy != NULL ? STATUS_OK : STATUS_MEMORY;
    for (size_t i = 0; i < targets->count && status == STATUS_OK; i++) {
        const Target *target = &targets->targets[i];
        if (target->path == NULL)
            continue;
        FilesRules rules = {.kind = target->kind,
                            .busy = busy,
                            .busy_count = list_busy(targets, i, busy),
                            .may_stream = true};
        status = is_standard_output(target) ? do_standard_output(targets, i, writes, context)
                                            : do_target(target, &rules, writes, context);
        if (status != STATUS_OK)
            say_error("%s: %s: %s\n", targets->name, target->path, status_reason(status));
    }
    free(busy);
    return status == STATUS_OK;
}

bool targets_check(const Targets *targets) {
    return do_targets(targets, false, NULL);
}

bool targets_write(const Targets *targets, void *context) {
    return do_targets(targets, true, context);
}
