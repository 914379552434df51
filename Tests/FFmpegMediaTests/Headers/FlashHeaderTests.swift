import Testing

@testable import PlayheadFFmpeg

/// How long FLV is, by its script tag.
@Suite struct FlashHeaderTests {
  /// Returns the first bytes of FLV with a property whose value is a number.
  private func file(_ name: String, _ value: Double, kind: UInt8 = 18) -> [UInt8] {
    var script: [UInt8] = [2, 0, 10] + Array("onMetaData".utf8) + [8, 0, 0, 0, 1, 0]
    script += [UInt8(name.utf8.count)] + Array(name.utf8) + [0]
    script += withUnsafeBytes(of: value.bitPattern.bigEndian, Array.init) + [0, 0, 9]
    let head = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
    return head + [kind, 0, 0, UInt8(script.count)] + [UInt8](repeating: 0, count: 7) + script
  }

  private func statesLength(_ bytes: [UInt8]) -> Bool? {
    var header = HeaderBytes(size: Int64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
    return FlashHeader(&header)?.statesLength
  }

  @Test func onlyALengthAboveZeroIsStated() {
    #expect(statesLength(file("duration", 6.02)) == true)
    for value in [0, -1, .nan] { #expect(statesLength(file("duration", value)) == false) }
    #expect(statesLength(file("width", 320)) == false)
    #expect(statesLength(file("duration", 6.02, kind: 9)) == nil)
    let whole = file("duration", 6.02)
    for count in 0..<whole.count - 3 { #expect(statesLength(Array(whole.prefix(count))) != true) }
  }
}
