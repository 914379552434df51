import Dispatch
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadTimekeeping

/// A player that decodes, on a manual clock.
struct FrameStage: PlayerStage {
  let clock: ManualHostClock
  let player: Player

  init(
    _ media: FakeMedia, decoding: Decoding = .all,
    clock: ManualHostClock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  ) {
    self.clock = clock
    player = Player(media: media, decoding: decoding, clock: clock)
  }

  func record(
    track: Int? = nil, asking demand: Subscribers.Demand = .unlimited,
    again: Subscribers.Demand = .none
  ) -> RecordingSubscriber<PresentedFrame, Never> {
    let recorder = RecordingSubscriber<PresentedFrame, Never>(
      asking: demand, onValue: { _, _ in again })
    player.framePublisher(track: track).subscribe(recorder)
    return recorder
  }

  /// Returns media with a video track of 25 frames per second, every tenth a keyframe, and an audio
  /// track with frames of 20 ms.
  ///
  /// - Parameters:
  ///   - seconds: The duration of both tracks.
  ///   - pictures: The end of the video track in milliseconds, if it ends earlier.
  ///   - onDecoding: Called when a packet is decoded.
  static func twoTracks(
    seconds: Int64, ofPictures pictures: Int64 = .max,
    onDecoding: @escaping @Sendable (PacketTiming) -> Void = { _ in }
  ) -> FakeMedia {
    var video = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    var audio = MediaTrack(index: 1, kind: .audio, timebase: .milliseconds)
    (video.startTicks, audio.startTicks) = (0, 0)
    let steps = (0..<seconds * 25).flatMap { index -> [FakeMedia.Step] in
      let ticks = index * 40
      let picture = PacketTiming(
        track: 0, presentationTicks: ticks, durationTicks: 40, byteCount: 1_000,
        isKeyframe: index % 10 == 0)
      let sounds = [ticks, ticks + 20].map {
        PacketTiming(track: 1, presentationTicks: $0, durationTicks: 20, byteCount: 100)
      }
      return ((ticks < pictures ? [picture] : []) + sounds).map(FakeMedia.Step.packet)
    }
    return FakeMedia(
      info: MediaInfo(
        name: "fake", container: "fake", tracks: [video, audio], isSeekable: true),
      steps: steps, onDecoding: onDecoding)
  }
}

extension RecordingSubscriber where Input == PresentedFrame {
  /// The positions of the frames, in milliseconds.
  var milliseconds: [Int64] {
    values.map { $0.position.nanoseconds(rounding: .down) / 1_000_000 }
  }
}

/// Returns every multiple of `step` milliseconds in the range.
func frames(_ range: Range<Int64>, every step: Int64 = 40) -> [Int64] {
  Array(stride(from: range.lowerBound, to: range.upperBound, by: Int(step)))
}
