import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

@Suite struct MPVPositionTests {
  private let unavailable = "property unavailable"

  @Test func thePositionIsThatOfTheSound() {
    var script = MPVScript.playing()
    script.forget()
    script.read()
    script.read()
    #expect(script.sent.count == 1)
    #expect(script.lastCommand == #"["get_property","audio-pts"]"#)
    script.reply("1.250000")
    #expect(
      script.reports == [
        .reading(
          PositionReading(
            sent: MPVScript.instant(10), received: MPVScript.instant(20),
            value: .milliseconds(1_250)))
      ])
    script.read()
    #expect(script.sent.count == 2)
  }

  @Test func withoutSoundItIsTheTimeOfTheFrame() throws {
    var script = MPVScript.playing()
    script.forget()
    script.read()
    script.reply(nil, error: unavailable)
    #expect(script.sent[1].contains("observe_property"))
    #expect(script.lastCommand == #"["get_property","time-pos"]"#)
    script.reply("2.0")
    #expect(script.words == ["answered", "habits", "reading 2.0"])
    script.receive(MPVScript.change("time-pos", "2.04"))
    #expect(
      script.reports.last
        == .reading(
          PositionReading(
            sent: MPVScript.instant(30), received: MPVScript.instant(40),
            value: .milliseconds(2_040))))
    guard case .habits(let habits) = script.reports[1] else { return }
    #expect(habits.hold == .milliseconds(80))
    // At twice the rate, frames follow each other faster.
    script.receive(MPVScript.change("speed", "2.0"), MPVScript.change("time-pos", "2.08"))
    #expect(script.words.suffix(3) == ["playing 1", "habits", "reading 2.08"])
    script.now += 1_000
    script.receive(#"{"event":"audio-reconfig"}"#)
    #expect(script.lastCommand == #"["unobserve_property",1]"#)
    script.read()
    #expect(script.lastCommand == #"["get_property","audio-pts"]"#)
    script.reply("2.1")
    #expect(script.words.suffix(2) == ["habits", "reading 2.1"])
  }

  @Test func afterASeekWhilePausedTheTimeOfTheFrameIsAskedFor() {
    var script = MPVScript.playing(["pause": "true", "core-idle": "true"])
    script.receive(#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#)
    script.forget()
    script.read()
    #expect(script.lastCommand == #"["get_property","time-pos"]"#)
    script.reply("1.0")
    #expect(script.words == ["habits", "reading 1.0"])
    script.receive(MPVScript.change("pause", "false"))
    script.read()
    #expect(script.lastCommand == #"["get_property","audio-pts"]"#)
  }

  @Test func soundAfterASeekWhilePausedIsNotKnownWell() throws {
    var script = MPVScript.playing(["pause": "true", "container-fps": "null"])
    script.receive(#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#)
    script.forget()
    script.read()
    script.reply("1.3")
    guard case .habits(let habits) = script.reports.first else { return #expect(Bool(false)) }
    #expect(habits.noise == .milliseconds(750))
  }

  @Test func aValueIsNoReadingWhileSoundOfTheRateBeforeIsPlayed() {
    var script = MPVScript.playing()
    script.receive(MPVScript.change("speed", "4"))
    script.forget()
    for _ in 0..<100 {
      script.read()
      script.reply("1.3")
    }
    #expect(script.reports.allSatisfy { $0 == .answered })
    script.read()
    script.reply("2.3")
    #expect(script.words.last == "reading 2.3")
  }

  /// A paused output keeps its sound.
  @Test func soundOfTheRateBeforeIsPlayedAfterAPause() {
    var script = MPVScript.playing()
    script.receive(MPVScript.change("speed", "4"))
    script.receive(MPVScript.change("pause", "true"))
    script.now += 5_000
    script.receive(MPVScript.change("pause", "false"))
    script.forget()
    script.read()
    script.reply("1.3")
    #expect(script.words == ["answered"])
    script.now += 1_000
    script.read()
    script.reply("2.3")
    #expect(script.words.last == "reading 2.3")
  }

  @Test func aSeekDropsTheSoundOfTheRateBefore() {
    var script = MPVScript.playing()
    script.receive(MPVScript.change("speed", "4"))
    script.receive(#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#)
    script.forget()
    script.now += 50
    script.read()
    script.reply("1.3")
    #expect(script.words == ["reading 1.3"])
  }

  /// mpv states the target of a seek until its sound begins, and after a pause what is not heard yet.
  @Test(arguments: [
    [#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#],
    [MPVScript.change("pause", "true"), MPVScript.change("pause", "false")],
  ])
  func aValueIsNoReadingUntilTheSoundBegins(lines: [String]) {
    var script = MPVScript.playing()
    script.receive(lines)
    script.forget()
    for _ in 0..<5 {
      script.read()
      script.reply("3.0")
    }
    #expect(script.reports.allSatisfy { $0 == .answered })
    script.read()
    script.reply("3.01")
    #expect(script.words.last == "reading 3.01")
  }

  @Test(arguments: [false, true]) func soundIsNotAskedForUntilItBegins(_ hasSound: Bool) {
    var script = MPVScript.playing()
    script.read()
    script.reply(hasSound ? "1.0" : nil, error: hasSound ? "success" : unavailable)
    if !hasSound { script.reply("1.0") }
    script.receive(#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#)
    script.forget()
    script.read()
    #expect(script.sent.count == (hasSound ? 0 : 1))
    #expect(script.machine.owesPosition == !hasSound)
    script.now += 50
    script.read()
    #expect(script.sent.count == 1)
  }

  @Test func theRateAtTheBeginningIsNoChange() {
    var script = MPVScript.playing(["speed": "2.0"])
    script.forget()
    script.read()
    script.reply("1.3")
    #expect(script.words == ["reading 1.3"])
  }

  @Test func aReplyOfThePlayerWhileASeekIsRequestedIsNoReading() throws {
    var script = MPVScript.playing()
    script.forget()
    script.read()
    let question = script.identifier(of: script.sent.last)
    try script.request(.seek(to: .seconds(3)))
    script.receive(#"{"data":1.0,"request_id":\#(question),"error":"success"}"#)
    script.reply("null")
    script.read()
    script.reply("3.0")
    script.receive(#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#)
    script.now += 50
    script.read()
    script.reply("3.01")
    #expect(
      script.words == ["answered", "answered", "answered", "seeking", "moved", "reading 3.01"])
  }

  @Test func aValueThatArrivesWithASeekIsNoReading() {
    var script = MPVScript.playing()
    script.forget()
    script.read()
    let question = script.identifier(of: script.sent.last)
    script.receive(
      #"{"data":4.0,"request_id":\#(question),"error":"success"}"#, #"{"event":"seek"}"#,
      #"{"event":"playback-restart"}"#)
    #expect(script.words == ["seeking", "moved"])
  }

  @Test func noValueOfASeekIsAReading() {
    var script = MPVScript.playing()
    script.forget()
    script.read()
    let question = script.identifier(of: script.sent.last)
    script.receive(#"{"event":"seek"}"#)
    script.receive(#"{"data":9.0,"request_id":\#(question),"error":"success"}"#)
    #expect(script.words == ["seeking", "waiting 1", "answered"])
  }

  @Test func theTargetOfASeekIsAskedFor() throws {
    var script = MPVScript.playing()
    script.forget()
    script.receive(#"{"event":"seek"}"#)
    #expect(script.lastCommand == #"["get_property","time-pos"]"#)
    script.reply("3.0")
    #expect(script.words.last == "target 3.0 + 0.0 seconds")
    // That of the seek before does not matter any more.
    script.receive(#"{"event":"seek"}"#)
    let question = script.identifier(of: script.sent.last)
    script.receive(#"{"event":"seek"}"#)
    script.receive(#"{"data":4.0,"request_id":\#(question),"error":"success"}"#)
    #expect(script.words.last == "answered")
    script.receive(#"{"event":"playback-restart"}"#)
    #expect(script.words.last == "playing 1")
  }

  /// A player that reports seeks without end and never answers does not fill memory.
  @Test func fewTargetsAreAwaitedAtOnce() {
    var script = MPVScript.playing()
    let others = script.machine.questions.count
    for _ in 1...1_000 { script.receive(#"{"event":"seek"}"#) }
    #expect(script.machine.questions.count == others + MPVProtocol.mostTargets)
  }

  @Test func anExactSeekEndsWithinAFrameOfItsTarget() throws {
    var script = MPVScript.playing()
    try script.request(.seek(to: .milliseconds(3_010)))
    script.reply("null")
    script.forget()
    script.receive(#"{"event":"seek"}"#)
    script.reply("3.01")
    #expect(
      script.reports.last
        == .seekDestination(
          SeekDestination(position: .milliseconds(3_010), reach: .milliseconds(40))))
  }

  /// mpv subtracts the sound of the place before, although it is not played any more.
  @Test(arguments: [("1.2", "1.5"), ("1.54", "1.54"), ("0.5", "0.5")])
  func afterAnExactSeekWhilePausedTheSoundIsAtItsTarget(value: String, position: String) throws {
    var script = MPVScript.playing(["pause": "true", "container-fps": "null"])
    try script.request(.seek(to: .milliseconds(1_500)))
    script.reply("null")
    script.receive(#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#)
    script.forget()
    script.read()
    script.reply(value)
    #expect(script.words.last == "reading \(position)")
  }

  @Test func ofTimesThatArriveTogetherTheLastOneCounts() {
    var script = MPVScript.playing()
    script.read()
    script.reply(nil, error: unavailable)
    script.reply("2.0")
    script.forget()
    script.receive((0..<1_000).map { MPVScript.change("time-pos", "2.\($0 + 1_000)") })
    #expect(script.words == ["reading 2.1999"])
  }

  @Test(arguments: ["null", "\"1\"", "1e300", "{}", "[]", "true"])
  func aValueThatIsNoTimeIsNoReading(value: String) {
    var script = MPVScript.playing()
    script.forget()
    script.read()
    script.reply(value)
    script.reply(value)
    #expect(script.words == ["answered", "without position"])
    script.read()
    script.reply("1.5")
    #expect(script.words.suffix(2) == ["habits", "reading 1.5"])
  }

  @Test func aNegativeValueIsAReading() {
    var script = MPVScript.playing()
    script.forget()
    script.read()
    script.reply("-0.249952")
    #expect(script.words == ["reading -0.249952"])
  }

  @Test func aPlayerThatOpensAFileAnswersWithoutAPosition() {
    var script = MPVScript.playing()
    script.receive(#"{"event":"end-file","reason":"eof"}"#, #"{"event":"start-file"}"#)
    script.forget()
    script.read()
    #expect(script.machine.owesPosition)
    script.reply(nil, error: unavailable)
    script.reply(nil, error: unavailable)
    #expect(!script.machine.owesPosition)
    // It may still have the position of the file before.
    script.read()
    script.reply("5.3")
    #expect(script.words == ["answered", "without position", "answered"])
  }

  @Test func aPlayerWithoutAFileIsNotAsked() {
    var script = MPVScript.playing(["path": "null"])
    script.forget()
    script.read()
    #expect(script.sent.isEmpty && !script.machine.owesPosition)
  }

  @Test func repliesThatNobodyAskedForAreIgnored() {
    var script = MPVScript.playing()
    script.forget()
    script.read()
    for identifier in ["0", "-1", "9223372036854775807", "1e400", "\"x\"", "null", "[]"] {
      script.receive(#"{"data":3.0,"request_id":\#(identifier),"error":"success"}"#)
    }
    script.receive(#"{"data":3.0,"error":"success"}"#)
    #expect(script.reports.isEmpty)
    script.reply("1.0")
    script.reply("1.0")
    #expect(script.words == ["reading 1.0"])
  }
}
