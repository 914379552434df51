"""Builds the measured programs, and makes the media that is missing."""

import glob
import os
import re
import subprocess
import sys
from functools import cached_property

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(HERE)
BUILD = f"{HERE}/.build/bench"
LIBRARIES = ["libavformat", "libavcodec", "libavutil"]


AS_THE_COMMAND = subprocess.run(
    ["make", "-s", "--no-print-directory", "-C", ROOT, "build-options"], check=True,
    stdout=subprocess.PIPE, text=True).stdout.splitlines()
"""The options with which the Makefile builds the command."""
AS_A_PACKAGE = ["--scratch-path", f"{HERE}/.build/default"]
"""The default options, with which packages that depend on this one are built."""


def swift_build(folder, product, options=AS_THE_COMMAND):
    """Builds a product, and returns its path."""
    command = ["swift", "build", "--package-path", folder, "-c", "release", *options]
    # As the Makefile.
    variables = {**os.environ, "PLAYHEAD_LESS_OPTIMIZED": "1"} if folder == ROOT else None
    subprocess.run([*command, "--product", product], check=True, stdout=sys.stderr, env=variables)
    path = subprocess.run(
        [*command, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True,
        env=variables).stdout
    return f"{path.strip()}/{product}"


class Programs:
    """Each program is built when a group needs it."""

    def __init__(self):
        os.makedirs(BUILD, exist_ok=True)
        # SwiftPM does not notice changes in a module that an imported module re-exports. The
        # sources would be compiled with the old layout of its types.
        for source in glob.glob(f"{HERE}/Sources/*/*.swift"):
            os.utime(source)

    playhead = cached_property(lambda self: swift_build(ROOT, "playhead"))
    sound_device = cached_property(lambda self: swift_build(ROOT, "PlayheadSoundDevice"))
    scan = cached_property(lambda self: swift_build(HERE, "MediaBenchmark"))
    many = cached_property(lambda self: swift_build(HERE, "ManyPlayersBenchmark"))
    reactive = cached_property(
        lambda self: swift_build(HERE, "PortableCombineBenchmark", AS_A_PACKAGE))

    def reference(self, name):
        """Builds a C program of Reference/, and returns its path."""
        flags = ["pkg-config", "--cflags", "--libs", *LIBRARIES]
        flags = subprocess.run(flags, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
        source = f"{HERE}/Reference/{name}.c"
        # A loop that only sleeps should not load the libraries.
        with open(source) as file:
            flags = flags if re.search("#include <libav", file.read()) else []
        subprocess.run(
            ["cc", "-O2", "-Wall", "-Werror", "-o", f"{BUILD}/{name}", source, *flags], check=True)
        return f"{BUILD}/{name}"


class Files:
    """Media made by ffmpeg when a group needs it, outside the measurements."""

    folder = BUILD
    sample = f"{ROOT}/SampleMedia/bbb.mp4"

    @cached_property
    def ten_minutes(self):
        return make("ten-minutes.mp4", [*encoded("640x360", "1M"), "-t", "600"])

    @cached_property
    def ten_minutes_matroska(self):
        return make("ten-minutes.mkv", ["-i", self.ten_minutes, "-c", "copy"])

    @cached_property
    def full_hd(self):
        return make("1080p.mp4", [*encoded("1920x1080", "4M"), "-t", "60"])

    @cached_property
    def hour(self):
        return make("hour.wav", ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "3600", "-c:a", "pcm_u8"])

    @cached_property
    def lengths(self):
        sample = ["-stream_loop", "-1", "-i", f"{ROOT}/SampleMedia/bbb_small.mp4", "-c", "copy"]
        return [
            make(f"{minutes}-minutes.ts", [*sample, "-t", str(60 * minutes)])
            for minutes in (1, 10, 100)]

    @cached_property
    def sample_matroska(self):
        return make("sample.mkv", ["-i", self.sample, "-c", "copy"])


def encoded(size, rate):
    """Returns ffmpeg's arguments for a test picture and a tone."""
    return [
        "-f", "lavfi", "-i", f"testsrc2=s={size}:r=30", "-f", "lavfi", "-i", "sine=r=48000",
        "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "60", "-c:a", "aac", "-b:a",
        "128k", "-b:v", rate]


def make(name, arguments):
    path = f"{BUILD}/{name}"
    if not os.path.exists(path):
        part = f"{BUILD}/part-{name}"
        subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, part], check=True)
        os.rename(part, path)
    return path
