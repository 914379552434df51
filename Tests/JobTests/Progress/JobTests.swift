import PlayheadCore
import PlayheadJobs
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@Suite struct JobTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()

  private func receive(_ position: Int, from job: Job) {
    clock.advance(by: .milliseconds(500))
    job.receive(
      ArraySlice("frame=\(position * 25)\nout_time_us=\(position)000000\nprogress=continue\n".utf8))
    clock.advance(by: .zero)
  }

  @Test func recordsAreThoseOfAPlayhead() {
    let job = Job(clock: clock)
    #expect(job.progressIfKnown?.state == .loading)
    job.expect(.seconds(10))
    let schedule = Schedule.interval(.seconds(2)).union(.percentages([50]))
    job.progressPublisher(on: schedule, until: .closed).subscribe(recorder)
    for position in [1, 3, 6, 10] { receive(position, from: job) }
    #expect(job.progressIfKnown?.fraction.map { $0 < 1 } == true)
    #expect(job.end(status: 0))
    clock.advance(by: .zero)
    #expect(
      recorder.values.map { "\($0.cause.rawValue) \($0.due.seconds)" } == [
        "started 1.0", "interval 2.0", "boundary 5.0", "interval 6.0", "interval 10.0",
        "ended 10.0",
      ])
    #expect(recorder.values.allSatisfy { $0.job?.estimate == .arguments })
    #expect(recorder.values.map(\.frameNumber) == [24, 74, 149, 149, 249, 249])
    #expect(recorder.values.last?.fraction == 1 && recorder.completion == .finished)
  }

  @Test func theEndOfAFailedJobIsNoEnd() {
    let job = Job(clock: clock)
    job.progressPublisher(on: .interval(.seconds(2)), until: .closed).subscribe(recorder)
    receive(1, from: job)
    #expect(!job.end(status: 1))
    clock.advance(by: .zero)
    #expect(recorder.values.map(\.cause) == [.started, .paused])
    #expect(recorder.values.allSatisfy { $0.fraction == nil })
    #expect(recorder.completion == .finished)
  }
}
