import PlayheadAudio
import Testing
import PlayheadTimekeeping

@testable import PlayheadAudioDevices

@Suite struct PulseStreamStateTests {
  private func timing(
    samplesRead: Int64, age: Int64 = 0, latency: Duration = .zero
  ) -> PulseStreamState.Timing {
    .init(age: age, samplesRead: samplesRead, latency: latency, isPlaying: true)
  }

  private func instant(_ nanoseconds: Int64) -> HostInstant { .init(nanoseconds: nanoseconds) }

  @Test func aReadingHasTheSamplesThatWereWrittenWhenItWasRequested() {
    var state = PulseStreamState()
    state.addSamples(1_000)
    state.addRequest(at: instant(0), followsFlush: false)
    state.addSamples(500)
    let next = state.receive(timing(samplesRead: 600), at: instant(100))
    #expect(next == .nothing)
    #expect(state.status.reading?.samplesWritten == 1_000)
    #expect(state.status.reading?.samplesRead == 600)
    #expect(state.status.nextSample == 1_500)
  }

  @Test func samplesReadNeverExceedTheSamplesWritten() {
    var state = PulseStreamState()
    state.addSamples(1_000)
    state.addRequest(at: instant(0), followsFlush: false)
    _ = state.receive(timing(samplesRead: 1_200, latency: .nanoseconds(-5)), at: instant(100))
    #expect(state.status.reading?.samplesRead == 1_000)
    #expect(state.status.reading?.latency == .zero)
  }

  @Test func aSecondRequestWaitsForTheAnswerToTheFirst() {
    var state = PulseStreamState()
    var asks = state.admitReading()
    #expect(asks)
    state.addRequest(at: instant(0), followsFlush: false)
    asks = state.admitReading()
    #expect(!asks)
    asks = state.admitReading()
    #expect(!asks)
    var next = state.receive(timing(samplesRead: 0), at: instant(1))
    #expect(next == .request(followsFlush: false))
    state.addRequest(at: instant(1), followsFlush: false)
    next = state.receive(timing(samplesRead: 0), at: instant(2))
    #expect(next == .nothing)
    asks = state.admitReading()
    #expect(asks)
  }

  /// A pause may be between two requests: only the answer to the second one shows it.
  @Test func anAnswerCountsTheRequestsBeforeItWasSent() {
    var state = PulseStreamState()
    state.countRequest()
    _ = state.admitReading()
    state.addRequest(at: instant(0), followsFlush: false)
    state.countRequest()
    _ = state.admitReading()
    _ = state.receive(timing(samplesRead: 0), at: instant(1))
    #expect(state.status.answeredRequestCount == 1)
    state.addRequest(at: instant(1), followsFlush: false)
    _ = state.receive(timing(samplesRead: 0), at: instant(2))
    #expect(state.status.answeredRequestCount == 2)
  }

  @Test func aFlushIsOverWhenTheReadingAfterItHasCome() {
    var state = PulseStreamState()
    state.setWritableSampleCount(4_800)
    state.addSamples(4_000)
    state.addRequest(at: instant(0), followsFlush: false)
    state.flush()
    state.addRequest(at: instant(1), followsFlush: true)
    state.setWritableSampleCount(4_800)
    #expect(state.status.isFlushing)
    #expect(state.status.writableSampleCount == 0)
    _ = state.receive(timing(samplesRead: 1_000), at: instant(2))
    #expect(state.status.isFlushing)
    _ = state.receive(timing(samplesRead: 1_200), at: instant(3))
    #expect(!state.status.isFlushing)
    #expect(state.status.nextSample == 1_200)
    #expect(state.status.reading?.samplesWritten == 1_200)
    state.setWritableSampleCount(4_800)
    #expect(state.status.writableSampleCount == 4_800)
  }

  @Test func aSecondFlushDecidesWhichSampleIsNext() {
    var state = PulseStreamState()
    state.addSamples(4_000)
    for number in 0..<2 {
      state.flush()
      state.addRequest(at: instant(Int64(number)), followsFlush: true)
    }
    _ = state.receive(timing(samplesRead: 1_000), at: instant(2))
    #expect(state.status.isFlushing)
    _ = state.receive(timing(samplesRead: 1_100), at: instant(3))
    #expect(!state.status.isFlushing)
    #expect(state.status.nextSample == 1_100)
  }

  @Test func theReadingAfterAFlushIsRequestedAgainIfTheServerHasNone() {
    var state = PulseStreamState()
    state.flush()
    state.addRequest(at: instant(0), followsFlush: true)
    let next = state.receive(nil, at: instant(1))
    #expect(next == .request(followsFlush: true))
    #expect(state.status.isFlushing)
  }

  @Test func aRefusedRequestAfterAFlushIsRepeatedWhenAnotherIsAnswered() {
    var state = PulseStreamState()
    state.addSamples(4_000)
    state.flush()
    state.addRequest(at: instant(0), followsFlush: true)
    state.flush()
    var next = state.receive(timing(samplesRead: 1_000), at: instant(1))
    #expect(next == .request(followsFlush: true))
    #expect(state.status.isFlushing)
    state.addRequest(at: instant(1), followsFlush: true)
    next = state.receive(timing(samplesRead: 1_100), at: instant(2))
    #expect(next == .nothing)
    #expect(!state.status.isFlushing)
    #expect(state.status.nextSample == 1_100)
  }

  @Test func runningOutOfSamplesIsAnUnderrunUnlessItIsExpected() {
    var state = PulseStreamState()
    state.addUnderrun(at: 0)
    #expect(state.status.underrunCount == 0)
    state.addSamples(100)
    state.addUnderrun(at: 100)
    #expect(state.status.underrunCount == 1)
    state.addSamples(100)
    state.drain()
    state.addUnderrun(at: 200)
    state.addUnderrun(at: nil)
    #expect(state.status.underrunCount == 1)
    state.addSamples(100)
    state.addUnderrun(at: nil)
    #expect(state.status.underrunCount == 2)
    state.flush()
    state.addUnderrun(at: 250)
    #expect(state.status.underrunCount == 2)
  }

  @Test func theEndOfDrainedSamplesIsExpectedAlsoAfterMoreWereWritten() {
    var state = PulseStreamState()
    state.addSamples(100)
    state.drain()
    state.addSamples(100)
    state.addUnderrun(at: 100)
    #expect(state.status.underrunCount == 0 && state.status.samplesReadWhenEmpty == 100)
    state.addUnderrun(at: 200)
    #expect(state.status.underrunCount == 1)
  }

  @Test func theFirstErrorStays() {
    var state = PulseStreamState()
    state.setWritableSampleCount(100)
    state.fail(AudioError("PulseAudio", .lost))
    state.fail(AudioError("PulseAudio", .refused))
    state.setWritableSampleCount(100)
    #expect(state.status.error?.reason == .lost)
    #expect(state.status.writableSampleCount == 0)
    let asks = state.admitReading()
    #expect(!asks)
  }

  @Test(arguments: [
    (age: Int64(300), expected: Int64(1_700)),
    (age: 0, expected: 2_000),
    (age: 1_000, expected: 1_000),
    // The clock was set in between.
    (age: -1, expected: 1_500),
    (age: 3_600_000_000_000, expected: 1_500),
  ])
  func aReadingIsBetweenItsRequestAndItsAnswerEvenIfTheWallClockIsSet(
    age: Int64, expected: Int64
  ) {
    let found = PulseStreamState.instant(
      age: age, requested: instant(1_000), answered: instant(2_000))
    #expect(found == instant(expected))
  }
}
