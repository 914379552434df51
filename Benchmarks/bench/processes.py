"""Child processes: started without a shell, always ended, and their costs."""

import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager


class Failure(Exception):
    """A measured program failed."""


def cost(command):
    """Returns CPU seconds and peak memory in bytes of a command; its output is discarded."""
    null = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=null)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        raise Failure(f"{' '.join(command)}: status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def output(command):
    """Returns the output of a command, which must succeed."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


@contextmanager
def running(command, **arguments):
    """Runs a command until the block ends."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, **arguments) as child:
        try:
            yield child
        finally:
            child.kill()


def seconds_to(pattern, command):
    """Returns the time from the start of a command until its output matches the pattern."""
    text = b""
    start = time.monotonic()
    with running(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
        while piece := os.read(child.stdout.fileno(), 65536):
            text += piece
            if re.search(pattern, text):
                return time.monotonic() - start
    raise Failure(f"{' '.join(command)}: printed no position, but {text[-200:]!r}")


def cpu_share(command, settling, duration):
    """Returns the share of a core that a command uses, after `settling` seconds."""
    return share_and_memory(command, settling, duration)[0]


def share_and_memory(command, settling, duration):
    """Returns the share of a core that a command uses, after `settling` seconds, and its peak memory in
    bytes."""
    with running(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        time.sleep(settling)
        start, before = time.monotonic(), cpu_nanoseconds(child.pid)
        time.sleep(duration)
        after, end = cpu_nanoseconds(child.pid), time.monotonic()
        if child.poll() is not None:
            raise Failure(f"{' '.join(command)}: ended too soon, with {child.returncode}")
        with open(f"/proc/{child.pid}/status") as file:
            memory = int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) * 1024
    return (after - before) / 1e9 / (end - start), memory


def libraries(command, settling):
    """Returns the names of the libraries that a running command has loaded after `settling` seconds."""
    with running(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        time.sleep(settling)
        if child.poll() is not None:
            raise Failure(f"{' '.join(command)}: ended too soon, with {child.returncode}")
        with open(f"/proc/{child.pid}/maps") as file:
            return set(re.findall(r"/([^/\s]+\.so[.\d]*)$", file.read(), re.MULTILINE))


def cpu_nanoseconds(process):
    """Returns the CPU time of all threads, exact to the nanosecond, unlike times(2)."""
    threads = f"/proc/{process}/task"
    total = 0
    for thread in os.listdir(threads):
        with open(f"{threads}/{thread}/schedstat") as file:
            total += int(file.read().split()[0])
    return total


def context_switches(command, settling, duration):
    """Counts the context switches of all threads of a command, after `settling` seconds."""
    with running(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        time.sleep(settling)
        before = switches(child.pid)
        time.sleep(duration)
        after = switches(child.pid)
        if child.poll() is not None:
            raise Failure(f"{' '.join(command)}: ended too soon, with {child.returncode}")
    return sum(count - before.get(thread, 0) for thread, count in after.items())


def switches(process):
    """Returns the counts by thread, because the count of a thread is lost when it ends."""
    counts = {}
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status") as file:
            counts[thread] = sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)
    return counts


def unqueued_seconds(command, workers):
    """Returns the wall time of a command, less the time for which its threads with the name `workers`
    waited for a core on average.

    On an idle machine that is the wall time. On a shared one it is the time that the command would
    need with cores of its own: running, and waiting for locks and files.
    """
    start = time.monotonic()
    waits, before = {}, 0
    with running(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        while child.poll() is None:
            found = {
                thread: wait for thread, (name, wait) in queued_nanoseconds(child.pid).items()
                if name == workers}
            if not waits:
                before = queued_nanoseconds(child.pid).get(str(child.pid), ("", before))[1]
            waits.update(found)
            time.sleep(0.01)
        elapsed = time.monotonic() - start
        if child.returncode != 0 or not waits:
            raise Failure(f"{' '.join(command)}: ended with {child.returncode}")
    return elapsed - (before + sum(waits.values()) / len(waits)) / 1e9


def queued_nanoseconds(process):
    """Returns the name of each thread, and the time for which it was ready and had no core."""
    waits = {}
    threads = f"/proc/{process}/task"
    try:
        for thread in os.listdir(threads):
            with open(f"{threads}/{thread}/comm") as name, open(f"{threads}/{thread}/schedstat") as file:
                waits[thread] = name.read().strip(), int(file.read().split()[1])
    except OSError:
        pass  # The process or a thread has ended.
    return waits


def instructions(command):
    """Returns callgrind's count, which does not depend on the load of the machine."""
    return counted(tuple(command))


@functools.cache
def counted(command):
    """Several rows have the same floor; counting its instructions takes half a minute."""
    with tempfile.TemporaryDirectory() as folder:
        # valgrind ends if there is debug information that it cannot read.
        program = f"{folder}/{os.path.basename(command[0])}"
        subprocess.run(["strip", "--strip-debug", "-o", program, command[0]], check=True)
        told = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *command[1:]],
            check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True).stderr
    return int(re.search(r"Collected : (\d+)", told).group(1))


@contextmanager
def all_cores_busy():
    # They end by themselves, in case this process is killed.
    spin = "import time; end = time.monotonic() + 900\nwhile time.monotonic() < end: pass"
    children = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for child in children:
            child.kill()
            child.wait()


def is_installed(name):
    return shutil.which(name) is not None
