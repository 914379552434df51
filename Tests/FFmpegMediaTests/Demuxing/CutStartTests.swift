import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// Tracks of MPEG streams that begin with the rest of a frame.
@Suite struct CutStartTests {
  private static let length: Int64 = 2_160

  /// Returns a packet whose time is `frame` frames after that of the first one.
  private func entry(
    _ frame: Int64, at offset: Int64? = nil, isWhole: Bool = true, isPresentedLater: Bool = false
  ) -> CutStart.Entry {
    let ticks = 90_000 + frame * Self.length
    var timing = PacketTiming(
      track: 0, presentationTicks: isPresentedLater ? nil : ticks, decodeTicks: ticks,
      durationTicks: Self.length)
    timing.byteOffset = offset
    return CutStart.Entry(timing: timing, beginsFrame: isWhole)
  }

  /// Returns the decode times of the packets that are kept, in frames after the first one.
  private func corrected(_ entries: [CutStart.Entry], isSound: Bool) throws -> [Int64] {
    var start = CutStart(entries, isSound: isSound)
    guard let packet = Packet.open() else { throw CancellationError() }
    return entries.compactMap { entry in
      packet.retime(entry.timing.decodeTicks ?? 0)
      guard start.correct(packet), let ticks = packet.timing.decodeTicks else { return nil }
      #expect(packet.timing.presentationTicks == ticks)
      return (ticks - 90_000) / Self.length
    }
  }

  @Test func theTimeOfTheRestBelongsToTheFirstWholeFrame() throws {
    let sound = [
      entry(0, at: 12, isWhole: false), entry(1), entry(2), entry(2, at: 4_096), entry(3),
      entry(4, at: 8_192), entry(5),
    ]
    #expect(try corrected(sound, isSound: true) == [0, 1, 2, 3, 4, 5])
    let pictures = [
      entry(0, at: 424, isWhole: false), entry(1), entry(2), entry(0, isPresentedLater: true),
      entry(3, at: 6_568),
      entry(4, at: 10_664), entry(5),
    ]
    // The two pictures before this one refer to the picture whose rest is left out.
    #expect(try corrected(pictures, isSound: false) == [2, 3, 4, 5])
  }

  @Test func theFirstPictureIsPresentedWhenTheNextOneThatOthersDependOnIsDecoded() throws {
    let entries = [
      entry(0, at: 9, isWhole: false), entry(1), entry(2, isPresentedLater: true), entry(2, at: 99),
      entry(3), entry(4, isPresentedLater: true), entry(5, at: 999), entry(6),
    ]
    var start = CutStart(entries, isSound: false)
    guard let packet = Packet.open() else { throw CancellationError() }
    for _ in 0..<2 { _ = start.correct(packet) }
    packet.pointer.pointee.dts = entries[2].timing.decodeTicks ?? 0
    let isKept = start.correct(packet)
    #expect(isKept)
    #expect(packet.timing.decodeTicks == 90_000 + Self.length)
    #expect(packet.timing.presentationTicks == 90_000 + 4 * Self.length)
    #expect(!CutStart.isDecided(by: Array(entries.prefix(5)), isSound: false))
    // So it is if nothing precedes it.
    #expect(!CutStart.isDecided(by: Array(entries[2..<5]), isSound: false))
    #expect(CutStart.isDecided(by: Array(entries[2..<6]), isSound: false))
    start = CutStart(Array(entries[2...]), isSound: false)
    let isFirst = start.correct(packet)
    #expect(isFirst && packet.timing.presentationTicks == 90_000 + 4 * Self.length)
  }

  @Test func picturesThatAreInOrderDependOnNoLaterOne() throws {
    let entries =
      [entry(0, at: 9, isWhole: false), entry(1), entry(1, at: 99)] + (2..<40).map { entry($0) }
    #expect(try corrected(entries, isSound: false) == [0] + Array(1..<40))
    // No codec has more pictures in a row that are presented when they are decoded, between others.
    #expect(!CutStart.isDecided(by: Array(entries.prefix(17)), isSound: false))
    #expect(CutStart.isDecided(by: Array(entries.prefix(18)), isSound: false))
    #expect(try corrected(Array(entries.prefix(18)), isSound: false) == [0] + Array(1..<17))
  }

  @Test func framesThatTheParserLosesHaveTheirStoredTimes() throws {
    // The stored time at 16,396 is that of a frame before this one.
    let entries = [
      entry(0, at: 12, isWhole: false), entry(1, isWhole: false), entry(2, isWhole: false),
      entry(2, at: 16_396),
      entry(4, at: 22_540), entry(5), entry(6, at: 24_588), entry(7),
    ]
    #expect(try corrected(entries, isSound: true) == [3, 4, 5, 6, 7])
  }

  @Test func aFrameWhoseHeaderIsSplitHasItsOwnTime() throws {
    let entries = [
      entry(0, at: 4_930, isWhole: false), entry(1), entry(2), entry(3, at: 11_074),
      entry(3, at: 11_074), entry(4),
    ]
    #expect(try corrected(entries, isSound: true) == [0, 1, 2, 3, 4])
  }

  @Test func wholeStartsAndTracksWithoutFramesAreKept() throws {
    let whole = [entry(0, at: 0), entry(1), entry(7, at: 4_096), entry(8)]
    #expect(try corrected(whole, isSound: true) == [0, 1, 7, 8])
    let none = (0..<40).map { entry($0, isWhole: false) }
    #expect(try corrected(none, isSound: true) == Array(0..<40))
    #expect(
      CutStart.isDecided(by: whole, isSound: true) && CutStart.isDecided(by: none, isSound: true))
    #expect(!CutStart.isDecided(by: Array(none.prefix(3)), isSound: true))
  }

  @Test func timesThatOverflowStay() throws {
    var first = entry(0, at: 0, isWhole: false)
    let next = PacketTiming(track: 0, presentationTicks: .min, decodeTicks: .min, durationTicks: 1)
    var stored = next
    stored.byteOffset = 9
    first = CutStart.Entry(timing: next, beginsFrame: false)
    let entries = [next, stored, next].map { CutStart.Entry(timing: $0, beginsFrame: true) }
    var start = CutStart([first] + entries, isSound: true)
    guard let packet = Packet.open() else { throw CancellationError() }
    let kept = [start.correct(packet), start.correct(packet)]
    #expect(kept == [false, true] && start.isOver)
  }
}
