/// Which sample is heard next, in the simplest form: no buffers, no output and no time.
///
/// Files are played in an order that may change, each from its first sample to its last one. A loop returns
/// from its end to its start; a restart begins at another sample. The samples that a device has taken are an
/// input, in their order.
struct SoundModel {
  /// A file, whose samples have the numbers from `base` on. Where a hole is, nothing is heard.
  struct File {
    var base: Int64
    var length: Int64
    var holes: [Range<Int64>] = []

    /// The number that is heard at a sample; nil for silence.
    func content(_ sample: Int64) -> Int64? {
      sample < 0 || sample >= length || holes.contains { $0.contains(sample) }
        ? nil : base + sample
    }

    /// Whether nothing is heard from a sample to the end of the file.
    func isSilent(from sample: Int64) -> Bool {
      sample >= length || holes.contains { $0.contains(sample) && $0.upperBound == length }
    }

    /// Whether a sample is in a hole, or near one.
    func isHole(around sample: Int64, within margin: Int64) -> Bool {
      holes.contains { $0.lowerBound <= sample + margin && sample - margin <= $0.upperBound }
    }
  }

  struct Place: Equatable {
    var file: Int
    /// From 0 to the length of the file.
    var sample: Int64
  }

  let files: [File]
  /// The files that are played, in their order.
  private(set) var order: [Int]
  /// What the device may play of a file that no longer follows, in samples: what it had taken, and takes until
  /// that is discarded.
  private static let leavingLength: Int64 = 700
  /// The files that no longer follow the one before them.
  private var leaving: Set<Int> = []
  /// While a file that no longer follows is heard: the sample that follows it, and how much was heard.
  private var excursion: (end: Place, count: Int64)?
  /// The sample that is heard next.
  private(set) var next = Place(file: 0, sample: 0)
  private var loop: (range: Range<Int64>, left: Int)?
  /// The loops that were set before: samples that were written then still follow them.
  private var formerLoops: [Range<Int64>] = []
  /// Whether samples beyond the end of the loop were written before it was set.
  private var mayPassLoop = false
  /// Where the sound must begin again.
  private var restart: Place?
  /// Where the sound may begin again, and in which file.
  private var optional: (file: Int, samples: ClosedRange<Int64>)?

  /// How many samples the device has taken.
  private var takenCount: Int64 = 0
  /// The passes of the loop that are over, as the number of samples taken until then.
  private var passes: [Int64] = []
  /// How many samples had been heard when the sound was last asked to begin again.
  private var countAtRequest: Int64 = 0
  /// How many samples of silence may still be heard while a start is waited for.
  private var silenceCount: Int64 = 0
  /// How many samples of silence were heard last.
  private var silenceLength: Int64 = 0

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - files: All files.
  ///   - count: The number of files that are played at first.
  init(_ files: [File], playing count: Int? = nil) {
    self.files = files
    order = Array(files.indices.prefix(count ?? files.count))
  }

  /// Whether everything has been heard.
  var isOver: Bool {
    let last = excursion?.end ?? next
    return restart == nil && last.file == order.last && last.sample == files[last.file].length
  }

  // MARK: Requests

  /// Records that the sound is asked to begin again, now or later: passes that end with samples that the device has
  /// taken, but not played, are not over.
  mutating func interrupt(unheard: Int64) { countAtRequest = takenCount - unheard }

  /// Plays a range of the current file several times, from its next arrival at the end on.
  mutating func setLoop(_ range: Range<Int64>?, count: Int = .max) {
    if let loop { formerLoops.append(loop.range) }
    loop = range.map { ($0, count - 1) }
    passes = []
    mayPassLoop = range != nil
  }

  /// The sound begins again at a place, whatever was heard before.
  mutating func begin(at place: Place) { (restart, optional) = (place, nil) }

  /// The sound may begin again once at one of these samples, where the playhead is.
  mutating func mayBegin(in file: Int, _ samples: ClosedRange<Int64>?) {
    optional = samples.map { (file, $0) }
  }

  /// A number of samples of silence may be heard before the sound begins again.
  mutating func mayWait(_ sampleCount: Int64) { silenceCount = sampleCount }

  /// Plays a file after another one.
  mutating func insert(_ file: Int, after other: Int) {
    guard let index = order.firstIndex(of: other) else { return }
    if index + 1 < order.count { leaving.insert(order[index + 1]) }
    let former = follower(of: other)
    order.insert(file, at: index + 1)
    leave(former, for: file, after: other)
  }

  /// Does not play a file that is not heard yet, except for what the device has taken.
  mutating func remove(_ file: Int) {
    let former = order.firstIndex(of: file).flatMap { $0 > 0 ? order[$0 - 1] : nil }
    let following = follower(of: file)
    order.removeAll { $0 == file }
    if let former { leave(file, for: following, after: former) }
  }

  private mutating func leave(_ file: Int?, for following: Int?, after other: Int) {
    if let file { leaving.insert(file) }
    let start = following.map { Place(file: $0, sample: 0) }
    let seam = Place(file: other, sample: files[other].length)
    if let end = excursion?.end, end == seam || end.file == file { excursion?.end = start ?? seam }
    if let file, next.file == file, excursion == nil {
      excursion = (start ?? seam, 0)
    } else if next.file == other, next.sample == files[other].length, let start {
      next = start
    }
  }

  private func follower(of file: Int) -> Int? {
    order.firstIndex(of: file).flatMap { $0 + 1 < order.count ? order[$0 + 1] : nil }
  }

  // MARK: Hearing

  /// Hears a sample. Returns the problem with it; nil if it is right.
  ///
  /// - Parameters:
  ///   - number: The number of the sample; nil for silence.
  ///   - isOld: Whether the device took it before the last restart had an effect.
  mutating func hear(_ number: Int64?, isOld: Bool) -> String? {
    defer { takenCount += 1 }
    if let place = restart, number == content(place) || !isOld {
      (next, restart, excursion) = (place, nil, nil)
      restorePasses()
    }
    if let (end, count) = excursion {
      if number != content(next) || count == Self.leavingLength {
        (next, excursion) = (end, nil)
      } else {
        excursion = (end, count + 1)
      }
    } else if number != content(next), let file = leavingFile(beginningWith: number) {
      excursion = (next, 1)
      next = Place(file: file, sample: 0)
    }
    let isAtEnd = next.sample == files[next.file].length
    if number == nil, content(next) != nil || isAtEnd, silenceCount > 0 {
      silenceCount -= 1
      silenceLength += 1
      return nil
    }
    if number != content(next), let place = otherPlaces.first(where: { content($0) == number }) {
      countPass(from: next, to: place)
      next = place
    }
    if number != content(next), let place = optionalPlace(of: number) {
      next = place
      // Silence does not show where in a hole it is.
      if number != nil { optional = nil }
      restorePasses()
    }
    silenceLength = number == nil ? silenceLength + 1 : 0
    guard number == content(next) else {
      return "\(number.map(String.init) ?? "silence") is heard instead of \(next)"
    }
    advance()
    return nil
  }

  /// Returns where the sound may have begun again with a sample. A playhead behind the last sound of a file is at
  /// the seam, however much of the next file was heard before a pause: that file begins again.
  private func optionalPlace(of number: Int64?) -> Place? {
    guard let (file, samples) = optional else { return nil }
    let sample = samples.clamped(to: 0...files[file].length - 1).first {
      files[file].content($0) == number
    }
    if let sample {
      return Place(file: file, sample: sample)
    }
    guard let number else { return nil }
    // Or the silence heard last was that of a hole, from one of these samples on.
    let hole = files[file].holes.first {
      $0.overlaps(samples) && $0.upperBound - samples.upperBound <= silenceLength
    }
    if let end = hole?.upperBound, files[file].content(end) == number {
      return Place(file: file, sample: end)
    }
    guard let following = follower(of: file), files[following].content(0) == number,
      files[file].isSilent(from: samples.upperBound)
    else { return nil }
    return Place(file: following, sample: 0)
  }

  /// Returns the file that the device may play at this seam although it no longer follows.
  private func leavingFile(beginningWith number: Int64?) -> Int? {
    let isSeam = next.sample == 0 || next.sample == files[next.file].length
    return isSeam ? leaving.first { files[$0].content(0) == number } : nil
  }

  /// The places that may follow the last sample because of loops that were set or ended after sound had
  /// been written.
  private var otherPlaces: [Place] {
    var places = formerLoops.filter { $0.upperBound == next.sample }
      .map { Place(file: next.file, sample: $0.lowerBound) }
    if let range = loop?.range, mayPassLoop {
      if next.sample == range.lowerBound {
        places.append(Place(file: next.file, sample: range.upperBound))
      } else if next.sample > range.upperBound {
        places.append(Place(file: next.file, sample: range.lowerBound))
      }
    }
    return places
  }

  /// Counts the pass of a loop that is over although its end was not met, or is not over although the
  /// sound was at its end.
  private mutating func countPass(from old: Place, to new: Place) {
    guard let (range, left) = loop else { return }
    if new.sample == range.lowerBound, old.sample > range.upperBound { countPass(range, left) }
    if new.sample == range.upperBound, old.sample == range.lowerBound {
      loop = (range, left + 1)
      _ = passes.popLast()
    }
  }

  private mutating func countPass(_ range: Range<Int64>, _ left: Int) {
    loop = (range, left - 1)
    passes.append(takenCount)
  }

  /// Takes back the passes that are not over.
  private mutating func restorePasses() {
    guard let (range, left) = loop else { return }
    let kept = passes.filter { $0 <= countAtRequest }
    loop = (range, left + passes.count - kept.count)
    passes = kept
  }

  private func content(_ place: Place) -> Int64? { files[place.file].content(place.sample) }

  private mutating func advance() {
    // Silence before a start that begins in a hole may be taken for that of the hole.
    guard next.sample < files[next.file].length else { return }
    next.sample += 1
    if let (range, left) = loop, next.sample == range.upperBound, left > 0 {
      next.sample = range.lowerBound
      countPass(range, left)
    }
    if next.sample == files[next.file].length, let file = follower(of: next.file) {
      next = Place(file: file, sample: 0)
    }
  }

  /// Whether the sound before a restart at a place could be mistaken for that after it: the device takes
  /// less than 200 samples until the restart has an effect.
  func isLike(_ place: Place) -> Bool {
    if place.file == next.file, (next.sample...next.sample + 200).contains(place.sample) {
      return true
    }
    return content(place) == nil
      && (0..<200).contains { content(Place(file: next.file, sample: next.sample + $0)) == nil }
  }

  // MARK: Positions

  /// Whether a loop ends at a position, or has ended there.
  func isLoopEnd(_ sample: Double) -> Bool {
    (formerLoops + [loop?.range].compactMap(\.self)).contains {
      abs(Double($0.upperBound) - sample) < 2
    }
  }

  /// Returns the place after a heard number and a part of the next sample; nil for silence.
  func place(after number: Int64?) -> Place? {
    guard let number, let file = files.lastIndex(where: { $0.base <= number }) else { return nil }
    return Place(file: file, sample: number - files[file].base)
  }

  /// Returns how many samples apart two positions are. Where the sound goes from one to the other without
  /// a gap, they are neighbours.
  func distance(_ one: (file: Int, sample: Double), _ other: (file: Int, sample: Double)) -> Double
  {
    if one.file == other.file {
      let distance = abs(one.sample - other.sample)
      let length = loop.map { Double($0.range.count) } ?? .infinity
      return min(distance, abs(distance - length))
    }
    if leaving.contains(one.file) || leaving.contains(other.file) { return 0 }
    let (first, last) = follower(of: one.file) == other.file ? (one, other) : (other, one)
    guard follower(of: first.file) == last.file else { return .infinity }
    return Double(files[first.file].length) - first.sample + last.sample
  }
}
