import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Reports of media at each kind of location, and reports that tasks wait for.
@Suite struct ReportReadingTests {
  private let sample = Repository.sample("bbb_small.mp4")

  /// A type of paths that a client brings along.
  private struct ClientPath: MediaLocation {
    let text: String
    var locationBytes: [UInt8] { Array(text.utf8) }
  }

  @Test func aLocationIsAStringAURLOrAnotherTypeOfPaths() throws {
    let report = try TimingReport(of: sample)
    #expect(try TimingReport(of: URL(filePath: sample)) == report)
    #expect(try TimingReport(of: ClientPath(text: sample)) == report)
    // Opened for playback, it also has the formats of its tracks.
    let info = try PreparedMedia(opening: URL(filePath: sample)).info
    #expect(info.name == report.info.name && info.declaredDuration == report.info.declaredDuration)
    #expect(info.tracks.map(\.codec) == report.info.tracks.map(\.codec))
    #expect(LocatedMedia(URL(filePath: "/a b/ä?#.mp4")).name == "/a b/ä?#.mp4")
    let address = try #require(URL(string: "https://example.org/a%20b.mp4?x=1"))
    #expect(LocatedMedia(address).name == "https://example.org/a%20b.mp4?x=1")
  }

  @Test func aTaskWaitsForAReport() async throws {
    let report = try await TimingReport.reading(URL(filePath: sample))
    #expect(try report == TimingReport(of: sample))
    #expect(try await TimingReport.reading(sample, by: .index).method == .index)
  }

  @Test func anErrorOfOpeningIsThrown() async {
    await #expect(throws: MediaError(.open, of: "/no/such/file", reason: .notFound, code: -2)) {
      do throws(MediaError) {
        _ = try await TimingReport.reading("/no/such/file")
      } catch {
        throw MediaError(error.operation, of: error.name, reason: error.reason, code: -2)
      }
    }
  }

  @Test func aCancelledTaskInterruptsTheReading() async throws {
    // This source has no packet for a day, so that only the cancellation ends the reading.
    let media = FakeMedia(
      info: FakeMedia(frameCount: 3).info,
      steps: FakeMedia.frames(0..<3) + [.pause(.seconds(86_400))])
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let reading = Task {
      try await TimingReport.reading(media) { _, _ in beginning.finish() }
    }
    for await _ in begun {}
    reading.cancel()
    let report = try await reading.value
    #expect(report.ending == .interrupted && report.tracks[0].packetCount > 0)
  }

  @Test func aTaskThatWasCancelledBeforeReadsNothing() async {
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await TimingReport.reading(FakeMedia(frameCount: 3))
    }
    await #expect(throws: MediaError.self) { try await reading.value }
  }
}
