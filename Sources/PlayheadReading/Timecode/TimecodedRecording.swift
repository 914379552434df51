import PlayheadAlignment
import PlayheadMedia
import PlayheadTimekeeping

/// A recording, and the timecode by which it can be aligned.
package struct TimecodedRecording: Sendable {
  package let timecode: FileTimecode
  /// Nil if the timecode runs backward.
  private let timeOfDay: MediaTime?
  private let duration: MediaTime

  /// Finds linear timecode, that of the container, or of a group of pictures; else linear code that runs backward.
  package init?(_ opener: any MediaOpener, interruption: Interruption) throws(MediaError) {
    let media = try PreparedMedia(opening: opener, interruption: interruption)
    let info = media.info
    let linear = try FileTimecode.linear(in: media, interruption: interruption)
    var found = (linear + FileTimecode.declared(in: info)).first { $0.timeOfDay != nil }
    if found == nil, info.isSeekable {
      found = try FileTimecode.ofGroup(in: opener, interruption: interruption)
    }
    guard let found = found ?? linear.first else { return nil }
    (timecode, timeOfDay) = (found, found.timeOfDay)
    duration = info.declaredDuration(from: info.presentationStart ?? .zero) ?? .zero
  }

  /// The seconds of timecode that pass in a second of the media.
  private var speed: Double { 1 + (timecode.drift ?? 0) / 1e6 }

  /// By how much the time of the timecode may be wrong, in seconds.
  private var uncertainty: Double {
    switch timecode.source {
    case .ltc, .timeReference: 0.000_1
    // The start of a frame may be up to one frame from the instant that it shows.
    default: timecode.frameRate.map { Double($0.denominator) / Double($0.numerator) } ?? 0
    }
  }

  /// Returns how another recording runs against this one by timecode; without a relation if a timecode runs backward.
  package func alignment(of other: TimecodedRecording) -> SoundAlignment {
    let times = (timeOfDay ?? .zero, other.timeOfDay ?? .zero)
    let start = times.1.seconds - other.timecode.position.seconds * other.speed
    var elapsed = start - times.0.seconds
    let (day, otherDay) = (timecode.day.seconds, other.timecode.day.seconds)
    // The labels of the earlier recording begin again.
    if elapsed < -day / 2 { elapsed += day } else if elapsed > otherDay / 2 { elapsed -= otherDay }
    let offset = timecode.position.seconds + elapsed / speed
    var alignment = SoundAlignment(
      offset: MediaTime(seconds: offset) ?? .zero,
      uncertainty: MediaTime(seconds: uncertainty + other.uncertainty) ?? .zero,
      drift: (speed / other.speed - 1) * 1e6, durations: (duration, other.duration))
    if timeOfDay == nil || other.timeOfDay == nil { alignment.relation = nil }
    return alignment
  }
}
