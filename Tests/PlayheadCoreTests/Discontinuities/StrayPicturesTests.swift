import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PlayheadTestEnvironment
import Testing

@testable import PlayheadCore

/// A single picture whose time is wrong, in containers that store only when pictures are presented.
@Suite struct StrayPicturesTests {
  private static let step: Int64 = 40

  /// The numbers of the pictures in the order of the file.
  private static let orders: [[Int64]] = [
    Array(0..<100),
    group([3, 1, 2], 33), group([4, 2, 1, 3], 25),
  ]

  private static func group(_ numbers: [Int64], _ count: Int64) -> [Int64] {
    [0] + (0..<count).flatMap { index in numbers.map { $0 + Int64(numbers.count) * index } }
  }

  private static func packets(_ times: [Int64?]) -> [PacketTiming] {
    times.enumerated().map { index, time in
      var packet = PacketTiming(
        track: 0, presentationTicks: time, decodeTicks: nil, durationTicks: step, byteCount: 100,
        isKeyframe: index == 0)
      packet.byteOffset = Int64(index)
      return packet
    }
  }

  private struct Outcome {
    var times: [Int64?] = []
    /// The byte offsets of the pictures that were corrected.
    var corrected: [Int64?] = []
    var start: MediaTime?
    var end: MediaTime?
  }

  /// - Parameter soundEnd: The time up to which there is sound besides, before the last picture.
  private func read(
    _ times: [Int64?], container: String = "matroska,webm", soundEnd: Int64 = 0
  ) throws -> Outcome {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    (track.mayReorder, track.constantFrameRate) = (true, FrameRate(25, 1))
    track.startTicks = times.first ?? nil
    var info = MediaInfo(name: "fake", container: container, tracks: [track], isSeekable: true)
    info.declaredStart = track.startTicks.map { .milliseconds($0) }
    info.declaredDuration = .milliseconds(Int64(times.count) * Self.step)
    var packets = Self.packets(times)
    if soundEnd > 0 {
      info.tracks.append(MediaTrack(index: 1, kind: .audio, timebase: .milliseconds))
      let sound = stride(from: 0, to: soundEnd, by: 20).map { time in
        PacketTiming(
          track: 1, presentationTicks: time, decodeTicks: time, durationTicks: 20, byteCount: 10,
          isKeyframe: true)
      }
      let all = (packets.dropLast() + sound).sorted {
        ($0.presentationTicks ?? 0) < ($1.presentationTicks ?? 0)
      }
      packets = all + packets.suffix(1)
    }
    let media = FakeMedia(info: info, steps: packets.map { .packet($0) })
    let source = try #require(
      JoinedSource.joining(media.open(interruption: Interruption())) as? JoinedSource)
    source.prepare()
    var outcome = Outcome(start: source.info.presentationStart)
    while case .packet(let packet) = try source.read() {
      if packet.track == 0 { outcome.times.append(packet.presentationTicks) }
      if let original = source.original { outcome.corrected.append(original.byteOffset) }
    }
    outcome.end = try MediaDuration.measured(
      byReading: media.open(interruption: Interruption())
    ).time
    return outcome
  }

  /// Up to five pictures in a row are wrong by the same time.
  @Test(arguments: TestEffort.some(orders.indices, 2...5))
  func aRunOfWrongPicturesIsPutWhereTheyAreMissing(_ order: Int, _ count: Int) throws {
    let times = Self.orders[order].map { $0 * Self.step }
    for first in 48...52 {
      for offset in [400, -400, 1_000, -1_000, 3_000, 50_000_000] as [Int64] {
        var wrong: [Int64?] = times
        for index in first..<first + count { wrong[index] = times[index] + offset }
        let found = try read(wrong)
        let context: Comment = "\(first), \(offset) ms"
        #expect(found.times == times, context)
        #expect(found.corrected == (first..<first + count).map { Int64($0) }, context)
      }
    }
  }

  @Test(
    arguments: orders.indices, [400, -400, 1_000, -1_000, 3_000, -3_000, 50_000_000] as [Int64])
  func aWrongPictureIsPutWhereOneIsMissing(_ order: Int, by offset: Int64) throws {
    let times = Self.orders[order].map { $0 * Self.step }
    let clean = try read(times)
    #expect(clean.times == times && clean.corrected.isEmpty)
    for index in [0, 1, 2, times.count / 2, times.count / 2 + 1, times.count - 1] {
      var wrong: [Int64?] = times
      wrong[index] = times[index] + offset
      // libavformat returns no time before zero.
      if index > 0, times[index] + offset < 0 { wrong[index] = nil }
      if index == 0 || wrong[index] != nil || index > 40 {
        let found = try read(wrong)
        let context: Comment = "picture \(index)"
        #expect(found.times == times, context)
        #expect(found.corrected == [Int64(index)], context)
        #expect(found.start == clean.start && found.end == clean.end, context)
      }
    }
  }

  /// Other defects, and what is none: lost pictures, pauses, a first and a last picture that stay for long.
  @Test func otherTimesAreKept() throws {
    for order in Self.orders {
      let times = order.map { 4_000 + $0 * Self.step }
      let lost = times.filter { $0 != 5_000 && $0 != 6_040 && $0 != 6_080 }
      let pause = times.map { $0 < 5_600 ? $0 : $0 + 5_000 }
      let twice = times.map { $0 == 5_640 ? 5_600 : $0 }
      for kept in [lost, pause, twice] { #expect(try read(kept).times == kept) }
    }
    let steady = Self.orders[0].map { 4_000 + $0 * Self.step }
    let long: [Int64] = [2_000] + steady.dropFirst()
    #expect(try read(long).times == long)
    for first in [-10, -30, -55] as [Int64] {
      let early: [Int64] = [first] + steady.dropFirst()
      #expect(try read(early).times == early)
    }
    let last: [Int64] = steady.dropLast() + [7_980]
    #expect(try read(last).times == last)
  }

  /// NUT declares no length. Sound shows whether the media goes on; without it, it may.
  @Test func aLastPictureThatIsShownLateBesideSoundIsKept() throws {
    let times = Self.orders[0].map { $0 * Self.step }
    let late: [Int64] = times.dropLast() + [6_000]
    #expect(try read(late, container: "nut", soundEnd: 8_000).times == late)
    #expect(try read(late, container: "nut", soundEnd: 4_000).times == times)
    #expect(try read(late, container: "nut").times == late)
    let absurd: [Int64] = times.dropLast() + [4_000_000]
    #expect(try read(absurd, container: "nut").times == times)
  }

  /// In other containers the decode times are judged.
  @Test func containersWithDecodeTimesAreLeftAlone() throws {
    let times = Self.orders[1].map { $0 * Self.step }
    var wrong = times
    wrong[50] += 3_000
    #expect(try read(wrong, container: "flv").times == wrong)
  }
}
