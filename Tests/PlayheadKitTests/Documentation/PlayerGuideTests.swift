import Foundation
import PlayheadKit
import TestEnvironment
import Testing

/// The examples of docs/player.md, each of which is a sequence of lines in this file.
@Suite final class PlayerGuideTests {
  private let clock = ManualHostClock()
  private let film = Repository.sample("beepflash/bf.mp4")
  private let song = Repository.sample("mediafile.opus")
  private let talk = Repository.sample("bbb_chapters.mkv")
  private var subscriptions = Set<AnyCancellable>()
  private let log = Log()
  /// The output of the examples. It is written on one thread at a time, because the clock is
  /// manual.
  private var output: Log { log }

  final class Log: @unchecked Sendable {
    private(set) var lines: [String] = []

    func append(_ line: String) { lines.append(line) }
  }

  @Test func theGuideShowsTheCodeOfTheseTests() throws {
    let guide = try Repository.text(of: "docs/player.md")
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let blocks = guide.components(separatedBy: "```").enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
      // `StateDiagramTests` checks the diagram of the states.
      .filter { !$0.hasPrefix("mermaid\n") }
    #expect(blocks.count == 11)
    for block in blocks {
      #expect(block.hasPrefix("swift\n"))
      let lines = block.split(separator: "\n").dropFirst().map { "    \($0)\n" }
      #expect(source.contains(lines.joined()), "\(block)")
    }
  }

  @Test func seeking() {
    let output = output
    let player = Player(path: film, clock: clock)
    player.load()
    player.seek(to: .seconds(2))
    player.seek(to: .milliseconds(3_400)) { result in
      if case .success(let seek) = result { output.append("\(seek.landed.seconds)") }
    }
    player.seek(to: .milliseconds(3_400), tolerance: .keyframe) { result in
      if case .success(let seek) = result { output.append("keyframe at \(seek.landed.seconds)") }
    }
    clock.advance(by: .zero)
    #expect(output.lines == ["keyframe at 3.0"])
    player.seek(to: .milliseconds(3_400)) { result in
      if case .success(let seek) = result { output.append("\(seek.landed.seconds)") }
    }
    clock.advance(by: .zero)
    #expect(output.lines.last == "3.4")
    player.seek(to: .seconds(1))
    player.step(byCount: -1)
    clock.advance(by: .zero)
    #expect(player.currentTime() == .milliseconds(960))
  }

  @Test func playingOnTheManualClock() {
    let player = Player(path: film, clock: clock)
    player.play()
    clock.advance(by: .seconds(3))
    let position = player.currentTime()  // 3 s, exactly
    #expect(position == .seconds(3))
  }

  @Test func waitingForSeeks() async throws {
    let output = output
    let player = Player(path: film)
    try await player.load()
    let seek = try await player.seek(to: .seconds(3.4))
    output.append("landed at \(seek.landed.seconds)")
    #expect(output.lines == ["landed at 3.4"])
  }

  @Test func looping() {
    let player = Player(path: film, clock: clock)
    player.setLoop(PlaybackLoop(from: .seconds(1), to: .seconds(2), count: 3))
    player.play()
    clock.advance(by: .milliseconds(3_500))
    #expect(player.currentTime() == .milliseconds(1_500))
    clock.advance(by: .seconds(1))
    #expect(player.currentTime() == .milliseconds(2_500))
  }

  @Test func startingTogether() {
    let players = [film, song].map { Player(path: $0, clock: clock) }
    let start = clock.now.advanced(by: .milliseconds(200))
    for player in players { player.setRate(.normal, time: .zero, atHostTime: start) }
    clock.advance(by: .milliseconds(700))
    #expect(players.map { $0.currentTime() } == [.milliseconds(500), .milliseconds(500)])
  }

  @Test func quartilesAndPlayedRanges() {
    let output = output
    let player = Player(path: film, clock: clock)
    player.progressPublisher(on: .percentages([25, 50, 75, 100]))
      .compactMap { $0.boundary?.percentage }
      .sink { output.append("\($0) %") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .seconds(1))
    player.seek(to: .seconds(4))
    clock.advance(by: .seconds(20))
    #expect(output.lines == ["50.0 %", "75.0 %", "100.0 %"])
    #expect(player.playedRanges.map(\.lowerBound) == [.zero, .seconds(4)])
    let end = player.currentTime()
    #expect(player.playedRanges.map(\.upperBound) == [.seconds(1), end])
    let (ranges, time) = (
      player.playedRanges,  // [0 s ..< 1 s, 4 s ..< the end]
      player.playedTime
    )
    #expect(ranges.count == 2 && time == end.subtracting(.seconds(3)))
  }

  @Test func chapters() {
    let output = output
    let player = Player(path: talk, clock: clock)
    player.chapterPublisher
      .sink { output.append($0?.title ?? "no chapter") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .milliseconds(1_499))
    #expect(output.lines == ["no chapter", "One"])
    clock.advance(by: .milliseconds(1))
    #expect(output.lines == ["no chapter", "One", "Two"])
    clock.advance(by: .seconds(10))
    #expect(output.lines == ["no chapter", "One", "Two", "Three"])
  }

  @Test func frames() {
    let output = output
    let player = Player(path: film, decoding: .video, clock: clock)
    player.framePublisher()
      .sink { frame in
        let brightness = frame.withUnsafeBytes { bytes, _ in bytes[0] }
        output.append("\(frame.position.seconds): \(brightness)")
      }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .milliseconds(1_100))
    // The film flashes at each whole second.
    #expect(output.lines.count == 28)
    #expect(output.lines[0] == "0.0: 235" && output.lines[24] == "0.96: 16")
    #expect(output.lines[25] == "1.0: 235")
  }

  @Test func queueing() {
    let output = output
    let queue = PlayerQueue([film, song].map { Player(path: $0, clock: clock) }, clock: clock)
    queue.progressPublisher(interval: .seconds(2))
      .sink { output.append("\($0.cause) \($0.position.seconds)") }
      .store(in: &subscriptions)
    queue.play()
    clock.advance(by: .seconds(30))
    #expect(output.lines.prefix(3) == ["started 0.0", "interval 2.0", "interval 4.0"])
    #expect(output.lines.filter { $0.hasPrefix("started") }.count == 2)
    #expect(output.lines.filter { $0.hasPrefix("ended") }.count == 2)
  }
}
