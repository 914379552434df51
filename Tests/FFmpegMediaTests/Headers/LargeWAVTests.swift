import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// WAV files whose length does not fit their header.
@Suite struct LargeWAVTests {
  private static let headerLength: Int64 = 44

  /// Returns a header of 16-bit stereo at 48 kHz.
  private static func header(declaring length: UInt32) -> Data {
    func number(_ value: UInt32) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }
    return Data("RIFF".utf8) + number(length &+ 36) + Data("WAVEfmt ".utf8) + number(16)
      + number(0x0002_0001) + number(48_000) + number(192_000) + number(0x0010_0004)
      + Data("data".utf8) + number(length)
  }

  private static func hidden(length: Int64, declared: UInt32, behind: Int64 = 0) -> Range<Int64>? {
    let head = [UInt8](header(declaring: declared))
    var bytes = HeaderBytes(size: headerLength + length + behind) { place, count in
      (place..<place + Int64(count)).map { $0 < headerLength ? head[Int($0)] : 0 }
    }
    return WAVHeaders.wrappedLength(in: &bytes)
  }

  @Test func onlyALengthThatIsWrappedIsHidden() {
    let length: Int64 = 4_300_000_000
    let wrapped = UInt32(truncatingIfNeeded: length)
    #expect(Self.hidden(length: length, declared: wrapped) == 40..<44)
    #expect(Self.hidden(length: length, declared: wrapped, behind: 5_000) == 40..<44)
    #expect(Self.hidden(length: 3 * length, declared: .init(truncatingIfNeeded: 3 * length)) != nil)
    #expect(Self.hidden(length: length, declared: 1_000) == nil)
    #expect(Self.hidden(length: 4_000_000_000, declared: 4_000_000_000) == nil)
    #expect(Self.hidden(length: 4_290_000_000, declared: 4_290_000_000, behind: 9_000_000) == nil)
  }

  /// The file has no data on the disk. FFmpeg would read it all in search of chunks.
  @Test func aLargeFileIsOpenedWithItsWholeLength() throws {
    let folder = try TemporaryDirectory()
    let length: Int64 = 4_300_000_000
    let path = try folder.write(
      Self.header(declaring: UInt32(truncatingIfNeeded: length)), to: "large.wav")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(Self.headerLength + length))
    try file.close()
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    let seconds = try #require(source.info.declaredDuration).seconds
    #expect(abs(seconds - Double(length) / 192_000) < 0.01)
    try source.seek(to: .seconds(22_000))
    guard case .packet(let packet) = try source.read() else {
      Issue.record("no packet")
      return
    }
    #expect(packet.presentationTicks.map { $0 > 21_000 * 48_000 } == true)
  }
}
