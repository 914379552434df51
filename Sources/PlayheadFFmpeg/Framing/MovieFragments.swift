import PlayheadMedia
import PlayheadTimekeeping

/// Corrects the times of fragments of MP4 that are wrong, in the bytes that libavformat reads.
///
/// A fragment stores the decode time of its first sample of each track, from which the others are counted. One that
/// does not continue the fragment before it is wrong if the next one does, or if it is the last one, while the other
/// tracks go on and end before it. Otherwise media is missing, or was paused. Only sound and pictures are judged.
///
/// Where libavformat has listed the packets of all fragments when it opens a URL, the list is judged instead.
///
/// Source of the format: ISO/IEC 14496-12, 8.8.
struct MovieFragments {
  /// The packets of a track that libavformat lists, in the order of the file.
  struct List {
    let track: Int64
    /// Whether it is sound or pictures.
    let isJudged: Bool
    let timebase: Timebase
    var packets: [(bytes: Range<Int64>, ticks: Int64)]
  }

  /// A stored time that was corrected.
  struct Deviation {
    /// The bytes of the fragment.
    let part: Range<Int64>
    let track: Int64
    /// By how much the time is too late, in ticks of the track.
    let ticks: Int64
  }

  /// The samples of a track in a fragment.
  private struct Run {
    let fragment: Int
    /// The offsets of the stored time; none in a list.
    let place: Range<Int64>
    let stored: Int64
    /// The length of the samples.
    let length: Int64
  }

  /// What the header of the movie declares about a track.
  private struct Track {
    let timebase: Timebase
    /// A deviation in ticks that is not judged.
    let tolerance: Int64
    let sampleLength: Int64
  }

  private static let budget = 64 << 20
  private static let greatestCount = 8_192
  private static let greatestBoxCount = 65_536
  /// The number of bytes that are read at once.
  private static let window = 4_096
  /// In milliseconds.
  private static let tolerance: Int64 = 60
  /// The longest pause before the last fragment of the only track, in nanoseconds.
  private static let longestPause: Int64 = 3_600_000_000_000
  /// The greatest distance between the starts of tracks, in nanoseconds.
  private static let interleaving: Int64 = 1_000_000_000
  /// `soun` and `vide`.
  private static let handlers: [UInt64] = [0x736F_756E, 0x7669_6465]
  /// How far before zero edits let a list begin, in milliseconds.
  private static let earliest: Int64 = 300
  /// The least number of bytes between the media data of two fragments: the headers of `moof` and `mdat`.
  static let leastDistance: Int64 = 32

  /// The corrected times, in the order of the fragments.
  private(set) var deviations: [Deviation] = []
  /// The bytes of right times, in the order of their places.
  private var patches: [(place: Range<Int64>, bytes: [UInt8])] = []
  private var tracks: [Int64: Track] = [:]
  private var runs: [Int64: [Run]] = [:]
  private var parts: [Range<Int64>] = []

  /// Returns nil unless times of fragments are wrong.
  ///
  /// - Parameters:
  ///   - size: The number of bytes of the file.
  ///   - read: Returns exactly `count` bytes at an offset of the file, or nil.
  init?(size: Int64, read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]?) {
    guard let head = read(4, 4), ["ftyp", "styp"].contains(String(decoding: head, as: UTF8.self))
    else { return nil }
    var bytes = HeaderBytes(
      size: size, budget: Self.budget, read: Self.reading(inWindowsOf: read, size: size))
    guard scan(&bytes) else { return nil }
    for track in runs.keys.sorted() { judge(track) }
    if patches.isEmpty { return nil }
    deviations.sort { $0.part.lowerBound < $1.part.lowerBound }
    patches.sort { $0.place.lowerBound < $1.place.lowerBound }
  }

  /// Replaces the wrong times in bytes that were read at an offset.
  func correct(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int64) {
    let read = offset..<offset + Int64(bytes.count)
    let first = patches.partitioningIndex { $0.place.upperBound > read.lowerBound }
    for patch in patches[first...].prefix(while: { $0.place.lowerBound < read.upperBound }) {
      for (place, byte) in zip(patch.place, patch.bytes) where read.contains(place) {
        bytes[Int(place - offset)] = byte
      }
    }
  }

  /// Returns the correction of a track in the fragment with an offset; nil if there is none.
  func deviation(ofTrack track: Int64, at offset: Int64) -> Deviation? {
    let next = deviations.partitioningIndex { $0.part.lowerBound > offset }
    return deviations[..<next].reversed()
      .prefix { $0.part.contains(offset) }.first { $0.track == track }
  }

  // MARK: Reading

  /// Returns a function that keeps the bytes behind those that it returns, because headers are close together.
  private static func reading(
    inWindowsOf read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]?, size: Int64
  ) -> (_ offset: Int64, _ count: Int) -> [UInt8]? {
    var (start, kept) = (Int64(0), [UInt8]())
    return { offset, count in
      if count > window { return read(offset, count) }
      if offset < start || offset + Int64(count) > start + Int64(kept.count) {
        guard let next = read(offset, Int(min(size - offset, Int64(window)))) else { return nil }
        (start, kept) = (offset, next)
      }
      let first = Int(offset - start)
      return Array(kept[first..<first + count])
    }
  }

  /// Reads the headers of all fragments; returns false if there are none, or too many.
  ///
  /// Ends at a second `moov`, with which another recording begins.
  private mutating func scan(_ bytes: inout HeaderBytes) -> Bool {
    var (offset, last, count) = (Int64(0), Int64?.none, 0)
    while let box = MovieBox.box(at: offset, in: bytes.all, of: &bytes), !box.isCut {
      count += 1
      if count > Self.greatestBoxCount { return false }
      switch box.kind {
      case "moov":
        if !tracks.isEmpty {
          if let last { parts[parts.count - 1] = last..<offset }
          return !parts.isEmpty
        }
        readMovie(box, &bytes)
        if tracks.isEmpty { return false }
      case "moof":
        if tracks.isEmpty || parts.count >= Self.greatestCount { return false }
        if let last { parts[parts.count - 1] = last..<offset }
        parts.append(offset..<bytes.size)
        last = offset
        readFragment(box, &bytes)
      default: break
      }
      offset = box.content.upperBound
    }
    return !parts.isEmpty
  }

  private mutating func readMovie(_ movie: MovieBox, _ bytes: inout HeaderBytes) {
    let boxes = movie.boxes(of: &bytes)
    guard let extends = boxes.first(where: { $0.kind == "mvex" }) else { return }
    var lengths: [Int64: Int64] = [:]
    for box in extends.boxes(of: &bytes) where box.kind == "trex" {
      guard let record = box.record(16, of: &bytes), let track = record.bigEndian(at: 4, 4),
        let length = record.bigEndian(at: 12, 4)
      else { continue }
      lengths[Int64(track)] = Int64(length)
    }
    for box in boxes where box.kind == "trak" {
      let parts = box.boxes(of: &bytes)
      guard let header = parts.first(where: { $0.kind == "tkhd" })?.record(24, of: &bytes),
        let track = header.bigEndian(at: header.bigEndian(at: 0, 1) == 1 ? 20 : 12, 4),
        let media = parts.first(where: { $0.kind == "mdia" })?.boxes(of: &bytes),
        let handler = media.first(where: { $0.kind == "hdlr" })?.record(12, of: &bytes)?
          .bigEndian(at: 8, 4),
        Self.handlers.contains(handler),
        let (timebase, _) = media.first(where: { $0.kind == "mdhd" })?
          .timescaleAndDuration(of: &bytes)
      else { continue }
      tracks[Int64(track)] = Self.track(timebase, lengths[Int64(track)] ?? 0)
    }
  }

  private static func track(_ timebase: Timebase, _ sampleLength: Int64) -> Track {
    Track(
      timebase: timebase, tolerance: ticks(tolerance, timebase), sampleLength: sampleLength)
  }

  /// Returns milliseconds in ticks.
  private static func ticks(_ milliseconds: Int64, _ timebase: Timebase) -> Int64 {
    MediaTime.milliseconds(milliseconds).converted(to: timebase, rounding: .up)?.ticks ?? 1
  }

  private mutating func readFragment(_ fragment: MovieBox, _ bytes: inout HeaderBytes) {
    for box in fragment.boxes(of: &bytes) where box.kind == "traf" {
      let parts = box.boxes(of: &bytes)
      guard let header = parts.first(where: { $0.kind == "tfhd" })?.record(24, of: &bytes),
        let flags = header.bigEndian(at: 0, 4), let number = header.bigEndian(at: 4, 4),
        let track = tracks[Int64(number)],
        let time = parts.first(where: { $0.kind == "tfdt" }),
        let record = time.record(12, of: &bytes), let version = record.bigEndian(at: 0, 1),
        let stored = record.bigEndian(at: 4, version == 1 ? 8 : 4)
      else { continue }
      let place = time.content.lowerBound + 4
      let before = (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
      let own = flags & 8 != 0 ? header.bigEndian(at: 8 + before, 4).map { Int64($0) } : nil
      var length: Int64? = 0
      for run in parts where run.kind == "trun" {
        length = length.flatMap { sum in
          Self.length(of: run, own ?? track.sampleLength, &bytes).map { Self.sum(sum, $0) }
        }
      }
      guard let length, length > 0 else { continue }
      runs[Int64(number), default: []].append(
        Run(
          fragment: self.parts.count - 1, place: place..<place + (version == 1 ? 8 : 4),
          stored: Int64(bitPattern: stored), length: length))
    }
  }

  /// Returns the length of the samples of a run; nil if the box is damaged.
  private static func length(
    of run: MovieBox, _ sampleLength: Int64, _ bytes: inout HeaderBytes
  ) -> Int64? {
    let size = Int(min(run.content.upperBound - run.content.lowerBound, 1 << 20))
    guard let record = run.record(size, of: &bytes), let flags = record.bigEndian(at: 0, 4),
      let count = record.bigEndian(at: 4, 4)
    else { return nil }
    if flags & 0x100 == 0 {
      let (length, overflow) = Int64(count).multipliedReportingOverflow(by: sampleLength)
      return overflow ? nil : length
    }
    let head = 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
    let stride = 4 * (flags >> 8 & 0xF).nonzeroBitCount
    guard Int64(count) <= Int64(size), head + Int(count) * stride <= size else { return nil }
    return (0..<Int(count)).reduce(0) { sum, index in
      self.sum(sum, Int64(record.bigEndian(at: head + index * stride, 4) ?? 0))
    }
  }

  // MARK: Lists

  /// Returns nil unless times of fragments are wrong.
  init?(_ lists: [List]) {
    guard lists.contains(where: { $0.isJudged && Self.hasJump($0) }) else { return nil }
    findParts(lists)
    guard parts.count > 1, parts.count <= Self.greatestCount else { return nil }
    for list in lists where list.isJudged {
      tracks[list.track] = Self.track(list.timebase, 0)
      addRuns(of: list)
    }
    for track in runs.keys.sorted() { judge(track) }
    if deviations.isEmpty { return nil }
    deviations.sort { $0.part.lowerBound < $1.part.lowerBound }
  }

  /// Whether an interval differs from the one before it by more than the tolerance.
  private static func hasJump(_ list: List) -> Bool {
    let tolerance = ticks(tolerance, list.timebase)
    var step: Int64?
    for (one, other) in zip(list.packets, list.packets.dropFirst()) {
      let next = distance(from: one.ticks, to: other.ticks)
      if next <= 0 || step.map({ abs(next - $0) > tolerance }) == true { return true }
      step = next
    }
    return false
  }

  /// Finds the fragments by the bytes between them, which are of no packet.
  private mutating func findParts(_ lists: [List]) {
    var end: Int64?
    for bytes in lists.flatMap({ $0.packets.map(\.bytes) })
      .sorted(by: { $0.lowerBound < $1.lowerBound })
    {
      if end.map({ Self.distance(from: $0, to: bytes.lowerBound) >= Self.leastDistance }) ?? true {
        if let last = parts.last { parts[parts.count - 1] = last.lowerBound..<bytes.lowerBound }
        parts.append(bytes.lowerBound..<Int64.max)
      }
      end = max(end ?? bytes.upperBound, bytes.upperBound)
    }
  }

  private mutating func addRuns(of list: List) {
    // A time before zero is that of a packet that an edit leaves out.
    let shift = Self.ticks(Self.earliest, list.timebase)
    let steps = zip(list.packets, list.packets.dropFirst())
      .map { Self.distance(from: $0.ticks, to: $1.ticks) }.sorted()
    guard !steps.isEmpty else { return }
    // Without durations, the end of a fragment is known only if intervals are equal.
    let (short, long) = (steps[steps.count / 8], steps[steps.count - 1 - steps.count / 8])
    if Self.distance(from: short, to: long) > Self.ticks(Self.tolerance, list.timebase) { return }
    let usual = steps[steps.count / 2]
    var start = 0
    for (number, part) in parts.enumerated() {
      var end = start
      while end < list.packets.count, list.packets[end].bytes.lowerBound < part.upperBound {
        end += 1
      }
      if end > start {
        let (first, last) = (list.packets[start].ticks, list.packets[end - 1].ticks)
        let step =
          end - start > 1 ? Self.distance(from: list.packets[end - 2].ticks, to: last) : usual
        runs[list.track, default: []].append(
          Run(
            fragment: number, place: 0..<0, stored: Self.sum(first, shift),
            length: Self.sum(Self.distance(from: first, to: last), step)))
      }
      start = end
    }
  }

  /// Returns the distance between two times, clamped; never `Int64.min`, so that `abs` is safe.
  static func distance(from one: Int64, to other: Int64) -> Int64 {
    let (difference, overflow) = other.subtractingReportingOverflow(one)
    return overflow ? (other < one ? -.max : .max) : max(difference, -.max)
  }

  // MARK: Judging

  /// Corrects the wrong times of a track.
  private mutating func judge(_ track: Int64) {
    guard let runs = runs[track], let tolerance = tracks[track]?.tolerance else { return }
    func isNear(_ one: Int64, _ other: Int64) -> Bool {
      let (distance, overflow) = one.subtractingReportingOverflow(other)
      return !overflow && distance.magnitude <= tolerance.magnitude
    }
    var end: Int64?
    for (index, run) in runs.enumerated() {
      let next = index + 1 < runs.count ? runs[index + 1] : nil
      var expected: Int64?
      if let end {
        expected = end
      } else if let next, index + 2 < runs.count,
        isNear(runs[index + 2].stored, Self.sum(next.stored, next.length))
      {
        expected = Self.sum(next.stored, -run.length)
      }
      var right = run.stored
      if let expected, expected >= 0, !isNear(run.stored, expected) {
        let isBefore = run.stored < 0 || end == nil && run.stored > expected
        let isAfter = end != nil && run.stored < expected
        let returns =
          end != nil && next.map { isNear($0.stored, Self.sum(expected, run.length)) } == true
        // Nothing follows the last fragment. If all tracks begin again, it is of another recording.
        let isFar = isFar(run, of: track, behind: expected)
        let isLast =
          next == nil && (isAfter || isFar)
          && (self.runs.count == 1 || continues(run.fragment, except: track))
        let isFirst =
          end == nil && continues(run.fragment + 1, except: track)
          && !beginsWithAnother(run.stored, of: track)
        if isBefore || returns || isLast || isFirst {
          // If the field cannot hold the right time, it stays, but the next fragment continues the right one.
          right = expected
          correct(run, of: track, to: expected)
        }
      }
      end = Self.sum(right, run.length)
    }
  }

  /// Returns a time of a track in nanoseconds.
  private func time(_ ticks: Int64, of track: Int64) -> Int64 {
    tracks[track].map {
      MediaTime(ticks: ticks, timebase: $0.timebase).nanoseconds(rounding: .down)
    } ?? 0
  }

  /// Whether the last fragment begins so late that nothing explains it: with it the track goes on longer than all
  /// others, which from the expected time on it hardly does. A pause before it ends together with the others.
  private func isFar(_ run: Run, of track: Int64, behind expected: Int64) -> Bool {
    let ends = runs.filter { $0.key != track }.compactMap { other, runs in
      runs.last.map { time(Self.sum($0.stored, $0.length), of: other) }
    }
    guard let latest = ends.max() else {
      return time(run.stored, of: track) > Self.sum(time(expected, of: track), Self.longestPause)
    }
    return time(Self.sum(run.stored, run.length), of: track)
      > Self.sum(latest, Self.tolerance * 1_000_000)
      && time(Self.sum(expected, run.length), of: track) <= Self.sum(latest, Self.interleaving)
  }

  /// Whether another track begins at the time at which a track does.
  private func beginsWithAnother(_ ticks: Int64, of track: Int64) -> Bool {
    runs.contains { other, runs in
      guard other != track, let first = runs.first else { return false }
      let distance = Self.distance(
        from: time(first.stored, of: other), to: time(ticks, of: track))
      return abs(distance) <= Self.interleaving
    }
  }

  /// Whether a fragment continues the one before it in another track.
  private func continues(_ fragment: Int, except track: Int64) -> Bool {
    runs.contains { other, runs in
      guard other != track, let tolerance = tracks[other]?.tolerance,
        // Each track may have fragments of its own.
        let index = runs.firstIndex(where: { $0.fragment == fragment })
          ?? runs.firstIndex(where: { abs($0.fragment - fragment) == 1 }), index > 0
      else { return false }
      let end = Self.sum(runs[index - 1].stored, runs[index - 1].length)
      let (distance, overflow) = runs[index].stored.subtractingReportingOverflow(end)
      return !overflow && distance.magnitude <= tolerance.magnitude
    }
  }

  private mutating func correct(_ run: Run, of track: Int64, to ticks: Int64) {
    let length = Int(run.place.upperBound - run.place.lowerBound)
    guard length != 4 || ticks <= Int64(UInt32.max) else { return }
    let bytes = (0..<length).map {
      UInt8(truncatingIfNeeded: ticks >> (8 * Int64(length - 1 - $0)))
    }
    patches.append((run.place, bytes))
    let deviation = run.stored.subtractingReportingOverflow(ticks)
    deviations.append(
      Deviation(
        part: parts[run.fragment], track: track,
        ticks: deviation.overflow ? .min : deviation.partialValue))
  }

  /// Returns the sum of two times, clamped.
  static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (one < 0 ? .min : .max) : sum
  }
}
