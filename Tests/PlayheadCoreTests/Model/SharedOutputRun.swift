import PlayheadAudio
import PlayheadMedia
import PlayheadTesting

@testable import PlayheadCore
@testable import PlayheadTimekeeping

// Fuzz/ builds this file with a link to SplitMix64.swift.
#if canImport(PlayheadTestEnvironment)
  import PlayheadTestEnvironment
#endif

/// One random run of players that share an output, and are not in a queue, on a manual clock and a fake device. The
/// number of the run decides everything.
///
/// It checks that each sample of each player is heard once and in order, except where a seek asks for another one, that
/// two players never play at the same time, and that each player is heard to its end once it is asked to play.
final class SharedOutputRun {
  private static let sampleRate: Int64 = 2_000
  private static let packet: Int64 = 40
  /// How far the samples of two players are apart, in milliseconds.
  private static let distance: Int64 = 100_000

  private struct File {
    var length: Int64
    var isClosed = false
    /// Where the sound was asked to begin again, in order: exactly there, or a sample before or after.
    var restarts: [(sample: Int64, margin: Int64)] = []
    /// How many steps the player has played while another one did.
    var overlap = 0
  }

  private var numbers: SplitMix64
  private let clock = ManualHostClock()
  private let opener: FakeAudioOpener
  private var files: [File] = []
  private var players: [Player] = []
  private(set) var journal: [String] = []
  private var problems: [String] = []

  init(number: UInt64) {
    var numbers = SplitMix64(seed: number)
    let device = Self.makeDevice(using: &numbers)
    opener = FakeAudioOpener(clock: clock, devices: [device])
    let audio = AudioPlayback(output: opener)
    for index in 0..<Int64.random(in: 2...3, using: &numbers) {
      let count = Int64.random(in: 1...60, using: &numbers)
      let start = index * Self.distance
      var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
      (track.sampleRate, track.channelCount) = (Int(Self.sampleRate), 1)
      track.startTicks = start
      var steps = FakeMedia.frames(0..<Int(count), frameTicks: Self.packet, start: start)
      if Bool.random(using: &numbers) {
        let pause = Duration.milliseconds(Int.random(in: 1...2_500, using: &numbers))
        steps.insert(.pause(pause), at: Int.random(in: 0...steps.count, using: &numbers))
      }
      let info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
      files.append(File(length: count * Self.packet))
      players.append(
        Player(media: FakeMedia(info: info, steps: steps), clock: clock, audio: audio))
    }
    self.numbers = numbers
    note("\(files.map(\.length)), \(device)")
  }

  deinit {
    players = []
    clock.abandon()
  }

  private static func makeDevice(using numbers: inout SplitMix64) -> FakeAudioDevice {
    var device = FakeAudioDevice()
    device.latency = .milliseconds(Int.random(in: 15...400, using: &numbers))
    device.periodSampleCount = Int.random(in: 10...100, using: &numbers)
    device.bufferSampleCount = Int.random(in: 200...1_000, using: &numbers)
    device.drift = Double.random(in: -200...200, using: &numbers)
    if Bool.random(using: &numbers) { device.startSampleCount = 100 }
    if Bool.random(using: &numbers) { device.responseTime = .milliseconds(5) }
    if Bool.random(using: &numbers) {
      device.returnedSampleCount = Int.random(in: 1...400, using: &numbers)
    }
    if Bool.random(using: &numbers) {
      let duration = Duration.milliseconds(Int.random(in: 1...400, using: &numbers))
      let events: [FakeAudioDevice.Event] = [
        .freeze(duration), .starve(duration), .burst(duration),
      ]
      let time = Duration.milliseconds(Int.random(in: 100...5_000, using: &numbers))
      device.events = [(time, events.randomElement(using: &numbers) ?? .freeze(duration))]
    }
    return device
  }

  private func note(_ text: String) { journal.append(text) }

  /// Runs to the end. Returns the problems; nil if there are none.
  func findProblems() -> String? {
    for _ in 0..<Int.random(in: 5...25, using: &numbers) { act() }
    let open = players.indices.filter { !files[$0].isClosed }
    if let only = open.randomElement(using: &numbers) {
      for index in open where index != only { pause(index) }
      finish([only])
    }
    finish(open)
    for index in players.indices { check(index) }
    return problems.isEmpty ? nil : (journal + problems).joined(separator: "\n")
  }

  // MARK: Actions

  private func act() {
    let index = Int.random(in: players.indices, using: &numbers)
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0...7: play(index)
    case 8...12: pause(index)
    case 13...15: seek(index)
    case 16: schedule(index)
    case 17 where !files.contains(where: \.isClosed):
      note("close \(index)")
      files[index].isClosed = true
      players[index].close()
    default: break
    }
    advance(Int.random(in: 1...900, using: &numbers))
  }

  private func play(_ index: Int) {
    note("play \(index)")
    players[index].play()
  }

  private func pause(_ index: Int) {
    note("pause \(index)")
    // The device may have taken the first samples of a start that is cancelled. The playhead stays before them.
    if players[index].playbackState == .waiting { restart(index) }
    players[index].pause()
  }

  private func seek(_ index: Int) {
    guard players[index].status == .readyToPlay, !files[index].isClosed else { return }
    let target = Int64.random(in: 0..<files[index].length, using: &numbers)
    note("seek \(index) to \(target)")
    files[index].restarts.append((target * Self.sampleRate / 1_000, 0))
    players[index].beginSeek(to: .milliseconds(target))
  }

  /// Schedules a start of a player that stands.
  private func schedule(_ index: Int) {
    guard players[index].playbackState == .paused else { return }
    advance(1_000)
    let time = Int.random(in: 1...1_000, using: &numbers)
    note("start \(index) in \(time)")
    restart(index)
    players[index].beginRate(.normal, atHostTime: clock.now.advanced(by: .milliseconds(time)))
  }

  /// Permits that the sound begins again at the playhead.
  private func restart(_ index: Int) {
    let position = players[index].currentTime().seconds * Double(Self.sampleRate)
    files[index].restarts.append((Int64(position.rounded()), 1))
  }

  private func advance(_ milliseconds: Int) {
    var rest = milliseconds
    while rest > 0 {
      clock.advance(by: .milliseconds(min(rest, 20)))
      rest -= 20
      let playing = players.indices.filter { players[$0].playbackState == .playing }
      for index in players.indices {
        let isOne = playing.count > 1 && playing.contains(index)
        files[index].overlap = isOne ? files[index].overlap + 1 : 0
        if files[index].overlap == 5 { problems.append("\(playing) play at once") }
      }
    }
    note("  \(players.map { "\($0.playbackState) \($0.currentTime().seconds)" })")
  }

  private func finish(_ indices: [Int]) {
    for index in indices { play(index) }
    for _ in 0..<120 where indices.contains(where: { players[$0].playbackState != .ended }) {
      advance(500)
    }
    for index in indices where players[index].playbackState != .ended {
      problems.append("\(index) is \(players[index].playbackState)")
    }
  }

  // MARK: Checks

  /// Checks what was heard of a player.
  private func check(_ index: Int) {
    let base = Int64(index) * Self.distance * Self.sampleRate / 1_000
    let length = files[index].length * Self.sampleRate / 1_000
    var runs: [ClosedRange<Int64>] = []
    for value in opener.outputs.flatMap(\.takenSamples) {
      guard let number = FakeSound.sample(ofValue: value), case let sample = number - base,
        (0..<length).contains(sample)
      else { continue }
      if let last = runs.last, last.upperBound + 1 == sample {
        runs[runs.count - 1] = last.lowerBound...sample
      } else {
        runs.append(sample...sample)
      }
    }
    var restarts = [(sample: 0 as Int64, margin: 0 as Int64)] + files[index].restarts
    for run in runs {
      let restart = restarts.firstIndex { abs($0.sample - run.lowerBound) <= $0.margin }
      guard let restart else {
        return problems.append("\(index): \(runs) is heard, but not from \(run.lowerBound) on")
      }
      restarts.removeFirst(restart + 1)
    }
    if !files[index].isClosed, runs.last.map({ $0.upperBound + 1 < length }) ?? true {
      problems.append("\(index): \(runs) is heard of \(length)")
    }
  }
}
