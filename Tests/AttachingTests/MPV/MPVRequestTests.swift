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

  /// The correction of the pitch moves the sound.
  @Test func theRateOfAFollowerChangesThePitchForATime() throws {
    let name = "audio-pitch-correction"
    func commands(_ script: inout MPVScript, _ rate: Rate) throws -> [String] {
      script.forget()
      try script.request(.setRate(rate))
      return script.sent.map { $0.contains(name) ? $0.contains("true") ? "on" : "off" : "speed" }
    }
    let beside = Rate(1_000_001, 1_000_000)
    var script = MPVScript.playing()
    script.receive(MPVScript.change(name, "true"))
    for _ in 0..<2 {
      #expect(try commands(&script, beside) == ["off", "speed"])
      script.receive(MPVScript.change(name, "false"))
      #expect(try commands(&script, Rate(199, 200)) == ["speed"])
      #expect(try commands(&script, .normal) == ["speed", "on"])
      script.receive(MPVScript.change(name, "true"))
      #expect(try commands(&script, 1.5) == ["speed"])
    }
    #expect(try commands(&script, beside) == ["off", "speed"])
    #expect(try commands(&script, 1.5) == ["speed", "on"])
    // Its user has turned it off.
    script = .playing()
    script.receive(MPVScript.change(name, "false"))
    for rate in [beside, .normal, 1.5] {
      #expect(try commands(&script, rate) == ["speed"])
      script.receive(MPVScript.change("speed", "\(rate.doubleValue)"))
    }
    // A command that was killed has.
    script = .playing(["speed": "1.000001"])
    script.receive(MPVScript.change(name, "false"))
    #expect(try commands(&script, Rate(199, 200)) == ["speed"])
    #expect(try commands(&script, .normal) == ["speed", "on"])
    // Another version does not know it.
    script = .playing()
    #expect(try commands(&script, beside) == ["speed"])
  }

  @Test func theCorrectionOfThePitchHidesWhereTheSoundIs() {
    func errors(_ script: inout MPVScript, _ name: String, _ value: String) -> [Duration] {
      script.forget()
      script.receive(MPVScript.change(name, value))
      return script.reports.compactMap {
        if case .uncertainty(let total, let bias) = $0, total == bias { total } else { nil }
      }
    }
    var script = MPVScript.playing()
    #expect(script.reports.allSatisfy { $0 != .uncertainty(.zero, bias: .zero) })
    #expect(errors(&script, "speed", "1.5") == [.milliseconds(60)])
    #expect(errors(&script, "volume", "50") == [])
    #expect(errors(&script, "audio-pitch-correction", "false") == [.zero])
    #expect(errors(&script, "audio-pitch-correction", "true") == [.milliseconds(60)])
    #expect(errors(&script, "speed", "0.5") == [.milliseconds(40)])
    #expect(errors(&script, "speed", "1") == [.zero])
    // The time of a frame is that of the picture.
    script.read()
    script.reply(nil, error: "property unavailable")
    #expect(errors(&script, "speed", "1.5") == [])
  }
}
