"""Playing: time to the first position, lateness of periodic updates, and CPU time."""

import json
import math
import os
import re
import resource
import subprocess
import time
from contextlib import nullcontext
from statistics import median

import processes
from table import microseconds, milliseconds, of_pairs, percent, Row, spread

# ffplay exits if it cannot open a sound device.
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
NO_WINDOW = ["--no-config", "--no-video", "--ao=null"]


def start(programs, files, pairs):
    """An MP4 file whose header declares all tracks is not probed, as the floor does. Probing takes
    longest if the video does not declare its reordering depth, as the first file's."""
    rows = [
        ("mp4", 0.8, files.sample), ("mp4 of 10 minutes", 1.1, files.ten_minutes),
        ("mkv", 1.1, files.sample_matroska),
        ("mkv of 10 minutes", 1.1, files.ten_minutes_matroska)]
    for name, reach, file in rows:
        yield first_position(
            f"exec to first position, {name}", reach, programs, file, pairs,
            with_peers=file == files.sample)


def first_position(name, reach, programs, file, pairs, with_peers):
    ours = [programs.playhead, "--limit", "1", file]
    floor = [programs.reference("open-and-print"), file]
    times = [
        (processes.seconds_to(rb"0\.000 .*\n", ours), processes.seconds_to(rb"0\.000 .*\n", floor))
        for _ in range(pairs)]
    counted = processes.instructions([*ours, "--instant"]) / processes.instructions(floor)
    peers = {
        "mpv": (rb"at=\d", ["mpv", *NO_WINDOW, "--term-playing-msg=at=${=time-pos}", file]),
        "ffmpeg": (
            rb"out_time_us=\d",
            ["ffmpeg", "-v", "error", "-re", "-i", file, "-f", "null", "-", "-progress", "pipe:1"]),
        "ffplay": (rb"\d+\.\d+ +[AM]-", ["ffplay", "-hide_banner", "-nodisp", file]),
        "ffprobe": (rb"pts_time=", ["ffprobe", "-v", "error", "-show_packets", file]),
    }
    told = [peer_start(peer, *command) for peer, command in peers.items() if with_peers]
    return of_pairs(
        name, reach, times, milliseconds, ", ".join(told), f"{counted:.2f} × the instructions")


def peer_start(name, pattern, command):
    if not processes.is_installed(name):
        return f"no {name}"
    try:
        return f"{name} {milliseconds(processes.seconds_to(pattern, command))}"
    except processes.Failure:
        return f"{name} did not play"


def lateness(programs, files, pairs, update_counts):
    for busy in (False, True):
        with processes.all_cores_busy() if busy else nullcontext():
            for interval, count in update_counts.items():
                runs = [
                    (updates(programs, files.ten_minutes, interval, count),
                     sleeps(programs, interval, count))
                    for _ in range(pairs)]
                name = f"lateness of updates, {interval * 1e3:.0f} ms, {'busy' if busy else 'idle'}"
                yield of_pairs(
                    f"{name}: p50", 1.2, [(median(one), median(other)) for one, other in runs],
                    microseconds)
                yield worst(name, runs)


def worst(name, runs):
    """Compares the 99th percentile of all our updates with that of the loop's worst run."""
    floor = max(percentile(other, 99) for _, other in runs)
    ours = percentile([late for one, _ in runs for late in one], 99)
    each = [percentile(one, 99) / floor for one, _ in runs]
    return Row(
        f"{name}: p99 to the worst run's", ours / floor, 1, microseconds(ours),
        microseconds(floor), spread(each))


def percentile(values, share):
    return sorted(values)[math.ceil(len(values) * share / 100) - 1]


def updates(programs, file, interval, count):
    """Returns the lateness of each periodic update: position − due, in seconds."""
    lines = processes.output(
        [programs.playhead, "-f", "json", "-i", f"{interval}", "--limit", f"{count}", file])
    records = map(json.loads, lines.splitlines())
    return [
        record["position"] - record["due"] for record in records if record.get("cause") == "interval"]


def sleeps(programs, interval, count):
    lines = processes.output([programs.reference("sleep-loop"), f"{interval * 1e9:.0f}", f"{count}"])
    return [int(line) / 1e9 for line in lines.splitlines()]


def drift(programs, files, duration):
    """Measures the drift of the position from the reader's clock.

    Lines may be late but never early, so the least late lines of the first and of the last quarter
    are compared."""
    late = []
    command = [programs.playhead, "-i", "0.1", "--end", str(duration), files.ten_minutes]
    with processes.running(command, stdout=subprocess.PIPE) as child:
        for line in child.stdout:
            late.append(time.monotonic() - float(line.split()[0]))
    quarter = len(late) // 4
    seconds = min(late[-quarter:]) - min(late[:quarter])
    ppm = abs(seconds) / (duration * 0.75) * 1e6
    yield Row(
        f"drift of the position, {duration} s", ppm, 1, f"{ppm:.3f} ppm", "1 ppm")


def cpu(programs, files, pairs, duration):
    reach = 0.002
    ours = [programs.playhead, "-i", "250ms", files.full_hd]
    mpv = ["mpv", *NO_WINDOW, files.full_hd]
    shares, peers = [], []
    for _ in range(pairs):
        shares.append(processes.cpu_share(ours, 1, duration))
        if processes.is_installed("mpv"):
            peers.append(processes.cpu_share(mpv, 1, duration))
    yield Row(
        "playing 1080p, 4 updates/s: share of a core", median(shares) / reach, 1,
        percent(median(shares)), percent(reach), spread([share / reach for share in shares]),
        f"mpv {percent(median(peers))}" if peers else "no mpv")


def idle(programs, files, duration):
    """A paused process must not wake. Dispatch's own threads end within 6 s."""
    count = processes.context_switches(
        [programs.playhead, "--pause", "-i", "10ms", files.full_hd], 8, duration)
    yield Row(
        f"paused, {duration} s: context switches", count, 0, str(count), "0")


def many(programs, files, pairs, duration):
    """Compares 1,000 players in one process with 1,000 Dispatch timers that fire as often; and 1,000 players that
    each read a file with a C loop that opens it as often, and reads as far ahead and as much."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    loop = [programs.reference("open-many"), files.ten_minutes, "1000"]
    runs = [
        (many_players(programs, "1000", str(duration)),
         many_players(programs, "--timers", "1000", str(duration)),
         many_players(programs, "1000", str(duration), files.ten_minutes),
         [float(number) for number in re.findall(r"[\d.]+", processes.output(loop))])
        for _ in range(pairs)]
    ours, floor, reading, opened = (list(side) for side in zip(*runs))
    name = "1,000 players, 10 updates/s"

    def row(what, key, reach, show, note=""):
        values = [one[key] for one in ours]
        return Row(
            f"{name}: {what}", median(values) / reach, 1, show(median(values)),
            show(median(other[key] for other in floor)), spread([value / reach for value in values]),
            f"at most {show(reach)}{note}")

    def each(side):
        memory, threads = (median(one[key] for one in side) for key in ("memory", "threads"))
        return f"{memory:.0f} kB a player, {threads:.0f} threads"

    yield row("share of a core", "cpu", 0.25, percent, f" ({each(ours)})")
    yield row("p99 of lateness", "p99", 0.005, milliseconds)
    name = "1,000 players of MP4 files"
    # That of the loop and of the timers together. A player takes each packet under its lock, and judges its times.
    yield of_pairs(
        f"{name}: share of a core", 1.9,
        [(one["cpu"], c[1] / 100 + timers["cpu"]) for one, c, timers in zip(reading, opened, floor)], percent,
        f"{each(reading)}; p99 {milliseconds(median(one['p99'] for one in reading))}")
    # libavformat keeps an index of all packets, with their decoding order: 1.6 MB of 10 minutes. Its parser of
    # H.264 takes 0.16 MB, and decides which packets are keyframes. A player cannot take less.
    yield of_pairs(
        f"{name}: memory", 1.1, [(one["memory"], c[0]) for one, c in zip(reading, opened)],
        lambda number: f"{number:.0f} kB")


def many_players(programs, *arguments):
    text = processes.output([programs.many, *arguments])

    def number(pattern):
        return float(re.search(pattern, text).group(1))

    return {
        "cpu": number(r"CPU +([\d.]+) %") / 100, "p99": number(r"p99 ([\d.]+) ms") / 1e3,
        "memory": number(r"memory +(\d+) kB"), "threads": number(r"threads +(\d+)")}
