import PlayheadAudio
import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The players of one output, without players: numbers write, start and end.
@Suite struct AudioLanesTests {
  /// Lanes of a device without latency, which takes 10 ms at a time.
  private final class Stage {
    let clock = ManualHostClock()
    let output: FakeAudioOutput
    var lanes: AudioLanes

    init(laneCount: Int) throws {
      var device = FakeAudioDevice()
      device.latency = .zero
      device.periodSampleCount = 10
      let opener = FakeAudioOpener(clock: clock, devices: [device])
      _ = try opener.open(
        AudioFormat(sampleRate: 1_000, channelCount: 1), interruption: Interruption(),
        onChange: {})
      output = opener.outputs[0]
      lanes = AudioLanes(output)
      for _ in 0..<laneCount { _ = lanes.add() }
    }

    /// Writes samples of a value, and returns how many were taken.
    func write(_ count: Int, _ lane: Int) -> Int {
      [Float](repeating: Float(lane + 1), count: count).withUnsafeBufferPointer {
        lanes.write($0, lane)
      }
    }

    /// The lanes of the samples that the device has taken, each with their number.
    func heard(after milliseconds: Int) -> [String] {
      clock.advance(by: .milliseconds(milliseconds))
      var runs: [(lane: Int, count: Int)] = []
      for sample in output.takenSamples {
        let lane = Int(sample) - 1
        if runs.last?.lane == lane {
          runs[runs.count - 1].count += 1
        } else {
          runs.append((lane, 1))
        }
      }
      return runs.map { "\($0.count) of \($0.lane)" }
    }

    /// Whether a lane's samples were discarded, by lane.
    func losses(_ count: Int) -> [Bool] { (0..<count).map { lanes.status(of: $0).hasLostSamples } }
  }

  @Test func aLaneWritesWhenThoseBeforeHaveWrittenEverything() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(100, 0) == 100)
    #expect(stage.write(100, 1) == 0 && stage.lanes.status(of: 1).writableSampleCount == 0)
    stage.lanes.drain(0)
    #expect(stage.write(50, 1) == 50)
    #expect(stage.lanes.status(of: 1).nextSample == 150)
    #expect(stage.heard(after: 500) == ["100 of 0", "50 of 1"])
  }

  @Test func aLaneThatWritesAgainAfterTheNextOneHasFollowedLosesItsSamples() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(100, 0) == 100)
    stage.lanes.drain(0)
    #expect(stage.write(50, 1) == 50)
    #expect(stage.write(10, 0) == 0)
    #expect(stage.losses(2) == [true, false])
    #expect(stage.write(10, 0) == 0)
  }

  @Test func aLaneThatHadNothingToWriteGoesBeforeTheNextOneAgain() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.drain(0)
    #expect(stage.write(50, 1) == 50)
    #expect(stage.write(10, 0) == 0)
    #expect(stage.losses(2) == [true, false])
    stage.lanes.flush(0)
    #expect(stage.losses(2) == [false, true])
    #expect(stage.write(10, 0) == 10)
    stage.lanes.drain(0)
    stage.lanes.flush(1)
    #expect(stage.write(50, 1) == 50)
    stage.lanes.start(0)
    #expect(stage.heard(after: 500) == ["10 of 0", "50 of 1"])
  }

  @Test func aLaneContinuesBehindTheNextOneThatHasBeenHeard() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.drain(0)
    #expect(stage.write(50, 1) == 50)
    stage.lanes.drain(1)
    stage.lanes.start(0)
    #expect(stage.heard(after: 500) == ["50 of 1"])
    stage.output.requestReading()
    #expect(stage.write(10, 0) == 10)
    #expect(stage.losses(2) == [false, false])
  }

  @Test func aLaneContinuesAfterOneThatHasPausedAtItsEnd() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(100, 0) == 100)
    stage.lanes.drain(0)
    #expect(stage.write(50, 1) == 50)
    #expect(stage.heard(after: 105) == ["100 of 0", "10 of 1"])
    stage.lanes.pause(0)
    stage.output.requestReading()
    stage.lanes.start(1)
    #expect(stage.losses(2) == [false, false])
    #expect(stage.heard(after: 500) == ["100 of 0", "50 of 1"])
  }

  @Test func aLaneThatHasPausedBeforeItsEndIsOvertaken() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(100, 0) == 100)
    stage.lanes.drain(0)
    #expect(stage.write(50, 1) == 50)
    #expect(stage.heard(after: 55) == ["60 of 0"])
    stage.lanes.pause(0)
    stage.output.requestReading()
    stage.lanes.start(1)
    #expect(stage.losses(2) == [true, true])
  }

  @Test func aLaneKnowsWhichOfItsSamplesWereDiscarded() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(100, 0) == 100)
    #expect(stage.heard(after: 55) == ["60 of 0"])
    stage.lanes.pause(0)
    stage.lanes.start(1)
    #expect(stage.write(50, 1) == 50)
    #expect(stage.losses(2) == [true, false])
    #expect(stage.lanes.keptEnd(of: 0) == 60 && stage.lanes.keptEnd(of: 1) == nil)
  }

  @Test func aLaneWhoseSamplesWereAllTakenHasLostNone() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(60, 0) == 60)
    stage.lanes.drain(0)
    // No reading shows it.
    #expect(stage.heard(after: 55) == ["60 of 0"])
    stage.lanes.pause(0)
    stage.lanes.start(1)
    #expect(stage.write(50, 1) == 50)
    #expect(stage.losses(2) == [false, false])
  }

  @Test func aLaneThatIsPausedDoesNotWriteWhileTheDevicePlaysTheOneBefore() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(1)
    stage.lanes.pause(1)
    stage.lanes.start(0)
    #expect(stage.write(60, 0) == 60)
    stage.lanes.drain(0)
    #expect(stage.heard(after: 100) == ["60 of 0"])
    stage.output.requestReading()
    #expect(stage.write(50, 1) == 0)
    stage.lanes.end(0)
    #expect(stage.write(50, 1) == 50)
    #expect(stage.heard(after: 100) == ["60 of 0"])
  }

  @Test func aReadingShowsTheOthersThatTheDeviceHasStoppedWithALane() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(100, 0) == 100)
    #expect(stage.heard(after: 55) == ["60 of 0"])
    stage.lanes.close(0)
    let reading = try #require(stage.lanes.status(of: 1).reading)
    #expect(!reading.isPlaying && reading.samplesRead == 60)
  }

  @Test func aLaneKnowsWhichRequestsPrecededItsPause() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    stage.lanes.requestReading()
    stage.lanes.pause(0)
    #expect(stage.lanes.requestCountAtStop(of: 0) == 1)
    #expect(stage.lanes.requestCountAtStop(of: 1) == 0)
    #expect(stage.lanes.status(of: 0).answeredRequestCount == 1)
    stage.lanes.requestReading()
    stage.lanes.end(1)
    #expect(stage.lanes.status(of: 0).answeredRequestCount == 2)
    #expect(stage.lanes.requestCountAtStop(of: 0) == 1)
    #expect(stage.lanes.requestCountAtStop(of: 1) == 2)
  }

  @Test func aFlushDiscardsTheSamplesOfAllLanes() throws {
    let stage = try Stage(laneCount: 3)
    stage.lanes.start(0)
    #expect(stage.write(100, 0) == 100)
    stage.lanes.drain(0)
    #expect(stage.write(50, 1) == 50)
    stage.lanes.pause(0)
    stage.lanes.flush(0)
    stage.clock.advance(by: .milliseconds(20))
    #expect(stage.losses(3) == [false, true, false])
    stage.lanes.flush(1)
    #expect(stage.losses(3) == [false, false, false])
    // The first lane must write again before the next one.
    #expect(stage.write(10, 1) == 0 && stage.write(10, 0) == 10)
  }

  @Test func aLaneThatStartsGoesBeforeThoseThatWait() throws {
    let stage = try Stage(laneCount: 3)
    stage.lanes.start(2)
    #expect(stage.write(30, 0) == 0 && stage.write(30, 1) == 0)
    #expect(stage.write(30, 2) == 30)
    stage.lanes.drain(2)
    #expect(stage.heard(after: 100) == ["30 of 2"])
  }

  @Test(arguments: [false, true])
  func aLaneThatWaitsStartsAfterTheOneThatHasOvertakenAPausedOne(closes: Bool) throws {
    let stage = try Stage(laneCount: 3)
    stage.lanes.start(0)
    #expect(stage.write(50, 0) == 50)
    stage.lanes.pause(0)
    stage.lanes.start(1)
    #expect(stage.write(30, 1) == 30)
    stage.lanes.start(2)
    stage.lanes.drain(1)
    #expect(stage.heard(after: 200).last == "30 of 1")
    if closes { stage.lanes.close(1) } else { stage.lanes.end(1) }
    #expect(stage.write(20, 2) == 20)
    stage.lanes.drain(2)
    #expect(stage.heard(after: 200).last == "20 of 2")
  }

  @Test func aLaneThatPlaysIsNotOvertaken() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(30, 0) == 30)
    stage.lanes.start(1)
    #expect(stage.write(30, 1) == 0)
    stage.lanes.drain(0)
    #expect(stage.write(30, 1) == 30)
    #expect(stage.heard(after: 200) == ["30 of 0", "30 of 1"])
  }

  @Test func theDevicePausesAtTheEndUnlessTheNextLanePlays() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    #expect(stage.write(30, 0) == 30)
    stage.lanes.drain(0)
    #expect(stage.heard(after: 100) == ["30 of 0"])
    stage.lanes.end(0)
    #expect(stage.write(30, 1) == 30)
    // Its player has not started.
    #expect(stage.heard(after: 100) == ["30 of 0"])
    stage.lanes.start(1)
    #expect(stage.heard(after: 100) == ["30 of 0", "30 of 1"])
  }

  @Test func aPauseOfALaneThatIsNotInFrontDoesNotStopTheDevice() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    stage.lanes.start(1)
    #expect(stage.write(100, 0) == 100)
    stage.lanes.pause(1)
    #expect(stage.heard(after: 200) == ["100 of 0"])
    stage.lanes.drain(0)
    stage.lanes.end(0)
    #expect(stage.write(20, 1) == 20)
    #expect(stage.heard(after: 100) == ["100 of 0"])
  }

  @Test func theLastLaneClosesTheOutput() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.close(0)
    #expect(stage.lanes.canBeJoined && !stage.output.isClosed)
    stage.lanes.close(1)
    #expect(!stage.lanes.canBeJoined && stage.output.isClosed)
  }

  @Test func alaneThatIsClosedWhileItPlaysStopsTheOthersFirst() throws {
    let stage = try Stage(laneCount: 2)
    stage.lanes.start(0)
    stage.lanes.start(1)
    #expect(stage.write(100, 0) == 100)
    _ = stage.heard(after: 20)
    stage.lanes.close(0)
    stage.clock.advance(by: .milliseconds(20))
    #expect(stage.lanes.status(of: 1).hasLostSamples)
    stage.lanes.flush(1)
    #expect(stage.write(30, 1) == 30)
    stage.lanes.drain(1)
    #expect(stage.heard(after: 100).last == "30 of 1")
  }
}
