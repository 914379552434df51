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
PERIOD = 0.02
"""The time between two records of a client."""
STEPS = ((), ("pause", "play"), ("seek 10",), ("rate 1.25",))
"""What the leader is told."""


class Record:
    """A record of a position, which moves on at a rate."""

    def __init__(self, line):
        words = line.rstrip("\n").split(",")
        self.instant, self.position = int(words[0]), float(words[1])
        self.rate = float(words[2]) if words[3] == "playing" else 0
        self.uncertainty = float(words[4] or 0)

    def position_at(self, instant):
        return self.position + self.rate * (instant - self.instant) / 1e9


class Machine:
    """A command in a namespace of its own, which writes its records to a file."""

    def __init__(self, stack, name):
        self.stack, self.name = stack, f"playhead-{os.getpid()}-{name}"
        subprocess.run(["ip", "netns", "add", self.name], check=True)
        stack.callback(subprocess.run, ["ip", "netns", "del", self.name])
        self.folder = stack.enter_context(tempfile.TemporaryDirectory())

    def ip(self, *words):
        subprocess.run(["ip", "-n", self.name, *words], check=True)

    def set_up(self, device, address):
        self.ip("address", "add", f"{address}/24", "dev", device)
        self.ip("link", "set", device, "up")

    def start(self, name, *words):
        """Runs a program, which goes before others, until the end. Returns the path of what it writes."""
        path = f"{self.folder}/{name}"
        with open(path, "w") as output, open(f"{path}.errors", "w") as errors:
            self.stack.enter_context(processes.running(
                ["ip", "netns", "exec", self.name, *hearing.going_first(), *words], stdout=output,
                stderr=errors))
        return path

    def play(self, playhead, interval, *words):
        columns = "host_time_ns,position,rate,state,uncertainty"
        self.records = self.start(
            "records", playhead, *words, "-f", "csv", "--precision", "9", "-i", f"{interval}", "--fields", columns)

    def read(self):
        """Returns the records, and what was written on standard error."""
        with open(self.records) as lines, open(f"{self.records}.errors") as errors:
            return [Record(line) for line in lines if line[0].isdigit()], errors.read().splitlines()


def has_netem(machine):
    words = ["tc", "-n", machine.name, "qdisc", "add", "dev", "lo", "root", "netem"]
    return processes.is_installed("tc") and subprocess.run(words, stderr=subprocess.DEVNULL).returncode == 0


class Link:
    """A way between the leader's machine and a new one."""

    def __init__(self, stack, leader, number, is_netem, delay, asymmetry):
        self.delay, self.asymmetry = delay, asymmetry
        self.client = client = Machine(stack, f"client{number}")
        self.address = f"198.18.{number}.1"
        here, there = f"leader{number}", f"client{number}"
        back, jitter = delay + asymmetry, delay / 5
        self.late = None
        if is_netem:
            leader.ip("link", "add", here, "type", "veth", "peer", "name", there)
        else:
            self.late = leader.start(
                f"relay{number}", sys.executable, relay.__file__, there, here,
                *(f"{value}" for value in (delay, back, jitter, LOSS)))
            wait("the relay", lambda: os.path.getsize(self.late) > 0)
        leader.ip("link", "set", there, "netns", client.name)
        leader.set_up(here, self.address)
        client.set_up(there, f"198.18.{number}.2")
        if is_netem:
            for machine, device, one_way in ((client, there, delay), (leader, here, back)):
                subprocess.run(
                    ["tc", "-n", machine.name, "qdisc", "add", "dev", device, "root", "netem", "delay",
                     f"{one_way * 1e6:.0f}us", f"{jitter * 1e6:.0f}us", "loss", f"{LOSS:%}"], check=True)

    def note(self):
        if self.late is None:
            return "netem"
        with open(self.late) as lines:
            late = [int(line) / 1e9 for line in lines if line.strip().isdigit()]
        return f"relay late by {sound.told(late)} ms"


def wait(name, is_done):
    end = time.monotonic() + 10
    while not is_done():
        if time.monotonic() > end:
            raise processes.Failure(f"follow: {name} does not begin")
        time.sleep(0.02)


def played(leader, links, playhead, file, seconds):
    """Plays, and returns the times to compare, in nanoseconds: from three seconds after each change on."""
    control = f"{leader.folder}/control"
    os.mkfifo(control)
    leader.play(playhead, 1, "--serve", "0.0.0.0:9000", "--control", control, file)
    wait("the leader", lambda: os.path.getsize(leader.records) > 0)
    for link in links:
        link.client.play(playhead, PERIOD, "attach", f"playhead://{link.address}:9000")
    times = []
    for commands in STEPS:
        for command in commands:
            with open(control, "w") as commands_of_leader:
                print(command, file=commands_of_leader)
            time.sleep(0.5)
        time.sleep(SETTLING)
        start = time.monotonic_ns()
        time.sleep(seconds)
        times.append((start, time.monotonic_ns()))
    return times


def compared(link, truth, times):
    """Returns the rows of a link."""
    instants = [one.instant for one in truth]
    records, errors = link.client.read()
    found = [one for one in records if any(start <= one.instant <= end for start, end in times)]
    if not found:
        raise processes.Failure(f"follow: no position over {milliseconds(link.delay)}: {errors}")
    distances = [
        abs(one.position - truth[bisect.bisect(instants, one.instant) - 1].position_at(one.instant))
        for one in found]
    name = f"follow, {link.delay * 1e3:.0f} ms ± {link.delay * 200:g}"
    if link.asymmetry:
        name += f", and {link.asymmetry * 1e3:.0f} ms back"
    goal = 0.001 + link.asymmetry / 2
    worst = sound.quantile(distances, 0.99)
    yield Row(
        f"{name}: difference, p99", worst / goal, 1, milliseconds(worst), milliseconds(goal), "",
        "; ".join([f"p50 / p99 / max {sound.told(distances)} ms", link.note(), *errors]))
    share = statistics.mean(distance > one.uncertainty for distance, one in zip(distances, found))
    stated = statistics.median(one.uncertainty for one in found)
    yield Row(
        f"{name}: outside the uncertainty", share / 0.001, 1, percent(share), percent(0.001), "",
        f"median uncertainty {milliseconds(stated)}; {len(found)} records")


def rows(programs, files, is_quick):
    playhead, file = programs.playhead, files.hour
    with contextlib.ExitStack() as stack:
        try:
            leader = Machine(stack, "leader")
        except (OSError, subprocess.CalledProcessError):
            print("follow: without other machines: no network namespaces", file=sys.stderr)
            return
        is_netem = has_netem(leader)
        links = [
            Link(stack, leader, number, is_netem, delay, asymmetry) for number, (delay, asymmetry) in enumerate(
                (delay, asymmetry) for delay in DELAYS for asymmetry in ASYMMETRIES)]
        times = played(leader, links, playhead, file, 5 if is_quick else 20)
        truth, _ = leader.read()
        for link in links:
            yield from compared(link, truth, times)
