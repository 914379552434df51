/// Corrects lengths in the first bytes of sound that its writer could not store, as into a pipe (AIFF, RF64 and BW64,
/// Wave64). libavformat would read none of the sound.
///
/// Sources of the formats: EBU Tech 3306; Apple, Audio Interchange File Format, version 1.3; wiki.multimedia.cx, Sony
/// Wave64; what ffmpeg and SoX write.
enum OpenLengths {
  /// The number of bytes that are examined at most.
  static let beginningLength = 4_096
  /// The number of bytes that SoX declares for AIFF of an unknown length.
  private static let lengthOfSoX: UInt64 = 0x7F00_0000
  /// The greatest length of 64 bits that is believed.
  private static let greatestLength: UInt64 = 1 << 62

  /// What the first bytes show.
  private struct Findings {
    /// The bytes that are read as others, by offset.
    var changes: [(offset: Int, bytes: [UInt8])] = []
    /// The number of bytes that are needed.
    var neededCount = 0
  }

  /// Corrects the first bytes of a file or stream.
  static func correct(_ beginning: UnsafeMutableRawBufferPointer) {
    for change in findings(in: UnsafeRawBufferPointer(beginning)).changes {
      for (index, byte) in change.bytes.enumerated() { beginning[change.offset + index] = byte }
    }
  }

  /// Returns how many further bytes are needed behind the first ones; 0 for other files.
  static func missingCount(after first: UnsafeRawBufferPointer) -> Int {
    guard !first.isEmpty else { return 0 }
    let needed = findings(in: first).neededCount
    return needed <= beginningLength ? max(needed - first.count, 0) : 0
  }

  private static func findings(in bytes: UnsafeRawBufferPointer) -> Findings {
    guard let first = bytes.first, "BRFr".utf8.contains(first) else { return Findings() }
    let record = HeaderRecord(bytes: Array(bytes.prefix(beginningLength)))
    let kinds = ["RF64", "BW64", "FORM", "riff"]
    guard kinds.contains(where: { $0.utf8.starts(with: record.bytes.prefix(4)) }) else {
      return Findings()
    }
    if record.has("riff", at: 0) { return findingsInWave64(record) }
    if record.has("FORM", at: 0) { return findingsInAIFF(record) }
    var findings = Findings(neededCount: 36)
    if record.has("WAVEds64", at: 8), let length = record.littleEndian(at: 28, 8),
      length == 0 || length == .max
    {
      // WAV of an unknown length.
      findings.changes = [(0, Array("RIFF".utf8))]
    }
    return findings
  }

  private static func findingsInWave64(_ record: HeaderRecord) -> Findings {
    // The name of a chunk has 16 bytes, and its length includes these and its own 8 bytes.
    var findings = Findings(neededCount: 40)
    guard record.has("wave", at: 24), let whole = record.littleEndian(at: 16, 8) else {
      if record.bytes.count >= 28 { findings.neededCount = 0 }
      return findings
    }
    var place = 40
    while true {
      findings.neededCount = place + 24
      guard let length = record.littleEndian(at: place + 16, 8) else { return findings }
      if record.has("data", at: place) {
        // A chunk of 24 bytes is empty.
        guard length < 24 || length > greatestLength else { return findings }
        // A terabyte. The sound ends where the bytes do.
        findings.changes = [(place + 16, littleEndian(1 << 40))]
        if whole <= UInt64(place) { findings.changes.append((16, littleEndian(1 << 41))) }
        return findings
      }
      guard length >= 24, length <= UInt64(beginningLength - place) else { return Findings() }
      place += (Int(length) + 7) / 8 * 8
    }
  }

  private static func findingsInAIFF(_ record: HeaderRecord) -> Findings {
    var findings = Findings(neededCount: 12)
    guard record.has("AIF", at: 8) else {
      if record.bytes.count >= 12 { findings.neededCount = 0 }
      return findings
    }
    var (place, count) = (12, Int?.none)
    while true {
      findings.neededCount = place + 8
      guard let length = record.bigEndian(at: place + 4, 4) else { return findings }
      if record.has("COMM", at: place) { count = place + 10 }
      if record.has("SSND", at: place) {
        let isOfSoX = length <= lengthOfSoX + 8 && length > lengthOfSoX - 64
        guard length == 0 || isOfSoX else { return findings }
        findings.changes = [(place + 4, [0x7F, 0xFF, 0xFF, 0]), (4, [0x7F, 0xFF, 0xFF, 0xF0])]
        // The number of samples.
        if let count { findings.changes.append((count, [0, 0, 0, 0])) }
        return findings
      }
      guard length <= UInt64(beginningLength - place) else { return Findings() }
      place += 8 + Int(length + length % 2)
    }
  }

  private static func littleEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
