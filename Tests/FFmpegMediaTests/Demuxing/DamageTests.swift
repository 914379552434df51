import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Damaged media never trap or hang: reading reaches an end or fails with an error.
@Suite struct DamageTests {
  private static let files = [
    "mediafile-full.m4a", "bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv",
    "mediafile.opus", "pygame-blue.mpg", "mediafile-artwork.flac", "pygame-house_lo.wav",
  ]
  /// The number of errors after which reading stops. Reading after an error continues behind the
  /// damage or fails again.
  private static let greatestErrorCount = 100

  /// Reads the file from the start and after several seeks. Returns the number of packets from the
  /// start, or nil if the file cannot be opened.
  private func play(_ path: String) throws -> Int? {
    let source: any MediaSource
    do {
      source = try LocatedMedia(path: path).open(interruption: Interruption())
    } catch {
      #expect(error.operation == .open)
      return nil
    }
    var count = 0
    for seconds in [nil, 0, 2, 1_000_000] as [Int64?] {
      do {
        if let seconds { try source.seek(to: .seconds(seconds)) }
      } catch {
        #expect(error.operation == .seek)
      }
      var errorCount = 0
      while errorCount < Self.greatestErrorCount {
        do {
          guard try source.readPacket() != nil else { break }
          if seconds == nil { count += 1 }
        } catch {
          #expect(error.operation == .read)
          errorCount += 1
        }
      }
    }
    return count
  }

  @Test(arguments: files)
  func truncatedFilesNeitherTrapNorHang(_ file: String) throws {
    let directory = try TemporaryDirectory()
    let bytes = try Repository.sampleBytes(file)
    let whole = try #require(try play(directory.write(bytes, to: "whole-\(file)")))
    for part in 1...15 {
      let path = try directory.write(
        bytes.prefix(bytes.count * part / 16), to: "\(part)-\(file)")
      if let count = try play(path) { #expect(count <= whole) }
    }
  }

  @Test(arguments: files)
  func flippedBitsNeitherTrapNorHang(_ file: String) throws {
    let directory = try TemporaryDirectory()
    let bytes = try Repository.sampleBytes(file)
    var generator = SplitMix64(seed: UInt64(bytes.count))
    for round in 1...15 {
      var damaged = bytes
      // Half of the flips hit the header, where a single bit matters most.
      for flip in 0..<round * 4 {
        let range = flip % 2 == 0 ? 0..<min(bytes.count, 2_048) : 0..<bytes.count
        damaged[Int.random(in: range, using: &generator)] ^=
          1
          << Int.random(
            in: 0..<8, using: &generator)
      }
      _ = try play(directory.write(damaged, to: "\(round)-\(file)"))
    }
  }
}
