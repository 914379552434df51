"""`playhead follow`: by how much the sounds of two players differ, each on a device that knows what is heard; and
what a follower costs."""

import contextlib
import glob
import os
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
DEVIATION = 200
"""By how much two devices deviate from their rate, in opposite directions, in millionths."""
MPV = ["mpv", "--no-config", "--no-terminal", "--no-video", "--ao=pulse", "--loop-file=inf"]


def follow(playhead, *words, **arguments):
    return processes.running([playhead, "follow", *words], stdout=subprocess.DEVNULL, **arguments)


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


def differences(devices, leader, seconds):
    """Returns the differences of the heard positions after a start, a seek and a pause of the leader."""
    found = []
    steps = [[], [("seek", 20, "absolute+exact")],
             [("set_property", "pause", True), ("set_property", "pause", False)]]
    for commands in steps:
        for command in commands:
            leader.ask(*command)
            time.sleep(0.5)
        time.sleep(SETTLING)
        found += sampled(devices, seconds)
    return found


def sampled(devices, seconds):
    """Returns the differences of the heard positions in a time."""
    start = time.monotonic_ns()
    time.sleep(seconds)
    instants = range(start, start + int(seconds * 1e9), int(PERIOD * 1e9))
    heard = [device.positions(instants) for device in devices]
    found = [
        (one - other + LENGTH / 2) % LENGTH - LENGTH / 2 for one, other in zip(*heard) if None not in (one, other)]
    if not found:
        raise processes.Failure("follow: nothing was heard")
    return found


def row(name, goal, values, peers=()):
    """`peers` are the names of other ways, and their differences."""
    distances = [abs(value) for value in values]
    worst = sound.quantile(distances, 0.99)
    notes = [f"{peer} {sound.told([abs(value) for value in found])}" for peer, found in peers]
    return Row(
        f"follow, {name}: difference, p99", worst / goal, 1, milliseconds(worst), milliseconds(goal), "",
        "; ".join([f"p50 / p99 / max {sound.told(distances)} ms", *notes]))


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
            time.sleep(SETTLING)
            return sampled((one, other), 3 * seconds)
        stack.enter_context(way(leader, follower))
        return differences((one, other), client, seconds)


def with_own(programs, file, leads, seconds):
    """Returns the differences of an mpv and of a file that the command plays."""
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(hearing.Device(programs))
        _, path, client = stack.enter_context(ipc.serving([*MPV, file]))
        other = stack.enter_context(hearing.Device(programs))
        words = [file, f"mpv:{path}"] if leads else [f"mpv:{path}", file]
        stack.enter_context(follow(programs.playhead, "--audio", *words))
        if leads:
            time.sleep(SETTLING)
            return sampled((one, other), 3 * seconds)
        return differences((one, other), client, seconds)


def by_another(programs, kind, file, seconds):
    """Returns the differences of an mpv and of another player that follows it."""
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(hearing.Device(programs))
        _, leader, client = stack.enter_context(ipc.serving([*MPV, file]))
        other = stack.enter_context(hearing.Device(programs))
        player = kind(stack, file)
        attaching.wait(kind.name, other.runs)
        address, environment = player.address(player.socket)
        stack.enter_context(follow(programs.playhead, f"mpv:{leader}", address, env=environment))
        return differences((one, other), client, seconds)


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
        # It plays when all have said that they are ready.
        for child in children:
            print("p", file=child.stdin, flush=True)
            time.sleep(1)
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
        stack.enter_context(follow(programs.playhead, *sockets))
        time.sleep(SETTLING)
        return sampled(devices, seconds)


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
