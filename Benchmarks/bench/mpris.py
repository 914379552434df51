"""MPRIS: whether clients get our position, and what the bus costs while a file just plays."""

import contextlib
import json
import math
import os
import re
import subprocess
import time
from statistics import median

import dbus
import processes
from table import milliseconds, Row


def rows(programs, files, count, duration):
    with playing(programs, files.ten_minutes) as (child, environment, name, ours):
        client = dbus.Client(environment)
        yield distance(
            "MPRIS Position − ours: p99", 0.001, count, ours, lambda: client.position(name))
        yield distance(
            "playerctl position − ours: p99", 0.02, max(20, count // 20), ours,
            lambda: playerctl(environment))
        client.call_bus("AddMatch", f"sender='{name}'")
        before = bus_thread_switches(child.pid)
        messages = client.count_messages(duration)
        switches = bus_thread_switches(child.pid) - before
        for what, number in (("messages", messages), ("wake-ups", switches)):
            yield Row(
                f"MPRIS {what} in {duration} s of steady playback", number, 0, f"{number}", "0")


@contextlib.contextmanager
def playing(programs, file):
    """Plays a file, and yields the process, the environment of clients, the name on the bus, and a
    function that returns the position at a monotonic instant."""
    command = [programs.playhead, "--mpris", "-f", "json", "--changes", file]
    with dbus.private_bus() as environment, processes.running(
        command, stdout=subprocess.PIPE, env=environment) as child:
        for line in child.stdout:
            record = json.loads(line)
            if record.get("cause") == "started":
                break
        else:
            raise processes.Failure("nothing plays")
        name = f"org.mpris.MediaPlayer2.playhead.instance{child.pid}"
        client = dbus.Client(environment)
        end = time.monotonic() + dbus.LIMIT
        while name.encode() not in client.call_bus("ListNames"):
            if time.monotonic() > end:
                raise processes.Failure(f"{name} does not appear")
            time.sleep(0.01)

        def ours(nanoseconds):
            return record["position"] + (nanoseconds - record["host_time_ns"]) / 1e9

        yield child, environment, name, ours


def distance(name, goal, count, ours, read):
    """Compares positions in microseconds with ours in the middle of each read."""
    distances = []
    for index in range(count):
        time.sleep(0.001 * (index % 7))
        before = time.monotonic_ns()
        position = read() / 1e6
        distances.append(abs(position - ours((before + time.monotonic_ns()) / 2)))
    p99 = sorted(distances)[math.ceil(count * 0.99) - 1]
    return Row(
        name, p99 / goal, 1, milliseconds(p99), milliseconds(goal), "",
        f"median {median(distances) * 1e3:.3f} ms of {count}")


def playerctl(environment):
    told = subprocess.run(
        ["playerctl", "position"], check=True, stdout=subprocess.PIPE, env=environment, text=True)
    return float(told.stdout) * 1e6


def bus_thread_switches(process):
    """Returns the context switches of the thread that talks to the bus."""
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status") as file:
            status = file.read()
        if status.startswith("Name:\tplayhead-mpris\n"):
            return sum(int(count) for count in re.findall(r"ctxt_switches:\t(\d+)", status))
    raise processes.Failure("there is no thread playhead-mpris")
