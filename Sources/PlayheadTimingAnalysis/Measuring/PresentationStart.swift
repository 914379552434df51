import PlayheadMedia
import PlayheadTimekeeping

/// The start of a track's presentation, without an encoder's priming.
///
/// If the container declares how many samples to skip, presentation starts that much later than the first packet. If
/// not, AAC and Vorbis start with the second packet: their transform overlaps two packets, so the first packet alone
/// gives no complete samples (Apple, "QuickTime File Format", appendix on audio priming; ISO/IEC 14496-12, roll
/// recovery of -1; Vorbis I, 4.3.8). All other tracks start with the first packet.
struct PresentationStart {
  private let track: MediaTrack
  private var first: PacketTiming?
  private var second: PacketTiming?
  private var least: Int64?
  /// Whether packets without a presentation time precede the first packet that has one.
  var isUnknown: Bool { hasUnknown && least != nil }
  private var hasUnknown = false

  init(track: MediaTrack) {
    self.track = track
  }

  mutating func add(_ packet: PacketTiming) {
    if track.kind == .audio {
      if first == nil {
        first = packet
      } else if second == nil {
        second = packet
      }
    }
    if let ticks = packet.presentationTicks, !packet.isDiscarded {
      least = min(least ?? ticks, ticks)
    }
    if packet.presentationTicks == nil, least == nil { hasUnknown = true }
  }

  /// The start as a time of the container; nil if no packet has a time.
  var time: MediaTime? {
    if primingSampleCount > 0, let ticks = first?.presentationTicks,
      let rate = track.sampleRate.flatMap(Int32.init(exactly:)), rate > 0
    {
      let priming = MediaTime(ticks: Int64(primingSampleCount), timebase: Timebase(1, rate))
      return track.time(ofTicks: ticks).adding(priming)
    }
    if beginsWithSecond, let ticks = second?.presentationTicks {
      return track.time(ofTicks: ticks)
    }
    return least.map(track.time(ofTicks:))
  }

  /// Whether the first packet consists of priming only.
  var beginsWithSecond: Bool {
    track.codec.map(["aac", "vorbis"].contains) == true && isPrimingUndeclared
  }

  /// The delay of the decoder's output, if it is known and the container does not declare the priming.
  var codecDelay: MediaTime? {
    guard isPrimingUndeclared, let samples = track.codec.flatMap(Self.decoderDelay),
      let rate = track.sampleRate.flatMap(Int32.init(exactly:)), rate > 0
    else { return nil }
    return MediaTime(ticks: samples, timebase: Timebase(1, rate))
  }

  /// The delay in samples of MPEG audio's filter bank or AC-3's transform; for MP3 529, and 576 of the encoder LAME.
  private static func decoderDelay(of codec: String) -> Int64? {
    switch codec {
    case "mp1", "mp2": 481
    case "mp3": 1_105
    case "ac3", "eac3": 256
    default: nil
    }
  }

  private var isPrimingUndeclared: Bool {
    first.map { primingSampleCount == 0 && !$0.isDiscarded } ?? false
  }

  private var primingSampleCount: Int {
    guard let first else { return 0 }
    return first.skippedSamples > 0 ? Int(first.skippedSamples) : track.primingSampleCount ?? 0
  }
}
