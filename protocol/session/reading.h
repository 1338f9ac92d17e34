/* reading.h: turns the client's lines into commands and runs them. Reader's thread. */
#ifndef KANAME_PROTOCOL_SESSION_READING_H
#define KANAME_PROTOCOL_SESSION_READING_H

#include "io/lines.h"
#include "session/state.h"

/* Takes a line, or a piece of a long one, and runs the command that it completes, if any. */
void session_read_line(Session *session, LinePiece line);

#endif
