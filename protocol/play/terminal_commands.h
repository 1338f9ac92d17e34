/* terminal_commands.h: the words that a person may type instead of a move. */
#ifndef KANAME_PROTOCOL_PLAY_TERMINAL_COMMANDS_H
#define KANAME_PROTOCOL_PLAY_TERMINAL_COMMANDS_H

#include "play/terminal.h"
#include "shared/text/words.h"

/* Runs the command `word` with the rest of its line. Returns false if there is no such command. */
bool terminal_command(Terminal *terminal, Word word, Words *rest);

#endif
