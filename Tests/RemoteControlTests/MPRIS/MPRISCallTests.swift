import PlayheadInterprocess
import PlaybackSession
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadRemoteControl

@Suite struct MPRISCallTests {
  private func errorName(_ reply: BusReply) -> BusCallError.Name? {
    if case .error(let error) = reply { error.name } else { nil }
  }

  @Test func playPausesAndContinues() {
    let stage = MPRISStage()
    stage.call(.player, "PlayPause")
    #expect(stage.session.snapshot.settings.isPaused)
    stage.call(.player, "Pause")
    stage.call(.player, "PlayPause")
    #expect(!stage.session.snapshot.settings.isPaused)
    stage.call(.player, "Pause")
    stage.call(.player, "Play")
    #expect(
      stage.session.requests == [
        .setPaused(true), .setPaused(false), .setPaused(true), .setPaused(false),
      ])
  }

  @Test func afterStopPlayBeginsAtTheStart() {
    let stage = MPRISStage()
    _ = stage.advance(milliseconds: 3_000)
    stage.call(.player, "Stop")
    #expect(stage.takeSignals().changed["PlaybackStatus"] == .text("Stopped"))
    #expect(stage.get("Position") == .int64(0))
    stage.call(.player, "Play")
    #expect(stage.takeSignals().changed == ["PlaybackStatus": .text("Playing")])
    _ = stage.advance(milliseconds: 1_000)
    #expect(stage.get("Position") == .int64(1_000_000))
  }

  /// `Stop` once took a file that was not open yet for one that cannot seek, and removed all files.
  @Test func stopWhileAFileIsOpenedKeepsTheList() {
    let stage = MPRISStage(["a", "b"], begins: false)
    // It is opened when the clock advances.
    stage.session.open(0)
    _ = stage.takeSignals()
    _ = stage.object.reply(
      to: BusCall(interface: BusInterface.player.name, member: "Stop", signature: "", arguments: [])
    )
    _ = stage.advance(milliseconds: 1_000)
    #expect(stage.session.snapshot.entries.count == 2 && stage.session.snapshot.currentIndex == 0)
    #expect(stage.get("PlaybackStatus") == .text("Stopped") && stage.get("Position") == .int64(0))
    stage.call(.player, "Play")
    _ = stage.advance(milliseconds: 1_000)
    #expect(stage.get("PlaybackStatus") == .text("Playing"))
    #expect(stage.get("Position") == .int64(1_000_000))
  }

  @Test func stopInASourceThatCannotSeekEndsPlaybackAndKeepsTheList() {
    let stage = MPRISStage(["a", "b"]) { _ in FakeMedia(frameCount: 250, isSeekable: false) }
    stage.call(.player, "Stop")
    #expect(stage.session.snapshot.entries.count == 2 && stage.session.snapshot.currentIndex == nil)
    stage.call(.player, "Play")
    #expect(stage.session.snapshot.currentIndex == 0)
  }

  @Test func aSeekAfterStopOnlyPauses() throws {
    let stage = MPRISStage()
    stage.call(.player, "Stop")
    #expect(
      try stage.perform(.seek(.position(.seconds(1)), .exact)).changed
        == ["PlaybackStatus": .text("Paused")])
  }

  @Test func seekMovesByADistanceAndNotBeforeTheStart() {
    let stage = MPRISStage()
    stage.call(.player, "Seek", .int64(4_000_000))
    #expect(stage.get("Position") == .int64(4_000_000))
    stage.call(.player, "Seek", .int64(-1_000_000))
    #expect(stage.get("Position") == .int64(3_000_000))
    stage.call(.player, "Seek", .int64(.min))
    #expect(stage.get("Position") == .int64(0))
  }

  @Test func aPositionFarBeyondAnUnknownEndIsLimited() throws {
    let stage = MPRISStage(media: { _ in
      var info = FakeMedia(frameCount: 250).info
      info.declaredDuration = nil
      info.tracks[0].durationTicks = nil
      return FakeMedia(info: info, steps: FakeMedia.frames(0..<50) + [.pause(.seconds(60))])
    })
    let track = try #require(stage.currentTrack)
    stage.call(.player, "SetPosition", .path(track), .int64(.max))
    #expect(stage.session.requests.last == .seek(.position(.seconds(1_000_000_000)), .exact))
    stage.call(.player, "Seek", .int64(.max))
    #expect(stage.session.requests.last == .seek(.offset(.seconds(1_000_000_000)), .exact))
  }

  @Test func aSeekBeyondTheEndIsNext() {
    let stage = MPRISStage(["a", "b"])
    stage.call(.player, "Seek", .int64(10_000_001))
    #expect(stage.session.snapshot.currentIndex == 1)
    stage.call(.player, "Seek", .int64(.max))
    #expect(stage.get("PlaybackStatus") == .text("Stopped"))
  }

  @Test func setPositionMovesTheCurrentTrackOnly() throws {
    let stage = MPRISStage(["a", "b"])
    let track = try #require(stage.currentTrack)
    stage.call(.player, "SetPosition", .path(track), .int64(2_000_000))
    #expect(stage.get("Position") == .int64(2_000_000))
    stage.call(.player, "SetPosition", .path(TrackPaths.none), .int64(5_000_000))
    stage.call(.player, "SetPosition", .path(track), .int64(-1))
    stage.call(.player, "SetPosition", .path(track), .int64(10_000_001))
    stage.call(.player, "SetPosition", .path(track), .int64(.max))
    #expect(stage.get("Position") == .int64(2_000_000))
    _ = try stage.perform(.play(index: 0))
    stage.call(.player, "SetPosition", .path(track), .int64(2_000_000))
    #expect(stage.get("Position") == .int64(0))
  }

  @Test func whatASourceThatCannotSeekExcludesHasNoEffect() throws {
    let stage = MPRISStage { _ in FakeMedia(frameCount: 250, isSeekable: false) }
    let track = try #require(stage.currentTrack)
    #expect(stage.call(.player, "Seek", .int64(1_000_000)) == .values([]))
    #expect(
      stage.call(.player, "SetPosition", .path(track), .int64(1_000_000)) == .values([]))
    #expect(stage.session.requests == [])
  }

  @Test func nextAndPreviousHaveNoEffectAtTheEndsOfTheList() {
    let stage = MPRISStage(["a", "b"])
    stage.call(.player, "Previous")
    #expect(stage.session.snapshot.currentIndex == 0)
    stage.call(.player, "Next")
    stage.call(.player, "Next")
    #expect(stage.session.snapshot.currentIndex == 1)
    stage.call(.player, "Previous")
    #expect(stage.session.snapshot.currentIndex == 0)
  }

  @Test func rateZeroPauses() {
    let stage = MPRISStage()
    stage.set("Rate", .double(0))
    #expect(stage.session.requests == [.setPaused(true)])
    #expect(stage.get("Rate") == .double(1))
    stage.set("Rate", .double(1.5))
    #expect(stage.session.requests.last == .setRate(1.5))
  }

  @Test(arguments: [-1, 0.05, 16.5, .nan, .infinity])
  func aRateOutOfRangeIsAnError(rate: Double) {
    let stage = MPRISStage()
    #expect(errorName(stage.set("Rate", .double(rate))) == .invalidArguments)
    #expect(stage.session.requests == [])
  }

  @Test func volumeOneIsTheOriginal() {
    let stage = MPRISStage()
    stage.set("Volume", .double(0.25))
    stage.set("Volume", .double(-1))
    stage.set("Volume", .double(.infinity))
    #expect(stage.session.requests == [.setVolume(25), .setVolume(0), .setVolume(200)])
    #expect(errorName(stage.set("Volume", .double(.nan))) == .invalidArguments)
  }

  @Test func aNewVolumeSwitchesTheSoundOn() throws {
    let stage = MPRISStage()
    _ = try stage.perform(.setMuted(true))
    stage.set("Volume", .double(0.5))
    #expect(stage.get("Volume") == .double(0.5))
  }

  @Test func loopStatusSetsBothLoops() {
    let stage = MPRISStage()
    for status in ["Track", "Playlist", "None"] {
      stage.set("LoopStatus", .text(status))
      #expect(stage.get("LoopStatus") == .text(status))
    }
    #expect(errorName(stage.set("LoopStatus", .text("Twice"))) == .invalidArguments)
  }

  @Test func whatDoesNotExistCannotBeSwitchedOn() {
    let stage = MPRISStage()
    #expect(errorName(stage.set("Shuffle", .boolean(true))) == .notSupported)
    #expect(stage.set("Shuffle", .boolean(false)) == .values([]))
    #expect(errorName(stage.set("CanSeek", .boolean(true))) == .propertyReadOnly)
  }

  @Test func anOpenedFileIsAddedAndPlayed() {
    let stage = MPRISStage(["a"])
    stage.call(.player, "OpenUri", .text("file:///media/b%20c.mp4"))
    let snapshot = stage.session.snapshot
    #expect(snapshot.entries.map(\.location) == ["a", "/media/b c.mp4"])
    #expect(snapshot.currentIndex == 1)
  }

  @Test func aRefusedFileIsAnErrorWithTheReason() {
    let stage = MPRISStage { location throws(SessionRefusal) in
      if location == "http://host/x" { throw .refused("it refers to a file") }
      return FakeMedia(frameCount: 250)
    }
    #expect(
      stage.call(.player, "OpenUri", .text("http://host/x"))
        == .error(BusCallError(.accessDenied, "it refers to a file")))
    for uri in ["", "relative", "file://other.host/x", "file:///%zz", "file:///a%00b"] {
      #expect(errorName(stage.call(.player, "OpenUri", .text(uri))) == .invalidArguments)
    }
  }

  @Test func aURIThatContainsTheMediaIsRefused() {
    let stage = MPRISStage(["a"])
    for uri in ["data:video/mp4;base64,AAAA", "DATA:,a", "crypto:data:,a", "crypto+file:///a"] {
      #expect(errorName(stage.call(.player, "OpenUri", .text(uri))) == .invalidArguments)
    }
    #expect(stage.session.requests == [])
  }

  @Test func anOpenedFileMayFailWithoutEndingTheSession() {
    let stage = MPRISStage(["a"])
    stage.call(.player, "OpenUri", .text("file:///b"))
    #expect(stage.session.requests == [.load(["/b"], .appendAsAttempt), .play(index: 1)])
  }

  @Test func quitEndsTheSessionAfterTheReply() {
    let stage = MPRISStage()
    let call = BusCall(
      interface: "org.mpris.MediaPlayer2", member: "Quit", signature: "", arguments: [])
    #expect(stage.object.reply(to: call) == .values([]))
    #expect(stage.session.requests == [])
    stage.object.didReply()
    #expect(stage.session.requests == [.quit(status: 0)])
  }

  @Test func wrongTypesAreAnErrorAndChangeNothing() {
    let stage = MPRISStage()
    let values: [BusValue] = [
      .text("1"), .path("/x"), .boolean(true), .int32(1), .double(1), .texts([]),
      .variant(.other(signature: "(ii)")),
    ]
    for value in values {
      #expect(errorName(stage.call(.player, "Seek", value)) == .invalidArguments)
      #expect(errorName(stage.call(.player, "SetPosition", value)) == .invalidArguments)
    }
    #expect(errorName(stage.call(.player, "Seek")) == .invalidArguments)
    #expect(errorName(stage.set("Rate", .text("fast"))) == .invalidArguments)
    let other = stage.call(
      .properties, "Set", .text(BusInterface.player.name), .text("Rate"),
      .variant(.other(signature: "a{s(iv)}")))
    #expect(errorName(other) == .invalidArguments)
    #expect(errorName(stage.call(.player, "Explode")) == .unknownMethod)
    #expect(stage.session.requests == [])
  }

  @Test func aCallWithoutAnInterfaceFindsTheMethod() {
    let stage = MPRISStage()
    let call = BusCall(interface: nil, member: "Pause", signature: "", arguments: [])
    #expect(stage.object.reply(to: call) == .values([]))
    #expect(stage.session.requests == [.setPaused(true)])
  }

  @Test func nothingPlaysInAnIdleSessionUntilPlay() {
    let stage = MPRISStage(["a"], begins: false)
    for method in ["Pause", "Stop", "Next", "Previous"] { stage.call(.player, method) }
    stage.call(.player, "Seek", .int64(1))
    #expect(stage.session.requests == [])
    stage.call(.player, "Play")
    #expect(stage.session.requests == [.play(index: 0)])
  }
}
