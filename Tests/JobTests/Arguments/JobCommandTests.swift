import PlayheadJobs
import Testing

@Suite struct JobCommandTests {
  /// Returns the words before the arguments of ffmpeg; nil if no word names it.
  private func front(_ line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    return JobCommand(words).map { command in
      words.dropLast(command.arguments.arguments.count).joined(separator: " ")
    }
  }

  @Test(arguments: [
    "ffmpeg", "/opt/bin/ffmpeg-6.1", "env -C /x/ffmpeg ffmpeg", "env -i -C /x/ffmpeg ./ffmpeg",
    "env LD_LIBRARY_PATH=/opt/ffmpeg ffmpeg", "env -u ffmpeg A=/ffmpeg B=ffmpeg ffmpeg",
    "env --chdir=/x/ffmpeg ffmpeg", "env --chdir /x/ffmpeg -- ffmpeg", "env -iC /x/ffmpeg ffmpeg",
    "env -uffmpeg ffmpeg", "nice -n 10 env -C /x/ffmpeg ionice -c 3 ffmpeg", "nice -10 ffmpeg",
    "sudo -u ffmpeg -E PATH=/opt/ffmpeg ffmpeg", "timeout -k 5 60 ffmpeg", "taskset -c 0,1 ffmpeg",
    "time -o ffmpeg -p ffmpeg", "chrt -f 10 ffmpeg", "chroot /x/ffmpeg /bin/ffmpeg",
    "nohup setsid stdbuf -o L /usr/bin/ffmpeg", "flock /run/ffmpeg ffmpeg",
    // Programs whose options are not known.
    "bash -c \"$@\" x ffmpeg", "unknown -C /x/ffmpeg ffmpeg", "unknown --at /opt/ffmpeg ffmpeg",
    "unknown /srv/ffmpeg nice -n 5 ffmpeg", "env A=b unknown -u ffmpeg ffmpeg",
  ])
  func theProgramThatIsRunIsFound(command: String) {
    #expect(front(command + " -y -i a.mp4 -c copy o.mp4") == command)
    #expect(front(command + " -i ffmpeg ffmpeg") == command)
    #expect(front(command + " -f lavfi -i sine -t 5 /out/ffmpeg") == command)
  }

  @Test(arguments: [
    "", "true -i a", "env", "nice -n", "env A=ffmpeg x", "env -C ffmpeg", "timeout",
  ])
  func whatRunsNoFFmpegIsNoCommand(line: String) { #expect(front(line) == nil) }
}
