import CPlayheadFFmpeg
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// Reads the cues of one track.
final class CueReader {
  /// The longest packet that is read as text, in bytes. The rest of a longer one is left out.
  private static let longestText: Int32 = 65_536

  /// libavcodec's duration of subtitles without an end.
  private static let unknownLength = MediaTime.milliseconds(Int64(UInt32.max))

  private let demuxer: Demuxer
  private let track: MediaTrack
  private let decoder: SubtitleDecoder
  private let packet: Packet
  /// The container's time of position zero.
  private let zero: MediaTime
  /// Whether a duration of zero is one, as in a file of subtitles. In other containers it is unknown.
  private let isSubtitleFile: Bool
  /// Whether the lines of lyrics may contain the times of words.
  private let isLyrics: Bool
  private var cues: [Cue] = []
  /// The indices of the newest cues without a declared end.
  private var unended: [Int] = []

  /// Creates a reader of a track of open media, whose other tracks are left out.
  ///
  /// - Throws: An error if there is no such track, or it cannot be decoded.
  init(
    _ demuxer: consuming Demuxer, _ choice: CueTrack.Choice, zero: MediaTime,
    isSubtitleFile: Bool
  ) throws(MediaError) {
    let (name, info) = (demuxer.name, demuxer.info)
    let track = try info.track(choice, of: name, isSubtitleFile: isSubtitleFile)
    guard let packet = Packet.open() else { throw MediaError(.open, of: name, errno: ENOMEM) }
    let stream = demuxer.context.pointee.streams[track.index]
    guard let decoder = stream.flatMap(SubtitleDecoder.open) else {
      throw MediaError(.open, of: name, reason: .unsupported, detail: track.codec)
    }
    for index in 0..<Int(demuxer.context.pointee.nb_streams) where index != track.index {
      demuxer.context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
    }
    self.track = track
    isLyrics = info.container == "lrc"
    self.demuxer = demuxer
    self.packet = packet
    self.decoder = decoder
    (self.zero, self.isSubtitleFile) = (zero, isSubtitleFile)
  }

  /// Reads the cues to the end of the media, or to the place where reading fails, if there are any before it.
  ///
  /// A cue whose end the media does not declare ends where the next packet of the track begins, a picture also
  /// at the time that its decoder gives.
  func read() throws(MediaError) -> CueTrack {
    while try hasNext() {
      defer { packet.clear() }
      let timing = packet.timing
      guard timing.track == track.index, let ticks = timing.presentationTicks ?? timing.decodeTicks,
        let start = track.time(ofTicks: ticks).subtracting(zero)
      else { continue }
      addCue(from: start, to: end(from: start, timing))
    }
    if decoder.hasDelay { addCue(from: cues.last?.start ?? .zero, to: nil) }
    return CueTrack(cues)
  }

  private func hasNext() throws(MediaError) -> Bool {
    do {
      return try demuxer.read(into: packet)
    } catch {
      if cues.isEmpty || demuxer.interruption.isInterrupted { throw error }
      return false
    }
  }

  private func addCue(from start: MediaTime, to end: MediaTime?) {
    let cue = cue(from: start, to: end)
    let place = cue?.start ?? start
    if let first = unended.first, place > cues[first].start {
      for index in unended { cues[index].end = min(cues[index].end ?? place, place) }
      unended.removeAll()
    }
    guard let cue else { return }
    if end == nil { unended.append(cues.count) }
    cues.append(cue)
  }

  /// The cue of the packet; nil if the packet shows nothing.
  private func cue(from start: MediaTime, to end: MediaTime?) -> Cue? {
    if packet.pointer.pointee.size > Self.longestText, decoder.isOfText {
      av_shrink_packet(packet.pointer, Self.longestText)
    }
    var cue = Cue(start: start, end: end, text: "")
    cue.identifier = packet.text(ofSideData: AV_PKT_DATA_WEBVTT_IDENTIFIER)
    switch decoder.decode(packet) {
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
      cue.rawText = rawText
      cue.text = CueText.cleaned(cue.rawText)
    case .dialogue(let lines):
      cue.rawText = rawText
      cue.text = CueText.plain(ofDialogue: lines.joined(separator: "\\N"))
      if isLyrics { addWords(to: &cue) }
    }
    return cue.text.isEmpty ? nil : cue
  }

  private func end(from start: MediaTime, _ timing: PacketTiming) -> MediaTime? {
    guard let ticks = timing.durationTicks else { return isSubtitleFile && !isLyrics ? start : nil }
    let length = track.time(ofTicks: ticks)
    // libavformat's duration of the last line of a file without ends, and what programs write for it.
    if ticks == -1 || length == Self.unknownLength { return nil }
    return start.adding(length).map { max($0, start) }
  }

  /// The payload of the packet as text.
  private var rawText: String {
    var bytes = UnsafeBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))[...]
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
    cue.words = Lyrics.words(
      of: CueText.cleaned(cue.rawText), from: cue.start, earlierBy: zero)
    if !cue.words.isEmpty { cue.text = cue.words.map(\.text).joined() }
  }
}

extension Packet {
  /// Returns side data of the packet as text; nil if there is none.
  fileprivate func text(ofSideData type: AVPacketSideDataType) -> String? {
    var length = 0
    guard let data = av_packet_get_side_data(pointer, type, &length), length > 0 else { return nil }
    let text = String(decoding: UnsafeBufferPointer(start: data, count: length), as: UTF8.self)
    return CueText.cleaned(text)
  }
}

extension MediaInfo {
  /// Returns the track of a choice.
  ///
  /// - Throws: An error if there is none, with the subtitle tracks of the media.
  fileprivate func track(
    _ choice: CueTrack.Choice, of name: String, isSubtitleFile: Bool
  ) throws(MediaError) -> MediaTrack {
    let subtitles = tracks.filter { $0.kind == .subtitle }
    let track =
      switch choice {
      case .index(let index): subtitles.first { $0.index == index }
      case .language(let language):
        subtitles.first { $0.language?.lowercased() == language.lowercased() }
      default: subtitles.first(where: \.isDefault) ?? subtitles.first
      }
    if let track { return track }
    if isSubtitleFile || subtitles.isEmpty {
      throw MediaError(.open, of: name, reason: .other, detail: "no subtitles")
    }
    let list = subtitles.map { "\($0.index) \($0.language ?? "-")" }.joined(separator: ", ")
    throw MediaError(.open, of: name, reason: .noSuchTrack, detail: "subtitle tracks: \(list)")
  }
}
