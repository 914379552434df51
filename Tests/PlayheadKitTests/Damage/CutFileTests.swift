import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Files that are cut, joined, or damaged between their packets.
@Suite struct CutFileTests {
  private static let transport = Repository.sample("bbb_start3600.ts")

  private func report(on data: Data, name: String = "file") throws -> TimingReport {
    let directory = try TemporaryDirectory()
    return try TimingReport(of: directory.write(data, to: name))
  }

  @Test(arguments: [
    "bbb_chapters.mkv", "bbb_vp9_opus.webm", "coffee_vbr_art.mp3", "mediafile-cbr.mp3",
    "beepflash/bf.flac", "beepflash/bf.opus", "pygame-house_lo.ogg", "bbb_start3600.ts",
  ])
  func aCutFileHasOneFindingThatItIsTruncated(file: String) throws {
    let whole = try Repository.sampleBytes(file)
    let name = file.replacingOccurrences(of: "/", with: "-")
    #expect(try report(on: whole, name: name).findings.isEmpty)
    for percent in [35, 60] {
      let length = whole.count * percent / 100 / 188 * 188 + 77
      let findings = try report(on: whole.prefix(length), name: name).findings
      #expect(findings.map(\.kind) == [.truncated])
      #expect(findings.first?.severity == .error)
    }
  }

  /// A program that cannot seek back leaves one of these lengths. FFmpeg reads the samples in blocks.
  @Test(arguments: [0, 0xFFFF_FFFF, 0x8000_0000, 0x7FFF_F024] as [UInt32])
  func aStreamedWAVIsNotTruncated(length: UInt32) throws {
    func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
    let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
    let head =
      Data("RIFF".utf8) + bytes(length) + Data("WAVEfmt ".utf8) + bytes(16) + Data(format)
      + Data("data".utf8)
    let samples = Data(count: 16_000)
    let streamed = head + bytes(length) + samples
    #expect(try report(on: streamed, name: "streamed.wav").findings.isEmpty)
    let cut = head + bytes(32_000) + samples
    #expect(try report(on: cut, name: "cut.wav").findings.map(\.kind) == [.truncated])
  }

  /// Blocks of IMA ADPCM, of 505 samples, which libavformat reads several at a time.
  @Test func streamedWAVOfADPCMIsWhole() throws {
    func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
    let format: [UInt8] = [
      0x11, 0, 1, 0, 0x40, 0x1F, 0, 0, 0xD7, 0x0F, 0, 0, 0, 1, 4, 0, 2, 0, 0xF9, 1,
    ]
    let head =
      Data("RIFF".utf8) + bytes(.max) + Data("WAVEfmt ".utf8) + bytes(20) + Data(format)
      + Data("data".utf8) + bytes(.max)
    #expect(try report(on: head + Data(count: 256 * 50), name: "streamed.wav").findings.isEmpty)
  }

  /// The length of IVF that was written into a pipe.
  @Test func anUnknownLengthIsNoDeclaration() throws {
    let header: [UInt8] =
      Array("DKIF".utf8) + [0, 0, 32, 0] + Array("VP80".utf8)
      + [16, 0, 16, 0, 25, 0, 0, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
    // Keyframes of 16 by 16 pixels.
    let frames = (0..<50 as Range<UInt8>).map { index in
      Data([16, 0, 0, 0, index, 0, 0, 0, 0, 0, 0, 0])
        + Data([0x10, 0, 0, 0x9D, 1, 0x2A, 16, 0, 16, 0, 0, 0, 0, 0, 0, 0])
    }
    let report = try report(on: frames.reduce(Data(header), +), name: "streamed.ivf")
    #expect(report.declaredDuration == nil && report.duration == .seconds(2))
    #expect(!report.findings.contains { $0.kind == .durationMismatch })
  }

  @Test func theMissingAmountIsReportedIfTheContainerDeclaresIt() throws {
    for (file, amount) in [
      ("bbb_chapters.mkv", "2.333 s and 53347 bytes"), ("coffee_vbr_art.mp3", "16.874 s"),
      ("beepflash/bf.flac", "5.872 s"),
    ] {
      let whole = try Repository.sampleBytes(file)
      let cut = try report(on: whole.prefix(whole.count * 60 / 100))
      #expect(cut.findings.first?.sentence.contains("\(amount) are missing") == true)
    }
    let opus = try Repository.sampleBytes("beepflash/bf.opus")
    let cut = try report(on: opus.prefix(opus.count * 60 / 100))
    #expect(cut.findings.first?.sentence.hasSuffix("in the middle of a packet") == true)
    #expect(cut.findings.first?.sentence.contains("declared") == false)
  }

  @Test func joinedRecordingsHaveOneFindingForEachJoin() throws {
    let one = try TimingReport(of: CutFileTests.transport)
    let data = try Repository.sampleBytes("bbb_start3600.ts")
    let report = try report(on: data + data + data)
    #expect(report.findings.map(\.kind) == [.join, .join])
    #expect(report.findings.map(\.byteOffset) == [Int64(data.count), Int64(2 * data.count)])
    let length = try #require(one.duration?.seconds)
    let start = try #require(one.start?.seconds)
    for (index, finding) in report.findings.enumerated() {
      #expect(try abs(#require(finding.time).seconds - start - Double(index + 1) * length) < 0.1)
    }
    #expect(report.findings[0].sentence.contains("at byte \(data.count): the clock jumps from 36"))
    #expect(try abs(#require(report.duration).seconds - 3 * length) < 0.2)
    #expect(report.greatestInterleavingDistance < .seconds(1))
  }

  /// As in a recording that begins in the middle of a broadcast.
  @Test(arguments: [41, 97, 161, 223])
  func aStreamRecordedFromTheMiddleHasNoStartOffset(packetCount: Int) throws {
    var bytes = try TransportBytes(path: CutFileTests.transport)
    bytes.packets.removeFirst(packetCount)
    let report = try report(on: bytes.data)
    #expect(report.findings.isEmpty && report.startsMidStream)
    #expect(report.pairs.first?.startOffset == nil && report.pairs.first?.endOffset != nil)
  }

  @Test(arguments: ["bbb_start3600.ts", "beepflash/bf_wrap.ts"])
  func aTransportStreamMayBeginAtAnyTime(file: String) throws {
    let report = try TimingReport(of: Repository.sample(file))
    #expect(report.findings.isEmpty && !report.startsMidStream)
    #expect(report.pairs.first?.startOffset != nil)
  }

  @Test func missingTransportPacketsAreFoundWithTheirPosition() throws {
    var bytes = try TransportBytes(path: CutFileTests.transport)
    let middle = bytes.packets.count / 2
    let lost = try #require(
      bytes.packets.indices.first { index in
        index > middle && TransportBytes.isCounted(bytes.packets[index])
          && bytes.packets[index][1] & 0x40 == 0
      })
    let stream = TransportBytes.stream(of: bytes.packets[lost])
    bytes.packets.remove(at: lost)
    let next = try #require(
      bytes.packets.indices.first { index in
        index >= lost && TransportBytes.isCounted(bytes.packets[index])
          && TransportBytes.stream(of: bytes.packets[index]) == stream
      })
    let report = try report(on: bytes.data)
    let finding = try #require(report.findings.first { $0.kind == .continuityError })
    #expect(finding.severity == .error && finding.count == 1)
    #expect(finding.byteOffset == Int64(next * TransportBytes.packetLength))
    #expect(finding.sentence.contains("(PID \(stream))"))
    #expect(try (3_600.0..<3_606).contains(#require(finding.time).seconds))
    #expect(!report.findings.contains { $0.kind == .damagedPackets })
  }

  @Test(arguments: [1, 10, 50])
  func repeatedTransportPacketsAreNoFinding(step: Int) throws {
    var bytes = try TransportBytes(path: CutFileTests.transport)
    bytes.packets = bytes.packets.enumerated().flatMap { index, packet in
      index % step == 0 && TransportBytes.isCounted(packet) ? [packet, packet] : [packet]
    }
    #expect(try report(on: bytes.data).findings.isEmpty)
  }

  @Test(arguments: [450_000, 27_000, -90_000])
  func aJumpOfTheClockReferenceIsFound(ticks: Int64) throws {
    var bytes = try TransportBytes(path: CutFileTests.transport)
    bytes.moveClock(from: bytes.packets.count / 2, to: bytes.packets.count, by: ticks)
    let findings = try report(on: bytes.data).findings
    #expect(findings.map(\.kind) == [.clockReferenceJump])
    #expect(findings.first?.severity == .warning && findings.first?.count == 1)
    let place = try #require(findings.first?.byteOffset)
    #expect(place >= Int64(bytes.packets.count / 2 * TransportBytes.packetLength))
    #expect(try (3_600.0..<3_606).contains(#require(findings.first?.time).seconds))
  }

  @Test func anMP3FileOfVariableBitRateWithoutAHeaderIsFound() throws {
    var data = try Repository.sampleBytes("coffee_vbr_art.mp3")
    #expect(try report(on: data).findings.isEmpty)
    let tag = try #require(data.range(of: Data("Xing".utf8)) ?? data.range(of: Data("Info".utf8)))
    data.replaceSubrange(tag, with: Data("none".utf8))
    let report = try report(on: data)
    #expect(report.findings.map(\.kind) == [.undeclaredDuration])
    #expect(report.findings.map(\.severity) == [.warning])
    #expect(report.declaredDuration == nil && report.info.isDurationEstimated)
  }

  /// ADTS has no header for the whole file.
  @Test func anUndeclaredDurationOfADTSIsANote() throws {
    let frames = (0..<200).map { index in
      let length = 200 + 3 * (index % 7)
      let header: [UInt8] = [
        0xFF, 0xF1, 0x4C, 0x80 | UInt8(length >> 11), UInt8(truncatingIfNeeded: length >> 3),
        UInt8(truncatingIfNeeded: length << 5) | 0x1F, 0xFC,
      ]
      return Data(header + Array(repeating: 0x21, count: length - header.count))
    }
    let report = try report(on: frames.reduce(Data(), +))
    #expect(report.info.container == "aac")
    let found = report.findings.filter { $0.kind == .undeclaredDuration }
    #expect(found.map(\.severity) == [.note])
  }

  /// The other tracks of a kind follow the first one.
  @Test func aJoinOfManyTracksIsReportedOnce() throws {
    var info = MediaInfo(
      name: "fake", container: "fake",
      tracks: [.video, .audio, .audio, .audio].enumerated().map { index, kind in
        MediaTrack(index: index, kind: kind, timebase: .milliseconds)
      }, isSeekable: true)
    info.isClockDiscontinuous = true
    var steps: [FakeMedia.Step] = []
    for start in [0, 500_000, 20] as [Int64] {
      for frame in 0..<100 as Range<Int64> {
        for track in 0..<4 {
          let ticks = start + frame * 40
          steps.append(
            .packet(
              PacketTiming(
                track: track, presentationTicks: ticks, decodeTicks: ticks, durationTicks: 40,
                byteCount: 100)))
        }
      }
    }
    let report = try TimingReport(of: FakeMedia(info: info, steps: steps))
    #expect(report.findings.map(\.kind) == [.join, .join])
    #expect(report.findings.map(\.time) == [.seconds(4), .seconds(8)])
    #expect(report.duration == .seconds(12))
  }
}
