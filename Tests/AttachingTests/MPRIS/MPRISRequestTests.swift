import PlayheadCore
import PlayheadInterprocess
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// Requests and their results.
@Suite struct MPRISRequestTests {
  private func refusal(_ request: PlayerRequest, _ properties: [String: BusValue]) -> String? {
    var stage = MPRISStage.following(properties)
    do throws(TransportRefusal) {
      try stage.machine.request(request)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func requestsAreCallsOfThePlayer() throws {
    var stage = MPRISStage.following(MPRISStage.song)
    let requests: [PlayerRequest] = [
      .setPaused(true), .setPaused(false), .next, .previous, .seek(to: .milliseconds(5_250)),
      .seek(to: .seconds(-3)),
    ]
    for request in requests { try stage.machine.request(request) }
    _ = stage.answerAll()
    #expect(
      stage.methods == [
        "Pause", "Play", "Next", "Previous", "SetPosition /track/1 5250000",
        "SetPosition /track/1 0",
      ])
  }

  @Test func rateVolumeAndQuitAreCallsOfOtherInterfaces() throws {
    var stage = MPRISStage.following(MPRISStage.song)
    for request in [PlayerRequest.setRate(2), .setVolume(50), .quit] {
      try stage.machine.request(request)
    }
    stage.send()
    #expect(stage.waiting.map(\.request.member) == ["Set", "Set", "Quit"])
    #expect(
      stage.waiting[0].request.arguments == [
        .text(MPRISCall.player), .text("Rate"), .variant(.value(.double(2))),
      ])
    #expect(stage.waiting[1].request.arguments.last == .variant(.value(.double(0.5))))
    #expect(stage.waiting[2].request.interface == "org.mpris.MediaPlayer2")
  }

  /// VLC plays at 1000 / n, and rounds n down.
  @Test(
    arguments: [
      (1, 1_000), (1.000_001, 1_000), (0.999_999, 1_000), (1.005, 995), (0.995, 1_005), (1.6, 625),
      (2, 500), (4, 250),
    ] as [(Double, Int32)])
  func theRateOfVLCIsTheNearestThatItHas(_ rate: Double, _ count: Int32) {
    let sent = MPRISValue.rateOfVLC(rate)
    #expect(Int32(1_000 / Float(sent)) == count && abs(sent / rate - 1) < 0.000_6)
  }

  @Test func withoutATrackASeekIsAnOffsetFromANewReading() throws {
    var stage = MPRISStage.following(["Position": .int64(7_000_000)])
    try stage.machine.request(.seek(to: .seconds(5)))
    #expect(stage.answerAll().first?.reading?.value == .seconds(7))
    #expect(stage.methods == ["Seek -2000000"])
    var unknown = MPRISStage.following(["Metadata": .dictionary(["mpris:trackid": .text("7")])])
    try unknown.machine.request(.seek(to: .seconds(5)))
    #expect(
      unknown.answerAll()
        == [.refused(.seek(to: .seconds(5)), "the player does not know its position")])
  }

  @Test func whatThePlayerDeniesIsRefusedAtOnce() {
    for (request, property) in [
      (PlayerRequest.setPaused(true), "CanPause"), (.setPaused(false), "CanPlay"),
      (.next, "CanGoNext"), (.previous, "CanGoPrevious"),
    ] {
      #expect(refusal(request, MPRISStage.song) == nil)
      var song = MPRISStage.song
      song[property] = .boolean(false)
      #expect(refusal(request, song)?.hasPrefix("the player cannot ") == true)
      song = MPRISStage.song
      song["CanControl"] = .boolean(false)
      #expect(refusal(request, song) == "the player cannot be controlled")
    }
    #expect(refusal(.setRate(8), MPRISStage.song) == "the player plays at 4.0 at most")
    #expect(refusal(.setRate(Rate(1, 4)), MPRISStage.song) == "the player plays at 0.5 at least")
    #expect(refusal(.setRate(1), [:]) == "the player cannot play at another rate")
    #expect(refusal(.setVolume(1), [:]) == "the player has no volume")
    #expect(refusal(.setMuted(true), MPRISStage.song) != nil)
  }

  @Test func aPlayerThatHasNotAnsweredIsUnavailable() {
    var stage = MPRISStage(.named("vlc"), [MPRISStage.vlc: MPRISStage.song])
    #expect(throws: TransportRefusal.unavailable) { try stage.machine.request(.next) }
    stage.machine.read()
    _ = stage.answer()
    _ = stage.answer()
    #expect(throws: TransportRefusal.unavailable) { try stage.machine.request(.next) }
  }

  @Test func theEffectOfARequestIsReadIfThePlayerDoesNotSignalIt() throws {
    var stage = MPRISStage.following(MPRISStage.song)
    try stage.machine.request(.setPaused(true))
    stage.players[MPRISStage.vlc]?["PlaybackStatus"] = .text("Paused")
    let reports = stage.answerAll()
    #expect(reports.first == .answered)
    #expect(reports.dropFirst().first?.facts?.playback == .paused && reports.last?.reading != nil)
  }

  @Test func anErrorOfThePlayerIsARefusal() throws {
    var stage = MPRISStage.following(MPRISStage.song)
    try stage.machine.request(.next)
    #expect(
      stage.answer(.error(ReceivedError(name: "x.Failed", message: "no next item")))
        == [.refused(.next, "no next item")])
  }

  @Test func requestsThatWaitAreFew() throws {
    var stage = MPRISStage.following(MPRISStage.song)
    for _ in 1...64 { try stage.machine.request(.next) }
    #expect(throws: TransportRefusal.self) { try stage.machine.request(.next) }
  }

  @Test func extremePositionsAreSent() throws {
    var stage = MPRISStage.following(["Position": .int64(0)])
    try stage.machine.request(.seek(to: MediaTime(ticks: .max, timebase: .microseconds)))
    _ = stage.answerAll()
    #expect(stage.methods == ["Seek \(Int64.max)"])
    #expect(refusal(.seek(to: .seconds(.max)), MPRISStage.song) != nil)
  }
}
