/* answer.h: what `pbrain-kaname serve` answers, one JSON object a line. */
#ifndef KANAME_PROTOCOL_STUDY_SERVE_ANSWER_H
#define KANAME_PROTOCOL_STUDY_SERVE_ANSWER_H

#include "kaname.h"
#include "study/analyze_lines.h"
#include "study/serve/position.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum AnswerType {
    ANSWER_REPORT,   /* of a search that goes on */
    ANSWER_POSITION, /* of one of several positions */
    ANSWER_FINAL     /* the last one of a request */
} AnswerType;

/* What a search of a position has found. */
typedef struct Finding {
    uint32_t ply;
    PositionEnd end;
    KanameStatus status; /* other than KANAME_OK: the search failed, and the rest is undefined */
    bool is_cancelled;
    uint64_t nodes;
    int64_t time_ms;
    const AnalyzeLines *lines;
} Finding;

/* Write one line. `engine` holds the position. */
void answer_finding(FILE *file, AnswerType type, const char *id, const KanameEngine *engine,
                    const Finding *finding);
/* The final answer of a request without a finding of its own: `positions` of those asked for were
 * analyzed to the end of their limits. */
void answer_end(FILE *file, const char *id, size_t positions, bool is_cancelled);
/* The final answer of a request that cancels: how many requests it found in flight. */
void answer_cancelled(FILE *file, const char *id, size_t requests);
void answer_version(FILE *file, const char *id, const KanameEngine *engine, int threads);
/* A line that is no request, or a request that is refused; `id` may be empty. */
void answer_error(FILE *file, const char *id, const char *error);

#endif
