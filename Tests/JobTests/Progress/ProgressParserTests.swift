import PlayheadTimekeeping
import Testing

@testable import PlayheadJobs

@Suite struct ProgressParserTests {
  private static let block = """
    frame=17
    fps=92.08
    stream_0_0_q=31.0
    bitrate=   0.5kbits/s
    total_size=845604
    out_time_us=5312000
    out_time_ms=5312000
    out_time=00:00:05.312000
    dup_frames=0
    drop_frames=0
    speed=3.71x
    progress=end

    """

  private func blocks(_ text: String, pieces: Int = .max) -> [ProgressBlock] {
    var parser = ProgressParser()
    var rest = ArraySlice(text.utf8)
    var blocks: [ProgressBlock] = []
    while !rest.isEmpty {
      blocks += parser.blocks(in: rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    }
    return blocks
  }

  @Test(arguments: [1, 7, 64, .max]) func aBlockMayArriveInPieces(pieces: Int) {
    let blocks = blocks(Self.block + Self.block, pieces: pieces)
    #expect(blocks.count == 2 && blocks.first == blocks.last)
    #expect(blocks.first?.position == .milliseconds(5_312))
    #expect(blocks.first?.frameCount == 17 && blocks.first?.size == 845_604)
    #expect(blocks.first?.framesPerSecond == 92.08 && blocks.first?.isLast == true)
  }

  @Test func whatIsMissingIsNotKnown() {
    let expected = ProgressBlock()
    for value in ["N/A", "-577014:32:22.77", "-9223372036854775807", "", "99999999999999999999"] {
      let text = "out_time_us=\(value)\ntotal_size=\(value)\nframe=\(value)\nfps=N/A\n"
      #expect(blocks(text + "progress=continue\n") == [expected], "\(value)")
    }
    for value in ["nan", "inf", "-1", "1e300"] {
      #expect(blocks("fps=\(value)\nprogress=continue\n") == [expected])
    }
  }

  @Test func damageEndsWithItsBlock() {
    let damage = "out_time_us\n=\nframe==3\n\0\u{FF}\n" + String(repeating: "x", count: 100_000)
    let blocks = blocks(damage + "\nprogress=\nprogress=continue\n" + Self.block)
    #expect(blocks.map(\.position) == [nil, .milliseconds(5_312)])
  }
}
