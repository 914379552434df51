import PlayheadAudio
import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@testable import PlayheadTimecode
@testable import PlayheadTimecodeOutputs

/// Compares the edges of linear timecode that are heard with the positions of the playhead.
@Suite struct LTCPlaceTests {
  private let clock = ManualHostClock()

  @Test(arguments: TestEffort.some([100, 0, -100]), [0, 7, 40] as [Int64])
  func framesAreHeardAtTheirPositions(_ drift: Double, _ response: Int64) {
    var fake = FakeAudioDevice()
    fake.drift = drift
    fake.responseTime = .milliseconds(response)
    let opener = FakeAudioOpener(clock: clock, devices: [fake])
    let trial = Trial(opener, clock)
    clock.advance(by: .seconds(2))
    var errors: [Double?] = []
    for (position, cause) in [(3_000, .started), (61_234, .seeked), (7, .looped)]
      as [(Int64, ProgressCause)]
    {
      clock.advance(by: .microseconds(13_700))
      trial.change(.milliseconds(position), cause)
      trial.run(seconds: 6)
      let output = opener.outputs[0]
      errors.append(trial.greatestError((0, output.takenSamples)) { output.samplesHeard(at: $0) })
      trial.change(.milliseconds(position + 6_000), .paused, isPlaying: false)
      trial.run(seconds: 1)
    }
    for error in errors where (error ?? 100) > 1 { Issue.record("\(errors)") }
  }

  @Test func anUnderrunAndSkippedSoundLeaveNoError() throws {
    var fake = FakeAudioDevice()
    fake.events = [
      (.milliseconds(5_004), .starve(.milliseconds(1))), (.seconds(8), .burst(.milliseconds(3))),
    ]
    let opener = FakeAudioOpener(clock: clock, devices: [fake])
    let trial = Trial(opener, clock)
    trial.change(.zero, .started)
    trial.run(seconds: 12)
    let output = opener.outputs[0]
    let error = trial.greatestError((0, output.takenSamples), last: 60) {
      output.samplesHeard(at: $0)
    }
    #expect(try #require(error) <= 1)
  }

  @Test func nothingDriftsIfTheClockOfTheDeviceDeviates() throws {
    let output = EndlessOutput(clock, drift: 100)
    let trial = Trial(output, clock)
    trial.change(.zero, .started)
    // Ten minutes, as an hour takes long in a debug build.
    trial.run(seconds: TestEffort.rounds(600))
    // A sample of 48 kHz.
    let error = trial.greatestError(output.newestSamples, last: 100) { output.samplesHeard(at: $0) }
    #expect(try #require(error) <= 1.0 / 6)
    #expect(output.status.underrunCount == 0)
  }

  @Test func afterTenIdleMinutesFramesAreAtTheirPositions() throws {
    let output = EndlessOutput(clock, drift: -100)
    let trial = Trial(output, clock)
    trial.change(.zero, .started)
    trial.run(seconds: 2)
    trial.change(.seconds(2), .paused, isPlaying: false)
    trial.run(seconds: TestEffort.rounds(600))
    #expect(output.newestSamples.samples.count > 90_000)
    #expect(output.newestSamples.samples.allSatisfy { $0 == 0 })
    trial.change(.seconds(2), .started)
    trial.run(seconds: 2)
    let error = trial.greatestError(output.newestSamples) { output.samplesHeard(at: $0) }
    #expect(try #require(error) <= 1)
    #expect(output.status.underrunCount == 0)
  }
}

/// A playhead, and the device that plays its timecode.
private final class Trial {
  private let clock: ManualHostClock
  private let device: LTCDevice
  /// The newest change.
  private var line: Timeline

  init(_ opener: some AudioOutputOpener, _ clock: ManualHostClock) {
    self.clock = clock
    line = Timeline(mediaAnchor: .zero, hostAnchor: clock.now, rate: .paused)
    device = LTCDevice(
      ObjectIdentifier(clock), opener, channel: nil,
      LTCWaveform(TimecodeCounter(.pal), delay: .zero), clock: clock
    ) { Issue.record("\($0)") }
    device.open(on: .main)
  }

  func change(_ position: MediaTime, _ cause: ProgressCause, isPlaying: Bool = true) {
    line = Timeline(
      mediaAnchor: position, hostAnchor: clock.now, rate: isPlaying ? .normal : .paused)
    send(cause)
  }

  private func send(_ cause: ProgressCause) {
    _ = device.receive(
      PlayheadProgress(
        position: line.position(at: clock.now), hostInstant: clock.now, rate: line.rate,
        state: line.rate.isPaused ? .paused : .playing, cause: cause))
  }

  /// Advances the clock, with a value each 100 ms while the playhead moves.
  func run(seconds: Int) {
    for _ in 0..<(seconds * 10) {
      clock.advance(by: .milliseconds(100))
      if !line.rate.isPaused { send(.interval) }
    }
  }

  /// Returns the greatest distance, in samples, from the beginning of a frame to an edge that is heard, since the
  /// newest change; nil without frames.
  func greatestError(
    _ sound: (first: Int64, samples: [Float]), last count: Int = .max,
    heardAt heard: (HostInstant) -> Double
  ) -> Double? {
    var places: [Double] = []
    // Code that was written before the change is heard after it, and then the rest of a frame is silent.
    let start = line.position(at: line.hostAnchor.advanced(byNanoseconds: 250_000_000))
    var frame = start.wholeMultiples(of: .milliseconds(40)) + 1
    while let instant = line.instant(of: .milliseconds(frame * 40)), instant < clock.now {
      places.append(heard(instant))
      frame += 1
    }
    return places.suffix(count)
      .map { distance(from: $0 - Double(sound.first), sound.samples) }
      .max()
  }

  /// The distance to the nearest edge. A sample is the mean of the code during its time.
  private func distance(from place: Double, _ samples: [Float]) -> Double {
    let middle = Int(place)
    guard (1..<(samples.count - 1)).contains(middle) else { return 100 }
    var least = 100.0
    for index in max(middle - 50, 1)..<min(middle + 50, samples.count) {
      let (before, level) = (Double(samples[index - 1]), Double(samples[index]))
      guard abs(before) > 0.4999, abs(level - before) > 0.0001 else { continue }
      least = min(least, abs(Double(index) + (level / before + 1) / 2 - place))
    }
    return least
  }
}
