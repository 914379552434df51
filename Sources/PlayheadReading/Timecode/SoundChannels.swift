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
    package let sampleRate: Int
    /// The position after the last sample.
    package let end: MediaTime
    /// The interleaved samples.
    package let samples: [Float]
  }

  /// How the sound of a track continues.
  private struct Course {
    let track: MediaTrack
    let firstChannel: Int
    let channelCount: Int
    /// Nil before the first frame.
    var converter: (any AudioConverter)?
    /// The position of the next sample; nil before the first one.
    var end: MediaTime?
  }

  /// Timestamps may be rounded by so much.
  private static let tolerance = MediaTime.milliseconds(20)
  private static let greatestChannelCount = 32

  /// The description of the media.
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
      courses[track.index] = Course(track: track, firstChannel: first, channelCount: count)
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
      if course.converter == nil {
        course.converter = try decoder.makeAudioConverter(
          to: AudioFormat(sampleRate: rate, channelCount: course.channelCount))
      }
      guard let converter = course.converter else { continue }
      var samples: [Float] = []
      try converter.convert(frame, into: &samples)
      let length = MediaTime(
        ticks: Int64(samples.count / course.channelCount),
        timebase: Timebase(1, Int32(clamping: converter.format.sampleRate)))
      let stated = frame.timing.presentationTicks.flatMap {
        course.track.time(ofTicks: $0).subtracting(info.presentationStart ?? .zero)
      }
      // After the samples before, unless timestamps show a gap.
      var begin = course.end ?? stated ?? .zero
      if let stated, let gap = stated.subtracting(begin),
        !(-Self.tolerance...Self.tolerance).contains(gap)
      {
        begin = stated
      }
      let end = begin.adding(length) ?? begin
      course.end = end
      courses[index] = course
      return Block(
        track: index, firstChannel: course.firstChannel, channelCount: course.channelCount,
        sampleRate: converter.format.sampleRate, end: end, samples: samples)
    }
    return nil
  }
}
