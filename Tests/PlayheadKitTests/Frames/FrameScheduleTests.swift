import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadLocking
import PlayheadTestEnvironment
import Testing

/// Compares frame boundaries and steps in real media with the frames that ffprobe decodes.
@Suite struct FrameScheduleTests {
  struct Facts: CustomTestStringConvertible {
    var file: String
    /// The times at which frames begin, on the container's clock.
    var starts: [MediaTime]
    var keyframes: [MediaTime]

    var testDescription: String { file }
  }

  static let facts: [Facts] = {
    let file = "Tests/Fixtures/ffprobe-frame-starts.txt"
    guard let text = try? Repository.text(of: file) else {
      preconditionFailure("\(file) cannot be read")
    }
    return text.split(separator: "\n").map { line in
      let fields = line.split(separator: " ")
      let fraction = fields[1].split(separator: "/").compactMap { Int32($0) }
      let timebase = Timebase(fraction[0], fraction[1])
      func times(_ fields: [Substring]) -> [MediaTime] {
        fields.map { field in
          MediaTime(ticks: Int64(field.filter { $0 != "K" })!, timebase: timebase)
        }
      }
      let frames = Array(fields[2...])
      return Facts(
        file: String(fields[0]), starts: times(frames),
        keyframes: times(frames.filter { $0.hasSuffix("K") }))
    }
  }()

  private func open(_ file: String) throws -> (Player, ManualHostClock, zero: MediaTime) {
    let clock = ManualHostClock()
    let player = Player(path: Repository.sample(file), clock: clock)
    player.beginLoading()
    clock.advance(by: .zero)
    return (player, clock, try #require(player.mediaInfo?.presentationStart))
  }

  @Test(arguments: facts, [Rate.normal, Rate(16, 1)])
  func eachFrameIsABoundary(facts: Facts, rate: Rate) throws {
    let (player, clock, zero) = try open(facts.file)
    let all = RecordingSubscriber<PlayheadProgress, Never>()
    let keys = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(on: .frames).subscribe(all)
    player.progressPublisher(on: .keyframes).subscribe(keys)
    player.setRate(rate)
    clock.advance(by: .seconds(60))
    let starts = facts.starts.compactMap { $0.subtracting(zero) }
    #expect(all.values.filter { $0.boundary != nil }.map(\.due) == starts)
    #expect(
      keys.values.filter { $0.boundary != nil }.map(\.due)
        == facts.keyframes.compactMap { $0.subtracting(zero) })
    #expect(all.values.last?.cause == .ended)
    player.close()
  }

  @Test(arguments: TestEffort.some(facts))
  func steppingVisitsEachFrameForwardsAndBackwards(facts: Facts) throws {
    let (player, clock, zero) = try open(facts.file)
    let starts = facts.starts.compactMap { $0.subtracting(zero) }
    let landings = Locked<[MediaTime?]>([])
    func step(_ count: Int) {
      player.beginStep(byCount: count) { result in
        landings.withLock { $0.append(try? result.get().landed) }
      }
      clock.advance(by: .zero)
    }
    let first = try #require(starts.first)
    if first > .zero { step(1) } else { step(0) }
    for _ in 0..<starts.count { step(1) }
    #expect(landings.withLock { $0 } == starts + [starts.last])
    landings.withLock { $0 = [] }
    for _ in 0..<starts.count { step(-1) }
    #expect(landings.withLock { $0 } == starts.dropLast().reversed() + [first])
    landings.withLock { $0 = [] }
    step(starts.count / 2)
    step(.max)
    step(-starts.count / 3)
    step(.min)
    #expect(
      landings.withLock { $0 } == [
        starts[starts.count / 2], starts.last, starts[starts.count - 1 - starts.count / 3], first,
      ])
    #expect(player.playbackState == .paused)
    player.close()
  }
}
