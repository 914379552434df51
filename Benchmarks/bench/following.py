"""`playhead follow`: by how much the sounds of two players differ, each on a device that knows what is heard; and
what a follower costs."""

import contextlib
import glob
import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import attaching
import hearing
import ipc
import processes
import sound
from table import milliseconds, percent, Row

PERIOD = 0.02
SETTLING = 3
"""The time after a start, a seek or a pause in which players may differ, in seconds."""
LENGTH = 100
"""The seconds of the file, which mpv repeats."""
PATIENCE = 4
"""How many times as long as needed a quiet machine is awaited."""
DEVIATION = 200
"""By how much two devices deviate from their rate, in opposite directions, in millionths."""
MPV = ["mpv", "--no-config", "--no-terminal", "--no-video", "--ao=pulse", "--loop-file=inf"]


class Command:
    """`playhead follow`, which states the uncertainty of the difference when it is asked."""

    def __init__(self, child, errors):
        self.child, self.errors, self.pid = child, errors, child.pid

    def ask(self):
        self.child.send_signal(signal.SIGUSR1)

    def uncertainties(self):
        """Returns what it has stated, in seconds."""
        self.errors.seek(0)
        return [float(one) / 1e3 for one in re.findall(r"± ([0-9.]+) ms", self.errors.read())]


@contextlib.contextmanager
def follow(playhead, *words, **arguments):
    with tempfile.TemporaryFile("w+") as errors:
        with processes.running(
            [playhead, "follow", *words], stdout=subprocess.DEVNULL, stderr=errors, **arguments) as child:
            yield Command(child, errors)
        errors.seek(0)
        sys.stderr.writelines(line for line in errors if "±" not in line)


@contextlib.contextmanager
def polling(leader, follower):
    """A plain script: it polls twice a second, and seeks beyond 50 ms."""
    is_over = threading.Event()
    clients = [ipc.Client(path) for path in (leader, follower)]

    def step():
        while not is_over.wait(0.5):
            values = [[one.ask("get_property", name).get("data") for name in ("time-pos", "pause")]
                      for one in clients]
            if values[0][1] != values[1][1]:
                clients[1].ask("set_property", "pause", values[0][1])
            if None not in (values[0][0], values[1][0]) and abs(values[0][0] - values[1][0]) > 0.05:
                clients[1].ask("seek", values[0][0], "absolute+exact")

    thread = threading.Thread(target=step)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


class Distances(list):
    """The distances of the positions that are heard on two devices."""

    interruptions = 0
    """How often a device was late. Its sound was interrupted then, so that the players must begin again."""
    uncertainties = ()
    """What the command has stated. Greater distances than these are its own."""

    def sample(self, devices, seconds, command=None):
        """Adds those of some seconds, but of none in the settling time after an event or an interruption."""
        found, calm = [], time.monotonic() + SETTLING
        end = calm + PATIENCE * seconds
        while len(found) < seconds and time.monotonic() < end:
            start = time.monotonic_ns()
            time.sleep(1)
            if any(max(device.late(start), default=0) > attaching.LATEST for device in devices):
                calm = time.monotonic() + SETTLING
                self.interruptions += 1
            if start >= calm * 1e9:
                found.append(between(devices, start))
                if isinstance(command, Command):
                    command.ask()
        if not any(found):
            raise processes.Failure("follow: nothing was heard, or no device was on time")
        self.extend(itertools.chain(*found))
        if isinstance(command, Command):
            self.uncertainties = command.uncertainties()
        return self

    def told(self):
        notes = []
        if self.uncertainties:
            notes.append(f"stated uncertainty {sound.told(self.uncertainties)}")
        if self.interruptions:
            notes.append(f"{self.interruptions} interruptions of a device left out")
        return sound.told(self) + (f" ({', '.join(notes)})" if notes else "")


def between(devices, start):
    """Returns the distances in the second from an instant on."""
    instants = range(start, start + 1_000_000_000, int(PERIOD * 1e9))
    heard = [device.positions(instants) for device in devices]
    return [abs((one - other + LENGTH / 2) % LENGTH - LENGTH / 2)
            for one, other in zip(*heard) if None not in (one, other)]


def sampled(devices, seconds, command=None):
    """Returns the distances from the settling time on."""
    return Distances().sample(devices, seconds, command)


def differences(devices, leader, seconds, command=None):
    """Returns the distances after a start, a seek and a pause of the leader."""
    found = Distances()
    steps = [[], [("seek", 20, "absolute+exact")],
             [("set_property", "pause", True), ("set_property", "pause", False)]]
    for commands in steps:
        for request in commands:
            leader.ask(*request)
            time.sleep(0.5)
        found.sample(devices, seconds, command)
    return found


def row(name, goal, distances, peers=()):
    """`peers` are the names of other ways, and their distances."""
    worst = sound.quantile(distances, 0.99)
    notes = [f"{peer} {found.told()}" for peer, found in peers]
    return Row(
        f"follow, {name}: difference, p99", worst / goal, 1, milliseconds(worst), milliseconds(goal), "",
        "; ".join([f"p50 / p99 / max in ms {distances.told()}", *notes]))


def between_players(programs, file, way, seconds):
    """Returns the differences of two mpv, of which one follows in a way, or which only start at once."""
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(hearing.Device(programs))
        _, leader, client = stack.enter_context(ipc.serving([*MPV, file]))
        other = stack.enter_context(hearing.Device(programs))
        _, follower, second = stack.enter_context(ipc.serving([*MPV, file]))
        if way is None:
            for command in (("set_property", "pause", True), ("seek", 1, "absolute+exact"),
                            ("set_property", "pause", False)):
                client.ask(*command)
                second.ask(*command)
            return sampled((one, other), 3 * seconds)
        command = stack.enter_context(way(leader, follower))
        return differences((one, other), client, seconds, command)


def with_own(programs, file, leads, seconds):
    """Returns the differences of an mpv and of a file that the command plays."""
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(hearing.Device(programs))
        _, path, client = stack.enter_context(ipc.serving([*MPV, file]))
        other = stack.enter_context(hearing.Device(programs))
        words = [file, f"mpv:{path}"] if leads else [f"mpv:{path}", file]
        command = stack.enter_context(follow(programs.playhead, "--audio", *words))
        if leads:
            return sampled((one, other), 3 * seconds, command)
        return differences((one, other), client, seconds, command)


def by_another(programs, kind, file, seconds):
    """Returns the differences of an mpv and of another player that follows it."""
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(hearing.Device(programs))
        _, leader, client = stack.enter_context(ipc.serving([*MPV, file]))
        other = stack.enter_context(hearing.Device(programs))
        player = kind(stack, file)
        attaching.wait(kind.name, other.runs)
        address, environment = player.address(player.socket)
        command = stack.enter_context(follow(programs.playhead, f"mpv:{leader}", address, env=environment))
        return differences((one, other), client, seconds, command)


def by_syncplay(programs, file, seconds):
    """Returns the differences of two mpv that Syncplay keeps together."""
    with contextlib.ExitStack() as stack:
        with socket.create_server(("127.0.0.1", 0)) as unused:
            port = unused.getsockname()[1]
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(processes.running(
            ["syncplay-server", "--port", f"{port}", "--isolate-rooms"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL))
        attaching.wait("syncplay-server", lambda: is_reached(port))
        devices, children, clients = [], [], []
        for name in ("one", "other"):
            devices.append(stack.enter_context(hearing.Device(programs)))
            child = subprocess.Popen(
                ["syncplay", "--no-gui", "--no-store", "-a", f"127.0.0.1:{port}", "-n", name, "-r", "room",
                 "--player-path", shutil.which("mpv"), file, "--", "--config=no", "--vid=no", "--ao=pulse"],
                env={**os.environ, "HOME": folder}, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, text=True, start_new_session=True)
            stack.callback(end, child)
            children.append(child)
        for child in children:
            attaching.wait("Syncplay", lambda: player_socket(child.pid))
            time.sleep(1)
            clients.append(ipc.Client(player_socket(child.pid)))
            attaching.wait("Syncplay", lambda: clients[-1].ask("get_property", "time-pos").get("data") is not None)
        # It may play at once, or when all have said that they are ready. Another one would pause then.
        for child in children:
            print("p", file=child.stdin, flush=True)
            time.sleep(3)
            if all(device.runs() for device in devices):
                break
        for device in devices:
            attaching.wait("Syncplay", device.runs)
        return differences(devices, clients[0], seconds)


def is_reached(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def player_socket(parent):
    """Returns the path of the socket of the mpv that a process has started, or None."""
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            with open(path, "rb") as words, open(f"{os.path.dirname(path)}/stat") as status:
                found = [word for word in words.read().split(b"\0") if word.startswith(b"--input-ipc-server=")]
                # The name of a program may contain spaces; the parent follows it.
                if found and int(status.read().rsplit(")", 1)[1].split()[1]) == parent:
                    return found[0].split(b"=", 1)[1].decode()
    return None


def end(child):
    """Ends a program and those that it has started."""
    os.killpg(child.pid, signal.SIGKILL)
    child.stdin.close()
    child.wait()


def with_deviation(programs, file, seconds):
    """Returns the differences of two mpv whose devices run at unequal rates. There is no seek: what is corrected
    is the drift."""
    with contextlib.ExitStack() as stack:
        sockets, devices = [], []
        for deviation in (DEVIATION, -DEVIATION):
            devices.append(stack.enter_context(hearing.Device(programs)))
            devices[-1].ask("deviation", deviation)
            sockets.append(f"mpv:{stack.enter_context(ipc.serving([*MPV, file]))[1]}")
        command = stack.enter_context(follow(programs.playhead, *sockets))
        return sampled(devices, seconds, command)


def costs(programs, file, seconds):
    """The readings of a follower, and what the command needs for its leader and this follower."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(hearing.Device(programs))
        leader, follower = (attaching.MPV(stack, file) for _ in range(2))
        counter = attaching.Counter(stack, follower)
        child = stack.enter_context(follow(programs.playhead, f"mpv:{leader.socket}", f"mpv:{counter.path}"))
        time.sleep(5)
        start, count, before = time.monotonic(), counter.count, processes.cpu_nanoseconds(child.pid)
        time.sleep(seconds)
        elapsed = time.monotonic() - start
        readings = (counter.count - count) / elapsed
        share = (processes.cpu_nanoseconds(child.pid) - before) / 1e9 / elapsed
    yield Row("follow: readings of a follower per second", readings / 5, 1, f"{readings:.2f}", "5")
    yield Row("follow: share of a core of a leader and a follower", share / 0.01, 1, percent(share), percent(0.01))


def rows(programs, is_quick):
    if not processes.is_installed("mpv"):
        return
    file, seconds = sound.Media(programs).long, 4 if is_quick else 10
    playhead = programs.playhead
    peers = [
        ("a script that polls", between_players(programs, file, polling, seconds)),
        ("started at once", between_players(programs, file, None, seconds))]
    if processes.is_installed("syncplay") and processes.is_installed("syncplay-server"):
        # A peer that does not start takes no row away.
        try:
            peers.append(("Syncplay", by_syncplay(programs, file, seconds)))
        except processes.Failure as failure:
            print(f"follow: without Syncplay: {failure}", file=sys.stderr)
    ours = between_players(
        programs, file, lambda one, other: follow(playhead, f"mpv:{one}", f"mpv:{other}"), seconds)
    yield row("mpv, mpv", 0.003, ours, peers)
    yield row("mpv, own", 0.002, with_own(programs, file, False, seconds))
    yield row("own, mpv", 0.003, with_own(programs, file, True, seconds))
    for kind, goal in ((attaching.VLC, 0.015), (attaching.MPD, 0.015)):
        if missing := [one for one in kind.programs if not processes.is_installed(one)]:
            print(f"follow: without {kind.name}: no {', '.join(missing)}", file=sys.stderr)
            continue
        yield row(f"mpv, {kind.name}", goal, by_another(programs, kind, file, seconds))
    minutes = 1 if is_quick else 10
    yield row(
        f"devices at ±{DEVIATION} millionths, {minutes} min", 0.003, with_deviation(programs, file, minutes * 60))
    yield from costs(programs, file, 3 * seconds)
