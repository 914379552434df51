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

  /// The number of units that confirm a clock.
  private static let confirmation = 4
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
    if run != nil { return false }
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
    (run, held, heldByteCount, ready, isAtStart) = (nil, [], 0, [], false)
    for index in clocks.indices { clocks[index] = clocks[index].restarted }
  }

  /// Processes the next packet of the source.
  mutating func process(_ entry: Entry) {
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
      clocks[index].advance(to: time, entry)
      return ready.append(entry)
    }
    var entry = entry
    let packet = entry.packet
    if clocks[index].correctDuration(of: &entry.packet)
      || clocks[index].correctPresentation(of: &entry.packet)
    {
      entry.original = entry.original ?? packet
      entry.payload = entry.payload?.retimed(as: entry.packet)
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
    while let run { resolve(run, correcting: clocks[run.index].correctionWithoutReturn(run)) }
  }

  /// Judges a packet while none is held back.
  private mutating func judge(_ entry: Entry, _ time: Int64, _ index: Int) {
    if clocks[index].last != nil || clocks[index].isJudged
      ? clocks[index].accepts(time) : isCredibleStart(time, index)
    {
      clocks[index].advance(to: time, entry)
      return ready.append(entry)
    }
    let others = clocks.indices.filter { $0 != index }.compactMap { clocks[$0].last }
    run = StrayRun(
      index: index, time: time, presented: clocks[index].presentation(of: entry.packet),
      duration: clocks[index].duration(of: entry.packet),
      lead: clocks[index].lead(time, entry), byteOffset: entry.packet.byteOffset,
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
    let (duration, lead) = (clock.duration(of: packet), clock.lead(time, entry))
    if clock.isNext(time, in: run), run.record(packet.byteOffset, in: clock.container) {
      run.extend(to: time, duration)
      self.run = run
    } else if clock.last == nil {
      run.beginUnit(at: time, duration, lead: lead, byteOffset: packet.byteOffset)
      self.run = run
      if run.units.count >= Self.confirmation {
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
    let isOver = run.follow(time, ofTrack: index, longestWait: Self.longestWait)
    self.run = run
    if isOver { resolve(run, correcting: clocks[run.index].correctionWithoutReturn(run)) }
  }

  // MARK: Holding

  private mutating func pass(_ entry: Entry) {
    if run == nil { ready.append(entry) } else { hold(entry) }
  }

  private mutating func hold(_ entry: Entry, isSettled: Bool = false) {
    held.append(Held(entry: entry, isSettled: isSettled))
    heldByteCount += min(max(entry.packet.byteCount, 0), Self.greatestHeldByteCount)
    guard held.count >= Self.greatestHeldCount || heldByteCount >= Self.greatestHeldByteCount
    else { return }
    // Judging them again and again would take long. Their times are accepted.
    let entries = held.map(\.entry)
    (run, held, heldByteCount) = (nil, [], 0)
    (awaitsStart, isAtStart) = (false, false)
    for index in clocks.indices { clocks[index] = clocks[index].restarted }
    for entry in entries {
      if let index = numbers.firstIndex(of: entry.packet.track),
        let time = clocks[index].time(of: entry.packet)
      {
        clocks[index].advance(to: time, entry)
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
    for held in entries {
      let packet = held.entry.packet
      guard !held.isSettled, rest > 0, packet.track == numbers[run.index],
        let time = clocks[run.index].time(of: packet)
      else {
        if held.isSettled { settle(held.entry) } else { process(held.entry) }
        continue
      }
      rest -= 1
      let entry = offset.map { shifted(held.entry, by: $0, run.index) } ?? held.entry
      clocks[run.index].advance(to: StrayRun.sum(time, offset ?? 0), held.entry)
      settle(entry)
    }
  }

  private mutating func settle(_ entry: Entry) {
    if run == nil { ready.append(entry) } else { hold(entry, isSettled: true) }
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

extension MediaInfo {
  /// FFmpeg's names of the containers that store the time of each packet, on one clock.
  private static let continuousContainers = [
    "matroska,", "flv", "live_flv", "asf", "nut", "ivf", "wtv", "rm", "smjpeg", "gxf", "flac", "wv",
  ]

  /// Whether the container stores the time of each packet, on a clock that cannot jump.
  var storesContinuousTimes: Bool {
    Self.continuousContainers.contains(where: container.hasPrefix)
  }
}
