/// The bytes of a stream that is read once: of Ogg whole pages with right positions.
struct OggStream {
  private enum State {
    /// Nothing was read.
    case beginning
    case ogg(OggInput)
    /// No page is next. The pages before were Ogg if there is an input.
    case other(OggInput?)
  }

  private var state = State.beginning
  /// The bytes that were read, and are not returned yet.
  private var pending: [UInt8] = []
  /// The offset of the first pending byte.
  private var start: Int64 = 0
  /// The number of pending bytes that can be returned.
  private var readyCount = 0

  /// The positions of the pages; nil if the stream is not Ogg.
  var positions: OggPositions? {
    switch state {
    case .ogg(let input), .other(let input?): input.positions
    case .beginning, .other(nil): nil
    }
  }

  /// Reads up to `count` bytes, and returns their number; nil if the stream is not Ogg, or has ended.
  mutating func read(
    into buffer: UnsafeMutablePointer<UInt8>, count: Int,
    more: (_ count: Int) throws(SystemError) -> [UInt8]
  ) throws(SystemError) -> Int? {
    // `more` waits for at most so many bytes of the stream, and returns none at the end. If it throws, the next read
    // continues with the same bytes.
    if case .other = state, readyCount == 0 { return nil }
    if readyCount == 0 { try prepare(count, more) }
    if readyCount == 0 { return nil }
    let length = min(readyCount, count)
    for index in 0..<length { buffer[index] = pending[index] }
    pending.removeFirst(length)
    start += Int64(length)
    readyCount -= length
    return length
  }

  /// Makes the next page ready, or all bytes if there is none.
  private mutating func prepare(
    _ count: Int, _ more: (Int) throws(SystemError) -> [UInt8]
  ) throws(SystemError) {
    var bytes = pending
    var failure: SystemError?
    let start = start
    pending = []
    func fill(_ count: Int, atMost limit: Int = .max) {
      while bytes.count < count, failure == nil {
        do throws(SystemError) {
          let new = try more(limit - bytes.count)
          if new.isEmpty { break }
          bytes += new
        } catch {
          failure = error
        }
      }
    }
    defer { pending = bytes }
    if case .beginning = state {
      // All of them are returned at once if they are not Ogg.
      fill(4, atMost: max(count, 4))
      if let failure { throw failure }
      state =
        bytes.withUnsafeBytes { OggInput(beginning: $0, mayGrow: false) }
        .map { .ogg($0) } ?? .other(nil)
    }
    if case .ogg(var input) = state {
      let page = input.nextPage { offset, count in
        guard let index = Int(exactly: offset - start), index >= 0 else { return [] }
        fill(index + count)
        return Array(bytes.dropFirst(index).prefix(count))
      }
      // What a part of a page shows is judged again.
      if let failure { throw failure }
      state = .ogg(input)
      if let page, page.count <= bytes.count {
        bytes.replaceSubrange(..<page.count, with: page)
        readyCount = page.count
      } else if !bytes.isEmpty {
        // libavformat judges other bytes.
        (state, readyCount) = (.other(input), bytes.count)
      }
    } else {
      readyCount = bytes.count
    }
  }
}
