import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

@Suite struct LogTests {
  private static func log(_ level: Int32, _ text: String) {
    withVaList([]) { av_vlog(nil, level, text, $0) }
  }

  @Test func theLastErrorOfThisThreadIsKept() {
    MediaLog.install()
    MediaLog.begin()
    #expect(MediaLog.lastError == nil)
    Self.log(AV_LOG_ERROR, "first\n")
    Self.log(AV_LOG_ERROR, "second, ")
    Self.log(AV_LOG_ERROR, "in two \u{1b}[31mpieces\r\n")
    Self.log(AV_LOG_WARNING, "a warning\n")
    #expect(MediaLog.lastError == "second, in two  [31mpieces")
    MediaLog.begin()
    #expect(MediaLog.lastError == nil)
  }

  /// A line may quote a name from a playlist.
  @Test func whatSteersATerminalIsNotLogged() {
    MediaLog.install()
    MediaLog.begin()
    Self.log(AV_LOG_ERROR, "a\u{202E}b\u{2028}c\u{9B}d\u{2069}\n")
    #expect(MediaLog.lastError == "a b c d")
    #expect(ThreadLog.printable("\u{200F}\u{85}") == nil)
  }

  @Test func aLineWithoutANewlineIsBounded() {
    MediaLog.install()
    MediaLog.begin()
    for _ in 1...100 { Self.log(AV_LOG_ERROR, String(repeating: "x", count: 1000)) }
    #expect((MediaLog.lastError?.utf8.count ?? 0) < 10_000)
    Self.log(AV_LOG_ERROR, "\n")
  }

  @Test func linesOfDifferentThreadsAreNotMixed() {
    MediaLog.install()
    let group = DispatchGroup()
    for thread in 1...8 {
      group.enter()
      Thread.detachNewThread {
        for round in 1...200 {
          MediaLog.begin()
          Self.log(AV_LOG_ERROR, "thread \(thread) ")
          sched_yield()
          Self.log(AV_LOG_ERROR, "round \(round)\n")
          #expect(MediaLog.lastError == "thread \(thread) round \(round)")
        }
        group.leave()
      }
    }
    group.wait()
  }

  @Test func theLogIsQuietUnlessVerbose() async throws {
    let quiet = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      _ = try? LocatedMedia(path: "http://127.0.0.1:1/a.mp4").open(interruption: Interruption())
    }
    let quietText = String(decoding: quiet.standardErrorContent, as: UTF8.self)
    #expect(!quietText.contains("127.0.0.1"))

    let verbose = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      MediaLog.isVerbose = true
      _ = try? LocatedMedia(path: "http://127.0.0.1:1/a.mp4").open(interruption: Interruption())
    }
    let verboseText = String(decoding: verbose.standardErrorContent, as: UTF8.self)
    #expect(verboseText.contains("[tcp] Connection to tcp://127.0.0.1:1 failed: "))
  }
}
