import PlayheadAttaching
import PlayheadCore
import PlayheadTimekeeping
import Testing

@Suite struct MPVProtocolTests {
  @Test func noFactsAreReportedBeforeAllAreKnown() {
    var script = MPVScript()
    script.begin()
    #expect(script.words == ["playing 1"])
    var partial = MPVScript()
    _ = partial.machine.begin(at: MPVScript.instant(0))
    for (name, value) in MPVScript.values { partial.receive(MPVScript.change(name, value)) }
    #expect(partial.words == ["playing 1"])
    #expect(partial.facts == script.facts)
  }

  @Test func factsAreThoseOfTheProperties() throws {
    let facts = try #require(MPVScript.playing().facts)
    let item = try #require(facts.item)
    #expect(item.location == "/a.mkv" && item.title == "A")
    #expect(item.directory == "/home/user" && item.zero == .milliseconds(21))
    #expect(item.duration == .milliseconds(5_333))
    #expect(item.chapters?.map(\.title) == ["One", "Two"])
    #expect(item.listIndex == PlayerFacts.ListIndex(index: 0, count: 2))
    #expect(facts.volume == 100 && facts.isMuted == false && facts.canSeek && facts.rate == 1)
  }

  /// Of a radio station mpv states the end of its cache.
  @Test func aDurationThatGrowsIsUnknown() {
    var script = MPVScript.playing(["duration": "1.1"])
    script.receive(MPVScript.change("duration", "1.4"))
    script.receive(MPVScript.change("duration", "1.9"))
    #expect(script.facts?.item != nil && script.facts?.item?.duration == nil)
    script.receive(MPVScript.change("duration", "2.5"))
    #expect(script.facts?.item?.duration == nil)
    // Another file.
    script.receive(MPVScript.change("path", #""/b.mkv""#), MPVScript.change("duration", "9.0"))
    #expect(script.facts?.item?.duration == .seconds(9))
  }

  @Test func thePositionMayBeTheTimeOfTheContainer() {
    #expect(MPVScript.playing(["rebase-start-time": "false"]).facts?.item?.zero == .zero)
    #expect(MPVScript.playing(["demuxer-start-time": "null"]).facts?.item?.zero == nil)
    #expect(MPVScript.playing(["demuxer-start-time": "1e300"]).facts?.item?.zero == nil)
    #expect(MPVScript.playing(["rebase-start-time": "7"]).facts?.item?.zero == .milliseconds(21))
  }

  @Test func aPropertyThatAnotherVersionDoesNotKnowIsUnavailable() {
    var script = MPVScript()
    script.begin(["container-fps": "null"])
    var other = MPVScript()
    _ = other.machine.begin(at: MPVScript.instant(0))
    for (name, value) in MPVScript.values where name != "container-fps" {
      other.receive(MPVScript.change(name, value))
    }
    #expect(other.words.isEmpty)
    other.receive(#"{"request_id":117,"error":"property not found"}"#)
    #expect(other.facts == script.facts)
  }

  @Test(
    arguments: [
      (["pause": "true"], "paused 1"), (["pause": "true", "core-idle": "true"], "paused 1"),
      (["core-idle": "true"], "waiting 1"), (["paused-for-cache": "true"], "waiting 1"),
      (["seeking": "true"], "waiting 1"), (["eof-reached": "true", "pause": "true"], "stopped 1"),
      (["path": "null"], "stopped -"), (["speed": "nan"], nil),
      (["speed": "0"], "playing 1"), (["speed": "1e400"], nil), (["speed": "-1"], "playing 1"),
      (["duration": "-3"], "playing 1"), (["duration": "1e300"], "playing 1"),
      (["chapter-list": #"[1,{"time":"x"},{"time":1e99},{}]"#], "playing 1"),
      (["playlist-playing-pos": "-1"], "playing 1"), (["playlist-playing-pos": "9"], "playing 1"),
      (["volume": "[]", "mute": "3"], "playing 1"), (["path": "7"], "stopped -"),
    ] as [([String: String], String?)])
  func playbackFollowsFromTheProperties(changes: [String: String], word: String?) {
    let script = MPVScript.playing(changes)
    #expect(script.words == (word.map { [$0] } ?? []))
    #expect(script.facts?.rate ?? 1 == 1)
    if !changes.keys.contains("duration") { return }
    #expect(script.facts?.item?.duration == nil)
  }

  @Test func changesThatArriveTogetherAreReportedOnce() {
    var script = MPVScript.playing()
    script.forget()
    script.receive(MPVScript.change("pause", "true"), MPVScript.change("core-idle", "true"))
    script.receive(MPVScript.change("pause", "true"))
    #expect(script.words == ["paused 1"])
    guard case .facts(_, let since, let received) = script.reports.first else { return }
    #expect(since == MPVScript.instant(10) && received == MPVScript.instant(20))
  }

  @Test func aSeekIsReportedAtItsEnd() {
    var script = MPVScript.playing()
    script.forget()
    script.receive(#"{"event":"seek"}"#, MPVScript.change("seeking", "true"))
    script.receive(#"{"event":"playback-restart"}"#, MPVScript.change("seeking", "false"))
    #expect(script.words == ["seeking", "waiting 1", "moved", "playing 1"])
    #expect(
      script.reports[0]
        == .seeking(since: MPVScript.instant(10), received: MPVScript.instant(20)))
    #expect(
      script.reports[2]
        == .moved(to: nil, since: MPVScript.instant(10), received: MPVScript.instant(30)))
  }

  @Test func aLoopIsASeek() {
    var script = MPVScript.playing()
    script.forget()
    script.receive(
      #"{"event":"seek"}"#, #"{"event":"playback-restart"}"#, #"{"event":"seek"}"#,
      #"{"event":"playback-restart"}"#)
    #expect(script.words == ["seeking", "moved", "seeking", "moved"])
  }

  @Test func theSameFileAgainIsAnotherItem() {
    var script = MPVScript.playing()
    script.forget()
    script.receive(
      #"{"event":"end-file","reason":"eof"}"#, #"{"event":"start-file","playlist_entry_id":1}"#,
      MPVScript.change("core-idle", "true"))
    script.receive(#"{"event":"file-loaded"}"#)
    #expect(script.words == ["ended", "waiting 2"])
    #expect(script.facts?.item?.location == nil)
    let questions = script.sent
    #expect(questions.count == 8)
    script.receive(#"{"event":"playback-restart"}"#, MPVScript.change("core-idle", "false"))
    #expect(script.facts?.item?.location == nil)
    script.receive(
      questions.map {
        let isDuration = $0.contains("\"duration\"")
        let data = isDuration ? #""data":7.5"# : #""data":null"#
        return #"{\#(data),"request_id":\#(script.identifier(of: $0)),"error":"success"}"#
      })
    #expect(script.words == ["ended", "waiting 2", "playing 2"])
    #expect(script.facts?.item?.duration == .milliseconds(7_500))
  }

  /// In the order of mpv 0.35, which moves `playlist-pos` before it closes a file.
  @Test func aFileKeepsItsPlaceInTheListUntilItIsClosed() throws {
    var script = MPVScript.playing()
    let playing = try #require(script.facts)
    script.forget()
    script.receive(MPVScript.change("playlist-pos", "1"))
    #expect(script.reports.isEmpty)
    script.receive(#"{"event":"end-file","reason":"stop"}"#)
    script.receive(#"{"event":"start-file"}"#, MPVScript.change("playlist-playing-pos", "1"))
    #expect(script.words == ["stopped -", "waiting 2"])
    #expect(playing.item?.listIndex == PlayerFacts.ListIndex(index: 0, count: 2))
  }

  @Test func anEndThatIsKeptOpenIsReportedOnce() {
    var script = MPVScript.playing()
    script.forget()
    script.receive(MPVScript.change("pause", "true"), MPVScript.change("eof-reached", "true"))
    script.receive(MPVScript.change("eof-reached", "true"))
    script.receive(#"{"event":"end-file","reason":"eof"}"#)
    #expect(script.words == ["ended", "stopped 1", "stopped -"])
  }

  @Test func aPlayerThatIsQuitIsLostAtOnce() {
    var script = MPVScript.playing()
    script.forget()
    script.receive(
      MPVScript.change("core-idle", "true"), #"{"event":"end-file","reason":"quit"}"#,
      #"{"event":"idle"}"#)
    #expect(script.words == ["closed"])
  }

  @Test(arguments: ["stop", "error", "redirect"])
  func aFileThatIsClosedIsNotPlayedToItsEnd(reason: String) {
    var script = MPVScript.playing()
    script.forget()
    script.receive(#"{"event":"end-file","reason":"\#(reason)"}"#)
    #expect(script.words == ["stopped -"])
  }
}
