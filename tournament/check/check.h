/* check.h: `kaname-tournament check -engine cmd=...`: checks whether an engine follows the
 * protocol.
 *
 * Every point runs on its own process; a failed point prints its dialogue. The points that
 * tournament managers depend on decide the exit status. The others are advice: their failures are
 * printed but do not count. */
#ifndef TOURNAMENT_CHECK_CHECK_H
#define TOURNAMENT_CHECK_CHECK_H

#include "shared/cli/option.h"

/* Exit status: 0 if all points that count passed, 1 if one failed or the engine cannot be started,
 * 2 for a wrong word, 3 if stopped by SIGINT before the last point with none failed. */
extern const OptionCommand check_command;

#endif
