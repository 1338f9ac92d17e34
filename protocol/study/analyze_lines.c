#include "study/analyze_lines.h"

#include <stdbool.h>

static bool has_move(const KanameReport *lines, int count, KanamePoint move) {
    for (int i = 0; i < count; i++)
        if (lines[i].pv[0].x == move.x && lines[i].pv[0].y == move.y)
            return true;
    return false;
}

void analyze_finish_lines(AnalyzeLines *lines) {
    for (int i = 0; i < lines->count && lines->new_count < lines->wanted; i++)
        if (!has_move(lines->new_lines, lines->new_count, lines->lines[i].pv[0]))
            lines->new_lines[lines->new_count++] = lines->lines[i];
    /* Insertion: stable, and the lines are few. */
    lines->count = 0;
    for (int i = 0; i < lines->new_count; i++) {
        int at = lines->count++;
        for (; at > 0 && lines->lines[at - 1].score < lines->new_lines[i].score; at--)
            lines->lines[at] = lines->lines[at - 1];
        lines->lines[at] = lines->new_lines[i];
    }
    lines->new_count = 0;
}

void analyze_add_report(AnalyzeLines *lines, const KanameReport *report) {
    if (report->pv_count == 0 || report->line < 0 || report->line >= lines->wanted)
        return;
    if (report->line == 0)
        analyze_finish_lines(lines);
    if (!has_move(lines->new_lines, lines->new_count, report->pv[0]) &&
        lines->new_count < lines->wanted)
        lines->new_lines[lines->new_count++] = *report;
}
