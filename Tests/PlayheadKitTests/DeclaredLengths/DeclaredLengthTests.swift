import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Containers do not always count packets: AVI and CAF count samples and dropped frames.
@Suite struct DeclaredLengthTests {
  /// Returns the report on a file of these bytes.
  private func report(_ bytes: Data, _ name: String) throws -> TimingReport {
    let directory = try TemporaryDirectory()
    return try TimingReport(of: directory.write(bytes, to: name))
  }

  @Test(arguments: [true, false])
  func aWholeAVIFileOfPCMIsNotTruncated(hasIndex: Bool) throws {
    let report = try report(AVIFile(frameCount: 125, hasIndex: hasIndex).bytes, "whole.avi")
    #expect(!report.findings.map(\.kind).contains(.truncated))
    #expect(report.tracks[0].packetCount == 125)
    #expect(report.info.tracks[0].declaredPacketCount == (hasIndex ? 125 : nil))
    #expect(report.info.tracks[1].declaredPacketCount == nil)
    #expect(report.declaredDuration == .seconds(5) && report.duration == .seconds(5))
  }

  @Test func emptyAVIChunksAreDroppedFramesAndNotMissingPackets() throws {
    let bytes = AVIFile(frameCount: 125, emptyChunksPerFrame: 1).bytes
    let report = try report(bytes, "dropped.avi")
    #expect(report.findings.isEmpty)
    #expect(report.tracks[0].packetCount == 125)
    #expect(report.info.tracks[0].declaredPacketCount == 125)
    #expect(report.declaredDuration == .seconds(5))
    let end = try #require(report.pairs.first?.endOffset)
    #expect(abs(end.seconds) <= 0.02)
    let bitRate = try #require(report.tracks[0].meanBitRate)
    #expect(abs(bitRate / (25 * 48 * 8) - 1) < 0.01)
  }

  @Test func aCutAVIFileIsTruncated() throws {
    let bytes = AVIFile(frameCount: 125).bytes
    let report = try report(bytes.prefix(bytes.count / 2), "cut.avi")
    let finding = try #require(report.findings.first)
    #expect(finding.kind == .truncated && finding.severity == .error)
    #expect(finding.sentence.contains("of 5.000 s declared"))
    #expect(report.info.tracks.allSatisfy { $0.declaredPacketCount == nil })
  }

  /// FFmpeg writes such a file if its output is a pipe.
  @Test func anAVIFileWithAnIncompleteHeaderDeclaresNoDuration() throws {
    let bytes = AVIFile(frameCount: 125, hasIndex: false, isHeaderComplete: false).bytes
    let report = try report(bytes, "piped.avi")
    // A file that was written to a pipe has no index either.
    #expect(report.findings.map(\.kind) == [.missingIndex])
    #expect(report.declaredDuration == nil && report.info.declaredDuration == nil)
    #expect(report.duration == .seconds(5))
  }

  @Test func aWholeCAFFileIsNotTruncatedAndACutOneIs() throws {
    let bytes = CAFFile(sampleCount: 40_000).bytes
    let whole = try report(bytes, "whole.caf")
    #expect(whole.findings.isEmpty)
    #expect(whole.info.tracks[0].declaredPacketCount == nil)
    #expect(whole.declaredDuration == .seconds(5))
    let cut = try report(bytes.prefix(bytes.count / 2), "cut.caf")
    #expect(cut.findings.map(\.kind) == [.truncated])
    #expect(cut.findings[0].sentence.contains("of 5.000 s declared"))
  }
}
