import PlayheadTimecode
import Testing

/// Compares frames with the layout of SMPTE ST 12-1.
@Suite struct LTCFrameTests {
  @Test func aFrameHasTheDigitsTheFlagsAndTheSyncWord() throws {
    let pal = try #require(Timecode("12:34:56:24", nominalRate: 25))
    #expect(LTCFrame(pal).bytes == [4, 2, 6, 5, 4, 3, 2, 1, 0xFC, 0xBF])
    let drops = try #require(Timecode("23:59:59;29", nominalRate: 30))
    #expect(LTCFrame(drops).bytes == [9, 2 | 4, 9, 5, 9, 5, 3, 2, 0xFC, 0xBF])
    #expect(
      LTCFrame(Timecode(frame: 0, base: pal.base)).bytes == [0, 0, 0, 0, 0, 0, 0, 8, 0xFC, 0xBF])
  }

  @Test func theUserBitsAreBetweenTheDigits() throws {
    let pal = try #require(Timecode("12:34:56:24", nominalRate: 25))
    let bytes = LTCFrame(pal, userBits: 0x2026_0131).bytes
    #expect(bytes == [0x14, 0x32, 0x16, 0x05, 0x64, 0x23, 0x02, 0x21, 0xFC, 0xBF])
    #expect(bytes.reduce(0) { $0 + $1.nonzeroBitCount } % 2 == 0)
  }

  @Test func theNumberOfOnesIsEven() {
    for frame in stride(from: Int64(0), to: 2_589_408, by: 997) {
      for base in [(24, false), (25, false), (30, true), (30, false)] {
        let base = TimecodeBase(nominalRate: Int64(base.0), isDropFrame: base.1)
        let bytes = LTCFrame(Timecode(frame: frame, base: base)).bytes
        if bytes.reduce(0, { $0 + $1.nonzeroBitCount }) % 2 != 0 { Issue.record("frame \(frame)") }
      }
    }
  }
}
