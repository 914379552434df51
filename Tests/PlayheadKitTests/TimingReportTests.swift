import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

@Suite struct TimingReportTests {
  @Test func aWholeFileHasNoFindings() throws {
    let report = try TimingReport(of: Repository.sample("bbb_small.mp4"))
    #expect(report.ending == .endOfMedia && report.findings.isEmpty)
    #expect(report.tracks.map(\.packetCount) == [132, 250])
    #expect(report.tracks[0].frameRate?.measured == FrameRate(25, 1))
    #expect(report.pairs[0].startOffset == .zero)
  }

  /// Flash and beep are simultaneous in these files, as measured in the decoded media.
  @Test(arguments: ["bf.mp4", "bf_frag.mp4", "bf_wrap.ts", "bf.mkv"])
  func theStartOffsetIsMeasuredOnPresentedMedia(file: String) throws {
    let path = Repository.sample("beepflash/\(file)")
    let offset = try #require(try TimingReport(of: path).pairs.first?.startOffset)
    #expect(abs(offset.seconds) < 0.0015)
  }

  @Test func openingErrorsAreThrownAndReadErrorsAreInTheReport() throws {
    #expect(throws: MediaError.self) { try TimingReport(of: "/no/such/file") }
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let media = FakeMedia(
      info: FakeMedia(frameCount: 20).info, steps: FakeMedia.frames(0..<10) + [.failure(error)])
    let report = try TimingReport(of: media)
    #expect(report.ending == .failed(error) && report.tracks[0].packetCount == 10)
    #expect(report.findings.map(\.kind) == [.truncated])
  }

  @Test func packetsOfTracksThatDoNotExistAreIgnored() throws {
    let unknown = [-1, 7, Int.min, Int.max].map {
      FakeMedia.Step.packet(PacketTiming(track: $0, presentationTicks: 0))
    }
    let media = FakeMedia(
      info: FakeMedia(frameCount: 20).info, steps: unknown + FakeMedia.frames(0..<20))
    let report = try TimingReport(of: media)
    #expect(report.tracks.map(\.packetCount) == [20] && report.findings.isEmpty)
  }

  @Test func waitingForALiveSourceKeepsNoMemory() throws {
    let pauses = (0..<100).map { _ in FakeMedia.Step.pause(.nanoseconds(1)) }
    let media = FakeMedia(
      info: FakeMedia(frameCount: 2).info, steps: pauses + FakeMedia.frames(0..<2))
    let interruption = Interruption()
    #expect(try TimingReport(of: media, interruption: interruption).tracks[0].packetCount == 2)
    #expect(interruption.handlerCount == 0)
  }

  @Test func anInterruptedReportCoversThePacketsRead() throws {
    let interruption = Interruption()
    let report = try TimingReport(
      of: FakeMedia(frameCount: 10_000), interruption: interruption
    ) { _, time in
      if time == .zero { interruption.interrupt() }
    }
    #expect(report.ending == .interrupted && report.tracks[0].packetCount == 1)
    #expect(report.findings.map(\.kind) == [.incomplete])
  }
}
