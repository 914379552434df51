"""`playhead attach`, compared with what is heard and with other ways to read the same player."""

import contextlib
import itertools
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import dbus
import hearing
import ipc
import processes
import sound
from programs import make
from table import milliseconds, percent, Row

PERIOD = 0.02
"""The time between two records, and between two readings of another client."""
LATEST = 0.02
"""By how much the device may be late, in seconds."""
ATTEMPTS = 10
NOBODY = 65_534


class MPV:
    """mpv, which is read through its socket."""

    name = "mpv"
    source = "audio-pts"
    """The way of reading that the attachment uses, if the other ways do not."""
    programs = ["mpv"]
    request = rb'"get_property", ?"(?:audio-pts|time-pos)"'
    goal = 0.003

    def __init__(self, stack, file):
        _, self.socket, _ = stack.enter_context(ipc.serving(
            ["mpv", "--no-config", "--no-terminal", "--ao=pulse", "--vo=null", file]))
        self.ways = {name: (self.reader(name), PERIOD) for name in ("time-pos", "audio-pts")}

    def address(self, path):
        return f"mpv:{path}", os.environ

    def reader(self, name):
        client = ipc.Client(self.socket)
        return lambda: client.ask("get_property", name).get("data")


class MPVWithPictures(MPV):
    name = "mpv, 25 frames/s"


class MPD:
    """A Music Player Daemon, which is read through its socket."""

    name = "MPD"
    source = None
    programs = ["mpd"]
    request = rb"(?m)^status$"
    goal = 0.01

    def __init__(self, stack, file):
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        self.socket = f"{folder}/mpd"
        with open(f"{folder}/configuration", "w") as configuration:
            print(f'bind_to_address "{self.socket}"', 'mixer_type "none"',
                  'audio_output {\ntype "pulse"\nname "device"\n}', sep="\n", file=configuration)
        stack.enter_context(processes.running(
            ["mpd", "--no-daemon", "--stderr", configuration.name], stderr=subprocess.DEVNULL))
        self.stream = stack.enter_context(hearing.connection(self.socket))
        self.stream.readline()
        self.ask(f'add "file://{file}"')
        self.ask("play")
        self.ways = {"elapsed": (self.read, PERIOD)}

    def ask(self, command):
        print(command, file=self.stream, flush=True)
        answer = {}
        while (line := self.stream.readline()) != "OK\n":
            if ": " not in line:
                raise processes.Failure(f"MPD: {command}: {line}")
            name, value = line.rstrip("\n").split(": ", 1)
            answer[name] = value
        return answer

    def address(self, path):
        return f"mpd:{path}", os.environ

    def read(self):
        elapsed = self.ask("status").get("elapsed")
        return elapsed and float(elapsed)


class VLC:
    """VLC on a bus of its own, as a user that is not root, because it refuses to run as root."""

    name = "VLC, MPRIS"
    source = None
    programs = ["cvlc", "dbus-daemon", "playerctl", "setpriv"]
    request = rb"\0Position\0"
    bus_name = "org.mpris.MediaPlayer2.vlc"
    goal = 0.01

    def __init__(self, stack, file):
        self.environment = stack.enter_context(dbus.private_bus())
        bus = self.environment["DBUS_SESSION_BUS_ADDRESS"]
        self.socket = re.search("path=([^,]+)", bus).group(1)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o777)
        os.chmod(os.path.dirname(os.environ["PULSE_SERVER"].removeprefix("unix:")), 0o711)
        user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        stack.enter_context(processes.running(
            [*(user if os.geteuid() == 0 else []), "cvlc", "--no-video", "--aout=pulse",
             "--control=dbus", shutil.copy(file, folder)],
            env={**self.environment, "HOME": folder, "XDG_RUNTIME_DIR": folder},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.client = dbus.Client(self.environment)
        wait(self.name, lambda: self.bus_name.encode() in self.client.call_bus("ListNames"))
        self.ways = {"Position": (self.read, PERIOD), "playerctl": (self.ask, 0.5)}

    def address(self, path):
        return "mpris:vlc", {**self.environment, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={path}"}

    def read(self):
        return self.client.position(self.bus_name) / 1e6

    def ask(self):
        answer = subprocess.run(
            ["playerctl", "position"], stdout=subprocess.PIPE, env=self.environment, text=True)
        return float(answer.stdout) if answer.returncode == 0 else None


def wait(name, is_done):
    end = time.monotonic() + 20
    while not is_done():
        if time.monotonic() > end:
            raise processes.Failure(f"{name} does not play")
        time.sleep(0.02)


class Counter:
    """A socket between an attachment and its player, which counts the requests for the position."""

    def __init__(self, stack, player):
        self.player = player
        self.count = 0
        self.path = f"{stack.enter_context(tempfile.TemporaryDirectory())}/socket"
        self.listener = stack.enter_context(socket.socket(socket.AF_UNIX))
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                player = socket.socket(socket.AF_UNIX)
                player.connect(self.player.socket)
                for ends in (client, player), (player, client):
                    arguments = (*ends, ends[0] is client)
                    threading.Thread(target=self.forward, args=arguments, daemon=True).start()

    def forward(self, source, target, is_client):
        # Both ends are closed when one is.
        with contextlib.suppress(OSError), source, target:
            while data := source.recv(65_536):
                target.sendall(data)
                if is_client:
                    self.count += len(re.findall(self.player.request, data))


class Attachment:
    """The command, whose records are samples of an instant, a position and its uncertainty."""

    def __init__(self, stack, playhead, player, interval):
        self.samples = []
        self.clocks = set()
        """The clocks of the records: `player`, or `heard` if the delay was subtracted."""
        self.counter = Counter(stack, player)
        address, environment = player.address(self.counter.path)
        self.child = stack.enter_context(processes.running(
            [playhead, "attach", "-f", "csv", "--precision", "9", "-i", f"{interval}",
             "--fields", "host_time_ns,position,uncertainty,clock,cause", address],
            env=environment, stdout=subprocess.PIPE, text=True))
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.child.stdout:
            instant, position, uncertainty, clock, cause = line.strip().split(",")
            if cause == "interval":
                self.clocks.add(clock)
                self.samples.append((int(instant), float(position), float(uncertainty)))

    def cost(self, wait):
        """Waits, and returns the readings per second and the share of a core meanwhile."""
        def now():
            return (
                time.monotonic(), self.counter.count, processes.cpu_nanoseconds(self.child.pid) / 1e9)

        before = now()
        wait()
        after = now()
        return [(after[index] - before[index]) / (after[0] - before[0]) for index in (1, 2)]

    def end(self):
        self.child.kill()
        self.reader.join()


def sample(read, period, is_over, samples):
    """Reads positions until an event. Each belongs to the middle of its read."""
    while not is_over.is_set():
        before = time.monotonic_ns()
        position = read()
        after = time.monotonic_ns()
        if position is not None:
            samples.append(((before + after) // 2, position))
        time.sleep(max(0, period - (after - before) / 1e9))


def filtered(samples):
    """Returns the positions of a client that reads every 200 ms and corrects its own position by a third
    of the difference."""
    found = []
    for index, (instant, value) in enumerate(samples):
        if found:
            before, position = found[-1]
            position += (instant - before) / 1e9
        else:
            position = value
        if index % round(0.2 / PERIOD) == 0:
            position += 0.33 * (value - position)
        found.append((instant, position))
    return found


def measured(programs, kind, file, seconds):
    """Plays again if the device was late, and returns what `played` returns."""
    # It is built before a player plays.
    playhead = programs.playhead
    for attempt in itertools.count(1):
        with hearing.Device(programs) as device, contextlib.ExitStack() as stack:
            player = kind(stack, file)
            wait(kind.name, device.runs)
            found = played(playhead, stack, device, player, seconds, attempt == ATTEMPTS)
            if found:
                return found


def played(playhead, stack, device, player, seconds, is_last):
    """Returns the costs of an attachment, the clocks of its records, what is known of the device, and the
    samples of each way to read the position, each with the position that was heard. The first second is not
    included.

    While this machine stands still, no device plays. Returns None then, unless this is the last attempt."""
    start = time.monotonic_ns() + 1_000_000_000
    is_over = threading.Event()
    ways = {name: [] for name in player.ways}
    readers = [
        threading.Thread(target=sample, args=(*player.ways[name], is_over, samples))
        for name, samples in ways.items()]

    def is_late():
        return not is_last and max(device.late(start), default=0) > LATEST

    def follow():
        while time.monotonic_ns() < start + seconds * 1_000_000_000 and not is_late():
            time.sleep(0.5)
        is_over.set()

    attachment = Attachment(stack, playhead, player, PERIOD)
    for reader in readers:
        reader.start()
    often = attachment.cost(follow)
    attachment.end()
    for reader in readers:
        reader.join()
    # The filter reads what is read first.
    ways["filter of 200 ms"] = filtered(next(iter(ways.values())))
    ways["attach"] = attachment.samples
    ways = {name: with_truth(device, samples, start) for name, samples in ways.items()}
    if is_late():
        return None
    told = f"{sound.told_ticks(device.late(start))}, {device.silence()} silent frames"
    rare = Attachment(stack, playhead, player, 1)
    time.sleep(5)
    seldom = rare.cost(lambda: time.sleep(seconds / 3))
    rare.end()
    return often, seldom, attachment.clocks, told, ways


def with_truth(device, samples, start):
    samples = [one for one in samples if one[0] >= start]
    heard = device.positions([one[0] for one in samples])
    return [(one, truth) for one, truth in zip(samples, heard) if truth is not None]


def compared(programs, kind, file, seconds):
    often, seldom, clocks, device_note, ways = measured(programs, kind, file, seconds)
    errors = {
        name: [one[1] - truth for one, truth in samples] for name, samples in ways.items()}
    distances = {name: [abs(error) for error in values] for name, values in errors.items()}
    worst = {name: sound.quantile(values, 0.99) for name, values in distances.items()}
    medians = {name: statistics.median(values) for name, values in errors.items()}
    # As if somebody had told each way by how much its player is wrong.
    corrected = {
        name: sound.quantile([abs(error - medians[name]) for error in values], 0.99)
        for name, values in errors.items()}

    note = "; ".join([
        "p50 / p99 / max",
        *(f"{name} {sound.told(values)} ms, median {medians[name] * 1e3:+.2f} ms, "
          f"p99 without it {corrected[name] * 1e3:.2f} ms" for name, values in distances.items()),
        device_note])
    name = f"attach, {kind.name}"
    ours = worst.pop("attach")
    yield Row(
        f"{name}: position − heard, p99", ours / kind.goal, 1, milliseconds(ours), milliseconds(kind.goal), "",
        note)
    worst.pop(kind.source, None)
    best = min(worst, key=worst.get)
    yield Row(
        f"{name}: p99, best other way's", ours / worst[best], 0.25, milliseconds(ours),
        milliseconds(worst[best]), "", best)
    share = statistics.mean(
        distance > one[2] for distance, (one, _) in zip(distances["attach"], ways["attach"]))
    stated = statistics.median(one[2] for one, _ in ways["attach"])
    yield Row(
        f"{name}: outside the uncertainty", share / 0.01, 1, percent(share), percent(0.01), "",
        f"median uncertainty {milliseconds(stated)}; clock {', '.join(sorted(clocks))}")
    yield Row(
        f"{name}: readings per second", often[0] / 5, 1, f"{often[0]:.2f}", "5", "",
        f"{seldom[0]:.2f} later")
    yield Row(
        f"{name}: share of a core", seldom[1] / 0.005, 1, percent(seldom[1]), percent(0.005), "",
        f"1 record/s; {percent(often[1])} with {1 / PERIOD:.0f} records/s from the start")


def rows(programs, is_quick):
    media = sound.Media(programs)
    pictures = make("numbered.mov", [
        "-i", media.long, "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-shortest", "-c:a", "copy",
        "-c:v", "libx264", "-preset", "ultrafast"])
    for kind, file in (
            (MPV, media.long), (MPVWithPictures, pictures), (VLC, media.long), (MPD, media.long)):
        if missing := [one for one in kind.programs if not processes.is_installed(one)]:
            print(f"attach: without {kind.name}: no {', '.join(missing)}", file=sys.stderr)
            continue
        yield from compared(programs, kind, file, 10 if is_quick else 30)
