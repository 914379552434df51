import PlayheadMedia
import PlayheadTimekeeping

/// The channels of all sound tracks of media, read once from start to end. Used by one thread at a time.
package final class SoundChannels {
  /// Samples of one track.
  package struct Block: Sendable {
    /// The index of the track in the container.
    package let track: Int
    /// The number of the first channel, counted from 0 over the channels of all tracks.
    package let firstChannel: Int
    package let channelCount: Int
    /// The same for all blocks of the track.
    package fileprivate(set) var sampleRate = 1
    /// The position after the last sample.
    package fileprivate(set) var end = MediaTime.zero
    /// The interleaved samples.
    package fileprivate(set) var samples: [Float] = []
  }

  /// The sound of a track until now.
  private struct Course {
    let track: MediaTrack
    var last: Block
    /// Nil before the first frame.
    var converter: (any AudioConverter)?
  }

  /// Timestamps may be rounded by so much.
  private static let tolerance = MediaTime.milliseconds(20)
  private static let greatestChannelCount = 32

  package let info: MediaInfo
  private let reader: FrameReader
  /// By the index of the track.
  private var courses: [Int: Course] = [:]

  /// Opens media. Throws if it cannot be opened, or has no sound. The interruption cancels all operations.
  package init(opening opener: any MediaOpener, interruption: Interruption) throws(MediaError) {
    let opened = try opener.open(interruption: interruption)
    info = opened.info
    guard let source = opened as? any DecodingSource else {
      throw MediaError(.decode, of: info.name, reason: .unsupported)
    }
    let tracks = info.tracks.filter { $0.kind == .audio }
    reader = FrameReader(source, tracks: tracks.map(\.index), interruption: interruption)
    var first = 0
    for track in tracks where reader.decoders[track.index] != nil {
      let count = min(max(track.channelCount ?? 1, 1), Self.greatestChannelCount)
      let none = Block(track: track.index, firstChannel: first, channelCount: count)
      courses[track.index] = Course(track: track, last: none)
      first += count
    }
    if courses.isEmpty { throw MediaError(.open, of: info.name, reason: .noSound) }
  }

  /// Returns the next samples; nil at the end.
  package func next() throws(MediaError) -> Block? {
    while let (index, frame) = try reader.next() {
      guard case .audio(let rate, let channels, _) = frame.format, rate > 0, channels > 0,
        var course = courses[index], let decoder = reader.decoders[index]
      else { continue }
      let stated = frame.timing.presentationTicks.flatMap {
        course.track.time(ofTicks: $0).subtracting(info.presentationStart ?? .zero)
      }
      if course.converter == nil {
        course.converter = try decoder.makeAudioConverter(
          to: AudioFormat(sampleRate: rate, channelCount: course.last.channelCount))
        (course.last.sampleRate, course.last.end) = (rate, stated ?? .zero)
      }
      course.last.samples = []
      try course.converter?.convert(frame, into: &course.last.samples)
      // After the samples before, unless timestamps show a gap.
      if let stated, let gap = stated.subtracting(course.last.end),
        !(-Self.tolerance...Self.tolerance).contains(gap)
      {
        course.last.end = stated
      }
      let length = MediaTime(
        ticks: Int64(course.last.samples.count / course.last.channelCount),
        timebase: Timebase(1, Int32(clamping: course.last.sampleRate)))
      course.last.end = course.last.end.adding(length) ?? course.last.end
      courses[index] = course
      return course.last
    }
    return nil
  }
}
