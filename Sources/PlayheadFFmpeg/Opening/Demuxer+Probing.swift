import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension Demuxer {
  /// The maximum duration that FFmpeg reads of a file to find its tracks.
  static let fileProbeLength = MediaTime.seconds(5)
  /// The maximum duration for a source that may be live: 0.5 s of media take 0.5 s to arrive.
  private static let liveProbeLimit = Duration.milliseconds(500)

  /// Whether this may be live: it is not seekable, or FFmpeg reads it without an AVIOContext and knows no duration.
  var mayBeLive: Bool {
    // RTSP, for example, has no AVIOContext.
    let context = context.pointee
    return !context.isSeekable || context.pb == nil && context.duration <= 0
  }

  /// Whether less media is probed than of a file: a live source without a header, unless a limit is given.
  var probesBriefly: Bool {
    // If the header lists all tracks, FFmpeg stops probing when each has a timestamp; otherwise it waits for more
    // tracks to appear.
    mayBeLive && opener.probeLimit == nil
      && context.pointee.ctx_flags & AVFMTCTX_NOHEADER != 0
  }

  /// Whether FFmpeg reads no more of a URL, because it considers the URL empty (see `OpeningAttempt`).
  var hasLostItsBytes: Bool {
    references.isOfURL && context.pointee.pb.map { avio_size($0) == 0 } == true
  }

  /// Reads until the parameters of all streams are known, or the probe limit is reached, or a server does not answer
  /// (`OpeningWatch.awaitsServer`).
  mutating func findStreamInfo() throws(MediaError) {
    keepStoredTimes()
    correctDelayedTracks()
    let isDeclared =
      switch opener.purpose {
      case .decoding, .report: false
      case .timing, .index: completeDeclaredTracks()
      // The tracks were found when the file was opened before.
      case .indexedPackets: true
      }
    if isDeclared {
      isProbed = false
      if interruption.isInterrupted { throw makeError(.open, ffmpeg_error_exit()) }
      return watch.finish()
    }
    forgetInputError()
    readMediaData()
    if probesBriefly {
      Self.setProbeLimit(Self.liveProbeLimit, of: context)
    }
    let code = avformat_find_stream_info(context, nil)
    if interruption.isInterrupted { throw makeError(.open, ffmpeg_error_exit()) }
    if watch.hasFoundNothing { throw Self.absenceError(.open, name) }
    if watch.awaitsServer { return }
    if watch.isAbandoned {
      if !watch.hasTrack { throw Self.silenceError(name) }
      forgetInputError()
      context.pointee.pb?.pointee.eof_reached = 0
    } else if code < 0 {
      throw makeError(.open, code)
    }
    addTagsOfStation()
    watch.finish()
    transport?.transport.finishOpening()
    if references.refusal != nil { throw makeError(.open, code) }
    // While it probes, FFmpeg ignores that it could not seek to the packets.
    if bytes?.hasRefusedSeek == true { throw makeError(.open, ffmpeg_error_of_errno(ESPIPE)) }
    prepareFragments()
    if context.pointee.iformat.map({ strcmp($0.pointee.name, "flv") == 0 }) == true,
      var bytes = headerBytes()
    {
      flash = FlashHeader(&bytes)
    }
    correctOpusDuration()
    correctEstimate()
    allowSeeking()
  }

  /// Adds the tags that a radio station has sent, for which libavformat looks only in an input of its own.
  private func addTagsOfStation() {
    guard let input = watch.input, input != context.pointee.pb, source != nil else { return }
    var tags: OpaquePointer?
    defer { av_dict_free(&tags) }
    av_opt_get_dict_val(input, "metadata", AV_OPT_SEARCH_CHILDREN, &tags)
    av_dict_copy(&context.pointee.metadata, tags, 0)
  }

  /// Disables libavformat's correction of timestamps of 32 bits: a wrong first one would move all others.
  private func keepStoredTimes() {
    // They wrap after 49 days or later.
    let name = context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    if ["flv", "live_flv", "asf", "smjpeg", "gxf"].contains(name) {
      context.pointee.correct_ts_overflow = 0
    }
  }

  /// Limits how much media FFmpeg reads to find the tracks.
  static func setProbeLimit(
    _ limit: Duration, of context: UnsafeMutablePointer<AVFormatContext>
  ) {
    // The unit is a microsecond. 0 would select FFmpeg's default.
    let microseconds = Int64(clamping: limit.attoseconds / 1_000_000_000_000)
    context.pointee.max_analyze_duration = max(microseconds, 1)
    // FFmpeg's defaults are 5 MB and 5 s: a byte per microsecond.
    context.pointee.probesize = max(context.pointee.probesize, microseconds)
  }

  static func silenceError(_ name: String) -> MediaError {
    MediaError(
      .open, of: name, reason: .other,
      detail: "no tracks found, and no data received for "
        + "\(OpeningWatch.patience.components.seconds) s")
  }

  static func absenceError(_ operation: MediaError.Operation, _ name: String) -> MediaError {
    MediaError(operation, of: name, reason: .damaged, detail: "too many segments that do not exist")
  }
}
