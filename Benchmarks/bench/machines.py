"""A playhead that follows one on another machine: network namespaces take the place of the machines. They have one
clock, so the truth is known."""

import bisect
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time

import attaching
import hearing
import processes
import relay
import sound
from following import SETTLING
from table import milliseconds, percent, Row

DELAYS = (0.001, 0.01, 0.05)
"""How long each way takes, in seconds, give or take a fifth of it."""
ASYMMETRIES = (0, 0.004)
"""By how much longer the way back takes."""
LOSS = 0.05
PORT = 9000
PERIOD = 0.02
"""The time between two records of what follows."""
STEPS = ((), ("pause", "play"), ("seek 10",), ("rate 1.25",))
"""What the leader is told."""


class Record:
    """A record of a position, which moves on at a rate."""

    def __init__(self, line):
        instant, position, rate, state, uncertainty = line.rstrip("\n").split(",")
        self.instant, self.position = int(instant), float(position)
        self.rate = float(rate) if state == "playing" else 0
        self.uncertainty = float(uncertainty or 0)


class Timeline:
    """The positions of the leader. Without sound, its records are exact."""

    def __init__(self, records):
        self.records, self.instants = records, [one.instant for one in records]

    def distance(self, record):
        last = self.records[bisect.bisect(self.instants, record.instant) - 1]
        return abs(record.position - last.position - last.rate * (record.instant - last.instant) / 1e9)


class Machine:
    """A network namespace. Each program in it writes to files of its name."""

    def __init__(self, stack, name):
        self.stack, self.name = stack, f"playhead-{os.getpid()}-{name}"
        done = subprocess.run(["ip", "netns", "add", self.name], stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise OSError(done.stderr.strip())
        stack.callback(subprocess.run, ["ip", "netns", "del", self.name])
        self.folder = stack.enter_context(tempfile.TemporaryDirectory())

    def ip(self, *words):
        subprocess.run(["ip", "-n", self.name, *words], check=True)

    def set_up(self, device, address):
        self.ip("address", "add", f"{address}/24", "dev", device)
        self.ip("link", "set", device, "up")

    def delay(self, device, delay, jitter):
        subprocess.run(
            ["tc", "-n", self.name, "qdisc", "add", "dev", device, "root", "netem", "delay",
             f"{delay * 1e6:.0f}us", f"{jitter * 1e6:.0f}us", "loss", f"{LOSS:.0%}"], check=True)

    def path(self, name):
        return f"{self.folder}/{name}"

    def start(self, name, *words):
        """Runs a program until the end, before others."""
        with open(self.path(name), "w") as output, open(self.path(f"{name}.errors"), "w") as errors:
            self.stack.enter_context(processes.running(
                ["ip", "netns", "exec", self.name, *hearing.going_first(), *words], stdout=output,
                stderr=errors))

    def record(self, name, playhead, interval, *words):
        self.start(
            name, playhead, *words, "-f", "csv", "--precision", "9", "-i", f"{interval}", "--fields",
            "host_time_ns,position,rate,state,uncertainty")

    def wait(self, name):
        """Waits until a program has written something."""
        attaching.wait(name, lambda: os.path.getsize(self.path(name)) > 0)

    def records(self, name):
        with open(self.path(name)) as lines:
            return [Record(line) for line in lines if line[0].isdigit()]

    def errors(self, name):
        with open(self.path(f"{name}.errors")) as lines:
            return lines.read().splitlines()


def has_netem(machine):
    words = ["tc", "-n", machine.name, "qdisc", "add", "dev", "lo", "root", "netem"]
    return processes.is_installed("tc") and subprocess.run(words, stderr=subprocess.DEVNULL).returncode == 0


class Link:
    """A way between the machine of the leader and a new one."""

    def __init__(self, stack, leader, number, is_netem, delay, asymmetry):
        self.delay, self.asymmetry, self.leader = delay, asymmetry, leader
        self.client = client = Machine(stack, f"client{number}")
        self.address = f"198.18.{number}.1"
        here, there = f"leader{number}", f"client{number}"
        back, jitter = delay + asymmetry, delay / 5
        self.relay = None if is_netem else f"relay{number}"
        if is_netem:
            leader.ip("link", "add", here, "type", "veth", "peer", "name", there)
        else:
            leader.start(
                self.relay, sys.executable, relay.__file__, there, here,
                *(f"{value}" for value in (delay, back, jitter, LOSS)))
            leader.wait(self.relay)
        leader.ip("link", "set", there, "netns", client.name)
        leader.set_up(here, self.address)
        client.set_up(there, f"198.18.{number}.2")
        if is_netem:
            client.delay(there, delay, jitter)
            leader.delay(here, back, jitter)

    def follow(self, playhead, file):
        """A record of the leader's timeline, and a player that is steered by mpv's protocol."""
        timeline, path = f"playhead://{self.address}:{PORT}", self.client.path("socket")
        self.client.record("attach", playhead, PERIOD, "attach", timeline)
        self.client.record("player", playhead, PERIOD, f"--input-ipc-server={path}", file)
        self.client.wait("player")
        self.client.start("follow", playhead, "follow", timeline, f"mpv:{path}")

    def note(self):
        if self.relay is None:
            return "netem"
        with open(self.leader.path(self.relay)) as lines:
            late = [int(line) / 1e9 for line in lines if line.strip().isdigit()]
        return f"relay late by {sound.told(late)} ms"


def played(leader, links, playhead, file, seconds):
    """Plays, and returns the times to compare, in nanoseconds: from three seconds after each change on."""
    control = leader.path("control")
    os.mkfifo(control)
    leader.record("leader", playhead, 1, "--serve", f"0.0.0.0:{PORT}", "--control", control, file)
    leader.wait("leader")
    for link in links:
        link.follow(playhead, file)
    times = []
    for commands in STEPS:
        for command in commands:
            # With its own reader it is opened at once.
            fifo = os.open(control, os.O_RDWR)
            os.write(fifo, f"{command}\n".encode())
            os.close(fifo)
            time.sleep(0.5)
        time.sleep(SETTLING)
        start = time.monotonic_ns()
        time.sleep(seconds)
        times.append((start, time.monotonic_ns()))
    return times


def compared(link, timeline, times):
    """Returns the rows of a link."""
    asymmetry = f", {link.asymmetry * 1e3:.0f} ms more back" if link.asymmetry else ""
    name = f"{link.delay * 1e3:.0f} ms ± {link.delay * 200:g}{asymmetry}"

    def found(program):
        return [
            one for one in link.client.records(program)
            if any(start <= one.instant <= end for start, end in times)]

    def row(what, records, least, program):
        errors = link.client.errors(program)
        if not records:
            raise processes.Failure(f"{what}, {name}: no position: {' '.join(errors)}")
        distances = [timeline.distance(one) for one in records]
        goal, worst = least + link.asymmetry / 2, sound.quantile(distances, 0.99)
        return Row(
            f"{what}, {name}: difference, p99", worst / goal, 1, milliseconds(worst), milliseconds(goal), "",
            "; ".join([f"p50 / p99 / max {sound.told(distances)} ms", link.note(), *errors]))

    records = found("attach")
    yield row("attach", records, 0.001, "attach")
    share = statistics.mean(timeline.distance(one) > one.uncertainty for one in records)
    stated = statistics.median(one.uncertainty for one in records)
    yield Row(
        f"attach, {name}: outside", share / 0.001, 1, percent(share), percent(0.001), "",
        f"median uncertainty {milliseconds(stated)}; {len(records)} records")
    yield row("follow", found("player"), 0.003, "follow")


def rows(programs, files, is_quick):
    playhead, file = programs.playhead, files.hour
    with contextlib.ExitStack() as stack:
        try:
            leader = Machine(stack, "leader")
        except OSError as error:
            print(f"follow: without machines: no network namespaces: {error}", file=sys.stderr)
            return
        is_netem = has_netem(leader)
        if not is_netem and not os.access("/dev/net/tun", os.W_OK):
            print("follow: without machines: neither netem nor /dev/net/tun", file=sys.stderr)
            return
        cases = [(delay, asymmetry) for delay in DELAYS for asymmetry in ASYMMETRIES]
        links = [Link(stack, leader, number, is_netem, *case) for number, case in enumerate(cases)]
        times = played(leader, links, playhead, file, 5 if is_quick else 20)
        timeline = Timeline(leader.records("leader"))
        for link in links:
            yield from compared(link, timeline, times)
