import PlaybackSession
import PlayheadCore
import PlayheadTimekeeping
import Testing

/// What becomes of a user's requests while no file is open.
@Suite struct WaitingRequestTests {
  /// A pause once waited for a file that was never opened, and all later commands waited behind it.
  @Test func anIdleSessionCarriesOutSettingsAndQuitAtOnce() throws {
    let stage = SessionStage()
    try stage.perform(.load(["a"], .replace))
    stage.clock.advance(by: .seconds(11))
    #expect(stage.story().suffix(2) == ["ended 1 finished", "idle"])
    try stage.performForUser(.setPaused(true))
    try stage.performForUser(.setRate(2))
    #expect(stage.session.settings.isPaused && stage.session.settings.rate == 2)
    try stage.performForUser(.quit(status: nil))
    #expect(stage.story() == ["quit(status: nil)"] && stage.isOver)
  }

  /// They once applied to a later file, which the user had not chosen when they were typed.
  @Test(arguments: [true, false])
  func anIdleSessionRefusesRequestsForAFile(inOrder: Bool) throws {
    let stage = SessionStage()
    let requests: [SessionRequest] = [
      .seek(.offset(.seconds(5))), .step(1), .toggleLoop, .reportPosition,
    ]
    for request in requests {
      #expect(throws: SessionRefusal.noFile) {
        try stage.performForUser(request, inOrder: inOrder)
      }
    }
    try stage.perform(.load(["a"], .appendAndPlay))
    #expect(stage.story() == ["idle", "started 1", "loaded 1", "at 0.0"])
  }

  @Test func aScriptThatEndsWithQuitIsCarriedOutWhenTheFileIsOpen() throws {
    let stage = SessionStage()
    try stage.perform(.load(["slow"], .replace))
    let script: [SessionRequest] = [
      .seek(.offset(.seconds(5))), .reportPosition, .quit(status: nil),
    ]
    for request in script { try stage.performForUser(request) }
    stage.clock.advance(by: .seconds(1))
    #expect(!stage.isOver)
    stage.finishOpening()
    #expect(stage.story().suffix(3) == ["reportPosition", "quit(status: nil)", "ended 1 quit"])
  }

  @Test func quitDoesNotWaitForAFileThatDoesNotOpen() throws {
    let stage = SessionStage()
    try stage.perform(.load(["slow"], .replace))
    try stage.performForUser(.setPaused(true))
    try stage.performForUser(.quit(status: 3))
    #expect(!stage.isOver)
    stage.clock.advance(by: .seconds(2))
    #expect(stage.story().contains("quit(status: Optional(3))") && stage.isOver)
  }

  /// A key that ends the session is not a line of a script.
  @Test func theKeyToQuitNeverWaits() throws {
    let stage = SessionStage()
    try stage.perform(.load(["slow"], .replace))
    try stage.performForUser(.setPaused(true))
    try stage.performForUser(.quit(status: nil), inOrder: false)
    #expect(stage.isOver)
  }

  /// The reader of the commands once stopped after 64 of them.
  @Test func anyNumberOfCommandsIsReadWhileAFileIsOpened() throws {
    let stage = SessionStage()
    try stage.perform(.load(["slow"], .replace))
    for index in 0..<300 { try stage.performForUser(.setPaused(index.isMultiple(of: 2))) }
    try stage.performForUser(.quit(status: nil))
    stage.finishOpening()
    #expect(stage.isOver)
  }

  @Test func requestsForAFileThatFailsAreRefused() throws {
    let stage = SessionStage()
    let load = SessionRequest.load(["missing"], .replace)
    try stage.session.perform(load)
    try stage.session.performForUser(.seek(.offset(.seconds(5))), inOrder: true)
    try stage.session.performForUser(.setPaused(true), inOrder: true)
    stage.clock.advance(by: .zero)
    #expect(
      stage.story().suffix(3) == ["refused noFile", "ended 1 failed(\"no file\", nil)", "idle"])
    #expect(stage.session.settings.isPaused)
  }

  /// The removal of any entry was once taken for that of the current one, after which commands waited for
  /// ever.
  @Test func nothingWaitsAfterAnotherEntryWasRemoved() throws {
    let stage = SessionStage()
    try stage.perform(.load(["a", "b"], .replace))
    try stage.perform(.remove(index: 1))
    try stage.performForUser(.setPaused(true))
    #expect(stage.session.settings.isPaused)
  }

  @Test func requestsBehindAStoppedFileAreCarriedOutWithoutOne() throws {
    let stage = SessionStage()
    try stage.perform(.load(["slow"], .replace))
    try stage.performForUser(.setPaused(true))
    try stage.performForUser(.seek(.offset(.seconds(5))))
    try stage.perform(.stop(keepsList: true))
    #expect(stage.session.settings.isPaused)
    #expect(stage.story().contains("refused noFile"))
  }
}
