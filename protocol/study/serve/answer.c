#include "study/serve/answer.h"

#include "io/json.h"
#include "study/analyze_output.h"

#include <inttypes.h>

static void begin(FILE *file, const char *id, const char *type) {
    fputs("{\"id\":", file);
    if (id[0] == '\0')
        fputs("null", file);
    else
        json_write_string(file, id);
    fprintf(file, ",\"type\":\"%s\"", type);
}

static void end(FILE *file) {
    fputs("}\n", file);
}

static const char *truth(bool is_true) {
    return is_true ? "true" : "false";
}

void answer_finding(FILE *file, AnswerType type, const char *id, const KanameEngine *engine,
                    const Finding *finding) {
    static const char *const types[] = {"report", "position", "final"};
    static const char *const ends[] = {[POSITION_GOES_ON] = "null",
                                       [POSITION_BLACK_WON] = "\"black\"",
                                       [POSITION_WHITE_WON] = "\"white\"",
                                       [POSITION_DRAWN] = "\"draw\""};
    begin(file, id, types[type]);
    fprintf(file, ",\"ply\":%" PRIu32, finding->ply);
    if (finding->status != KANAME_OK) {
        fputs(",\"error\":", file);
        json_write_string(file, kaname_status_text(finding->status));
        end(file);
        return;
    }
    fprintf(file, ",\"to_move\":\"%s\",\"end\":%s",
            kaname_to_move(engine) == KANAME_BLACK ? "black" : "white", ends[finding->end]);
    if (type != ANSWER_REPORT)
        fprintf(file, ",\"cancelled\":%s", truth(finding->is_cancelled));
    fprintf(file, ",\"nodes\":%" PRIu64 ",\"time_ms\":%" PRId64 ",\"lines\":", finding->nodes,
            finding->time_ms);
    analyze_write_json_lines(file, engine, finding->lines);
    end(file);
}

void answer_end(FILE *file, const char *id, size_t positions, bool is_cancelled) {
    begin(file, id, "final");
    fprintf(file, ",\"positions\":%zu,\"cancelled\":%s", positions, truth(is_cancelled));
    end(file);
}

void answer_cancelled(FILE *file, const char *id, size_t requests) {
    begin(file, id, "final");
    fprintf(file, ",\"requests\":%zu", requests);
    end(file);
}

void answer_version(FILE *file, const char *id, const KanameEngine *engine, int threads) {
    begin(file, id, "final");
    fputs(",\"version\":", file);
    json_write_string(file, kaname_version());
    fprintf(file, ",\"weights\":\"%08" PRIx32 "\",\"isa\":\"%s\",\"threads\":%d",
            kaname_weights_id(engine), kaname_isa(engine), threads);
    end(file);
}

void answer_error(FILE *file, const char *id, const char *error) {
    begin(file, id, "error");
    fputs(",\"error\":", file);
    json_write_string(file, error);
    end(file);
}
