"""The part of scripts/check-archives that runs with the packages installed; see there."""

import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

import duckdb
import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/user/archives.md"
# Far longer than anything takes on a busy machine.
LIMIT = 300


def fail(message):
    sys.exit(f"check-archives: {message}")


def blocks():
    """Yields the language and the text of each code block of the document."""
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S):
        yield match[1], match[2]


def commands(block):
    """Returns the commands of a console block, and the lines that are shown after them."""
    found, shown = [], []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(line[2:])
        elif line.startswith("> "):
            found[-1] += "\n" + line[2:]
        else:
            shown.append(line)
    return "\n".join(found), shown


def run(script, folder, environment):
    """Runs a shell script, and returns the lines that it prints."""
    result = subprocess.run(
        ["bash", "-c", "exec 2>&1\n" + script], cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=LIMIT)
    return result.stdout.splitlines()


def lines(path):
    return sorted(path.read_bytes().splitlines())


def wait_for_death(process, name):
    """Waits until a process that was killed has ended. On a busy machine that takes a while."""
    try:
        return process.wait(LIMIT)
    except subprocess.TimeoutExpired:
        fail(f"{name} did not die")


def expect_same(records, expected, how):
    if lines(records) != lines(expected):
        fail(f"the records of {how} differ from those of one machine: {records} has "
             f"{len(lines(records))}, {expected} has {len(lines(expected))}")


def dying_playhead(folder, number, processes):
    """Writes a command that kills these processes when it runs for this time."""
    folder.mkdir()
    command = folder / "playhead"
    command.write_text(f"""#!/bin/sh
echo >> {folder}/count
[ $(wc -l < {folder}/count) -lt {number} ] || kill -9 {processes}
exec {shutil.which("playhead")} "$@"
""")
    command.chmod(0o755)


class Machine:
    """An sshd on the loopback interface, for one user and with one key."""

    def __init__(self, name, folder, key):
        self.name, self.folder = name, folder / name
        self.folder.mkdir()
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / "host"], check=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        # The session is the process that a dying machine ends to close the connection.
        gate = self.folder / "gate"
        gate.write_text('#!/bin/sh\nexport SESSION=$PPID\nexec sh -c "$SSH_ORIGINAL_COMMAND"\n')
        gate.chmod(0o755)
        (self.folder / "sshd_config").write_text(f"""
ListenAddress 127.0.0.1:{self.port}
HostKey {self.folder}/host
PidFile {self.folder}/pid
AuthorizedKeysFile {key}.pub
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 100
SetEnv PATH={self.folder}/bin:{os.environ["PATH"]}
ForceCommand {gate}
""")

    def start(self):
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [shutil.which("sshd", path="/usr/sbin:/usr/local/sbin"), "-D", "-e",
                 "-f", self.folder / "sshd_config"], stderr=log, start_new_session=True)
        for _ in range(LIMIT * 10):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT).close()
                return
            except ConnectionRefusedError:
                if self.process.poll() is not None:
                    fail((self.folder / "log").read_text())
                try:
                    self.process.wait(timeout=0.1)
                except subprocess.TimeoutExpired:
                    pass
        fail(f"{self.name} does not start")

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def die_at(self, number):
        """Makes the machine die when it runs `playhead` for this time.

        The process that listens and the connection are killed, so that the machine neither finishes
        the command nor answers again.
        """
        dying_playhead(self.folder / "bin", number, f"$(cat {self.folder}/pid) $SESSION $$")

    def config(self, key):
        return f"""
Host {self.name}
  HostName 127.0.0.1
  Port {self.port}
  IdentityFile {key}
  IdentitiesOnly yes
  StrictHostKeyChecking no
  UserKnownHostsFile {self.folder}/known
  LogLevel ERROR
"""


def check_document(folder, environment):
    """Runs the blocks of the document in order."""
    database, query, count = duckdb.connect(str(folder / "archive.duckdb")), None, 0
    os.chdir(folder)  # For the names in the SQL files.
    for language, block in blocks():
        if language == "console":
            script, shown = commands(block)
            printed = run(script, folder, environment)
            if printed != shown:
                fail("\n".join([f"{DOCUMENT.name}: {script}", *printed, "instead of", *shown]))
        elif language == "sql":
            query = block
            if not database.execute("SELECT 1 FROM duckdb_tables()").fetchall():
                database.execute((ROOT / "docs/user/archives/duckdb.sql").read_text())
        elif language == "text":
            result = database.execute(query)
            rows = [[column[0] for column in result.description], *result.fetchall()]
            duck = ["|".join("" if value is None else str(value) for value in row) for row in rows]
            lite = run(f"sqlite3 -header archive.sqlite {shlex.quote(query)}", folder, environment)
            for name, printed in ("DuckDB", duck), ("SQLite", lite):
                if printed != block.splitlines():
                    fail("\n".join([f"{name}: {query}", *printed, "instead of", block]))
            count += 1
    if count != 10:
        fail(f"{DOCUMENT.name} answers {count} questions, not ten")


def check_schema(folder):
    schema = json.loads((ROOT / "docs/user/schemas/analyze.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for line in (folder / "archive.jsonl").read_text().splitlines():
        validator.validate(json.loads(line))


def check_killed_machine(folder, environment, machine):
    """Repeats the command of the document while a machine dies, and then with --resume."""
    script = next(
        commands(block)[0] for language, block in blocks()
        if language == "console" and "parallel --sshloginfile" in block)
    script = next(part for part in re.split(r"\n(?!  )", script) if part.startswith("parallel"))
    for name in "records.jsonl", "jobs.log":
        (folder / name).unlink()
    machine.die_at(2)
    for run_name in "a run with a machine that dies", "the repeated run":
        run(script, folder, environment)
        wait_for_death(machine.process, machine.name)
        expect_same(folder / "records.jsonl", folder / "archive.jsonl", run_name)


def check_killed_worker(folder, environment):
    """Runs the Dask script on two workers of which one dies during its second task."""
    bin_folder = folder / "dying"
    dying_playhead(bin_folder, 2, "$PPID")
    scheduler = folder / "scheduler.json"
    worker = ["dask", "worker", "--scheduler-file", scheduler, "--nthreads", "1", "--no-nanny",
              "--no-dashboard", "--local-directory", folder]
    dying = {**environment, "PATH": f"{bin_folder}:{environment['PATH']}"}
    processes = []
    with open(folder / "dask.log", "wb") as log:
        for words, variables in (
                (["dask", "scheduler", "--scheduler-file", scheduler, "--port", "0",
                  "--host", "127.0.0.1", "--no-dashboard"], environment),
                (worker, dying), (worker, environment)):
            processes.append(subprocess.Popen(
                words, env=variables, stdout=log, stderr=log, start_new_session=True))
        try:
            # The list is long enough for both workers: tasks are spread over all that are idle.
            from distributed import Client
            for _ in range(LIMIT):
                if scheduler.exists() and scheduler.stat().st_size > 0:
                    break
                try:
                    processes[0].wait(timeout=1)
                except subprocess.TimeoutExpired:
                    pass
            with Client(scheduler_file=str(scheduler), timeout=LIMIT) as client:
                client.wait_for_workers(2, timeout=LIMIT)
            script = ROOT / "Examples/archive/analyze_dask.py"
            subprocess.run(
                ["python", script, "list", "killed.jsonl", "--scheduler-file", scheduler,
                 "--batch", "2"], cwd=folder, env=environment, check=True, timeout=LIMIT,
                stderr=log)
            if wait_for_death(processes[1], "the Dask worker") != -signal.SIGKILL:
                fail("the Dask worker was not killed")
        finally:
            for process in processes:
                process.kill()
                process.wait()
    expect_same(folder / "killed.jsonl", folder / "archive.jsonl", "Dask with a worker that dies")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        key = folder / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        machines = [Machine(f"archive-{number}", folder, key) for number in (1, 2)]
        (folder / "ssh_config").write_text("".join(machine.config(key) for machine in machines))
        work = folder / "work"
        work.mkdir()
        shutil.copytree(ROOT / "SampleMedia", work / "SampleMedia")
        shutil.copytree(ROOT / "docs/user/archives", work / "docs/user/archives")
        shutil.copytree(ROOT / "Examples/archive", work / "Examples/archive")
        (folder / "home/.parallel").mkdir(parents=True)
        (folder / "home/.parallel/will-cite").touch()
        environment = {
            **os.environ, "HOME": str(folder / "home"), "LC_ALL": "C", "TZ": "UTC",
            "PARALLEL_SSH": f"ssh -F {folder}/ssh_config",
        }
        try:
            for machine in machines:
                machine.start()
            check_document(work, environment)
            check_schema(work)
            check_killed_machine(work, environment, machines[1])
            check_killed_worker(work, environment)
        finally:
            for machine in machines:
                machine.stop()
            os.chdir("/")


main()
