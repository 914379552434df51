"""The part of scripts/check-ipc that runs with the packages installed; see there."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

import python_mpv_jsonipc

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEDIA = ROOT / "SampleMedia"
SCRIPT = ROOT / "Tests/Fixtures/ipc/script.txt"
RECORDED = ROOT / "Tests/Fixtures/ipc/mpv-0.35.jsonl"
DOCUMENT = ROOT / "docs/user/remote-control.md"
# Far longer than anything takes on a busy machine.
LIMIT = 120
MPV = ["mpv", "--idle", "--no-config", "--no-terminal", "--vo=null", "--ao=null"]
# mpv sends other events about its window and its filters.
EVENTS = {
    "start-file", "file-loaded", "seek", "playback-restart", "end-file", "idle", "client-message",
    "property-change"}


def fail(message):
    sys.exit(f"check-ipc: {message}")


class Player:
    """A player, and a client that is connected to it."""

    def __init__(self, command):
        self.folder = tempfile.TemporaryDirectory()
        path = self.path = f"{self.folder.name}/socket"
        for name in ("bbb_small.mp4", "mediafile.opus", "bbb.mp4"):
            shutil.copy(MEDIA / name, self.folder.name)
        for name, content in (("text.txt", "No media.\n" * 100), ("empty.mp4", "")):
            pathlib.Path(self.folder.name, name).write_text(content)
        self.process = subprocess.Popen(
            [*command, f"--input-ipc-server={path}"], cwd=self.folder.name,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        while True:
            if self.process.poll() is not None:
                fail(f"{command[0]} ended with status {self.process.returncode}")
            self.socket = socket.socket(socket.AF_UNIX)
            with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                self.socket.connect(path)
                break
            self.socket.close()
        self.socket.settimeout(LIMIT)
        self.lines = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lines.close()
        self.socket.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(LIMIT)
        finally:
            self.process.kill()
            self.folder.cleanup()

    def take(self, line, awaited):
        """Sends a line, and returns the messages until its reply and the awaited ones have come."""
        awaited = list(awaited)
        # The reply to a request of our own shows that the line has been carried out.
        end = '{"command":["client_name"],"request_id":4711}'
        self.socket.sendall(f"{line}\n{end}\n".encode())
        messages, is_carried_out = [], False
        while not is_carried_out or awaited:
            try:
                text = self.lines.readline().decode().rstrip("\n")
            except TimeoutError:
                fail(f"after {line} there is no {awaited}, but {messages}")
            if not text:
                return [*messages, "the end"]
            message = json.loads(text)
            if message.get("request_id") == 4711:
                is_carried_out = True
                continue
            found = next((one for one in awaited if matches(message, one)), None)
            if found is not None:
                awaited.remove(found)
            # A client gets the first `idle` only if it connects before the player is idle.
            event = message.get("event")
            if event is None or event in EVENTS and (event != "idle" or found):
                messages.append(text)
        return messages


def matches(message, awaited):
    if isinstance(awaited, str):
        return message.get("event") == awaited
    return all(message.get(key) == value for key, value in awaited.items())


def transcript(command):
    """Returns the answers of a player to each line of the script."""
    answers = {}
    with Player(command) as player:
        for line in SCRIPT.read_text().splitlines():
            if line.startswith("## ") or not line:
                continue
            line, _, awaited = line.partition(" ==> ")
            repeated = sum(key[0] == line for key in answers)
            answers[line, repeated] = player.take(line, json.loads(awaited) if awaited else [])
    return answers


def read(path):
    with open(path) as file:
        entries = map(json.loads, file)
        return {(entry["line"], entry["repeated"]): entry["answers"] for entry in entries}


def write(answers, path):
    with open(path, "w") as file:
        for (line, repeated), messages in answers.items():
            entry = {"line": line, "repeated": repeated, "answers": messages}
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def listed_differences():
    """Returns the rows of the table of differences: the line, both answers."""
    rows = re.findall(
        r"^\| `(.*?)` \| (.*?) \| (.*?) \| .*? \|$", DOCUMENT.read_text(), re.M)
    return {tuple(cell.strip("`") for cell in row) for row in rows}


def check_against_mpv(ours, mpv):
    """Expects that the answers differ in the documented places only."""
    def cell(messages):
        return "` `".join(messages)

    found = {
        (line, cell(mpv[line, repeated]), cell(messages))
        for (line, repeated), messages in ours.items() if mpv[line, repeated] != messages}
    listed = listed_differences()
    for line, theirs, answer in sorted(found - listed):
        print(f"{line}\n  mpv      {theirs}\n  playhead {answer}", file=sys.stderr)
    if found - listed:
        fail(f"these answers differ from mpv's, and {DOCUMENT.relative_to(ROOT)} does not say why")
    if listed - found:
        fail(f"{DOCUMENT.relative_to(ROOT)} lists differences that there are not: {listed - found}")
    print(f"check-ipc: {len(ours)} lines answered as by mpv, except {len(found)} as documented")


def drive(command):
    """Has python-mpv-jsonipc play a file with a player that runs already."""
    with Player(command) as served:
        play_through(command[0], start_mpv=False, ipc_socket=served.path)
        status = served.process.wait(LIMIT)
        if status != 0:
            fail(f"{command[0]}: the exit status is {status}, not 0")


def drive_started(program):
    """Has python-mpv-jsonipc start the player, and play a file with it, as most of its users do."""
    play_through(program, mpv_location=program, config=False, vo="null", ao="null", volume=50)


def play_through(location, **options):
    """Plays a file to its end, as programs do that use python-mpv-jsonipc."""
    changed = threading.Condition()
    seen = []

    def note(*values):
        with changed:
            seen.append(values)
            changed.notify_all()

    def wait(what, test):
        with changed:
            if not changed.wait_for(lambda: any(test(*values) for values in seen), LIMIT):
                fail(f"{location}: python-mpv-jsonipc has not seen {what}, but {seen}")
            seen.clear()

    player = python_mpv_jsonipc.MPV(quit_callback=lambda: note("quit"), **options)
    for event in ("file-loaded", "playback-restart", "end-file"):
        player.bind_event(event, lambda data, event=event: note(event, data))

    def expect(what, value, expected):
        if value != expected:
            fail(f"{location}: {what} is {value}, not {expected}")

    expect("idle-active", player.idle_active, True)
    expect("time-pos", player.time_pos, None)
    for name in ("pause", "time-pos", "duration"):
        player.bind_property_observer(name, lambda name, value: note(name, value))
    player.pause = True
    wait("pause", lambda *values: values == ("pause", True))
    player.play(str(MEDIA / "bbb_small.mp4"))
    wait("playback-restart", lambda name, *_: name == "playback-restart")
    expect("duration", player.duration, 5.312)
    expect("media-title", player.media_title, "bbb_small.mp4")
    expect("time-pos", player.time_pos, 0)
    player.seek(2, "absolute+exact")
    wait("the target of a seek", lambda *values: values == ("time-pos", 2))
    player.seek(5, "absolute+exact")
    wait("playback-restart", lambda name, *_: name == "playback-restart")
    player.pause = False
    wait("positions", lambda name, *values: name == "time-pos" and values[0] and values[0] > 5)
    wait("the end", lambda name, *values: name == "end-file" and values[0]["reason"] == "eof")
    expect("idle-active", player.idle_active, True)
    player.command("quit")
    wait("the end of the connection", lambda name, *_: name == "quit")
    player.terminate()


def has_mpv():
    if not shutil.which("mpv"):
        return False
    version = subprocess.run(["mpv", "--version"], capture_output=True, text=True).stdout
    return version.startswith("mpv 0.35")


def main(words):
    if words == ["--record"]:
        return write(transcript(MPV), RECORDED)
    playhead = f"{words[0]}/playhead"
    recorded = read(RECORDED)
    if has_mpv():
        answers = transcript(MPV)
        changed = [line for line in answers if answers[line] != recorded.get(line)]
        if changed or len(answers) != len(recorded):
            fail(f"mpv answers differently from {RECORDED.name}: {changed} (see --record)")
        print("check-ipc: mpv answers as recorded")
    ours = [playhead, "--idle", "--quiet"]
    check_against_mpv(transcript(ours), recorded)
    drive(ours)
    with tempfile.TemporaryDirectory() as folder:
        link = f"{folder}/playhead-mpv"
        os.symlink(playhead, link)
        drive_started(link)
    print("check-ipc: python-mpv-jsonipc has played a file with playhead")
    if shutil.which("mpv"):
        drive(MPV)
        drive_started("mpv")
        print("check-ipc: and with mpv")


if __name__ == "__main__":
    main(sys.argv[1:])
