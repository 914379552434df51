import PlayheadTimekeeping

/// The cues of a feed.
struct CueFeedState {
  /// The most memory that cues of media take, in bytes, before the earlier half of them is forgotten.
  private static let greatestSize = 64 << 20
  /// The most cues of a track that wait for their ends.
  private static let greatestOpenCount = 256
  /// The number of marks beyond those of the cues that are kept.
  private static let greatestMarkSurplus = 65_536

  /// A cue whose end is not declared. Its end is the latest one that is possible.
  private struct OpenCue {
    var cue: Cue
    var key: Int
  }

  var observers: CueFeed.Observers = [:]
  /// The cues that were given, which are never forgotten.
  private var given = GrowingCues()
  /// The cues of media that have ends, and those that stay.
  private var read = GrowingCues()
  /// The cues that wait for their ends, by track.
  private var open: [Int: [OpenCue]] = [:]
  /// Cues whose ends were not read: they end where reading left off to continue elsewhere, until they are read again.
  private var cut: [OpenCue] = []
  /// The starts of the cues of media that were not forgotten, by what distinguishes their packets.
  private var known: [Int: MediaTime] = [:]
  private var marks: [CueFeed.Mark] = []
  private var edition = 0

  // MARK: Questions

  private var openCues: [Cue] {
    if open.isEmpty, cut.isEmpty { return [] }
    return (open.values.joined() + cut).map(\.cue).sorted { $0.start < $1.start }
  }

  var isEmpty: Bool { given.isEmpty && read.isEmpty && openCues.isEmpty }

  var all: CueTrack {
    if read.isEmpty, open.isEmpty, cut.isEmpty { return given.all }
    return CueTrack([Array(given.all), Array(read.all), openCues].joined())
  }

  func cues(at time: MediaTime, newest limit: Int) -> [Cue] {
    let ended = given.cues(at: time, newest: limit).merged(with: read.cues(at: time, newest: limit))
    return Array(ended.merged(with: openCues.filter { $0.isCurrent(at: time) }).suffix(limit))
  }

  func next(after time: MediaTime) -> Cue? {
    let candidates = [
      given.next(after: time), read.next(after: time), openCues.first { $0.start > time },
    ]
    return candidates.compactMap(\.self).min { $0.start < $1.start }
  }

  func last(before time: MediaTime, orAt isIncluded: Bool) -> Cue? {
    let candidates = [
      given.last(before: time, orAt: isIncluded), read.last(before: time, orAt: isIncluded),
      openCues.last { $0.start < time || isIncluded && $0.start == time },
    ]
    return candidates.compactMap(\.self).max { $0.start < $1.start }
  }

  // MARK: Changes

  mutating func add(_ track: CueTrack) {
    given.add(track)
    for cue in track { mark(cue) }
  }

  mutating func add(_ update: CueUpdate, ofTrack track: Int, at byteOffset: Int64?) {
    end(before: update.position, ofTrack: track)
    guard let cue = update.cue else { return }
    var hasher = Hasher()
    hasher.combine(cue)
    hasher.combine(track)
    hasher.combine(byteOffset)
    let key = hasher.finalize()
    guard known.updateValue(cue.start, forKey: key) == nil else { return }
    if let index = cut.firstIndex(where: { $0.key == key }) {
      cut.remove(at: index)
    } else {
      mark(cue, endsWithNext: update.endsWithNext)
    }
    if update.endsWithNext {
      open[track, default: []].append(OpenCue(cue: cue, key: key))
      if let first = open[track]?.first?.cue, open[track]?.count ?? 0 > Self.greatestOpenCount {
        open[track]?.removeFirst()
        keep(first)
      }
    } else {
      read.add(CueTrack([cue]))
      forgetIfTooMany()
    }
  }

  private mutating func end(before position: MediaTime, ofTrack track: Int) {
    guard let waiting = open[track], waiting.contains(where: { $0.cue.start < position }) else {
      return
    }
    let rest = waiting.filter { $0.cue.start >= position }
    open[track] = rest.isEmpty ? nil : rest
    for entry in waiting where entry.cue.start < position {
      var cue = entry.cue
      cue.end = min(cue.end ?? position, position)
      keep(cue)
    }
  }

  var nextUndeclaredEnd: MediaTime? { open.values.joined().compactMap(\.cue.lastingEnd).min() }

  mutating func endCues(until time: MediaTime) {
    for (track, waiting) in open {
      let ended = waiting.filter { entry in entry.cue.lastingEnd.map { $0 <= time } ?? false }
      if ended.isEmpty { continue }
      let rest = waiting.filter { entry in entry.cue.lastingEnd.map { $0 > time } ?? true }
      open[track] = rest.isEmpty ? nil : rest
      for entry in ended { keep(entry.cue) }
    }
  }

  /// Keeps a cue that was open.
  private mutating func keep(_ cue: Cue) {
    read.add(CueTrack([cue]))
    markEnd(of: cue)
    forgetIfTooMany()
  }

  mutating func restart(after time: MediaTime?) {
    for var entry in open.values.joined() {
      // They are read again when the playhead comes to them.
      known[entry.key] = nil
      guard let time, time > entry.cue.start else { continue }
      entry.cue.end = min(entry.cue.end ?? time, time)
      cut.append(entry)
    }
    open.removeAll()
    cut.removeFirst(max(cut.count - Self.greatestOpenCount, 0))
  }

  mutating func finish() {
    let rest = open.values.joined().map(\.cue).sorted { $0.start < $1.start }
    open.removeAll()
    for cue in rest { keep(cue) }
  }

  private mutating func mark(_ cue: Cue, endsWithNext: Bool = false) {
    marks.append(CueFeed.Mark(due: cue.start, isStart: true, end: cue.lastingEnd))
    if !endsWithNext { markEnd(of: cue) }
  }

  private mutating func markEnd(of cue: Cue) {
    if let end = cue.lastingEnd { marks.append(CueFeed.Mark(due: end, isStart: false)) }
    // A cue that is read again after each restart is marked again.
    if marks.count > 2 * (given.count + read.count) + Self.greatestMarkSurplus { markAgain() }
  }

  private mutating func forgetIfTooMany() {
    guard read.size > Self.greatestSize else { return }
    let first = read.forgetHalf()
    known = known.filter { entry in first.map { entry.value >= $0 } ?? false }
    for entry in open.values.joined() { known[entry.key] = entry.cue.start }
    markAgain()
  }

  private mutating func markAgain() {
    edition += 1
    let ended = [Array(given.all), Array(read.all)].joined()
    marks = ended.flatMap { cue in
      [CueFeed.Mark(due: cue.start, isStart: true, end: cue.lastingEnd)]
        + (cue.lastingEnd.map { [CueFeed.Mark(due: $0, isStart: false)] } ?? [])
    }
    marks += openCues.map { CueFeed.Mark(due: $0.start, isStart: true, end: $0.lastingEnd) }
  }

  // MARK: Following

  var index: CueFeed.Index { CueFeed.Index(edition: edition, count: marks.count) }

  func news(since index: CueFeed.Index?) -> CueFeed.News? {
    guard let index, index.edition == edition else {
      return CueFeed.News(marks: marks, replacesAll: true, index: self.index)
    }
    if index.count >= marks.count { return nil }
    return CueFeed.News(
      marks: Array(marks[index.count...]), replacesAll: false, index: self.index)
  }
}
