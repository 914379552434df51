import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension MediaInfo {
  /// Creates the description of opened media, with what the container's index lists for each stream known then.
  init(
    _ context: AVFormatContext, name: String, indices: [ListedPackets], isProbed: Bool
  ) {
    // Unless the media was opened for decoding, the format of pictures and sound is left out: it would depend on
    // whether the media had to be probed.
    let container = context.iformat.map { String(cString: $0.pointee.name) } ?? ""
    // `duration` and `start_time` are in units of 1 / AV_TIME_BASE s, which is a microsecond.
    let duration =
      context.duration > 0 ? MediaTime(ticks: context.duration, timebase: .microseconds) : nil
    self.init(
      name: name, container: container,
      tracks: (0..<Int(context.nb_streams)).compactMap { index in
        context.streams[index].map {
          let listed = indices.indices.contains(index) ? indices[index] : ListedPackets()
          var track = MediaTrack(
            $0.pointee, index: index, format: container, listed: listed, mediaDuration: duration)
          if isProbed { track.setFormat(of: $0.pointee) }
          return track
        }
      },
      isSeekable: context.isSeekable)
    isClockDiscontinuous =
      context.iformat.map { $0.pointee.flags & AVFMT_TS_DISCONT != 0 } ?? false
    if context.start_time != ffmpeg_no_timestamp() {
      declaredStart = MediaTime(ticks: context.start_time, timebase: .microseconds)
    }
    tags = MediaTag.all(in: context.metadata)
    let lengths = timelineTracks.map { track in
      context.streams[track.index].flatMap { DeclaredLength($0.pointee, format: container) }
    }
    if !lengths.contains(.unfinished) { declaredDuration = duration }
    // The length of FLV is counted from zero, except in a part of a broadcast, which begins later; that of Matroska that
    // begins late is if libavformat has written it.
    let isLate = presentationStart.map { $0 > .zero } ?? false
    if container == "flv" || container.hasPrefix("matroska,") && isWrittenByLibavformat && isLate {
      countLengthFromZero()
    }
    isDurationEstimated =
      context.duration_estimation_method != AVFMT_DURATION_FROM_STREAM
      && (lengths.isEmpty || !lengths.allSatisfy { $0?.isInTicks == true }) || container == "wtv"
    if ["asf", "wtv"].contains(container) { declareEnd(context) }
    chapters = (0..<Int(context.nb_chapters)).compactMap { index in
      context.chapters[index].map { Chapter($0.pointee) }
    }
    artworks = (0..<Int(context.nb_streams)).compactMap { index in
      context.streams[index].flatMap { Artwork($0.pointee, index: index) }
    }
  }
}

extension MediaInfo {
  /// Declares that the media ends where ASF says, or where the last packet of WTV begins, counted from zero; if it starts
  /// behind that, from its first packet.
  fileprivate mutating func declareEnd(_ context: AVFormatContext) {
    // It does in a part of a broadcast.
    let ends = tracks.compactMap { track -> MediaTime? in
      guard let stream = context.streams[track.index]?.pointee, stream.duration > 0 else {
        return nil
      }
      return track.time(ofTicks: stream.duration)
    }
    guard var end = ends.max() else { return }
    if let delay = delayOfReordering(context) {
      if timelineTracks.count == 1 {
        end = end.subtracting(delay) ?? end
      } else if delay > .milliseconds(100) {
        // Sound may end last.
        isDurationEstimated = true
      }
    }
    declaredDuration = end
    if let start = presentationStart { declaredStart = start < end ? .zero : start }
  }
}

extension MediaInfo {
  /// The declared length is the end, unless the media begins later.
  mutating func countLengthFromZero() {
    if let start = presentationStart, let end = declaredDuration, start < end {
      declaredStart = .zero
    }
  }

  /// Whether the container names libavformat as its writer.
  var isWrittenByLibavformat: Bool {
    tags.value(of: "encoder")?.hasPrefix("Lavf") == true
  }

  /// Returns by how much libavformat has written an end into ASF that is later than the last stored time: it stores when
  /// pictures are decoded, and declares when they have been presented.
  fileprivate func delayOfReordering(_ context: AVFormatContext) -> MediaTime? {
    guard container == "asf", isWrittenByLibavformat else { return nil }
    return timelineTracks.compactMap { track in
      guard track.kind == .video, let frame = track.constantFrameRate?.frameDuration,
        let stream = context.streams[track.index]?.pointee, stream.codecpar.pointee.video_delay > 0
      else { return nil }
      return frame.multiplied(by: Int64(stream.codecpar.pointee.video_delay))
    }.max()
  }
}

extension Chapter {
  init(_ chapter: AVChapter) {
    let timebase = Timebase(ffmpeg: chapter.time_base)
    let end = chapter.end == ffmpeg_no_timestamp() ? chapter.start : chapter.end
    self.init(
      start: MediaTime(ticks: chapter.start, timebase: timebase),
      end: MediaTime(ticks: end, timebase: timebase),
      title: MediaTag.all(in: chapter.metadata).value(of: "title"))
  }
}

extension AVFormatContext {
  /// FFmpeg's names of the formats whose own bytes are a manifest. The demuxer opens the media itself.
  private static let manifests = ["hls", "dash"]

  /// Whether the media can be read from another position.
  var isSeekable: Bool {
    if ctx_flags & AVFMTCTX_UNSEEKABLE != 0 { return false }
    if let name = iformat?.pointee.name, Self.manifests.contains(String(cString: name)) {
      return true
    }
    // Without an AVIOContext the demuxer opens its bytes itself, and only the flag is available.
    return pb.map { $0.pointee.seekable != 0 } ?? true
  }

  /// Whether the media was just opened from DASH of the type `dynamic`, in which FFmpeg does not seek.
  var isDynamicManifest: Bool {
    // FFmpeg declares a duration for each other one.
    iformat.map { strcmp($0.pointee.name, "dash") == 0 } == true
      && duration == ffmpeg_no_timestamp()
  }

  /// Whether a container was opened whose clock does not begin again. FFmpeg would move all times behind a first one that
  /// is far too late.
  var neverWraps: Bool {
    iformat.map { ["film_cpk", "vc1test"].contains(String(cString: $0.pointee.name)) } == true
  }
}

extension Artwork {
  /// Returns nil if the stream is not an attached picture, or the picture is empty.
  init?(_ stream: AVStream, index: Int) {
    let packet = stream.attached_pic
    guard stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0, let data = packet.data,
      packet.size > 0
    else { return nil }
    let types = avcodec_descriptor_get(stream.codecpar.pointee.codec_id)?.pointee.mime_types
    self.init(
      track: index, mediaType: types?.pointee.map { String(cString: $0) },
      bytes: Array(UnsafeBufferPointer(start: data, count: Int(packet.size))))
  }
}

extension MediaTag {
  /// Returns the entries of an AVDictionary, in its order.
  static func all(in dictionary: OpaquePointer?) -> [MediaTag] {
    var tags: [MediaTag] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      tags.append(
        MediaTag(key: String(cString: next.pointee.key), value: String(cString: next.pointee.value))
      )
      entry = next
    }
    return tags
  }
}

extension [MediaTag] {
  /// Returns the value of the first entry with a key in lowercase; the case of the entry's key is ignored.
  func value(of key: String) -> String? {
    first { $0.key.lowercased() == key }?.value
  }
}
