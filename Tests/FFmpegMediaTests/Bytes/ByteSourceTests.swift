import CPlayheadFFmpeg
import Glibc
import Testing

@testable import PlayheadFFmpeg

@Suite struct ByteSourceTests {
  /// A source that returns an error, or the end, behind some bytes.
  private final class EndingSource: ByteSource {
    private let code: Int32
    private(set) var offset = 0
    var isSeekable: Bool { false }

    init(code: Int32) { self.code = code }

    func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
      let length = min(100 - offset, count)
      offset += length
      return length > 0 ? Int32(length) : code
    }

    func seek(to position: Int64, whence: Int32) -> Int64 { Int64(ffmpeg_error_of_errno(ESPIPE)) }
  }

  @Test func aFailedReadIsNotTheEnd() {
    let failure = ffmpeg_error_of_errno(EIO)
    for (code, result) in [(ffmpeg_error_end_of_file(), 0), (failure, failure)] {
      let source = EndingSource(code: code)
      #expect(source.skip { source.offset < 100 } == nil)
      #expect(source.skip { source.offset < 101 } == result)
    }
  }
}
