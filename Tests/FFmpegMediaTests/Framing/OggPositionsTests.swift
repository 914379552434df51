import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Pages of Ogg whose position is wrong get the one that follows from their packets.
@Suite struct OggPositionsTests {
  private static let files = ["mediafile.opus", "pygame-house_lo.ogg"]
  private static let seconds = [0.1, -0.1, 0.4, -1, 3, -3, 9, -11, 20_000, -100_000]

  private struct Outcome {
    var packets: [PacketTiming] = []
    var originals: [PacketTiming] = []
    var duration: MediaTime?
    var times: [Int64?] { packets.map(\.presentationTicks) }
  }

  /// Returns the packets, and the originals of those that were corrected.
  private func read(_ path: String) throws -> Outcome {
    let source = try LocatedMedia(path: path).open(
      for: .report(.whole), interruption: Interruption())
    let correcting = try #require(source as? any CorrectingSource)
    var outcome = Outcome(duration: source.info.declaredDuration)
    while case .packet(let packet) = try source.read() {
      outcome.packets.append(packet)
      if let original = correcting.original { outcome.originals.append(original) }
    }
    return outcome
  }

  @Test(arguments: files) func rightPositionsStay(_ file: String) throws {
    let read = try read(Repository.sample(file))
    #expect(!read.packets.isEmpty && read.originals.isEmpty)
  }

  @Test(arguments: files, seconds)
  func aWrongPositionMovesNoPacket(_ file: String, by seconds: Double) throws {
    let clean = try read(Repository.sample(file))
    let folder = try TemporaryDirectory()
    let offset = Int64(seconds * (file.hasSuffix("opus") ? 48_000 : 44_100))
    let data = try Repository.sampleBytes(file)
    let count = OggPages.soundPages(of: data).count
    // The last page may be cut at its end.
    let pages = [0, 1, count / 2].filter { $0 < count - 1 } + (seconds < 0 ? [] : [count - 1])
    for page in Set(pages) {
      let path = try folder.write(
        OggPages.changingPosition(ofSoundPage: page, in: data, by: offset), to: "wrong.ogg")
      let wrong = try read(path)
      let context: Comment = "page \(page)"
      #expect(
        wrong.times == clean.times, context)
      #expect(wrong.originals.count == 1, context)
      let original = try #require(wrong.originals.first)
      let right = clean.packets.first { $0.byteOffset == original.byteOffset }
      let moved = (original.presentationTicks ?? 0) - (right?.presentationTicks ?? 0)
      // The last packet of a clean file may be cut.
      #expect(abs(moved - offset) < 2_048, context)
      let durations = (wrong.duration?.seconds ?? 0, clean.duration?.seconds ?? 0)
      #expect(abs(durations.0 - durations.1) < 0.05, context)
    }
  }

  /// Up to five pages in a row are wrong by the same time, before the old positions go on.
  @Test(
    arguments: (2...5).map { ("beepflash/bf.opus", $0) }
      + [2, 3].map { ("pygame-house_lo.ogg", $0) })
  func aRunOfWrongPositionsMovesNoPacket(_ file: String, _ count: Int) throws {
    let clean = try read(Repository.sample(file))
    let folder = try TemporaryDirectory()
    let bytes = try Repository.sampleBytes(file)
    let pageCount = OggPages.soundPages(of: bytes).count
    try #require(pageCount > count + 3)
    for seconds in [0.4, -0.4, 3, -1] {
      var data = bytes
      for page in 2..<2 + count {
        data = OggPages.changingPosition(
          ofSoundPage: page, in: data, by: Int64(seconds * 48_000))
      }
      let wrong = try read(folder.write(data, to: "run.ogg"))
      #expect(wrong.times == clean.times, "\(seconds)")
      #expect(wrong.originals.count == count, "\(seconds)")
    }
  }

  /// Its packets may be cut, and a pause may precede it if one has before.
  @Test(arguments: [(files[0], -0.005), (files[1], -0.005), (files[1], 0.4), (files[1], 9.0)])
  func theLastPageMayBeRight(_ file: String, _ seconds: Double) throws {
    var data = try Repository.sampleBytes(file)
    let count = OggPages.soundPages(of: data).count
    if seconds > 0 {
      for page in 1..<count {
        data = OggPages.changingPosition(ofSoundPage: page, in: data, by: 48_000)
      }
    }
    let folder = try TemporaryDirectory()
    let clean = try read(folder.write(data, to: "clean.ogg"))
    let offset = Int64(seconds * (file.hasSuffix("opus") ? 48_000 : 11_025))
    let path = try folder.write(
      OggPages.changingPosition(ofSoundPage: count - 1, in: data, by: offset), to: "last.ogg")
    let read = try read(path)
    #expect(read.originals.isEmpty)
    let change = (read.duration?.seconds ?? 0) - (clean.duration?.seconds ?? 0)
    #expect(abs(change - seconds) < 0.002)
  }

  @Test func recordingsAreFoundInAnyOrder() throws {
    let bytes = [UInt8](try Repository.sampleBytes(Self.files[0]))
    let (length, file) = (Int64(bytes.count), bytes + bytes + bytes)
    var positions = OggPositions(mayGrow: false)
    func read(from offset: Int64) {
      positions.restart(at: offset)
      while positions.next({ Array(file.dropFirst(Int($0)).prefix($1)) }) != nil {}
    }
    let pages = OggPages.soundPages(of: Data(bytes))
    let last = try #require(pages.last?.lowerBound)
    read(from: length + Int64(last))
    #expect(positions.recordings == [2 * length])
    read(from: 0)
    #expect(positions.recordings == [length, 2 * length])
  }

  /// Only a stream of the same recording shows that a pause may precede the last page.
  @Test func aLongerRecordingBeforeExplainsNoLatePage() throws {
    let (before, after) = (
      try Repository.sampleBytes(Self.files[1]), try Repository.sampleBytes(Self.files[0])
    )
    let last = OggPages.soundPages(of: after).count - 1
    let late = OggPages.changingPosition(ofSoundPage: last, in: after, by: 48_000)
    for file in [[UInt8](late), [UInt8](before + late)] {
      var positions = OggPositions(mayGrow: false)
      while positions.next({ Array(file.dropFirst(Int($0)).prefix($1)) }) != nil {}
      try #require(positions.deviations.count == 1)
      #expect(abs(positions.deviations[0].length - 48_000) < 2_048)
    }
  }

  @Test(arguments: [0.4, -0.4, -30]) func aStreamIsCorrectedAsItIsRead(_ seconds: Double) throws {
    let file = Self.files[1]
    let clean = try read(Repository.sample(file))
    let folder = try TemporaryDirectory()
    for page in [0, 2] {
      let data = OggPages.changingPosition(
        ofSoundPage: page, in: try Repository.sampleBytes(file), by: Int64(seconds * 44_100))
      let path = try folder.makeFIFO("pipe\(page)")
      Thread.detachNewThread {
        let pipe = FileHandle(forWritingAtPath: path)
        try? pipe?.write(contentsOf: data)
        try? pipe?.close()
      }
      let piped = try read(path)
      #expect(piped.times == clean.times)
      #expect(piped.originals.count == 1)
    }
  }

  /// Several pages agree with the new clock.
  @Test func aPauseStays() throws {
    let folder = try TemporaryDirectory()
    let clean = try Repository.sampleBytes(Self.files[1])
    let count = OggPages.soundPages(of: clean).count
    for first in [1, count / 2] {
      var data = clean
      for page in first..<count {
        data = OggPages.changingPosition(ofSoundPage: page, in: data, by: 88_200)
      }
      let read = try read(try folder.write(data, to: "pause.ogg"))
      #expect(read.originals.isEmpty, "page \(first)")
    }
  }

  @Test func theChecksumChangesWithTheBytes() {
    let bytes: [UInt8] = [1, 0, 0x80, 7]
    let whole = OggChecksum.ofBytes(bytes + [0, 0, 0, 0, 0], followedByZeros: 0)
    #expect(OggChecksum.ofBytes(bytes, followedByZeros: 5) == whole)
  }
}
