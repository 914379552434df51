import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Files that were joined in containers that do not provide for that.
@Suite struct JoinedFileTests {
  private static let files = [
    ("sonicpi-ambi_piano.flac", "flac"), ("mediafile-artwork.flac", "flac"),
    ("bbb_vp9_opus.webm", "matroska,webm"), ("bbb_chapters.mkv", "matroska,webm"),
    ("gnome-dual-monitors.webm", "matroska,webm"),
  ]

  /// Returns whether a file is joined, and how many of its bytes were read.
  private static func judge(_ data: Data, _ container: String) -> (isJoined: Bool, count: Int) {
    var count = 0
    var bytes = HeaderBytes(size: Int64(data.count), budget: JoinedFile.budget) {
      count += $1
      return Array(data[Int($0)..<Int($0) + $1])
    }
    let isJoined =
      container == "flac"
      ? !JoinedFile.laterHeadersOfFLAC(&bytes).isEmpty : JoinedFile.isJoined(container, &bytes)
    return (isJoined, count)
  }

  @Test(arguments: files) func eachPairIsFound(_ file: (name: String, container: String)) throws {
    let data = try Repository.sampleBytes(file.name)
    for (other, container) in Self.files where container == file.container {
      #expect(Self.judge(data + (try Repository.sampleBytes(other)), container).isJoined)
    }
    #expect(Self.judge(data + data + data, file.container).isJoined)
  }

  @Test(arguments: files) func aWholeFileIsNone(_ file: (name: String, container: String)) throws {
    let data = try Repository.sampleBytes(file.name)
    let (isJoined, count) = Self.judge(data, file.container)
    #expect(!isJoined)
    #expect(count < 400_000)
    // Neither are its first bytes, nor others behind its end.
    for part in [data.dropLast(data.count / 3), data + Data(repeating: 0x66, count: 100_000)] {
      #expect(!Self.judge(Data(part), file.container).isJoined)
    }
  }

  /// libavformat loses frames around the headers of the second file, and misdates the last frame before them.
  @Test func allFramesOfJoinedFLACAreRead() throws {
    let directory = try TemporaryDirectory()
    let names = ["sonicpi-ambi_piano.flac", "mediafile-artwork.flac", "sonicpi-ambi_piano.flac"]
    let files = try names.map { try Repository.sampleBytes($0) }
    func read(_ data: Data) throws -> [PacketTiming] {
      let path = try directory.write(data, to: "file.flac")
      return try LocatedMedia(path: path).open(interruption: Interruption()).readAll()
        .filter { $0.presentationTicks != nil }
    }
    let expected = try files.flatMap(read)
    let packets = try read(files.reduce(Data(), +))
    #expect(packets.map(\.presentationTicks) == expected.map(\.presentationTicks))
    #expect(packets.map(\.durationTicks) == expected.map(\.durationTicks))
  }

  /// A recorder that cannot go back, as that of a browser, leaves the length of the segment open.
  @Test func aRecordingWithoutALengthIsSearched() throws {
    var data = try Repository.sampleBytes("bbb_vp9_opus.webm")
    let name = Data([0x18, 0x53, 0x80, 0x67])
    let place = try #require(data.range(of: name)?.upperBound)
    data.replaceSubrange(place..<place + 8, with: [1] + Data(repeating: 0xFF, count: 7))
    #expect(!Self.judge(data, "matroska,webm").isJoined)
    #expect(Self.judge(data + data, "matroska,webm").isJoined)
  }

  @Test func theBeginningOfNUTIsFound() {
    let file = Data("nut/multimedia container\0".utf8) + Data(repeating: 0x6E, count: 3 << 19)
    #expect(!Self.judge(file, "nut").isJoined)
    #expect(Self.judge(file + file, "nut").isJoined)
  }
}
