import PlayheadMedia
import PlayheadTimekeeping

/// Corrects single times of pictures that are wrong, in containers that store only when each picture is presented.
///
/// Decode times are derived from these, so that a wrong one is not seen there. At a constant rate, a picture with a
/// wrong time leaves a hole among the others. A picture that does not continue its track is held back with all later
/// packets, until as many pictures have come as codecs reorder. Times are in nanoseconds.
struct StrayPictures {
  typealias Entry = TimestampJoin.Entry

  /// The number of pictures by which codecs reorder, and one more.
  private static let reordering = 17
  /// The number of pictures in a row that may be wrong by the same time.
  private static let longestRun = 5
  private static let greatestHeldCount = 4_096
  private static let greatestHeldByteCount = 8 << 20

  /// A track of pictures.
  private struct Reel {
    let track: MediaTrack
    /// Whether libavformat returns the stored times as decode times.
    let isDecodeTimed: Bool
    let step: Int64
    /// The last times, in the order of the file.
    private(set) var recent: [Int64] = []
    /// The greatest of these.
    private(set) var latest: Int64?
    /// By how much a picture may be ahead of those before it.
    var greatestLead: Int64
    var isAtStart: Bool
    /// The last wrong time in ticks, which libavformat may return as the decode time of a later picture.
    var wrong: Int64?

    /// Forgets the pictures, because the next ones are of another recording, or read elsewhere.
    mutating func restart() {
      (recent, latest, isAtStart, wrong) = ([], nil, false, nil)
    }

    /// Accepts a picture that continues the track; otherwise returns false, and changes nothing.
    mutating func passes(_ packet: PacketTiming, _ original: PacketTiming?) -> Bool {
      if let wrong, packet.decodeTicks == wrong { return false }
      let time = StrayPictures.time(
        of: packet, original, track.timebase, isDecodeTime: isDecodeTimed)
      guard continues(time) else { return false }
      if let time { accept(time) }
      return true
    }

    mutating func accept(_ time: Int64) {
      if let latest {
        let lead = StrayRun.distance(from: latest, to: time)
        if lead <= step * Int64(reordering) { greatestLead = max(greatestLead, lead) }
      }
      isAtStart = false
      recent.append(time)
      latest = max(latest ?? time, time)
      if recent.count > 2 * reordering, recent.removeFirst() == latest { latest = recent.max() }
    }

    /// Whether a picture is where one is missing, or as far ahead of the others as one before.
    func continues(_ time: Int64?) -> Bool {
      guard let time else { return recent.count < reordering }
      guard let latest else { return !isAtStart }
      let lead = StrayRun.distance(from: latest, to: time)
      if lead > 0 { return count(lead) != nil && lead <= greatestLead + step / 2 }
      let (before, after) = neighbors(of: time)
      guard let before, let after else { return false }
      return count(StrayRun.distance(from: before, to: time)) != nil
        && count(StrayRun.distance(from: time, to: after)) != nil
    }

    /// Returns the last times and those of others, ascending.
    func times(with others: [Int64]) -> [Int64] {
      let times = (recent + others).sorted()
      // Some of the pictures between the oldest ones are forgotten.
      return recent.count == 2 * reordering ? Array(times.dropFirst(reordering)) : times
    }

    /// Returns how many pictures follow one another in an interval; nil if the interval is not that of the rate.
    func count(_ interval: Int64) -> Int64? {
      let count = StrayRun.sum(interval, step / 2) / step
      return count > 0 && abs(interval - count * step) <= step / 4 ? count : nil
    }

    /// Returns the nearest times before and after another; nil if one has the same time, or there is none.
    func neighbors(of time: Int64) -> (Int64?, Int64?) {
      var (before, after): (Int64?, Int64?)
      for other in recent {
        if other < time {
          before = max(before ?? other, other)
        } else {
          after = min(after ?? other, other)
        }
      }
      return (before, after)
    }
  }

  /// The index of a track whose picture is held back, and the times of the pictures behind it.
  private struct Suspect {
    let index: Int
    /// Nil if libavformat gives none, because a wrong one would be negative.
    let time: Int64?
    /// The greatest time of other tracks before it.
    let since: Int64?
    var followers: [Int64] = []

    func isNear(_ other: Int64, _ reel: Reel) -> Bool {
      time.map {
        abs(StrayRun.distance(from: other, to: $0)) <= max(reel.step / 2, TrackClock.tolerance)
      } ?? false
    }
  }

  /// The indices of the tracks, in the order of their reels.
  private let numbers: [Int]
  private var reels: [Reel]
  /// The tracks without pictures that are judged, and the greatest time of their packets.
  private let others: [MediaTrack]
  private var latestOther: Int64?
  /// How long a picture may be shown, if nothing else shows that the media goes on.
  private static let longestPicture: Int64 = 3_600_000_000_000
  private let declaredEnd: Int64?
  private var suspect: Suspect?
  private var held: [Entry] = []
  private var heldByteCount = 0
  private var ready: [Entry] = []
  /// The first pictures of tracks, if their times are wrong, as they are in the file, and the ticks that were added.
  private(set) var starts: [Int: (packet: PacketTiming, correction: Int64)] = [:]

  /// Creates a judge of the times of these tracks.
  init(tracks: [MediaTrack], in info: MediaInfo) {
    reels = tracks.filter(info.storesOnlyPresentation).compactMap { track in
      track.constantStep.map {
        Reel(
          track: track, isDecodeTimed: info.container == "asf", step: $0, greatestLead: $0,
          isAtStart: info.isSeekable)
      }
    }
    let numbers = reels.map(\.track.index)
    self.numbers = numbers
    others = tracks.filter { !numbers.contains($0.index) }
    declaredEnd = TrackClock.Container(info).declaredEnd
  }

  /// Whether the first pictures have been judged.
  var isStarted: Bool { suspect == nil && reels.allSatisfy { !$0.isAtStart } }

  /// Passes the packets that are ready on.
  mutating func forward(to times: inout StrayTimes) {
    if ready.isEmpty { return }
    for entry in ready { times.process(entry) }
    ready.removeAll(keepingCapacity: true)
  }

  /// Forgets the packets, because the next ones are read elsewhere.
  mutating func restart() {
    (suspect, held, heldByteCount, ready, latestOther) = (nil, [], 0, [], nil)
    for index in reels.indices { reels[index].restart() }
  }

  /// Accepts the next packet of the source if none is held back and it continues its track, so that it may be passed on
  /// at once; otherwise returns false, and changes nothing.
  mutating func passes(_ packet: PacketTiming, _ original: PacketTiming?) -> Bool {
    if suspect != nil || packet.beginsEdit { return false }
    guard let index = numbers.firstIndex(of: packet.track) else {
      recordOther(packet, original)
      return true
    }
    return reels[index].passes(packet, original)
  }

  /// Processes the next packet of the source.
  mutating func process(_ entry: Entry) {
    if passes(entry.packet, entry.original) { return ready.append(entry) }
    let index = numbers.firstIndex(of: entry.packet.track)
    if entry.packet.beginsEdit { beginRecording(index) }
    var entry = entry
    if let index, let wrong = reels[index].wrong, entry.packet.decodeTicks == wrong {
      (entry.packet.decodeTicks, reels[index].wrong) = (nil, nil)
      entry.payload = entry.payload?.retimed(as: entry.packet)
    }
    let time = index.flatMap {
      Self.time(
        of: entry.packet, entry.original, reels[$0].track.timebase,
        isDecodeTime: reels[$0].isDecodeTimed)
    }
    if index == nil { recordOther(entry.packet, entry.original) }
    if suspect == nil, let index, !reels[index].continues(time) {
      suspect = Suspect(index: index, time: time, since: latestOther)
      return hold(entry)
    }
    guard let suspect else {
      if let index, let time { reels[index].accept(time) }
      return ready.append(entry)
    }
    if let time, suspect.index == index { self.suspect?.followers.append(time) }
    hold(entry)
    if let since = suspect.since, let latestOther,
      StrayRun.distance(from: since, to: latestOther) > StrayTimes.longestWait
    {
      return resolve(correctingTo: nil)
    }
    guard let suspect = self.suspect, suspect.index == index, time != nil else { return }
    if isExplained(suspect) {
      resolve(correctingTo: nil)
    } else if suspect.followers.count >= Self.reordering {
      resolve(correctingTo: slot(isAtEnd: false))
    }
  }

  /// Judges the held packets without later ones, because the next packet begins another recording.
  private mutating func beginRecording(_ index: Int?) {
    finish(isAtEnd: true)
    latestOther = nil
    if let index { reels[index].restart() }
  }

  /// Passes the held packets on. Judges them only at the end of the media: later ones may show that a picture is right.
  mutating func finish(isAtEnd: Bool) {
    while suspect != nil { resolve(correctingTo: isAtEnd ? slot(isAtEnd: true) : nil) }
  }

  /// Returns the time of a packet. libavformat returns none before zero, which reports know.
  private static func time(
    of packet: PacketTiming, _ original: PacketTiming?, _ timebase: Timebase,
    isDecodeTime: Bool = false
  ) -> Int64? {
    let presented = packet.presentationTicks ?? original?.presentationTicks
    return (isDecodeTime ? packet.decodeTicks : presented)
      .map { MediaTime(ticks: $0, timebase: timebase).wholeNanoseconds }
  }

  private mutating func recordOther(_ packet: PacketTiming, _ original: PacketTiming?) {
    // It is needed for pictures only.
    guard !reels.isEmpty, let index = others.firstIndex(where: { $0.index == packet.track }),
      let time = Self.time(of: packet, original, others[index].timebase)
    else { return }
    latestOther = max(latestOther ?? .min, time)
  }

  // MARK: Judging

  /// Whether the pictures up to a suspect have come since, so that none is missing where it should be.
  private func isExplained(_ suspect: Suspect) -> Bool {
    let reel = reels[suspect.index]
    guard let time = suspect.time, let latest = reel.latest, time > latest else {
      return false
    }
    let times = reel.times(with: suspect.followers).filter { $0 < time } + [time]
    return zip(times, times.dropFirst()).allSatisfy {
      reel.count(StrayRun.distance(from: $0, to: $1)) == 1
    }
  }

  /// Returns the time that a suspect should have; nil if its own may be right.
  private func slot(isAtEnd: Bool) -> Int64? {
    slotOfOne(isAtEnd: isAtEnd)
      ?? (2...Self.longestRun).lazy.compactMap { slot(inRunOf: $0, isAtEnd: isAtEnd) }.first
  }

  /// Returns the time that a suspect should have, if it and the next pictures of the file are wrong by the same time, and
  /// the others lack exactly as many.
  private func slot(inRunOf count: Int, isAtEnd: Bool) -> Int64? {
    guard let suspect, let time = suspect.time, case let reel = reels[suspect.index],
      !reel.recent.isEmpty, suspect.followers.count >= count
    else { return nil }
    let run = ([time] + suspect.followers.prefix(count - 1)).sorted()
    let times = reel.times(with: Array(suspect.followers.dropFirst(count - 1)))
    let certain = isAtEnd ? times.count : times.count - Self.reordering / 2
    var missing: [Int64] = []
    for index in times.indices.dropFirst() {
      let before = times[index - 1]
      guard let steps = reel.count(StrayRun.distance(from: before, to: times[index])) else {
        return nil
      }
      // Pictures that belong between the last ones may follow.
      if steps == 1 || index >= certain { continue }
      guard steps - 1 <= Int64(count - missing.count) else { return nil }
      missing += (1..<steps).map { StrayRun.sum(before, $0 * reel.step) }
    }
    guard missing.count == count, let place = run.firstIndex(of: time) else { return nil }
    let offset = StrayRun.distance(from: missing[place], to: time)
    let isCommon = zip(missing, run).allSatisfy {
      abs(StrayRun.distance(from: StrayRun.sum($0, offset), to: $1)) <= reel.step / 4
    }
    return isCommon && !suspect.isNear(missing[place], reel) ? missing[place] : nil
  }

  private func slotOfOne(isAtEnd: Bool) -> Int64? {
    guard let suspect else { return nil }
    let reel = reels[suspect.index]
    let times = reel.times(with: suspect.followers)
    guard let least = times.first, let greatest = times.last, times.count > 3 else { return nil }
    let counts = zip(times, times.dropFirst()).map {
      reel.count(StrayRun.distance(from: $0, to: $1))
    }
    // Pictures that belong between the last ones may follow.
    let certain = isAtEnd ? counts.count : max(counts.count - Self.reordering / 2, 0)
    let breaks = counts.indices.filter { counts[$0] != 1 }
    let mayFollow = breaks.dropFirst().allSatisfy { index in
      index >= certain && counts[index].map { $0 <= Int64(Self.reordering) } ?? false
    }
    guard mayFollow else { return nil }
    let first = StrayRun.sum(least, -reel.step)
    let isAtStart = reel.recent.isEmpty
    if isAtStart, suspect.isNear(first, reel) { return nil }
    let expected: Int64
    if let hole = breaks.first, hole < certain {
      guard counts[hole] == 2 else { return nil }
      expected = StrayRun.sum(times[hole], reel.step)
    } else if isAtStart {
      // The first picture may be shown for long, if it is not before zero by more than one picture.
      let earliest =
        reel.isDecodeTimed ? -TrackClock.rounding : -max(reel.step, TrackClock.tolerance)
      if let time = suspect.time, time < least, time >= earliest { return nil }
      expected = first
    } else {
      guard isAtEnd, breaks.isEmpty else { return nil }
      // Before the declared end, or beside other tracks, the last picture may be shown late. Without both, nothing
      // shows that it is not.
      let alone = others.isEmpty ? StrayRun.sum(greatest, Self.longestPicture) : .min
      if let time = suspect.time, time > greatest, time < declaredEnd ?? latestOther ?? alone {
        return nil
      }
      expected = StrayRun.sum(greatest, reel.step)
    }
    return suspect.isNear(expected, reel) ? nil : expected
  }

  // MARK: Holding

  private mutating func hold(_ entry: Entry) {
    held.append(entry)
    heldByteCount += min(max(entry.packet.byteCount, 0), Self.greatestHeldByteCount)
    guard held.count >= Self.greatestHeldCount || heldByteCount >= Self.greatestHeldByteCount
    else { return }
    resolve(correctingTo: nil)
  }

  /// Corrects the suspect if its time is wrong, passes it on, and judges the packets that were held behind it.
  private mutating func resolve(correctingTo time: Int64?) {
    guard let suspect = suspect.take() else { return }
    let entries = held
    (held, heldByteCount) = ([], 0)
    for (place, entry) in entries.enumerated() {
      if place > 0 {
        process(entry)
      } else {
        ready.append(time.map { moved(entry, to: $0, suspect.index) } ?? entry)
        if let time = time ?? suspect.time { reels[suspect.index].accept(time) }
      }
    }
  }

  private mutating func moved(_ entry: Entry, to time: Int64, _ index: Int) -> Entry {
    let track = reels[index].track
    guard
      let ticks = MediaTime.nanoseconds(time)
        .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
    else { return entry }
    let isDecodeTimed = reels[index].isDecodeTimed
    let stored = isDecodeTimed ? entry.packet.decodeTicks : entry.packet.presentationTicks
    let correction = stored.map { ticks.subtractingReportingOverflow($0) }
    if reels[index].isAtStart, let correction, !correction.overflow {
      starts[track.index] = (entry.packet, correction.partialValue)
    }
    var entry = entry
    entry.original = entry.original ?? entry.packet
    if isDecodeTimed {
      entry.packet.decodeTicks = ticks
      if entry.packet.presentationTicks != nil { entry.packet.presentationTicks = ticks }
    } else {
      (entry.packet.presentationTicks, entry.packet.decodeTicks) = (ticks, nil)
      reels[index].wrong = stored
    }
    entry.payload = entry.payload?.retimed(as: entry.packet)
    return entry
  }
}

extension MediaInfo {
  /// Whether only presentation times are stored of pictures at a constant rate, which the codec may reorder.
  func storesOnlyPresentation(_ track: MediaTrack) -> Bool {
    storesOnlyPresentation && track.kind == .video && track.mayReorder
      && track.constantStep != nil
  }

  /// Whether the container stores no decode times.
  var storesOnlyPresentation: Bool {
    ["matroska,", "nut", "asf", "wtv"].contains(where: container.hasPrefix)
  }
}

extension MediaTrack {
  private static let greatestStep: Int64 = 1_000_000_000

  /// The time from a picture to the next one in nanoseconds; nil if it varies.
  fileprivate var constantStep: Int64? { constantFrameRate.flatMap(Self.step) }

  /// The mean time from a picture to the next one in nanoseconds. A wrong time lets a constant rate seem to vary.
  var meanStep: Int64? { (constantFrameRate ?? frameRate).flatMap(Self.step) }

  private static func step(_ rate: FrameRate) -> Int64? {
    let step = rate.frameDuration.nanoseconds(rounding: .down)
    return (1...greatestStep).contains(step) ? step : nil
  }
}
