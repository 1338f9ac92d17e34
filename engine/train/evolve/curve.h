/* curve.h: reads the loss curve of a fit, comma-separated values with a first line of names. */
#ifndef KANAME_TRAIN_EVOLVE_CURVE_H
#define KANAME_TRAIN_EVOLVE_CURVE_H

/* Returns the last number of the column; 0 if there is none. `model`: of the lines whose first
 * field it is; NULL: of all lines. */
double curve_last(const char *text, const char *column, const char *model);

#endif
