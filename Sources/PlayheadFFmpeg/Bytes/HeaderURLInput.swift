import CPlayheadFFmpeg
import Glibc

/// The bytes of a URL that FFmpeg has opened, whose header is read as another one, or is examined because it is read
/// once.
final class HeaderURLInput: ByteSource {
  private enum Kind {
    case movie, openLength, sound

    /// Returns nil for other bytes, and for too few.
    init?(_ bytes: UnsafeRawBufferPointer) {
      let record = HeaderRecord(bytes: Array(bytes.prefix(12)))
      if record.has("ftyp", at: 4) {
        self = .movie
      } else if record.has("RF64", at: 0) || record.has("BW64", at: 0)
        || record.has("FORM", at: 0) && record.has("AIF", at: 8)
      {
        self = .openLength
      } else if record.has("ID3", at: 0) || AudioFrameHeader(bytes)?.layer == 3 {
        self = .sound
      } else {
        return nil
      }
    }
  }

  /// The number of bytes that are read in search of the header of MP3, if the server serves no ranges.
  private static let greatestLength = 1 << 20
  private static let frameLength = 512

  private var original: UnsafeMutablePointer<AVIOContext>?
  /// The first bytes, which were read to examine them.
  private var first: [UInt8] = []
  /// Nil unless this is MP4 at a server without ranges.
  private var small: SmallMovie?
  private var offset: Int64 = 0
  /// The offset of bytes that are read as others.
  private var replaced: (offset: Int64, bytes: [UInt8])?
  /// The header in the first frame of MP3.
  private var headerOfMP3: MP3Header?
  /// What the header of MP4 shows.
  private(set) var movieBeginning = MovieBeginning()

  /// Examines a context at its start. Returns the header of MP3, and an input that adopts the context if it must be
  /// replaced.
  static func examine(
    _ original: UnsafeMutablePointer<AVIOContext>
  ) -> (headerOfMP3: MP3Header?, input: HeaderURLInput?) {
    guard original.pointee.max_packet_size == 0, !isRadio(original),
      let start = original.pointee.buf_ptr,
      let kind = Kind(
        UnsafeRawBufferPointer(start: start, count: original.pointee.buf_end - start))
    else { return (nil, nil) }
    let input = HeaderURLInput(original)
    if kind == .movie, input.isSeekable { return (nil, input.released()) }
    switch kind {
    case .movie: input.small = SmallMovie()
    case .openLength: input.examineLength()
    case .sound: input.examineSound()
    }
    let isNeeded = input.replaced != nil || !input.isSeekable
    return (input.headerOfMP3, isNeeded ? input : input.released())
  }

  /// Whether the server has sent tags of a radio station. FFmpeg finds them, and later titles, only in its own input.
  private static func isRadio(_ original: UnsafeMutablePointer<AVIOContext>) -> Bool {
    var tags: OpaquePointer?
    defer { av_dict_free(&tags) }
    av_opt_get_dict_val(original, "metadata", AV_OPT_SEARCH_CHILDREN, &tags)
    return av_dict_count(tags) > 0
  }

  private init(_ original: UnsafeMutablePointer<AVIOContext>) { self.original = original }

  deinit { avio_closep(&original) }

  /// Gives the context back, at its start.
  private func released() -> HeaderURLInput? {
    if let original, !first.isEmpty {
      avio_seek(original, 0, SEEK_SET)
      (original.pointee.eof_reached, original.pointee.error) = (0, 0)
    }
    original = nil
    return nil
  }

  // MARK: Examining

  private func examineLength() {
    var bytes = beginning(1)
    while case let count = bytes.withUnsafeBytes({ OpenLengths.missingCount(after: $0) }),
      count > 0,
      case let more = beginning(bytes.count + count), more.count > bytes.count
    { bytes = more }
    let before = bytes
    bytes.withUnsafeMutableBytes { OpenLengths.correct($0) }
    if bytes != before { replaced = (0, bytes) }
  }

  /// Hides a count of frames that is wrong, and makes FFmpeg recognize a header without numbers.
  private func examineSound() {
    let size = original.map { avio_size($0) } ?? -1
    let isSampled = isSeekable && size > 0
    var bytes = HeaderBytes(
      size: size > 0 ? size : Self.greatestOffset, budget: SampledDuration.budget
    ) { self.bytes(at: $0, count: $1) }
    let start = MP3Header.endOfTags(of: &bytes)
    let length = min(Int64(Self.frameLength), bytes.size - start)
    guard length > 0, let record = bytes.record(at: start, count: Int(length)),
      let header = MP3Header(record, at: start)
    else { return }
    headerOfMP3 = header
    if let place = header.emptyLength {
      replaced = (place.lowerBound, [1])
    } else if header.isChecked != true {
      // A right checksum shows that the encoder has written the count.
      let place =
        isSampled ? header.wrongCount(in: &bytes, at: MP3Header.placesOfURL) : header.changedCount
      replaced = place.map { ($0.lowerBound, [0, 0, 0, 0]) }
    }
  }

  /// Returns exactly `count` bytes at an offset; nil if that fails, and far from the start if they are read once.
  private func bytes(at place: Int64, count: Int) -> [UInt8]? {
    let end = MovieFragments.sum(place, Int64(count))
    if end <= Self.greatestLength, !isSeekable || end <= Int64(first.count) + 4_096 {
      let bytes = beginning(Int(end)).dropFirst(Int(place))
      return bytes.count == count ? Array(bytes) : nil
    }
    guard isSeekable, let original, avio_seek(original, place, SEEK_SET) == place else {
      return nil
    }
    let bytes = Self.read(original, count: count)
    return bytes.count == count ? bytes : nil
  }

  /// Returns the first bytes, as many as there are.
  private func beginning(_ count: Int) -> [UInt8] {
    if let original, count > first.count {
      seekOriginal(to: Int64(first.count))
      first += Self.read(original, count: count - first.count)
    }
    return Array(first.prefix(count))
  }

  private static func read(_ input: UnsafeMutablePointer<AVIOContext>, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = max(Int(avio_read(input, buffer.baseAddress, Int32(clamping: count))), 0)
    }
  }

  // MARK: Reading

  var isSeekable: Bool {
    original.map { $0.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 } ?? false
  }

  private func seekOriginal(to place: Int64) {
    guard let original, isSeekable, avio_tell(original) != place else { return }
    avio_seek(original, place, SEEK_SET)
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    guard let original else { return ffmpeg_error_exit() }
    if let again = small?.read(into: buffer, count: count, at: offset), again > 0 {
      offset += Int64(again)
      return Int32(clamping: again)
    }
    var length = Int32(clamping: count)
    if offset < Int64(first.count) {
      length = min(length, Int32(clamping: Int64(first.count) - offset))
      for index in 0..<Int(length) { buffer[index] = first[Int(offset) + index] }
    } else {
      // The context that reads this source stores the end and the error, and decides whether to go on.
      (original.pointee.eof_reached, original.pointee.error) = (0, 0)
      seekOriginal(to: offset)
      length = avio_read_partial(original, buffer, length)
      guard length > 0 else { return length == 0 ? ffmpeg_error_end_of_file() : length }
      small?.add(UnsafeRawBufferPointer(start: buffer, count: Int(length)))
    }
    if !isSeekable {
      movieBeginning.add(UnsafeRawBufferPointer(start: buffer, count: Int(length)), at: offset)
    }
    if let replaced {
      for (index, byte) in replaced.bytes.enumerated() {
        let place = MovieFragments.distance(
          from: offset, to: MovieFragments.sum(replaced.offset, Int64(index)))
        if (0..<Int64(length)).contains(place) { buffer[Int(place)] = byte }
      }
    }
    offset += Int64(length)
    return length
  }

  /// Whether the bytes from an offset on are kept, so that they can be read again.
  func canRead(from position: Int64) -> Bool { small?.canRead(from: position) ?? false }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    guard let original else { return Int64(ffmpeg_error_exit()) }
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return avio_size(original)
    case SEEK_SET where !isSeekable && !canRead(from: position):
      return Int64(ffmpeg_error_of_errno(ESPIPE))
    case SEEK_SET where position >= 0 && position <= Self.greatestOffset:
      // It is requested when it is read.
      offset = position
      return position
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
  }
}
