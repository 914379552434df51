import PlayheadKit
import Testing

@testable import PlayheadPlayCommands

/// The reply to a request for the position, if other records are written between request and reply.
@Suite struct RequestedProgressTests {
  private func progress(
    _ milliseconds: Int64, after elapsed: Int64 = 0, rate: Rate = Rate(2, 1),
    state: PlaybackState = .playing, cause: ProgressCause
  ) -> PlayheadProgress {
    var progress = PlayheadProgress(
      position: .milliseconds(milliseconds),
      hostInstant: HostInstant(nanoseconds: elapsed * 1_000_000), rate: rate, state: state,
      cause: cause)
    progress.skipped = cause == .interval ? 3 : 0
    return progress
  }

  @Test func progressSinceTheRequestIsIncluded() {
    let asked = progress(1_000, cause: .requested)
    let update = progress(1_020, after: 10, cause: .interval)
    #expect(
      asked.requested(after: update) == progress(1_020, after: 10, cause: .requested))
    let paused = progress(1_020, after: 15, rate: .paused, state: .paused, cause: .paused)
    #expect(asked.requested(after: paused).position == .milliseconds(1_020))
    #expect(asked.requested(after: paused).state == .paused)
  }

  @Test func jumpsSinceTheRequestAreNotIncluded() {
    let asked = progress(1_000, cause: .requested)
    for position in [0, 999, 1_021, 90_000] as [Int64] {
      let jump = progress(position, after: 10, cause: .seeked)
      #expect(asked.requested(after: jump) == asked)
    }
  }

  @Test func recordsFromBeforeTheRequestChangeNothing() {
    let asked = progress(1_000, after: 20, cause: .requested)
    #expect(asked.requested(after: nil) == asked)
    #expect(asked.requested(after: progress(980, after: 10, cause: .interval)) == asked)
    #expect(asked.requested(after: progress(5_000, after: 10, cause: .interval)) == asked)
    let standing = progress(1_000, rate: .paused, state: .paused, cause: .requested)
    #expect(standing.requested(after: progress(1_010, after: 10, cause: .interval)) == standing)
  }
}
