import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Files that are read while they are being written.
@Suite struct FollowingTests {
  private let directory: TemporaryDirectory
  private let following = FileFollowing()

  init() throws {
    directory = try TemporaryDirectory()
  }

  private static func append(_ bytes: Data, to path: String) {
    let descriptor = Foundation.open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    BytePipe.write(bytes, to: descriptor)
    close(descriptor)
  }

  private func open(_ path: String, _ interruption: Interruption = Interruption()) throws
    -> any MediaSource
  {
    try LocatedMedia(path: path, following: following).open(interruption: interruption)
  }

  /// Reads all packets to the end, and retries while the source has none yet. Calls `meanwhile` the
  /// first time that happens.
  private func readAll(
    _ source: any MediaSource, meanwhile: () -> Void = {}
  ) throws -> [PacketTiming] {
    var packets: [PacketTiming] = []
    var hasWaited = false
    while true {
      switch try source.read() {
      case .packet(let packet): packets.append(packet)
      case .endOfMedia: return packets
      case .nothingYet:
        if !hasWaited { meanwhile() }
        hasWaited = true
        sched_yield()
      }
    }
  }

  /// Returns the bytes of a sample. The lengths in a WAV header are zero, as a recorder leaves them
  /// until it finishes.
  private static func bytes(of file: String) throws -> Data {
    var bytes = try Repository.sampleBytes(file)
    if file.hasSuffix(".wav"), let data = bytes.firstRange(of: Data("data".utf8)) {
      bytes.replaceSubrange(4..<8, with: Data(count: 4))
      bytes.replaceSubrange(data.upperBound..<data.upperBound + 4, with: Data(count: 4))
    }
    return bytes
  }

  @Test(arguments: [
    "bbb_start3600.ts", "beepflash/bf_wrap.ts", "coffee_vbr_art.mp3", "mediafile-cbr.mp3",
    "pygame-house_lo.wav", "beepflash/bf_frag.mp4", "bbb_chapters.mkv", "beepflash/bf.mkv",
    "mediafile.opus", "pygame-house_lo.ogg",
  ])
  func dataAppendedLaterIsRead(_ file: String) throws {
    let bytes = try Self.bytes(of: file)
    let pipe = try BytePipe()
    pipe.write(bytes)
    let expected = try pipe.opener.open(interruption: Interruption()).readAll()
    let path = directory.path("growing")
    Self.append(Data(), to: path)
    let following = following
    // Starts with an empty file and appends pieces that end anywhere.
    Thread.detachNewThread {
      var rest = bytes
      while !rest.isEmpty {
        let piece = rest.prefix(7_777)
        Self.append(piece, to: path)
        rest = rest.dropFirst(piece.count)
        for _ in 0..<20 { sched_yield() }
      }
      following.finish()
    }
    let packets = try readAll(open(path))
    // The order of packets of different tracks may depend on whether the source is seekable.
    for track in Set(expected.map(\.track)) {
      let (packets, expected) = (
        packets.filter { $0.track == track }, expected.filter { $0.track == track }
      )
      #expect(packets.map(\.byteCount) == expected.map(\.byteCount))
      #expect(packets.map(\.presentationTicks) == expected.map(\.presentationTicks))
    }
  }

  /// At the end of a packet reading returns instead of blocking, so that a seek can be served.
  @Test func readingReportsThatNothingIsThereYet() throws {
    let bytes = try Self.bytes(of: "pygame-house_lo.wav")
    let whole = try LocatedMedia(path: directory.write(bytes, to: "whole.wav"))
      .open(interruption: Interruption()).readAll()
    // Opening a WAV file reads its first 64 KiB.
    let middle = whole[whole.count * 15 / 16]
    let length = Int(try #require(middle.byteOffset)) + middle.byteCount
    let path = try directory.write(bytes.prefix(length), to: "growing.wav")
    let source = try open(path)
    #expect(source.info.isSeekable)
    var isEndReported = false
    let following = following
    let packets = try readAll(source) {
      isEndReported = true
      Self.append(bytes.dropFirst(length), to: path)
      following.finish()
    }
    #expect(isEndReported)
    #expect(packets.map(\.byteCount) == whole.map(\.byteCount))
  }

  /// A page has many packets; none of them waits for the next page.
  @Test func aGrowingOggFileIsReadToItsLastPage() throws {
    let bytes = try Repository.sampleBytes("pygame-house_lo.ogg")
    let whole = try LocatedMedia(path: directory.write(bytes, to: "whole.ogg"))
      .open(interruption: Interruption()).readAll()
    let lastPage = try #require(bytes.range(of: Data("OggS".utf8), options: .backwards)).lowerBound
    let path = try directory.write(bytes.prefix(lastPage), to: "growing.ogg")
    let source = try open(path)
    var before: [PacketTiming] = []
    while case .packet(let packet) = try source.read() { before.append(packet) }
    #expect(before.map(\.byteCount) == whole.prefix(before.count).map(\.byteCount))
    let ends = whole.dropFirst(before.count).map(\.byteOffset)
    #expect(!ends.isEmpty && ends.allSatisfy { $0 == Int64(lastPage) })
    Self.append(bytes.dropFirst(lastPage), to: path)
    following.finish()
    let packets = try before + readAll(source)
    #expect(packets.map(\.byteCount) == whole.map(\.byteCount))
    #expect(packets.map(\.presentationTicks) == whole.map(\.presentationTicks))
  }

  @Test(arguments: ["bbb_start3600.ts", "coffee_vbr_art.mp3", "bbb_chapters.mkv"])
  func growingFilesAreSeekable(_ file: String) throws {
    let bytes = try Repository.sampleBytes(file)
    let path = try directory.write(bytes, to: "growing")
    let source = try open(path)
    #expect(source.info.isSeekable)
    var first: [PacketTiming] = []
    for _ in 0..<50 { first.append(try #require(try source.readPacket())) }
    try source.seek(to: source.info.presentationStart ?? .zero)
    for packet in first { #expect(try source.readPacket()?.byteCount == packet.byteCount) }
    try source.seek(to: .seconds(1_000_000))
    following.finish()
    let all = try SampleMedia.open(file).readAll()
    let last = try readAll(source)
    #expect(last.count <= all.count && last.last?.byteCount == all.last?.byteCount)
  }

  /// A seek may reach the current end of the file. Data that is appended later is still read.
  @Test(arguments: ["bbb_start3600.ts", "coffee_vbr_art.mp3", "bbb_chapters.mkv"])
  func readingContinuesAfterASeekToTheCurrentEnd(_ file: String) throws {
    let bytes = try Repository.sampleBytes(file)
    // Opening a transport stream reads more than that, so all of it is written, and then appended.
    let length = file.hasSuffix(".ts") ? bytes.count : bytes.count * 15 / 16
    let path = try directory.write(bytes.prefix(length), to: "growing")
    let source = try open(path)
    try source.seek(to: .seconds(1_000_000))
    Self.append(length < bytes.count ? bytes.dropFirst(length) : bytes, to: path)
    following.finish()
    let expected = try LocatedMedia(path: path).open(interruption: Interruption()).readAll()
    let packets = try readAll(source)
    #expect(packets.last?.byteCount == expected.last?.byteCount)
    #expect(packets.last?.byteOffset == expected.last?.byteOffset)
  }

  @Test func deletingTheFileEndsFollowing() throws {
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    let path = try directory.write(bytes, to: "growing.ts")
    let source = try open(path)
    unlink(path)
    let expected = try SampleMedia.open("bbb_start3600.ts").readAll().count
    #expect(try readAll(source).count == expected)
  }

  @Test func followingEndsWhenItsPatienceRunsOut() throws {
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    let path = try directory.write(bytes, to: "growing.ts")
    let opener = LocatedMedia(path: path, following: FileFollowing(patience: .zero))
    let source = try opener.open(interruption: Interruption())
    let expected = try SampleMedia.open("bbb_start3600.ts").readAll().count
    #expect(try readAll(source).count == expected)
  }

  @Test func aTruncatedFileFails() throws {
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    let path = try directory.write(bytes, to: "growing.ts")
    let source = try open(path)
    let error = #expect(throws: MediaError.self) {
      var count = 0
      while try source.read() != .endOfMedia {
        count += 1
        if count == 5 { truncate(path, 1_000) }
      }
    }
    #expect(error?.reason == .truncated)
    #expect(error?.operation == .read)
  }

  @Test func followingCanBeInterrupted() throws {
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    let interruption = Interruption()
    let source = try open(directory.write(bytes, to: "growing.ts"), interruption)
    let all = try SampleMedia.open("bbb_start3600.ts").readAll().count
    var count = 0
    let error = #expect(throws: MediaError.self) {
      while true {
        if case .packet = try source.read() { count += 1 }
        if count == all / 2 { Thread.detachNewThread { interruption.interrupt() } }
      }
    }
    #expect(error?.reason == .interrupted)
    let empty = try directory.write(Data(), to: "empty.ts")
    let opening = #expect(throws: MediaError.self) { try open(empty, interruption) }
    #expect(opening?.reason == .interrupted)
  }

  @Test func aFinishedFileIsReadLikeAnyOther() throws {
    following.finish()
    let source = try open(Repository.sample("bbb_small.mp4"))
    #expect(try readAll(source).count == 382)
    let error = #expect(throws: MediaError.self) {
      try open(directory.write(Data(), to: "empty.ts"))
    }
    #expect(error?.operation == .open)
  }
}
