import Glibc
import PlayheadAudio
import Testing

@testable import PlayheadAttaching

/// Which streams of a sound server are a player's.
@Suite struct PlayerSoundTests {
  /// Processes by number: the parent and the program.
  private struct Processes: ProcessTable {
    var all: [Int32: (parent: Int32, program: String)]

    func parent(of process: Int32) -> Int32? { all[process]?.parent }
    func program(of process: Int32) -> String? { all[process]?.program }
  }

  private let processes = Processes(all: [
    1: (0, "systemd"), 2: (1, "systemd"), 3: (2, "mpd"), 4: (2, "firefox"), 5: (4, "mpd"),
    8: (9, "mpd"), 9: (8, "loop"),
  ])

  private func found(_ process: Int32) -> [Int32] {
    let streams = (0..<12).map { SoundStream(process: $0, latency: .zero) }
    return PlayerSound.mpd(process: process, chunk: .milliseconds(20))
      .streams(among: streams, processes).map(\.process)
  }

  @Test func thePlayersOwnStreamsAreFound() {
    #expect(found(3) == [3] && found(7) == [7])
  }

  @Test func theDelayOfVLCDependsOnTheKindOfFile() {
    func delay(_ location: String?) -> Duration? {
      PlayerSound.mpris("org.mpris.MediaPlayer2.vlc", process: 7, playing: location)?
        .delay(from: .seconds(1), to: .seconds(1)).length
    }
    #expect(delay("file:///music/a%20song.wav") == .milliseconds(40))
    #expect(delay("/music/a.mp4.AIFF") == .milliseconds(90))
    for other in ["file:///a.mp4", "http://host/a.flac", "/wav", "", "https://[::1]/", nil] {
      #expect(delay(other) == .milliseconds(-10))
    }
  }

  @Test func aProcessThatStartedThePlayerStandsForIt() {
    #expect(found(2) == [2, 3, 5] && found(4) == [4, 5])
  }

  @Test func processesThatSeemToBeTheirOwnParentsEnd() {
    #expect(found(10) == [10])
    #expect(!processes.isDescendant(8, of: 10))
  }

  @Test func theSystemsProcessesAreRead() throws {
    let system = SystemProcesses()
    #expect(system.parent(of: getpid()) == getppid())
    #expect(system.program(of: getpid()) != nil)
    #expect(system.parent(of: -1) == nil && system.program(of: .max) == nil)
    #expect(system.isDescendant(getpid(), of: 1))
  }
}
