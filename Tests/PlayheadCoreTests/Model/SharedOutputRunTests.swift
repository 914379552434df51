import Glibc
import PlayheadTestEnvironment
import Testing

/// Random runs of players that share an output. `PLAYHEAD_SHARED_RUN` repeats one.
@Suite struct SharedOutputRunTests {
  private static let runsOfABatch = UInt64(TestEffort.rounds(25))

  @Test(arguments: 0..<4 as Range<UInt64>)
  func eachPlayerIsHeardOnceAndToItsEnd(batch: UInt64) {
    let only = getenv("PLAYHEAD_SHARED_RUN").flatMap { UInt64(String(cString: $0)) }
    for number in batch * Self.runsOfABatch..<(batch + 1) * Self.runsOfABatch {
      if let only, only != number { continue }
      let problems = SharedOutputRun(number: number).findProblems()
      if let problems { Issue.record("run \(number):\n\(problems)") }
    }
  }

  /// Runs that have found defects: samples that the device had taken before a flush were heard twice by a player that was
  /// paused (193), stalled (30) or about to start (104), and a paused player was heard after another one's end (131).
  /// After another one was closed, a paused player supposed that the device played on (1760, 1805). Samples were lost: one
  /// after discarded ones (1364), the last ones before a device that had stood still (2744), and those that it gave back
  /// or had not played where the playhead was (5430, 5900). A cancelled start was not expected (1254).
  @Test(
    arguments: [30, 104, 131, 193, 1_254, 1_364, 1_760, 1_805, 2_744, 5_430, 5_900] as [UInt64])
  func aFoundRunHasNoProblem(number: UInt64) {
    let problems = SharedOutputRun(number: number).findProblems()
    #expect(problems == nil)
  }
}
