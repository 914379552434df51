import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadRemoteControl

/// `Position` and `Seeked`, by which clients know the position at every instant.
@Suite struct MPRISPositionTests {
  @Test func positionIsReadAtEachCall() {
    let stage = MPRISStage()
    #expect(stage.get("Position") == .int64(0))
    _ = stage.advance(milliseconds: 1_234)
    #expect(stage.get("Position") == .int64(1_234_000))
    _ = stage.advance(milliseconds: 1)
    #expect(stage.get("Position") == .int64(1_235_000))
  }

  @Test func steadyPlaybackSendsNothing() {
    let stage = MPRISStage()
    #expect(stage.advance(milliseconds: 9_000).isEmpty)
  }

  @Test func positionIsNeverAnnouncedAsAChangedProperty() throws {
    let stage = MPRISStage(["a", "b"])
    var signals = stage.advance(milliseconds: 500)
    signals += try stage.perform(.seek(.position(.seconds(5)), .exact))
    signals += try stage.perform(.setRate(2))
    signals += try stage.perform(.setPaused(true))
    signals += try stage.perform(.next)
    #expect(signals.changed["Metadata"] != nil)
    #expect(signals.changed["Position"] == nil)
  }

  @Test func eachJumpIsSignalledWithTheNewPosition() throws {
    let stage = MPRISStage()
    #expect(try stage.perform(.seek(.position(.seconds(5)), .exact)).seeked == [5_000])
    #expect(try stage.perform(.seek(.position(.seconds(7)), .exact)).seeked == [7_000])
    _ = try stage.perform(.setPaused(true))
    #expect(try stage.perform(.seek(.position(.seconds(1)), .exact)).seeked == [1_000])
  }

  @Test func eachStepIsSignalledWithTheNewPosition() throws {
    let stage = MPRISStage()
    _ = stage.advance(milliseconds: 1_000)
    #expect(try stage.perform(.step(1)).seeked.last == 1_040)
    #expect(try stage.perform(.step(-1)).seeked == [1_000])
  }

  @Test func eachLoopSeamIsSignalled() throws {
    let stage = MPRISStage()
    _ = try stage.perform(.setLoopRange(start: .seconds(1), end: .seconds(2)))
    #expect(stage.advance(milliseconds: 1_999).seeked == [])
    #expect(stage.advance(milliseconds: 1).seeked == [1_000])
    #expect(stage.advance(milliseconds: 1_000).seeked == [1_000])
  }

  @Test func aStartAwayFromZeroIsSignalled() throws {
    let stage = MPRISStage(begins: false)
    stage.session.start()
    try stage.session.perform(.seek(.position(.seconds(3)), .exact))
    let signals = stage.advance(milliseconds: 0)
    #expect(signals.changed["Metadata"] != nil)
    #expect(signals.seeked.last == 3_000)
    #expect(signals.names.last == "Seeked")
  }

  @Test func thePositionAfterAStallIsSignalled() {
    let stage = MPRISStage(media: { _ in
      let frames = FakeMedia.frames(0..<50) + [.pause(.seconds(5))] + FakeMedia.frames(50..<250)
      return FakeMedia(info: FakeMedia(frameCount: 250).info, steps: frames)
    })
    #expect(stage.advance(milliseconds: 4_000).isEmpty)
    let signals = stage.advance(milliseconds: 2_000)
    #expect(signals.names == ["Seeked"])
    #expect(signals.seeked == [2_000])
  }

  @Test func aRateChangeIsSignalledWithThePosition() throws {
    let stage = MPRISStage()
    _ = stage.advance(milliseconds: 1_000)
    let signals = try stage.perform(.setRate(2))
    #expect(signals.changed == ["Rate": .double(2)])
    #expect(signals.seeked == [1_000])
    #expect(signals.names == ["PropertiesChanged", "Seeked"])
  }

  @Test func clientsThatIgnoreTheRateAreCorrectedWhenPlaybackPauses() throws {
    let stage = MPRISStage()
    _ = try stage.perform(.setRate(2))
    #expect(stage.advance(milliseconds: 1_000).isEmpty)
    #expect(try stage.perform(.setPaused(true)).seeked == [2_000])
    _ = try stage.perform(.setRate(1))
    _ = try stage.perform(.setPaused(false))
    _ = stage.advance(milliseconds: 1_000)
    #expect(try stage.perform(.setPaused(true)).seeked == [])
  }

  @Test func aSlowlyOpenedFileStartsWithASignal() {
    let stage = MPRISStage(begins: false) { _ in
      FakeMedia(
        info: FakeMedia(frameCount: 250).info,
        steps: [.pause(.seconds(1))] + FakeMedia.frames(0..<250))
    }
    stage.session.start()
    #expect(stage.takeSignals().changed["PlaybackStatus"] == .text("Playing"))
    #expect(stage.advance(milliseconds: 2_000).seeked == [0])
  }

  @Test func theNextFileBeginsAtZeroWithoutASignalOfThePosition() {
    let stage = MPRISStage(["a", "b"])
    let signals = stage.advance(milliseconds: 10_000)
    #expect(signals.changed["Metadata"] != nil)
    #expect(signals.seeked == [])
  }
}
