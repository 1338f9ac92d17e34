#include "session/reading.h"

#include "session/commands.h"
#include "session/searches.h"
#include "shared/text/utf8.h"

#include <string.h>

/* ---- Lists --------------------------------------------------------------------------------- */

/* Reads entries up to the end of the piece or of the list, which completes the command. */
static void read_entries(Session *session, Words *rest) {
    CommandInput *input = &session->input;
    if (!stone_list_feed(&input->stones, rest))
        return;
    const Command *command = input->pending;
    input->pending = NULL;
    input->skips_line = true;
    command->handle(session, rest);
}

/* Appends to the command's text as much as fits, without NULs and cut characters. */
static void append_text(CommandInput *input, const char *from, const char *end) {
    size_t used = strlen(input->text);
    end = from + utf8_cut(from, (size_t)(end - from), sizeof input->text - 1 - used);
    for (; from < end; from++)
        if (*from != '\0')
            input->text[used++] = *from;
    input->text[used] = '\0';
}

/* Takes the rest of the line as the command's text, without quotation marks around it. */
static void read_text(CommandInput *input, const Words *rest) {
    Word text = words_rest(rest);
    if (text.length >= 2 && text.text[0] == '"' && text.text[text.length - 1] == '"')
        text = (Word){text.text + 1, text.length - 2};
    append_text(input, text.text, text.text + text.length);
}

static bool starts_with_letter(Word word) {
    char c = word.text[0];
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Reads the words before the first entry. */
static void read_words(CommandInput *input, Words *rest) {
    const char *blank = " ";
    Words before = *rest;
    Word word;
    while (words_next(rest, &word) && !word_is(word, "DONE") && starts_with_letter(word)) {
        append_text(input, word.text, word.text + word.length);
        append_text(input, blank, blank + 1);
        before = *rest;
    }
    *rest = before;
}

static void read_numbers(CommandInput *input, Words *rest, int most) {
    for (int i = 0; i < most && words_integer(rest, &input->numbers[i]);)
        i++;
}

static void begin_list(Session *session, const Command *command, Words *rest) {
    CommandInput *input = &session->input;
    stone_list_clear(&input->stones, session->width, session->height,
                     command->arguments == COMMAND_FLAGGED_STONES);
    memset(input->numbers, 0, sizeof input->numbers);
    input->text[0] = '\0';
    input->pending = command;
    if (command->arguments == COMMAND_TEXT_AND_STONES) {
        read_text(input, rest);
        return; /* further pieces of this line hold no entries */
    }
    input->skips_line = false;
    if (command->arguments == COMMAND_NUMBER_AND_STONES)
        read_numbers(input, rest, 1);
    if (command->arguments == COMMAND_NUMBERS_AND_STONES)
        read_numbers(input, rest, COMMAND_NUMBERS_MAX);
    if (command->arguments == COMMAND_WORDS_AND_STONES)
        read_words(input, rest);
    read_entries(session, rest);
}

/* ---- Commands ------------------------------------------------------------------------------ */

/* Ends everything that must not run beside the command. The fetching of memory uses the engine, as
 * do all commands except those that may come anywhere. */
static void make_way(Session *session, const Command *command) {
    bool ends_search = command->timing == COMMAND_ENDS_SEARCH;
    if (ends_search || (session->is_warming_up && command->timing != COMMAND_ANYWHERE))
        session_end_search(session);
    if (ends_search)
        session->has_asked = false;
}

/* Learns from the command which client speaks, and so which rule its code of the rule means. */
static void hear(Session *session, Word word, Words rest) {
    KanameRule before = settings_rule(&session->settings, &session->dialect);
    dialect_hear(&session->dialect, word, rest);
    if (settings_rule(&session->settings, &session->dialect) != before)
        session->is_forbid_stale = true;
}

static void begin_command(Session *session, Word word, Words *rest) {
    CommandInput *input = &session->input;
    const Command *command = command_find(word);
    input->skips_line = true;
    hear(session, word, *rest);
    if (command == NULL) {
        line_write(session->writer, "UNKNOWN command");
        return;
    }
    make_way(session, command);
    if (command->arguments == COMMAND_FILE_NAME && words_at_end(rest))
        input->pending = command;
    else if (command->arguments == COMMAND_LINE || command->arguments == COMMAND_FILE_NAME)
        command->handle(session, rest);
    else
        begin_list(session, command, rest);
}

/* Reads a line inside a list: a command that may come anywhere, or entries. */
static void read_list_line(Session *session, Words *words) {
    Words rest = *words;
    Word word;
    if (!words_next(&rest, &word))
        return;
    const Command *command = command_find(word);
    if (command != NULL && command->timing == COMMAND_ANYWHERE) {
        session->input.skips_line = true;
        hear(session, word, rest);
        command->handle(session, &rest);
    } else {
        read_entries(session, words);
    }
}

static void read_first_piece(Session *session, Words *words) {
    CommandInput *input = &session->input;
    const Command *pending = input->pending;
    Word word;
    input->skips_line = false;
    if (words_at_end(words))
        return;
    if (pending == NULL) {
        words_next(words, &word);
        begin_command(session, word, words);
    } else if (pending->arguments == COMMAND_FILE_NAME) {
        input->pending = NULL;
        input->skips_line = true;
        pending->handle(session, words);
    } else {
        read_list_line(session, words);
    }
}

void session_read_line(Session *session, LinePiece line) {
    CommandInput *input = &session->input;
    Words words = words_of(line.text, line.length);
    bool is_in_list = input->pending != NULL && input->pending->arguments != COMMAND_FILE_NAME;
    session->arrival_ms = kaname_now_ms();
    /* The client may have read the answer before the thinking thread is at rest. */
    if (atomic_load(&session->job.is_answered))
        thinker_wait(&session->thinker);
    if (!line.continues)
        read_first_piece(session, &words);
    else if (!input->skips_line && is_in_list)
        read_entries(session, &words);
}
