import PlayheadAttaching
import PlayheadCore
import PlayheadTimekeeping
import Testing

@Suite struct MPVRequestTests {
  @Test(
    arguments: [
      (.setPaused(true), #"["set_property","pause",true]"#),
      (.seek(to: .milliseconds(1_500)), #"["seek",1.500000,"absolute+exact"]"#),
      (.seek(to: .milliseconds(-1)), #"["seek",0.000000,"absolute+exact"]"#),
      (.setRate(1.5), #"["set_property","speed",1.500000]"#), (.next, #"["playlist-next"]"#),
      (.previous, #"["playlist-prev"]"#), (.setVolume(55), #"["set_property","volume",55.000000]"#),
      (.setMuted(false), #"["set_property","mute",false]"#), (.quit, #"["quit"]"#),
    ] as [(PlayerRequest, String)])
  func aRequestIsACommand(request: PlayerRequest, command: String) throws {
    var script = MPVScript.playing()
    script.forget()
    try script.request(request)
    #expect(script.lastCommand == command)
    script.reply("null")
    #expect(script.reports == [.answered])
    try script.request(request)
    script.reply(nil, error: "error running command")
    #expect(script.reports.dropFirst() == [.refused(request, "error running command")])
  }

  @Test func aSeekWithoutAFileIsRefused() {
    var script = MPVScript.playing(["path": "null"])
    #expect(throws: TransportRefusal.unavailable) { try script.request(.seek(to: .zero)) }
    #expect(throws: TransportRefusal.unsupported("the volume must be a number")) {
      try script.request(.setVolume(.nan))
    }
  }

  @Test func requestsThatNobodyAnswersAreRefused() throws {
    var script = MPVScript.playing()
    for _ in 0..<64 { try script.request(.next) }
    #expect(throws: TransportRefusal.unsupported("the player does not answer")) {
      try script.request(.next)
    }
    script.reply("null")
    try script.request(.next)
  }
}
