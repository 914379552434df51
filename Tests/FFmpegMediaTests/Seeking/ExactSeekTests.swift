import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// After a seek each track continues with the same packets and times as in a reading from the
/// start, from the target or before it.
///
/// `PLAYHEAD_MEDIA` chooses other files, as for `ContractTests`.
@Suite struct ExactSeekTests {
  /// The number of seek targets in each file. They are visited out of order.
  private static let placeCount = TestEffort.rounds(97)

  @Test(arguments: ContractTests.rows)
  func seeksContinueWithTheSamePackets(_ row: MediaSourceRow) throws {
    let source = try row.opener.open(interruption: Interruption())
    guard source.info.isSeekable else { return }
    let all = try source.readAll()
    for number in 0..<Self.placeCount {
      let packet = all[(all.count - 1) * (number * 37 % Self.placeCount) / (Self.placeCount - 1)]
      guard let ticks = packet.presentationTicks else { continue }
      let target = source.info.tracks[packet.track].time(ofTicks: ticks)
      try source.seek(to: target)
      let rest = try source.readAll()
      let tracks = source.info.tracks.filter { $0.kind == .video || $0.kind == .audio }
      for track in tracks where !track.isAttachedPicture {
        let all = all.filter { $0.track == track.index }.map(PacketValues.init)
        let rest = rest.filter { $0.track == track.index }.map(PacketValues.init)
        #expect(rest == all.suffix(rest.count), "\(target) track \(track.index)")
        // The track continues at or before the target, unless it begins after the target.
        let isBefore = rest.first?.ticks.map { track.time(ofTicks: $0) <= target } ?? true
        #expect(rest.count == all.count || isBefore, "\(target) track \(track.index)")
        let missed = all.dropLast(rest.count).compactMap(\.ticks).map(track.time(ofTicks:))
        #expect(missed.allSatisfy { $0 < target }, "\(target) track \(track.index)")
        if track.kind == .video { #expect(rest.first?.isKeyframe != false) }
      }
    }
  }

  /// The values of a packet that do not depend on where reading began.
  private struct PacketValues: Equatable {
    let ticks: Int64?
    let byteCount: Int
    let byteOffset: Int64?
    let isKeyframe: Bool
    let isDiscarded: Bool
    let skippedSamples: UInt32

    init(_ packet: PacketTiming) {
      ticks = packet.presentationTicks
      byteCount = packet.byteCount
      byteOffset = packet.byteOffset
      isKeyframe = packet.isKeyframe
      isDiscarded = packet.isDiscarded
      skippedSamples = packet.skippedSamples
    }
  }
}
