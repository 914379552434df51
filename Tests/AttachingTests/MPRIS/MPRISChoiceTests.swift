import PlayheadInterprocess
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// Which player a source follows.
@Suite struct MPRISChoiceTests {
  private typealias Stage = MPRISStage

  private func song(_ title: String, _ status: String) -> [String: BusValue] {
    ["PlaybackStatus": .text(status), "Metadata": .dictionary(["xesam:title": .text(title)])]
  }

  private func titles(_ reports: [SourceReport]) -> [String?] {
    reports.compactMap(\.facts).map { $0.item?.title }
  }

  private func stage(_ vlc: String, _ other: String, _ target: MPRISTarget = .any) -> Stage {
    MPRISStage(target, [Stage.vlc: song("V", vlc), Stage.other: song("O", other)])
  }

  @Test func thePlayerThatPlaysIsFollowed() {
    var stage = stage("Playing", "Paused")
    let reports = stage.answerAll()
    #expect(titles(reports) == ["V"])
    #expect(reports.first == .habits(.mpris(Stage.vlc)))
  }

  @Test func amongPausedPlayersTheOneThatChangedLastIsFollowed() {
    var first = stage("Paused", "Paused")
    #expect(titles(first.answerAll()) == ["O"])
    var stage = stage("Paused", "Paused")
    _ = stage.answer()
    _ = stage.answer()
    _ = stage.answer()
    // The names are known and one has answered; now both have.
    #expect(titles(stage.answerAll()) == ["O"])
    _ = stage.change(["Volume": .double(1)])
    // The item of the other one is over.
    #expect(titles(stage.own(Stage.other, "") + stage.answerAll()) == [nil, "V"])
  }

  @Test func anotherPlayerIsFollowedOnlyIfItStartsWhileThePresentOneDoesNotPlay() {
    var stage = stage("Playing", "Paused")
    _ = stage.answerAll()
    _ = stage.change(["PlaybackStatus": .text("Playing")], of: Stage.other)
    #expect(stage.answerAll() == [])
    // It plays already.
    _ = stage.change(["PlaybackStatus": .text("Paused")])
    #expect(stage.answerAll() == [])
    _ = stage.change(["PlaybackStatus": .text("Paused")], of: Stage.other)
    _ = stage.change(["PlaybackStatus": .text("Playing")], of: Stage.other)
    #expect(titles(stage.answerAll()) == ["O"])
  }

  @Test func aNewPlayerThatPlaysIsFollowedIfThePresentOneDoesNot() {
    var stage = stage("Paused", "Stopped", .any)
    _ = stage.answerAll()
    let new = "org.mpris.MediaPlayer2.new"
    stage.players[new] = song("N", "Playing")
    _ = stage.own(new, ":1.7")
    #expect(titles(stage.answerAll()) == ["N"])
  }

  /// Answers for three seconds that the player that is followed has no position, and returns the titles of the items
  /// that are reported.
  private func titlesWithoutPosition(_ stage: inout Stage) -> [String?] {
    _ = stage.answerAll()
    var titles: [String?] = []
    for _ in 1...3 {
      stage.time += 1_000_000
      stage.machine.read()
      titles += self.titles(stage.answerAll())
    }
    return titles
  }

  @Test func anotherPlayerThatPlaysIsFollowedIfTheFirstHasNoPosition() {
    var stage = stage("Playing", "Playing")
    stage.players[Stage.other]?["Position"] = .int64(5)
    _ = stage.answerAll()
    // The first in the order of names that has no position.
    stage.players[Stage.other]?["Position"] = .int64(-1)
    stage.players[Stage.vlc]?["Position"] = .int64(5)
    // The item of the first one is over before the other answers.
    #expect(titlesWithoutPosition(&stage) == [nil, "V"])
    // Both have none now, so that there is nothing to choose.
    stage.players[Stage.vlc]?["Position"] = .int64(-1)
    #expect(titlesWithoutPosition(&stage) == [])
  }

  @Test(arguments: [("Paused", MPRISTarget.any), ("Playing", .named("vlc"))])
  func aPlayerWithoutAPositionIsKept(other: String, target: MPRISTarget) {
    var stage = stage("Playing", other, target)
    #expect(titlesWithoutPosition(&stage) == [])
  }

  @Test func theItemOfAPlayerThatHasGoneIsOverAtOnce() {
    var stage = stage("Playing", "Stopped")
    _ = stage.answerAll()
    let reports = stage.own(Stage.vlc, "")
    #expect(reports.first == .facts(PlayerFacts(), since: stage.now, received: stage.now))
    // The other one does not answer.
    #expect(reports.dropFirst() == [.habits(.mpris(Stage.other))])
  }

  @Test func theSoundOfVLCIsThatOfItsProcess() {
    var stage = MPRISStage(.any, [Stage.vlc: song("V", "Playing")])
    stage.processes[":1.0"] = 7
    let reports = stage.answerAll()
    let sound = PlayerSound.mpris(Stage.vlc, process: 7, playing: nil)
    #expect(sound != nil && reports.contains(.sound(sound)))
    // Other kinds of files have other delays.
    let track: BusValue = .dictionary([
      "mpris:trackid": .path("/t/2"), "xesam:url": .text("file:///a.b/other.WAV"),
    ])
    let changed = stage.change(["Metadata": track])
    let other = PlayerSound.mpris(Stage.vlc, process: 7, playing: "/other.wav")
    #expect(other != sound && changed.contains(.sound(other)))
    stage.players[Stage.other] = song("O", "Playing")
    _ = stage.own(Stage.other, ":1.5")
    _ = stage.answerAll()
    let afterwards = stage.own(Stage.vlc, "")
    #expect(afterwards.contains(.sound(nil)))
  }

  @Test func aProcessThatIsNoneIsNotReported() {
    for process in [0, UInt32.max] {
      var stage = MPRISStage(.any, [Stage.vlc: song("V", "Playing")])
      stage.processes[":1.0"] = process
      let hasSound = stage.answerAll().contains {
        if case .sound = $0 { true } else { false }
      }
      #expect(!hasSound)
    }
  }

  @Test func repliesOfAPlayerThatIsNotFollowedAnyMoreAreIgnored() {
    var stage = stage("Playing", "Paused")
    _ = stage.answerAll()
    stage.machine.read()
    stage.send()
    #expect(stage.own(Stage.vlc, "").last == .habits(.mpris(Stage.other)))
    #expect(stage.answer() == [])
    #expect(titles(stage.answerAll()) == ["O"])
  }

  @Test func aPlayerThatGoesIsLost() {
    var stage = MPRISStage.following(MPRISStage.song)
    #expect(stage.own(Stage.vlc, "") == [.lost(.closed)])
    #expect(stage.own(Stage.vlc, ":1.5") == [])
    stage.send()
    #expect(stage.waiting.isEmpty)
  }

  @Test func aProgramThatTakesTheNameIsFollowed() {
    var stage = MPRISStage.following(song("V", "Playing"))
    stage.players[Stage.vlc] = song("W", "Playing")
    _ = stage.own(Stage.vlc, ":1.8")
    #expect(titles(stage.answerAll()) == ["W"])
  }

  @Test func theNameOfAProgramMeansItsInstances() {
    let names = ["vlc.instance1", "vlc.instance2", "vlcx"].map { MPRISTarget.prefix + $0 }
    var stage = MPRISStage(
      .named("vlc"),
      [
        names[0]: song("1", "Paused"), names[1]: song("2", "Playing"),
        names[2]: song("x", "Playing"),
      ])
    #expect(titles(stage.answerAll()) == ["2"])
    var exact = MPRISStage(
      .named("vlc"), [Stage.vlc: song("V", "Paused"), names[1]: song("2", "Playing")])
    #expect(titles(exact.answerAll()) == ["V"])
  }

  @Test func anotherNameOfTheSameProgramIsNotFollowed() {
    let instance = Stage.vlc + ".instance7"
    var stage = MPRISStage(
      .any, [Stage.vlc: song("V", "Playing"), instance: song("V", "Playing")])
    stage.owners[instance] = stage.owners[Stage.vlc]
    #expect(titles(stage.answerAll()) == ["V"])
    for status in ["Paused", "Playing"] {
      _ = stage.change(["PlaybackStatus": .text(status)], of: instance)
      _ = stage.change(["PlaybackStatus": .text(status)])
    }
    #expect(stage.machine.followed == 1 && stage.machine.player?.name == Stage.vlc)
  }

  @Test func aPauseThatIsNotSignaledIsNoticed() throws {
    var stage = stage("Playing", "Paused")
    _ = stage.answerAll()
    try stage.machine.request(.setPaused(true))
    stage.players[Stage.vlc] = song("V", "Paused")
    #expect(stage.answerAll().compactMap(\.facts).map(\.playback) == [.paused])
    _ = stage.change(["PlaybackStatus": .text("Playing")], of: Stage.other)
    #expect(titles(stage.answerAll()) == ["O"])
  }

  @Test func anotherProcessOfTheSameProgramIsFollowedIfItStarts() {
    let instance = Stage.vlc + ".instance7"
    var stage = MPRISStage(
      .any, [Stage.vlc: song("V", "Paused"), instance: song("W", "Paused")])
    #expect(titles(stage.answerAll()) == ["V"])
    _ = stage.change(["PlaybackStatus": .text("Playing")], of: instance)
    #expect(titles(stage.answerAll()) == ["W"])
  }

  @Test func withoutANameNeitherAProxyNorTheOwnPlayerIsFollowed() {
    #expect(!MPRISTarget.any.includes("org.mpris.MediaPlayer2.playerctld"))
    #expect(!MPRISTarget.any.includes("org.mpris.MediaPlayer2.playhead.instance5", process: 5))
    #expect(MPRISTarget.any.includes("org.mpris.MediaPlayer2.playhead.instance5", process: 6))
    #expect(!MPRISTarget.any.includes("org.mpris.MediaPlayer2"))
  }

  @Test func noPlayerIsALoss() {
    var none = MPRISStage(.any)
    #expect(none.answerAll() == [.lost(.failed("there is no player on the session bus"))])
    var named = MPRISStage(.named("mpv"), [Stage.vlc: [:]])
    #expect(named.answerAll() == [.lost(.failed("there is no player 'mpv' on the session bus"))])
    var damaged = MPRISStage(.any)
    #expect(
      damaged.answer(.values([.text("x")], sender: ""))
        == [.lost(.failed("the session bus cannot be reached"))])
  }

  @Test func aPlayerThatDoesNotAnswerIsLost() {
    let unanswered = BusAnswer.error(
      ReceivedError(name: "org.freedesktop.DBus.Error.NoReply", message: "timed out"))
    var first = MPRISStage(.named("vlc"), [Stage.vlc: [:]])
    _ = first.answer()
    #expect(first.answer(unanswered) == [.lost(.failed("the player does not answer"))])
    var stage = MPRISStage.following(MPRISStage.song)
    stage.machine.read()
    stage.send()
    stage.time += 10_000_000
    #expect(stage.answer(unanswered) == [.lost(.failed("the player does not answer"))])
  }

  @Test func aPlayerThatDoesNotAnswerDoesNotHideOthers() {
    var stage = stage("Playing", "Playing")
    _ = stage.answer()
    _ = stage.answer(.error(ReceivedError(name: "org.freedesktop.DBus.Error.NoReply", message: "")))
    #expect(titles(stage.answerAll()) == ["V"])
  }

  @Test func signalsOfOtherProgramsAreIgnored() {
    var stage = MPRISStage.following(MPRISStage.song)
    #expect(stage.change(["PlaybackStatus": .text("Paused")], of: "unknown") == [])
    #expect(stage.seeked(.int64(1), from: "unknown") == [])
    // Only the bus reports the owner of a name.
    #expect(
      stage.signal(
        Stage.vlc, MPRISCall.bus, "NameOwnerChanged", [.text(Stage.vlc), .text(""), .text("")])
        == [])
    let wrong: [[BusValue]] = [[], [.text("x")], [.text(MPRISCall.player), .int64(1), .int64(2)]]
    for arguments in wrong {
      #expect(
        stage.signal(Stage.vlc, MPRISCall.properties, "PropertiesChanged", arguments) == [])
    }
  }

  @Test func playersBeyondTheLimitAreIgnored() {
    var stage = MPRISStage(.any)
    for index in 1...1_000 { stage.players["org.mpris.MediaPlayer2.p\(index)"] = [:] }
    _ = stage.answer()
    stage.send()
    #expect(stage.waiting.count == 64)
  }
}
