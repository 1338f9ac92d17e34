/* analyze_lines.h: the best lines of a search, put together from its reports. Pure functions. */
#ifndef KANAME_PROTOCOL_TOOLS_ANALYZE_LINES_H
#define KANAME_PROTOCOL_TOOLS_ANALYZE_LINES_H

#include "kaname.h"

enum { ANALYZE_LINES_MAX = 64 };

/* The lines of a search, best first, each move at most once as the first of a line. */
typedef struct AnalyzeLines {
    int wanted, count;
    KanameReport lines[ANALYZE_LINES_MAX];
    int new_count; /* of the iteration that is not yet complete */
    KanameReport new_lines[ANALYZE_LINES_MAX];
} AnalyzeLines;

/* Takes a report in the order in which searches send them. */
void analyze_add_report(AnalyzeLines *lines, const KanameReport *report);
/* Call after the last report: completes the lines by those of the iteration before, and sorts. */
void analyze_finish_lines(AnalyzeLines *lines);

#endif
