@testable import PlayheadAttaching
import PlayheadCore
import PlayheadTimekeeping
import Testing

@Suite struct MPDProtocolTests {
  private let idle = MPDScript.idle
  private let change = "changed: player\nOK\n"

  @Test func theGreetingIsFollowedByQuestions() {
    var script = MPDScript(password: #"a"b\c"#)
    script.receive("OK MPD 0.23.5\n")
    #expect(script.sent == [#"password "a\"b\\c""#, "status", "currentsong", idle])
    #expect(!script.machine.isGreeted)
    script.receive("OK\n" + MPDScript.status())
    #expect(script.machine.isGreeted)
  }

  @Test(arguments: [("music_directory: /music\nOK\n", "/music"), ("ACK [4@0] {config} no\n", nil)])
  func atAUnixSocketTheDirectoryOfTheMusicIsAskedFor(answer: String, directory: String?) {
    var script = MPDScript()
    script.machine.connected(to: 7)
    script.receive("OK MPD 0.23.5\n")
    #expect(script.sent == ["status", "currentsong", "config", idle])
    script.receive(MPDScript.status() + MPDScript.song() + answer)
    #expect(script.facts?.item?.location == "a/b.flac")
    #expect(script.facts?.item?.directory == directory)
  }

  @Test func factsAreThoseOfTheStatusAndTheSong() throws {
    let script = MPDScript.playing()
    #expect(script.words == ["playing 1", "habits", "reading 10.0", "playing 1"])
    let facts = try #require(script.facts)
    #expect(facts.volume == 70 && facts.isMuted == nil && facts.canSeek && facts.rate == 1)
    let item = try #require(facts.item)
    #expect(item.location == "a/b.flac" && item.title == "A - T" && item.duration == .seconds(60))
    #expect(item.listIndex == PlayerFacts.ListIndex(index: 0, count: 2) && item.chapters == nil)
    guard case .habits(let habits) = script.reports[1] else { return }
    // 1,024 samples.
    #expect(habits.hold > .milliseconds(23) && habits.hold < .milliseconds(24))
  }

  /// Its position moves on in steps of 0.2 s, and then it stalls for once.
  @Test func valuesThatAreHeldForLongAreFoundOutAfterAStall() throws {
    var script = MPDScript.playing()
    for index in 1...240 {
      let time = index * 70
      let played = index > 100 ? time / 200 * 200 - 250 : index > 20 ? time - 250 : time
      script.now += 60
      script.read()
      script.receive("OK\n" + MPDScript.status(elapsed: "\(Double(10_000 + played) / 1_000)"))
    }
    let holds = script.reports.compactMap { report -> Duration? in
      if case .habits(let habits) = report { habits.hold } else { nil }
    }
    #expect(holds.count > 1)
    #expect(try #require(holds.last) > .milliseconds(100))
    #expect(holds.allSatisfy { $0 < .milliseconds(250) })
  }

  @Test(arguments: [true, false]) func valuesThatAreHeldForLongAreFoundOut(hasSteps: Bool) throws {
    var script = MPDScript.playing()
    for index in 1...40 {
      let time = index * 70
      let played = hasSteps ? time / 200 * 200 : index > 20 ? time - 200 : time
      script.now += 60
      script.read()
      script.receive("OK\n" + MPDScript.status(elapsed: "\(Double(10_000 + played) / 1_000)"))
    }
    let holds = script.reports.compactMap { report -> Duration? in
      if case .habits(let habits) = report { habits.hold } else { nil }
    }
    let last = try #require(holds.last)
    #expect(hasSteps ? last > .milliseconds(100) && last < .milliseconds(250) : holds.count == 1)
    #expect(!script.words.contains { $0.hasPrefix("moved") })
  }

  @Test func aLongHoldIsForgottenAfterASongWithoutOne() throws {
    var script = MPDScript.playing()
    for (id, hasSteps) in [("1", true), ("2", false), ("3", false)] {
      for index in 1...40 {
        let time = index * 70
        let played = 10_000 + (hasSteps ? time / 200 * 200 : time)
        script.now += 60
        script.read()
        let status = MPDScript.status(elapsed: "\(Double(played) / 1_000)", id: id)
        script.receive("OK\n" + status)
      }
      let holds = script.reports.compactMap { report -> Duration? in
        if case .habits(let habits) = report { habits.hold } else { nil }
      }
      let isShort = try #require(holds.last) < .milliseconds(24)
      #expect(isShort == (id == "3"), "song \(id)")
    }
  }

  @Test func theSoundIsThatOfTheProcessAtTheSocket() {
    var script = MPDScript()
    script.machine.connected(to: 7)
    script.receive("OK MPD 0.23.5\n")
    let other = MPDScript.status(audio: "96000:24:2")
    script.receive(MPDScript.status() + MPDScript.song() + "OK\n")
    script.receive("changed: player\nOK\n" + other)
    let sounds = script.reports.compactMap { report -> PlayerSound? in
      if case .sound(let sound) = report { sound } else { nil }
    }
    // A chunk is 4,096 bytes; 24 bits take four.
    let chunks = [4_096.0 / (44_100 * 4), 4_096.0 / (96_000 * 8)]
    #expect(sounds == chunks.map { .mpd(process: 7, chunk: .microseconds($0 * 1e6)) })
  }

  @Test func aRepeatedSongIsALoop() throws {
    let more = "repeat: 1\nsingle: 1\n"
    var script = MPDScript.playing(MPDScript.status(elapsed: "59.800", more: more))
    #expect(script.facts?.loop == PlayerFacts.Loop(start: .zero, end: .seconds(60)))
    let identity = try #require(script.facts?.item?.identity)
    // It states zero too early.
    script.read()
    script.receive("OK\n" + MPDScript.status(elapsed: "0.000", more: more), after: 100)
    #expect(script.words.last == "answered", "\(script.words)")
    // MPD also reports that the player has changed.
    for (text, elapsed) in [("OK\n", "0.100"), ("changed: player\nOK\n", "0.150")] {
      script.forget()
      if text == "OK\n" { script.read() }
      let song = text == "OK\n" ? "" : MPDScript.song()
      script.receive(text + MPDScript.status(elapsed: elapsed, more: more) + song, after: 300)
      #expect(script.words.contains { $0.hasPrefix("reading 0.1") }, "\(script.words)")
      #expect(!script.words.contains { $0.hasPrefix("moved") || $0.hasPrefix("ended") })
      if let facts = script.facts { #expect(facts.item?.identity == identity) }
    }
    script.forget()
    script.read()
    script.receive("OK\n" + MPDScript.status(elapsed: "30.000", more: more))
    #expect(script.words.contains { $0.hasPrefix("moved") }, "\(script.words)")
  }

  @Test(arguments: [
    "repeat: 1\nsingle: 0\n", "repeat: 0\nsingle: 1\n", "repeat: 1\nsingle: oneshot\n",
  ])
  func otherModesRepeatNoSong(more: String) {
    let script = MPDScript.playing(MPDScript.status(more: more))
    #expect(script.facts != nil && script.facts?.loop == nil)
  }

  @Test func aReadingInterruptsTheWaitForChanges() {
    var script = MPDScript.playing()
    script.forget()
    script.read()
    script.read()
    #expect(script.sent == ["noidle", "status", idle])
    script.receive("OK\n" + MPDScript.status(elapsed: "10.020"))
    #expect(
      script.reports == [
        .reading(
          PositionReading(
            sent: MPVScript.instant(20), received: MPVScript.instant(30),
            value: .milliseconds(10_020)))
      ])
    script.read()
    #expect(script.sent.suffix(3) == ["noidle", "status", idle])
  }

  @Test func aStatusWithoutATimeIsAnAnswerWithoutAPosition() {
    var script = MPDScript.playing()
    script.forget()
    script.read()
    #expect(script.machine.owesPosition)
    script.receive("OK\nstate: play\nsongid: 1\nOK\n")
    #expect(!script.machine.owesPosition && script.words.last == "without position")
  }

  @Test func aChangeThatCrossesAReadingIsAskedFor() {
    var script = MPDScript.playing()
    script.forget()
    script.read()
    script.receive(change + MPDScript.status(elapsed: "10.02"))
    #expect(script.sent == ["noidle", "status", idle, "noidle", "status", "currentsong", idle])
    script.receive("OK\n" + MPDScript.status("pause", elapsed: "10.03") + MPDScript.song())
    #expect(script.words == ["reading 10.02", "paused 1", "reading 10.03"])
  }

  @Test func aPauseIsReported() {
    var script = MPDScript.playing()
    script.forget()
    script.receive(change, after: 1_000)
    #expect(script.sent == ["status", "currentsong", idle])
    script.receive(MPDScript.status("pause", elapsed: "11.0") + MPDScript.song())
    #expect(script.words == ["paused 1", "reading 11.0"])
    guard case .facts(_, let since, let received) = script.reports[0] else { return }
    #expect(since == MPVScript.instant(20) && received == MPVScript.instant(1_030))
  }

  @Test(arguments: [("30.0", true), ("0.0", true), ("11.02", false), ("10.8", false)])
  func aSeekIsFoundByThePosition(elapsed: String, isMoved: Bool) {
    var script = MPDScript.playing()
    script.forget()
    script.receive(change, after: 1_000)
    script.receive(MPDScript.status(elapsed: elapsed) + MPDScript.song())
    #expect(script.words.contains("moved") == isMoved)
    #expect(script.words.last?.hasPrefix("reading") == true)
  }

  @Test func aSeekIsKnownAsWellAsTheStatus() {
    var script = MPDScript.playing()
    script.forget()
    script.receive(change, after: 1_000)
    script.receive(MPDScript.status(elapsed: "30.0") + MPDScript.song(), after: 10)
    guard case .moved(.seconds(30)?, let since, let received) = script.reports.first else {
      return #expect(script.words == ["moved"])
    }
    // The time of the question and one chunk of 23 ms.
    #expect(since.duration(to: received) < .milliseconds(34))
  }

  @Test func aPauseOfSomeLengthIsNoSeek() {
    var script = MPDScript.playing()
    script.receive(change + MPDScript.status("pause", elapsed: "10.0") + MPDScript.song())
    script.forget()
    script.receive(change, after: 60_000)
    script.receive(MPDScript.status(elapsed: "10.0") + MPDScript.song())
    #expect(script.words == ["playing 1", "reading 10.0"])
  }

  @Test func aSongThatFollowsItsPredecessorEndsThat() {
    var script = MPDScript.playing(MPDScript.status(elapsed: "59.0"))
    script.forget()
    script.receive(change, after: 1_000)
    script.receive(MPDScript.status(elapsed: "0.0", id: "2") + MPDScript.song(id: "2"))
    #expect(script.words == ["ended", "playing 2", "reading 0.0", "playing 2"])
  }

  @Test func aSongThatRepeatsIsAnotherItem() {
    var script = MPDScript.playing(MPDScript.status(elapsed: "59.0"))
    script.forget()
    script.receive(change, after: 1_000)
    script.receive(MPDScript.status(elapsed: "0.0") + MPDScript.song())
    #expect(script.words == ["ended", "playing 2", "reading 0.0"])
  }

  @Test func aSeekThatTakesLongIsNoRepetition() {
    var script = MPDScript.playing(MPDScript.status(elapsed: "58.0"))
    script.forget()
    script.receive(change, after: 2_000)
    script.receive(MPDScript.status(elapsed: "1.0") + MPDScript.song())
    #expect(script.words == ["moved", "reading 1.0"])
  }

  @Test func anotherSongInTheMiddleIsNoEnd() {
    var script = MPDScript.playing()
    script.forget()
    script.receive(change, after: 1_000)
    script.receive(MPDScript.status(elapsed: "0.0", id: "2") + MPDScript.song(id: "2"))
    #expect(script.words == ["playing 2", "reading 0.0", "playing 2"])
    // The same file, loaded again.
    script.receive(change)
    script.receive(MPDScript.status(elapsed: "0.0", id: "3") + MPDScript.song(id: "3"))
    #expect(script.facts?.item?.identity == "3")
  }

  @Test(arguments: [("10.0", ["stopped -"]), ("59.9", ["ended", "stopped -"])])
  func aStopIsAnEndIfTheSongWasOver(elapsed: String, words: [String]) {
    var script = MPDScript.playing(MPDScript.status(elapsed: elapsed))
    script.forget()
    script.receive(change + MPDScript.stopped + "OK\n")
    #expect(script.words == words)
    script.forget()
    script.read()
    #expect(script.sent.isEmpty)
  }

  @Test func aSongThatIsNotDecodedYetIsWaitedFor() {
    var script = MPDScript()
    script.receive("OK MPD 0.23.5\nstate: play\nsongid: 4\nelapsed: 0.000\nOK\nOK\n")
    #expect(script.words == ["waiting 1", "reading 0.0"])
    script.receive(change + MPDScript.status(elapsed: "0.000", id: "4") + MPDScript.song(id: "4"))
    #expect(script.facts?.playback == .playing)
    #expect(!script.words.contains("moved"))
  }

  @Test func oldVersionsHaveWholeSeconds() {
    var script = MPDScript()
    script.receive("OK MPD 0.15.0\nstate: play\nsongid: 4\ntime: 12:60\nOK\nOK\n")
    guard case .habits(let habits) = script.reports[1] else { return #expect(Bool(false)) }
    #expect(habits.resolution == .seconds(1))
    #expect(script.facts?.item?.duration == .seconds(60))
  }
}
