import PlayheadAttaching
import PlayheadCore
import PlayheadTimekeeping
import Testing

@Suite struct MPDRequestTests {
  @Test(
    arguments: [
      (.setPaused(true), "pause 1"), (.setPaused(false), "pause 0"),
      (.seek(to: .milliseconds(1_005)), "seekcur 1.005"),
      (.seek(to: .milliseconds(-5)), "seekcur 0.000"),
      (.seek(to: MediaTime(ticks: .max, timebase: .seconds)), "seekcur 9223372036.854"),
      (.next, "next"), (.previous, "previous"), (.setVolume(55.4), "setvol 55"),
      (.setVolume(-1e300), "setvol 0"), (.setVolume(400), "setvol 100"),
    ] as [(PlayerRequest, String)])
  func aRequestIsACommand(request: PlayerRequest, command: String) throws {
    var script = MPDScript.playing()
    script.forget()
    try script.request(request)
    #expect(script.sent == ["noidle", command, MPDScript.idle])
    script.receive("OK\nACK [2@0] {x} Bad song index\n")
    #expect(script.reports == [.refused(request, "Bad song index")])
  }

  @Test(
    arguments: [
      (.setRate(2), "MPD cannot play at another rate"),
      (.setMuted(true), "MPD cannot turn its sound off"),
      (.quit, "MPD is not ended, because other programs use it"),
      (.setVolume(.infinity), "the volume must be a number"),
    ] as [(PlayerRequest, String)])
  func whatMPDCannotDoIsRefused(request: PlayerRequest, reason: String) {
    var script = MPDScript.playing()
    #expect(throws: TransportRefusal.unsupported(reason)) { try script.request(request) }
  }

  @Test func theNormalRateNeedsNoCommand() throws {
    var script = MPDScript.playing()
    script.forget()
    try script.request(.setRate(1))
    #expect(script.sent.isEmpty)
  }

  @Test func aStoppedPlayerPlaysAndDoesNotSeek() throws {
    var script = MPDScript.playing(MPDScript.stopped)
    script.forget()
    #expect(throws: TransportRefusal.unavailable) { try script.request(.seek(to: .zero)) }
    try script.request(.setPaused(false))
    #expect(script.sent == ["noidle", "play", MPDScript.idle])
  }

  @Test func aSeekThatIsDoneIsReportedOnce() throws {
    var script = MPDScript.playing()
    script.forget()
    try script.request(.seek(to: .seconds(40)))
    script.receive(
      "OK\nOK\nchanged: player\nOK\n" + MPDScript.status(elapsed: "40.0") + MPDScript.song())
    #expect(script.words == ["moved", "reading 40.0"])
    #expect(
      script.reports[0]
        == .moved(to: .seconds(40), since: MPVScript.instant(20), received: MPVScript.instant(30)))
  }

  @Test func aSongThatIsSkippedNearItsEndHasNotEnded() throws {
    var script = MPDScript.playing(MPDScript.status(elapsed: "59.9"))
    script.forget()
    try script.request(.next)
    script.receive("OK\nOK\nchanged: player\nOK\n")
    script.receive(MPDScript.status(elapsed: "0.0", id: "2") + MPDScript.song(id: "2"))
    #expect(script.words == ["playing 2", "reading 0.0", "playing 2"])
  }

  @Test func requestsThatNobodyAnswersAreRefused() throws {
    var script = MPDScript.playing()
    for _ in 0..<64 { try script.request(.next) }
    #expect(throws: TransportRefusal.unsupported("the player does not answer")) {
      try script.request(.next)
    }
  }
}
