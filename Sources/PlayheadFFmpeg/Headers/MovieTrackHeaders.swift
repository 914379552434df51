import PlayheadTimekeeping

/// The durations and edits that the `trak` box of one track of an MP4 or QuickTime file declares.
struct MovieTrackHeaders {
  private static let entriesAtOnce = 4_096

  let identifier: Int64
  /// The presented duration, from the track header.
  private(set) var presentedDuration: MediaTime?
  /// The duration of all samples, from the media header.
  private(set) var mediaDuration: MediaTime?
  /// The duration of all samples, from the sample table.
  private(set) var sampleDuration: MediaTime?
  /// The total duration of the empty edits before the first media edit; nil if none was found.
  private(set) var delay: MediaTime?
  /// The duration of the media that the edit list removes from the start of the track.
  private(set) var trimmedStart: MediaTime?

  /// Returns nil if the track header or the media header is missing or damaged.
  init?(_ track: MovieBox, movieTimebase: Timebase, of bytes: inout HeaderBytes) {
    let boxes = track.boxes(of: &bytes)
    guard let header = boxes.first(where: { $0.kind == "tkhd" })?.record(36, of: &bytes),
      let version = header.bigEndian(at: 0, 1),
      let identifier = header.bigEndian(at: version == 1 ? 20 : 12, 4)
    else { return nil }
    self.identifier = Int64(identifier)
    presentedDuration = header.duration(at: version == 1 ? 28 : 20, isLong: version == 1).map {
      MediaTime(ticks: $0, timebase: movieTimebase)
    }
    guard let media = boxes.first(where: { $0.kind == "mdia" })?.boxes(of: &bytes),
      let (timebase, ticks) = media.first(where: { $0.kind == "mdhd" })?
        .timescaleAndDuration(of: &bytes)
    else { return nil }
    mediaDuration = ticks.map { MediaTime(ticks: $0, timebase: timebase) }
    let information = media.first { $0.kind == "minf" }?.boxes(of: &bytes)
    let table = information?.first { $0.kind == "stbl" }?.boxes(of: &bytes)
    sampleDuration = table?.first { $0.kind == "stts" }
      .flatMap { Self.sum(of: $0, of: &bytes) }
      .map { MediaTime(ticks: $0, timebase: timebase) }
    let edits = boxes.first { $0.kind == "edts" }?.boxes(of: &bytes)
    if let list = edits?.first(where: { $0.kind == "elst" }) {
      // If frames are reordered, the first is presented later than it is decoded. The edit list
      // skips this delay, which removes no media.
      let first = table?.first { $0.kind == "ctts" }?.record(16, of: &bytes)?.bigEndian(at: 12, 4)
      let reordering = Int64(Int32(truncatingIfNeeded: first ?? 0))
      readEdits(list, movieTimebase, timebase, startingAt: reordering, of: &bytes)
    }
  }

  /// Returns the sum of a time-to-sample table; nil if it is damaged, cut or too long, or the sum is 0 or overflows.
  private static func sum(of table: MovieBox, of bytes: inout HeaderBytes) -> Int64? {
    guard let count = table.record(8, of: &bytes)?.bigEndian(at: 4, 4) else { return nil }
    let end = table.content.lowerBound + 8 + Int64(count) * 8
    guard end <= table.content.upperBound else { return nil }
    var sum: Int64 = 0
    var offset = table.content.lowerBound + 8
    while offset < end {
      let length = min(end - offset, Int64(entriesAtOnce) * 8)
      guard let record = bytes.record(at: offset, count: Int(length)) else { return nil }
      for entry in stride(from: 0, to: Int(length), by: 8) {
        guard let count = record.bigEndian(at: entry, 4),
          let ticks = record.bigEndian(at: entry + 4, 4)
        else { return nil }
        let (total, overflow) = sum.addingReportingOverflow(Int64(clamping: count * ticks))
        if overflow { return nil }
        sum = total
      }
      offset += length
    }
    return sum > 0 ? sum : nil
  }

  /// Sets `delay` and `trimmedStart` from the empty edits at the start of an edit list, and the first media edit.
  private mutating func readEdits(
    _ list: MovieBox, _ movieTimebase: Timebase, _ timebase: Timebase,
    startingAt mediaStart: Int64, of bytes: inout HeaderBytes
  ) {
    // `mediaStart` is the presentation time of the first sample, in ticks of `timebase`.
    guard let head = list.record(8, of: &bytes), let version = head.bigEndian(at: 0, 1),
      let count = head.bigEndian(at: 4, 4)
    else { return }
    let width = version == 1 ? 8 : 4
    let length = 2 * width + 4
    var empty: Int64 = 0
    var offset = list.content.lowerBound + 8
    // Empty edits are rare, and a damaged count may be huge.
    for _ in 0..<min(count, 16) {
      guard offset + Int64(length) <= list.content.upperBound,
        let entry = bytes.record(at: offset, count: length),
        let duration = entry.bigEndian(at: 0, width), let start = entry.bigEndian(at: width, width)
      else { return }
      // An empty edit has the start -1.
      let isEmpty = start == (width == 8 ? .max : UInt64(UInt32.max))
      if !isEmpty {
        guard let start = Int64(exactly: start) else { return }
        let (removed, overflow) = start.subtractingReportingOverflow(mediaStart)
        if overflow { return }
        delay = MediaTime(ticks: empty, timebase: movieTimebase)
        trimmedStart = MediaTime(ticks: max(removed, 0), timebase: timebase)
        return
      }
      let (total, overflow) = empty.addingReportingOverflow(Int64(clamping: duration))
      if overflow { return }
      empty = total
      offset += Int64(length)
    }
  }
}
