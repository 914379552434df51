/// Continues the streams of each program over changes of its map, in the bytes that libavformat reads.
///
/// A recording of a broadcast may have a new program map with other PIDs, for example where another program begins.
/// libavformat makes new tracks of these. Here the packets of a new PID get the PID of the stream of the same kind in
/// the first map, and the new map lists that.
///
/// The last packet of a new map that is longer than a packet becomes padding instead, so that libavformat keeps the
/// first one: the packets before it have been read already. Streams that continue none are not found then.
struct TransportPrograms {
  private struct Stream {
    var type: UInt8
    var pid: Int
    var descriptors: [UInt8]
    var kind: Kind
  }

  private enum Kind: Equatable {
    case video
    case audio
    /// Other streams continue one of the same type.
    case other(UInt8)
  }

  /// The last packet that libavformat has received for a PID.
  private struct Output {
    /// The PID of that packet in the file.
    var source: Int
    var counter: UInt8
    /// The difference between this counter and that in the file.
    var shift: UInt8 = 0
  }

  private static let greatestProgramCount = 256
  private static let greatestHistoryCount = 4_096

  /// The greatest length of a program map.
  private static let greatestMapLength = 1_024

  /// The PIDs of the program maps.
  private var maps: Set<Int> = []
  /// The streams of the first map of each program.
  private var first: [Int: [Stream]] = [:]
  /// The PIDs that replace those in the file.
  private var replacements: [Int: Int] = [:]
  /// The first bytes of maps that are longer than a packet, by PID.
  private var pending: [Int: [UInt8]] = [:]
  /// The offset of each map that has changed the replacements, ascending, and these.
  private var history: [(offset: Int64, replacements: [Int: Int])] = []
  /// The streams that were continued, by PID. Empty until a map has changed.
  private var outputs: [Int: Output] = [:]

  /// Replaces the PIDs of a packet with a payload; `counter` returns the continuity counter of a PID's last packet.
  mutating func follow(
    _ bytes: UnsafeMutableRawBufferPointer, at offset: Int64, lastCounter counter: (Int) -> UInt8?
  ) {
    let packet = TransportPacket(UnsafeRawBufferPointer(bytes))
    let source = packet.stream
    if source == 0 || maps.contains(source) {
      let before = replacements
      addTable(bytes, source, counter)
      let index = history.firstIndex { $0.offset >= offset } ?? history.count
      if replacements != before, history.count < Self.greatestHistoryCount,
        index == history.count || history[index].offset > offset
      {
        history.insert((offset, replacements), at: index)
      }
      return
    }
    if outputs.isEmpty { return }
    let target = replacements[source] ?? source
    guard var output = outputs[target] else { return }
    if output.source != source {
      output.source = source
      output.shift = (output.counter &+ 1 &- packet.counter) & 0x0F
    }
    output.counter = (packet.counter &+ output.shift) & 0x0F
    outputs[target] = output
    write(target, to: bytes, at: 1)
    bytes[3] = bytes[3] & 0xF0 | output.counter
  }

  /// Continues at another offset, with the replacements of the last map that is known before it.
  mutating func restart(at offset: Int64) {
    replacements = history.last { $0.offset <= offset }?.replacements ?? [:]
    pending = [:]
  }

  /// Continues in another file, whose offsets begin again, with the last replacements.
  mutating func beginSegment() { history = [(.min, replacements)] }

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
      for map in section.maps ?? [] where maps.count < Self.greatestProgramCount {
        maps.insert(map)
      }
      return
    }
    pending[pid] = nil
    guard follow(section, counter), let listed = section.streams else { return }
    for offset in listed.map(\.offset) + [section.clockOffset] {
      guard let target = replacements[section.pid(at: offset)] else { continue }
      write(target, to: bytes, at: offset)
    }
    section.writeChecksum(to: bytes)
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
        kind: Self.kind(of: $0.type, $0.descriptors))
    }
    for stream in streams { replacements[stream.pid] = nil }
    guard let before = first[section.program] else {
      // More programs than a multiplex has are damage, and each would be searched for each change.
      if first.count < Self.greatestProgramCount { first[section.program] = streams }
      return false
    }
    let continued = Self.continuations(of: before, in: streams)
    if continued.allSatisfy({ $0.key == $0.value }) { return false }
    let others = first.filter { $0.key != section.program }.values.joined().map(\.pid)
    for (pid, target) in continued where pid != target && !others.contains(pid) {
      replacements[pid] = target
      // Behind a seek nothing was read of the PID that is continued.
      outputs[target] =
        outputs[target] ?? Output(source: target, counter: counter(target) ?? 0x0F)
    }
    return true
  }

  /// Maps the PID of each new stream to that of the stream of the same kind that it continues.
  private static func continuations(of before: [Stream], in streams: [Stream]) -> [Int: Int] {
    // One of the same type and language is preferred.
    var rest = before
    var found: [Int: Int] = [:]
    let rules: [(Stream, Stream) -> Bool] = [
      { $0.pid == $1.pid && $0.kind == $1.kind },
      { $0.type == $1.type && $0.descriptors == $1.descriptors },
      { $0.type == $1.type && $0.kind == $1.kind },
      { $0.kind == $1.kind },
    ]
    for rule in rules {
      for stream in streams where found[stream.pid] == nil {
        guard let index = rest.firstIndex(where: { rule($0, stream) }) else { continue }
        found[stream.pid] = rest.remove(at: index).pid
      }
    }
    return found
  }

  /// Returns a stream's kind by its type (ISO/IEC 13818-1, table 2-34; ATSC A/53) or its descriptors (EN 300 468, 6.1).
  private static func kind(of type: UInt8, _ descriptors: [UInt8]) -> Kind {
    switch type {
    case 0x01, 0x02, 0x10, 0x1B, 0x20, 0x21, 0x24, 0x33, 0x42, 0xD1, 0xD2, 0xEA: return .video
    case 0x03, 0x04, 0x0F, 0x11, 0x1C, 0x2D, 0x2E, 0x80...0x87, 0xA1: return .audio
    case 0x06:
      var index = 0
      while index + 1 < descriptors.count {
        switch descriptors[index] {
        case 0x6A, 0x7A, 0x7B, 0x7C: return .audio
        case 0x46, 0x56, 0x59: return .other(descriptors[index])
        default: index += 2 + Int(descriptors[index + 1])
        }
      }
    default: break
    }
    return .other(type)
  }
}
