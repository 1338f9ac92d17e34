"""A nats-server for tests, on a free loopback port with a store of its own."""
import socket
import subprocess
import time


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
