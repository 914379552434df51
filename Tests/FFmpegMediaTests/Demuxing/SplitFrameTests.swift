import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// AC-3 in MPEG program streams, whose PES packets end anywhere in a frame.
@Suite struct SplitFrameTests {
  private static let (frameLength, frameTicks) = (128, 2_880)

  /// A frame of silence: 48 kHz, 32 kb/s, mono. FFmpeg 7.1 learns the sample rate, and thus the length of a
  /// frame, only if it can decode one. An array, because LeakSanitizer does not see the reference in `Data`.
  private static let frame = Array(
    Data(
      base64Encoded: """
        C3eWuQBAL4QpA/51fPnz58+fPnz58+fPnz58+fPnz4y/upAAADa1rWta1rWta1qUAAAA2ta1rWta1rWtalAAAANr
        Wta1rWta1rWpQAAADa1rWta1rWta1qUAAAA2ta1rWta1rWtalAAAANrWta1rWta1rWpAAAAAAAAAAAAAsrA=
        """, options: .ignoreUnknownCharacters)!)

  /// Returns frames of 32 ms, in PES packets of five frames and some bytes. Each PES packet has the time
  /// of the first frame that begins in it.
  private static func stream(frameCount: Int, excess: Int, dropping dropped: Int? = nil) -> Data {
    let frames = (0..<frameCount).reduce(Data()) { bytes, _ in bytes + frame }
    let pack = Data([0, 0, 1, 0xBA, 0x44, 0, 4, 0, 4, 1, 0, 0x03, 0xE9, 0xF8])
    let length = 5 * frameLength + excess
    return stride(from: 0, to: frames.count, by: length).reduce(Data()) { bytes, start in
      let first = (start + frameLength - 1) / frameLength
      let late = dropped.map { first >= $0 ? 1 : 0 } ?? 0
      let ticks = UInt64(90_000 + (first + late) * frameTicks)
      let payload = frames[start..<min(start + length, frames.count)]
      let pointer = UInt64(first * frameLength - start + 1)
      let time = Data([
        0x21 | UInt8(truncatingIfNeeded: ticks >> 29) & 0xE, UInt8(truncatingIfNeeded: ticks >> 22),
        UInt8(truncatingIfNeeded: ticks >> 14) | 1, UInt8(truncatingIfNeeded: ticks >> 7),
        UInt8(truncatingIfNeeded: ticks << 1) | 1,
      ])
      let content =
        Data([0x81, 0x80, 5]) + time + Data([0x80, 5]) + Data(bigEndian: pointer, 2) + payload
      return bytes + pack + Data([0, 0, 1, 0xBD]) + Data(bigEndian: UInt64(content.count), 2)
        + content
    }
  }

  private static func times(_ bytes: Data) throws -> [Int64?] {
    let directory = try TemporaryDirectory()
    let source = try LocatedMedia(path: directory.write(bytes, to: "a.vob")).open(
      interruption: Interruption())
    return try source.readAll().map(\.presentationTicks)
  }

  private static func startsMidStream(_ bytes: Data) throws -> Bool? {
    let directory = try TemporaryDirectory()
    var media = LocatedMedia(path: try directory.write(bytes, to: "a.vob"))
    media.purpose = .report
    let source = try media.open(interruption: Interruption())
    _ = try source.readAll()
    return (source as? any FramedSource)?.framing?.startsMidStream
  }

  /// libavformat finds a frame by its first seven bytes.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 64, 127])
  func aFrameWhoseHeaderIsSplitKeepsItsTime(excess: Int) throws {
    let count = 200
    let times = try Self.times(Self.stream(frameCount: count, excess: excess))
    #expect(times.count >= count - 1)
    #expect(times == (0..<Int64(times.count)).map { 90_000 + $0 * Int64(Self.frameTicks) })
  }

  @Test(arguments: [20, 100, 300, 700, 1_600], [3, 64])
  func aPartWithoutItsBeginningHasTheTimesOfTheWhole(offset: Int, excess: Int) throws {
    let whole = Self.stream(frameCount: 100, excess: excess)
    let (all, part) = try (Self.times(whole), Self.times(Data(whole.dropFirst(offset))))
    #expect(part.count > 80)
    #expect(part == Array(all.suffix(part.count)))
    #expect(try Self.startsMidStream(Data(whole.dropFirst(offset))) == true)
    #expect(try Self.startsMidStream(whole) == nil)
  }

  @Test func aMissingFrameIsStillMissing() throws {
    // A PES packet begins with this frame.
    let dropped = 50
    let times = try Self.times(Self.stream(frameCount: 100, excess: 0, dropping: dropped))
    let steps = zip(times.dropFirst(), times).map { ($0 ?? 0) - ($1 ?? 0) }
    #expect(steps.filter { $0 != Self.frameTicks } == [Int64(2 * Self.frameTicks)])
    #expect(steps[dropped - 1] == 2 * Self.frameTicks)
  }
}
