import PlayheadMedia
import PlayheadTimekeeping

/// Corrects the times of sound in Ogg, where each page stores only the time of its end.
///
/// libavformat continues from the time that a page stores. The first page has none before it, and except in Opus and
/// Vorbis libavformat gives its packets other times: from 0 at the start of a capture, and later ones after a seek.
/// Broken writers store times that advance less than the sound in the pages.
struct OggTimes {
  private enum Correction {
    case none
    /// The next packets, which are those of the first page, are moved.
    case firstPage(count: Int, shift: Int64)
    /// The stored times are wrong; `end` is the end of the last packet, `duration` its length.
    case counted(end: Int64, duration: Int64)
  }

  /// The longest packet in seconds. libavformat gives the last one of Vorbis hours if the stored end is too early.
  private static let longestPacket: Int64 = 10

  let track: MediaTrack
  private let longestPacket: Int64
  private var correction = Correction.none
  private(set) var comparison: OggComparison
  /// The lengths of packets of Vorbis. libavformat counts a short block behind a long one as behind a short one.
  private var lengths: OggLengths?
  /// The number of bytes of a packet that show its length.
  private static let headLength = 128

  /// Returns nil unless the media is Ogg with one track. `lengths` are those of packets of its sound.
  init?(_ info: MediaInfo, lengths: OggLengths? = nil) {
    guard info.container == "ogg", info.tracks.count == 1, let track = info.tracks.first,
      track.kind == .audio
    else { return nil }
    self.track = track
    longestPacket = track.ticks(at: .seconds(Self.longestPacket))
    comparison = OggComparison(track)
    if track.codec == "vorbis", lengths?.timebase == track.timebase { self.lengths = lengths }
  }

  /// Whether the times are counted, so that they do not identify a position in the file.
  var isCounted: Bool { if case .counted = correction { true } else { false } }

  /// By how much the media begins later than libavformat reports; negative if it begins earlier.
  var delay: Int64? {
    if case .firstPage(_, let shift) = correction { shift } else { nil }
  }

  /// Records the next packet of the file, before the times are corrected.
  mutating func record(_ packet: PacketTiming, _ bytes: UnsafeBufferPointer<UInt8>? = nil) {
    var packet = packet
    if let length = length(of: bytes) {
      (packet.durationTicks, packet.paddingSamples) = (length, 0)
    }
    comparison.record(packet)
  }

  /// Returns the length of the next packet if libavformat's may be wrong.
  private mutating func length(of bytes: UnsafeBufferPointer<UInt8>?) -> Int64? {
    guard let bytes else { return nil }
    return lengths?.length(of: Array(bytes.prefix(Self.headLength))).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Decides about the correction after the first packets of the file, with the headers of pages at offsets.
  mutating func decide(_ header: (Int64) -> OggPageHeader?) {
    let isFast = comparison.isFast && (track.codec != "vorbis" || lengths != nil)
    if comparison.contradictsPackets(header, isFast: isFast) {
      correction = .counted(end: 0, duration: 0)
    } else if let jump = comparison.firstJump, correctsFirstPage,
      jump.shift > track.ticks(at: .milliseconds(20))
        // The first page of a copied part may begin before 0. A single wrong time is taken back by the next page.
        || jump.shift < -track.ticks(at: .milliseconds(20)) && comparison.isSteadyBehindFirstJump
    {
      correction = .firstPage(count: jump.count, shift: jump.shift)
    }
  }

  /// Decides about the correction after a seek.
  mutating func restart(with packets: some Sequence<PacketTiming>) {
    if isCounted { return correction = .counted(end: 0, duration: 0) }
    correction = .none
    guard correctsFirstPage else { return }
    comparison = OggComparison(track)
    for packet in packets {
      comparison.record(packet)
      guard let jump = comparison.firstJump else { continue }
      return correction = .firstPage(count: jump.count, shift: jump.shift)
    }
  }

  /// Whether libavformat gives the packets of the first page other times than those of the next ones.
  var correctsFirstPage: Bool { !["opus", "vorbis"].contains(track.codec) }

  /// Corrects the times of the next packet; returns whether they have changed.
  mutating func correct(
    _ packet: inout PacketTiming, _ bytes: UnsafeBufferPointer<UInt8>? = nil
  ) -> Bool {
    if let duration = packet.durationTicks, duration > longestPacket { packet.durationTicks = nil }
    switch correction {
    case .none: return false
    case .firstPage(let count, let shift):
      correction = count > 1 ? .firstPage(count: count - 1, shift: shift) : .none
      let time = packet.presentationTicks?.addingReportingOverflow(shift)
      guard let time, !time.overflow else { return false }
      packet.presentationTicks = time.partialValue
    case .counted(let end, let last):
      if last == 0 { lengths?.restart() }
      // At the end of the stream, libavformat cuts packets off at the stored time.
      let isWhole = packet.paddingSamples == 0
      let whole = packet.durationTicks.flatMap { isWhole && comparison.isCredible($0) ? $0 : nil }
      let duration = length(of: bytes) ?? whole ?? last
      (packet.presentationTicks, packet.durationTicks) = (end, duration)
      packet.paddingSamples = 0
      let next = end.addingReportingOverflow(duration)
      correction = .counted(end: next.overflow ? end : next.partialValue, duration: duration)
    }
    packet.decodeTicks = packet.presentationTicks
    return true
  }
}

/// Compares the times that libavformat reads from pages of Ogg with the length of the packets.
struct OggComparison {
  /// The maximum number of packets that are compared.
  private static let greatestCount = 600

  private let track: MediaTrack
  private var count = 0
  /// The length of the packets until now, and of the longest packet, in ticks.
  private(set) var length: Int64 = 0
  private var greatest: Int64 = 0
  /// The end of the last packet.
  private var end: Int64?
  /// The offsets of the pages.
  private var pages: [Int64] = []
  /// The length of the packets before each page behind the first one, and the lag there.
  private var turns: [(length: Int64, lag: Int64)] = []
  /// The number of packets before the first time that a page stores, and its difference to the end of these packets.
  private(set) var firstJump: (count: Int, shift: Int64)?
  /// By how much the times advance less than the packets, and how often they go back.
  private var lag: Int64 = 0
  private var turnCount = 0

  init(_ track: MediaTrack) { self.track = track }

  /// Whether each page behind the first one continues the page before it, in at least three pages.
  var isSteadyBehindFirstJump: Bool { pages.count > 2 && turnCount == 0 && lag == 0 }

  /// Whether a packet of the second page was compared.
  var hasTurnedPage: Bool { pages.count > 1 }

  /// Whether enough packets were compared.
  var isDecided: Bool {
    count >= Self.greatestCount || length > track.ticks(at: .milliseconds(6_000))
  }

  /// Whether a packet may have this length.
  func isCredible(_ duration: Int64) -> Bool { duration > 0 && duration <= greatest }

  /// Records the next packet.
  mutating func record(_ packet: PacketTiming) {
    guard let start = packet.presentationTicks, let duration = packet.durationTicks, duration > 0
    else { return }
    if !isDecided, packet.paddingSamples == 0 { greatest = max(greatest, duration) }
    let step = end.map(start.subtractingReportingOverflow)
    if let step, !step.overflow { recordStep(step.partialValue) }
    let isTurn = !isDecided && packet.byteOffset != nil && packet.byteOffset != pages.last
    if isTurn, !pages.isEmpty { turns.append((length, lag)) }
    if isTurn, let page = packet.byteOffset { pages.append(page) }
    count += 1
    length = Self.sum(length, packet.paddingSamples == 0 ? min(duration, greatest) : greatest)
    end = Self.sum(start, duration)
  }

  private mutating func recordStep(_ step: Int64) {
    if step != 0, firstJump == nil, pages.count == 1 {
      firstJump = (count, step)
    } else if step > .min {
      lag = Self.sum(lag, -step)
      if step < 0 { turnCount += 1 }
    }
  }

  /// Whether the stored times advance faster than the packets, always by the same factor. Pauses do not.
  var isFast: Bool {
    guard turns.count > 2, let first = turns.first, let last = turns.last else { return false }
    func lead(at turn: (length: Int64, lag: Int64)) -> Double {
      Double(first.lag) - Double(turn.lag)
    }
    func length(at turn: (length: Int64, lag: Int64)) -> Double {
      Double(turn.length) - Double(first.length)
    }
    guard length(at: last) > 0 else { return false }
    let factor = lead(at: last) / length(at: last)
    // Of silence, a writer of Opus may leave out all but a packet of at most 60 ms in 400 ms.
    guard factor > 0.1, factor < 5 else { return false }
    // A packet may belong to the page before.
    let tolerance = (1 + factor) * Double(greatest)
    return turns.allSatisfy { abs(lead(at: $0) - factor * length(at: $0)) <= tolerance }
  }

  /// Whether the stored times contradict the packets again and again, in one stream: they advance less, or `isFast`.
  func contradictsPackets(_ header: (Int64) -> OggPageHeader?, isFast: Bool) -> Bool {
    // libavformat ignores 0 in some codecs, until it seeks.
    if pages.count > 2, header(pages[pages.count - 2])?.position == 0 { return true }
    let isSlow = turnCount > 1 && lag > max(length / 10, track.ticks(at: .milliseconds(100)))
    let headers = pages.compactMap(header)
    guard headers.count == pages.count, isSlow || isFast || areRounded(headers) else {
      return false
    }
    return zip(headers, headers.dropFirst()).allSatisfy {
      // Pages may be missing.
      $0.stream == $1.stream && (isSlow ? $0.number < $1.number : $0.number &+ 1 == $1.number)
    }
  }

  /// Whether the pages store whole seconds, although their packets do not last so long.
  private func areRounded(_ headers: [OggPageHeader]) -> Bool {
    guard headers.count > 3, let rate = track.sampleRate.map(UInt64.init(clamping:)), rate > 0
    else { return false }
    // The header of Opus has the rate of the original; positions count 48 kHz.
    let unit = track.codec == "opus" ? 48_000 : rate
    let remainder = headers[0].position % unit
    guard headers.allSatisfy({ $0.position % unit == remainder }) else { return false }
    let (first, last) = (headers[0].position, headers[headers.count - 1].position)
    let tolerance = track.ticks(at: .milliseconds(5))
    // A pause of whole seconds may be between two pages.
    let changes = zip(turns, turns.dropFirst()).filter { abs($1.lag - $0.lag) > tolerance }
    return first < last && changes.count > 1
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? one : sum
  }
}

/// What the header of a page of Ogg says about its stream (RFC 3533, 6).
struct OggPageHeader {
  static let length = 27

  /// The time at the end of the page.
  let position: UInt64
  let stream: UInt64
  let number: UInt64

  /// Returns nil if the bytes are not a page.
  init?(_ bytes: [UInt8]) {
    let record = HeaderRecord(bytes: bytes)
    guard record.has("OggS", at: 0), let position = record.littleEndian(at: 6, 8),
      let stream = record.littleEndian(at: 14, 4),
      let number = record.littleEndian(at: 18, 4)
    else { return nil }
    (self.position, self.stream, self.number) = (position, stream, number)
  }
}
