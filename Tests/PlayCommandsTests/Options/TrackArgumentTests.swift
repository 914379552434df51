import PlayheadMedia
import PlayheadOutputs
import PlayheadTimekeeping
import Testing

@testable import PlayheadPlayCommands

@Suite struct TrackArgumentTests {
  private static func track(
    _ index: Int, _ kind: MediaTrack.Kind, _ language: String? = nil, isDefault: Bool = false
  ) -> MediaTrack {
    var track = MediaTrack(index: index, kind: kind, timebase: .milliseconds)
    (track.language, track.isDefault, track.codec) = (language, isDefault, "x")
    return track
  }

  private static let info: MediaInfo = {
    var cover = track(0, .video)
    cover.isAttachedPicture = true
    return MediaInfo(
      name: "film", container: "test",
      tracks: [
        cover, track(1, .video, "eng"), track(2, .audio, "deu"), track(3, .audio, "eng"),
        track(4, .subtitle, "fra"),
      ], isSeekable: true)
  }()

  @Test(arguments: [
    ("1", [1]), ("3,1", [3, 1]), ("video", [1]), ("AUDIO", [2]), ("eng", [3]), ("Deu", [2]),
    ("0,eng", [0, 3]), ("99", [99]),
  ])
  func tracksAreChosenByNumberKindOrLanguage(_ text: String, _ indices: [Int]) throws {
    let argument = try #require(TrackArgument(text))
    #expect(try argument.indices(in: Self.info) == indices)
  }

  @Test(arguments: ["", ",", "1,", "-1", "e", "1234567890", "é", "a1", "1 ", "eng,,1"])
  func otherTextsAreRefused(_ text: String) { #expect(TrackArgument(text) == nil) }

  /// A language is one of the tracks of sound and picture.
  @Test func aTrackThatTheFileLacksIsAnError() throws {
    for text in ["fra", "jpn"] {
      let argument = try #require(TrackArgument(text))
      #expect(throws: FileMessage.self) { try argument.indices(in: Self.info) }
    }
    let silent = MediaInfo(
      name: "x", container: "test", tracks: [Self.track(0, .video)], isSeekable: true)
    let audio = try #require(TrackArgument("audio"))
    #expect(throws: FileMessage.self) { try audio.indices(in: silent) }
  }

  @Test func onlyNumbersNeedNoOpenMedia() throws {
    let (numbers, words) = (
      try #require(TrackArgument("0,2")), try #require(TrackArgument("0,eng"))
    )
    #expect(!numbers.needsOpenMedia && numbers.indices == [0, 2])
    #expect(words.needsOpenMedia && words.indices == [0])
  }
}
