"""A nats-server for tests, on a free loopback port with a store of its own, and tests that use it."""
import argparse
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest


def options_of(doc, *programs, **numbers):
    """The arguments of a script: paths of programs, then --NAME N of each number, with its default;
    False stands for an option without a number. None if nats-server is not installed."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    for program in programs:
        parser.add_argument(program, type=os.path.abspath)
    for name, default in numbers.items():
        how = {"action": "store_true"} if default is False else {"type": type(default)}
        parser.add_argument("--" + name.replace("_", "-"), default=default, **how)
    options = parser.parse_args()
    return options if shutil.which("nats-server") else None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_server(folder, port, *more, log="server.log", store="store"):
    """Starts the server and waits until it answers. Its store lies in the folder; None: where the
    words say."""
    words = ["nats-server", "-js", "-a", "127.0.0.1", "-p", str(port), *more]
    if store is not None:
        words += ["-sd", str(folder / store)]
    with open(folder / log, "a") as out:
        process = subprocess.Popen(words, cwd=folder, stdout=out, stderr=out)
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.05)
    process.kill()
    process.wait()
    raise RuntimeError("nats-server does not start: " + (folder / log).read_text()[-500:])


class GridCase(unittest.TestCase):
    """Tests with a folder and a server of their own; what they start ends with them."""
    limit_s = 200  # on a loaded machine

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kaname-grid-"))
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.processes = [start_server(self.folder, self.port)]

    def tearDown(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder)

    def start(self, words, log, **environment):
        with open(self.folder / log, "a") as out:
            process = subprocess.Popen([str(word) for word in words], cwd=self.folder, stdout=out, stderr=out,
                                       env={"TMPDIR": str(self.folder), **os.environ, **environment})
        self.processes.append(process)
        return process

    def ask(self, subject):
        """Returns the server's answer to a request."""
        with socket.create_connection(("127.0.0.1", self.port)) as link:
            file = link.makefile("rwb")
            file.readline()
            file.write(f"CONNECT {{}}\r\nSUB answer 1\r\nPUB {subject} answer 0\r\n\r\n".encode())
            file.flush()
            while True:
                line = file.readline()
                if not line:
                    raise RuntimeError("the server ended the connection")
                if line.startswith(b"MSG"):
                    return json.loads(file.read(int(line.split()[-1])))

    def text(self, name):
        return (self.folder / name).read_text(errors="replace")

    def wait_for(self, text, log, count=1):
        end = time.monotonic() + self.limit_s
        while self.text(log).count(text) < count and time.monotonic() < end:
            time.sleep(0.02)
        self.assertGreaterEqual(self.text(log).count(text), count, text + "\n" + self.text(log))


def run_cases(tournament):
    """Runs the tests of the calling script that its third and further words name, or all. Returns the exit status."""
    words = subprocess.run([tournament, "--help"], capture_output=True, text=True, check=True).stdout
    if shutil.which("nats-server") is None or "-grid" not in words.split("Subcommands")[0]:
        return 77
    result = unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False).result
    return 0 if result.wasSuccessful() else 1
