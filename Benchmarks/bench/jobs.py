"""The share that `playhead job` and other programs show of an ffmpeg run, compared with ffmpeg's own `out_time`."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import processes
from programs import BUILD, make
from table import Row

PEERS = ["ffpb==0.4.1", "ffmpeg-progress-yield==1.1.4", "better-ffmpeg-progress==5.2.0"]
PATIENCE = 0.25
"""How long after a report of ffmpeg a program may show its share, in seconds."""
LONGEST = 60
"""How long a run may take, in seconds."""

# Runs ffmpeg in the place of ffmpeg: notes when each report comes, and passes it on to where it was to go. Reads
# the inputs slowly, so that programs that draw twice a second have something to show.
STAND_IN = """#!{python}
import os, subprocess, sys, time
words, before = [], None
target = None
for word in sys.argv[1:]:
    if before == "-progress":
        target, word = word, "pipe:250"
    if word == "-i":
        words += ["-readrate", os.environ["JOB_SPEED"]]
    words.append(word)
    before = word
words = ["-stats_period", "0.1"] + ([] if target else ["-progress", "pipe:250"]) + words
reading, writing = os.pipe()
os.dup2(writing, 250)
os.close(writing)
child = subprocess.Popen(["{ffmpeg}"] + words, pass_fds=[250])
os.close(250)
number = 1 if target == "-" else int(target[5:]) if target else None
with open(os.environ["JOB_NOTES"], "w", buffering=1) as notes:
    notes.write(f"{{child.pid}}\\n")
    while piece := os.read(reading, 65536):
        now = time.monotonic()
        for line in piece.split(b"\\n"):
            if line.startswith(b"out_time_us=") and line[12:].isdigit():
                notes.write(f"{{now}} {{int(line[12:])}}\\n")
        if number is not None:
            os.write(number, piece)
    status = child.wait()
    notes.write(f"{{time.monotonic()}} end\\n")
sys.exit(status if status >= 0 else 128 - status)
"""

YIELD = """
import sys
from ffmpeg_progress_yield import FfmpegProgress
for share in FfmpegProgress(sys.argv[1:]).run_command_with_progress():
    print(share, flush=True)
"""
BETTER = """
import sys
from better_ffmpeg_progress import FfmpegProcess
process = FfmpegProcess(sys.argv[1:])
process.use_tqdm = True
process.run()
"""

INPUT = 10
"""The limit in points where only the input shows how far the job is; elsewhere it is 3."""

# The speed of reading, the arguments and, if it is not 3, the limit in points. FILM has 60 s of video and sound,
# SOUND 80 s.
SHAPES = [
    (7, "-i FILM -c:v mpeg4 -c:a aac o.mp4"),
    (2, "-ss 30 -t 15 -i FILM -c:v mpeg4 o.mp4"),
    (7, "-i FILM -an -vf setpts=PTS/4 -c:v mpeg4 o.mp4"),
    (7, "-i FILM -an -vf setpts=3*PTS -c:v mpeg4 o.mp4"),
    (20, "-stream_loop 2 -i FILM -c:v mpeg4 o.mp4"),
    (7, "-i FILM -t 20 -c:v mpeg4 o.mp4 -vn o.wav"),
    (7, "-i FILM -c copy o.mkv"),
    (7, "-i FILM -vn -c:a pcm_s16le o.wav"),
    (7, "-i FILM -an -c:v mpeg4 o.mp4"),
    (2, "-ss 40 -i FILM -t 15 -c:v mpeg4 o.mp4"),
    (4, "-i FILM -ss 30 -t 15 -c:v mpeg4 o.mp4"),
    (4, "-i FILM -ss 20 -to 45 -c:v mpeg4 o.mp4"),
    (3, "-ss 20 -to 45 -i FILM -c:v mpeg4 o.mp4"),
    (3, "-to 20 -i FILM -c:v mpeg4 o.mp4"),
    (3, "-i FILM -to 20 -c:v mpeg4 o.mp4"),
    (3, "-sseof -20 -i FILM -c:v mpeg4 o.mp4"),
    (5, "-ss 20 -i FILM -c copy o.mkv"),
    (7, "-i FILM -vn -af atempo=2 o.wav"),
    (7, "-i FILM -vn -af asetpts=PTS*2,aresample=async=1 o.wav"),
    (20, "-stream_loop 1 -i SOUND o.flac"),
    (10, "-stream_loop -1 -i FILM -t 90 -c:v mpeg4 o.mp4"),
    (7, "-itsoffset 10 -i FILM -c:v mpeg4 o.mp4"),
    (7, "-r 50 -i FILM -an -c:v mpeg4 o.mp4"),
    (7, "-i FILM -an -r 5 -c:v mpeg4 o.mp4"),
    (7, "-i FILM -an -vf fps=10 -c:v mpeg4 o.mp4"),
    (2.5, "-i FILM -frames:v 500 -an -c:v mpeg4 o.mp4"),
    (3.5, "-i FILM -vframes 700 -c:v mpeg4 o.mp4"),
    (5, "-i FILM -an -vf trim=10:40,setpts=PTS-STARTPTS -c:v mpeg4 o.mp4"),
    (4, "-i FILM -vn -af atrim=duration=30 o.wav"),
    (9, "-i FILM -i SOUND -map 0:v -map 1:a -c:v mpeg4 o.mp4"),
    (9, "-stream_loop 2 -i FILM -i SOUND -map 0:v -map 1:a -shortest -c:v mpeg4 o.mp4"),
    (7, "-i FILM -c:v mpeg4 -pass 1 -an -f null -"),
    (7, "-i FILM -c:v mpeg4 -hls_time 4 o.m3u8"),
    (7, "-i FILM -an -r 10 o%03d.png"),
    (7, "-framerate 10 -i i%03d.ppm -c:v mpeg4 o.mp4"),
    (5, "-copyts -ss 20 -i FILM -c:v mpeg4 o.mp4"),
    (7, "-i FILM -output_ts_offset 20 -c:v mpeg4 o.mkv"),
    (4, "-f lavfi -i testsrc=size=160x90:duration=30 -c:v mpeg4 o.mp4"),
    (4, "-f lavfi -i sine -t 30 o.wav"),
    (15, "-f concat -safe 0 -i list -c copy o.mkv"),
    (7, "-i FILM -filter_complex [0:v]setpts=PTS/2[v] -map [v] -c:v mpeg4 o.mp4"),
    # The second input has waited for the first one, and is not read slowly until it has caught up.
    (7, "-t 6 -i FILM -i FILM -filter_complex [0:v][0:a][1:v][1:a]concat=n=2:v=1:a=1[v][a] -map [v] -map [a] "
         "-c:v mpeg4 o.mp4"),
    (5, "-ss 20 -i FILM -filter_complex [0:v]setpts=PTS/2,fps=10[v] -map [v] -t 15 -c:v mpeg4 o.mp4"),
    (7, "-i FILM -an -vf select=not(mod(n\\,2)) -c:v mpeg4 o.mp4", INPUT),
    (7, "-f mpegts -i pipe:0 -c:v mpeg4 o.mp4", INPUT),
]
QUICK = [0, 1, 2, 3, 4, 5]


def rows(built, files, is_quick):
    film = make("job.mp4", [
        "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25", "-f", "lavfi", "-i", "sine=r=48000", "-c:v", "mpeg4",
        "-c:a", "aac", "-t", "60"])
    sound = make("job.wav", ["-f", "lavfi", "-i", "sine=r=48000", "-t", "80"])
    stream = make("job.ts", ["-i", film, "-c:v", "mpeg2video", "-c:a", "copy"])
    programs = {"playhead": lambda words: [
        built.playhead, "job", "-i", "1ms", "-f", "template", "-t", "{percent:2}", "--", "ffmpeg", *words]}
    programs.update(peers())
    for speed, line, *limit in [SHAPES[index] for index in QUICK] if is_quick else SHAPES:
        words = [{"FILM": film, "SOUND": sound}.get(word, word) for word in line.split()]
        errors = {}
        # Each has its own ffmpeg, which waits most of the time.
        threads = [
            threading.Thread(target=lambda name=name, command=command: errors.update(
                {name: error_of(command, ["-y", *words], speed, film, stream)}))
            for name, command in programs.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        reach = limit[0] if limit else 3
        ours = errors["playhead"]
        yield Row(
            f"job: {line}", (100 if ours is None else ours) / reach, 1, points(ours), f"{reach} points", "",
            ", ".join(f"{name} {points(errors[name])}" for name in programs if name != "playhead"))


def points(error):
    return "none" if error is None else f"{error:.1f}"


def peers():
    """The installed programs that show the share of an ffmpeg run, with their command lines."""
    folder = f"{BUILD}/peers"
    found = {}
    if not os.path.exists(f"{folder}/done"):
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, stdout=sys.stderr)
            subprocess.run([f"{folder}/bin/pip", "install", "-q", *PEERS], check=True, stdout=sys.stderr)
            open(f"{folder}/done", "w").close()
    if os.path.exists(f"{folder}/done"):
        python = f"{folder}/bin/python"
        found["ffpb"] = lambda words: [f"{folder}/bin/ffpb", *words]
        found["ffmpeg-progress-yield"] = lambda words: [python, "-c", YIELD, "ffmpeg", *words]
        found["better-ffmpeg-progress"] = lambda words: [python, "-c", BETTER, "ffmpeg", *words]
    else:
        print("bench: the programs of PyPI could not be installed", file=sys.stderr)
    if processes.is_installed("progress"):
        found["progress"] = None
    else:
        print("bench: progress is not installed", file=sys.stderr)
    return found


def error_of(command, words, speed, film, stream):
    """Runs a command line of a program, or ffmpeg beside `progress`. Returns by how many points the share that
    it shows is wrong at most; None if it shows none."""
    with tempfile.TemporaryDirectory() as folder:
        notes = f"{folder}/notes"
        prepare(folder, film)
        environment = {
            **os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "JOB_SPEED": str(speed),
            "JOB_NOTES": notes, "COLUMNS": "200"}
        with open(stream, "rb") as file, subprocess.Popen(
                command(words) if command else ["ffmpeg", "-v", "error", *words], cwd=folder, env=environment,
                stdin=file if "pipe:0" in words else subprocess.DEVNULL,
                stdout=subprocess.PIPE if command else subprocess.DEVNULL, stderr=subprocess.STDOUT,
                executable=None if command else f"{folder}/bin/ffmpeg", start_new_session=True) as child:
            # A program that takes standard input from ffmpeg would wait forever.
            timer = threading.Timer(LONGEST, os.killpg, (child.pid, signal.SIGKILL))
            timer.start()
            shown = shares_of(child.stdout.fileno()) if command else shares_beside(child, notes)
            timer.cancel()
        if not os.path.exists(notes):
            return None
        with open(notes) as file:
            lines = [line.split() for line in file][1:]
    if len(lines) < 2 or lines[-1][1] != "end":
        return None
    if not any(when < float(lines[-1][0]) for when, _ in shown):
        return None
    return greatest_error([(float(instant), int(position)) for instant, position in lines[:-1]], shown)


def prepare(folder, film):
    os.mkdir(f"{folder}/bin")
    with open(f"{folder}/bin/ffmpeg", "w") as file:
        file.write(STAND_IN.format(python=sys.executable, ffmpeg=shutil.which("ffmpeg")))
    os.chmod(f"{folder}/bin/ffmpeg", 0o755)
    with open(f"{folder}/list", "w") as file:
        file.write(f"file '{film}'\n" * 2)
    for number in range(600):
        with open(f"{folder}/i{number:03}.ppm", "wb") as file:
            file.write(b"P6 16 16 255\n" + b"abc" * 256)


def shares_of(descriptor):
    """Reads what a program shows until it ends: percentages alone in a line, or those of a bar."""
    shown, rest = [], b""
    while piece := os.read(descriptor, 65536):
        now = time.monotonic()
        *lines, rest = re.split(rb"[\r\n]", rest + piece)
        for line in lines + [rest]:
            if found := re.search(rb"^ *([\d.]+)$|([\d.]+)%(?:\|| \[)", line):
                shown.append((now, float(found[1] or found[2])))
        # A bar is drawn without an end of its line.
        rest = b"" if re.search(rb"%(?:\|| \[)", rest) else rest
    return shown


def shares_beside(child, notes):
    """Asks `progress` again and again for what ffmpeg reads."""
    shown = []
    while child.poll() is None:
        with contextlib.suppress(OSError, ValueError), open(notes) as file:
            process = int(file.readline())
            text = subprocess.run(
                ["progress", "-p", str(process), "-o", "r"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                stdin=subprocess.DEVNULL).stdout
            if found := re.search(rb"([\d.]+)%", text):
                shown.append((time.monotonic(), float(found[1])))
        time.sleep(0.1)
    return shown


def greatest_error(reports, shown):
    """Compares each report of ffmpeg with what is shown then, or a little later."""
    final = reports[-1][1]
    greatest = None
    for instant, position in reports:
        before = [share for when, share in shown if when <= instant][-1:]
        soon = [share for when, share in shown if instant < when <= instant + PATIENCE]
        if before + soon:
            error = min(abs(share - 100 * position / final) for share in before + soon)
            greatest = max(greatest or 0, error)
    return greatest
