#include "kaname.h"

#include "base/rule.h"

const char *kaname_status_text(KanameStatus status) {
    switch (status) {
    case KANAME_OK:
        return "no error";
    case KANAME_ERR_MEMORY:
        return "out of memory";
    case KANAME_ERR_SIZE:
        return "unsupported board size";
    case KANAME_ERR_RULE:
        return "unsupported rule";
    case KANAME_ERR_OFF_BOARD:
        return "point is not on the board";
    case KANAME_ERR_OCCUPIED:
        return "point is not empty";
    case KANAME_ERR_EMPTY:
        return "no stone to take back";
    case KANAME_ERR_NOT_LAST:
        return "not the last stone";
    case KANAME_ERR_NO_MOVE:
        return "no move is left";
    case KANAME_ERR_RANGE:
        return "value out of range";
    case KANAME_ERR_UNSUPPORTED:
        return "not supported";
    case KANAME_ERR_IO:
        return "cannot be read or written";
    case KANAME_ERR_FOREIGN:
        return "not such a file";
    case KANAME_ERR_VERSION:
        return "of another version";
    case KANAME_ERR_DAMAGED:
        return "damaged";
    case KANAME_ERR_MISMATCH:
        return "made for another rule, size or version";
    case KANAME_ERR_WEIGHTS:
        return "made with other evaluation weights";
    case KANAME_ERR_OBSOLETE:
        return "a network of a shape that this version no longer reads; fit it again with "
               "'kaname-train fit-regions'";
    }
    return "unknown error";
}

const char *kaname_rule_name(KanameRule rule) {
    return rule_name((Rule)rule);
}

const char *kaname_version(void) {
    return KANAME_VERSION;
}

int kaname_score_win_plies(int score) {
    if (is_win(score))
        return SCORE_WIN - score;
    return is_loss(score) ? -(SCORE_WIN + score) : 0;
}
