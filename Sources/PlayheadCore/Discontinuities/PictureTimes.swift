import PlayheadMedia
import PlayheadTimekeeping

/// Corrects single wrong presentation times of pictures that are decoded in another order than they are shown, in
/// containers that store only the presentation time of each.
///
/// libavformat derives the decode times from the presentation times, so that a wrong one damages those of later
/// pictures, too. From the first correction on, the decode times are derived here in the same way.
struct PictureTimes {
  typealias Entry = TimestampJoin.Entry

  /// The number of pictures after which the order is known.
  private static let provenCount = 24
  /// The greatest number of pictures that follow one and are shown before it.
  private static let greatestRun = 17
  private static let greatestHeldCount = 1_024
  private static let greatestHeldByteCount = 8 << 20

  /// The pictures of one track until now. Times are in its ticks.
  private struct Order {
    let track: MediaTrack
    let tolerance: Int64
    /// The least step that is judged before the order is known.
    let pause: Int64
    var count = 0
    /// The greatest times, ascending, at most one more than pictures are reordered.
    var greatest: [Int64] = []
    /// The number of pictures that were decoded before one that is shown earlier.
    var depth = 0
    /// By how much the greatest time grew at most.
    var longestStep: Int64 = 0
    /// The number of pictures since the greatest time grew, and its maximum.
    var run = 0
    var longestRun = 0
    /// The last times, in order of decoding.
    var recent: [Int64] = []
    var isCorrected = false
    var lastDecode: Int64?

    init(_ track: MediaTrack) {
      self.track = track
      func ticks(_ milliseconds: Int64) -> Int64 {
        MediaTime.milliseconds(milliseconds).converted(to: track.timebase, rounding: .up)?.ticks
          ?? 0
      }
      (tolerance, pause) = (ticks(60), ticks(1_000))
    }

    /// The number of pictures that may follow one and are shown before it.
    var greatestRun: Int { isProven ? longestRun : PictureTimes.greatestRun }

    /// Whether the next pictures are so much earlier that they are not reordered.
    func areEarlier(_ next: [Int64], than time: Int64) -> Bool {
      if isProven { return true }
      guard let latest = next.max() else { return false }
      let (step, overflow) = time.subtractingReportingOverflow(latest)
      return overflow ? time > 0 : step > pause
    }

    var isProven: Bool { count >= PictureTimes.provenCount && depth > 0 }

    /// Whether a time is later than the order of pictures explains.
    func isAhead(_ time: Int64) -> Bool {
      guard let top = greatest.last else { return false }
      let (step, overflow) = time.subtractingReportingOverflow(top)
      let limit = isProven ? tolerance : pause
      return overflow || step > longestStep && step - longestStep > limit
    }

    /// Whether a time is earlier than the order of pictures explains.
    func isBehind(_ time: Int64) -> Bool {
      guard isProven, greatest.count > depth else { return false }
      let (step, overflow) = greatest[greatest.count - 1 - depth].subtractingReportingOverflow(time)
      return time < greatest[0] && (overflow || step > tolerance)
    }

    /// Returns the time that is missing among the last ones and the next ones; nil if there is not one.
    func missingTime(before next: [Int64]) -> Int64? {
      let times = (recent + next).sorted()
      let steps = zip(times, times.dropFirst()).map { $1.subtractingReportingOverflow($0) }
      if steps.contains(where: \.overflow) { return nil }
      let usual = steps.map(\.partialValue).sorted()[steps.count / 2]
      let half = usual / 2
      let holes = steps.indices.filter {
        abs(steps[$0].partialValue / 2 - usual) <= max(half / 4, 1)
      }
      // Earlier pictures were shown, and the last of the next ones are not known.
      guard half > 0, greatest.count > depth,
        let hole = holes.first(where: { times[$0 + 1] > greatest[greatest.count - 1 - depth] })
      else { return nil }
      return times[hole] + steps[hole].partialValue / 2
    }

    /// Whether a time agrees with the order of pictures.
    func follows(_ time: Int64) -> Bool { !isAhead(time) && !isBehind(time) }

    mutating func add(_ time: Int64) {
      count += 1
      recent.append(time)
      if recent.count > PictureTimes.provenCount { recent.removeFirst() }
      if let top = greatest.last {
        let (step, overflow) = time.subtractingReportingOverflow(top)
        if step > 0, !overflow {
          longestStep = max(longestStep, step)
          run = 0
        } else {
          run += 1
          longestRun = max(longestRun, run)
        }
      }
      let later = greatest.reversed().prefix { $0 > time }.count
      if !isProven || later <= depth { depth = max(depth, min(later, PictureTimes.greatestRun)) }
      greatest.insert(time, at: greatest.count - later)
      if greatest.count > depth + 1, count > PictureTimes.provenCount {
        greatest.removeFirst(greatest.count - depth - 1)
      }
    }

    /// Derives the decode time of a picture, once another was corrected.
    mutating func complete(_ packet: inout PacketTiming) {
      defer { lastDecode = packet.decodeTicks ?? lastDecode }
      guard isCorrected, greatest.count > depth else { return }
      let time = greatest[greatest.count - 1 - depth]
      packet.decodeTicks = max(time, lastDecode ?? time)
    }
  }

  private var orders: [Order]
  /// The index of the order of the first held picture, whose time may be wrong.
  private var doubted: Int?
  private var held: [Entry] = []
  private var heldByteCount = 0
  private var followingCount = 0
  private var ready: [Entry] = []

  /// - Parameters:
  ///   - tracks: The tracks whose times are judged.
  ///   - info: The media.
  init(tracks: [MediaTrack], in info: MediaInfo) {
    orders =
      info.storesContinuousTimes ? tracks.filter { $0.kind == .video }.map { Order($0) } : []
  }

  /// Processes the next packet of the source.
  mutating func take(_ entry: Entry) {
    guard let index = orders.firstIndex(where: { $0.track.index == entry.packet.track }),
      entry.packet.presentationTicks != nil || orders[index].isProven
    else { return doubted == nil ? ready.append(entry) : hold(entry) }
    let time = entry.packet.presentationTicks
    guard let doubted else {
      if let time, orders[index].follows(time) { return accept(entry, time, index) }
      (self.doubted, followingCount) = (index, 0)
      return hold(entry)
    }
    hold(entry)
    guard doubted == index, self.doubted != nil else { return }
    followingCount += 1
    if let time, let first = held[0].packet.presentationTicks, time > first,
      orders[index].isAhead(first)
    {
      resolve(isWrong: false)
    } else if followingCount > orders[index].greatestRun + 1 {
      resolve(isWrong: true)
    }
  }

  private func isAhead(_ entry: Entry, _ index: Int) -> Bool {
    entry.packet.presentationTicks.map(orders[index].isAhead) ?? false
  }

  /// Passes the packets that are ready on.
  mutating func forward(to stray: inout StrayTimes) {
    for entry in ready { stray.take(entry) }
    ready.removeAll(keepingCapacity: true)
  }

  /// Judges the held packets without later ones.
  mutating func finish() {
    while let doubted {
      let order = orders[doubted]
      resolve(
        isWrong: followingCount > (order.isProven ? order.depth : order.greatestRun)
          || !isAhead(held[0], doubted))
    }
  }

  /// Forgets the packets, because the next ones are read elsewhere.
  mutating func restart() {
    (doubted, held, heldByteCount, ready) = (nil, [], 0, [])
    for index in orders.indices { orders[index] = Order(orders[index].track) }
  }

  private mutating func accept(_ entry: Entry, _ time: Int64, _ index: Int) {
    var entry = entry
    orders[index].add(time)
    let packet = entry.packet
    orders[index].complete(&entry.packet)
    if entry.packet != packet { entry.payload = entry.payload?.retimed(as: entry.packet) }
    ready.append(entry)
  }

  /// Gives a picture the time that is missing among the others, or none.
  private mutating func correct(_ entry: Entry, _ index: Int, before next: [Int64]) {
    var entry = entry
    entry.original = entry.original ?? entry.packet
    orders[index].isCorrected = true
    let time = orders[index].missingTime(before: next)
    entry.packet.presentationTicks = time
    if let time { orders[index].add(time) }
    orders[index].complete(&entry.packet)
    entry.payload = entry.payload?.retimed(as: entry.packet)
    ready.append(entry)
  }

  private mutating func hold(_ entry: Entry) {
    held.append(entry)
    heldByteCount += min(max(entry.packet.byteCount, 0), Self.greatestHeldByteCount)
    if held.count >= Self.greatestHeldCount || heldByteCount >= Self.greatestHeldByteCount {
      resolve(isWrong: false)
    }
  }

  /// Judges the doubted time, and the packets that were held behind it.
  private mutating func resolve(isWrong: Bool) {
    guard let index = doubted, let first = held.first else { return }
    let rest = held.dropFirst()
    (doubted, held, heldByteCount) = (nil, [], 0)
    let next = rest.filter { $0.packet.track == first.packet.track }
      .compactMap(\.packet.presentationTicks)
    if isWrong,
      first.packet.presentationTicks.map({ orders[index].areEarlier(next, than: $0) }) ?? true
    {
      correct(first, index, before: next)
    } else if let time = first.packet.presentationTicks {
      accept(first, time, index)
    } else {
      ready.append(first)
    }
    for entry in rest { take(entry) }
  }
}
