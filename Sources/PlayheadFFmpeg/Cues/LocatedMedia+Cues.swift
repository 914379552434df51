import CPlayheadFFmpeg
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

extension LocatedMedia {
  /// The longest text file of cues, in bytes.
  private static let longestCueFile = 128 << 20
  /// The longest lyrics with each line written for each of its times, in bytes.
  private static let longestRepeatedLyrics = 256 << 20
  /// The number of bytes from which text is distinguished from other data.
  private static let sampleLength = 65_536

  /// Returns whether the system can convert text of an encoding.
  ///
  /// - Parameter name: The name of the encoding, as in `iconv --list`.
  /// - Returns: Whether it is known.
  public static func knowsEncoding(_ name: String) -> Bool { TextEncoding.open(name) != nil }

  /// Reads the cues of a file of subtitles or lyrics on the calling thread, with the times that it declares.
  ///
  /// Of other media, such as a Matroska file with subtitles, the usual subtitle track is read.
  ///
  /// - Parameters:
  ///   - encoding: The name of the text's encoding, as iconv knows it; nil for UTF-8, or UTF-16 with a byte
  ///     order mark.
  ///   - interruption: Cancels reading.
  /// - Returns: The cues.
  /// - Throws: A `MediaError` if the file cannot be read, is not text of the encoding, or has no subtitles.
  public func readCueFile(
    encoding: String? = nil, interruption: Interruption = Interruption()
  ) throws(MediaError) -> CueTrack {
    try readCueFile(encoding: encoding, interruption: interruption) {}
  }

  /// Reads the cues of a file as `readCueFile(encoding:interruption:)` does, and reports if it assumes a frame rate.
  package func readCueFile(
    encoding: String?, interruption: Interruption, _ reportAssumedRate: @escaping () -> Void
  ) throws(MediaError) -> CueTrack {
    // It assumes 24000/1001 per second if the file counts frames and does not declare their rate.
    try readAbandonably(interruption) { () throws(MediaError) in
      guard let text = try readText(encoding: encoding, interruption: interruption) else {
        let demuxer = try Demuxer.open(self, interruption: interruption)
        return try CueReader(demuxer, .usual, zero: .zero, isSubtitleFile: false).read()
      }
      if Lyrics.repeatsLines(of: text, beyond: Self.longestRepeatedLyrics) {
        throw MediaError(.open, of: name, reason: .other, detail: "too many times in its lines")
      }
      var bytes = WebVTT.cues(of: text) ?? text
      let original = bytes
      var demuxer = try Demuxer.open(
        self, reading: MemoryInput(bytes), interruption: interruption)
      var zero = MediaTime.zero
      switch demuxer.info.container {
      case "lrc": zero = .milliseconds(Lyrics.removeOffset(from: &bytes))
      case "ass": bytes = SubtitleText.withOrderedTimes(bytes)
      case "microdvd" where !SubtitleText.declaresFrameRate(bytes): reportAssumedRate()
      default: break
      }
      if bytes != original {
        demuxer = try Demuxer.open(
          self, reading: MemoryInput(bytes), interruption: interruption)
      }
      return try CueReader(demuxer, .usual, zero: zero, isSubtitleFile: true).read()
    }
  }

  /// Reads the cues of a track of a regular file to its end on the calling thread, as positions of a player.
  package func readCues(
    of choice: CueTrack.Choice, playing tracks: [Int]? = nil,
    interruption: Interruption = Interruption()
  ) throws(MediaError) -> CueTrack {
    // The played tracks determine position zero; nil for the default choice.
    try readAbandonably(interruption) { () throws(MediaError) in
      guard isRegularFile else { throw MediaError(.read, of: name, reason: .notSeekable) }
      let demuxer = try Demuxer.open(self, interruption: interruption)
      var info = demuxer.info
      info.chosenTracks = tracks ?? info.chosenTracks
      return try CueReader(
        demuxer, choice, zero: info.presentationStart ?? .zero, isSubtitleFile: false
      ).read()
    }
  }

  private func readAbandonably(
    _ interruption: Interruption, _ read: @escaping () throws(MediaError) -> CueTrack
  ) throws(MediaError) -> CueTrack {
    MediaLog.install()
    MediaLog.begin()
    guard mayHang else { return try read() }
    let media = try AbandonableMedia(name, interruption: interruption, opening: read)
    return media.source ?? CueTrack()
  }

  /// Whether the media is a regular file, which can be read twice.
  package var isRegularFile: Bool {
    var status = stat()
    let code =
      switch location {
      case .path(let path): stat(path.cString, &status)
      case .descriptor(let number): fstat(number, &status)
      case .url: Int32(-1)
      }
    // The error of another file is found when it is opened.
    return code < 0 ? !isURL : status.st_mode & S_IFMT == S_IFREG
  }

  private var isURL: Bool { if case .url = location { true } else { false } }

  /// Returns the file as UTF-8; nil if it is not text.
  private func readText(
    encoding name: String?, interruption: Interruption
  ) throws(MediaError) -> [UInt8]? {
    if let name, !Self.knowsEncoding(name) {
      throw MediaError(.open, of: self.name, reason: .other, detail: "unknown encoding \(name)")
    }
    let encoding = name.flatMap(TextEncoding.open)
    let source: (any ByteSource)? =
      try Demuxer.makeBytes(self, interruption: interruption)
      ?? Demuxer.remoteText(self, interruption: interruption)
    guard let source else { return nil }
    var bytes: [UInt8] = []
    while true {
      let count = try source.append(to: &bytes, atMost: Self.sampleLength, name: self.name)
      if bytes.count <= Self.sampleLength {
        // The media is opened again.
        if isURL, Self.refersToMedia(bytes) { return nil }
        if name == nil, Self.isBinary(bytes) {
          if !isURL, !source.isSeekable {
            throw MediaError(.open, of: self.name, reason: .notSeekable)
          }
          return nil
        }
      }
      if count == 0 { break }
      if bytes.count > Self.longestCueFile {
        throw MediaError(
          .open, of: self.name, reason: .other,
          detail: "larger than \(Self.longestCueFile >> 20) MiB")
      }
    }
    guard let text = TextEncoding.text(of: bytes, encoding: encoding) else {
      throw MediaError(
        .open, of: self.name, reason: .other,
        detail: "the text is not UTF-8, and its encoding is not given")
    }
    return text
  }

  /// Returns whether bytes are the start of a manifest, which refers to the files with the cues.
  private static func refersToMedia(_ bytes: [UInt8]) -> Bool {
    ["#EXTM3U", "<?xml", "<MPD"].contains { bytes.starts(with: $0.utf8) }
  }

  /// Returns whether bytes are not the start of a text: they have null bytes, but no byte order mark, and are no UTF-8.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    // An index of VobSub is text, but refers to a file.
    if bytes.starts(with: "# VobSub index file".utf8) { return true }
    if TextEncoding.markedEncoding(of: bytes) != nil || !bytes.contains(0) { return false }
    // A character may be cut.
    return !(0..<4).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }
}

extension ByteSource {
  /// Appends the next bytes; returns their number, which is 0 at the end.
  fileprivate func append(
    to bytes: inout [UInt8], atMost count: Int, name: String
  ) throws(MediaError) -> Int {
    var code: Int32 = 0
    bytes += [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      if let start = buffer.baseAddress { code = read(into: start, count: count) }
      length = Int(max(code, 0))
    }
    if code < 0, code != ffmpeg_error_end_of_file() {
      throw MediaError(.read, of: name, ffmpeg: code)
    }
    return Int(max(code, 0))
  }
}
