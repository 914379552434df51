import PlayheadAudio
import PlayheadCore
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimekeeping
import Testing

/// A player plays exactly the samples that the decoder returns: nothing is inserted, left out or moved within the sound.
@Suite(.enabled(if: EncodedSound.ffmpeg != nil, "ffmpeg is not installed"))
struct HeardSoundTests {
  /// Codecs that return other samples after a seek: they fill bands with noise, or adapt from the first sample on.
  private static let varying: Set = [
    "aac", "ac3", "eac3", "mp2", "nellymoser", "speex", "gsm", "adpcm_g722", "adpcm_g726", "wmav1",
    "wmav2", "opus", "dts", "adpcm_ima_qt",
  ]
  private static let encoded = Result { try EncodedSound() }

  /// A stretch of the sound that is played, in samples from the start of the media.
  private struct Stretch {
    var start: Int
    var end: Int
  }

  @Test(arguments: TestEffort.few(EncodedSound.files))
  func whatIsHeardIsWhatIsDecoded(_ file: EncodedSound.File) throws {
    let path = try Self.encoded.get().path(of: file)
    let decoded = try DecodedSound(path: path)
    let count = decoded.samples.count / decoded.format.channelCount
    let heard = play(path) { _, _ in }
    let lead = try expect(heard, of: decoded, [Stretch(start: 0, end: count)], tolerance: 0)
    if Self.varying.contains(decoded.track.codec ?? "") { return }
    func sample(_ milliseconds: Int64) -> Int {
      Int(Double(milliseconds) / 1_000 * Double(decoded.format.sampleRate)) - lead
    }
    let looped = play(path) { player, clock in
      player.beginLoading()
      clock.advance(by: .zero)
      player.beginSeek(to: .nanoseconds(840_000_000))
      player.setLoop(
        PlaybackLoop(from: .nanoseconds(500_000_000), to: .nanoseconds(1_300_000_000), count: 2))
      clock.advance(by: .zero)
    }
    let stretches = [
      Stretch(start: sample(840), end: sample(1_300)), Stretch(start: sample(500), end: count),
    ]
    let distance = try expect(looped, of: decoded, stretches, tolerance: 0.002)
    // The container does not round the positions of samples.
    if decoded.track.timebase == Timebase(1, Int32(decoded.format.sampleRate)) {
      #expect(distance == 0)
    }
  }

  /// Plays a file to its end on a device of the manual clock. Returns all samples that the device has taken.
  private func play(_ path: String, prepare: (Player, ManualHostClock) -> Void) -> [Float] {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let opener = FakeAudioOpener(clock: clock)
    let player = Player(
      media: LocatedMedia(path: path), clock: clock, audio: AudioPlayback(output: opener))
    prepare(player, clock)
    player.play()
    clock.advance(by: .seconds(5))
    #expect(player.playbackState == .ended)
    return opener.outputs.first?.takenSamples ?? []
  }

  /// Expects the decoded samples of each stretch, all at the same distance: a container may declare a delay before the
  /// first sample, and round the position of the sound after a seek to a millisecond.
  ///
  /// - Returns: The distance in the last stretch.
  @discardableResult
  private func expect(
    _ heard: [Float], of decoded: DecodedSound, _ stretches: [Stretch], tolerance: Float
  ) throws -> Int {
    let channels = decoded.format.channelCount
    // The codec needs some samples after a seek; the last ones may be padding.
    let (lead, tail) = tolerance == 0 ? (0, 0) : (64, 64)
    // How much of the sound is compared at first, to find the distance.
    let probe = 600
    var (passed, distance) = (0, 0)
    for stretch in stretches {
      let length = stretch.end - stretch.start
      let middle = stretch.start + length / 2
      func differs(_ sample: Int, _ distance: Int) -> Bool {
        let place = (passed + sample - stretch.start + distance) * channels
        return (0..<channels).contains {
          abs(heard[place + $0] - decoded.samples[sample * channels + $0]) > tolerance
        }
      }
      let limit = decoded.format.sampleRate / 10
      distance = try #require(
        (0...limit).lazy.flatMap { [$0, -$0] }.first { distance in
          let first = passed + middle - stretch.start + distance
          return first >= 0 && (first + probe) * channels <= heard.count
            && !(middle..<middle + probe).contains { differs($0, distance) }
        })
      let first = max(stretch.start + lead, stretch.start - passed - distance)
      let room = heard.count / channels - passed - distance
      let last = min(stretch.end - tail, stretch.start + room)
      let wrong = (first..<last).filter { differs($0, distance) }
      #expect(wrong.isEmpty, "\(wrong.count) samples from \(wrong.first ?? 0) on")
      #expect(last - first >= length - decoded.format.sampleRate / 10)
      passed += length
    }
    return distance
  }
}
