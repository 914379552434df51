import Dispatch
import PlayheadAudio
import PlayheadAudioDevices
import PlayheadCore
import PlayheadMedia
import PlayheadSoundServer
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

/// A queue whose sound a server plays.
@Suite struct PulseQueueTests {
  private func makePlayer(_ audio: AudioPlayback) -> Player {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    (track.sampleRate, track.channelCount, track.startTicks) = (48_000, 1, 0)
    let info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
    let frames = FakeMedia.frames(0..<100, frameTicks: 20)
    return Player(media: FakeMedia(info: info, steps: frames), audio: audio)
  }

  /// Waits until the device has played for a time, at most for a minute.
  private func wait(_ sampleCount: Int, on device: PipeDevice) {
    let end = device.samples.count + 2 * sampleCount
    for _ in 0..<10_000 where device.samples.count < end { device.waitForTick() }
  }

  @Test func aQueueThatIsPausedAtASeamIsSilentAndStands() throws {
    let server = try PipeSoundServer(keepsSamples: true)
    let audio = AudioPlayback(output: PulseAudioOutputOpener(server: server.server.address))
    let players = [makePlayer(audio), makePlayer(audio)]
    let queue = PlayerQueue(players)
    let paused = DispatchSemaphore(value: 0)
    let delivery = DispatchQueue(label: "delivery")
    let pause = queue.progressPublisher(interval: .seconds(100), queue: delivery).sink {
      guard $0.cause == .ended else { return }
      queue.pause()
      paused.signal()
    }
    queue.play()
    try #require(paused.wait(timeout: .now() + .seconds(60)) == .success)
    // What the server and the device have taken is heard.
    wait(48_000, on: server.device)
    let (heard, position) = (soundCount(server.device), players[1].currentTime())
    #expect(heard < 2 * 48_000 + 24_000 && position < .milliseconds(500))
    wait(24_000, on: server.device)
    #expect(soundCount(server.device) == heard && players[1].currentTime() == position)
    #expect(queue.currentItem === players[1] && players[1].playbackState == .paused)
    pause.cancel()
  }

  /// The number of samples heard that are not silent.
  private func soundCount(_ device: PipeDevice) -> Int {
    let samples = device.samples
    return stride(from: 0, to: samples.count - 1, by: 2).count { samples[$0] != 0 }
  }
}
