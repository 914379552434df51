import PlayheadMedia
import PlaybackSession
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadRemoteControl

@Suite struct PropertyTests {
  private func film() throws -> MPVStage { try .film() }

  @Test(arguments: [
    ("media-title", #""A Film""#), ("filename", #""film.mkv""#), ("file-format", #""mkv""#),
    ("metadata", #"{"TITLE":"A Film","ARTIST":"Someone"}"#),
    ("metadata/by-key/title", #""A Film""#), ("metadata/artist", #""Someone""#),
    ("metadata/list/1/key", #""ARTIST""#), ("metadata/list/count", "2"), ("chapters", "2"),
    ("chapter", "0"),
    ("chapter-list", #"[{"title":"One","time":0.000000},{"title":"Two","time":4.000000}]"#),
    ("chapter-list/1/time", "4.000000"), ("chapter-metadata/by-key/title", #""One""#),
    ("track-list/count", "2"), ("track-list/1/codec", #""aac""#), ("track-list/1/lang", #""eng""#),
    ("vid", "1"), ("aid", "1"), ("sid", "false"), ("container-fps", "25.000000"),
    ("estimated-frame-count", "250"), ("estimated-frame-number", "0"), ("width", "320"),
    ("video-params/h", "180"), ("audio-params/samplerate", "48000"), ("audio-pts", "0.000000"),
    ("time-remaining", "10.000000"), ("playtime-remaining", "10.000000"),
    ("percent-pos", "0.000000"), ("seeking", "false"), ("eof-reached", "false"),
    ("idle-active", "false"), ("core-idle", "true"), ("paused-for-cache", "false"),
    ("seekable", "true"), ("playlist-count", "1"), ("playlist-pos-1", "1"),
    ("mpv-version", #""mpv 0.35.1""#), ("options/loop-file", "false"), ("speed", "1.000000"),
  ])
  func aPropertyHasTheValueOfTheFile(_ name: String, _ value: String) throws {
    #expect(
      try film().command("\"get_property\",\"\(name)\"")
        == "{\"data\":\(value),\"request_id\":0,\"error\":\"success\"}")
  }

  /// The scalars with which names keep bytes that are not valid UTF-8.
  @Test func tagsWithPrivateUseCharactersAreSentAsUTF8() throws {
    let text = "\u{10FF80}a\u{10FFFF}"
    let location = ExactText.text(of: [0x2F, 0xFF, 0x2E, 0x61])
    var info = FakeMedia(frameCount: 250).info
    info.tags = [MediaTag(key: "TITLE", value: text), MediaTag(key: text, value: "b")]
    info.chapters = [Chapter(start: .zero, end: .seconds(4), title: text)]
    info.tracks[0].tags = [MediaTag(key: "title", value: text)]
    info.tracks[0].language = text
    let media = info
    let session = FakeSession([location]) { _ in
      FakeMedia(info: media, steps: FakeMedia.frames(0..<250))
    }
    session.start()
    let stage = MPVStage(session)
    for (name, value) in [
      ("media-title", text), ("metadata/by-key/title", text), ("metadata/\(text)", "b"),
      ("chapter-list/0/title", text), ("chapter-metadata/by-key/title", text),
      ("track-list/0/title", text), ("track-list/0/lang", text),
    ] {
      for command in ["get_property", "get_property_string"] {
        #expect(
          stage.command("\"\(command)\",\"\(name)\"")
            == "{\"data\":\"\(value)\",\"request_id\":0,\"error\":\"success\"}")
      }
    }
    let expanded = stage.command(#""expand-text","${media-title} ${chapter-list} ${path}""#)
    #expect(expanded.contains("\"\(text) [{"))
    #expect(expanded.contains("\\\"title\\\":\\\"\(text)\\\""))
    #expect(expanded.contains("/\u{FFFD}.a\""))
    #expect(stage.command("\"expand-text\",\"\(text)\"").contains(text))
  }

  /// As in mpv, whose `strtol` reads indices.
  @Test(arguments: [
    ("playlist//filename", #""/media/film.mkv""#), ("playlist/ 0/filename", #""/media/film.mkv""#),
    ("playlist/\\t+00/id", "1"), ("playlist/-0/current", "true"),
    ("metadata/list//key", #""TITLE""#),
    ("metadata/list/1/", #"{"key":"ARTIST","value":"Someone"}"#),
    ("chapter-list//", #"{"title":"One","time":0.000000}"#), ("track-list//id", "1"),
    ("current-tracks/audio/id", "1"), ("duration/full", "10.000000"),
    ("filename/no-ext", #""film""#),
    ("playlist/0/filename/", nil), ("playlist/0//filename", nil), ("playlist///id", nil),
    ("playlist/ /id", nil), ("playlist/-1/id", nil), ("playlist/0x0/id", nil), ("playlist/", nil),
    ("playlist/0 /id", nil), ("playlist/99999999999999999999/id", nil), ("playlist//count", nil),
    ("metadata/by-key/title/", nil), ("metadata/title/x", nil), ("metadata//title", nil),
    ("current-tracks//id", nil), ("current-tracks/audio//id", nil), ("time-pos/full/", nil),
    ("video-params/w/", nil), ("pause/", nil), ("osc/", nil),
  ])
  func anIndexMayBeEmptyOrHaveSpacesAndASign(_ path: String, _ value: String?) throws {
    let answer = value.map { "{\"data\":\($0),\"request_id\":0,\"error\":\"success\"}" }
    #expect(
      try film().command("\"get_property\",\"\(path)\"")
        == answer ?? #"{"request_id":0,"error":"property not found"}"#)
  }

  @Test func whatHasNoPartsIsAnErrorOfThePath() throws {
    for path in ["filename/no-ext/", "filename//no-ext", "pause/x", "property-list/0"] {
      #expect(
        try film().command("\"get_property\",\"\(path)\"")
          == #"{"request_id":0,"error":"error accessing property"}"#)
    }
  }

  @Test func allOfMPVsPropertiesAreKnown() throws {
    let stage = try MPVStage()
    let names = PropertyNames.all
    #expect(names.count == 984)
    #expect(Set(names).count == 984)
    for name in names {
      #expect(!stage.command("\"get_property\",\"\(name)\"").contains("not found"), "\(name)")
    }
    let own = Set(PropertyTable.all.map(\.name))
    #expect(own.isSubset(of: names), "\(own.subtracting(names))")
  }

  @Test func theChapterIsSetAndFollowsThePlayhead() throws {
    let stage = try film()
    _ = stage.command(#""observe_property",1,"chapter""#)
    _ = stage.command(#""set_property","chapter",1"#)
    stage.session.advance(milliseconds: 0)
    #expect(stage.lines().contains { $0.contains(#""name":"chapter","data":1"#) })
    #expect(stage.session.snapshot.player?.currentTime() == .seconds(4))
    _ = stage.command(#""seek",3.95,"absolute""#)
    _ = stage.command(#""set_property","pause",false"#)
    stage.session.advance(milliseconds: 49)
    #expect(stage.lines().contains { $0.contains(#""name":"chapter","data":0"#) })
    stage.session.advance(milliseconds: 1)
    #expect(stage.lines().contains { $0.contains(#""name":"chapter","data":1"#) })
    #expect(
      stage.command(#""set_property","chapter",77"#)
        == #"{"request_id":0,"error":"unsupported format for accessing property"}"#)
  }

  @Test func seeksLeadWhereTheyShould() throws {
    for (words, seconds) in [
      (#""seek",2"#, 3.0), (#""seek",-2"#, 0), (#""seek","0:04","absolute""#, 4),
      (#""seek",50,"absolute-percent""#, 5), (#""seek",50,"relative-percent""#, 6),
      (#""seek",-3,"absolute""#, 7), (#""set_property","percent-pos",20"#, 2),
      (#""set_property","time-pos","0:03""#, 3), (#""add","time-pos",1"#, 2),
      (#""revert-seek""#, 0), (#""seek",4.7,"absolute+keyframes""#, 4.4),
    ] {
      let stage = try MPVStage("a.mp4", isPaused: true)
      _ = stage.command(#""seek",1,"absolute""#)
      stage.session.advance(milliseconds: 0)
      _ = stage.command(words)
      stage.session.advance(milliseconds: 0)
      #expect(stage.session.snapshot.player?.currentTime().seconds == seconds, "\(words)")
    }
  }

  /// As in mpv: a marked position stays however many seeks follow, and a series of seeks counts as one.
  @Test func returnsLeadToTheMarkedPositionOrBeforeTheSeries() throws {
    let stage = try MPVStage("a.mp4", isPaused: true)
    func seek(_ line: String) -> Double? {
      _ = stage.answer(line)
      stage.session.advance(milliseconds: 0)
      return stage.session.snapshot.player?.currentTime().seconds
    }
    _ = seek("set time-pos 2")
    _ = stage.lines()
    #expect(
      stage.command(#""revert-seek""#) == #"{"request_id":0,"error":"error running command"}"#)
    #expect(seek("seek 3 absolute") == 3)
    #expect(seek("seek 4 absolute") == 4)
    #expect(seek("revert-seek") == 2)
    #expect(seek("revert-seek") == 4)
    stage.session.advance(milliseconds: 2_001)
    #expect(seek("seek 5 absolute") == 5)
    #expect(seek("revert-seek") == 4)
    #expect(seek("revert-seek mark") == 4)
    #expect(seek("seek 6 absolute") == 6)
    #expect(seek("seek 7 absolute") == 7)
    #expect(seek("revert-seek") == 4)
    #expect(seek("revert-seek") == 7)
    #expect(seek("revert-seek mark-permanent") == 7)
    #expect(seek("seek 1 absolute") == 1)
    #expect(seek("revert-seek") == 7)
    #expect(seek("seek 1 absolute") == 1)
    #expect(seek("revert-seek") == 7)
  }

  /// As in mpv.
  @Test func aPlayerThatIsPausedAtTheEndHasReachedIt() throws {
    let stage = try MPVStage("a.mp4", isPaused: true)
    _ = stage.answer("seek 100 absolute-percent")
    stage.session.advance(milliseconds: 0)
    _ = stage.lines()
    for (name, value) in [("eof-reached", "true"), ("percent-pos", "100.000000")] {
      #expect(
        stage.command("\"get_property\",\"\(name)\"")
          == "{\"data\":\(value),\"request_id\":0,\"error\":\"success\"}")
    }
    _ = stage.answer("seek -1")
    stage.session.advance(milliseconds: 0)
    #expect(stage.lines().isEmpty == false)
    #expect(stage.command(#""get_property","eof-reached""#).contains("false"))
  }

  @Test func nothingIsReadFromAFileThatIsAboutToBeLeft() throws {
    let stage = try MPVStage("a.mp4")
    #expect(stage.command(#""get_property","duration""#).contains("10.0"))
    stage.session.state.withLock { $0.snapshot.player = nil }
    #expect(
      stage.command(#""get_property","duration""#)
        == #"{"request_id":0,"error":"property unavailable"}"#)
  }

  @Test func theLanguageOfATrackIsNoTagOfTheFile() throws {
    var info = FakeMedia(frameCount: 1).info
    info.tracks[0].tags = [MediaTag(key: "language", value: "und")]
    let media = info
    let session = FakeSession(["a.ts"]) { _ in
      FakeMedia(info: media, steps: FakeMedia.frames(0..<250))
    }
    session.start()
    #expect(
      MPVStage(session).command(#""get_property","metadata""#)
        == #"{"data":{},"request_id":0,"error":"success"}"#)
  }

  @Test func framesOfSoundAreNoError() throws {
    var info = FakeMedia(frameCount: 1).info
    info.tracks[0].kind = .audio
    let media = info
    let session = FakeSession(["a.opus"]) { _ in
      FakeMedia(info: media, steps: FakeMedia.frames(0..<250))
    }
    session.start()
    let stage = MPVStage(session)
    #expect(
      stage.command(#""frame-step""#) == #"{"data":null,"request_id":0,"error":"success"}"#)
    #expect(session.requests.isEmpty)
  }

  @Test func theRepeatedRangeIsSetInTwoSteps() throws {
    let stage = try MPVStage("a.mp4")
    stage.session.advance(milliseconds: 1_000)
    _ = stage.answer("ab-loop")
    stage.session.advance(milliseconds: 1_000)
    _ = stage.answer("ab-loop")
    let settings = stage.session.snapshot.settings
    #expect((settings.loopStart, settings.loopEnd) == (.seconds(1), .seconds(2)))
    _ = stage.answer("ab-loop")
    #expect(stage.session.snapshot.settings.loopStart == nil)
  }

  @Test func repetitionsAreCountedAsInMPV() throws {
    let stage = try MPVStage("a.mp4")
    _ = stage.answer("set loop-file 1")
    #expect(stage.session.snapshot.settings.fileLoop == .times(2))
    _ = stage.answer("set loop-file 0")
    #expect(stage.session.snapshot.settings.fileLoop == Repetition.none)
    _ = stage.answer("set loop-playlist 3")
    #expect(stage.session.snapshot.settings.listLoop == .times(3))
  }
}
