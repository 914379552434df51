import PlayheadMedia
import PlayheadTimekeeping

/// The durations and edits that the `moov` box of an MP4 or QuickTime file declares.
///
/// libavformat exposes the movie header's duration only. It skips the track header's, replaces the
/// media header's with the sum of the sample table if the sum is less, and applies edit lists
/// without exposing them.
struct MovieHeaders {
  /// The tracks, in the order of the file.
  private(set) var tracks: [MovieTrackHeaders] = []
  private(set) var duration: MediaTime?
  /// The duration including all fragments, from the movie extends header.
  private(set) var fragmentDuration: MediaTime?
  /// Whether the samples are in fragments, so that all other headers declare nothing.
  private(set) var isFragmented = false

  /// Returns nil if the file has no movie box, or its movie header is damaged.
  init?(_ bytes: inout HeaderBytes) {
    let outermost = MovieBox.boxes(in: bytes.all, of: &bytes, upTo: "moov")
    guard let movie = outermost.last, movie.kind == "moov" else { return nil }
    let boxes = movie.boxes(of: &bytes)
    guard let header = boxes.first(where: { $0.kind == "mvhd" }),
      let (timebase, ticks) = header.timescaleAndDuration(of: &bytes)
    else { return nil }
    duration = ticks.map { MediaTime(ticks: $0, timebase: timebase) }
    for box in boxes {
      switch box.kind {
      case "trak":
        if let track = MovieTrackHeaders(box, movieTimebase: timebase, of: &bytes) {
          tracks.append(track)
        }
      case "mvex":
        isFragmented = true
        let header = box.boxes(of: &bytes).first { $0.kind == "mehd" }
        fragmentDuration = header?.extendedDuration(of: &bytes, in: timebase)
      default: break
      }
    }
  }
}

extension MovieHeaders {
  /// Whether another file begins behind one without fragments.
  static func areFollowed(in bytes: inout HeaderBytes) -> Bool {
    let kinds = MovieBox.boxes(in: bytes.all, of: &bytes, upTo: "moof").map(\.kind)
    return kinds.last != "moof" && kinds.dropFirst().contains("ftyp")
  }
}

extension MovieBox {
  /// Returns the timescale and the declared duration, if any, of a movie or media header; nil if it is damaged.
  func timescaleAndDuration(of bytes: inout HeaderBytes) -> (Timebase, Int64?)? {
    guard let record = record(32, of: &bytes), let version = record.bigEndian(at: 0, 1),
      let scale = record.bigEndian(at: version == 1 ? 20 : 12, 4),
      let timebase = Timebase(reducing: 1, Int64(scale))
    else { return nil }
    return (timebase, record.duration(at: version == 1 ? 24 : 16, isLong: version == 1))
  }

  /// Returns the duration of a movie extends header.
  fileprivate func extendedDuration(
    of bytes: inout HeaderBytes, in timebase: Timebase
  ) -> MediaTime? {
    guard let record = record(12, of: &bytes), let version = record.bigEndian(at: 0, 1) else {
      return nil
    }
    return record.duration(at: 4, isLong: version == 1).map {
      MediaTime(ticks: $0, timebase: timebase)
    }
  }
}

extension HeaderRecord {
  /// Returns the duration in ticks; nil if it is 0 or all ones, which writers store if they do not know it.
  func duration(at offset: Int, isLong: Bool) -> Int64? {
    guard let value = bigEndian(at: offset, isLong ? 8 : 4), value != 0,
      value != (isLong ? .max : UInt64(UInt32.max))
    else { return nil }
    return Int64(exactly: value)
  }
}
