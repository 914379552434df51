import CPlayheadFFmpeg
import PlayheadMedia

extension FFmpegSource: JoinableSource {
  var isLocalFile: Bool { !mayHang }

  var byteCount: Int64? {
    if demuxer.bytes != nil { return demuxer.bytes?.fixedSize }
    guard let bytes = demuxer.context.pointee.pb, bytes.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    else { return nil }
    let size = avio_size(bytes)
    return size > 0 ? size : nil
  }

  func showsJoins() throws(MediaError) -> Bool {
    if let hasJoins { return hasJoins }
    let found = info.container == "hls" ? declaresJoins : surveyShowsJoins
    if demuxer.interruption.isInterrupted { throw demuxer.makeError(.seek, ffmpeg_error_exit()) }
    hasJoins = found
    return found
  }

  /// Whether a list of HLS declares that its timestamps jump.
  private var declaresJoins: Bool {
    let isFile = demuxer.bytes?.isSeekable == true
    let reader = SegmentReader(demuxer.opener, isFile: isFile, interruption: demuxer.interruption)
    let lists = reader?.readLists() ?? []
    return lists.contains { $0.segments.dropFirst().contains(where: \.isDiscontinuous) }
  }

  private var surveyShowsJoins: Bool {
    guard let clock = RecordingClock(container: info.container), let size = byteCount else {
      return false
    }
    // The clocks of several programs take turns.
    let length = demuxer.context.pointee.nb_programs > 1 ? 512 << 10 : 64 << 10
    if let file = demuxer.bytes {
      var survey = ClockSurvey(of: clock, size: size, partLength: length) {
        file.bytes(at: $0, count: $1)
      }
      return survey.findsJoin()
    }
    guard let remote = Demuxer.remoteBytes(demuxer.opener, interruption: demuxer.interruption),
      remote.isSeekable
    else { return false }
    var survey = ClockSurvey(
      of: clock, size: size, partLength: length, partCount: 24, greatestPartCount: 48
    ) { remote.bytes(at: $0, count: $1) }
    return survey.findsJoin()
  }
}
