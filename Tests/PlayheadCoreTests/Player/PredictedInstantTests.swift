import PlayheadAudio
import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import Testing

/// Boundaries far ahead, if what moves the playhead is not as fast as predicted.
@Suite struct PredictedInstantTests {
  /// Returns how late the boundary of a second was delivered, in microseconds of the device's time.
  private func lateness(
    of second: Int, on device: FakeAudioDevice
  ) throws -> Double {
    let stage = SoundStage(seconds: second + 2, device: device)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    stage.player.progressPublisher(on: .times([.seconds(Int64(second))])).subscribe(recorder)
    stage.play(milliseconds: (second + 1) * 1_000)
    let value = try #require(recorder.values.first { $0.cause == .boundary })
    let heard = stage.output.samplesHeard(at: value.hostInstant) / 48_000
    #expect(abs(heard - Double(second)) < 0.002)
    return (value.position.seconds - Double(second)) * 1e6
  }

  @Test func aBoundaryFarAheadIsInTimeOnADeviceThatRunsFast() throws {
    var device = FakeAudioDevice()
    device.drift = 200
    #expect(try lateness(of: 60, on: device) < 300)
  }

  @Test func aBoundaryIsInTimeAfterTheDeviceHasSkippedSound() throws {
    var device = FakeAudioDevice()
    device.events = [(.seconds(5), .burst(.milliseconds(150)))]
    #expect(try lateness(of: 9, on: device) < 300)
  }

  /// A clock that is a thousandth faster than the host's.
  private final class FastClock: PlaybackClock {
    func time(at instant: HostInstant) -> Duration {
      .nanoseconds(instant.nanoseconds + instant.nanoseconds / 1_000)
    }
  }

  @Test func aBoundaryFarAheadIsInTimeOnAPlaybackClockThatRunsFast() throws {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let player = Player(
      media: FakeMedia(frameCount: 15_000), clock: clock, playbackClock: FastClock())
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(on: .times([.seconds(500)])).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(502))
    let value = try #require(recorder.values.first { $0.cause == .boundary })
    #expect(value.position.subtracting(.seconds(500)).map { $0 < .nanoseconds(300_000) } == true)
  }
}
