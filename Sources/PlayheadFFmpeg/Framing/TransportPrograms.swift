/// Continues the streams of each program over changes of its map, in the bytes that libavformat reads.
///
/// A recording of a broadcast may have a new program map with other PIDs, for example where another program begins.
/// libavformat makes new tracks of these. Here the packets of a new PID get the PID of the stream of the same kind in
/// the first map, and the new map lists that. Where a table lists none of the first programs any more, others continue
/// these, under their numbers. A stream of another codec gets a PID of its own, because libavformat
/// keeps the parser of a PID; `continued` has the stream that it continues.
///
/// The last packet of a new map that is longer than a packet becomes padding instead, so that libavformat keeps the
/// first one: the packets before it have been read already. Streams that continue none are not found then.
struct TransportPrograms: Equatable {
  private struct Stream: Equatable {
    var type: UInt8
    var pid: Int
    var descriptors: [UInt8]
    var kind: Kind
    /// The type, or another one that means the same codec.
    var codec: Int
    /// The code of the language; nil without one.
    var language: ArraySlice<UInt8>? { TransportPrograms.language(in: descriptors) }
  }

  /// A codec in place of that of a stream in the first map.
  private struct Succession: Hashable {
    var pid: Int
    var codec: Int
  }

  private enum Kind: Equatable {
    case video
    case audio
    /// Other streams continue one of the same type.
    case other(UInt8)
  }

  /// The place of a stream of pictures or sound among those of its kind in the first map, and the number of these.
  struct ContinuedPlace: Equatable {
    let isVideo: Bool
    let place: Int
    let count: Int
  }

  /// The last packet that libavformat has received for a PID.
  private struct Output: Equatable {
    /// The PID of that packet in the file.
    var source: Int
    var counter: UInt8
    /// The difference between this counter and that in the file.
    var shift: UInt8 = 0
  }

  /// The replacements from an offset on.
  private struct Change: Equatable {
    var offset: Int64
    var replacements: [Int: Int]
  }

  private static let greatestProgramCount = 256
  private static let greatestHistoryCount = 4_096
  private static let greatestSuccessorCount = 64
  /// The PIDs that streams get whose own ones are in use, except that of the tables of ATSC.
  private static let sparePIDs = (0x1F00...0x1FFA).reversed()

  /// The greatest length of a program map.
  private static let greatestMapLength = 1_024

  /// The PIDs of the program maps.
  private var maps: [Int] = []
  /// The programs of the first table, in its order.
  private var firstPrograms: [Int] = []
  /// The programs of the first table that others continue, by the numbers of these.
  private var predecessors: [Int: Int] = [:]
  /// The streams of the first map of each program.
  private var first: [Int: [Stream]] = [:]
  /// The PIDs of the streams of other codecs than those that they continue.
  private var successors: [Succession: Int] = [:]
  /// The PIDs in the first maps that streams of other codecs continue, by the PIDs of these.
  private(set) var continued: [Int: Int] = [:]
  /// What the streams of other codecs continue, in the order in which libavformat finds them.
  private(set) var continuedPlaces: [ContinuedPlace] = []
  /// Whether a stream of another codec gets the PID of the one that it continues: while libavformat, to estimate the
  /// duration, looks for the last times.
  var ignoresCodecs = false {
    didSet { if ignoresCodecs != oldValue { unchanged = [:] } }
  }
  /// The PIDs that replace those in the file.
  private var replacements: [Int: Int] = [:]
  /// The first bytes of maps that are longer than a packet, by PID.
  private var pending: [Int: [UInt8]] = [:]
  /// The offset of each map that has changed the replacements, ascending, and these.
  private var history: [Change] = []
  /// The streams that were continued, by PID. Empty until a map has changed.
  private var outputs: [Int: Output] = [:]
  /// The PIDs of the pictures and sound in the last map of each program, with those that they get.
  private var sources: [Int: [Int: Int]] = [:]
  /// The last packet of each PID of tables, if it was followed since the last change, and nothing is to be changed.
  private var unchanged: [Int: [UInt8]] = [:]

  /// Replaces the PIDs of a packet with a payload; `counter` returns the continuity counter of a PID's last packet.
  ///
  /// Returns false and changes nothing if `mayStop` and all streams end before the packet, one of which goes on in
  /// another codec.
  @discardableResult
  mutating func follow(
    _ bytes: UnsafeMutableRawBufferPointer, at offset: Int64, mayStop: Bool = false,
    lastCounter counter: (Int) -> UInt8?
  ) -> Bool {
    let packet = TransportPacket(UnsafeRawBufferPointer(bytes))
    let source = packet.stream
    if source == 0 || maps.contains(source) {
      // Tables are repeated many times a second.
      if let known = unchanged[source], Self.repeats(known, bytes) { return true }
      let (before, original) = (self, Array(bytes))
      addTable(bytes, source, counter)
      if mayStop, hasOnlyNewStreams(since: before) {
        self = before
        bytes.copyBytes(from: original)
        return false
      }
      let index = history.firstIndex { $0.offset >= offset } ?? history.count
      if replacements != before.replacements, !ignoresCodecs,
        history.count < Self.greatestHistoryCount,
        index == history.count || history[index].offset > offset
      {
        history.insert(Change(offset: offset, replacements: replacements), at: index)
      }
      if self != before {
        unchanged = [:]
      } else if bytes.elementsEqual(original) {
        unchanged[source] = original
      }
      return true
    }
    if outputs.isEmpty { return true }
    let target = replacements[source] ?? source
    guard var output = outputs[target] else { return true }
    if output.source != source {
      output.source = source
      output.shift = (output.counter &+ 1 &- packet.counter) & 0x0F
    }
    output.counter = (packet.counter &+ output.shift) & 0x0F
    outputs[target] = output
    write(target, to: bytes, at: 1)
    bytes[3] = bytes[3] & 0xF0 | output.counter
    return true
  }

  /// Whether two packets differ only in their counters.
  private static func repeats(_ known: [UInt8], _ bytes: UnsafeMutableRawBufferPointer) -> Bool {
    known.withUnsafeBytes { known in
      func areEqual(at offset: Int, in mask: UInt32 = .max) -> Bool {
        let one = known.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let two = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return (one ^ two) & mask == 0
      }
      // The counter is in the last four bits of the header.
      return areEqual(at: 0, in: UInt32(bigEndian: 0xFFFF_FFF0))
        && stride(from: 4, to: TransportRepeats.packetLength, by: 4).allSatisfy { areEqual(at: $0) }
    }
  }

  /// Whether no picture or sound goes on as before, and one goes on in another codec.
  private func hasOnlyNewStreams(since before: TransportPrograms) -> Bool {
    guard first.count == 1, let (program, new) = sources.first, let old = before.sources[program]
    else { return false }
    let last = Dictionary(old.values.map { (continued[$0] ?? $0, $0) }) { first, _ in first }
    return new.allSatisfy { old[$0.key] != $0.value }
      && new.values.contains { output in
        last[continued[output] ?? output].map { $0 != output } ?? false
      }
  }

  /// Continues at another offset, with the replacements of the last map that is known before it.
  mutating func restart(at offset: Int64) {
    replacements = history.last { $0.offset <= offset }?.replacements ?? [:]
    (pending, sources, unchanged) = ([:], [:], [:])
  }

  /// Continues in another file, whose offsets begin again, with the last replacements.
  mutating func beginSegment() { history = [Change(offset: .min, replacements: replacements)] }

  private func write(_ pid: Int, to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    bytes[offset] = bytes[offset] & 0xE0 | UInt8(truncatingIfNeeded: pid >> 8)
    bytes[offset + 1] = UInt8(truncatingIfNeeded: pid)
  }

  private mutating func addTable(
    _ bytes: UnsafeMutableRawBufferPointer, _ pid: Int, _ counter: (Int) -> UInt8?
  ) {
    guard let section = TransportSection(UnsafeRawBufferPointer(bytes)) else {
      if pid != 0 { collectPart(bytes, pid, counter) }
      return
    }
    if pid == 0 {
      return addPrograms(section, bytes)
    }
    pending[pid] = nil
    let isNew = follow(section, counter)
    let program = predecessors[section.program]
    if let program { writeNumber(program, to: bytes, at: section.programOffset) }
    guard isNew, let listed = section.streams else {
      if program != nil { section.writeChecksum(to: bytes) }
      return
    }
    for offset in listed.map(\.offset) + [section.clockOffset] {
      guard let target = replacements[section.pid(at: offset)] else { continue }
      write(target, to: bytes, at: offset)
    }
    section.writeChecksum(to: bytes)
  }

  /// Learns from a program association table which programs continue others, and gives them the numbers of these.
  private mutating func addPrograms(
    _ section: TransportSection, _ bytes: UnsafeMutableRawBufferPointer
  ) {
    guard let offsets = section.programOffsets, !offsets.isEmpty else { return }
    for offset in offsets where maps.count < Self.greatestProgramCount {
      let map = section.pid(at: offset + 2)
      if !maps.contains(map) { maps.append(map) }
    }
    let listed = offsets.map(section.number)
    if firstPrograms.isEmpty { firstPrograms = listed }
    guard Set(listed).isDisjoint(with: firstPrograms) else { return }
    for (new, old) in zip(listed, firstPrograms) where predecessors[new] == nil {
      predecessors[new] = old
    }
    for (offset, program) in zip(offsets, listed) {
      if let old = predecessors[program] { writeNumber(old, to: bytes, at: offset) }
    }
    section.writeChecksum(to: bytes)
  }

  private func writeNumber(_ number: Int, to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    bytes[offset] = UInt8(truncatingIfNeeded: number >> 8)
    bytes[offset + 1] = UInt8(truncatingIfNeeded: number)
  }

  /// Collects a map that is longer than a packet.
  private mutating func collectPart(
    _ bytes: UnsafeMutableRawBufferPointer, _ pid: Int, _ counter: (Int) -> UInt8?
  ) {
    let packet = UnsafeRawBufferPointer(bytes)
    guard let payload = TransportSection.payload(of: packet) else { return }
    let isStart = TransportPacket(packet).beginsUnit
    if var section = pending[pid] {
      // What precedes the next section belongs to this one.
      let end = isStart ? min(payload + 1 + Int(packet[payload]), packet.count) : packet.count
      section += packet[min(isStart ? payload + 1 : payload, end)..<end]
      pending[pid] = section
      let length = 3 + (Int(section[1] & 0x0F) << 8 | Int(section[2]))
      if section.count >= length {
        pending[pid] = nil
        let isNew = section.withUnsafeBytes { bytes in
          TransportSection(bytes, at: 0).map { follow($0, counter) } ?? false
        }
        if isNew {
          (bytes[1], bytes[2], bytes[3]) = (0x1F, 0xFF, 0x10)
          return
        }
      }
    }
    guard isStart, let start = TransportSection.start(in: packet), start + 3 <= packet.count else {
      return
    }
    let length = 3 + (Int(packet[start + 1] & 0x0F) << 8 | Int(packet[start + 2]))
    let isLong = length > packet.count - start && length <= Self.greatestMapLength
    pending[pid] = isLong ? Array(packet[start...]) : nil
  }

  /// Learns from a map which streams continue others. Returns whether a stream has another PID than before.
  private mutating func follow(_ section: TransportSection, _ counter: (Int) -> UInt8?) -> Bool {
    guard let listed = section.streams else { return false }
    let streams = listed.map {
      Stream(
        type: $0.type, pid: $0.pid, descriptors: $0.descriptors,
        kind: Self.kind(of: $0.type, $0.descriptors),
        codec: Self.codec(of: $0.type, $0.descriptors))
    }
    for stream in streams { replacements[stream.pid] = nil }
    let program = predecessors[section.program] ?? section.program
    let played = streams.filter { [.video, .audio].contains($0.kind) }.map { ($0.pid, $0.pid) }
    sources[program] = Dictionary(played) { first, _ in first }
    guard let before = first[program] else {
      // More programs than a multiplex has are damage, and each would be searched for each change.
      if first.count < Self.greatestProgramCount { first[program] = streams }
      return false
    }
    let found = Self.continuations(of: before, in: streams)
    let isOld = streams.allSatisfy { stream in
      found[stream.pid].map { $0.pid == stream.pid && $0.codec == stream.codec } ?? true
    }
    if isOld { return false }
    let others = first.filter { $0.key != program }.values.joined().map(\.pid)
    for stream in streams where !others.contains(stream.pid) {
      guard let old = found[stream.pid] else { continue }
      let target = output(of: stream, continuing: old, in: streams)
      sources[program]?[stream.pid]? = target
      if target == stream.pid { continue }
      replacements[stream.pid] = target
      // Behind a seek nothing was read of the PID that is continued.
      outputs[target] =
        outputs[target] ?? Output(source: target, counter: counter(target) ?? 0x0F)
    }
    return true
  }

  /// Returns the PID that a stream gets.
  private mutating func output(
    of stream: Stream, continuing old: Stream, in streams: [Stream]
  ) -> Int {
    if ignoresCodecs || stream.codec == old.codec { return old.pid }
    let succession = Succession(pid: old.pid, codec: stream.codec)
    if let known = successors[succession] { return known }
    let used = first.values.joined().map(\.pid) + continued.keys
    let listed = streams.map(\.pid)
    let isOwnFree = !used.contains(stream.pid)
    let spare = Self.sparePIDs.first {
      !used.contains($0) && !listed.contains($0) && !maps.contains($0)
    }
    guard successors.count < Self.greatestSuccessorCount,
      let pid = isOwnFree ? stream.pid : spare
    else { return old.pid }
    (successors[succession], continued[pid]) = (pid, old.pid)
    let alike =
      first.values.first { $0.contains { $0.pid == old.pid } }?
      .filter { $0.kind == old.kind } ?? []
    if let place = alike.firstIndex(where: { $0.pid == old.pid }) {
      continuedPlaces.append(
        ContinuedPlace(isVideo: old.kind == .video, place: place, count: alike.count))
    }
    return pid
  }

  /// Maps the PID of each new stream to the stream of the same kind that it continues.
  private static func continuations(of before: [Stream], in streams: [Stream]) -> [Int: Stream] {
    // One of the same language is preferred, and among these one of the same type.
    func speaksAlike(_ one: Stream, _ other: Stream) -> Bool {
      one.kind == other.kind && one.language != nil && one.language == other.language
    }
    var rest = before
    var found: [Int: Stream] = [:]
    let rules: [(Stream, Stream) -> Bool] = [
      { $0.pid == $1.pid && $0.kind == $1.kind && $0.codec == $1.codec },
      { $0.type == $1.type && $0.descriptors == $1.descriptors },
      { $0.type == $1.type && speaksAlike($0, $1) },
      speaksAlike,
      { $0.type == $1.type && $0.kind == $1.kind },
      { $0.pid == $1.pid && $0.kind == $1.kind },
      { $0.kind == $1.kind },
    ]
    for rule in rules {
      for stream in streams where found[stream.pid] == nil {
        guard let index = rest.firstIndex(where: { rule($0, stream) }) else { continue }
        found[stream.pid] = rest.remove(at: index)
      }
    }
    return found
  }

  /// Returns a number for a stream's codec: a type that means it, or the descriptor of DVB.
  private static func codec(of type: UInt8, _ descriptors: [UInt8]) -> Int {
    switch type {
    case 0x01: 0x02
    case 0x04: 0x03
    case 0x06: descriptor(in: descriptors).map { $0 == 0x6A ? 0x81 : 0x100 | Int($0) } ?? 0x06
    default: Int(type)
    }
  }

  /// Returns the first descriptor of private data that shows what it is (EN 300 468, 6.1).
  private static func descriptor(in descriptors: [UInt8]) -> UInt8? {
    index(of: [0x6A, 0x7A, 0x7B, 0x7C, 0x46, 0x56, 0x59], in: descriptors).map { descriptors[$0] }
  }

  /// Returns the code of the first language (ISO/IEC 13818-1, 2.6.18).
  private static func language(in descriptors: [UInt8]) -> ArraySlice<UInt8>? {
    index(of: [0x0A], in: descriptors).flatMap {
      $0 + 5 <= descriptors.count ? descriptors[$0 + 2..<$0 + 5] : nil
    }
  }

  /// Returns the index of the first descriptor with one of some tags.
  private static func index(of tags: [UInt8], in descriptors: [UInt8]) -> Int? {
    var index = 0
    while index + 1 < descriptors.count {
      if tags.contains(descriptors[index]) { return index }
      index += 2 + Int(descriptors[index + 1])
    }
    return nil
  }

  /// Returns a stream's kind by its type (ISO/IEC 13818-1, table 2-34; ATSC A/53) or its descriptors (EN 300 468, 6.1).
  private static func kind(of type: UInt8, _ descriptors: [UInt8]) -> Kind {
    switch type {
    case 0x01, 0x02, 0x10, 0x1B, 0x20, 0x21, 0x24, 0x33, 0x42, 0xD1, 0xD2, 0xEA: return .video
    case 0x03, 0x04, 0x0F, 0x11, 0x1C, 0x2D, 0x2E, 0x80...0x87, 0xA1: return .audio
    case 0x06:
      guard let found = descriptor(in: descriptors) else { break }
      return found >= 0x6A ? .audio : .other(found)
    default: break
    }
    return .other(type)
  }
}
