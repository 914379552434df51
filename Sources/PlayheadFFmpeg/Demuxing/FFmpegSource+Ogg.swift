import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// The times of Ogg.
extension FFmpegSource {
  /// Reads ahead to compare the times in a file of Ogg with its packets, and corrects the description of the media.
  func learnOggTimes() {
    guard var times = OggTimes(info, lengths: demuxer.pages?.soundLengths) else { return }
    defer { oggTimes = times }
    // Of a stream, no more is read than shows the time of the first page.
    let isStream = demuxer.fixedSize == nil
    if isStream, !times.correctsFirstPage { return }
    _ = readAhead(noting: &times) {
      $0.comparison.isDecided || isStream && $0.comparison.hasTurnedPage
    }
    times.decide {
      demuxer.bytes(at: $0, count: OggPageHeader.length).flatMap(OggPageHeader.init)
    }
    if times.isCounted {
      // A report compares the declared duration with that of the packets.
      let isReport = demuxer.opener.purpose == .report
      let isWhole = readAhead(noting: &times) { _ in isReport }
      info.declareCounted(
        times, estimating: isWhole ? nil : shareOfBytesRead, keepingDuration: isReport)
    } else if let shift = times.delay {
      info.declareLate(by: shift, of: times.track)
    }
  }

  /// Reads ahead until a condition holds; returns whether the media has ended.
  private func readAhead(noting times: inout OggTimes, until isDone: (OggTimes) -> Bool) -> Bool {
    defer { packet.clear() }
    var headers = OggHeaders(times.track, container: info.container)
    while !isDone(times), !ahead.isFull, demuxer.pause == nil {
      do throws(MediaError) {
        guard try demuxer.read(into: packet) else { return true }
      } catch {
        failure = error
        return false
      }
      let timing = packet.timing
      let bytes = UnsafeBufferPointer(
        start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
      if headers?.countHeader(bytes) != true {
        beginning.record(timing)
        times.record(timing, bytes)
      }
      guard ahead.append(packet) else { return false }
    }
    return false
  }

  /// The share of the file's bytes before the packet that is read next.
  private var shareOfBytesRead: Double? {
    guard let size = demuxer.fixedSize, size > 0, let bytes = demuxer.context.pointee.pb
    else { return nil }
    return Double(avio_tell(bytes)) / Double(size)
  }

  /// Corrects the times of the packets that a seek has read ahead, and of the next ones.
  func restartOggTimes() {
    (pageOffsets, picturePage, oggCounts) = ([:], (-1, 0), [:])
    guard oggTimes != nil else { return }
    oggTimes?.restart(with: ahead.timings)
  }

  /// Records the original time of the first packet on a page, or behind it, whose position was corrected.
  func recordOriginal(of timing: PacketTiming) {
    original = nil
    let reported = reportedOffsets[timing.track] ?? -1
    guard let offset = timing.byteOffset, offset > reported,
      info.tracks.indices.contains(timing.track),
      let deviations = demuxer.pages?.deviations
    else { return }
    reportedOffsets[timing.track] = offset
    let isSound = info.tracks[timing.track].kind == .audio
    let next = deviations.partitioningIndex { $0.offset > offset }
    let found = deviations[..<next].reversed().prefix { $0.offset > reported }
      .first { $0.isSound == isSound }
    guard let deviation = found?.length else { return }
    original = timing
    func wrong(_ ticks: Int64?) -> Int64? {
      ticks.map {
        let (sum, overflow) = $0.addingReportingOverflow(deviation)
        return overflow ? (deviation < 0 ? .min : .max) : sum
      }
    }
    original?.presentationTicks = wrong(timing.presentationTicks)
    original?.decodeTicks = wrong(timing.decodeTicks)
  }

  /// Marks the first packet of each track in another recording of a chained file.
  func markRecording(_ timing: inout PacketTiming) {
    guard let offset = timing.byteOffset else { return }
    let last = pageOffsets.updateValue(offset, forKey: timing.track) ?? offset
    if info.tracks.indices.contains(timing.track), info.tracks[timing.track].codec == "theora" {
      timing.followsRepeats =
        demuxer.pages?.repeats[offset]?.contains(picturePage.count) == true
    }
    timing.beginsEdit =
      last < offset && demuxer.pages?.hasRecording(after: last, upTo: offset) == true
  }

  /// Gives the packet that was read a time in the timebase of its track.
  func retimeRecording() {
    // libavformat counts each recording in its own timebase, and some by the headers of the first one.
    let (offset, index) = (packet.pointer.pointee.pos, Int(packet.pointer.pointee.stream_index))
    guard offset >= 0, info.tracks.indices.contains(index), let pages = demuxer.pages else {
      return
    }
    countPicture(of: info.tracks[index])
    guard let stream = pages.laterStream(at: offset, isSound: info.tracks[index].kind == .audio)
    else { return moveLatePicture(in: pages) }
    if let lengths = stream.lengths {
      if oggCounts[index].map({ pages.hasRecording(after: $0.page, upTo: offset) }) ?? true {
        oggCounts[index] = OggCount(lengths)
      }
      oggCounts[index]?.retime(packet, of: pages, until: stream.end)
    }
    moveLatePicture(in: pages)
    packet.rescale(from: stream.timebase, to: info.tracks[index].timebase)
  }

  /// Moves the last picture of Theora behind a pause. libavformat dates it by the packet before.
  private func moveLatePicture(in pages: OggPositions) {
    guard packet.pointer.pointee.pos == picturePage.offset,
      let late = pages.latePictures[picturePage.offset], picturePage.count == late.count
    else { return }
    packet.move(by: late.delay)
  }

  /// Counts the pictures of Theora that begin in a page.
  private func countPicture(of track: MediaTrack) {
    if track.codec != "theora" { return }
    let offset = packet.pointer.pointee.pos
    picturePage = (offset, picturePage.offset == offset ? picturePage.count + 1 : 1)
  }

  /// Gives the packet that was read its right time.
  func correctOggTimes(_ timing: inout PacketTiming) {
    let bytes = UnsafeBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    guard oggTimes?.correct(&timing, bytes) == true, let ticks = timing.presentationTicks else {
      return
    }
    packet.retime(ticks)
    if timing.paddingSamples == 0 { packet.pad(0) }
  }
}

extension MediaInfo {
  /// Declares the length of the counted packets, divided by the share of the bytes that they take up.
  fileprivate mutating func declareCounted(
    _ times: OggTimes, estimating share: Double?, keepingDuration: Bool
  ) {
    tracks[times.track.index].startTicks = 0
    declaredStart = .zero
    if keepingDuration { return }
    let length = share.flatMap { Int64(exactly: (Double(times.comparison.length) / $0).rounded()) }
    let ticks = length ?? times.comparison.length
    tracks[times.track.index].durationTicks = ticks
    declaredDuration = times.track.time(ofTicks: ticks)
    isDurationEstimated = true
  }

  /// Moves the start of the media by a number of ticks, and leaves its end.
  fileprivate mutating func declareLate(by shift: Int64, of track: MediaTrack) {
    let time = track.time(ofTicks: shift)
    func shorter(_ ticks: Int64) -> Int64? {
      let (rest, overflow) = ticks.subtractingReportingOverflow(shift)
      return overflow || rest <= 0 ? nil : rest
    }
    let start = (track.startTicks ?? 0).addingReportingOverflow(shift)
    tracks[track.index].startTicks = start.overflow ? nil : start.partialValue
    tracks[track.index].durationTicks = track.durationTicks.flatMap(shorter)
    declaredStart = (declaredStart ?? .zero).adding(time)
    declaredDuration = declaredDuration?.subtracting(time).flatMap { $0 > .zero ? $0 : nil }
  }
}
