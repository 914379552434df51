import Foundation

/// The fields of Ogg with Opus or Vorbis, and the checksums of its pages.
package enum OggPages {
  static func file(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    let pages = pages(of: bytes)
    var fields: [HeaderField] = []
    for (index, page) in pages.enumerated() where index < 4 || index >= pages.count - 2 {
      let start = page.lowerBound
      fields.append(HeaderField("page \(index) flags", at: start + 5, 1))
      fields.append(HeaderField("page \(index) position", at: start + 6, littleEndian: 8))
      fields.append(HeaderField("page \(index) stream", at: start + 14, littleEndian: 4))
      fields.append(HeaderField("page \(index) number", at: start + 18, littleEndian: 4))
      fields.append(HeaderField("page \(index) segments", at: start + 26, 1))
      fields.append(HeaderField("page \(index) first length", at: start + 27, 1))
    }
    if let head = bytes.range(of: Data("OpusHead".utf8))?.lowerBound {
      for (offset, width) in [(8, 1), (9, 1), (10, 2), (12, 4), (16, 2)] {
        fields.append(HeaderField("OpusHead+\(offset)", at: head + offset, littleEndian: width))
      }
    }
    if let head = bytes.range(of: Data("\u{1}vorbis".utf8))?.lowerBound {
      for (offset, width) in [(7, 4), (11, 1), (12, 4), (16, 4), (20, 4), (24, 4), (28, 1)] {
        fields.append(HeaderField("Vorbis+\(offset)", at: head + offset, littleEndian: width))
      }
    }
    for (text, length) in [("OpusTags", 8), ("\u{3}vorbis", 7)] {
      guard let tags = bytes.range(of: Data(text.utf8))?.lowerBound else { continue }
      let vendor = bytes.littleEndianNumber(tags + length, 4)
      for offset in [length, length + 4 + vendor, length + 8 + vendor] {
        fields.append(HeaderField("tags+\(offset)", at: tags + offset, littleEndian: 4))
      }
    }
    return FieldFile(name, bytes, fields, isChecked: true)
  }

  /// Returns a sample in which the times that pages store are changed.
  ///
  /// - Parameters:
  ///   - sample: The name of a file of Ogg.
  ///   - change: Returns the new time of a page with sound.
  package static func changingPositions(
    of sample: String, by change: (Int64) -> Int64
  ) throws -> Data {
    let original = try FieldFile.read("SampleMedia/\(sample)").bytes
    var bytes = original
    for page in pages(of: original) {
      let place = page.lowerBound + 6
      let position = Int64(original.littleEndianNumber(place, 8))
      guard position > 0 else { continue }
      let changed = UInt64(bitPattern: change(position))
      bytes.replaceSubrange(place..<place + 8, with: Data(Data.bigEndian(changed, 8).reversed()))
    }
    repair(&bytes, like: original)
    return bytes
  }

  /// Returns a recording with a track for each sample.
  ///
  /// - Parameters:
  ///   - samples: The names of files of Ogg with one track.
  ///   - serial: The serial number of the first track; those of the others follow.
  package static func multiplexing(_ samples: [String], from serial: UInt32) throws -> Data {
    let tracks = try samples.enumerated().map { index, sample in
      let original = try FieldFile.read("SampleMedia/\(sample)").bytes
      var bytes = original
      let number = UInt64(serial + UInt32(index))
      for page in pages(of: original) {
        bytes.replaceSubrange(
          page.lowerBound + 14..<page.lowerBound + 18,
          with: Data(Data.bigEndian(number, 4).reversed()))
      }
      repair(&bytes, like: original)
      return (bytes, pages: pages(of: bytes))
    }
    // The first pages of all tracks come first.
    return tracks.reduce(Data()) { $0 + $1.0[$1.pages[0]] }
      + tracks.reduce(Data()) { data, track in
        track.pages.dropFirst().reduce(data) { $0 + track.0[$1] }
      }
  }

  /// Returns bytes in which the time that one page with sound stores is changed.
  ///
  /// - Parameters:
  ///   - index: The index of the page among those with sound.
  ///   - original: The bytes of a file.
  ///   - offset: The number of samples that is added.
  package static func changingPosition(
    ofSoundPage index: Int, in original: Data, by offset: Int64
  ) -> Data {
    var bytes = original
    let place = soundPages(of: original)[index].lowerBound + 6
    let position = Int64(truncatingIfNeeded: original.littleEndianNumber(place, 8)) + offset
    bytes.replaceSubrange(
      place..<place + 8,
      with: Data(Data.bigEndian(UInt64(bitPattern: position), 8).reversed()))
    repair(&bytes, like: original)
    return bytes
  }

  /// Returns the pages that end packets of sound.
  package static func soundPages(of bytes: Data) -> [Range<Int>] {
    pages(of: bytes).filter {
      ![0, -1].contains(Int64(bytes.littleEndianNumber($0.lowerBound + 6, 8)))
    }
  }

  /// Corrects the checksums of changed pages.
  ///
  /// - Parameter original: The bytes before the change, which show where pages begin.
  package static func repair(_ bytes: inout Data, like original: Data) {
    for page in pages(of: original) where bytes[page] != original[page] {
      for place in page.lowerBound + 22..<page.lowerBound + 26 { bytes[place] = 0 }
      var sum: UInt32 = 0
      for byte in bytes[page] {
        sum ^= UInt32(byte) << 24
        for _ in 0..<8 { sum = sum & 1 << 31 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
      }
      let place = page.lowerBound + 22
      bytes.replaceSubrange(
        place..<place + 4, with: Data(Data.bigEndian(UInt64(sum), 4).reversed()))
    }
  }

  /// Returns the places of all pages.
  package static func pages(of bytes: Data) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var place = 0
    while bytes.code(place) == "OggS" {
      let count = bytes.number(place + 26, 1)
      let length = (0..<count).reduce(0) { $0 + bytes.number(place + 27 + $1, 1) }
      let end = min(place + 27 + count + length, bytes.count)
      pages.append(place..<end)
      place = end
    }
    return pages
  }
}
