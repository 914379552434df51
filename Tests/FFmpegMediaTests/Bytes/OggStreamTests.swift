import Glibc
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Ogg that is read once, page by page.
@Suite struct OggStreamTests {
  /// Reads all bytes, repeats each read that fails, and returns them with the number of failures.
  private static func read(
    _ bytes: [UInt8], pieceLength: Int, failingAt failures: Set<Int> = []
  ) throws -> (bytes: [UInt8], failureCount: Int) {
    var (stream, place, callCount, failureCount) = (OggStream(), 0, 0, 0)
    var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while true {
      do throws(SystemError) {
        let length = try stream.read(into: &buffer, count: buffer.count) {
          limit throws(SystemError) -> [UInt8] in
          callCount += 1
          if failures.contains(callCount) { throw SystemError(number: EIO) }
          let piece = bytes[place..<min(place + min(limit, pieceLength), bytes.count)]
          place += piece.count
          return Array(piece)
        }
        guard let length else { return (all, failureCount) }
        all += buffer.prefix(length)
      } catch {
        failureCount += 1
      }
    }
  }

  @Test(arguments: ["mediafile.opus", "pygame-house_lo.ogg"])
  func aFailureIsNotTheEnd(_ file: String) throws {
    let bytes = Array(try Repository.sampleBytes(file))
    let failures = Set([1, 2, 3, 5, 8, 9, 13])
    let read = try Self.read(bytes, pieceLength: 500, failingAt: failures)
    #expect(read.bytes == bytes && read.failureCount == failures.count)
  }

  /// Bytes that look like the start of a page do not hide the next one.
  @Test func pagesBehindRepeatedMagicAreFound() throws {
    let bytes = Array(try Repository.sampleBytes("mediafile.opus"))
    let noise = (0..<5_000).flatMap { _ in Array("OggS".utf8) }
    var damaged = Array(bytes.prefix(3_000) + noise + bytes.dropFirst(3_000))
    let original = damaged
    var input = try #require(
      damaged.withUnsafeBytes { OggInput(beginning: $0, mayGrow: false) })
    damaged.withUnsafeMutableBytes { buffer in
      input.correct(buffer, at: 0) { place, count in
        Array(original.dropFirst(Int(place)).prefix(max(count, 8_192)))
      }
    }
    #expect(damaged == original && input.positions.offset >= damaged.count)
  }
}
