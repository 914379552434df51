import Foundation
import PlayheadTestEnvironment
import Testing

/// A file whose packets have a time each, which tests make wrong.
struct StampedMedia {
  /// A container, and the sample with that content: remuxed or encoded with ffmpeg if there are arguments for it.
  struct Kind: CustomTestStringConvertible {
    let container: String
    let sample: String
    var arguments: [String]?

    var testDescription: String { "\(container) of \(sample)" }
  }

  static let ffmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The containers, without those that need ffmpeg if there is none.
  static let kinds: [Kind] = [
    Kind(container: "ts", sample: "bbb_start3600.ts"),
    Kind(
      container: "mpg", sample: "bbb_small.mp4",
      arguments: ["-c:v", "mpeg1video", "-c:a", "mp2"]),
    Kind(
      container: "vob", sample: "bbb_small.mp4",
      arguments: ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "ac3"]),
    Kind(
      container: "ogg", sample: "bbb_small.mp4",
      arguments: ["-c:v", "libtheora", "-c:a", "libvorbis"]),
    Kind(container: "ogg", sample: "bbb_small.mp4", arguments: ["-vn", "-c:a", "libopus"]),
    Kind(container: "ogg", sample: "bbb_small.mp4", arguments: ["-vn", "-c:a", "flac"]),
    Kind(container: "flac", sample: "bbb_small.mp4", arguments: ["-vn"]),
    Kind(container: "wv", sample: "bbb_small.mp4", arguments: ["-vn"]),
    Kind(container: "mkv", sample: "bbb_chapters.mkv"),
    Kind(container: "mkv", sample: "bbb_vp9_opus.webm"),
    Kind(container: "flv", sample: "bbb_small.mp4", arguments: ["-c", "copy"]),
    Kind(
      container: "asf", sample: "bbb_small.mp4",
      arguments: ["-c:v", "msmpeg4", "-b:v", "200k", "-c:a", "wmav2"]),
    Kind(
      container: "mp4", sample: "bbb_small.mp4",
      arguments: [
        "-c:v", "mpeg4", "-bf", "2", "-g", "25", "-c:a", "aac", "-movflags",
        "frag_keyframe+empty_moov",
      ]),
    Kind(container: "rm", sample: "bbb_small.mp4", arguments: ["-c:v", "rv20", "-c:a", "ac3"]),
    Kind(
      container: "smjpeg", sample: "bbb_small.mp4",
      arguments: ["-c:v", "mjpeg", "-c:a", "pcm_s16le", "-f", "smjpeg"]),
    Kind(
      container: "ivf", sample: "bbb_vp9_opus.webm", arguments: ["-map", "0:v", "-c", "copy"]),
    Kind(
      container: "wtv", sample: "bbb_small.mp4",
      arguments: ["-c:v", "mpeg4", "-bf", "0", "-c:a", "mp2"]),
    Kind(
      container: "wtv", sample: "bbb_small.mp4",
      arguments: ["-c:v", "libx264", "-bf", "0", "-c:a", "mp2"]),
    Kind(container: "nut", sample: "bbb_small.mp4", arguments: ["-c", "copy"]),
    Kind(
      container: "nut", sample: "bbb_small.mp4",
      arguments: ["-c:v", "mpeg4", "-bf", "2", "-c:a", "mp2"]),
    Kind(
      container: "cpk", sample: "bbb_small.mp4",
      arguments: [
        "-t", "2", "-vf", "scale=80:48", "-c:v", "cinepak", "-c:a", "pcm_s16be_planar", "-ac", "1",
        "-f", "film_cpk",
      ]),
    // Its bytes are made here.
    Kind(container: "rcv", sample: "no sample"),
    // Twice as long, because a packet of its sound lasts for 0.7 s.
    Kind(
      container: "gxf", sample: "bbb_small.mp4",
      arguments: [
        "-vf", "setpts=2*PTS,scale=720:576", "-r", "25", "-c:v", "mpeg2video", "-q:v", "31",
        "-af", "atempo=0.5", "-c:a", "pcm_s16le", "-ar", "48000", "-ac", "1",
      ]),
  ].filter { $0.arguments == nil || ffmpeg != nil }

  /// Containers of pictures at irregular intervals.
  static let irregularKinds: [Kind] = [
    ("ts", "mpeg4"), ("flv", "flv"), ("ivf", "libvpx"), ("webm", "libvpx"),
  ].filter { _ in ffmpeg != nil }.map { container, codec in
    Kind(
      container: container, sample: "bbb_small.mp4",
      arguments: [
        "-an", "-vf", "settb=1/1000,setpts=N*270+floor(random(0)*250)", "-fps_mode", "vfr",
        "-enc_time_base", "1:1000", "-c:v", codec,
      ])
  }

  private let bytes: Data
  /// Returns the file with the time of a packet moved by seconds.
  private var move: (_ bytes: inout Data, _ packet: [Int], _ seconds: Double) -> Void
  /// The frames of NUT and FLAC, whose times have no place of their own.
  private var frames: (any StampedFrames)?
  /// The places of the times of each packet, by track.
  private(set) var packets: [Int: [[Int]]]

  init(_ kind: Kind) throws {
    let sample = kind.container == "rcv" ? Data() : try Repository.sampleBytes(kind.sample)
    switch kind.container {
    case "ts":
      (bytes, packets, move) = (sample, TransportBytes.units(in: sample), Self.moveTransport)
    case "rcv":
      bytes = Self.makeTestStream()
      (packets, move) = (Self.testFrames(in: bytes), Self.moveMilliseconds)
    case "mkv":
      bytes = Self.splitClusters(of: sample)
      packets = Self.clusters(in: bytes)
      move = Self.moveCluster
    default:
      let made = try Self.make(kind)
      bytes = made
      switch kind.container {
      case "mpg", "vob": (packets, move) = (Self.programUnits(in: made), Self.moveTransport)
      case "ogg": (packets, move) = (Self.pages(in: made), Self.movePage)
      case "wv": (packets, move) = ([0: Self.blocks(in: made)], Self.moveBlock)
      case "flv": (packets, move) = (Self.flashTags(in: made), Self.moveFlash)
      case "rm": (packets, move) = (Self.realPackets(in: made), Self.moveBigMilliseconds)
      case "smjpeg": (packets, move) = (Self.chunks(in: made), Self.moveBigMilliseconds)
      case "mp4": (packets, move) = (Self.fragments(in: made), Self.moveFragment)
      case "cpk": (packets, move) = (Self.filmPictures(in: made), Self.moveFilm)
      case "asf": (packets, move) = (Self.systemPayloads(in: made), Self.moveMilliseconds)
      case "wtv": (packets, move) = (Self.televisionTimes(in: made), Self.moveTelevision)
      case "gxf": (packets, move) = (Self.fields(in: made), Self.moveFields)
      case "nut", "flac":
        let frames: any StampedFrames =
          kind.container == "nut" ? NUTFrames(made) : FLACFrames(made)
        (packets, move, self.frames) = (frames.frames, { _, _, _ in }, frames)
      default:
        packets = [0: Self.frames(in: made)]
        move = Self.moveFrame
      }
    }
  }

  /// Returns the file in which packets are late by seconds; nil if the container cannot store the time.
  func file(moving packets: [[Int]] = [], by seconds: Double = 0) -> Data? {
    if let frames { return frames.file(moving: Set(packets.joined()), by: seconds) }
    var changed = bytes
    for packet in packets {
      // The number of a picture in Ogg is not negative.
      if packet.count == 3, packet[2] > 0,
        Self.little(bytes, packet[0], 8) >> packet[2] + Int(seconds * Double(packet[1])) < 0
      {
        return nil
      }
      move(&changed, packet, seconds)
    }
    return changed
  }

  /// Whether the last packet of a track may be late by seconds: the last page of Ogg cuts sound, its last picture may
  /// follow a pause, and so may the last fragment of MP4 if it ends with the other tracks. libavformat does not use the
  /// number of the last frame of FLAC.
  static func mayEnd(_ kind: Kind, late seconds: Double) -> Bool {
    switch kind.container {
    case "flac": true
    case "ogg": kind.arguments?.contains("-vn") != true || -1 < seconds && seconds < 0
    case "mp4": seconds == 0.1
    default: false
    }
  }

  /// Returns the bytes of a kind that ffmpeg makes.
  static func make(_ kind: Kind) throws -> Data {
    let directory = try TemporaryDirectory()
    let path = directory.path("made.\(kind.container)")
    let process = try SpawnedProcess(
      try #require(ffmpeg),
      ["-v", "error", "-nostdin", "-i", Repository.sample(kind.sample)] + (kind.arguments ?? [])
        + [path],
      streams: [
        .file("/dev/null", flags: O_RDONLY), .file("/dev/null", flags: O_WRONLY),
        .file("/dev/null", flags: O_WRONLY),
      ])
    try #require(process.waitForExit() == 0)
    return try Data(contentsOf: URL(filePath: path))
  }

  // MARK: MPEG

  private static func moveTransport(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    for place in packet { TransportBytes.shift(&bytes, at: place, by: seconds) }
  }

  /// The times of the PES packets of a program stream of MPEG-1 or MPEG-2.
  private static func programUnits(in bytes: Data) -> [Int: [[Int]]] {
    var units: [Int: [[Int]]] = [:]
    var place = 0
    while place + 14 <= bytes.count, bytes[place + 3] != 0xB9 {
      let stream = Int(bytes[place + 3])
      if stream == 0xBA {
        place += bytes[place + 4] & 0xC0 == 0x40 ? 14 + Int(bytes[place + 13] & 7) : 12
        continue
      }
      var start = place + 6
      let isMedia = (0xC0..<0xF0).contains(stream) || stream == 0xBD
      if isMedia, bytes[start] & 0xC0 == 0x80 {
        if bytes[start + 1] & 0x80 != 0 {
          let both = bytes[start + 1] & 0x40 != 0
          units[stream, default: []].append(both ? [start + 3, start + 8] : [start + 3])
        }
      } else if isMedia {
        while bytes[start] == 0xFF { start += 1 }
        if bytes[start] & 0xC0 == 0x40 { start += 2 }
        if bytes[start] & 0xE0 == 0x20 {
          let both = bytes[start] & 0x10 != 0
          units[stream, default: []].append(both ? [start, start + 5] : [start])
        }
      }
      place += 6 + number(bytes, place + 4, 2)
    }
    return units
  }

  // MARK: Ogg and WavPack

  /// The place of the position of each page that ends a packet, the positions in a second, and the bits behind their
  /// number, by track.
  private static func pages(in bytes: Data) -> [Int: [[Int]]] {
    var clocks: [Int: [Int]] = [:]
    var pages: [Int: [[Int]]] = [:]
    for page in OggPages.pages(of: bytes) {
      let serial = little(bytes, page.lowerBound + 14, 4)
      let head = page.lowerBound + 27 + Int(bytes[page.lowerBound + 26])
      guard let clock = clocks[serial] else {
        switch bytes[head] {
        case 0x80:
          let bits = Int(bytes[head + 40] & 3) << 3 | Int(bytes[head + 41] >> 5)
          clocks[serial] = [number(bytes, head + 22, 4) / number(bytes, head + 26, 4), bits]
        case 0x01: clocks[serial] = [little(bytes, head + 12, 4), 0]
        case 0x7F: clocks[serial] = [number(bytes, head + 27, 4) >> 12, 0]
        default: clocks[serial] = [48_000, 0]
        }
        continue
      }
      let place = page.lowerBound + 6
      if ![0, -1].contains(little(bytes, place, 8)) {
        pages[serial, default: []].append([place] + clock)
      }
    }
    return pages
  }

  private static func movePage(_ bytes: inout Data, _ page: [Int], _ seconds: Double) {
    let original = bytes
    let position = little(bytes, page[0], 8) + Int(seconds * Double(page[1])) << page[2]
    bytes.replaceSubrange(page[0]..<page[0] + 8, with: bigEndian(position, 8).reversed())
    OggPages.repair(&bytes, like: original)
  }

  /// The place of the number of the first sample of each block, and the samples in a second.
  private static func blocks(in bytes: Data) -> [[Int]] {
    var blocks: [[Int]] = []
    var place = 0
    while place + 32 <= bytes.count, bytes[place] == UInt8(ascii: "w") {
      // A block without samples has other data.
      if little(bytes, place + 20, 4) > 0 { blocks.append([place + 16, 48_000]) }
      place += 8 + little(bytes, place + 4, 4)
    }
    return blocks
  }

  private static func moveBlock(_ bytes: inout Data, _ block: [Int], _ seconds: Double) {
    let number = little(bytes, block[0], 4) + Int(seconds * Double(block[1]))
    let field = bigEndian(number & 0xFFFF_FFFF, 4).reversed()
    bytes.replaceSubrange(block[0]..<block[0] + 4, with: field)
  }

  // MARK: Matroska

  /// Returns a segment of unknown length with a cluster for each block.
  private static func splitClusters(of file: Data) -> Data {
    var result = Data()
    var time = 0
    var place = 0
    while place < file.count {
      let (name, head, size) = element(file, place)
      let content = place + head
      switch name {
      case 0x1853_8067:
        result += Data([0x18, 0x53, 0x80, 0x67, 0x01]) + Data(repeating: 0xFF, count: 7)
      case 0x1F43_B675: break
      case 0xE7: time = number(file, content, size)
      case 0xA3, 0xA0:
        // A group begins with its block, whose length is in one or two bytes.
        let inner = name == 0xA3 ? content : content + element(file, content).head
        var block = file.subdata(in: place..<content + size)
        let relative = inner - place + 1
        let own = time + Int(Int16(truncatingIfNeeded: number(block, relative, 2)))
        block.replaceSubrange(relative..<relative + 2, with: [0, 0])
        let content = Data([0xE7, 0x88]) + bigEndian(own, 8) + block
        result += Data([0x1F, 0x43, 0xB6, 0x75, 0x01]) + bigEndian(content.count, 7) + content
      case 0x1A45_DFA3, 0x1549_A966, 0x1654_AE6B:
        result += file.subdata(in: place..<content + size)
      default: break
      }
      place = content + ([0x1853_8067, 0x1F43_B675].contains(name) ? 0 : size)
    }
    return result
  }

  /// The places of the times of clusters with one block, by track.
  private static func clusters(in file: Data) -> [Int: [[Int]]] {
    var places: [Int: [[Int]]] = [:]
    var place = 0
    while place < file.count {
      let (name, head, size) = element(file, place)
      let content = place + head
      if name == 0x1F43_B675 {
        let block = content + 10
        let (name, head, _) = element(file, block)
        let inner = name == 0xA3 ? block + head : block + head + element(file, block + head).head
        places[Int(file[inner] & 0x7F), default: []].append([content + 2, inner + 1])
      }
      place = content + (name == 0x1853_8067 ? 0 : size)
    }
    return places
  }

  /// A cluster is not before zero, but a block may be, by up to 32 s.
  private static func moveCluster(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    let time = number(bytes, packet[0], 8) + Int(seconds * 1_000)
    bytes.replaceSubrange(packet[0]..<packet[0] + 8, with: bigEndian(max(time, 0), 8))
    let early = UInt16(bitPattern: Int16(max(min(time, 0), -32_768)))
    bytes.replaceSubrange(packet[1]..<packet[1] + 2, with: bigEndian(Int(early), 2))
  }

  private static func element(_ bytes: Data, _ place: Int) -> (name: Int, head: Int, size: Int) {
    let nameLength = bytes[place].leadingZeroBitCount + 1
    let sizeLength = bytes[place + nameLength].leadingZeroBitCount + 1
    let mask = (1 << (7 * sizeLength)) - 1
    return (
      number(bytes, place, nameLength), nameLength + sizeLength,
      number(bytes, place + nameLength, sizeLength) & mask
    )
  }

  // MARK: Fragments of MP4

  /// The place of the decode time of each fragment and the ticks in a second, by track.
  private static func fragments(in bytes: Data) -> [Int: [[Int]]] {
    var (rates, fragments, track) = ([Int](), [Int: [[Int]]](), 0)
    func walk(_ range: Range<Int>) {
      var place = range.lowerBound
      while place + 8 <= range.upperBound {
        let length = number(bytes, place, 4)
        let isLong = bytes[place + 8] == 1
        switch String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) {
        case "moov", "trak", "mdia", "moof", "traf": walk(place + 8..<place + length)
        case "mdhd": rates.append(number(bytes, place + (isLong ? 28 : 20), 4))
        case "tfhd": track = number(bytes, place + 12, 4)
        case "tfdt" where isLong:
          fragments[track, default: []].append([place + 12, rates[track - 1]])
        default: break
        }
        place += length
      }
    }
    walk(0..<bytes.count)
    return fragments
  }

  private static func moveFragment(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    let time = number(bytes, packet[0], 8) + Int(seconds * Double(packet[1]))
    bytes.replaceSubrange(packet[0]..<packet[0] + 8, with: bigEndian(time, 8))
  }

  // MARK: RealMedia and SMJPEG

  private static func realPackets(in bytes: Data) -> [Int: [[Int]]] {
    guard let start = bytes.range(of: Data("DATA".utf8))?.lowerBound else { return [:] }
    var packets: [Int: [[Int]]] = [:]
    var place = start + 18
    while place + 12 <= bytes.count, number(bytes, place, 2) == 0,
      number(bytes, place + 2, 2) >= 12
    {
      packets[number(bytes, place + 4, 2), default: []].append([place + 6])
      place += number(bytes, place + 2, 2)
    }
    return packets
  }

  private static func chunks(in bytes: Data) -> [Int: [[Int]]] {
    guard var place = bytes.range(of: Data("HEND".utf8))?.upperBound else { return [:] }
    var packets: [Int: [[Int]]] = [:]
    while place + 12 <= bytes.count {
      let name = number(bytes, place, 4)
      if name == 0x444F_4E45 { break }
      packets[name, default: []].append([place + 4])
      place += 12 + number(bytes, place + 8, 4)
    }
    return packets
  }

  private static func moveBigMilliseconds(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    let time = number(bytes, packet[0], 4) + Int(seconds * 1_000)
    bytes.replaceSubrange(packet[0]..<packet[0] + 4, with: bigEndian(time & 0xFFFF_FFFF, 4))
  }

  // MARK: Sega FILM and VC-1 test streams

  /// The places of the times of pictures in the table of samples.
  private static func filmPictures(in bytes: Data) -> [Int: [[Int]]] {
    guard let table = bytes.range(of: Data("STAB".utf8))?.lowerBound else { return [:] }
    let places = (0..<number(bytes, table + 12, 4)).map { table + 16 + 16 * $0 + 8 }
    return [0: places.filter { number(bytes, $0, 4) != 0xFFFF_FFFF }.map { [$0] }]
  }

  /// The time has 31 bits, and 25 units in a second.
  private static func moveFilm(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    let field = number(bytes, packet[0], 4)
    let time = field & 0x7FFF_FFFF + Int((seconds * 25).rounded())
    bytes.replaceSubrange(
      packet[0]..<packet[0] + 4, with: bigEndian(time & 0x7FFF_FFFF | field & 0x8000_0000, 4))
  }

  /// Returns a stream with a time for each frame of 40 ms.
  ///
  /// Source of the format: SMPTE 421M, annex L.
  private static func makeTestStream() -> Data {
    func little(_ value: Int) -> Data { Data(bigEndian(value, 4).reversed()) }
    let fields = [0xC500_0064, 4, 0x0100_004E, 180, 320, 12, 0, 0, 0xFFFF_FFFF]
    var bytes = fields.reduce(into: Data()) { $0 += little($1) }
    for frame in 0..<100 {
      bytes += little(frame == 0 ? 0x8000_0028 : 0x28) + little(frame * 40)
      bytes += Data(repeating: frame == 0 ? 0 : 0x10, count: 40)
    }
    return bytes
  }

  private static func testFrames(in bytes: Data) -> [Int: [[Int]]] {
    [0: stride(from: 40, to: bytes.count, by: 48).map { [$0] }]
  }

  // MARK: Flash, ASF and IVF

  private static func flashTags(in bytes: Data) -> [Int: [[Int]]] {
    var tags: [Int: [[Int]]] = [:]
    var place = number(bytes, 5, 4) + 4
    while place + 13 <= bytes.count {
      let (kind, length) = (Int(bytes[place]), number(bytes, place + 1, 3))
      // The second byte of AVC and AAC is 1 for what is neither a header nor the end.
      let isData = length > 1 && bytes[place + 12] == 1
      if [8, 9].contains(kind), isData { tags[kind, default: []].append([place + 4]) }
      place += 11 + length + 4
    }
    return tags
  }

  private static func moveFlash(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    let place = packet[0]
    let time = Int(bytes[place + 3]) << 24 + number(bytes, place, 3) + Int(seconds * 1_000)
    bytes.replaceSubrange(place..<place + 3, with: bigEndian(time & 0xFF_FFFF, 3))
    bytes[place + 3] = UInt8(truncatingIfNeeded: time >> 24)
  }

  /// The places of the times of the objects that ffmpeg has written; those of the parts of an object are equal.
  private static func systemPayloads(in bytes: Data) -> [Int: [[Int]]] {
    let properties = Data([0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11])
    guard let header = bytes.range(of: properties)?.lowerBound else { return [:] }
    let length = little(bytes, header + 92, 4)
    var times: [Int: [[Int]]] = [:]
    for packet in stride(from: little(bytes, 16, 8) + 50, to: bytes.count - length + 1, by: length)
    where bytes[packet] == 0x82 {
      let flags = bytes[packet + 3]
      func size(_ code: UInt8) -> Int { [0, 1, 2, 4][Int(code & 3)] }
      var place = packet + 5 + size(flags >> 5) + size(flags >> 1)
      place += size(flags >> 3) + 6
      var count = 1
      if flags & 1 != 0 {
        count = Int(bytes[place] & 0x3F)
        place += 1
      }
      for _ in 0..<count {
        let stream = Int(bytes[place] & 0x7F)
        // The numbers of the object (one byte), its part (four bytes), and of the bytes of its description.
        let isFirstPart = little(bytes, place + 2, 4) == 0
        let described = Int(bytes[place + 6])
        if isFirstPart {
          times[stream, default: []].append([place + 11])
        } else if let last = times[stream]?.indices.last {
          times[stream]?[last].append(place + 11)
        }
        place += 7 + described
        if flags & 1 != 0 { place += 2 + little(bytes, place, 2) }
      }
    }
    return times
  }

  private static func moveMilliseconds(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    for place in packet {
      let time = little(bytes, place, 4) + Int(seconds * 1_000)
      bytes.replaceSubrange(place..<place + 4, with: bigEndian(time & 0xFFFF_FFFF, 4).reversed())
    }
  }

  // MARK: WTV and GXF

  /// The places of the times before each packet, in chunks of their own.
  private static func televisionTimes(in bytes: Data) -> [Int: [[Int]]] {
    let name = Data([0x5B, 0x05, 0xE6, 0x1B, 0x97, 0xA9, 0x49, 0x43, 0x88, 0x17, 0x1A, 0x65])
    var times: [Int: [[Int]]] = [:]
    var rest = bytes[...]
    while let start = rest.range(of: name)?.lowerBound {
      times[little(bytes, start + 20, 4), default: []].append([start + 40])
      rest = bytes[(start + 64)...]
    }
    return times
  }

  /// The time is in units of 100 ns, three times.
  private static func moveTelevision(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    let time = little(bytes, packet[0], 8) + Int(seconds * 10_000_000)
    let field = Data(bigEndian(time, 8).reversed())
    bytes.replaceSubrange(packet[0]..<packet[0] + 24, with: field + field + field)
  }

  /// The places of the numbers of fields, of which one lasts 20 ms, in packets of media.
  private static func fields(in bytes: Data) -> [Int: [[Int]]] {
    var packets: [Int: [[Int]]] = [:]
    var place = 0
    while place + 16 <= bytes.count, bytes[place + 5] != 0xFB {
      if bytes[place + 5] == 0xBF {
        packets[Int(bytes[place + 17]), default: []].append([place + 18, place + 26])
      }
      place += number(bytes, place + 6, 4)
    }
    return packets
  }

  private static func moveFields(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    for place in packet {
      let field = number(bytes, place, 4) + Int((seconds * 50).rounded())
      bytes.replaceSubrange(place..<place + 4, with: bigEndian(field & 0xFFFF_FFFF, 4))
    }
  }

  private static func frames(in bytes: Data) -> [[Int]] {
    var places: [[Int]] = []
    var place = 32
    while place + 12 <= bytes.count {
      places.append([place + 4])
      place += 12 + little(bytes, place, 4)
    }
    return places
  }

  private static func moveFrame(_ bytes: inout Data, _ packet: [Int], _ seconds: Double) {
    let ticks = seconds * Double(little(bytes, 16, 4)) / Double(little(bytes, 20, 4))
    let time = little(bytes, packet[0], 8) + Int(ticks)
    bytes.replaceSubrange(packet[0]..<packet[0] + 8, with: bigEndian(time, 8).reversed())
  }

  // MARK: Numbers

  private static func number(_ bytes: Data, _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: Data, _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bigEndian(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }
}
