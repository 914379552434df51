import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// What values of a wrong speed add to the uncertainty.
@Suite struct SpeedDoubtTests {
  private func bounds(_ instant: Double, _ position: Double) -> PositionBounds {
    let position = Int128(position * 1e9)
    return PositionBounds(
      instant: HostInstant(nanoseconds: Int64(instant * 1e9)), low: position, high: position)
  }

  private func doubt(
    memory: Int128 = 6_000_000_000, speed: Rate = .normal, of readings: [(Double, Double)]
  ) -> SpeedDoubt {
    var doubt = SpeedDoubt(memory: memory)
    for (instant, position) in readings {
      doubt.add(bounds(instant, position), speed: Speed(speed))
    }
    return doubt
  }

  private func milliseconds(_ doubt: SpeedDoubt, at instant: Double) -> Double {
    Double(doubt.distance(at: HostInstant(nanoseconds: Int64(instant * 1e9)))) / 1e6
  }

  @Test func theErrorOfTheSpeedCountsForTheMemory() {
    // 10.4 ms in a second, of which 0.4 ms are noise.
    let doubt = doubt(of: [(0, 0), (1, 1.0104)])
    #expect(abs(milliseconds(doubt, at: 1) - 60) < 0.01)
    #expect(abs(milliseconds(doubt, at: 6) - 30) < 0.01)
    #expect(milliseconds(doubt, at: 11) == 0)
    #expect(milliseconds(self.doubt(of: [(0, 0), (1, 0.9896)]), at: 1) > 59)
  }

  @Test(arguments: [Rate(1, 100), Rate(1, 2), Rate(2, 1), Rate(16, 1)])
  func theRightSpeedIsThatOfTheRate(_ rate: Rate) {
    let doubt = doubt(speed: rate, of: [(0, 0), (1, rate.doubleValue), (2, 2 * rate.doubleValue)])
    #expect(milliseconds(doubt, at: 2) == 0)
  }

  @Test func noiseIsNoSpeed() {
    let doubt = doubt(of: [(0, 0), (0.25, 0.2504), (0.5, 0.5), (0.75, 0.7496)])
    #expect(milliseconds(doubt, at: 1) == 0)
  }

  @Test func aSmallerErrorDoesNotReplaceAGreater() {
    let doubt = doubt(of: [(0, 0), (1, 1.0104), (2, 2.0104), (4.5, 4.5104), (5.5, 5.5104)])
    #expect(abs(milliseconds(doubt, at: 6) - 30) < 0.01)
  }

  /// One value was late, and those after it pass at the right speed.
  @Test(arguments: [1.0, 0.5, 0.25]) func stableValuesEndADoubt(_ interval: Double) {
    var doubt = doubt(of: [(0, 0), (0.5, 0.5104), (1, 1.0104)])
    #expect(milliseconds(doubt, at: 1) > 100)
    for index in 1...Int(3.0 / interval) {
      let instant = 1 + Double(index) * interval
      doubt.add(bounds(instant, instant + 0.0104), speed: Speed(.normal))
    }
    #expect(milliseconds(doubt, at: 4) < 12)
  }

  /// Values that drift for 1.5 s, and jump back, are not taken for stable ones.
  @Test(arguments: [0.25, 0.6, 1]) func aDriftThatIsCorrectedIsStillADoubt(_ interval: Double) {
    for phase in stride(from: 0, to: 1.5, by: 0.1) {
      var doubt = SpeedDoubt(memory: 6_000_000_000)
      for index in 0..<Int(6 / interval) {
        let time = Double(index) * interval + phase
        let pass = (time / 1.5).rounded(.down)
        let slope = 0.01 * (0..<Int(pass)).reduce(1.0) { value, _ in value * 0.7 }
        let error = slope * (2.7 + time - pass * 1.5)
        doubt.add(bounds(time, time + error), speed: Speed(.normal))
        guard Double(index) * interval > 1 else { continue }
        let stated = milliseconds(doubt, at: time) / 1_000 + 0.002
        #expect(stated >= error, "\(phase) s, \(time) s")
      }
    }
  }

  @Test func aMoveIsNoSpeed() {
    let doubt = doubt(of: [(0, 0), (1, 1.2), (2, 2.2)])
    #expect(milliseconds(doubt, at: 2) == 0)
  }

  @Test func itHasALimit() {
    #expect(abs(milliseconds(doubt(of: [(0, 0), (0.25, 0.34)]), at: 0.25) - 300) < 0.01)
  }

  @Test func lateAndRepeatedReadingsShowNothing() {
    let doubt = doubt(of: [(1, 1), (1, 1.05), (0.5, 0.6), (1.1, 1.15)])
    #expect(milliseconds(doubt, at: 2) == 0)
  }

  @Test func withoutAMemoryThereIsNone() {
    #expect(milliseconds(doubt(memory: 0, of: [(0, 0), (1, 1.05)]), at: 1) == 0)
  }

  @Test func anEventSeparatesReadings() {
    var doubt = doubt(of: [(0, 0), (0.5, 0.5), (1, 1)])
    #expect(!doubt.isBlind)
    doubt.interrupt()
    #expect(doubt.isBlind)
    doubt.add(bounds(1.5, 1.55), speed: Speed(.normal))
    #expect(milliseconds(doubt, at: 1.5) == 0)
  }

  @Test func whatWasFoundRemainsIfTheHabitsChange() {
    let old = doubt(of: [(0, 0), (1, 1.0104)])
    let new = SpeedDoubt(memory: 1, after: old)
    #expect(milliseconds(new, at: 1) == milliseconds(old, at: 1))
  }

  /// A pause, a change of the rate and a seek do not look like a wrong speed.
  @Test(arguments: 0..<3) func eventsOfAPlayerAreNoDoubt(_ event: Int) {
    var run = EstimatorRun(PlayerKind.mpvUnsettled(by: 0).model, MPVProtocol.habits)
    run.play(seconds: 30)
    switch event {
    case 0:
      run.change(speed: 0)
      run.play(seconds: 0.1)
      run.change(speed: 1_000_000)
      run.resetCounts()
      // Sound may have been played on.
      run.play(seconds: 1)
      #expect(run.covered == run.checks)
    case 1:
      run.change(speed: 1_050_000)
      run.resetCounts()
      // Sound of the rate before may be played for a second.
      run.play(seconds: 1.1)
      #expect(run.covered == run.checks)
    default:
      let position = run.player.position(at: run.now)
      run.change(speed: 1_000_000, position: position + 90_000_000)
    }
    run.resetCounts()
    run.play(seconds: 5)
    #expect(run.meanUncertainty < 4 && run.covered == run.checks)
  }

  /// As of a sound server that was late once.
  @Test(arguments: [Int64(8_000_000), -20_000_000, 60_000_000])
  func aValueThatWasWrongOnceIsForgotten(_ error: Int64) {
    let kind = PlayerKind.mpvUnsettled(by: 0)
    var run = EstimatorRun(kind.model, kind.habits)
    run.play(seconds: 30)
    run.player.error = error
    run.play(seconds: 1)
    run.player.error = 0
    // The next value comes after a second, and those of another second are seen to be stable.
    run.play(seconds: 3)
    #expect(run.uncertainty < kind.uncertainty)
    run.resetCounts()
    run.play(seconds: 30)
    #expect(run.covered == run.checks && run.meanUncertainty < 5)
  }
}
