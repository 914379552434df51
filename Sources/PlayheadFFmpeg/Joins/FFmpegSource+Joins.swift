import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension FFmpegSource: JoinableSource {
  var isLocalFile: Bool { !mayHang && !hasRemoteSegments }

  var byteCount: Int64? {
    if let input = demuxer.source as? RecordingURLInput { return input.size }
    if demuxer.bytes != nil { return demuxer.bytes?.fixedSize }
    guard let bytes = demuxer.context.pointee.pb, bytes.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    else { return nil }
    let size = avio_size(bytes)
    return size > 0 ? size : nil
  }

  var measuredLength: MediaTime? {
    get { joinedLength }
    set {
      joinedLength = newValue
      (info.declaredStart, info.declaredDuration) = (info.presentationStart, newValue)
      info.isDurationEstimated = false
      for index in info.tracks.indices { info.tracks[index].durationTicks = nil }
    }
  }

  func findJoins() throws(MediaError) -> Bool {
    if let hasJoins { return hasJoins }
    let found = info.container == "hls" ? readDeclaredJoins() : surveyJoins()
    if demuxer.interruption.isInterrupted { throw demuxer.makeError(.seek, ffmpeg_error_exit()) }
    hasJoins = found
    return found ?? false
  }

  /// Returns whether a list of HLS declares that its timestamps jump, and stores where; nil if not all can be read.
  private func readDeclaredJoins() -> Bool? {
    let isFile = demuxer.bytes?.isSeekable == true
    var reader = SegmentReader(demuxer.opener, isFile: isFile, interruption: demuxer.interruption)
    guard let lists = reader?.readLists() else { return nil }
    let areCounted = reader?.findUntimedSegments(in: lists) ?? false
    segmentsAreCounted = areCounted
    hasRemoteSegments = lists.contains { $0.segments.contains { $0.part.location.contains("://") } }
    segmentLists = lists
    let start = lists.map(\.outerGaps.before).min() ?? .zero
    let joins = lists.map { Self.joins(in: $0, from: start) }
    let count = joins.first?.count ?? 0
    let isCommon = count > 0 && joins.allSatisfy { $0.count == count }
    hasParts = isCommon && !areCounted
    if isCommon {
      // A part begins in all lists at the same time, which they round in their own ways.
      declaredJoins = (0..<count).map { index in
        let same = joins.map { $0[index] }
        let first = same.map(\.lowerBound).min() ?? .zero
        return first...max(same.map(\.upperBound).max() ?? first, first)
      }
    } else {
      declaredJoins = joins.flatMap(\.self).sorted { $0.lowerBound < $1.lowerBound }
    }
    if declaredJoins.isEmpty, lists.contains(where: \.segments.isEmpty) { return nil }
    return !declaredJoins.isEmpty
  }

  /// Returns whether segments of HLS are packed audio without timestamps, which FFmpeg counts from where it begins.
  func findCountedSegments() -> Bool {
    if info.container == "hls", segmentsAreCounted == nil {
      segmentsAreCounted = false
      hasJoins = readDeclaredJoins()
    }
    return segmentsAreCounted == true
  }

  /// Opens the lists of HLS again, without what is before the part.
  func enter(part number: Int) throws(MediaError) -> Bool {
    if number == demuxer.opener.firstPart, !hasGoneOn { return true }
    guard hasParts else { return false }
    do throws(MediaError) {
      return try adopt(FFmpegSource(demuxer.reopened(fromPart: number)))
    } catch {
      if demuxer.interruption.isInterrupted { throw demuxer.makeError(.seek, ffmpeg_error_exit()) }
      return false
    }
  }

  /// Returns the declared positions of the joins in a list, which has no media before a time. The declared lengths of
  /// segments are rounded.
  private static func joins(
    in list: SegmentList, from start: MediaTime
  ) -> [ClosedRange<MediaTime>] {
    var joins: [ClosedRange<MediaTime>] = []
    let before = MediaTime.zero.subtracting(start) ?? .zero
    var (least, greatest) = (before, before)
    let parts = Set(list.parts)
    for (index, segment) in list.segments.enumerated() {
      if index > 0, parts.contains(index) {
        joins.append(max(least, .zero)...max(least, greatest, .zero))
      }
      guard let duration = segment.duration else { continue }
      let shortest = segment.isNominal ? nil : duration.subtracting(segment.rounding)
      if let shortest, shortest > .zero { least = least.adding(shortest) ?? least }
      greatest = duration.adding(segment.rounding).flatMap { greatest.adding($0) } ?? greatest
    }
    return joins
  }

  /// Returns whether libavformat may look for a time in another recording, because it is not known where that begins.
  func mayLandInNextRecording() throws(MediaError) -> Bool {
    guard info.mayContinue, let end = demuxer.source?.recordingEnd, end.found == nil,
      case .anywhere = end.rule
    else { return false }
    return try findJoins()
  }

  /// The bytes at the URL, in ranges for which the server is not awaited for long.
  private var remoteBytes: RemoteInput? {
    Demuxer.remoteBytes(
      demuxer.opener, patience: demuxer.opener.patience, interruption: demuxer.interruption)
  }

  /// Returns whether few bytes show another recording behind the first one; nil if they cannot be read.
  private func judgeRecordings() -> Bool? {
    guard let end = demuxer.source?.recordingEnd else { return false }
    if end.found != nil { return true }
    if !end.isOpen { return false }
    guard let size = byteCount, demuxer.bytes == nil,
      let remote = remoteBytes, remote.isSeekable
    else { return nil }
    var areRead = true
    var bytes = HeaderBytes(size: size, budget: .max) { place, count in
      let found = remote.bytes(at: place, count: count)
      areRead = areRead && found != nil
      return found
    }
    let verdict = JoinedFile.judge(end.container, &bytes).verdict
    // Otherwise each seek would request them again.
    return verdict == .joined ? true : areRead ? false : nil
  }

  /// Leaves out the length that libavformat derives from the last times of a local file, if very few parts show that these
  /// are of another recording than the first ones.
  func leaveOutLengthOfPart() {
    guard let clock = RecordingClock(container: info.container), clock.hasSeconds,
      info.declaredDuration != nil, let file = demuxer.bytes, let size = file.fixedSize
    else { return }
    let isOneProgram = demuxer.context.pointee.nb_programs <= 1
    var survey = ClockSurvey(
      of: clock, size: size, partLength: 64 << 10, isRemote: true, isOneProgram: isOneProgram
    ) { file.bytes(at: $0, count: $1) }
    guard survey.findJoin() == true else { return }
    (hasJoins, info.declaredDuration) = (true, nil)
    for index in info.tracks.indices { info.tracks[index].durationTicks = nil }
  }

  /// Returns whether parts of the media show joins; nil if these cannot be read.
  private func surveyJoins() -> Bool? {
    guard let clock = RecordingClock(container: info.container) else { return judgeRecordings() }
    guard let size = byteCount else { return nil }
    // The clocks of several programs take turns.
    let isOneProgram = demuxer.context.pointee.nb_programs <= 1
    let length = isOneProgram ? 64 << 10 : 512 << 10
    if let file = demuxer.bytes {
      var survey = ClockSurvey(
        of: clock, size: size, partLength: length, isOneProgram: isOneProgram
      ) { file.bytes(at: $0, count: $1) }
      return survey.findJoin()
    }
    guard let remote = remoteBytes, remote.isSeekable else { return nil }
    var survey = ClockSurvey(
      of: clock, size: size, partLength: length, isRemote: true, isOneProgram: isOneProgram
    ) { remote.bytes(at: $0, count: $1) }
    return survey.findJoin()
  }
}
