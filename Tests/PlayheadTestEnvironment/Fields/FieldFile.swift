import Foundation

/// A media file and the fields of its headers.
package struct FieldFile: Sendable {
  /// The name of the sample, whose extension is that of the container.
  package let name: String
  package let bytes: Data
  package let fields: [HeaderField]
  /// The files that it names, which are in its folder.
  package let companions: [String]
  /// Whether a checksum protects each page, as in Ogg.
  private let isChecked: Bool

  init(
    _ name: String, _ bytes: Data, _ fields: [HeaderField], isChecked: Bool = false,
    companions: [String] = []
  ) {
    (self.name, self.bytes, self.fields) = (name, bytes, fields)
    (self.isChecked, self.companions) = (isChecked, companions)
  }

  /// Whether FFmpeg can play the file. Opening a manifest with byte ranges, it runs in a loop without end.
  package var isPlayable: Bool { name != "list.mpd" }

  /// One field of a file with an extreme number.
  package struct Case: Sendable {
    package let file: FieldFile
    package let field: HeaderField
    package let value: HeaderField.Extreme

    package var name: String {
      let text =
        switch value {
        case .bits(let number): "0x\(String(number, radix: 16))"
        case .text(let text): "'\(text)'"
        }
      return "\(file.name): \(field.name) = \(text)"
    }

    /// The options that the command needs to play the file: FFmpeg itself opens what a manifest names.
    package var options: [String] {
      file.name.hasSuffix(".mpd") ? ["--protocols", "file"] : []
    }

    package var bytes: Data {
      var bytes = file.bytes
      field.write(value, to: &bytes)
      if file.isChecked { OggPages.repair(&bytes, like: file.bytes) }
      return bytes
    }
  }

  package var cases: [Case] {
    fields.flatMap { field in
      field.extremes.map { Case(file: self, field: field, value: $0) }
    }
  }

  /// A sample of each container whose headers have lengths, offsets or times.
  package static func all() throws -> [FieldFile] {
    try movies()
      + ["Tests/Fixtures/media/b-frames.mkv", "SampleMedia/beepflash/bf_vorbis.webm"]
      .map { try MatroskaFields.file($0) } + [
        TransportFields.transportStream("SampleMedia/beepflash/bf_wrap.ts"),
        TransportFields.programStream("SampleMedia/pygame-blue.mpg"),
        RIFFFields.file("Tests/Fixtures/media/dropped-frames.avi"),
        RIFFFields.file("SampleMedia/pygame-house_lo.wav"),
        RIFFFields.largeWAV("SampleMedia/pygame-house_lo.wav"),
        AudioFields.flac("SampleMedia/mediafile-artwork.flac"),
        AudioFields.mp3("SampleMedia/mediafile-artwork.mp3"),
        AudioFields.mp3("SampleMedia/mediafile-cbr.mp3"),
        OggPages.file("SampleMedia/mediafile.opus"),
        OggPages.file("SampleMedia/pygame-house_lo.ogg"),
        AudioFields.vbri("SampleMedia/mediafile-cbr.mp3"),
        RIFFFields.openDML("Tests/Fixtures/media/dropped-frames.avi"),
        TransportFields.programStream("\(made)/packs.vob"),
        ChunkFields.aiff("\(made)/chunks.aiff"), ChunkFields.caf("\(made)/chunks.caf"),
        ChunkFields.w64("\(made)/chunks.w64"), ChunkFields.asf("\(made)/objects.wmv"),
        ChunkFields.au("\(made)/words.au"), PacketFields.flv("\(made)/tags.flv"),
        PacketFields.gxf("\(made)/packets.gxf"), PacketFields.mxf("\(made)/sets.mxf"),
      ] + manifests()
  }

  private static let made = "Tests/Fixtures/media/fields"

  private static func manifests() throws -> [FieldFile] {
    let hls = "Tests/Fixtures/media/hls"
    return try [
      ManifestFields.file("\(hls)/ts/1.m3u8", companions: ["1-0.ts", "1-1.ts", "1-2.ts"]),
      ManifestFields.file("\(hls)/mp4/1.m3u8", companions: ["1.mp4"]),
      ManifestFields.file(
        "\(made)/timeline.mpd",
        companions: [0, 1].flatMap { ["init-\($0).m4s", "part-\($0)-1.m4s", "part-\($0)-2.m4s"] }),
      ManifestFields.file(
        "\(made)/number.mpd", companions: ["init-0.m4s", "part-0-1.m4s", "part-0-2.m4s"]),
      ManifestFields.file("\(made)/list.mpd", companions: ["index.m4s"]),
      ManifestFields.file("\(made)/index.mpd", companions: ["index.m4s"]),
    ]
  }

  /// The samples of MP4 and QuickTime, as they are and with fields of 64 bits.
  package static func movies() throws -> [FieldFile] {
    try [
      "SampleMedia/beepflash/bf.mp4", "SampleMedia/beepflash/bf_frag.mp4",
      "SampleMedia/mediafile-alac.m4a", "SampleMedia/bbb_tmcd.mov", "\(made)/index.m4s",
    ].map { try MovieFields.file($0) } + [MovieFields.wideFile("SampleMedia/beepflash/bf.mp4")]
  }

  static func read(_ file: String) throws -> (name: String, bytes: Data) {
    let bytes = try Data(contentsOf: URL(filePath: Repository.path(file)))
    return ((file as NSString).lastPathComponent, bytes)
  }
}

extension Data {
  /// Returns the big-endian number of some bytes; 0 beyond the end.
  func number(_ place: Int, _ count: Int) -> Int {
    guard place >= 0, place + count <= self.count else { return 0 }
    return self[(startIndex + place)..<(startIndex + place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the little-endian number of some bytes; 0 beyond the end.
  func littleEndianNumber(_ place: Int, _ count: Int) -> Int {
    guard place >= 0, place + count <= self.count else { return 0 }
    return self[(startIndex + place)..<(startIndex + place + count)].reversed()
      .reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the text of four bytes.
  func code(_ place: Int) -> String {
    guard place >= 0, place + 4 <= count else { return "" }
    return String(decoding: self[(startIndex + place)..<(startIndex + place + 4)], as: UTF8.self)
  }

  static func bigEndian(_ value: UInt64, _ count: Int) -> Data {
    Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) })
  }
}
