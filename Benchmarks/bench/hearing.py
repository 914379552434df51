"""A sound server whose device knows which frame is heard, and the players that play on it.

The sound of numbered files contains the number of each frame, so that the frame heard is known at every
instant. Instants are in nanoseconds of the monotonic clock.
"""

import bisect
import contextlib
import json
import os
import re
import socket
import subprocess
import tempfile
import threading
import time

import processes

RATE = 48_000


def going_first():
    """Returns the start of a command line with which a program goes before others; nothing if this user
    may not arrange that."""
    words = ["chrt", "--rr", "10"]
    is_permitted = subprocess.run([*words, "true"], stderr=subprocess.DEVNULL).returncode == 0
    return words if is_permitted else []


class Device:
    """The server and its device, until the block ends. Programs that are started in the block play on
    it.

    They go before other programs, as on a desktop: a server that answers late when a sound begins makes
    PulseAudio's client library wrong for 15 s."""

    def __init__(self, programs, keeps_samples=False):
        self.command = [
            *going_first(), programs.sound_device, *(["--samples"] if keeps_samples else [])]

    def __enter__(self):
        self.child = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        address = self.child.stdout.readline().strip()
        if not address:
            raise processes.Failure("SoundDevice: the sound server does not start")
        self.before = os.environ.get("PULSE_SERVER")
        os.environ["PULSE_SERVER"] = address
        return self

    def __exit__(self, *_):
        if self.before is None:
            del os.environ["PULSE_SERVER"]
        else:
            os.environ["PULSE_SERVER"] = self.before
        self.child.stdin.close()
        self.child.wait()

    def ask(self, *words):
        print(*words, file=self.child.stdin, flush=True)
        return self.child.stdout.readline().strip()

    def positions(self, instants):
        """Returns the seconds of sound heard at each instant, or None."""
        answer = self.ask("positions", *instants).split()
        return [None if frame == "-" else float(frame) / RATE for frame in answer]

    def runs(self):
        """Returns the runs of consecutive frames: the first one, their number, and the number of frames,
        heard or silent, that were played before."""
        return [tuple(map(int, re.split("[+@]", run))) for run in self.ask("runs").split()]

    def sequences(self):
        """Returns the first frame and the frame after the last one of each stretch without a jump,
        whatever silence is in it."""
        found = []
        for first, count, _ in self.runs():
            if found and found[-1][1] == first:
                found[-1][1] += count
            else:
                found.append([first, first + count])
        return [tuple(one) for one in found]

    def silence(self):
        """Returns the number of silent frames between the runs."""
        runs = self.runs()
        return sum(
            after[2] - before[2] - before[1] for before, after in zip(runs, runs[1:]))

    def last(self):
        """Returns the seconds of sound heard until now."""
        first, count, _ = self.runs()[-1]
        return (first + count) / RATE

    def late(self, start=0):
        """Returns the delays of the device's late wake-ups since an instant, in seconds."""
        ticks = [tuple(map(int, tick.split("+"))) for tick in self.ask("late").split()]
        return [delay / 1e9 for instant, delay in ticks if instant >= start]

    def wait(self, seconds, deadline=60):
        """Waits until so many seconds of sound have been heard."""
        end = time.monotonic() + deadline
        while not self.runs() or self.last() < seconds:
            if time.monotonic() > end:
                raise processes.Failure(f"{seconds} s of sound were not heard")
            time.sleep(0.02)


class Playhead:
    """The command, with a record every 7.3 ms of media, so that records come at all moments of the
    device's millisecond."""

    name = "playhead"

    def __init__(self, programs, files, *options, interval="0.0073"):
        self.samples = []
        """The instant, position and cause of each record."""
        self.errors = ""
        self.folder = tempfile.TemporaryDirectory()
        control = f"{self.folder.name}/control"
        os.mkfifo(control)
        self.child = subprocess.Popen(
            [programs.playhead, "--audio=require", "-f", "csv", "--precision", "9", "-i", interval,
             "--fields", "host_time_ns,position,cause", "--control", control, *options, *files],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.control = os.open(control, os.O_RDWR)
        self.readers = [
            threading.Thread(target=read) for read in (self.read_records, self.read_errors)]
        for reader in self.readers:
            reader.start()

    def read_records(self):
        for line in self.child.stdout:
            instant, position, cause = line.split(",")
            if instant.isdigit():
                self.samples.append((int(instant), float(position), cause.strip()))

    def read_errors(self):
        self.errors = self.child.stderr.read()

    def tell(self, line):
        os.write(self.control, f"{line}\n".encode())

    def wait_for(self, cause, count=1):
        """Waits until there are so many records of a cause, and returns the last one."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            found = [one for one in self.samples if one[2] == cause]
            if len(found) >= count:
                return found[count - 1]
            time.sleep(0.005)
        raise processes.Failure(f"playhead: no record of {cause!r}; {self.errors}")

    def wait_to_start(self):
        self.wait_for("started")

    def set_rate(self, rate):
        self.tell(f"rate {rate}")

    def pause(self, number):
        """Pauses for the nth time, and returns the position of rest."""
        self.tell("pause")
        return self.wait_for("paused", number)[1]

    def play(self):
        self.tell("play")

    def seek(self, position):
        self.tell(f"seek {position}")

    def end(self):
        self.child.kill()
        self.wait()

    def wait(self):
        self.child.wait()
        for reader in self.readers:
            reader.join()
        for pipe in (self.child.stdout, self.child.stderr):
            pipe.close()
        os.close(self.control)
        self.folder.cleanup()


class MPV:
    """mpv, which reports its position through its socket whenever it computes it."""

    name = "mpv"

    def __init__(self, files, *options):
        self.samples = []
        """The instant and `time-pos`, as it was reported."""
        self.sound_samples = []
        """The instant and `audio-pts`, which mpv computes when it is asked."""
        self.folder = tempfile.TemporaryDirectory()
        path = f"{self.folder.name}/socket"
        self.child = subprocess.Popen(
            ["mpv", "--no-config", "--no-video", "--ao=pulse", "--really-quiet",
             f"--input-ipc-server={path}", *options, *files], stdin=subprocess.DEVNULL)
        self.questions, self.reports = connection(path), connection(path)
        self.lock = threading.Lock()
        self.is_ending = False
        self.threads = [threading.Thread(target=read) for read in (self.follow, self.sample)]
        for thread in self.threads:
            thread.start()

    def ask(self, *command):
        with self.lock:
            print(json.dumps({"command": command}), file=self.questions, flush=True)
            for line in self.questions:
                if "error" in (answer := json.loads(line)):
                    return answer.get("data")
        return None

    def follow(self):
        try:
            command = {"command": ["observe_property", 1, "time-pos"]}
            print(json.dumps(command), file=self.reports, flush=True)
            for line in self.reports:
                now = time.monotonic_ns()
                report = json.loads(line)
                if report.get("event") == "property-change" and report.get("data") is not None:
                    self.samples.append((now, report["data"]))
        except OSError:
            return

    def sample(self):
        try:
            while not self.is_ending:
                before = time.monotonic_ns()
                position = self.ask("get_property", "audio-pts")
                after = time.monotonic_ns()
                # A late answer says little about when the position was read.
                if position is not None and after - before < 1_000_000:
                    self.sound_samples.append(((before + after) // 2, position))
                time.sleep(0.0063)
        except OSError:
            return

    def wait_to_start(self):
        end = time.monotonic() + 20
        while not self.samples:
            if time.monotonic() > end:
                raise processes.Failure("mpv does not play")
            time.sleep(0.005)

    def set_rate(self, rate):
        self.ask("set_property", "speed", rate)

    def pause(self, number):
        self.ask("set_property", "pause", True)
        time.sleep(0.4)
        return self.ask("get_property", "time-pos")

    def play(self):
        self.ask("set_property", "pause", False)

    def seek(self, position):
        self.ask("seek", position, "absolute+exact")

    def end(self):
        self.child.kill()
        self.wait()

    def wait(self):
        self.child.wait()
        self.is_ending = True
        for thread in self.threads:
            thread.join()
        for stream in (self.questions, self.reports):
            # What was not sent cannot be sent any more.
            with contextlib.suppress(OSError):
                stream.close()
        self.folder.cleanup()


def connection(path):
    """Returns a stream to and from a socket that is about to be opened."""
    stream = socket.socket(socket.AF_UNIX)
    end = time.monotonic() + 10
    while stream.connect_ex(path) != 0:
        if time.monotonic() > end:
            raise processes.Failure("mpv opens no socket")
        time.sleep(0.005)
    return stream.makefile("rw")


class FFplay:
    """ffplay, which prints its position 30 times a second."""

    name = "ffplay"

    def __init__(self, files):
        self.samples = []
        """The instant and position of each print."""
        self.child = subprocess.Popen(
            ["ffplay", "-hide_banner", "-nodisp", "-autoexit", "-stats", *files],
            env={**os.environ, "SDL_AUDIODRIVER": "pulseaudio"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        while piece := os.read(self.child.stderr.fileno(), 4096):
            now = time.monotonic_ns()
            if found := re.findall(rb"(\d+\.\d+) +[AM]-", piece):
                self.samples.append((now, float(found[-1])))

    def wait_to_start(self):
        end = time.monotonic() + 20
        while not self.samples:
            if time.monotonic() > end:
                raise processes.Failure("ffplay does not play")
            time.sleep(0.005)

    def end(self):
        self.child.kill()
        self.child.wait()
        self.reader.join()
        self.child.stderr.close()


def errors(device, samples):
    """Returns how far each position, in samples of an instant and a position, is from what is heard."""
    heard = device.positions([instant for instant, _ in samples])
    return [
        position - truth for (_, position), truth in zip(samples, heard) if truth is not None]


def between(samples, instant):
    """Returns the position at an instant between two samples; None outside of them."""
    index = bisect.bisect_right(samples, (instant, float("inf")))
    if index == 0 or index == len(samples):
        return None
    (before, first), (after, second) = samples[index - 1], samples[index]
    return first + (second - first) * (instant - before) / (after - before)
