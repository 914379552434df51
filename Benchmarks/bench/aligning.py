"""Recordings whose relation is known, aligned: errors of offset, drift and breaks, and the time for two hours."""

import contextlib
import json
import os
import subprocess
import sys
import time

import processes
import recordings
from programs import BUILD
from table import Row, megabytes

RATE = 48000
SAMPLE = 1 / RATE
CLEAN = (SAMPLE, 0.1)
"""The limits of offset in seconds and of drift in parts per million for copies of the same samples."""
DEGRADED = (1e-4, 1.0)
PEERS = ["syncstart==1.1.1", "audalign==1.3.1"]
SKIP = 100003
"""The number of samples that the recordings start later."""
FEW = 3
"""How many variants are measured in a quick run."""

AUDALIGN = """
import sys, audalign
result = audalign.align_files(sys.argv[1], sys.argv[2], recognizer=audalign.CorrelationRecognizer())
names = {key: value for key, value in result.items() if isinstance(value, (int, float))}
first, second = (names[path.split("/")[-1]] for path in sys.argv[1:3])
print(second - first)
"""


def rows(built, is_quick):
    if not processes.is_installed("sox"):
        print("bench: sox is not installed", file=sys.stderr)
        return
    check_maker()
    seconds = 120 if is_quick else 600
    base = recordings.base(seconds, 1)
    for name, file, drift, limits in variants(base, seconds, is_quick):
        found = align(built.playhead, base, file)
        # Opus in Matroska declares a start 7 ms before its sound, which ffmpeg also takes for its start.
        wanted = SKIP / RATE - (0.007 if name == "Opus in Matroska" else 0)
        offset = abs(found["offset"] - wanted) if found["related"] else 1
        error = abs(found["drift_ppm"] - drift) if found["related"] else 1000
        yield Row(
            f"align: {name}: offset", offset / limits[0], 1, f"{offset * 1e6:.1f} µs", f"{limits[0] * 1e6:.1f} µs",
            "", peers_offset(base, file, SKIP / RATE) if name in ("copy", "AAC 96 kb/s") else "")
        yield Row(f"align: {name}: drift", error / limits[1], 1, f"{error:.4f} ppm", f"{limits[1]} ppm")
    yield from broken(built, base, seconds)
    yield from unrelated(built, base, seconds)
    yield from fixed(built, base, seconds)
    if not is_quick:
        yield from two_hours(built)


def check_maker():
    """The maker of recordings is checked with a chirp, whose value at any time is known."""
    import array
    import math
    drift, seconds = 145.0, 20

    def value(at):
        return 0.5 * math.sin(2 * math.pi * (200 * at + 0.5 * 100 * at * at))

    source = recordings.path("chirp.wav")
    samples = array.array("f", (value(number / RATE) for number in range(seconds * RATE)))
    write_samples(source, samples)
    with contextlib.suppress(FileNotFoundError):
        os.remove(recordings.path("chirp-other.wav"))
    made = recordings.other("chirp-other.wav", source, drift=drift, skip=4801)
    text = subprocess.run(
        ["sox", "-V1", made, "-t", "f32", "-c", "1", "-"], check=True, stdout=subprocess.PIPE).stdout
    found = array.array("f", text)
    worst = max(
        abs(found[number] - value(number / RATE / (1 + drift * 1e-6) + 4801 / RATE))
        for number in range(2000, len(found) - 2000, 7))
    # At 2,200 Hz, 1e-3 is a fifteenth of a sample.
    if worst > 1e-3:
        raise processes.Failure(f"the maker of recordings is wrong by {worst:.5f}")


def write_samples(path, samples):
    subprocess.run(
        ["sox", "-V1", "-D", "-t", "f32", "-r", str(RATE), "-c", "1", "-", "-b", "24", "-c", "2", path],
        input=samples.tobytes(), check=True)


def variants(base, seconds, is_quick):
    """Names, files, drifts and limits."""
    name = f"{seconds}-"
    found = [("copy", recordings.other(name + "copy.wav", base, skip=SKIP), 0, CLEAN)]
    drifts = (0.1, -1, 10, -50, 145, 500)
    for drift in drifts:
        file = recordings.other(f"{name}drift{drift}.wav", base, skip=SKIP, drift=drift)
        found.append((f"drift {drift} ppm", file, drift, CLEAN))
    clean = recordings.other(name + "drift30.wav", base, skip=SKIP, drift=30)

    def sox(label, *effects):
        return recordings.sox(f"{name}{label}.wav", clean, "OUT", *effects)

    def encoded(label, *words):
        return recordings.ffmpeg(f"{name}{label}", "-i", clean, *words)

    noise = recordings.ffmpeg(
        f"{name}noise.wav", "-i", clean, "-f", "lavfi", "-i",
        f"anoisesrc=color=white:seed=5:r={RATE}:d={seconds + 60}:a=0.073,aformat=channel_layouts=stereo",
        "-filter_complex", "[0][1]amix=2:duration=first:normalize=0", "-c:a", "pcm_s24le")
    found += [
        ("44,100 Hz", sox("44100", "rate", "-v", "44100"), 30, CLEAN),
        ("AAC 96 kb/s", encoded("aac.m4a", "-c:a", "aac", "-b:a", "96k"), 30, DEGRADED),
        ("Opus in Matroska", encoded("opus.mkv", "-c:a", "libopus", "-b:a", "64k"), 30, DEGRADED),
        ("noise at 0 dB", noise, 30, DEGRADED),
        ("300 to 3,400 Hz", sox("band", "sinc", "300-3400"), 30, DEGRADED),
        ("reverberation", sox("reverb", "reverb", "50"), 30, DEGRADED),
        ("gain -20 dB, polarity", sox("polarity", "vol", "-0.1"), 30, DEGRADED),
        ("mono", encoded("mono.m4a", "-ac", "1", "-b:a", "64k"), 30, DEGRADED),
    ]
    return found[:FEW] + found[8:9] if is_quick else found


def align(playhead, reference, other):
    result = subprocess.run(
        [playhead, "align", "-f", "json", reference, other], stdout=subprocess.PIPE, text=True)
    if result.returncode not in (0, 3):
        raise processes.Failure(f"align fails: {result.returncode}")
    return json.loads(result.stdout)


def broken(built, base, seconds):
    """Places must be right to 5 ms, lengths to a sample. Doubled sound may be cut anywhere in it."""
    step = seconds * RATE // 6
    changes = [(1 * step + 11, 4801, True), (2 * step + 5, 2400, False), (3 * step + 77, 2 * RATE, True),
               (4 * step, RATE, False), (5 * step, 960, True)]
    for count in (1, 3, 5):
        wanted = changes[:count]
        file = recordings.other(
            f"{seconds}-breaks{count}.wav", base, drift=20,
            lost=[change[:2] for change in wanted if change[2]],
            doubled=[change[:2] for change in wanted if not change[2]])
        found = align(built.playhead, base, file).get("breaks", [])
        place, length = 1.0, 1.0
        if len(found) == len(wanted):
            place = length = 0.0
            for one, (first, size, is_lost) in zip(found, wanted):
                last = first if is_lost else first + size
                at = one["time"] * RATE
                place = max(place, (first - at) / RATE, (at - last) / RATE, 0 if is_lost == (one["kind"] == "lost") else 1)
                length = max(length, abs(one["length"] - size / RATE / (1 if is_lost else 1 / (1 + 20e-6))))
        yield Row(
            f"align: {count} breaks: place", place / 5e-3, 1, f"{place * 1e3:.2f} ms", "5 ms", "", f"{len(found)} found")
        yield Row(f"align: {count} breaks: length", length / SAMPLE, 1, f"{length * 1e6:.1f} µs", f"{SAMPLE * 1e6:.1f} µs")


def unrelated(built, base, seconds):
    silence = recordings.sox("silence.wav", "-n", "-r", RATE, "-c", "2", "OUT", "trim", "0", seconds)
    tone = recordings.sox("tone.wav", "-n", "-r", RATE, "-c", "2", "OUT", "synth", seconds, "sine", "1000", "gain", "-6")
    for name, first, second in (
            ("two recordings", base, recordings.base(seconds, 2)), ("silence", base, silence), ("a tone", base, tone),
            ("a tone twice", tone, tone)):
        is_related = align(built.playhead, first, second)["related"]
        yield Row(f"align: no relation: {name}", 2 if is_related else 0, 1, "related" if is_related else "none", "none")


def fixed(built, base, seconds):
    """The fixed file has no offset and no drift: at its start and at its end it is right to 0.1 ms."""
    step = seconds * RATE // 6
    file = recordings.other(
        f"{seconds}-unfixed.wav", base, drift=-123.4, skip=SKIP, lost=[(2 * step, 7001)], doubled=[(4 * step, 5003)])
    command = subprocess.run(
        [built.playhead, "align", "--fix", base, file], check=True, stdout=subprocess.PIPE, text=True).stdout
    result = f"{file[:-4]}.aligned.wav"
    with contextlib.suppress(FileNotFoundError):
        os.remove(result)
    subprocess.run(["sh", "-c", command.replace("ffmpeg ", "ffmpeg -v error ", 1)], check=True)
    found = align(built.playhead, base, result)
    worst = 1.0
    if found["related"]:
        worst = max(abs(part["offset"] + time * found["drift_ppm"] * 1e-6)
                    for part in found["parts"] for time in (part["start"], part["end"]))
    yield Row("align: the fixed file", worst / 1e-4, 1, f"{worst * 1e6:.1f} µs", "100 µs")


def two_hours(built):
    base = recordings.base(7200, 7)
    other = recordings.other("two-hours.wav", base, drift=145, skip=SKIP)
    files = [recordings.ffmpeg(f"{name}.m4a", "-i", file, "-c:a", "aac", "-b:a", "128k")
             for name, file in (("two-hours-reference", base), ("two-hours-other", other))]
    start = time.monotonic()
    cost = processes.cost([built.playhead, "align", *files])
    taken = time.monotonic() - start
    yield Row("align: two hours of AAC: time", taken / 30, 1, f"{taken:.1f} s", "30 s", "", f"CPU {cost[0]:.1f} s")
    yield Row("align: two hours of AAC: peak memory", cost[1] / 200e6, 1, megabytes(cost[1]), "200 MB")
    found = align(built.playhead, *files)
    error = abs(found["drift_ppm"] - 145) if found["related"] else 1000
    yield Row("align: two hours of AAC: drift", error / 1, 1, f"{error:.4f} ppm", "1 ppm")


def peers_offset(reference, other, offset):
    """The errors of other programs' offsets; they report no drift."""
    folder = f"{BUILD}/align-peers"
    if not os.path.exists(f"{folder}/done"):
        try:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, stdout=sys.stderr)
            subprocess.run([f"{folder}/bin/pip", "install", "-q", *PEERS], check=True, stdout=sys.stderr)
            open(f"{folder}/done", "w").close()
        except (OSError, subprocess.CalledProcessError):
            return "the programs of PyPI could not be installed"
    texts = []
    for name, command in (
            ("syncstart", [f"{folder}/bin/syncstart", "-q", "-s", "-t", "60", reference, other]),
            ("audalign", [f"{folder}/bin/python", "-c", AUDALIGN, reference, other])):
        try:
            # syncstart exits with status 1 after it has printed the offset.
            text = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=600).stdout
            value = float(text.strip().split("\n")[-1].split(",")[-1])
            texts.append(f"{name} {abs(abs(value) - offset) * 1e6:.0f} µs")
        except (OSError, subprocess.SubprocessError, ValueError, IndexError):
            texts.append(f"{name} fails")
    return ", ".join(texts)
