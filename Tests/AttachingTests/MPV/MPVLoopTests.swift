import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// mpv seeks for the next pass of a loop while the sound of the present one is heard.
@Suite struct MPVLoopTests {
  private let seek = #"{"event":"seek"}"#
  private let restart = #"{"event":"playback-restart"}"#

  private func looping(_ changes: [String: String] = [:]) -> MPVScript {
    var script = MPVScript.playing(changes)
    script.receive(MPVScript.change("loop-file", #""inf""#))
    script.forget()
    return script
  }

  @Test func theRepeatedPartIsAFact() {
    var script = MPVScript.playing()
    #expect(script.facts?.loop == nil)
    script.receive(MPVScript.change("loop-file", #""inf""#))
    #expect(script.facts?.loop == PlayerFacts.Loop(start: .zero, end: .milliseconds(5_333)))
    script.receive(MPVScript.change("ab-loop-a", "4.5"), MPVScript.change("ab-loop-b", "2.0"))
    #expect(
      script.facts?.loop == PlayerFacts.Loop(start: .seconds(2), end: .milliseconds(4_500)))
    script.receive(MPVScript.change("ab-loop-a", "7.0"))
    #expect(
      script.facts?.loop == PlayerFacts.Loop(start: .seconds(2), end: .milliseconds(5_333)))
    script.receive(MPVScript.change("ab-loop-count", "0"))
    #expect(script.facts?.loop == PlayerFacts.Loop(start: .zero, end: .milliseconds(5_333)))
    script.receive(MPVScript.change("ab-loop-b", #""no""#))
    script.receive(MPVScript.change("loop-file", "false"))
    #expect(script.facts?.loop == nil)
  }

  /// mpv counts the last repetition before it begins.
  @Test(arguments: ["loop-file", "ab-loop-count"])
  func aPartWhoseLastRepetitionIsCountedIsRepeatedStill(name: String) {
    var script = MPVScript.playing()
    script.receive(MPVScript.change("ab-loop-a", "1.0"), MPVScript.change("ab-loop-b", "2.0"))
    let isFile = name == "loop-file"
    if isFile { script.receive(MPVScript.change("ab-loop-count", "0")) }
    script.receive(MPVScript.change(name, "1"))
    script.receive(MPVScript.change(name, isFile ? "false" : "0"))
    #expect(script.facts?.loop != nil)
    script.now += 2_000
    script.receive(MPVScript.change("volume", "50.0"))
    script.receive(MPVScript.change("volume", "51.0"))
    #expect(script.facts?.loop == nil)
  }

  @Test(arguments: [("ab-loop-b", #""no""#), ("ab-loop-a", "false"), ("ab-loop-count", "0")])
  func aLoopThatTheUserEndsIsOverAtOnce(name: String, value: String) {
    var script = MPVScript.playing()
    script.receive(MPVScript.change("ab-loop-count", #""inf""#))
    script.receive(MPVScript.change("ab-loop-a", "1.0"), MPVScript.change("ab-loop-b", "2.0"))
    #expect(script.facts?.loop != nil)
    script.receive(MPVScript.change(name, value))
    #expect(script.facts?.loop == nil)
  }

  @Test func theNextPassIsNeitherASeekNorAStall() {
    var script = looping()
    script.receive(
      seek, restart, MPVScript.change("core-idle", "true"), MPVScript.change("seeking", "true"))
    #expect(script.words.isEmpty && script.lastCommand == #"["get_property","time-pos"]"#)
    script.reply("-0.339")
    #expect(script.lastCommand == #"["get_property","audio-pts"]"#)
    script.reply("-0.331")
    script.receive(MPVScript.change("core-idle", "false"), MPVScript.change("seeking", "false"))
    #expect(script.words == ["answered", "reading -0.331"])
    script.receive(MPVScript.change("core-idle", "true"))
    #expect(script.words.last == "waiting 1")
  }

  @Test func aPassThatBeginsLaterIsReadWhenItBegins() {
    var script = looping()
    script.receive(seek, MPVScript.change("core-idle", "true"))
    script.reply("0.0")
    script.now += 150
    script.read()
    script.reply("0.0")
    #expect(script.words == ["answered", "answered"])
    script.receive(restart, MPVScript.change("core-idle", "false"))
    #expect(script.lastCommand == #"["get_property","audio-pts"]"#)
    script.reply("0.003")
    #expect(script.words.last == "reading 0.003")
  }

  @Test func aPassThatDoesNotBeginIsASeek() {
    var script = looping()
    script.receive(seek, MPVScript.change("core-idle", "true"))
    script.reply("0.0")
    script.now += 2_000
    script.read()
    script.reply("0.0")
    #expect(script.words == ["answered", "seeking", "waiting 1"])
    script.receive(restart, MPVScript.change("core-idle", "false"))
    #expect(script.words.suffix(2) == ["moved", "playing 1"])
  }

  @Test func aSeekElsewhereIsOne() {
    var script = looping()
    script.receive(seek, MPVScript.change("core-idle", "true"))
    #expect(script.words.isEmpty)
    script.reply("3.0")
    #expect(script.words == ["seeking", "target 3.0 + 0.0 seconds", "waiting 1"])
    script.receive(restart, MPVScript.change("core-idle", "false"))
    #expect(script.words.suffix(2) == ["moved", "playing 1"])
  }

  @Test func aShortSeekElsewhereIsOne() {
    var script = looping()
    script.receive(seek, restart)
    script.reply("3.04")
    #expect(script.words == ["seeking", "moved"])
  }

  @Test func aSeekWhoseTargetMPVDoesNotStateIsOne() {
    var script = looping()
    script.receive(seek)
    script.now += 1_000
    script.read()
    script.reply("1.0")
    #expect(script.words == ["seeking", "waiting 1"])
    var other = looping()
    other.receive(seek)
    other.reply(nil, error: "property unavailable")
    #expect(other.words == ["seeking", "waiting 1"])
  }

  @Test func aRequestedSeekToTheStartIsOne() throws {
    var script = looping()
    try script.request(.seek(to: .zero))
    script.receive(seek)
    #expect(script.words == ["seeking", "waiting 1"])
  }

  @Test func aSeekToTheStartWhilePausedIsOne() {
    var script = looping(["pause": "true"])
    script.receive(seek)
    #expect(script.words == ["seeking"])
  }

  @Test func aSeekDuringASeekIsOne() {
    var script = looping()
    script.receive(seek)
    script.reply("3.0")
    script.forget()
    script.receive(seek)
    script.reply("0.0")
    #expect(script.words.first == "seeking")
    script.receive(restart)
    #expect(script.words.suffix(2) == ["moved", "playing 1"])
  }

  /// mpv counts the last repetition before it seeks for it.
  @Test func theLastPassIsNoSeek() {
    var script = looping()
    script.receive(MPVScript.change("loop-file", "1"))
    script.receive(MPVScript.change("loop-file", "false"))
    script.forget()
    script.receive(seek, restart)
    script.reply("-0.3")
    script.reply("-0.29")
    #expect(script.words == ["answered", "reading -0.29"])
  }
}
