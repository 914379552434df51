import PlayheadMedia
import PlayheadTimekeeping

/// Corrects single timestamps that are wrong, by the packets of the same track around them.
///
/// A packet that does not continue its track is held back with all later packets. If the track returns to its earlier
/// clock, the time was wrong. If several units agree with the new clock, the clock has jumped, which `TimestampJoin`
/// judges. A unit is a packet with a time that the file stores, as that of a PES packet or an Ogg page, and the
/// packets that are counted from it. Times are decode times in nanoseconds.
struct StrayTimes {
  typealias Entry = TimestampJoin.Entry

  /// The number of units that confirm the first time of a track.
  private static let startConfirmation = 4
  /// The number of units that confirm another clock. Fewer ones may be wrong by the same time.
  private static let confirmation = 6
  /// How far other tracks go on before a jump is judged without the next units of its track.
  static let longestWait: Int64 = 2_500_000_000
  /// The greatest distance between tracks of the same time in the file.
  static let interleaving: Int64 = 1_000_000_000
  private static let greatestHeldCount = 4_096
  private static let greatestHeldByteCount = 8 << 20

  /// A packet that is held back. It is settled if its own time was judged.
  private struct Held {
    var entry: Entry
    var isSettled: Bool
  }

  /// Whether the first unit of a track waits for others, which may show that its time is wrong.
  private var awaitsStart: Bool
  /// The indices of the tracks, in the order of their clocks.
  private let numbers: [Int]
  private var clocks: [TrackClock]
  private var run: StrayRun?
  private var late: LatePicture?
  /// When the last picture is presented that follows a pause, and the index of its track.
  private var announced: (index: Int, time: Int64)?
  private var held: [Held] = []
  private var heldByteCount = 0
  private var ready: [Entry] = []
  /// The first packets of tracks that begin with a wrong time, as they are in the file, and the ticks that were added.
  private(set) var starts: [Int: (packet: PacketTiming, correction: Int64)] = [:]
  private var isAtStart = true

  /// Creates a judge of the times of these tracks.
  init(tracks: [MediaTrack], in info: MediaInfo) {
    let container = TrackClock.Container(info)
    numbers = tracks.map(\.index)
    clocks = tracks.map { TrackClock(track: $0, in: container) }
    awaitsStart = info.isSeekable
  }

  /// Whether the clock of each track is known, or one has gone on for so long that others have no start here.
  var isStarted: Bool {
    if !awaitsStart { return true }
    if isHolding { return false }
    let spans = clocks.compactMap { clock in
      clock.first.flatMap { first in clock.last.map { StrayRun.distance(from: first, to: $0) } }
    }
    return spans.count == clocks.count || spans.contains { $0 > Self.longestWait }
  }

  /// Passes the packets that are ready on.
  mutating func forward(to join: inout TimestampJoin) {
    if ready.isEmpty { return }
    for entry in ready { join.process(entry) }
    ready.removeAll(keepingCapacity: true)
  }

  /// Forgets the packets, because the next ones are read elsewhere.
  mutating func restart() {
    (run, late, held, heldByteCount, ready, isAtStart) = (nil, nil, [], 0, [], false)
    announced = nil
    for index in clocks.indices { clocks[index] = clocks[index].restarted }
  }

  /// Accepts the next packet of the source if none is held back and its times are right, so that it may be passed on at
  /// once; otherwise returns false, and changes nothing.
  mutating func passes(_ packet: PacketTiming, _ clockReference: Int64?) -> Bool {
    if isHolding { return false }
    guard let index = numbers.firstIndex(of: packet.track) else { return true }
    return clocks[index].passes(packet, clockReference)
  }

  /// Processes the next packet of the source.
  mutating func process(_ entry: Entry) {
    if passes(entry.packet, entry.clockReference) { return ready.append(entry) }
    guard let index = numbers.firstIndex(of: entry.packet.track) else {
      return pass(entry)
    }
    guard let time = clocks[index].time(of: entry.packet) else {
      if run?.index == index { run?.countUntimed() }
      return pass(entry)
    }
    if entry.packet.beginsEdit || entry.packet.followsMissingBytes {
      // Another recording begins with its first time, and after missing bytes.
      finish()
      clocks[index] = clocks[index].restarted
      clocks[index].advance(to: time, entry.packet, entry.clockReference)
      return ready.append(entry)
    }
    if let late { return extend(late, with: entry, time, index) }
    var entry = entry
    let packet = entry.packet
    if clocks[index].correctDuration(of: &entry.packet) {
      entry.original = entry.original ?? packet
      entry.payload = entry.payload?.retimed(as: entry.packet)
    }
    // A packet that is held behind a run of another track will be processed again.
    if run?.index ?? index == index, let delay = clocks[index].unusualDelay(of: packet, at: time) {
      if delay > 0, isAnnounced(packet, index) {
        entry.followsPause = true
      } else if run == nil, delay > 0 {
        return awaitPause(before: entry, time, index)
      } else {
        entry.forgetPresentation()
      }
    }
    guard let run else { return judge(entry, time, index) }
    hold(entry)
    if self.run == nil { return }
    if run.index == index {
      extend(run, with: entry, time)
    } else {
      limitWait(run, time, index)
    }
  }

  /// Judges the held packets without later ones, at the end of the media, or while no more are available.
  mutating func finish() {
    while isHolding {
      if let late { resolve(late, isRight: late.isReachedByOthers) }
      if let run { resolve(run, correcting: clocks[run.index].correctionWithoutReturn(run)) }
    }
  }

  /// Judges a packet while none is held back.
  private mutating func judge(_ entry: Entry, _ time: Int64, _ index: Int) {
    if clocks[index].last != nil || clocks[index].isJudged
      ? clocks[index].accepts(time) : isCredibleStart(time, index)
    {
      clocks[index].advance(to: time, entry.packet, entry.clockReference)
      return ready.append(entry)
    }
    let others = clocks.indices.filter { $0 != index }.compactMap { clocks[$0].last }
    run = StrayRun(
      index: index, time: time, presented: clocks[index].presentation(of: entry.packet),
      duration: clocks[index].duration(of: entry.packet),
      lead: clocks[index].lead(time, entry.clockReference), byteOffset: entry.packet.byteOffset,
      others: others.max())
    hold(entry)
  }

  /// Whether a first time is accepted at once: if the media cannot be read again, one that is near another track's.
  private func isCredibleStart(_ time: Int64, _ index: Int) -> Bool {
    if awaitsStart { return false }
    return clocks.indices.contains {
      guard $0 != index, let other = clocks[$0].last ?? clocks[$0].declaredStart else {
        return false
      }
      return abs(StrayRun.distance(from: other, to: time)) <= Self.interleaving
    }
  }

  /// Adds a packet of its track to the run.
  private mutating func extend(_ run: StrayRun, with entry: Entry, _ time: Int64) {
    var run = run
    let (packet, clock) = (entry.packet, clocks[run.index])
    let (duration, lead) = (clock.duration(of: packet), clock.lead(time, entry.clockReference))
    if clock.isNext(time, in: run), run.record(packet.byteOffset, in: clock.container) {
      run.extend(to: time, duration)
      self.run = run
    } else if clock.last == nil {
      run.beginUnit(at: time, duration, lead: lead, byteOffset: packet.byteOffset)
      self.run = run
      if run.units.count >= Self.startConfirmation {
        resolve(run, correcting: clock.startCorrection(of: run))
      }
    } else {
      switch clock.sequel(of: run, at: time) {
      case .returns: resolve(run, correcting: clock.correction(of: run, before: time))
      case .continues:
        run.beginUnit(at: time, duration, lead: lead, byteOffset: packet.byteOffset)
        self.run = run
        if run.units.count >= Self.confirmation { resolve(run, correcting: nil) }
      case .differs: resolve(run, correcting: nil)
      }
    }
  }

  /// Ends the run if another track has gone on without it.
  private mutating func limitWait(_ run: StrayRun, _ time: Int64, _ index: Int) {
    var run = run
    // As many long packets may be wrong as short ones.
    let whole = clocks[run.index].span(ofSteps: Self.confirmation)
    let longest = min(max(whole, Self.longestWait), 2 * Self.longestWait)
    let isOver = run.follow(time, ofTrack: index, longestWait: longest)
    self.run = run
    if isOver { resolve(run, correcting: clocks[run.index].correctionWithoutReturn(run)) }
  }

  // MARK: Pictures that are presented late

  /// A picture that is presented long after it is decoded. It follows a pause, if decode times pause behind it.
  private struct LatePicture {
    let index: Int
    let presented: Int64
    /// The least decode time behind the pause.
    let least: Int64
    /// The last decode time of the track.
    var last: Int64
    /// The number of pictures behind it.
    var count = 0
    var hasPaused = false
    /// The times of each other track behind it: the first one, and the last one.
    var others: [Int: (first: Int64, last: Int64)] = [:]

    /// Whether another track goes on where the picture is presented.
    var isReachedByOthers: Bool {
      others.values.contains {
        StrayRun.distance(from: $0.last, to: presented) <= StrayTimes.interleaving / 4
      }
    }
  }

  /// Whether a picture is presented behind the same pause as one before.
  private func isAnnounced(_ packet: PacketTiming, _ index: Int) -> Bool {
    guard let announced, announced.index == index,
      let presented = clocks[index].presentation(of: packet)
    else { return false }
    return abs(StrayRun.distance(from: announced.time, to: presented))
      <= clocks[index].greatestDelay
  }

  /// Holds a picture back until later ones show whether they follow a pause, too.
  private mutating func awaitPause(before entry: Entry, _ time: Int64, _ index: Int) {
    guard let presented = clocks[index].presentation(of: entry.packet) else {
      return judge(entry, time, index)
    }
    let least = StrayRun.sum(presented, -clocks[index].greatestDelay)
    late = LatePicture(index: index, presented: presented, least: least, last: time)
    hold(entry)
  }

  private mutating func extend(
    _ late: LatePicture, with entry: Entry, _ time: Int64, _ index: Int
  ) {
    hold(entry)
    if self.late == nil { return }
    var late = late
    guard late.index == index else {
      let first = late.others[index]?.first ?? time
      late.others[index] = (first, time)
      self.late = late
      // Intervals may be so long that a few pictures do not show them.
      let isRight = late.isReachedByOthers || !clocks[late.index].isSteady
      if StrayRun.distance(from: first, to: time) > Self.longestWait,
        isRight || !clocks[late.index].exceedsStep(from: late.last, to: time)
      {
        resolve(late, isRight: isRight)
      }
      return
    }
    late.hasPaused = late.hasPaused || clocks[index].exceedsStep(from: late.last, to: time)
    (late.last, late.count) = (time, late.count + 1)
    self.late = late
    if late.hasPaused, time >= late.least {
      resolve(late, isRight: true)
    } else if late.count >= TrackClock.reordering {
      resolve(late, isRight: false)
    }
  }

  /// Judges a late picture, and processes the packets held behind it.
  private mutating func resolve(_ late: LatePicture, isRight: Bool) {
    let entries = held
    (self.late, held, heldByteCount) = (nil, [], 0)
    for (place, held) in entries.enumerated() {
      if place == 0, let time = clocks[late.index].time(of: held.entry.packet) {
        var entry = held.entry
        if isRight {
          entry.followsPause = true
          announced = (late.index, late.presented)
        } else {
          entry.forgetPresentation()
        }
        judge(entry, time, late.index)
      } else if held.isSettled {
        settle(held.entry)
      } else {
        process(held.entry)
      }
    }
  }

  // MARK: Holding

  private var isHolding: Bool { run != nil || late != nil }

  private mutating func pass(_ entry: Entry) {
    if isHolding { hold(entry) } else { ready.append(entry) }
  }

  private mutating func hold(_ entry: Entry, isSettled: Bool = false) {
    held.append(Held(entry: entry, isSettled: isSettled))
    heldByteCount += min(max(entry.packet.byteCount, 0), Self.greatestHeldByteCount)
    guard held.count >= Self.greatestHeldCount || heldByteCount >= Self.greatestHeldByteCount
    else { return }
    // Judging them again and again would take long. Their times are accepted.
    let entries = held.map(\.entry)
    (run, late, held, heldByteCount) = (nil, nil, [], 0)
    (awaitsStart, isAtStart) = (false, false)
    for index in clocks.indices { clocks[index] = clocks[index].restarted }
    for entry in entries {
      if let index = numbers.firstIndex(of: entry.packet.track),
        let time = clocks[index].time(of: entry.packet)
      {
        clocks[index].advance(to: time, entry.packet, entry.clockReference)
      }
      ready.append(entry)
    }
  }

  /// Ends the run, corrects its first packets if their times are wrong, and judges the packets held behind it.
  private mutating func resolve(_ run: StrayRun, correcting correction: StrayRun.Correction?) {
    let entries = held
    (self.run, held, heldByteCount) = (nil, [], 0)
    // At the start the others are judged after the first unit.
    var rest = correction?.count ?? (clocks[run.index].last == nil ? run.units[0].count : run.count)
    let offset = correction?.nanoseconds
    if correction == nil { clocks[run.index].jump(to: run.first) }
    var followsPause = correction == nil && clocks[run.index].last == nil && run.isConfirmed
    for var held in entries {
      let packet = held.entry.packet
      guard !held.isSettled, rest > 0, packet.track == numbers[run.index],
        let time = clocks[run.index].time(of: packet)
      else {
        if held.isSettled { settle(held.entry) } else { process(held.entry) }
        continue
      }
      rest -= 1
      (held.entry.followsPause, followsPause) = (followsPause || held.entry.followsPause, false)
      let entry = offset.map { shifted(held.entry, by: $0, run.index) } ?? held.entry
      clocks[run.index].advance(
        to: StrayRun.sum(time, offset ?? 0), packet, held.entry.clockReference)
      settle(entry)
    }
  }

  private mutating func settle(_ entry: Entry) {
    if isHolding { hold(entry, isSettled: true) } else { ready.append(entry) }
  }

  private mutating func shifted(_ entry: Entry, by correction: Int64, _ index: Int) -> Entry {
    let clock = clocks[index]
    let offset = MediaTime.nanoseconds(correction)
    guard let ticks = offset.converted(to: clock.timebase, rounding: .toNearestOrEven)?.ticks
    else { return entry }
    func shift(_ time: Int64?) -> Int64? {
      time.flatMap {
        let (sum, overflow) = $0.addingReportingOverflow(ticks)
        return overflow ? nil : sum
      }
    }
    var entry = entry
    let packet = entry.packet
    entry.original = entry.original ?? packet
    entry.packet.decodeTicks = shift(packet.decodeTicks)
    entry.packet.presentationTicks = shift(packet.presentationTicks)
    let isFirst = clock.last == nil
    if isFirst, isAtStart, starts[packet.track] == nil { starts[packet.track] = (packet, ticks) }
    // The presentation time of a frame that was reordered may be wrong by another time. It follows from the others.
    if clock.kind == .video, !isFirst, packet.presentationTicks != packet.decodeTicks {
      entry.packet.presentationTicks = nil
    }
    entry.payload = entry.payload?.retimed(as: entry.packet)
    return entry
  }
}

extension TimestampJoin.Entry {
  /// Removes a wrong presentation time.
  fileprivate mutating func forgetPresentation() {
    original = original ?? packet
    packet.presentationTicks = nil
    payload = payload?.retimed(as: packet)
  }
}

extension MediaInfo {
  /// FFmpeg's names of the containers that store the time of each packet, on one clock.
  private static let continuousContainers = [
    "matroska,", "flv", "live_flv", "asf", "nut", "ivf", "wtv", "rm", "smjpeg", "gxf", "flac", "wv",
    "film_cpk", "vc1test",
  ]

  /// Whether the container stores the time of each packet, on a clock that cannot jump.
  var storesContinuousTimes: Bool {
    Self.continuousContainers.contains(where: container.hasPrefix)
  }
}
