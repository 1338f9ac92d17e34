/* farm_plan.h: the kinds of games that a farm plays. A plan is text, one line for each kind:
 *
 *   NAME SHARE OPTIONS...
 *
 * NAME names the kind: letters, digits and '-'; blocks whose name begins with `heldout` are never
 * deleted. SHARE: processor time in percent, relative to the sum of all shares. OPTIONS: those of
 * `generate` that control play (generate_rows.h). Empty lines and lines that begin with '#'
 * are ignored. */
#ifndef KANAME_TRAIN_FARM_PLAN_H
#define KANAME_TRAIN_FARM_PLAN_H

#include "shared/status/failure.h"
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

/* The default plan, as text. */
const char *farm_plan_default(void);
/* Reads a plan. On a mistake returns false and writes the line and the reason to `failure`. */
bool farm_plan_read(FarmPlan *plan, const char *text, Failure *failure);

#endif
