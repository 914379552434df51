import PlayheadMedia
import PlayheadTimekeeping

/// Corrects pages of sound or pictures in Ogg whose position is wrong, in the bytes that libavformat reads.
///
/// A page stores the time of its end. The lengths of the packets in it and in the pages around it show whether that is
/// right. A page that alone does not fit gets the time that follows from the others. libavformat would date all
/// packets of the next page by it, and cannot read on behind a negative one.
struct OggPositions {
  /// A page, and what the bytes before it show.
  struct Page {
    let offset: Int64
    let header: OggPage
    /// The number of units of the packets that end in the page; nil if it is unknown.
    fileprivate let length: Int64?
    fileprivate let stream: StreamID
    /// The stored position in these units; -1 if there is none.
    fileprivate var stored: Int64 = -1
    /// Whether pages before this one are missing.
    fileprivate let isCut: Bool
    /// The position that follows from the other pages, if the stored one is wrong.
    fileprivate(set) var position: Int64?
  }

  /// Reads bytes at an offset, at least `count` unless the media ends.
  typealias Reader = (_ offset: Int64, _ count: Int) -> [UInt8]

  /// A stream of sound or pictures.
  private struct Stream {
    var lengths: OggLengths
    /// The first bytes of the packet that continues on the next page; nil if it is not known.
    var packet: [UInt8]? = []
    /// The number of the last page that was loaded.
    var number: UInt32
    /// The end of the last page that was judged; nil before the first one.
    var end: Int64?
    var isAtStart = true
    /// Whether a stored position agreed with the lengths of packets.
    var isSteady = false
    /// Whether a right position was later than its packets.
    var hasPaused = false
    /// Whether the last packet had no bytes.
    var hasRepeated = false
    /// The offset of the first page with packets, if it ends the stream.
    var onlyPage: Int64?
  }

  /// A stored position that is too great by a number of samples or pictures.
  struct Deviation {
    /// The offset of the page.
    let offset: Int64
    let length: Int64
    let isSound: Bool
  }

  /// The last page of a stream of pictures that ends later than its packets: the last one follows a pause.
  struct LatePicture {
    /// The number of pictures that begin in the page.
    let count: Int
    let delay: Int64
  }

  /// A kind of streams in a recording behind the first one, which libavformat continues as one track.
  struct LaterStream {
    let timebase: Timebase
    /// The end of the last page.
    fileprivate(set) var end: Int64?
    /// The lengths of packets; nil if they are not needed or not known.
    fileprivate(set) var lengths: OggLengths?
  }

  /// A page behind the first recording.
  struct LaterPage {
    fileprivate let offset: Int64
    /// When the first packet begins that ends in the page.
    let start: Int64
    /// Whether this is the only page of its stream: libavformat counts its packets from zero, and cuts the last one.
    let isOnly: Bool
  }

  fileprivate struct LaterStreamID: Hashable {
    let recording: Int64
    let isSound: Bool
  }

  /// The number of a stream, which another recording may use again, and the offset at which its recording begins.
  fileprivate struct StreamID: Hashable {
    let recording: Int64
    let number: UInt32
  }

  /// A deviation that is not judged, in milliseconds.
  private static let tolerance: Int64 = 60
  /// How much later than its packets the last page of a stream with pauses may end, in seconds.
  private static let greatestPause: Int64 = 3_600
  private static let greatestStreamCount = 64
  /// The number of pages in a row that may be wrong.
  private static let longestRun = 5
  /// The maximum number of pages that wait for others of their stream.
  private static let greatestLoadedCount = 64
  /// The number of bytes of a packet that show its length.
  private static let headLength = 128
  /// The number of bytes before a place that are read to learn about the streams there.
  static let contextLength: Int64 = 200_000

  private var streams: [StreamID: Stream] = [:]
  private var loaded: [Page] = []
  private var loadOffset: Int64 = 0
  /// Whether the media had no whole page at `loadOffset`.
  private(set) var isShort = false
  /// Whether more bytes may be appended to the media.
  private let mayGrow: Bool
  /// The stored positions that are wrong, in the order of their offsets.
  private(set) var deviations: [Deviation] = []
  /// The offsets at which another recording begins, ascending: of first pages of streams behind other pages.
  private(set) var recordings: [Int64] = []
  /// The last pages that are late, by their offsets.
  private(set) var latePictures: [Int64: LatePicture] = [:]
  /// For each page, which of the pictures that begin in it follow a packet without bytes, counted from 1.
  private(set) var repeats: [Int64: Set<Int>] = [:]
  private var isBehindData = false
  /// The offset at which the recording of the next loaded page begins.
  private var recording: Int64 = 0
  /// The streams behind the first recording; nil if a recording has several of a kind that differ.
  private var laterStreams: [LaterStreamID: LaterStream?] = [:]
  /// The pages of these that were read last, in the order of the file.
  private var laterPages: [LaterPage] = []
  private static let greatestCount = 10_000
  private static let greatestPageCount = 4_096

  /// - Parameter mayGrow: Whether the last page of the media may be followed by others.
  init(mayGrow: Bool) { self.mayGrow = mayGrow }

  /// The offset of the next page.
  var offset: Int64 { loaded.first?.offset ?? loadOffset }

  /// Continues at another offset, at which a page begins.
  mutating func restart(at offset: Int64) {
    (loaded, loadOffset, isShort, isBehindData) = ([], offset, false, false)
    laterPages = []
    recording = self.recording(at: offset)
    for stream in streams.keys {
      streams[stream]?.lengths.restart()
      streams[stream]?.packet = nil
      streams[stream]?.end = nil
      streams[stream]?.isAtStart = false
    }
  }

  /// Returns the next page; nil at the end, or if there is none at the offset.
  mutating func next(_ read: Reader) -> Page? {
    if loaded.isEmpty, !load(read) { return nil }
    var page = loaded.removeFirst()
    guard let length = page.length, let stream = streams[page.stream], length > 0,
      page.stored != -1
    else {
      skip(page)
      return page
    }
    let tolerance = stream.lengths.rate * Self.tolerance / 1_000
    let expected = Self.sum(page.isCut ? 0 : stream.end ?? 0, length)
    let isNear = Self.isNear(page.stored, expected, tolerance)
    if isNear { streams[page.stream]?.isSteady = true }
    let right =
      stream.end.flatMap { page.isCut ? nil : $0 }
      .map { position(of: page, length, after: $0, tolerance, read) }
      ?? firstPosition(of: page, length, isAtStart: stream.isAtStart, tolerance, read)
    if !isNear, right == page.stored, page.stored > expected, stream.end != nil, !page.isCut {
      streams[page.stream]?.hasPaused = true
    }
    if right == page.stored, stream.end != nil, !page.isCut { noteLate(page, after: expected) }
    if right != page.stored {
      let length = Self.sum(page.stored, right == .min ? .max : -right)
      page.position = stream.lengths.moved(
        page.header.position, by: length == .min ? .max : -length)
      if !Self.isNear(page.stored, right, tolerance) {
        insert(Deviation(offset: page.offset, length: length, isSound: stream.lengths.isSound))
      }
    }
    if page.stream.recording > 0 { noteLater(page, right, length) }
    streams[page.stream]?.end = right
    streams[page.stream]?.isAtStart = false
    return page
  }

  /// Notes where the packets of a page behind the first recording begin, and where its stream ends.
  private mutating func noteLater(_ page: Page, _ end: Int64, _ length: Int64) {
    guard let stream = streams[page.stream] else { return }
    let id = LaterStreamID(recording: page.stream.recording, isSound: stream.lengths.isSound)
    guard case .some(.some(var later)) = laterStreams[id] else { return }
    if isLast(page) { later.end = end }
    later.lengths = stream.lengths.isCountedByOthers ? stream.lengths : nil
    laterStreams[id] = later
    if laterPages.count >= Self.greatestPageCount {
      laterPages.removeFirst(Self.greatestPageCount / 2)
    }
    // A packet that ends in the page may have begun before.
    if page.header.isContinued { return }
    if stream.isAtStart, page.header.isLast { streams[page.stream]?.onlyPage = page.offset }
    let isOnly =
      streams[page.stream]?.onlyPage == page.offset && stream.lengths.isSound && end <= length
    let last = stream.end.flatMap { page.isCut ? nil : $0 }
    let start = isOnly ? 0 : last ?? Self.sum(end, -length)
    laterPages.append(LaterPage(offset: page.offset, start: start, isOnly: isOnly))
  }

  /// Notes the picture that ends a last page, if the position is later than its packets.
  private mutating func noteLate(_ page: Page, after expected: Int64) {
    let (delay, overflow) = page.stored.subtractingReportingOverflow(expected)
    guard !overflow, delay > 0, let stream = streams[page.stream], stream.isSteady,
      !stream.lengths.isSound, isLast(page), latePictures.count < Self.greatestCount
    else { return }
    // libavformat leaves out packets without bytes.
    let parts = page.header.parts.dropFirst(page.header.isContinued ? 1 : 0)
    guard let last = parts.last, last.isEnd, !last.range.isEmpty else { return }
    let count = parts.filter { !$0.range.isEmpty }.count
    latePictures[page.offset] = LatePicture(count: count, delay: delay)
  }

  private mutating func insert(_ deviation: Deviation) {
    let index = deviations.partitioningIndex { $0.offset >= deviation.offset }
    if index < deviations.count, deviations[index].offset == deviation.offset {
      deviations[index] = deviation
    } else if deviations.count < Self.greatestCount {
      deviations.insert(deviation, at: index)
    }
  }

  /// Returns the offset at which the recording with a page begins, as far as it is known.
  private func recording(at offset: Int64) -> Int64 {
    let index = recordings.partitioningIndex { $0 > offset }
    return index > 0 ? recordings[index - 1] : 0
  }

  /// Returns the stream behind the first recording that has a page.
  func laterStream(at offset: Int64, isSound: Bool) -> LaterStream? {
    if recordings.isEmpty { return nil }
    let recording = recording(at: offset)
    return laterStreams[LaterStreamID(recording: recording, isSound: isSound)] ?? nil
  }

  /// Returns the page with an offset behind the first recording; nil if the beginning of its packets is not known.
  func laterPage(at offset: Int64) -> LaterPage? {
    let index = laterPages.partitioningIndex { $0.offset >= offset }
    guard index < laterPages.count, laterPages[index].offset == offset else { return nil }
    return laterPages[index]
  }

  /// The lengths of packets of sound in the first recording, behind its headers; nil if they are not known.
  var soundLengths: OggLengths? {
    streams.first { $0.key.recording == 0 && $0.value.lengths.isSound }?.value.lengths.behindHeaders
  }

  /// Whether a recording begins behind one offset, up to another.
  func hasRecording(after offset: Int64, upTo other: Int64) -> Bool {
    let next = recordings.partitioningIndex { $0 > offset }
    return next < recordings.count && recordings[next] <= other
  }

  private mutating func insertRecording(at offset: Int64) {
    let index = recordings.partitioningIndex { $0 >= offset }
    if index < recordings.count, recordings[index] == offset { return }
    if recordings.count < Self.greatestCount { recordings.insert(offset, at: index) }
  }

  /// Continues behind a page whose position shows nothing.
  private mutating func skip(_ page: Page) {
    if page.header.isFirst || page.length == 0 { return }
    var end: Int64? = page.stored
    if end == -1, let last = streams[page.stream]?.end, let length = page.length {
      end = Self.sum(last, length)
    }
    streams[page.stream]?.end = end == -1 ? nil : end
  }

  // MARK: Judging

  /// Returns the right position of a page behind another one.
  private mutating func position(
    of page: Page, _ length: Int64, after end: Int64, _ tolerance: Int64, _ read: Reader
  ) -> Int64 {
    let stored = page.stored
    let expected = Self.sum(end, length)
    if Self.isNear(stored, expected, tolerance) { return stored }
    guard let next = following(page, 0, read), let nextLength = next.length else {
      guard isLast(page), let stream = streams[page.stream], stream.isSteady else { return stored }
      // Sound may be cut at its end.
      if stored < expected {
        return stream.lengths.isSound && stored >= max(end, 0) ? stored : expected
      }
      let latest = Self.sum(expected, stream.lengths.rate * Self.greatestPause)
      return stored <= latest && findPause(page, stream, read) ? stored : expected
    }
    let isRight = { (start: Int64) in Self.follows(next, start, nextLength, tolerance) }
    if Self.isNear(next.stored, Self.sum(expected, nextLength), tolerance)
      || returns(page, to: expected, tolerance, read)
    {
      return expected
    }
    if isRight(stored) { return stored }
    if isRight(expected) { return expected }
    guard let third = following(page, 1, read), let thirdLength = third.length,
      Self.isNear(
        third.stored, Self.sum(Self.sum(expected, nextLength), thirdLength), tolerance)
    else { return stored }
    return expected
  }

  /// Whether one of the next pages continues the packets from a position, after pages that are wrong, too.
  private mutating func returns(
    _ page: Page, to position: Int64, _ tolerance: Int64, _ read: Reader
  ) -> Bool {
    var end = position
    for skipped in 0..<Self.longestRun {
      guard let next = following(page, skipped, read), let length = next.length else {
        return false
      }
      end = Self.sum(end, length)
      if Self.isNear(next.stored, end, tolerance) { return true }
    }
    return false
  }

  /// Whether a pause may precede the last page of a stream: one did before, or another stream goes as far.
  private mutating func findPause(_ page: Page, _ stream: Stream, _ read: Reader) -> Bool {
    if stream.hasPaused { return true }
    // The other stream belongs to the recording. Without one, a picture before the pause may be shown for long.
    let id = page.stream
    let isAlone = !streams.contains { $0.key != id && $0.key.recording == id.recording }
    if !stream.lengths.isSound, isAlone { return true }
    while loaded.count < Self.greatestLoadedCount, load(read) {}
    let time = Self.seconds(page.stored, stream) - Double(Self.tolerance) / 1_000
    func isAsFar(_ position: Int64?, _ other: StreamID) -> Bool {
      guard other.recording == id.recording, other != id, let other = streams[other], let position
      else { return false }
      return Self.seconds(position, other) >= time
    }
    return streams.contains { isAsFar($0.value.end, $0.key) }
      || loaded.contains { isAsFar($0.stored, $0.stream) }
  }

  private static func seconds(_ position: Int64, _ stream: Stream) -> Double {
    Double(position) / Double(stream.lengths.rate)
  }

  /// Returns the right position of the first page of a stream, or behind a seek.
  private mutating func firstPosition(
    of page: Page, _ length: Int64, isAtStart: Bool, _ tolerance: Int64, _ read: Reader
  ) -> Int64 {
    let stored = page.stored
    if isAtStart, Self.isNear(stored, length, tolerance) {
      return exactFirstPosition(of: page, read) ?? stored
    }
    guard let next = following(page, 0, read), let nextLength = next.length,
      !Self.follows(next, stored, nextLength, tolerance)
    else { return stored }
    let expected = Self.sum(next.stored, -nextLength)
    guard let third = following(page, 1, read), let thirdLength = third.length else {
      let isWhole = isAtStart && isLast(next)
      return isWhole && Self.follows(next, length, nextLength, tolerance) ? length : stored
    }
    let isNextRight = Self.isNear(
      third.stored, Self.sum(next.stored, thirdLength), tolerance)
    return isNextRight && expected >= 0 ? expected : stored
  }

  /// Returns the position of the first page of Speex that the next two show: writers count its packets by one too many or
  /// too few. Nil if these do not agree.
  private mutating func exactFirstPosition(of page: Page, _ read: Reader) -> Int64? {
    guard streams[page.stream]?.lengths.isSpeex == true, let next = following(page, 0, read),
      let third = following(page, 1, read), let nextLength = next.length,
      let thirdLength = third.length, third.stored == Self.sum(next.stored, thirdLength)
    else { return nil }
    return Self.sum(next.stored, -nextLength)
  }

  /// Whether the position of a page is that of packets behind another one. The last page may be cut at its end.
  private static func follows(
    _ page: Page, _ start: Int64, _ length: Int64, _ tolerance: Int64
  ) -> Bool {
    let (stored, expected) = (page.stored, sum(start, length))
    return isNear(stored, expected, tolerance)
      || page.header.isLast && stored < expected && stored >= start
  }

  private static func isNear(_ one: Int64, _ other: Int64, _ tolerance: Int64) -> Bool {
    let (distance, overflow) = one.subtractingReportingOverflow(other)
    return !overflow && distance.magnitude <= tolerance.magnitude
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (one < 0 ? .min : .max) : sum
  }

  // MARK: Loading

  /// Returns a later page of the same stream that ends packets, of which `skipped` come before it.
  private mutating func following(_ page: Page, _ skipped: Int, _ read: Reader) -> Page? {
    if page.header.isLast { return nil }
    var (index, rest) = (0, skipped)
    while true {
      if index == loaded.count {
        guard loaded.count < Self.greatestLoadedCount, load(read) else { return nil }
      }
      let other = loaded[index]
      index += 1
      if other.stream.recording != page.stream.recording { return nil }
      guard other.stream == page.stream else { continue }
      if other.header.isFirst || other.isCut || other.length == nil { return nil }
      if other.stored == -1 || other.length == 0 { continue }
      if rest == 0 { return other }
      if other.header.isLast { return nil }
      rest -= 1
    }
  }

  /// Whether no page of its stream follows a page.
  private func isLast(_ page: Page) -> Bool {
    page.header.isLast
      || isShort && !mayGrow
        && !loaded.contains { $0.offset > page.offset && $0.stream == page.stream }
  }

  /// Loads the next page of the file; returns false if there is none.
  private mutating func load(_ read: Reader) -> Bool {
    isShort = false
    var bytes = read(loadOffset, OggPage.headLength)
    guard bytes.count >= OggPage.headLength else { return endLoading() }
    let headerLength = OggPage.headLength + Int(bytes[26])
    if bytes.count < headerLength { bytes = read(loadOffset, headerLength) }
    guard let header = OggPage(HeaderRecord(bytes: bytes)) else { return false }
    if bytes.count < header.length { bytes = read(loadOffset, header.length) }
    guard bytes.count >= header.length else { return endLoading() }
    loaded.append(measured(header, bytes))
    loadOffset += Int64(header.length)
    return true
  }

  private mutating func endLoading() -> Bool {
    isShort = true
    return false
  }

  /// Returns a page with the length of its packets.
  private mutating func measured(_ header: OggPage, _ bytes: [UInt8]) -> Page {
    if header.isFirst, isBehindData {
      insertRecording(at: loadOffset)
      recording = loadOffset
    }
    isBehindData = !header.isFirst
    let id = StreamID(recording: recording, number: header.stream)
    if header.isFirst {
      add(header.parts.first.flatMap { OggLengths(Array(bytes[$0.range])) }, id, header)
      return Page(offset: loadOffset, header: header, length: 0, stream: id, isCut: false)
    }
    guard var stream = streams[id] else {
      return Page(offset: loadOffset, header: header, length: nil, stream: id, isCut: false)
    }
    let isCut = header.number != stream.number &+ 1
    stream.number = header.number
    if isCut {
      stream.lengths.restart()
      stream.packet = nil
    }
    if !header.isContinued { stream.packet = [] }
    var length: Int64? = 0
    var (count, repeated) = (0, Set<Int>())
    for (index, part) in header.parts.enumerated() {
      // A picture that begins in the page.
      if !stream.lengths.isSound, index > 0 || !header.isContinued, !part.range.isEmpty {
        count += 1
        if stream.hasRepeated { repeated.insert(count) }
      }
      stream.hasRepeated = part.range.isEmpty && (index > 0 || !header.isContinued)
      let limit = stream.lengths.needsWhole ? OggLengths.greatestHeaderLength + 1 : Self.headLength
      if let rest = stream.packet.map({ max(limit - $0.count, 0) }) {
        stream.packet?.append(contentsOf: bytes[part.range].prefix(rest))
      }
      guard part.isEnd else { continue }
      let samples = stream.packet.flatMap { stream.lengths.length(of: $0) }
      length = length.flatMap { length in samples.map { Self.sum(length, $0) } }
      stream.packet = []
    }
    streams[id] = stream
    if !repeated.isEmpty, repeats.count < Self.greatestCount { repeats[loadOffset] = repeated }
    let stored = header.position == -1 ? -1 : stream.lengths.end(at: header.position)
    return Page(
      offset: loadOffset, header: header, length: length, stream: id, stored: stored,
      isCut: isCut)
  }

  /// Adds the stream that a page begins, unless its packets are of another kind.
  private mutating func add(_ lengths: OggLengths?, _ id: StreamID, _ header: OggPage) {
    streams[id] = nil
    guard let lengths else { return }
    if streams.count >= Self.greatestStreamCount {
      // Those of another recording are needed only behind a seek back.
      let others = streams.keys.map(\.recording).filter { $0 != id.recording }
      guard let oldest = others.min() else { return }
      streams = streams.filter { $0.key.recording != oldest }
    }
    streams[id] = Stream(lengths: lengths, number: header.number)
    guard id.recording > 0, laterStreams.count < Self.greatestCount else { return }
    let later = LaterStreamID(recording: id.recording, isSound: lengths.isSound)
    if let other = laterStreams[later], other?.timebase != lengths.timebase {
      laterStreams[later] = .some(nil)
    } else if laterStreams[later] == nil {
      laterStreams[later] = LaterStream(timebase: lengths.timebase)
    }
  }
}
