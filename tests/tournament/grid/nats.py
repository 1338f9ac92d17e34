"""A nats-server for tests, on a free loopback port with a store of its own."""
import argparse
import os
import shutil
import socket
import subprocess
import time


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
