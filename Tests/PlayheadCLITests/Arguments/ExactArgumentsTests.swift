import Testing

@testable import PlayheadFormatting

/// Arguments that are not UTF-8 keep their bytes.
@Suite struct ExactArgumentsTests {
  @Test(arguments: [
    Array("a.mp4".utf8), Array("café ▶.mp4".utf8), [0x63, 0xe9, 0x2e], [0xff, 0xfe], [0xc3], [0x80],
    Array("\u{10ffe9}".utf8), Array("\u{10ffe9}".utf8) + [0xe9], [],
  ])
  func bytesArePreserved(_ bytes: [UInt8]) {
    let text = CommandLine.exactText(bytes)
    #expect(CommandLine.exactBytes(of: text) == bytes)
    #expect(CommandLine.readableText(of: text) == String(decoding: bytes, as: UTF8.self))
  }

  @Test func differentBytesStayDifferent() {
    let (first, second) = (CommandLine.exactText([0xe8]), CommandLine.exactText([0xe9]))
    #expect(first != second)
    #expect(CommandLine.readableText(of: first) == CommandLine.readableText(of: second))
  }
}
