import PlayheadAudio
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadTimekeeping

/// A player whose sound a simulated device plays.
struct SoundStage: PlayerStage {
  static let sampleRate = 48_000

  let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  let opener: FakeAudioOpener
  let player: Player

  /// Creates a player of media with sound from 0 on, in packets of 20 ms.
  init(
    seconds: Int, device: FakeAudioDevice = FakeAudioDevice(), devices: [FakeAudioDevice] = [],
    delay: Duration = .zero, isSeekable: Bool = true
  ) {
    self.init(
      FakeMedia(
        info: Self.info(isSeekable: isSeekable),
        steps: FakeMedia.frames(0..<seconds * 50, frameTicks: 20)),
      devices: devices.isEmpty ? [device] : devices, delay: delay)
  }

  init(
    _ media: FakeMedia, devices: [FakeAudioDevice] = [FakeAudioDevice()], delay: Duration = .zero
  ) {
    opener = FakeAudioOpener(clock: clock, devices: devices)
    player = Player(
      media: media, clock: clock, audio: AudioPlayback(output: opener, delay: delay))
  }

  static func info(isSeekable: Bool = true) -> MediaInfo {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    (track.sampleRate, track.channelCount, track.startTicks) = (sampleRate, 1, 0)
    return MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: isSeekable)
  }

  var output: FakeAudioOutput { opener.outputs[opener.outputs.count - 1] }

  /// The numbers of the media's samples that the device has taken; nil for silence.
  var samples: [Int64?] { output.takenSamples.map(FakeSound.sample(ofValue:)) }

  /// The position of the sound that is heard now: the media sample that the device plays.
  var heard: Double? {
    let count = output.samplesHeard(at: clock.now)
    let values = output.takenSamples
    let index = Int(count)
    guard values.indices.contains(index), let sample = FakeSound.sample(ofValue: values[index])
    else { return nil }
    return (Double(sample) + count - Double(index)) / Double(Self.sampleRate)
  }

  /// The difference of the reported position to the heard one, in milliseconds.
  var error: Double? {
    heard.map { (player.currentTime().seconds - $0) * 1_000 }
  }
}
