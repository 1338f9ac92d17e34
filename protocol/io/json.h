/* json.h: strings in JSON, for programs that write few of them. */
#ifndef KANAME_PROTOCOL_IO_JSON_H
#define KANAME_PROTOCOL_IO_JSON_H

#include <stdio.h>

/* Writes the text, which is UTF-8, in quotes and escaped; `<` too, so that the JSON may stand in a
 * page. */
void json_write_string(FILE *file, const char *text);

#endif
