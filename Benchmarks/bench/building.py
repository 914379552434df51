"""The time of the builds that people wait for, in clean clones, beside those of an earlier commit."""

import os
import shutil
import subprocess
import sys
import time

import processes
import programs
from table import Row

EARLIER = os.environ.get("BASE") or "069ac31e"
PLAY, INSTALL, BOTH = "make play, clean clone", "make install, clean clone", "make play && make test, clean clone"


def clone(commit, folder):
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", programs.ROOT, folder], check=True)
    subprocess.run(["git", "-C", folder, "checkout", "--quiet", "--detach", commit], check=True)


def seconds(folder, *words, may_fail=False):
    """Returns the wall time of `make`, and prints it. Its output is in a file beside the clone."""
    start = time.monotonic()
    with open(f"{folder}.log", "a") as log:
        status = subprocess.run(
            ["make", "-C", folder, *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log).returncode
    elapsed = time.monotonic() - start
    print(f"{folder}: make {' '.join(words)}: {elapsed:.0f} s, status {status}", file=sys.stderr)
    if status and not may_fail:
        raise processes.Failure(f"make {' '.join(words)}: status {status}, see {folder}.log")
    return elapsed


def times(commit, may_fail=False):
    """Returns the wall times of the three rows. `may_fail` is whether tests may: those of an earlier commit may fail on
    a later machine, and take their time nevertheless."""
    folder = f"{programs.BUILD}/build-{commit[:12]}"
    clone(commit, folder)
    install = seconds(folder, "install", f"DESTDIR={folder}/.build/installed")
    clone(commit, folder)
    play = seconds(folder, "play")
    test = seconds(folder, "test", may_fail=may_fail)
    shutil.rmtree(folder)
    return {PLAY: play, INSTALL: install, BOTH: play + test}


def rows():
    head = subprocess.run(
        ["git", "-C", programs.ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    ours, earlier = times(head), times(EARLIER, may_fail=True)
    for name, reach in ((PLAY, 0.45), (INSTALL, 0.7), (BOTH, 0.55)):
        yield Row(name, ours[name] / earlier[name], reach, f"{ours[name]:.0f} s", f"{earlier[name]:.0f} s",
                  peer=f"the floor is {EARLIER}")
