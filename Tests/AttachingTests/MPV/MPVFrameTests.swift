import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// Frames that an mpv shows while it is paused, and still images.
@Suite struct MPVFrameTests {
  private let restart = #"{"event":"playback-restart"}"#

  /// mpv pauses again so soon that it does not report the step.
  @Test func aStepToAnotherFrameIsAMove() {
    var script = MPVScript.playing()
    script.receive(MPVScript.change("pause", "true"))
    #expect(script.lastCommand == #"["observe_property",1,"time-pos"]"#)
    script.forget()
    script.receive(MPVScript.change("time-pos", "1.0"))
    #expect(script.reports.isEmpty)
    script.receive(MPVScript.change("time-pos", "1.04"))
    #expect(
      script.reports == [
        .moved(
          to: .milliseconds(1_040), since: MPVScript.instant(script.now - 10),
          received: MPVScript.instant(script.now))
      ])
    script.read()
    #expect(script.lastCommand == #"["get_property","time-pos"]"#)
    script.reply("1.04")
    #expect(script.words.last == "reading 1.04")
    script.receive(MPVScript.change("pause", "false"))
    #expect(script.lastCommand == #"["unobserve_property",1]"#)
  }

  @Test func aStepOfASilentVideoIsAMove() {
    var script = MPVScript.playing()
    script.read()
    script.reply(nil, error: "property unavailable")
    script.reply("2.0")
    script.receive(MPVScript.change("pause", "true"))
    script.read()
    script.reply("2.04")
    script.forget()
    script.receive(MPVScript.change("time-pos", "2.08"))
    script.receive(MPVScript.change("time-pos", "2.04"))
    #expect(script.words == ["moved", "moved"])
  }

  @Test func theFrameAfterASeekIsNoStep() {
    var script = MPVScript.playing(["pause": "true", "core-idle": "true"])
    script.receive(MPVScript.change("time-pos", "1.0"))
    script.receive(#"{"event":"seek"}"#, MPVScript.change("seeking", "true"))
    script.receive(MPVScript.change("time-pos", "3.0"))
    script.receive(restart, MPVScript.change("seeking", "false"))
    script.forget()
    script.receive(MPVScript.change("time-pos", "3.02"))
    #expect(script.reports.isEmpty)
    script.receive(MPVScript.change("time-pos", "2.98"))
    #expect(script.words == ["moved"])
  }

  @Test func aStillImageHasNoTime() {
    let script = MPVScript.playing(["duration": "0.0", "container-fps": "1.0"])
    #expect(script.facts?.isStill == true && script.facts?.item?.duration == nil)
    #expect(script.facts?.playback == .playing && script.facts?.movingRate == .paused)
    #expect(script.facts?.state == .playing)
    #expect(script.machine.accuracy.habits(of: .frames).hold == .zero)
  }

  /// As that of a file that is being downloaded, after which it is complete.
  @Test func aDurationThatStaysTheSameIsKnownAgain() {
    var script = MPVScript.playing()
    for duration in ["6.0", "7.0"] { script.receive(MPVScript.change("duration", duration)) }
    #expect(script.facts?.item?.duration == nil)
    for _ in 0..<29 {
      script.now += 990
      script.receive(MPVScript.change("volume", "50.0"))
    }
    #expect(script.facts?.item?.duration == nil)
    script.receive(MPVScript.change("pause", "true"))
    script.now += 60_000
    script.receive(MPVScript.change("pause", "false"))
    #expect(script.facts?.item?.duration == nil)
    script.now += 30_000
    script.receive(MPVScript.change("volume", "51.0"))
    #expect(script.facts?.item?.duration == .seconds(7))
  }
}
