import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Damage in payloads, which only decoding shows.
@Suite struct DecodedDamageTests {
  private static let decodingKinds: Set<Finding.Kind> = [
    .undecodablePackets, .missingReferences, .concealedErrors, .corruptFrames,
  ]

  private func report(
    on data: Data, name: String, interruption: Interruption = Interruption(),
    progress: (MediaInfo, MediaTime) -> Void = { _, _ in }
  ) throws -> TimingReport {
    let directory = try TemporaryDirectory()
    return try TimingReport(
      of: directory.write(data, to: name), decodesPayloads: true, interruption: interruption,
      progress: progress)
  }

  private func decodingFindings(_ report: TimingReport) -> [Finding] {
    report.findings.filter { Self.decodingKinds.contains($0.kind) }
  }

  @Test(
    arguments: TestEffort.some([
      "bbb_small.mp4", "bbb_start3600.ts", "bbb_vp9_opus.webm", "bbb_cut_elst.mp4",
      "bbb_cut_neg.mkv", "mediafile-cbr.mp3", "mediafile-alac.m4a", "mediafile.opus",
      "pygame-blue.mpg", "pygame-house_lo.ogg", "sonicpi-ambi_piano.flac", "beepflash/bf_wrap.ts",
    ]))
  func undamagedMediaHaveNoOtherFindingsWhenTheyAreDecoded(file: String) throws {
    let path = Repository.sample(file)
    let plain = try TimingReport(of: path)
    var decoded = try TimingReport(of: path, decodesPayloads: true)
    #expect(decoded.findings == plain.findings)
    #expect(!plain.isDecoded)
    for index in decoded.tracks.indices {
      let track = decoded.tracks[index]
      let isDecoded = [.audio, .video].contains(track.track.kind) && !track.track.isAttachedPicture
      #expect((track.decoding?.frameCount ?? 0 > 0) == isDecoded)
      decoded.tracks[index].decoding = nil
    }
    #expect(decoded.tracks == plain.tracks)
  }

  /// Wherever they are: the tables still describe the packets, so that nothing else finds them.
  @Test(arguments: TestEffort.some([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]))
  func zerosInTheMediaDataAreFound(share: Double) throws {
    for file in ["bbb.mp4", "bbb_small.mp4"] {
      var data = try Repository.sampleBytes(file)
      let start = Int(Double(data.count) * share)
      data.replaceSubrange(start..<start + 2_000, with: Data(count: 2_000))
      let directory = try TemporaryDirectory()
      #expect(try TimingReport(of: directory.write(data, to: "plain.mp4")).findings.isEmpty)
      let report = try report(on: data, name: file)
      let findings = decodingFindings(report)
      #expect(!findings.isEmpty && findings.count == report.findings.count)
      for finding in findings {
        #expect(finding.severity == .error && finding.count > 0)
        let seconds = try #require(finding.position?.seconds)
        // The tracks are interleaved by less than a second.
        #expect(abs(seconds - 5.3 * share) < 1.5, "\(finding)")
      }
    }
  }

  @Test func damagedTransportPacketsAreFound() throws {
    var transport = try TransportBytes(path: Repository.sample("bbb_start3600.ts"))
    let video = transport.packets.indices.filter {
      TransportBytes.stream(of: transport.packets[$0]) == 256
        && TransportBytes.isCounted(transport.packets[$0])
    }
    for share in [3, 5, 8] {
      let index = video[video.count * share / 10]
      for place in 100..<160 { transport.packets[index][place] ^= 0x5A }
    }
    let report = try report(on: transport.data, name: "damaged.ts")
    let findings = decodingFindings(report)
    #expect(!findings.isEmpty && findings.allSatisfy { $0.track == 0 })
    #expect(findings.count == report.findings.count)
  }

  /// Frames that refer to frames before the extract are no damage.
  @Test func anExtractOfAStreamHasNoDamage() throws {
    let transport = try TransportBytes(path: Repository.sample("bbb_start3600.ts"))
    for share in [2, 4, 7] {
      let first = transport.packets.count * share / 10
      let rest = transport.packets.dropFirst(first).reduce(into: Data()) { $0 += $1 }
      let report = try report(on: rest, name: "extract.ts")
      #expect(decodingFindings(report).isEmpty)
      #expect(report.tracks[0].decoding?.frameCount ?? 0 > 0)
    }
  }

  @Test(arguments: TestEffort.some(["bbb_small.mp4", "bbb_vp9_opus.webm", "mediafile-cbr.mp3"]))
  func randomDamageNeverTraps(file: String) throws {
    var generator = SplitMix64(seed: 35)
    for _ in 0..<TestEffort.rounds(10) {
      var data = try Repository.sampleBytes(file)
      for _ in 0..<40 {
        let place = Int.random(in: data.indices, using: &generator)
        data[place] = UInt8.random(in: 0...255, using: &generator)
      }
      let report = try? report(on: data, name: "random")
      for track in report?.tracks ?? [] {
        #expect(track.decoding?.concealed.elements.count ?? 0 <= 1_000)
      }
    }
  }

  @Test func aReportThatIsInterruptedHasWhatWasDecoded() throws {
    let interruption = Interruption()
    let report = try report(
      on: Repository.sampleBytes("bbb.mp4"), name: "a.mp4", interruption: interruption
    ) { _, time in
      if time > .seconds(1) { interruption.interrupt() }
    }
    #expect(report.ending == .interrupted)
    let frames = try #require(report.tracks[0].decoding?.frameCount)
    #expect(frames > 0 && frames < 132)
    #expect(report.findings.map(\.kind) == [.incomplete])
  }
}
