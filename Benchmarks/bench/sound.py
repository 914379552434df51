"""Sound: the position compared with what is heard, and what happens to frames at each discontinuity."""

import array
import math
import os
import re
import statistics
import time
import wave

import hearing
import processes
from programs import BUILD, make
from table import megabytes, milliseconds, percent, Row, spread

RATE = hearing.RATE


class Media:
    """Files of numbered frames, and a file with beeps."""

    def __init__(self, programs):
        with hearing.Device(programs) as device:
            def numbered(name, first, count):
                path = f"{BUILD}/{name}"
                if not os.path.exists(path):
                    device.ask("wave", path, first, count)
                return path

            self.long = numbered("numbered.wav", 0, 100 * RATE)
            self.short = numbered("numbered-short.wav", 0, 3 * RATE // 10)
            self.parts = [numbered(f"numbered-{part}.wav", part * RATE, RATE) for part in range(10)]
        self.flac = [
            make(os.path.basename(part).replace(".wav", ".flac"), ["-i", part])
            for part in self.parts]
        self.beeps = f"{BUILD}/beeps.wav"
        if not os.path.exists(self.beeps):
            write_beeps(self.beeps)


def beep_start(number):
    """Beeps start at all moments of a stretcher's parts."""
    return 1 + 0.5037 * number


def write_beeps(path):
    samples = array.array("h", bytes(2 * 30 * RATE))
    for number in range(56):
        pitch = 400 * (3000 / 400) ** (number * 7 % 40 / 39)
        first = round(beep_start(number) * RATE)
        for index in range(RATE * 60 // 1000):
            samples[first + index] = round(12_000 * math.sin(2 * math.pi * pitch * index / RATE))
    stereo = array.array("h", (sample for one in samples for sample in (one, one)))
    with wave.open(path, "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", ""))
        file.writeframes(stereo.tobytes())


def rows(programs, files, is_quick):
    media = Media(programs)
    yield from accuracy(programs, media, 15 if is_quick else 60)
    for deviation in (500, -500):
        yield from drifting(programs, media, deviation, 12 if is_quick else 20)
    yield from rate_steps(programs, media, 1 if is_quick else 4)
    yield from pauses(programs, media, 5 if is_quick else 20)
    yield from seeks(programs, media, 5 if is_quick else 20)
    yield from seams(programs, media)
    for rate in (0.5, 1.5, 3) if is_quick else (0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 2.5, 3):
        yield beeps(programs, media, rate, 10 if is_quick else 16)
    yield from costs(programs, files, 2 if is_quick else 3, 4 if is_quick else 10)
    yield without_sound(programs, files)


def quantile(values, share):
    return sorted(values)[math.ceil(len(values) * share) - 1]


def told(values):
    return " / ".join(f"{value * 1e3:.2f}" for value in (
        quantile(values, 0.5), quantile(values, 0.99), max(values)))


def told_ticks(late):
    return f"device late {len(late)} times, by at most {milliseconds(max(late, default=0))}"


def played(programs, player, seconds, deviation=0):
    """Plays, and returns the player, the device's late wake-ups and the errors of some kinds of
    samples, each kind a function of the player. The first second is not included."""
    with hearing.Device(programs) as device:
        if deviation:
            device.ask("deviation", deviation)
        one = player()
        try:
            one.wait_to_start()
            start = time.monotonic_ns() + 1_000_000_000
            time.sleep(seconds + 1)
        finally:
            one.end()
        late = device.late(start)
        kinds = {"position": [(sample[0], sample[1]) for sample in one.samples]}
        if one.name == "mpv":
            kinds["audio-pts"] = one.sound_samples
        errors = {
            kind: [
                abs(error) for error in
                hearing.errors(device, [one for one in samples if one[0] >= start])]
            for kind, samples in kinds.items()}
    return one, late, errors


def accuracy(programs, media, seconds):
    """Players play one after the other, each on a device of its own."""
    _, late, ours = played(
        programs, lambda: hearing.Playhead(programs, [media.long]), seconds)
    ours = ours["position"]
    notes = []
    mpv = None
    if processes.is_installed("mpv"):
        _, mpv_late, errors = played(programs, lambda: hearing.MPV([media.long]), seconds)
        mpv = errors["position"]
        notes.append(
            f"mpv time-pos {told(mpv)}, audio-pts {told(errors['audio-pts'])}"
            f" ({told_ticks(mpv_late)})")
    if processes.is_installed("ffplay"):
        _, _, errors = played(programs, lambda: hearing.FFplay([media.long]), min(seconds, 20))
        notes.append(f"ffplay {told(errors['position'])}")
    name = f"position − heard, {seconds} s"
    note = "; ".join([f"p50 / p99 / max {told(ours)} ms", told_ticks(late), *notes])

    def row(what, value, goal, note=""):
        return Row(
            f"{name}: {what}", value / goal, 1, f"{value * 1e3:.2f} ms", f"{goal * 1e3:.2f} ms",
            "", note)

    yield row("p50", quantile(ours, 0.5), 0.0008, note)
    yield row("p99", quantile(ours, 0.99), 0.001)
    if mpv:
        yield row("p50, mpv's time-pos", quantile(ours, 0.5), quantile(mpv, 0.5))
        yield row("p99, mpv's time-pos", quantile(ours, 0.99), quantile(mpv, 0.99))
    greatest = max(late, default=0)
    yield row(
        "max, 5 ms and the device's lateness", max(ours), 0.005 + greatest, told_ticks(late))


def drifting(programs, media, deviation, seconds):
    """The speed is that of the positions of the last records, from 10 s on."""
    one, late, _ = played(
        programs, lambda: hearing.Playhead(programs, [media.long]), seconds, deviation)
    samples = [sample for sample in one.samples if sample[2] == "interval"]
    start = one.samples[0][0] + 10_000_000_000
    speed = slope([sample[:2] for sample in samples if sample[0] >= start])
    error = abs((speed - 1) * 1e6 - deviation)
    back = sum(after[1] < before[1] for before, after in zip(samples, samples[1:]))
    name = f"device {deviation:+} ppm"
    yield Row(
        f"{name}: speed from 10 s on", error / 20, 1, f"{error:.1f} ppm", "20 ppm", "",
        told_ticks(late))
    yield Row(f"{name}: positions that go back", back, 0, str(back), "0")


def slope(samples):
    """Returns the seconds of media per second of samples of an instant and a position."""
    origin = samples[0][0]
    times = [(instant - origin) / 1e9 for instant, _ in samples]
    return statistics.linear_regression(times, [position for _, position in samples]).slope


def rate_steps(programs, media, runs):
    """A step is what a position differs from where playback at any of the two rates leads to from the
    one before. It stands still while the server is late, too."""
    steps = {}
    for _ in range(runs):
        for player in players(programs, media):
            with hearing.Device(programs):
                one = player()
                changes = []
                try:
                    one.wait_to_start()
                    time.sleep(2)
                    for rate in (2, 0.5, 1):
                        one.set_rate(rate)
                        changes.append(time.monotonic_ns())
                        time.sleep(1.5)
                finally:
                    one.end()
            for start in changes:
                samples = [
                    sample[:2] for sample in one.samples
                    if start <= sample[0] < start + 1_500_000_000]
                steps.setdefault(one.name, []).append(max(
                    step((after[0] - before[0]) / 1e9, after[1] - before[1])
                    for before, after in zip(samples, samples[1:])))
    ours = steps["playhead"]
    value = statistics.median(ours)
    note = "; ".join(
        f"{name} {milliseconds(statistics.median(values))}, at most {milliseconds(max(values))}"
        for name, values in steps.items())
    yield Row(
        f"rate 1, 2, 0.5, 1: step of {len(ours)} changes", value / 0.001, 1,
        milliseconds(value), "1.0 ms", spread([one / 0.001 for one in ours]), note)


def step(seconds, advance):
    return max(0, advance - 2 * seconds, 0.5 * seconds - advance)


def players(programs, media):
    """Ours, and mpv if it is installed, each with the long file."""
    yield lambda: hearing.Playhead(programs, [media.long])
    if processes.is_installed("mpv"):
        yield lambda: hearing.MPV([media.long])


def pauses(programs, media, count):
    notes = []
    rests, lost = {}, {}
    for player in players(programs, media):
        with hearing.Device(programs) as device:
            one = player()
            errors = []
            try:
                one.wait_to_start()
                for number in range(1, count + 1):
                    time.sleep(0.5 + 0.037 * number)
                    position = one.pause(number)
                    time.sleep(0.3)
                    errors.append(position - device.last())
                    one.play()
                time.sleep(0.5)
            finally:
                one.end()
            lost[one.name] = len(device.sequences()) - 1
        rests[one.name] = [abs(error) for error in errors]
        notes.append(
            f"{one.name} {milliseconds(min(errors))} to {milliseconds(max(errors))}, frames lost or"
            f" doubled at {lost[one.name]}")
    yield Row(
        f"{count} pauses: frames lost or doubled", lost["playhead"], 0, str(lost["playhead"]), "0")
    value = max(rests["playhead"])
    yield Row(
        f"{count} pauses: position − last frame heard", value / 0.002, 1, milliseconds(value),
        "2.0 ms", "", "; ".join(notes))


def seeks(programs, media, count):
    targets = [7 * number % 90 + 5 for number in range(1, count + 1)]
    wrong, notes = {}, []
    for player in players(programs, media):
        with hearing.Device(programs) as device:
            one = player()
            try:
                one.wait_to_start()
                time.sleep(1)
                for target in targets:
                    one.seek(target)
                    time.sleep(1)
            finally:
                one.end()
            firsts = [first for first, _ in device.sequences()]
        expected = [0, *(target * RATE for target in targets)]
        # What is heard besides: a frame of another place, or not the first one.
        wrong[one.name] = sum(first not in firsts for first in expected) + max(
            0, len(firsts) - len(expected))
        notes.append(f"{one.name} {wrong[one.name]}")
    value = wrong["playhead"]
    yield Row(
        f"{count} seeks: first frame not exact", value, 0, str(value), "0", "", "; ".join(notes[1:]))


def seams(programs, media):
    """Frames that are wrong at a seam, and silent ones."""
    kinds = {
        "50 loops": (
            [media.short], ["--loop=50"], ["--loop-file=49"], [(0, 3 * RATE // 10)] * 50),
        "10 WAV files": (media.parts, [], ["--gapless-audio=yes"], [(0, 10 * RATE)]),
        "10 FLAC files": (media.flac, [], ["--gapless-audio=yes"], [(0, 10 * RATE)]),
    }
    for name, (paths, ours, options, expected) in kinds.items():
        players = [lambda: hearing.Playhead(programs, paths, *ours)]
        if processes.is_installed("mpv"):
            players.append(lambda: hearing.MPV(paths, *options))
        notes, found = [], {}
        for player in players:
            with hearing.Device(programs) as device:
                one = player()
                one.wait()
                time.sleep(0.3)
                sequences = device.sequences()
                wrong = sum(one != other for one, other in zip(sequences, expected)) + abs(
                    len(sequences) - len(expected))
                starved = int(device.ask("starved"))
                found[one.name] = (wrong, device.silence())
            notes.append(
                f"{one.name}: {wrong} wrong, {found[one.name][1]} silent frames"
                f" ({starved} because the server was late)")
        wrong, silent = found["playhead"]
        yield Row(
            f"{name}: seams that are not exact", wrong + silent, 0, str(wrong), "0", "",
            "; ".join(notes))


def beeps(programs, media, rate, count):
    """How far from its position a beep starts and ends, in time that is heard."""
    players = [lambda: hearing.Playhead(programs, [media.beeps], "--rate", str(rate))]
    if processes.is_installed("mpv"):
        players.append(lambda: hearing.MPV([media.beeps], f"--speed={rate}"))
    farthest = {}
    for player in players:
        with hearing.Device(programs, keeps_samples=True) as device:
            start = int(device.ask("start"))
            one = player()
            try:
                one.wait_to_start()
                time.sleep((beep_start(count) + 0.3) / rate)
                path = f"{BUILD}/heard.raw"
                device.ask("samples", path)
            finally:
                one.end()
        with open(path, "rb") as file:
            heard = array.array("h", file.read())[::2]
        os.remove(path)
        samples = [sample[:2] for sample in one.samples]
        differences = []
        for first, last in heard_beeps(heard):
            for frame, part in ((first, 0), (last, 0.06)):
                position = hearing.between(samples, start + frame * 1_000_000_000 // RATE)
                if position is None:
                    continue
                number = round((position - 1) / 0.5037)
                differences.append((position - beep_start(number) - part) / rate)
        if len(differences) < count:
            raise processes.Failure(f"{one.name}: {len(differences)} ends of {count} beeps were heard")
        farthest[one.name] = max(map(abs, differences))
    value = farthest["playhead"]
    note = f"mpv {milliseconds(farthest['mpv'])}" if "mpv" in farthest else "no mpv"
    return Row(
        f"beeps at rate {rate:g}: farthest from their position", value / 0.01, 1,
        milliseconds(value), "10.0 ms", "", note)


def heard_beeps(samples):
    """Returns the first frame and the frame after the last one of each beep: where its strength within
    6 ms is half of the greatest."""
    width, hop = RATE * 6 // 1000, RATE // 4000
    energy = [0]
    for sample in samples:
        energy.append(energy[-1] + sample * sample)
    # The mean square of a beep is 72 million; half of its strength is a quarter of that.
    limit = 18_000_000 * width
    found, first = [], None
    for index in range(0, len(samples) - width, hop):
        is_loud = energy[index + width] - energy[index] > limit
        if is_loud and first is None:
            first = index + width // 2
        elif not is_loud and first is not None:
            # A fade may be quiet in its middle.
            if found and first - found[-1][1] < RATE // 50:
                first = found.pop()[0]
            found.append((first, index + width // 2))
            first = None
    return found


def costs(programs, files, pairs, seconds):
    """Both decode the same file and play it on the same sink."""
    if not processes.is_installed("mpv"):
        return
    commands = [
        [programs.playhead, "--audio=require", "-i", "1", files.ten_minutes],
        ["mpv", "--no-config", "--no-video", "--ao=pulse", "--really-quiet", files.ten_minutes]]
    shares, memory = [], []
    with hearing.Device(programs):
        for _ in range(pairs):
            each = [processes.share_and_memory(command, 2, seconds) for command in commands]
            shares.append(tuple(share for share, _ in each))
            memory.append(tuple(count for _, count in each))
    for name, values, show in (
            ("share of a core", shares, percent), ("memory", memory, megabytes)):
        ratios = [ours / other for ours, other in values]
        yield Row(
            f"playing AAC, compared with mpv: {name}", statistics.median(ratios), 1,
            show(statistics.median(ours for ours, _ in values)),
            show(statistics.median(other for _, other in values)), spread(ratios))


def without_sound(programs, files):
    """What the linker loads is what `ldd` lists; more would have been loaded with `dlopen`."""
    paths = re.findall(r"(/\S+) \(0x", processes.output(["ldd", programs.playhead]))
    linked = {os.path.basename(os.path.realpath(path)) for path in paths}
    command = [programs.playhead, "-i", "1", files.ten_minutes]
    more = processes.libraries(command, 1.5) - linked
    with hearing.Device(programs):
        sounding = processes.libraries([*command, "--audio=require"], 1.5) - linked
    return Row(
        "without --audio: libraries loaded at run time", len(more), 0, str(len(more)), "0", "",
        f"with --audio {len(sounding)}; {len(linked)} are linked")
