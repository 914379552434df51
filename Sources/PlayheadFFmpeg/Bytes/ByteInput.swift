import CPlayheadFFmpeg
import CPlayheadSystem
import Glibc
import PlayheadMedia

/// The bytes of a media file or stream, read from a file descriptor.
///
/// A regular file is read from the descriptor's current offset, without moving it, so that standard
/// input can be opened twice and starts at the same byte. A growing file can be followed. A file
/// that becomes shorter is an error.
///
/// Anything else (a pipe, a FIFO, a terminal) is read sequentially, and an interruption ends the
/// wait for data. Its descriptor is polled and not made non-blocking, because other processes may
/// share it.
final class ByteInput: ByteSource, TransportSource {
  private enum Access {
    case file(start: Int64)
    case stream(WakeSignal)
  }

  private static let streamReadLength = 32_768
  private static let leastPartLength = 8_192

  private let descriptor: FileDescriptor
  private var access: Access
  private let interruption: Interruption
  /// Without an exclusivity check, because each read of a packet asks whether the file grows.
  @exclusivity(unchecked) private var growth: FileGrowth?
  /// The `st_dev` of the file.
  let device: dev_t
  /// The greatest size of the file that was observed, in bytes.
  private var greatestSize: Int64
  private var offset: Int64 = 0
  /// Whether the file became shorter while it was read.
  private(set) var isTruncated = false
  /// Checks the structure of the file; nil when playing.
  var framingReader: FramingReader?
  /// The packets of Matroska with a time before zero until now; without an exclusivity check, as each packet is looked for.
  @exclusivity(unchecked) private(set) var earlyBlocks: [EarlyBlock] = []
  var transport = TransportRepeats(stopsAtCodecs: true)
  /// Bytes of a stream that were read behind the offset.
  private var held: [UInt8] = []
  /// Nil unless this is a file of Ogg.
  private var ogg: OggInput?
  private var oggStream = OggStream()
  /// Nil unless times of fragments of MP4 are wrong.
  private(set) var fragments: MovieFragments?
  /// The offsets of bytes that are read as another value.
  private var hidden: (range: Range<Int64>, value: UInt8)?
  /// Looks for another recording behind this one, at which reading ends; nil if none can follow.
  private(set) var recordingEnd: RecordingEnd?
  /// What the first bytes of MP4 and of MP3 show in a stream or a file that grows.
  private(set) var movieBeginning = MovieBeginning()
  private var firstFrame = FirstFrame()
  /// The bytes of a stream, if they are those of a short MP4.
  private var small = SmallMovie()
  /// Nil unless the file's bytes are removed from the system's cache behind the reader.
  private(set) var cacheRelease: CacheRelease?
  /// Whether FFmpeg requested a seek in a stream; without an exclusivity check, as each read of a packet resets it.
  @exclusivity(unchecked) var hasRefusedSeek = false

  /// The offset at which reading ends; nil for the end of the file.
  var end: Int64?
  /// The number of bytes behind the end of the media that are no tags; nil if that is not known.
  var trailingByteCount: Int64?

  /// Creates an input that owns an open descriptor; throws `isEmpty` for an empty file that is not followed.
  init(
    _ descriptor: consuming FileDescriptor, name: String, following: FileFollowing? = nil,
    growth known: FileGrowth? = nil, interruption: Interruption
  ) throws(MediaError) {
    // It also throws an error of the system, or `isDirectory`. `growth` is the state of a file that is followed
    // already.
    let status: stat
    do throws(SystemError) {
      status = try descriptor.status()
      if status.st_mode & S_IFMT == S_IFREG {
        let start = try SystemError.check { lseek(descriptor.number, 0, SEEK_CUR) }
        access = .file(start: Int64(start))
        growth = known
        if known == nil, let following {
          growth = try FileGrowth(following, interruption: interruption)
        }
      } else {
        let signal = try WakeSignal()
        interruption.onInterrupt { [weak signal] in signal?.send() }
        access = .stream(signal)
      }
    } catch {
      throw MediaError(.open, of: name, errno: error.number)
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw MediaError(.open, of: name, reason: .isDirectory)
    }
    if case .file(let start) = access, start >= status.st_size, growth == nil {
      throw MediaError(.open, of: name, reason: .isEmpty)
    }
    greatestSize = Int64(status.st_size)
    device = status.st_dev
    self.descriptor = descriptor
    self.interruption = interruption
  }

  deinit {
    cacheRelease?.finish { CachedPages.drop($0, of: descriptor.number) }
  }

  /// Whether another file begins at the end of the media, which libavformat does not read.
  func isFollowedByAnother(in container: String) -> Bool {
    guard let size = fixedSize else { return false }
    var bytes = HeaderBytes(size: size) { self.bytes(at: $0, count: $1) }
    if container.hasPrefix("mov,") { return MovieHeaders.areFollowed(in: &bytes) }
    return end.map { WAVHeaders.begin(at: $0, in: &bytes) } ?? false
  }

  /// Announces to the system that a regular file will be read once, from its start to its end.
  func prepareForReadingOnce(leavesCacheUnchanged: Bool) {
    // With `leavesCacheUnchanged`, the file is removed from the system's cache behind the reader, except for the parts
    // that are there now.
    guard case .file(let start) = access, growth == nil else { return }
    posix_fadvise(descriptor.number, off_t(start), 0, POSIX_FADV_SEQUENTIAL)
    if leavesCacheUnchanged { cacheRelease = CacheRelease() }
  }

  /// Announces that only small parts of a regular file will be read, so that the system does not read ahead.
  func prepareForReadingParts() {
    guard case .file(let start) = access else { return }
    posix_fadvise(descriptor.number, off_t(start), 0, POSIX_FADV_RANDOM)
  }

  /// Returns another input of the same file, which starts at the same byte as this one.
  func reopened(name: String) throws(MediaError) -> ByteInput {
    let other: FileDescriptor
    do throws(SystemError) {
      other = try FileDescriptor.duplicate(of: descriptor.number)
    } catch {
      throw MediaError(.open, of: name, errno: error.number)
    }
    var growth = growth
    growth?.isWaiting = true
    let input = try ByteInput(other, name: name, growth: growth, interruption: interruption)
    (input.hidden, input.fragments) = (hidden, fragments)
    if isSeekable { input.access = access }
    return input
  }

  /// Returns an input of the recording that follows this one at an offset. In a stream, that must be the next one.
  func nextRecording(at place: Int64, name: String) throws(MediaError) -> (any ByteSource)? {
    if isGrowing { return nil }
    if !isSeekable {
      // libavformat may not have read the last bytes of this one.
      if let code = skip(while: { offset < place }), code < 0 {
        throw MediaError(.read, of: name, ffmpeg: code)
      }
      if offset != place { return nil }
    }
    let next = try reopened(name: name)
    (next.hidden, next.fragments) = (nil, nil)
    switch access {
    case .file(let start): next.access = .file(start: start + place)
    case .stream: swap(&next.held, &held)
    }
    if framingReader != nil { next.framingReader = FramingReader() }
    return next
  }

  func isShorter(than count: Int64) -> Bool {
    if isSeekable { return fixedSize.map { min($0, lengthRead) < count } ?? false }
    return skip { offset < count } == 0
  }

  /// Hides the length of the sound in a WAV file of more than 4 GiB, so that FFmpeg reads to the end of the file.
  func hideWrappedLength() {
    // Otherwise FFmpeg would look for chunks in the sound.
    guard let size = fixedSize, size > UInt32.max else { return }
    var header = HeaderBytes(size: size) { self.bytes(at: $0, count: $1) }
    hidden = WAVHeaders.wrappedLength(in: &header).map { ($0, 0xFF) }
  }

  /// Hides the number of frames that a file of MP3 declares if its frames contradict it. FFmpeg would cut sound there.
  func hideWrongCount() {
    guard hidden == nil, case .file = access, let header = headerOfMP3 else { return }
    if let place = header.emptyLength {
      // FFmpeg takes a header without numbers for sound.
      hidden = (place, 1)
      return
    }
    guard let size = fixedSize else { return }
    var bytes = HeaderBytes(size: size, budget: SampledDuration.budget) {
      self.bytes(at: $0, count: $1)
    }
    hidden = header.wrongCount(in: &bytes, at: MP3Header.places).map { ($0, 0) }
  }

  /// Looks for another recording in a file of a container.
  func findRecordingEnd(_ container: String) {
    guard let container = RecordingEnd.Container(rawValue: container), let size = fixedSize else {
      // A stream is searched while it is read.
      if recordingEnd?.container.rawValue != container { recordingEnd = nil }
      return
    }
    var bytes = HeaderBytes(size: size, budget: .max) { self.bytes(at: $0, count: $1) }
    recordingEnd = JoinedFile.end(of: container, &bytes)
  }

  /// Finds the fragments of MP4 whose times are wrong.
  func judgeFragments() {
    fragments = fixedSize.flatMap { MovieFragments(size: $0) { self.bytes(at: $0, count: $1) } }
  }

  var isSeekable: Bool {
    if case .file = access { true } else { false }
  }

  var file: ByteInput? { self }

  /// Whether no byte has been read. At the end of a stream, this means that the stream is empty.
  var isAtStart: Bool { offset == 0 }

  /// The structure of the bytes read until now; complete at the end of the file.
  var framing: Framing? {
    framingReader?.framing(length: lengthRead)
  }

  /// The number of bytes of the file, or of those of a stream that were read.
  var lengthRead: Int64 {
    guard case .file(let start) = access else { return max(offset, small.length) }
    return min(greatestSize - start, recordingEnd?.found ?? .max)
  }

  /// Whether the file is followed while it grows.
  var isGrowing: Bool { growth != nil }
  /// Whether `read` reports that no data is available yet, even if there is some.
  var isWithheld = false
  /// Whether `seek` reports the size of a growing file: not while FFmpeg opens it, or it would look for the end.
  var reportsSize = false

  /// Sets whether a read at the end of a growing file waits for more data. It does by default.
  func setWaiting(_ isWaiting: Bool) {
    growth?.isWaiting = isWaiting
  }

  /// Returns how long to wait before a read may find more data of a growing file; nil if a read does not have to wait.
  func pause(at position: Int64) -> Duration? {
    guard case .file(let start) = access, let status = try? descriptor.status(),
      growth?.checkEnd(status) == false, position == Int64(status.st_size) - start
    else { return nil }
    return FileFollowing.interval
  }

  /// Returns the clock reference of MPEG-TS at or before a packet at an offset, see `TransportRepeats`.
  func clockReference(at offset: Int64) -> Int64? { transport.clockReference(at: offset) }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count space: Int) -> Int32 {
    // Reading a file does not block, but a search may read the whole file.
    if interruption.isInterrupted { return ffmpeg_error_exit() }
    if isWithheld { return ffmpeg_error_try_again() }
    if case let again = small.read(into: buffer, count: space, at: offset), again > 0 {
      offset += Int64(again)
      return Int32(clamping: again)
    }
    let end = min(end ?? .max, recordingEnd?.found ?? .max)
    let space = Int(clamping: min(max(end - offset, 0), Int64(space)))
    if space == 0 || transport.stops(at: offset) { return ffmpeg_error_end_of_file() }
    let count = transport.lengthToRead(space, at: offset)
    do throws(SystemError) {
      var length: Int
      switch access {
      case .file(let start):
        cacheRelease?.willRead(
          at: start + offset,
          missing: { CachedPages.missing(in: $0, of: descriptor.number, size: greatestSize) },
          drop: { CachedPages.drop($0, of: descriptor.number) })
        length = try read(into: buffer, count: count, at: start + offset)
        if length < 0 { return ffmpeg_error_exit() }
      case .stream(let signal):
        func more(_ limit: Int) throws(SystemError) -> [UInt8] { try readMore(limit, signal) }
        if !held.isEmpty {
          length = held.removeFirst(into: buffer, count: count)
        } else if let ready = try oggStream.read(into: buffer, count: count, more: more) {
          length = ready
        } else {
          length = try readStream(into: buffer, count: count, signal)
        }
        if offset == 0 {
          length += readBeginning(into: buffer, after: length, count: space, signal)
        }
      }
      length = try leaveOutNextRecording(from: buffer, count: length, space: space)
      transport.begin(UnsafeRawBufferPointer(start: buffer, count: length), at: offset)
      length += readRest(into: buffer, after: length, count: space)
      framingReader?.parse(UnsafeRawBufferPointer(start: buffer, count: length), at: offset)
      earlyBlocks = framingReader?.earlyBlocks ?? []
      let used = transport.remove(
        from: UnsafeMutableRawBufferPointer(start: buffer, count: length), at: offset)
      if case .stream = access, used < length {
        let rest = UnsafeBufferPointer(start: buffer + used, count: length - used)
        held.insert(contentsOf: rest, at: 0)
      }
      length = used
      recordBeginning(UnsafeRawBufferPointer(start: buffer, count: length))
      if offset == 0 {
        OpenLengths.correct(UnsafeMutableRawBufferPointer(start: buffer, count: length))
      }
      if isSeekable {
        correctOgg(UnsafeMutableRawBufferPointer(start: buffer, count: length), at: offset)
      }
      fragments?.correct(UnsafeMutableRawBufferPointer(start: buffer, count: length), at: offset)
      let bytes = UnsafeMutableBufferPointer(start: buffer, count: length)
      if let hidden { replace(hidden.range, by: hidden.value, in: bytes) }
      if case .stream = access { small.add(UnsafeRawBufferPointer(bytes)) }
      offset += Int64(length)
      return length == 0 ? ffmpeg_error_end_of_file() : Int32(length)
    } catch {
      return error.number == ECANCELED ? ffmpeg_error_exit() : ffmpeg_error_of_errno(error.number)
    }
  }

  /// Leaves out of the bytes that were read those that may be of another recording. Returns how many are left.
  private func leaveOutNextRecording(
    from buffer: UnsafeMutablePointer<UInt8>, count: Int, space: Int
  ) throws(SystemError) -> Int {
    if offset == 0, recordingEnd == nil, case .stream = access {
      recordingEnd = RecordingEnd(beginning: UnsafeRawBufferPointer(start: buffer, count: count))
    }
    guard recordingEnd?.isOpen == true, count > 0 else { return count }
    var (length, used) = (count, 0)
    while true {
      let bytes = UnsafeRawBufferPointer(start: buffer, count: length)
      used = recordingEnd?.count(bytes, at: offset, isLast: length >= space) ?? length
      if used > 0 || recordingEnd?.found != nil { break }
      // So few bytes do not show it.
      let more: Int
      switch access {
      case .file(let start):
        let place = off_t(start + offset + Int64(length))
        more = try SystemError.check {
          pread(descriptor.number, buffer + length, space - length, place)
        }
      case .stream(let signal):
        more = try readStream(into: buffer + length, count: space - length, signal)
      }
      if more == 0 {
        used = length
        break
      }
      length += more
    }
    if case .stream = access, used < length {
      let rest = UnsafeBufferPointer(start: buffer + used, count: length - used)
      held.insert(contentsOf: rest, at: 0)
    }
    return used
  }

  /// Waits for bytes of a stream, and reads them; returns 0 at the end, and throws `ECANCELED` after an interruption.
  private func readStream(
    into buffer: UnsafeMutablePointer<UInt8>, count: Int, _ signal: WakeSignal
  ) throws(SystemError) -> Int {
    if !held.isEmpty { return held.removeFirst(into: buffer, count: count) }
    while try signal.wait(toRead: descriptor) {
      do throws(SystemError) {
        return try SystemError.check { Glibc.read(descriptor.number, buffer, count) }
      } catch {
        // Another process may have read the bytes.
        if error.number != EAGAIN { throw error }
      }
    }
    throw SystemError(number: ECANCELED)
  }

  /// Reads the rest of the first bytes that show what a stream is, and returns their number.
  private func readBeginning(
    into buffer: UnsafeMutablePointer<UInt8>, after length: Int, count: Int, _ signal: WakeSignal
  ) -> Int {
    var end = length
    while case let rest = OpenLengths.missingCount(
      after: UnsafeRawBufferPointer(start: buffer, count: end)), rest > 0, rest <= count - end,
      // The next read finds the end or a failure again.
      let more = try? readStream(into: buffer + end, count: rest, signal), more > 0
    { end += more }
    return end - length
  }

  private func recordBeginning(_ bytes: UnsafeRawBufferPointer) {
    if growth == nil, case .file = access { return }
    movieBeginning.add(bytes, at: offset)
    firstFrame.add(bytes, at: offset)
  }

  /// The header in the first frame of MP3; nil for other media.
  var headerOfMP3: MP3Header? {
    guard case .file = access else { return firstFrame.header }
    var header = HeaderBytes(size: lengthRead) { self.bytes(at: $0, count: $1) }
    return MP3Header(reading: &header)
  }

  /// Waits for bytes of a stream, and returns them; none at the end.
  private func readMore(_ greatest: Int, _ signal: WakeSignal) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(greatest, Self.streamReadLength))
    let length = try readStream(into: &bytes, count: bytes.count, signal)
    bytes.removeLast(bytes.count - length)
    return bytes
  }

  private func correctOgg(_ bytes: UnsafeMutableRawBufferPointer, at place: Int64) {
    if place == 0, ogg == nil {
      ogg = OggInput(beginning: UnsafeRawBufferPointer(bytes), mayGrow: isGrowing)
    }
    ogg?.correct(bytes, at: place, readPart)
  }

  /// Returns bytes at an offset of a file, at least `count` if it has them.
  private func readPart(at place: Int64, count: Int) -> [UInt8] {
    guard case .file(let start) = access, !interruption.isInterrupted else { return [] }
    return [UInt8](unsafeUninitializedCapacity: max(count, Self.leastPartLength)) {
      buffer, length in
      length = max(
        pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(start + place)), 0)
    }
  }

  /// The positions of the pages of Ogg; nil for other media.
  var pages: OggPositions? { ogg?.positions ?? oggStream.positions }

  /// Replaces bytes at offsets of the file, if they were read.
  private func replace(
    _ hidden: Range<Int64>, by byte: UInt8, in buffer: UnsafeMutableBufferPointer<UInt8>
  ) {
    for place in hidden.clamped(to: offset..<offset + Int64(buffer.count)) {
      buffer[Int(place - offset)] = byte
    }
  }

  /// Reads the rest of a packet of MPEG-TS whose first part was just read, and returns the number of bytes.
  private func readRest(
    into buffer: UnsafeMutablePointer<UInt8>, after length: Int, count: Int
  ) -> Int {
    // It waits for the rest in a stream. There are fewer bytes at the end and after a failure, which the next read will
    // find again. The first part is in the last `length` bytes.
    var end = length
    while length > 0 {
      let place = offset + Int64(end)
      let rest = min(transport.lengthOfRest(at: place), count - end)
      guard rest > 0 else { break }
      let more: Int
      switch access {
      case .file(let start):
        more = pread(descriptor.number, buffer + end, rest, off_t(start + place))
      case .stream(let signal):
        more = (try? readStream(into: buffer + end, count: rest, signal)) ?? 0
      }
      guard more > 0 else { break }
      end += more
    }
    return end - length
  }

  /// Reads from a file, and waits for more if it grows; returns 0 at the end, a negative number after an interruption.
  private func read(
    into buffer: UnsafeMutablePointer<UInt8>, count: Int, at place: Int64
  ) throws(SystemError) -> Int {
    while true {
      let isOver: Bool
      if growth != nil {
        let status = try descriptor.status()
        isOver = growth?.checkEnd(status) ?? true
      } else {
        isOver = true
      }
      let length = try SystemError.check {
        pread(descriptor.number, buffer, count, off_t(place))
      }
      if length > 0 {
        greatestSize = max(greatestSize, place + Int64(length))
        return length
      }
      if try descriptor.status().st_size < greatestSize {
        isTruncated = true
        throw SystemError(number: EIO)
      }
      if isOver || growth?.isWaiting != true { return 0 }
      try growth?.wait()
      if interruption.isInterrupted { return -1 }
    }
  }

  /// The number of bytes from the start of reading to the end of the file; nil for a stream and a growing file.
  var fixedSize: Int64? {
    guard case .file(let start) = access, growth == nil, let status = try? descriptor.status()
    else { return nil }
    return size(of: status, from: start)
  }

  private func size(of status: stat, from start: Int64) -> Int64 {
    min(max(Int64(status.st_size) - start, 0), Self.greatestOffset)
  }

  /// Returns exactly `count` bytes at an offset of the file, or nil, without affecting FFmpeg's reading.
  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    // Nil for a stream, after an interruption, or if the file has fewer bytes there.
    guard case .file(let start) = access, !interruption.isInterrupted else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = max(pread(descriptor.number, buffer.baseAddress, count, off_t(start + place)), 0)
    }
    return bytes.count == count ? bytes : nil
  }

  /// Returns bytes as `bytes(at:count:)` does, with the corrections for FFmpeg.
  func correctedBytes(at place: Int64, count: Int) -> [UInt8]? {
    guard var bytes = bytes(at: place, count: count) else { return nil }
    var ogg = ogg
    bytes.withUnsafeMutableBytes { ogg?.correct($0, at: place, readPart) }
    return bytes
  }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    guard case .file(let start) = access else {
      // A seek to the end only determines the size.
      if whence & ~AVSEEK_FORCE == SEEK_SET {
        if small.canRead(from: position) {
          offset = position
          return position
        }
        hasRefusedSeek = true
      }
      return Int64(ffmpeg_error_of_errno(ESPIPE))
    }
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = offset
    case SEEK_END, AVSEEK_SIZE:
      guard !isGrowing || reportsSize, let status = try? descriptor.status() else {
        return Int64(ffmpeg_error_of_errno(EIO))
      }
      base = min(size(of: status, from: start), end ?? .max, recordingEnd?.found ?? .max)
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
    if whence == AVSEEK_SIZE { return base }
    let (target, overflow) = base.addingReportingOverflow(position)
    guard !overflow, target >= 0, target <= min(Self.greatestOffset, .max - start) else {
      return Int64(ffmpeg_error_of_errno(EINVAL))
    }
    offset = target
    return target
  }
}
