import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Files of several recordings are recognized from few of their bytes.
@Suite struct ClockSurveyTests {
  private static let partLength = 188 * 10

  /// Returns the packets of a transport stream with a clock reference every 0.1 s.
  private static func packets(from start: Double, count: Int, interval: Double = 0.1) -> [UInt8] {
    (0..<count).flatMap { index -> [UInt8] in
      let ticks = Int64((start + Double(index) * interval) * 90_000) & 0x1_FFFF_FFFF
      var packet = [UInt8](repeating: 0xFF, count: 188)
      packet.replaceSubrange(0..<6, with: [0x47, 0x01, 0x00, 0x30, 7, 0x10])
      for byte in 0..<4 { packet[6 + byte] = UInt8(truncatingIfNeeded: ticks >> (25 - 8 * byte)) }
      packet[10] = UInt8(ticks & 1) << 7 | 0x7E
      packet[11] = 0
      return packet
    }
  }

  /// Returns whether the bytes have a join, and how many of them were read.
  private static func survey(
    _ bytes: [UInt8], _ clock: RecordingClock = .transportStream, isRemote: Bool = false
  ) -> (found: Bool?, readCount: Int) {
    var readCount = 0
    var survey = ClockSurvey(
      of: clock, size: Int64(bytes.count), partLength: partLength, partCount: 16,
      isRemote: isRemote
    ) { place, count in
      readCount += count
      let start = Int(place)
      return start + count <= bytes.count ? Array(bytes[start..<start + count]) : nil
    }
    return (survey.findJoin(), readCount)
  }

  @Test func aRecordingOfVaryingRateIsNoJoin() {
    var bytes: [UInt8] = []
    for (index, interval) in [0.1, 0.02, 0.3, 0.1, 0.05, 0.9].enumerated() {
      let starts = [0, 200, 240, 840, 1_040, 1_140] as [Double]
      bytes += Self.packets(
        from: 26.5 * 3_600 - 300 + starts[index], count: 2_000, interval: interval)
    }
    let (found, readCount) = Self.survey(bytes)
    #expect(found == false)
    #expect(readCount < bytes.count / 4)
  }

  /// The clock goes back, or ahead; the first recording is long or short.
  @Test(arguments: [0, 5_000, 15, 400.0], [40, 150, 3_333, 9_950])
  func anotherClockIsFound(start: Double, count: Int) {
    let first = Self.packets(from: 3_600, count: count)
    let bytes = first + Self.packets(from: 3_600 + start, count: 10_000 - count)
    let gap = start - Double(count) / 10
    // Less than 10 s ahead is a pause.
    if (0...10).contains(gap) { return }
    // A join that takes back less than the interval of two parts may be missed.
    if gap < 0, gap > -10, count > 1_000 { return }
    #expect(Self.survey(bytes).found == true)
  }

  @Test(arguments: [
    "bbb_start3600.ts", "beepflash/bf_wrap.ts", "pygame-house_lo.ogg", "mediafile.opus",
    "pygame-blue.mpg", "freedesktop-complete.oga",
  ])
  func onlyJoinedFilesShowJoins(_ file: String) throws {
    let bytes = try Repository.sampleBytes(file)
    let directory = try TemporaryDirectory()
    for count in 1...3 {
      let path = try directory.write(
        (0..<count).reduce(Data()) { data, _ in data + bytes }, to: "\(count)")
      let source = try LocatedMedia(path: path).open(interruption: Interruption())
      let first = try source.read()
      #expect(try (source as? any JoinableSource)?.findJoins() == (count > 1))
      // The next read continues where the last one ended.
      let expected = try LocatedMedia(path: path).open(interruption: Interruption())
      #expect(try first == expected.read())
      #expect(try source.read() == expected.read())
    }
  }

  @Test(arguments: [2, 3, 4, 5, 6, 7]) func fourPartsAtAURLShowEqualRecordings(count: Int) {
    let recording = Self.packets(from: 3_600, count: 20_000 / count)
    let bytes = (0..<count).flatMap { _ in recording }
    #expect(Self.survey(bytes, isRemote: true).found == true)
    let (found, readCount) = Self.survey(
      Self.packets(from: 3_600, count: 20_000), isRemote: true)
    #expect(found == false && readCount == 4 * Self.partLength)
  }

  /// At each place of the surveyed parts.
  @Test(arguments: [0, 1, 4, 8, 9, 1_245, 1_250, 9_991, 9_999], [-1_000, 5_000, 50_000])
  func aWrongClockIsNoJoin(index: Int, error: Double) {
    var bytes = Self.packets(from: 3_600, count: 10_000)
    let wrong = Self.packets(from: 3_600 + Double(index) / 10 + error, count: 1)
    bytes.replaceSubrange(index * 188..<(index + 1) * 188, with: wrong)
    #expect(Self.survey(bytes).found == false)
    #expect(Self.survey(bytes, isRemote: true).found == false)
  }

  /// With few clock references in a part, as at a high rate.
  @Test(arguments: [0, 100, 5_000, 9_996]) func aWrongClockAloneInAPartIsNoJoin(index: Int) {
    var bytes: [UInt8] = []
    let null = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
    for number in 0..<2_000 {
      bytes += Self.packets(from: 3_600 + Double(number) / 10, count: 1)
      bytes += (0..<6).flatMap { _ in null }
    }
    let start = index / 7 * 7 * 188
    bytes.replaceSubrange(start..<start + 188, with: Self.packets(from: 900, count: 1))
    #expect(Self.survey(bytes).found == false)
  }

  @Test(arguments: [UInt64(0), 1, 1 << 50]) func aWrongGranulePositionIsNoJoin(_ wrong: UInt64) {
    for index in [0, 1, 5, 800, 1_599] {
      var bytes: [UInt8] = []
      for number in 0..<1_600 {
        let granule = number == index ? wrong : UInt64(number + 1) * 960
        bytes += Array("OggS".utf8) + [0, number == 0 ? 2 : 0]
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: granule >> (8 * $0)) }
        bytes += [7, 0, 0, 0] + [UInt8](repeating: 1, count: 170)
      }
      #expect(Self.survey(bytes, .ogg).found == false)
    }
  }

  /// Returns pages of Ogg with these serial numbers.
  private static func pages(_ serials: [UInt8], length: Int) -> [UInt8] {
    serials.enumerated().flatMap { index, serial -> [UInt8] in
      let granule = UInt64(index + 1) * 960
      return Array("OggS".utf8) + [0, index == 0 ? 2 : 0]
        + (0..<8).map { UInt8(truncatingIfNeeded: granule >> (8 * $0)) }
        + [serial, 0, 0, 0] + [UInt8](repeating: 1, count: length - 18)
    }
  }

  /// Parts have several pages, or one.
  @Test(arguments: [200, 1_850], [0, 1, 5, 199, 380, 399])
  func aWrongSerialNumberIsNoJoin(length: Int, index: Int) {
    let right = [UInt8](repeating: 7, count: 400)
    var wrong = right
    wrong[index] = 9
    let joined = Array(right.dropLast(40)) + [UInt8](repeating: 9, count: 40)
    for isRemote in [true, false] {
      func found(_ serials: [UInt8]) -> Bool? {
        Self.survey(Self.pages(serials, length: length), .ogg, isRemote: isRemote).found
      }
      #expect(found(right) == false)
      #expect(found(wrong) != true)
      #expect(found(joined) == true)
    }
  }

  /// Long still pictures, at a low rate.
  @Test func aLowRateIsNoJoin() {
    let bytes =
      Self.packets(from: 3_600, count: 5_000, interval: 0.01)
      + Self.packets(from: 3_650, count: 40, interval: 4)
      + Self.packets(from: 3_810, count: 5_000, interval: 0.01)
    #expect(Self.survey(bytes).found == false)
  }

  @Test func whatCannotBeReadGivesNoAnswer() {
    let bytes = Self.packets(from: 3_600, count: 1_000)
    for isRemote in [true, false] {
      var survey = ClockSurvey(
        of: .transportStream, size: Int64(bytes.count), partLength: Self.partLength,
        isRemote: isRemote
      ) { place, count in place > 0 ? nil : Array(bytes[..<count]) }
      #expect(survey.findJoin() == nil)
    }
  }

  @Test func damagedBytesShowNothing() {
    for clock in [RecordingClock.transportStream, .programStream, .ogg] {
      var random = SplitMix64(seed: 7)
      let bytes = (0..<50_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(Self.survey(bytes, clock).found != true)
      #expect(Self.survey([], clock).found != true)
      #expect(Self.survey(Array("OggS".utf8) + [0, 0, 1, 0xBA], clock).found != true)
    }
  }
}
