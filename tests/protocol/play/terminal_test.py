"""`pbrain-kaname play` in a real terminal: keys, widths, Ctrl-C and Ctrl-D.

    terminal_test.py PBRAIN-KANAME
"""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE_S = 30


class Person:
    """The program in a pseudo terminal, and what it has shown."""

    def __init__(self, program, columns, *arguments, **environment):
        self.shown = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()  # what is read may end within a character
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8"}, **environment)
            # The width is there before the program looks at it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            os.execv(program, [program, "play", *arguments])

    def read(self, seconds):
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            data = b""
        self.shown += self.decoder.decode(data)
        return len(data) > 0

    def await_text(self, text):
        """Waits until `text` is shown and forgets all up to its end."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.shown:
            if time.monotonic() > end or not self.read(1):
                self.fail(f"never showed {text!r}")
        before, _, self.shown = self.shown.partition(text)
        return before

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def await_exit(self):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read(0) and select.select([self.terminal], [], [], 0)[0]:
                    pass
                os.close(self.terminal)
                return status
            self.read(0.05)
        self.fail("never left")

    def fail(self, what):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        sys.exit(f"{what}; shown:\n{self.shown}")


def check(is_good, what):
    if not is_good:
        sys.exit(what)


def at_prompt(program, columns, *arguments, **environment):
    person = Person(program, columns, *arguments, **environment)
    person.await_text("\n> ")
    return person


def leave(person, keys):
    person.press(keys)
    check(person.await_exit() == 0, f"no clean exit by {keys!r}")


def ctrl_c_at_the_prompt_leaves(program):
    leave(at_prompt(program, 80), "\x03")


def ctrl_d_leaves(program):
    leave(at_prompt(program, 80), "\x04")


def break_off(program, order):
    """Gives an order that makes the engine think for an hour, and Ctrl-C."""
    person = at_prompt(program, 80, "--time", "3600")
    person.press(order)
    person.await_text("depth 3-")
    person.press("\x03")
    return person


def ctrl_c_ends_the_thinking_with_a_move(program):
    person = break_off(program, "h8\n")
    person.await_text("The engine played ")
    person.await_text("\n> ")
    person.press("moves\n")
    person.await_text("\nh8 ")
    leave(person, "quit\n")


def ctrl_c_costs_no_unsaved_game(program):
    person = at_prompt(program, 80, "--time", "0.05")
    person.press("h8\n")
    person.await_text("The engine played ")
    person.await_text("\n> ")
    person.press("half a line\x03")
    person.await_text("The game is not saved")
    person.await_text("\n> ")
    person.press("moves\n")
    person.await_text("\nh8 ")
    person.await_text("\n> ")
    person.press("\x03")
    person.await_text("The game is not saved")
    person.await_text("\n> ")
    leave(person, "\x03")


def arrow_keys_edit_the_line(program):
    person = at_prompt(program, 80)
    person.press("side bth\x1b[D\x1b[Do\n")
    person.await_text("Move 1, Black: you.")
    person.await_text("\n> ")
    person.press("g9\n")
    person.await_text("Move 2, White: you.")
    person.await_text("\n> ")
    person.press("\x1b[A\x7f8\n")
    person.await_text("Move 3, Black: you.")
    person.await_text("\n> ")
    person.press("moves\n")
    shown = person.await_text("\ng9 g8\r\n")
    check("^[" not in shown, f"keys are shown: {shown!r}")
    leave(person, "\x04")


def ctrl_c_breaks_off_a_game_of_the_engine_alone(program):
    person = break_off(program, "side none\n")
    person.await_text(": you.")
    leave(person, "quit\n")
    for _ in range(3):  # between two searches too
        person = at_prompt(program, 80, "--size", "22", "--level", "casual", "--time", "0.01")
        person.press("side none\n")
        person.await_text("until Ctrl-C.")
        person.await_text("The engine played ")
        person.press("\x03")
        person.await_text(": you.")
        leave(person, "quit\n")


def thoughts_stay_on_one_line(program):
    person = at_prompt(program, 40, "--time", "3600")
    person.press("h8\n")
    shown = person.await_text("depth 5-")
    person.press("\x03")
    shown += "depth 5-" + person.await_text("\r\n15 ")
    thoughts = [part for part in shown.split("\r\033[K") if "win rate" in part]
    check(len(thoughts) >= 3, f"too few thoughts: {shown!r}")
    for thought in thoughts:
        last_line = thought.split("\n")[-1]
        check(len(last_line) <= 39, f"a thought reaches the margin: {last_line!r}")
    leave(person, "\x04")


def ctrl_c_leaves_if_the_output_is_a_pipe(program):
    source, sink = os.pipe()
    pid, terminal = pty.fork()
    if pid == 0:
        os.dup2(sink, 1)
        os.execv(program, [program, "play"])
    os.close(sink)

    def read():
        ready, _, _ = select.select([source], [], [], PATIENCE_S)
        if not ready:
            os.kill(pid, signal.SIGKILL)
            sys.exit("Ctrl-C does not leave")
        return os.read(source, 4096)

    shown = b""
    while b"Move 1, Black: you" not in shown:
        data = read()
        check(data, f"the output ended: {shown!r}")
        shown += data
    os.write(terminal, b"\x03")
    while read():    # up to its end
        pass
    check(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGINT, "not ended by the signal")
    os.close(source)
    os.close(terminal)


def lines_fit(program):
    for columns in (20, 33, 34, 50, 120):
        person = Person(program, columns, "--time", "0.05")
        shown = ""
        for line in ("h8", "help", "hint", "quit"):
            shown += person.await_text("\n> ")
            person.press(line + "\n")
        person.await_exit()
        plain = re.sub(r"\033\[[0-9;]*[mK]", "", shown)
        widest = max(len(part) for line in plain.split("\n") for part in line.split("\r"))
        check(widest <= columns, f"{widest} characters in {columns} columns")


def shown_of_a_move(program, **environment):
    person = at_prompt(program, 80, "--time", "0.05", **environment)
    leave(person, "h8\nquit\n")
    return person.shown


def no_color_is_respected(program):
    mark = "\033[1;33m"
    check(mark in shown_of_a_move(program), "no colours where they are wanted")
    check(mark not in shown_of_a_move(program, NO_COLOR="1"), "colours in spite of NO_COLOR")
    check("\033" not in shown_of_a_move(program, TERM="dumb"), "control codes for a dumb terminal")


def plain_locale_gets_ascii(program):
    check(not shown_of_a_move(program).isascii(), "no other signs than ASCII in UTF-8")
    check(shown_of_a_move(program, LC_ALL="C").isascii(), "other signs than ASCII in the C locale")


def main():
    for test in (
        ctrl_c_at_the_prompt_leaves,
        ctrl_d_leaves,
        ctrl_c_ends_the_thinking_with_a_move,
        ctrl_c_costs_no_unsaved_game,
        arrow_keys_edit_the_line,
        ctrl_c_breaks_off_a_game_of_the_engine_alone,
        ctrl_c_leaves_if_the_output_is_a_pipe,
        thoughts_stay_on_one_line,
        lines_fit,
        no_color_is_respected,
        plain_locale_gets_ascii,
    ):
        print(test.__name__, flush=True)
        test(sys.argv[1])


main()
