import PlayheadKit
import PlayheadTesting
import Testing

@Suite struct ProgressRecorderTests {
  private let clock = ManualHostClock()

  private func play(
    _ media: FakeMedia, every interval: Int64 = 100, recording: (Player) -> Void
  ) -> PlaybackTimingReport {
    let player = Player(media: media, clock: clock)
    let recorder = ProgressRecorder()
    player.progressPublisher(interval: .milliseconds(interval)).subscribe(recorder)
    player.play()
    recording(player)
    recorder.cancel()
    player.close()
    return recorder.report
  }

  @Test func aClockThatIsNeverLateGivesNoLateness() throws {
    let report = play(FakeMedia(frameCount: 50)) { _ in clock.advance(by: .seconds(3)) }
    #expect(report.updateCount == 19 && report.skippedUpdateCount == 0)
    #expect(report.lateness?.greatest == .zero && report.jitter?.greatest == .zero)
    #expect(report.interval?.median == .milliseconds(100))
    #expect(report.drift == 0 && report.stalls.isEmpty)
  }

  @Test func latenessAndSkippedUpdatesAreMeasured() throws {
    let report = play(FakeMedia(frameCount: 100)) { _ in
      clock.advance(by: .milliseconds(250))
      // Update 3 is due in 50 ms, and delivered 20 ms late.
      clock.skip(by: .milliseconds(70))
      clock.advance(by: .milliseconds(180))
      // Updates 6 to 8 fall due while the clock skips ahead; the last one is delivered 40 ms late.
      clock.skip(by: .milliseconds(340))
      clock.advance(by: .seconds(1))
    }
    #expect(report.lateness?.greatest == .milliseconds(40))
    #expect(report.skippedUpdateCount == 2)
    #expect(report.latenessHistogram.entries.map(\.value).contains(20_000_000))
    // From the update that was 40 ms late to the next, which is on time, it takes 60 ms.
    #expect(report.jitter?.greatest == .milliseconds(40))
    #expect(try #require(report.drift).magnitude < 1e-3)
  }

  @Test func atAnotherRateIntervalsAreMeasuredInHostTime() {
    let report = play(FakeMedia(frameCount: 200)) { player in
      player.setRate(Rate(2, 1))
      clock.advance(by: .seconds(3))
    }
    #expect(report.interval?.median == .milliseconds(50) && report.jitter?.greatest == .zero)
    #expect(report.drift == 0)
  }

  @Test func stallsAreCountedAndTimed() {
    let media = FakeMedia(
      info: FakeMedia(frameCount: 50).info,
      steps: FakeMedia.frames(0..<25) + [.pause(.seconds(4))] + FakeMedia.frames(25..<50))
    let report = play(media) { _ in clock.advance(by: .seconds(10)) }
    #expect(report.stalls.total == 1)
    #expect(report.stalls.elements.first?.position == .seconds(1))
    #expect(report.stalledTime == .seconds(3))
    #expect(report.drift == 0)
  }

  @Test func withSoundTheDriftIsThatOfTheDevice() throws {
    var device = FakeAudioDevice()
    device.drift = 200
    let opener = FakeAudioOpener(clock: clock, devices: [device])
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    (track.sampleRate, track.channelCount, track.startTicks) = (48_000, 1, 0)
    let player = Player(
      media: FakeMedia(
        info: MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true),
        steps: FakeMedia.frames(0..<3_000, frameTicks: 20)),
      clock: clock, audio: AudioPlayback(output: opener))
    let recorder = ProgressRecorder()
    player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(30))
    player.pause()
    clock.advance(by: .seconds(1))
    player.play()
    clock.advance(by: .seconds(10))
    recorder.cancel()
    player.close()
    let report = recorder.report
    #expect(report.stalls.isEmpty)
    #expect(abs(try #require(report.drift) - 200) < 20)
    #expect(try #require(report.jitter).greatest < .milliseconds(1))
  }

  @Test func aSecondSubscriptionIsCancelledAndCancellingKeepsTheReport() {
    let player = Player(media: FakeMedia(frameCount: 50), clock: clock)
    let recorder = ProgressRecorder()
    player.progressPublisher().subscribe(recorder)
    player.progressPublisher().subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(1))
    recorder.cancel()
    let count = recorder.report.updateCount
    clock.advance(by: .seconds(1))
    #expect(count == 4)
    #expect(recorder.report.updateCount == count)
    player.close()
  }

  @Test func aPageShowsWhatWasRecorded() {
    let player = Player(media: FakeMedia(frameCount: 50), clock: clock)
    let recorder = ProgressRecorder()
    player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(3))
    player.close()
    let page = recorder.page(title: "film <1>")
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("<h2>film &lt;1&gt;</h2>") && page.contains("19 updates, 0 skipped"))
    #expect(page.contains("Distribution of the lateness <small>"))
  }
}
