/* json.h: writes JSON strings. */
#ifndef KANAME_PROTOCOL_IO_JSON_H
#define KANAME_PROTOCOL_IO_JSON_H

#include <stdio.h>

/* Writes the text, which is UTF-8, quoted and escaped. Escapes `<` too, so that the JSON can be
 * embedded in a page. */
void json_write_string(FILE *file, const char *text);

#endif
