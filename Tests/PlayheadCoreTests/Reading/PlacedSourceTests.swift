import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore

/// Packets are placed as they are read.
@Suite struct PlacedSourceTests {
  /// A frame of 40 ms, in milliseconds.
  private static func frame(_ presented: Int64?, decoded: Int64, isKey: Bool = false)
    -> FakeMedia.Step
  {
    .packet(
      PacketTiming(
        track: 0, presentationTicks: presented, decodeTicks: decoded, durationTicks: 40,
        byteCount: 100, isKeyframe: isKey))
  }

  /// Four frames, of which the second is presented last and has no presentation time, so that it waits.
  private static func part(from start: Int64) -> [FakeMedia.Step] {
    [
      frame(start + 40, decoded: start, isKey: true), frame(nil, decoded: start + 40),
      frame(start + 80, decoded: start + 80), frame(start + 120, decoded: start + 120),
    ]
  }

  private static func source(
    _ steps: [FakeMedia.Step], jumps: Bool = false
  ) throws -> PlacedSource {
    var info = MediaInfo(
      name: "fake", container: "fake",
      tracks: [MediaTrack(index: 0, kind: .video, timebase: .milliseconds)], isSeekable: true)
    info.isClockDiscontinuous = jumps
    return try PlacedSource(FakeMedia(info: info, steps: steps).open(interruption: Interruption()))
  }

  /// Returns the starts of the packets that are placed with each read, up to the end.
  private func starts(_ source: inout PlacedSource) throws -> [[Int64]] {
    var starts: [[Int64]] = []
    while true {
      let (read, placed) = try source.read()
      starts.append(([placed.first].compactMap(\.self) + placed.others).map(\.interval.lowerBound))
      if case .endOfMedia = read { return starts }
    }
  }

  @Test(arguments: [false, true])
  func aPacketThatWaitsIsPlacedAtTheEnd(jumps: Bool) throws {
    var source = try Self.source(Self.part(from: 0), jumps: jumps)
    #expect(try starts(&source) == [[40], [], [80], [120], [160]])
  }

  /// The next recording starts where it ends.
  @Test func aPacketThatWaitsIsPlacedBeforeTheNextRecording() throws {
    var source = try Self.source(Self.part(from: 0) + Self.part(from: 600_000), jumps: true)
    #expect(
      try starts(&source) == [[40], [], [80], [120], [160, 200], [], [240], [280], [320]])
    #expect(source.joined?.joins.map(\.time) == [.milliseconds(200)])
  }

  @Test(arguments: [false, true])
  func aPacketThatWaitsIsForgottenBySeeking(jumps: Bool) throws {
    var source = try Self.source(Self.part(from: 0), jumps: jumps)
    for _ in 0..<2 { _ = try source.read() }
    try source.seek(to: .zero)
    #expect(try starts(&source) == [[40], [], [80], [120], [160]])
  }

  /// What waits is presented before an error, too.
  @Test(arguments: [false, true])
  func aPacketThatWaitsIsPlacedAfterAnError(jumps: Bool) throws {
    let steps = Self.part(from: 0) + [.failure(.init(.damaged))]
    var source = try Self.source(steps, jumps: jumps)
    for _ in 0..<4 { _ = try source.read() }
    #expect(throws: MediaError.self) { try source.read() }
    #expect(source.finish().first?.interval == 160..<200)
  }

  @Test func onlyThePresentationOfThePacketItselfIsReturned() throws {
    var source = try Self.source(Self.part(from: 0))
    let presentations = try (0..<4).map { _ in
      let (read, placed) = try source.read()
      guard case .packet(let packet) = read else { return nil as Range<Int64>? }
      return placed.presentation(of: packet)
    }
    #expect(presentations == [40..<80, nil, 80..<120, 120..<160])
  }
}
