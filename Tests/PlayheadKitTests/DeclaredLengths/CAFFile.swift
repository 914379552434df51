import Foundation

/// A CAF file of PCM: one channel, 8,000 samples per second, two bytes each.
struct CAFFile {
  var sampleCount: Int

  var bytes: Data {
    let description =
      number(Double(8_000).bitPattern) + Data("lpcm".utf8)
      + [0, 2, 1, 1, 16].map { number(UInt32($0)) }.reduce(Data(), +)
    let header = Data("caff".utf8) + number(UInt16(1)) + number(UInt16(0))
    let samples = number(UInt32(0)) + Data(repeating: 1, count: sampleCount * 2)
    return header + chunk("desc", description) + chunk("data", samples)
  }

  private func chunk(_ name: String, _ content: Data) -> Data {
    Data(name.utf8) + number(UInt64(content.count)) + content
  }

  private func number(_ value: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0) }
  }
}
