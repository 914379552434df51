import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// A value carries what its subscriber needs, so that nobody has to read the player again.
@Suite struct ProgressValueTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 0))

  private func play(
    _ media: FakeMedia, to end: MediaTime? = nil, noticedAfter delay: Duration = .zero
  ) throws -> [PlayheadProgress] {
    let player = Player(media: media, clock: clock)
    player.setForwardPlaybackEnd(end)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .milliseconds(500)).subscribe(recorder)
    player.play()
    clock.advance(by: .milliseconds(600))
    clock.skip(by: delay)
    clock.advance(by: .seconds(2))
    return recorder.values
  }

  @Test(arguments: [nil, MediaTime.milliseconds(800)])
  func theEndCarriesTheInstantWhenThePlayheadMetIt(_ end: MediaTime?) throws {
    let values = try play(FakeMedia(frameCount: 25), to: end, noticedAfter: .seconds(1))
    let last = try #require(values.last)
    #expect(last.position == end ?? .seconds(1))
    #expect(last.endInstant?.nanoseconds == (end == nil ? 1_000_000_000 : 800_000_000))
    #expect(last.hostInstant.nanoseconds == 1_600_000_000)
    #expect(values.dropLast().allSatisfy { $0.endInstant == nil })
  }

  @Test func aFailureCarriesItsError() throws {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let info = FakeMedia(frameCount: 25).info
    let values = try play(
      FakeMedia(info: info, steps: FakeMedia.frames(0..<20) + [.failure(error)]))
    #expect(values.last?.status == .failed(error) && values.last?.state == .failed)
    #expect(values.dropLast().allSatisfy { $0.status == .readyToPlay })
  }

  @Test func eachValueCarriesTheNumberOfItsFrame() throws {
    let values = try play(FakeMedia(frameCount: 25))
    #expect(values.map(\.frameNumber) == [0, 12, 24])
  }
}
