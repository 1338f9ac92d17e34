/* kaname_web.c: the functions that the page's worker calls in the WebAssembly module. */
#include "web/handlers/web_commands.h"

#include <stdlib.h>

WebDesk *kaname_web_open(void);
char *kaname_web_buffer(size_t size);
char *kaname_web_ask(WebDesk *desk, const char *line, const char *data, size_t data_size);
void kaname_web_free(char *text);

/* Returns the desk; NULL if out of memory. */
WebDesk *kaname_web_open(void) {
    return desk_new();
}

/* Returns memory for a request or a file's bytes. */
char *kaname_web_buffer(size_t size) {
    return malloc(size);
}

/* Answers a request, as web_answer() does. */
char *kaname_web_ask(WebDesk *desk, const char *line, const char *data, size_t data_size) {
    return web_answer(desk, line, data, data_size);
}

/* Frees an answer or a buffer. */
void kaname_web_free(char *text) {
    free(text);
}
