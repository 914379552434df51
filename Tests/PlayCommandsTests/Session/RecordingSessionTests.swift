import Testing

@testable import PlayheadPlayCommands

@Suite struct RecordingSessionTests {
  /// A signal may come while the last commands still run.
  @Test func theFirstReasonToStopCountsUnlessASignalFollows() throws {
    var options = PlayOptions()
    options.isQuiet = true
    let session = try RecordingSession<FilePlayback>(options)
    #expect(session.recordStop(.quit) && session.stopReason == .quit)
    #expect(!session.recordStop(.closed) && session.stopReason == .quit)
    #expect(!session.recordStop(.interrupted) && session.stopReason == .interrupted)
    #expect(!session.recordStop(.terminated) && session.stopReason == .interrupted)
  }
}
