import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Program maps that change within a file of MPEG-TS, as at a new program of a broadcast.
@Suite struct TransportProgramsTests {
  private static let file = "bbb_start3600.ts"

  /// How the second half of a file differs from the first.
  enum Change: CaseIterable {
    case otherPIDs
    case otherProgram
    case otherOrder
    case exchangedPIDs
    case otherCounters
  }

  private static func pid(of packet: Data, at offset: Int = 1) -> Int {
    Int(packet[offset] & 0x1F) << 8 | Int(packet[offset + 1])
  }

  private static func write(_ pid: Int, to packet: inout Data, at offset: Int = 1) {
    packet[offset] = packet[offset] & 0xE0 | UInt8(pid >> 8)
    packet[offset + 1] = UInt8(pid & 0xFF)
  }

  /// Returns the packets of a file whose second half has another map of the same program.
  private static func packets(changed change: Change) throws -> [Data] {
    let data = try Repository.sampleBytes(file)
    var packets = stride(from: 0, to: data.count, by: 188).map {
      Data(data[$0..<min($0 + 188, data.count)])
    }
    let maps = packets.indices.filter { pid(of: packets[$0]) == 0x1000 }
    let half = try #require(maps.first { $0 > packets.count / 2 })
    // The table before the map lists another program.
    for index in packets.indices[(change == .otherProgram ? half - 1 : half)...] {
      let old = pid(of: packets[index])
      if old == 0, change == .otherProgram { renumber(&packets[index], at: 13) }
      if change == .otherCounters || old >= 0x100 && old < 0x1000 {
        packets[index][3] = packets[index][3] & 0xF0 | (packets[index][3] &+ 5) & 0x0F
      }
      if old == 0x1000 {
        rewrite(&packets[index], change)
      } else {
        write(changed(old, change), to: &packets[index])
      }
    }
    return packets
  }

  private static func changed(_ pid: Int, _ change: Change) -> Int {
    guard pid == 0x100 || pid == 0x101 else { return pid }
    return switch change {
    case .otherPIDs, .otherProgram, .otherOrder: pid + 0x200
    case .exchangedPIDs: pid ^ 1
    case .otherCounters: pid
    }
  }

  private static func rewrite(_ packet: inout Data, _ change: Change) {
    let offsets = packet.withUnsafeBytes { bytes in
      TransportSection(bytes)?.streams?.map(\.offset) ?? []
    }
    for offset in offsets {
      write(changed(pid(of: packet, at: offset), change), to: &packet, at: offset)
    }
    // The clock is that of the video.
    write(changed(pid(of: packet, at: 13), change), to: &packet, at: 13)
    if change == .otherOrder, offsets.count == 2 {
      let first = packet[offsets[0] - 1..<offsets[1] - 1]
      let end = 8 + (Int(packet[6] & 0x0F) << 8 | Int(packet[7])) - 4
      packet.replaceSubrange(
        offsets[0] - 1..<end, with: Data(packet[offsets[1] - 1..<end]) + Data(first))
    }
    if change == .otherProgram { renumber(&packet, at: 8) }
    writeChecksum(to: &packet)
  }

  /// Gives the program whose number is at an offset another one.
  private static func renumber(_ packet: inout Data, at offset: Int) {
    packet[offset] ^= 0x12
    writeChecksum(to: &packet)
  }

  private static func writeChecksum(to packet: inout Data) {
    // The section begins after the pointer field.
    let end = 8 + (Int(packet[6] & 0x0F) << 8 | Int(packet[7]))
    let sum = checksum(of: packet[5..<end - 4])
    for index in 0..<4 {
      packet[end - 4 + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index))
    }
  }

  private static func checksum(of bytes: Data) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum >> 31 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
    return sum
  }

  @Test(arguments: Change.allCases)
  func tracksContinueOverANewProgramMap(_ change: Change) throws {
    let expected = try SampleMedia.open(Self.file).readAll()
    let bytes = try Self.packets(changed: change).reduce(Data(), +)
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "changed.ts")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    // Counters that jump mark a packet as corrupt, which is true.
    let found = try source.readAll()
    if change == .otherCounters {
      #expect(found.map(\.presentationTicks) == expected.map(\.presentationTicks))
    } else {
      #expect(found == expected)
    }
    #expect(source.info.tracks.count == 2)

    try source.seek(to: .seconds(1))
    let original = try SampleMedia.open(Self.file)
    try original.seek(to: .seconds(1))
    #expect(
      try source.readAll().map(\.presentationTicks) == original.readAll().map(\.presentationTicks))

    let pipe = try BytePipe()
    pipe.write(bytes)
    let stream = try pipe.opener.open(interruption: Interruption())
    #expect(try stream.readAll().map(\.presentationTicks) == expected.map(\.presentationTicks))
  }

  /// Returns packets in which the maps with some numbers are longer than a packet.
  private static func lengthened(_ packets: [Data], where isLong: (Int) -> Bool) -> [Data] {
    var result: [Data] = []
    for (index, packet) in packets.enumerated() {
      guard pid(of: packet) == 0x1000, isLong(index) else {
        result.append(packet)
        continue
      }
      let end = 8 + (Int(packet[6] & 0x0F) << 8 | Int(packet[7])) - 4
      // A descriptor of the program.
      let descriptor = Data([0x80, 220]) + Data(repeating: 0x55, count: 220)
      var section = Data(packet[5..<15]) + [0xF0, 222] + descriptor + Data(packet[17..<end])
      let length = section.count - 3 + 4
      (section[1], section[2]) = (section[1] & 0xF0 | UInt8(length >> 8), UInt8(length & 0xFF))
      let sum = checksum(of: section)
      for shift in [24, 16, 8, 0] {
        section.append(UInt8(truncatingIfNeeded: sum >> UInt32(shift)))
      }
      var parts = [
        Data(packet[0..<5]) + section.prefix(183), Data(packet[0..<4]) + section.dropFirst(183),
      ]
      parts[1][1] &= 0xBF
      parts[1][3] = parts[1][3] & 0xF0 | (parts[1][3] &+ 1) & 0x0F
      result += parts.map { $0 + Data(repeating: 0xFF, count: 188 - $0.count) }
    }
    return result
  }

  /// The maps of the first half, those of the second half, or both are longer than a packet.
  @Test(arguments: [[true, true], [false, true], [true, false]])
  func mapsMayBeLongerThanAPacket(_ areLong: [Bool]) throws {
    let expected = try SampleMedia.open(Self.file).readAll()
    let directory = try TemporaryDirectory()
    for change in [Change.otherPIDs, .otherOrder, .exchangedPIDs] {
      let packets = try Self.packets(changed: change)
      let half = packets.count / 2
      let bytes = Self.lengthened(packets) { areLong[$0 < half ? 0 : 1] }.reduce(Data(), +)
      let path = try directory.write(bytes, to: "long.ts")
      let source = try LocatedMedia(path: path).open(interruption: Interruption())
      let found = try source.readAll()
      #expect(found.map(\.presentationTicks) == expected.map(\.presentationTicks))
      #expect(found.map(\.track) == expected.map(\.track))
      #expect(source.info.tracks.count == 2)
      try source.seek(to: .seconds(4))
      let original = try SampleMedia.open(Self.file)
      try original.seek(to: .seconds(4))
      #expect(try source.readAll().map(\.track) == original.readAll().map(\.track))
    }
  }

  /// The first map, which uses the same PIDs for other streams, may follow only later.
  @Test(arguments: Change.allCases) func aSeekBackHasTheMapOfItsOffset(_ change: Change) throws {
    let packets = try Self.packets(changed: change)
    let map = try #require(packets.firstIndex { Self.pid(of: $0) == 0x1000 })
    let first = map + 1..<map + 30
    var repeats = TransportRepeats()
    func read(_ range: Range<Int>) -> Data {
      var bytes = packets[range].reduce(Data(), +)
      let offset = Int64(range.lowerBound) * 188
      bytes.withUnsafeMutableBytes {
        repeats.begin(UnsafeRawBufferPointer($0), at: offset)
        repeats.remove(from: $0, at: offset)
      }
      return bytes
    }
    _ = read(0..<packets.count)
    let found = read(first)
    for (index, packet) in packets[first].enumerated() {
      #expect(Self.pid(of: found, at: index * 188 + 1) == Self.pid(of: packet))
    }
  }

  /// Returns a packet with a table.
  private static func table(_ number: UInt8, pid: Int, _ content: Data) -> Data {
    let count = content.count + 9
    let head = Data([number, 0xB0 | UInt8(count >> 8), UInt8(count & 0xFF), 0, 1, 0xC1, 0, 0])
    var packet = Data([0x47, 0x40 | UInt8(pid >> 8), UInt8(pid & 0xFF), 0x10, 0]) + head + content
    packet += Data(repeating: 0xFF, count: 188 - packet.count)
    writeChecksum(to: &packet)
    return packet
  }

  /// Returns a map of sound of a type, with languages and further descriptors.
  private static func map(
    _ type: UInt8, from pid: UInt8, _ languages: [String], _ descriptors: Data = Data()
  ) -> Data {
    languages.enumerated().reduce(Data([0xE1, pid, 0xF0, 0])) { map, sound in
      let language = sound.element.isEmpty ? Data() : Data([0x0A, 4] + sound.element.utf8 + [0])
      let all = language + descriptors
      return map + [type, 0xE1, pid + UInt8(sound.offset), 0xF0, UInt8(all.count)] + all
    }
  }

  /// A later map may list the languages in another order, in the same codec or not.
  @Test(arguments: [0x0F, 0x81], ["deu eng", "eng deu", "fra eng", " "])
  func soundContinuesInItsLanguage(_ type: UInt8, _ languages: String) throws {
    var programs = TransportPrograms()
    func follow(_ packet: Data) -> Data {
      var packet = packet
      _ = packet.withUnsafeMutableBytes { programs.follow($0, at: 0, lastCounter: { _ in nil }) }
      return packet
    }
    let later = languages.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let first = languages == " " ? later : ["eng", "deu"]
    _ = follow(Self.table(0, pid: 0, Data([0, 1, 0xF0, 0])))
    _ = follow(Self.table(2, pid: 0x1000, Self.map(0x0F, from: 0, first)))
    let registration = Data([0x05, 4] + "HDMV".utf8)
    let map = follow(Self.table(2, pid: 0x1000, Self.map(type, from: 0x80, later, registration)))
    let pids = map.withUnsafeBytes { bytes in
      TransportSection(bytes).flatMap { section in
        section.streams?.map { section.pid(at: $0.offset) }
      }
    }
    let expected = ["deu eng", "fra eng"].contains(languages) ? [0x101, 0x100] : [0x100, 0x101]
    #expect(pids?.map { programs.continued[$0] ?? $0 } == expected)
    if type != 0x0F { #expect(programs.continuedPlaces.map { 0x100 + $0.place } == expected) }
  }

  /// After a seek, nothing was read of the PIDs that are continued.
  @Test func packetsBehindASeekHaveTheFirstPIDs() throws {
    let packets = try Self.packets(changed: .otherPIDs)
    let tables = packets.filter { [0, 0x1000].contains(Self.pid(of: $0)) }
    let changed = try #require(packets.firstIndex { [0x300, 0x301].contains(Self.pid(of: $0)) })
    let map = try #require(packets[..<changed].lastIndex { Self.pid(of: $0) == 0x1000 })
    var programs = TransportPrograms()
    var found: Set<Int> = []
    var counters: [Int: [UInt8]] = [:]
    for var packet in tables.prefix(2) + [packets[map]] + packets[map...].dropFirst() {
      let isHidden = [0, 0x1000].contains(Self.pid(of: packet)) || packet[3] & 0x10 == 0
      _ = packet.withUnsafeMutableBytes { programs.follow($0, at: 0, lastCounter: { _ in nil }) }
      if isHidden { continue }
      found.insert(Self.pid(of: packet))
      counters[Self.pid(of: packet), default: []].append(packet[3] & 0x0F)
    }
    #expect(found.isSubset(of: [0x11, 0x100, 0x101]))
    #expect(found.isSuperset(of: [0x100, 0x101]))
    for counters in [counters[0x100] ?? [], counters[0x101] ?? []] {
      #expect(counters == counters.indices.map { UInt8($0 & 0x0F) })
    }
  }

  /// Tables that are repeated are followed as ones that differ from those before, in a byte that means nothing.
  @Test(arguments: Change.allCases) func repeatedTablesAreFollowed(change: Change) throws {
    let tables = try Self.packets(changed: change).filter {
      [0, 0x1000].contains(Self.pid(of: $0)) && $0[187] == 0xFF
    }
    let (first, second) = (Array(tables.prefix(2)), Array(tables.suffix(2)))
    var (repeated, other) = (TransportPrograms(), TransportPrograms())
    let all = [first, first, first, second, second, second, first, first, second, first].joined()
    for (number, packet) in all.enumerated() {
      var (one, two) = (packet, packet)
      one[3] = one[3] & 0xF0 | UInt8(number & 0x0F)
      two[3] = one[3]
      two[187] = UInt8(number)
      let offset = Int64(number * 188)
      _ = one.withUnsafeMutableBytes { repeated.follow($0, at: offset, lastCounter: { _ in nil }) }
      _ = two.withUnsafeMutableBytes { other.follow($0, at: offset, lastCounter: { _ in nil }) }
      #expect(one.prefix(187) == two.prefix(187))
    }
  }

  /// Sections that are cut or damaged change nothing.
  @Test func damagedMapsAreIgnored() throws {
    let packets = try Self.packets(changed: .otherPIDs)
    let maps = packets.filter { Self.pid(of: $0) == 0x1000 }
    let first = try #require(maps.first)
    let last = try #require(maps.last)
    for index in 4..<37 {
      var damaged = last
      damaged[index] ^= 0xFF
      var programs = TransportPrograms()
      for var packet in [packets.first { Self.pid(of: $0) == 0 } ?? first, first, damaged] {
        let before = packet
        _ = packet.withUnsafeMutableBytes { programs.follow($0, at: 0, lastCounter: { _ in nil }) }
        #expect(packet == before)
      }
    }
  }
}
