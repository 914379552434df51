import Media
import Timekeeping

/// When what a track presents begins, an encoder's priming not counted.
///
/// Where the container tells how many samples to skip, so many later than its first packet. Where
/// it does not, AAC and Vorbis begin with their second packet: the transform overlaps two packets,
/// so the first alone gives no whole samples (Apple, "QuickTime File Format", appendix on audio
/// priming; ISO/IEC 14496-12, roll recovery of -1; Vorbis I, 4.3.8). Else with the first packet.
struct PresentationStart {
  private let track: Track
  private var first: PacketTiming?
  private var second: PacketTiming?
  private var least: Int64?
  /// Whether packets come before the first that tells when it is presented.
  var isUntold: Bool { hasUntold && least != nil }
  private var hasUntold = false

  init(track: Track) {
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
    if packet.presentationTicks == nil, least == nil { hasUntold = true }
  }

  /// As a time of the container; nil where no packet tells.
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

  /// Whether the first packet is all priming.
  var beginsWithSecond: Bool {
    track.codec.map(["aac", "vorbis"].contains) == true && isPrimingUndeclared
  }

  /// How much later than its timestamps the codec's decoder returns the sound; nil if that is not
  /// known, or if the container declares the priming.
  var codecDelay: MediaTime? {
    guard isPrimingUndeclared, let samples = track.codec.flatMap(Self.decoderDelay),
      let rate = track.sampleRate.flatMap(Int32.init(exactly:)), rate > 0
    else { return nil }
    return MediaTime(ticks: samples, timebase: Timebase(1, rate))
  }

  /// In samples: the delay of the filter bank of MPEG audio, and of the overlapping transform of
  /// AC-3. MP3 is not here: its encoders add a second delay, each a different one.
  private static func decoderDelay(of codec: String) -> Int64? {
    switch codec {
    case "mp1", "mp2": 481
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
