"""`playhead follow`: by how much the sounds of two players differ, each on a device that knows what is heard."""

import contextlib
import subprocess
import threading
import time

import hearing
import ipc
import processes
import sound
from table import milliseconds, Row

PERIOD = 0.02
SETTLING = 3
"""The time after a start, a seek or a pause in which players may differ, in seconds."""
MPV = ["mpv", "--no-config", "--no-terminal", "--no-video", "--ao=pulse", "--loop-file=inf"]


def follow(playhead, *words):
    return processes.running([playhead, "follow", *words], stdout=subprocess.DEVNULL)


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
    found = [one - other for one, other in zip(*heard) if None not in (one, other)]
    if not found:
        raise processes.Failure("follow: nothing was heard")
    return found


def row(name, goal, values):
    distances = [abs(value) for value in values]
    worst = sound.quantile(distances, 0.99)
    return Row(
        f"follow, {name}: difference, p99", worst / goal, 1, milliseconds(worst), milliseconds(goal), "",
        f"p50 / p99 / max {sound.told(distances)} ms")


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


def rows(programs, is_quick):
    if not processes.is_installed("mpv"):
        return
    file, seconds = sound.Media(programs).long, 4 if is_quick else 10
    playhead = programs.playhead
    ways = {
        "mpv, mpv": (0.003, lambda one, other: follow(playhead, f"mpv:{one}", f"mpv:{other}")),
        "a script that polls": (0.003, polling), "started at once": (0.003, None)}
    for name, (goal, way) in ways.items():
        yield row(name, goal, between_players(programs, file, way, seconds))
    yield row("mpv, own", 0.002, with_own(programs, file, False, seconds))
    yield row("own, mpv", 0.003, with_own(programs, file, True, seconds))
