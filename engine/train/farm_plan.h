/* farm_plan.h: what a farm plays. A plan is text, a line a kind of games:
 *
 *   NAME SHARE OPTIONS...
 *
 * NAME names the kind: letters, digits and '-'; blocks whose name begins with `heldout` are never
 * deleted. SHARE: percent of the processor time, in proportion to the sum of all. OPTIONS: those of
 * `generate` that say how games are played (generate_rows.h). Empty lines and lines that begin
 * with '#' are ignored. */
#ifndef KANAME_TRAIN_FARM_PLAN_H
#define KANAME_TRAIN_FARM_PLAN_H

#include "train/generate_options.h"

enum { FARM_KINDS_MAX = 64, FARM_NAME_BYTES = 32, FARM_LINE_BYTES = 400 };

#define FARM_HELDOUT "heldout"

typedef struct FarmKind {
    char name[FARM_NAME_BYTES];
    double share;
    GenerateOptions options;
    char line[FARM_LINE_BYTES]; /* as it was read */
} FarmKind;

typedef struct FarmPlan {
    FarmKind kinds[FARM_KINDS_MAX];
    int count;
} FarmPlan;

/* The plan of a farm that has none: a text of lines. */
const char *farm_plan_default(void);
/* Reads a plan. Returns false on a mistake, which `error` names with its line. */
bool farm_plan_read(FarmPlan *plan, const char *text, char *error, size_t error_size);

#endif
