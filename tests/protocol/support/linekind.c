#include "protocol/support/linekind.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "kaname.h"

enum { POINTS_MAX = 12 };

bool starts_with(const char *line, const char *start) {
    return strncmp(line, start, strlen(start)) == 0;
}

/* `x,y` pairs separated by one blank, to the end of the line; behind the third, or the only one, of
 * an opening the number of fifth moves may stand. */
static bool are_points(const char *line) {
    int x, y, length = 0, count = 0, fifths;
    for (; sscanf(line, "%2d,%2d%n", &x, &y, &length) == 2; line += length + (line[length] == ' '))
        if (line[0] == ' ' || x < 0 || x >= KANAME_MAX_SIZE || y < 0 || y >= KANAME_MAX_SIZE ||
            ++count > POINTS_MAX)
            return false;
    if ((count == 1 || count == 3) && sscanf(line, "%2d%n", &fifths, &length) == 1)
        return line[0] != ' ' && line[length] == '\0' && fifths >= 1 && fifths <= POINTS_MAX;
    return *line == '\0' && count > 0;
}

/* `FORBID `, four digits a point, a dot. */
static bool is_forbid(const char *line) {
    size_t prefix = strlen("FORBID "), digits;
    if (!starts_with(line, "FORBID "))
        return false;
    digits = strspn(line + prefix, "0123456789");
    return digits % 4 == 0 && strcmp(line + prefix + digits, ".") == 0;
}

/* Does it begin so in any case? */
static bool seems_to_start_with(const char *line, const char *start) {
    for (; *start != '\0'; line++, start++)
        if (toupper((unsigned char)*line) != *start)
            return false;
    return true;
}

/* Yixin-Board takes every such line apart, in capitals, and writes where its numbers tell. */
static bool is_database_reply(const char *line) {
    int x, y, tag, value, depth, length = 0;
    if (!starts_with(line, "MESSAGE DATABASE "))
        return false;
    line += strlen("MESSAGE DATABASE ");
    if (strcmp(line, "REFRESH") == 0 || strcmp(line, "DONE") == 0 || starts_with(line, "TEXT \""))
        return true;
    if (starts_with(line, "ONE "))
        return sscanf(line, "ONE %6d %6d %6d%n", &tag, &value, &depth, &length) == 3 &&
               line[length] == '\0';
    return sscanf(line, "%2d %2d %6d %6d %6d%n", &x, &y, &tag, &value, &depth, &length) == 5 &&
           line[length] == '\0' && x >= 0 && x < KANAME_MAX_SIZE && y >= 0 && y < KANAME_MAX_SIZE;
}

LineKind line_kind(const char *line) {
    if (seems_to_start_with(line, "MESSAGE DATABASE"))
        return is_database_reply(line) ? LINE_NOTE : LINE_UNKNOWN;
    if (starts_with(line, "MESSAGE ") || starts_with(line, "INFO "))
        return LINE_NOTE;
    bool is_reply = strcmp(line, "OK") == 0 || strcmp(line, "SWAP") == 0 ||
                    strcmp(line, "UNKNOWN command") == 0 || starts_with(line, "ERROR ") ||
                    starts_with(line, "name=\"") || are_points(line) || is_forbid(line);
    return is_reply ? LINE_REPLY : LINE_UNKNOWN;
}
