import PlayheadInterprocess
import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadRemoteControl

@Suite struct MPRISPropertyTests {
  @Test func theStatusFollowsPlayback() throws {
    let stage = MPRISStage()
    #expect(stage.get("PlaybackStatus") == .text("Playing"))
    #expect(
      try stage.perform(.setPaused(true)).changed == ["PlaybackStatus": .text("Paused")])
    #expect(stage.advance(milliseconds: 5_000).isEmpty)
    #expect(
      try stage.perform(.setPaused(false)).changed == ["PlaybackStatus": .text("Playing")])
    let end = stage.advance(milliseconds: 11_000)
    #expect(end.changed["PlaybackStatus"] == .text("Stopped"))
    #expect(end.changed["Metadata"] == .dictionary([:]))
    #expect(stage.get("Position") == .int64(0))
  }

  @Test func onlyWhatHasChangedIsAnnounced() throws {
    let stage = MPRISStage(["a", "b"])
    #expect(try stage.perform(.setVolume(50)).changed == ["Volume": .double(0.5)])
    #expect(try stage.perform(.setVolume(50)).isEmpty)
    #expect(try stage.perform(.setMuted(true)).changed == ["Volume": .double(0)])
    #expect(
      try stage.perform(.setListLoop(.endless)).changed
        == ["LoopStatus": .text("Playlist"), "CanGoPrevious": .boolean(true)])
    let next = try stage.perform(.setListLoop(.none))
    #expect(
      next.changed == ["LoopStatus": .text("None"), "CanGoPrevious": .boolean(false)])
  }

  @Test func whatIsPossibleFollowsTheList() throws {
    let stage = MPRISStage(["a", "b"])
    #expect(stage.get("CanGoNext") == .boolean(true))
    #expect(stage.get("CanGoPrevious") == .boolean(false))
    let signals = try stage.perform(.next)
    #expect(signals.changed["CanGoNext"] == .boolean(false))
    #expect(signals.changed["CanGoPrevious"] == .boolean(true))
  }

  @Test func aSourceThatCannotSeekSaysSo() {
    let stage = MPRISStage { _ in FakeMedia(frameCount: 250, isSeekable: false) }
    #expect(stage.get("CanSeek") == .boolean(false))
  }

  @Test func metadataHasTheTagsOfTheFile() {
    let stage = MPRISStage(["music/a song.ogg"]) { _ in
      var info = FakeMedia(frameCount: 250).info
      info.tags = [
        MediaTag(key: "TITLE", value: "A Song"), MediaTag(key: "artist", value: "One; Two"),
        MediaTag(key: "album", value: "Songs"), MediaTag(key: "track", value: "7/12"),
        MediaTag(key: "date", value: "2001-05"), MediaTag(key: "genre", value: ""),
      ]
      return FakeMedia(info: info, steps: FakeMedia.frames(0..<250))
    }
    #expect(
      stage.get("Metadata")
        == .dictionary([
          "mpris:trackid": .path("/playhead/track/1/1"),
          "mpris:length": .int64(10_000_000),
          "xesam:url": .text("file:///home/music/a%20song.ogg"),
          "xesam:title": .text("A Song"), "xesam:album": .text("Songs"),
          "xesam:artist": .texts(["One", "Two"]), "xesam:trackNumber": .int32(7),
          "xesam:contentCreated": .text("2001-05"),
        ]))
  }

  @Test func theTitleOfATrackIsThatOfTheFileOnlyIfTheFileHasNoTags() {
    func title(_ tags: [PlayheadMedia.MediaTag]) -> BusValue? {
      let stage = MPRISStage(["/a.mkv"]) { _ in
        var info = FakeMedia(frameCount: 250).info
        info.tags = tags
        info.tracks[0].tags = [MediaTag(key: "title", value: "Commentary")]
        return FakeMedia(info: info, steps: FakeMedia.frames(0..<250))
      }
      guard case .dictionary(let metadata)? = stage.get("Metadata") else { return nil }
      return metadata["xesam:title"]
    }
    #expect(title([]) == .text("Commentary"))
    #expect(title([MediaTag(key: "encoder", value: "x")]) == .text("a.mkv"))
  }

  @Test func aTitleAsLongAsAFileIsCut() {
    let stage = MPRISStage { _ in
      var info = FakeMedia(frameCount: 250).info
      info.tags = [
        MediaTag(key: "title", value: String(repeating: "x", count: 10_000_000)),
        MediaTag(key: "artist", value: String(repeating: "a;", count: 1_000_000)),
      ]
      return FakeMedia(info: info, steps: FakeMedia.frames(0..<250))
    }
    guard case .dictionary(let metadata)? = stage.get("Metadata"),
      case .text(let title)? = metadata["xesam:title"]
    else {
      Issue.record("no title")
      return
    }
    #expect(title.count == TrackDetails.longestText)
    #expect(metadata["xesam:artist"] == .texts(["a"]))
  }

  @Test func theLengthFollowsTheExactDuration() {
    // Declares 12 s, and has 10 s.
    let stage = MPRISStage { _ in FakeMedia(frameCount: 250, declaring: 12_000) }
    func length(_ value: BusValue?) -> BusValue? {
      guard case .dictionary(let metadata)? = value else { return nil }
      return metadata["mpris:length"]
    }
    #expect(length(stage.get("Metadata")) == .int64(12_000_000))
    let signals = stage.advance(milliseconds: 9_500)
    #expect(length(signals.changed["Metadata"]) == .int64(10_000_000))
    #expect(signals.count == 1)
  }

  @Test func theTrackIdentifierIsNewForEachPlay() throws {
    let stage = MPRISStage(["a", "b"])
    let first = stage.currentTrack
    _ = try stage.perform(.seek(.position(.zero), .exact))
    #expect(stage.currentTrack == first)
    _ = try stage.perform(.next)
    let second = stage.currentTrack
    _ = try stage.perform(.previous)
    let third = stage.currentTrack
    _ = try stage.perform(.play(index: 0))
    #expect(Set([first, second, third, stage.currentTrack]).count == 4)
  }

  @Test func thereIsAlwaysARangeOfRates() {
    let stage = MPRISStage(begins: false)
    #expect(stage.get("MinimumRate") == .double(0.1))
    #expect(stage.get("MaximumRate") == .double(16))
    #expect(stage.get("Rate") == .double(1))
  }

  @Test func anUnknownPropertyOrInterfaceIsAnError() {
    let stage = MPRISStage()
    #expect(stage.get("Colour") == nil)
    #expect(stage.get("Tracks", of: .trackList) == nil)
    guard case .error(let error) = stage.call(.properties, "GetAll", .text("org.example")) else {
      Issue.record("no error")
      return
    }
    #expect(error.name == .unknownInterface)
  }
}
