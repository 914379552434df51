import PlayheadInterprocess
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// Positions that are none, and positions that cannot be believed.
@Suite struct MPRISPositionTests {
  private typealias Stage = MPRISStage

  private static let unknown = BusAnswer.error(
    ReceivedError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "no such property"))

  /// Checks the reports when the player states a position some microseconds later.
  private func check(
    _ stage: inout Stage, _ microseconds: Int64, after time: Int64, _ words: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    stage.time += time
    stage.players[Stage.vlc]?["Position"] = .int64(microseconds)
    stage.machine.read()
    let reported = stage.answer().map(Self.word).joined(separator: " ")
    #expect(reported == words, sourceLocation: location)
  }

  private static func word(_ report: SourceReport) -> String {
    switch report {
    case .reading(let reading): "\(reading.value.seconds)"
    case .withoutPosition: "none"
    case .answered: "answered"
    default: "other"
    }
  }

  @Test(
    arguments: [
      .values([.variant(.value(.int64(-1)))], sender: ":1.0"),
      .values([.variant(.value(.int64(1_795_927_413_000_000)))], sender: ":1.0"),
      .values([], sender: ":1.0"), unknown,
    ] as [BusAnswer])
  func anAnswerWithoutAPositionIsAnAnswer(answer: BusAnswer) {
    var stage = Stage.following(Stage.song)
    let owesAnswer = stage.machine.read()
    #expect(owesAnswer && stage.answer(answer) == [.withoutPosition])
  }

  @Test func everyReplyIsAnAnswer() throws {
    var stage = Stage.following(Stage.song)
    try stage.machine.request(.setPaused(true))
    #expect(stage.answer() == [.answered])
    // The properties, which have not changed.
    #expect(stage.answer() == [.reading(reading(of: stage, 7_000_000))])
    try stage.machine.request(.next)
    #expect(stage.answer(Self.unknown) == [.refused(.next, "no such property")])
  }

  private func reading(of stage: Stage, _ microseconds: Int64) -> PositionReading {
    PositionReading(
      sent: Stage.instant(stage.time - 1), received: stage.now,
      value: MediaTime(ticks: microseconds, timebase: .microseconds))
  }

  @Test func nothingIsOwedWhereNothingWasAsked() {
    var stage = MPRISStage(.named("vlc"), [Stage.vlc: Stage.song])
    let first = stage.machine.read()
    _ = stage.answerAll()
    let second = stage.machine.read()
    #expect(!first && second)
  }

  @Test func afterSeekedAValueOfBeforeIsIgnored() {
    var stage = Stage.following(Stage.song)
    check(&stage, 7_100_000, after: 100_000, "7.1")
    _ = stage.seeked(.int64(30_000_000))
    check(&stage, 7_200_000, after: 50_000, "answered")
    check(&stage, 7_500_000, after: 300_000, "answered")
    check(&stage, 30_400_000, after: 50_000, "30.4")
    // Once they agree, each value counts.
    check(&stage, 7_900_000, after: 400_000, "7.9")
  }

  @Test(arguments: [6_000_000, 8_200_000] as [Int64])
  func afterAShortSeekAValueOfBeforeIsIgnored(target: Int64) {
    var stage = Stage.following(Stage.song)
    check(&stage, 7_000_000, after: 0, "7.0")
    _ = stage.seeked(.int64(target))
    check(&stage, 7_400_000, after: 400_000, "answered")
    check(&stage, target + 500_000, after: 100_000, "\(Double(target + 500_000) / 1e6)")
  }

  @Test func theSignalOfASeekCountsForTwoSeconds() {
    var stage = Stage.following(Stage.song)
    _ = stage.seeked(.int64(30_000_000))
    check(&stage, 9_000_000, after: 1_900_000, "answered")
    check(&stage, 9_200_000, after: 200_000, "9.2")
  }

  @Test func aPositionThatNeverMovesIsNone() {
    var stage = Stage.following(Stage.song)
    check(&stage, 7_000_000, after: 100_000, "7.0")
    check(&stage, 7_000_000, after: 2_800_000, "7.0")
    check(&stage, 7_000_000, after: 300_000, "none")
    check(&stage, 7_000_000, after: 9_000_000, "none")
    check(&stage, 7_100_000, after: 100_000, "7.1")
    check(&stage, 7_100_000, after: 100_000, "7.1")
  }

  @Test func thePositionOfAPauseStays() {
    var stage = Stage.following(Stage.song)
    _ = stage.change(["PlaybackStatus": .text("Paused")])
    check(&stage, 7_000_000, after: 100_000, "7.0")
    check(&stage, 7_000_000, after: 9_000_000, "7.0")
    _ = stage.change(["PlaybackStatus": .text("Playing")])
    check(&stage, 7_000_000, after: 100_000, "7.0")
  }
}
