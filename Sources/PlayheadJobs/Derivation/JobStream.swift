import PlayheadMedia

/// A stream on its way to an output: when it starts and ends, in seconds of the output.
struct JobStream: Equatable {
  var kind: MediaTrack.Kind
  /// The time of the first frame.
  var start = 0.0
  /// The time where the last frame ends; infinite for a stream without an end.
  var end: Double
  /// The frames per second of video, if they are known.
  var frameRate: Double?
  /// The samples per second of audio, if they are known.
  var sampleRate: Double?
  /// Whether the end is an estimate that may be far from the truth.
  var isEstimated = false
  /// Whether this is a picture that belongs to the whole media, such as a cover.
  var isAttachedPicture = false

  /// The length; zero if nothing is left.
  var length: Double { max(end - start, 0) }

  /// Drops the media before a time.
  mutating func cut(before time: Double) {
    start = max(start, time)
  }

  /// Drops the media after a time. The media is taken to last as long as that, even if its end is an estimate.
  mutating func cut(after time: Double) {
    if time >= end { return }
    (end, isEstimated) = (time, false)
  }

  /// Moves the stream to a later or earlier time, and drops the part that is then before zero.
  mutating func move(by seconds: Double) {
    start = max(start + seconds, 0)
    end += seconds
  }

  /// Stretches the stream, keeping the zero.
  mutating func scale(by factor: Double) {
    start *= factor
    end *= factor
  }
}

extension MediaTrack {
  /// The stream of a track of an input, at the times of the media.
  func jobStream(facts: JobInputFacts) -> JobStream? {
    let zero = facts.start.seconds
    let start = startTicks.map { time(ofTicks: $0).seconds - zero } ?? 0
    let length = durationTicks.map { time(ofTicks: $0).seconds }
    // Matroska has the end of a track in a tag.
    let tag = tags.first { $0.key == "DURATION" }.flatMap { FFmpegNumber.seconds($0.value) }.map {
      $0 - zero
    }
    guard
      let end = isAttachedPicture
        ? 0 : length.map({ start + $0 }) ?? tag ?? facts.duration.map(\.seconds)
    else { return nil }
    return JobStream(
      kind: kind, start: start, end: end,
      frameRate: frameRate.map { Double($0.numerator) / Double($0.denominator) },
      sampleRate: sampleRate.map(Double.init), isEstimated: facts.isEstimated,
      isAttachedPicture: isAttachedPicture)
  }
}
