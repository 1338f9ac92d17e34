/* analyze_lines.h: collects the best lines of a search from its reports. Pure functions. */
#ifndef KANAME_PROTOCOL_STUDY_ANALYZE_LINES_H
#define KANAME_PROTOCOL_STUDY_ANALYZE_LINES_H

#include "kaname.h"

enum { ANALYZE_LINES_MAX = 64 };

/* The lines of a search, best first, each move at most once as the first of a line. */
typedef struct AnalyzeLines {
    int wanted, count;
    KanameReport lines[ANALYZE_LINES_MAX];
    int new_count; /* of the iteration in progress */
    KanameReport new_lines[ANALYZE_LINES_MAX];
} AnalyzeLines;

/* Adds a report; pass reports in the order in which the search sends them. */
void analyze_add_report(AnalyzeLines *lines, const KanameReport *report);
/* Call after the last report: completes the lines with those of the previous iteration and sorts
 * them. */
void analyze_finish_lines(AnalyzeLines *lines);

#endif
