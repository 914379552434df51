import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// Decodes the packets of one track of subtitles into cues.
final class FFmpegCueDecoder: CueDecoder {
  /// The longest packet that is read as text, in bytes. The rest of a longer one is left out.
  private static let longestText: Int32 = 65_536

  /// libavcodec's duration of subtitles without an end.
  private static let unknownLength = MediaTime.milliseconds(Int64(UInt32.max))

  let track: MediaTrack
  private let decoder: SubtitleDecoder
  /// Whether a duration of zero is one, as in a file of subtitles. In other containers it is unknown.
  private let isSubtitleFile: Bool
  /// Whether the lines of lyrics may contain the times of words.
  private let isLyrics: Bool
  /// Whether the text has no markup.
  private let isPlain: Bool
  private let syntax: CueSyntax?
  /// The container's time of position zero.
  private var zero = MediaTime.zero
  private var lastStart = MediaTime.zero

  /// Creates a decoder; throws `unsupported` if the track cannot be decoded.
  init(
    _ track: MediaTrack, of demuxer: borrowing Demuxer, isSubtitleFile: Bool
  ) throws(MediaError) {
    let streams = demuxer.context.pointee
    let stream = track.index < Int(streams.nb_streams) ? streams.streams[track.index] : nil
    guard let stream, let decoder = SubtitleDecoder(stream) else {
      throw MediaError(.open, of: demuxer.name, reason: .unsupported, detail: track.codec)
    }
    self.track = track
    self.decoder = decoder
    self.isSubtitleFile = isSubtitleFile
    isLyrics = demuxer.info.container == "lrc"
    // The styles of MP4 are beside the text.
    isPlain = track.codec == "text" || track.codec == "mov_text"
    syntax = CueSyntax(codec: track.codec)
  }

  func decode(
    _ payload: (any EncodedPacket)?, _ timing: PacketTiming, zero: MediaTime
  ) -> CueUpdate? {
    decode((payload as? EncodedFFmpegPacket)?.pointer, timing, zero: zero)
  }

  /// Returns what a packet shows; nil if it has no time.
  func decode(
    _ packet: UnsafeMutablePointer<AVPacket>?, _ timing: PacketTiming, zero: MediaTime
  ) -> CueUpdate? {
    guard let ticks = timing.presentationTicks ?? timing.decodeTicks,
      let start = track.time(ofTicks: ticks).subtracting(zero)
    else { return nil }
    (self.zero, lastStart) = (zero, start)
    let end = end(from: start, timing)
    let cue = packet.flatMap { self.cue(of: $0, from: start, to: end) }
    return CueUpdate(position: cue?.start ?? start, cue: cue, endsWithNext: end == nil)
  }

  func finish() -> CueUpdate? {
    // An empty packet yields it.
    guard decoder.hasDelay, let packet = Packet.open() else { return nil }
    let cue = self.cue(of: packet.pointer, from: lastStart, to: nil)
    return CueUpdate(position: cue?.start ?? lastStart, cue: cue, endsWithNext: true)
  }

  func reset() { decoder.reset() }

  /// The cue of the packet; nil if the packet shows nothing.
  private func cue(
    of packet: UnsafeMutablePointer<AVPacket>, from start: MediaTime, to end: MediaTime?
  ) -> Cue? {
    if packet.pointee.size > Self.longestText, decoder.isOfText {
      av_shrink_packet(packet, Self.longestText)
    }
    var cue = Cue(start: start, end: end, text: "")
    cue.identifier = text(ofSideData: AV_PKT_DATA_WEBVTT_IDENTIFIER, of: packet)
    switch decode(packet) {
    case .nothing, .part: return nil
    case .unknown where !decoder.isOfText: return cue
    case .picture(let from, let until):
      // The times of XSUB are counted from the start of the file.
      let base = track.codec == "xsub" ? MediaTime.zero.subtracting(zero) ?? start : start
      cue.start = base.adding(.milliseconds(from)) ?? start
      if end == nil { cue.end = until.flatMap { base.adding(.milliseconds($0)) } }
      return cue
    case .caption(let lines, let ticks, let length):
      let begin = MediaTime(ticks: ticks, timebase: .microseconds)
      cue.start = begin.subtracting(zero) ?? start
      cue.end = length == .max ? nil : cue.start.adding(.milliseconds(length))
      cue.text = CueText.plain(ofDialogue: lines.joined(separator: "\\N"))
      cue.rawText = cue.text
    case .unknown:
      cue.rawText = rawText(of: packet)
      cue.text = CueText.cleaned(cue.rawText)
    case .dialogue(let lines):
      cue.rawText = rawText(of: packet)
      cue.text = plain(lines.joined(separator: "\\N"), cue.rawText)
      if isLyrics { addWords(to: &cue) }
    }
    return cue.text.isEmpty ? nil : cue
  }

  /// Decodes a packet, of whose text the decoder sees only the markup that the format has.
  private func decode(_ packet: UnsafeMutablePointer<AVPacket>) -> SubtitleDecoder.Content {
    let text = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    guard let masked = syntax?.masked(text), let copy = Packet.open(),
      av_new_packet(copy.pointer, Int32(clamping: masked.count)) == 0
    else { return decoder.decode(packet) }
    copy.pointer.pointee.data.update(from: masked, count: Int(copy.pointer.pointee.size))
    return decoder.decode(copy.pointer)
  }

  /// Returns the text of a decoded line, or of the text that the media has.
  private func plain(_ line: String, _ rawText: String) -> String {
    if isPlain { return CueText.cleaned(rawText) }
    return syntax?.plain(ofDialogue: line) ?? CueText.plain(ofDialogue: line)
  }

  private func end(from start: MediaTime, _ timing: PacketTiming) -> MediaTime? {
    guard let ticks = timing.durationTicks else { return isSubtitleFile && !isLyrics ? start : nil }
    let length = track.time(ofTicks: ticks)
    // libavformat's duration of the last line of a file without ends, and what programs write for it.
    if ticks == -1 || length == Self.unknownLength { return nil }
    return start.adding(length).map { max($0, start) }
  }

  /// The payload of the packet as text.
  private func rawText(of packet: UnsafeMutablePointer<AVPacket>) -> String {
    var bytes = UnsafeBufferPointer(
      start: packet.pointee.data, count: Int(packet.pointee.size))[...]
    // Text of MP4 is preceded by its length, and followed by boxes with its style.
    if track.codec == "mov_text", bytes.count >= 2 {
      let length = Int(bytes[0]) << 8 | Int(bytes[1])
      bytes = bytes.dropFirst(2).prefix(length)
    }
    var text = String(decoding: bytes, as: UTF8.self)
    if track.codec == "ass" || track.codec == "ssa" { text = SubtitleDecoder.dialogue(text) }
    while let last = text.last, last.isNewline || last == "\0" { text.removeLast() }
    return text.utf8.contains(0) ? text.replacing("\0", with: " ") : text
  }

  private func addWords(to cue: inout Cue) {
    guard
      let words = Lyrics.words(
        of: CueText.cleaned(cue.rawText), from: cue.start, earlierBy: zero)
    else { return }
    (cue.words, cue.text) = (words, words.map(\.text).joined())
  }

  /// Returns side data of a packet as text; nil if there is none.
  private func text(
    ofSideData type: AVPacketSideDataType, of packet: UnsafeMutablePointer<AVPacket>
  ) -> String? {
    var length = 0
    guard let data = av_packet_get_side_data(packet, type, &length), length > 0 else { return nil }
    var text = String(decoding: UnsafeBufferPointer(start: data, count: length), as: UTF8.self)
    if text.unicodeScalars.first == WebVTT.identifierMark { text.unicodeScalars.removeFirst() }
    return CueText.cleaned(text)
  }
}
