"""mpv's JSON IPC: the time of a request and of an event, and the cost of many observers."""

import contextlib
import json
import math
import select
import selectors
import socket
import subprocess
import tempfile
import threading
import time
from statistics import median

import processes
from table import milliseconds, percent, Row, spread

MPV = ["mpv", "--no-config", "--no-terminal", "--no-video", "--ao=null", "--loop-file=inf"]
LIMIT = 30


class Client:
    """A connection to a player."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(LIMIT)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")

    def send(self, *command):
        self.socket.sendall(json.dumps({"command": command, "request_id": 1}).encode() + b"\n")

    def reply(self):
        while line := self.lines.readline():
            if b'"request_id":1' in line:
                return json.loads(line)
        raise processes.Failure("the player has closed the connection")

    def ask(self, *command):
        self.send(*command)
        return self.reply()

    def await_event(self, start):
        while line := self.lines.readline():
            if line.startswith(start):
                return line
        raise processes.Failure("the player has closed the connection")


@contextlib.contextmanager
def serving(command):
    """Runs a player and yields the path of its socket, once it plays."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/socket"
        with processes.running(
            [*command, f"--input-ipc-server={path}"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL) as child:
            start = time.monotonic()
            while True:
                with contextlib.suppress(OSError):
                    client = Client(path)
                    break
                if child.poll() is not None or time.monotonic() - start > LIMIT:
                    raise processes.Failure(f"{' '.join(command)}: serves nobody")
                time.sleep(0.01)
            while not client.ask("get_property", "time-pos").get("data"):
                time.sleep(0.01)
            yield child, path, client


def percentile(values, share):
    return sorted(values)[math.ceil(len(values) * share / 100) - 1]


def requests(client, count):
    """Returns the times of requests that arrive one after the other, with pauses."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        client.ask("get_property", "time-pos")
        times.append(time.perf_counter() - start)
        time.sleep(0.001)
    return times


def pauses(client, count):
    """Returns the times from sending a command that pauses or plays to its event."""
    client.ask("observe_property", 7, "pause")
    client.await_event(b'{"event":"property-change","id":7')
    times = []
    for index in range(count):
        time.sleep(0.01)
        start = time.perf_counter()
        client.send("set_property", "pause", index % 2 == 0)
        client.await_event(b'{"event":"property-change","id":7')
        times.append(time.perf_counter() - start)
    return times


def rows(programs, files, pairs, count, duration):
    ours = [programs.playhead, "--quiet", "--loop", files.full_hd]
    theirs = [*MPV, files.full_hd]
    yield from times(ours, theirs, pairs, count)
    yield observers(ours, duration)
    yield deaf(ours, count)


def times(ours, theirs, pairs, count):
    has_mpv = processes.is_installed("mpv")
    taken = {"ours": ([], []), "mpv": ([], [])}
    for _ in range(pairs):
        for name, command in [("ours", ours)] + [("mpv", theirs)] * has_mpv:
            with serving(command) as (_, _, client):
                taken[name][0].append(percentile(requests(client, count), 99))
                taken[name][1].append(percentile(pauses(client, count // 10), 99))
    (request, pause), (peer, peer_pause) = taken["ours"], taken["mpv"]
    name = "get_property time-pos: p99"
    yield limit(name, request, 0.001)
    if has_mpv:
        yield Row(
            f"{name} to mpv's", median(request) / median(peer), 1, milliseconds(median(request)),
            milliseconds(median(peer)), spread([one / other for one, other in zip(request, peer)]))
    note = f"mpv {milliseconds(median(peer_pause))}" if has_mpv else "no mpv"
    yield limit("pause command to its event: p99", pause, 0.002, note)


def limit(name, values, reach, note=""):
    return Row(
        name, median(values) / reach, 1, milliseconds(median(values)), milliseconds(reach),
        spread([value / reach for value in values]), note)


def observers(command, duration):
    """Measures the player's share of a core while 100 clients get 10 updates per second each."""
    count = 100
    with serving(command) as (child, path, _):
        clients = [Client(path) for _ in range(count)]
        for client in clients:
            client.send("observe_property", 1, "time-pos")
        received = Reader([client.socket for client in clients])
        time.sleep(1)
        start, before, first = time.monotonic(), processes.cpu_nanoseconds(child.pid), received.lines
        time.sleep(duration)
        last, after, end = received.lines, processes.cpu_nanoseconds(child.pid), time.monotonic()
        received.stop()
    share = (after - before) / 1e9 / (end - start)
    rate = (last - first) / count / (end - start)
    if not 9 < rate < 11:
        raise processes.Failure(f"each of {count} observers gets {rate:.1f} updates per second")
    return Row(
        f"{count} observers, 10 updates/s: share of a core", share / 0.05, 1, percent(share),
        percent(0.05), "", f"{rate:.2f} updates/s each")


class Reader(threading.Thread):
    """Counts the lines that arrive at sockets."""

    def __init__(self, sockets):
        super().__init__(daemon=True)
        self.lines = 0
        self.sockets = sockets
        self.is_over = False
        self.start()

    def run(self):
        selector = selectors.DefaultSelector()
        for one in self.sockets:
            one.setblocking(False)
            selector.register(one, selectors.EVENT_READ)
        while not self.is_over:
            for key, _ in selector.select(0.1):
                self.lines += key.fileobj.recv(65536).count(b"\n")

    def stop(self):
        self.is_over = True
        self.join()


def deaf(command, count):
    """Measures the requests of a client while others get many updates that they do not read."""
    with serving(command) as (_, path, client):
        others = [Client(path) for _ in range(2)]
        for other in others:
            # The player carries out no further commands of a client that does not read the replies.
            for index in range(1000):
                other.ask("observe_property", index + 1, "time-pos")
        taken = []
        dropped = 0
        start = time.monotonic()
        while dropped < len(others):
            taken += requests(client, count // 10)
            # The end of a connection that was cut is seen although nothing was read.
            dropped = sum(is_closed(other.socket) for other in others)
            if time.monotonic() - start > 2 * LIMIT:
                raise processes.Failure("a client that does not read is not disconnected")
        return limit(
            "clients that do not read: p99 of another's requests", [percentile(taken, 99)], 0.001,
            f"disconnected after {time.monotonic() - start:.1f} s")


def is_closed(one):
    events = select.poll()
    events.register(one, select.POLLRDHUP)
    return bool(events.poll(0))
