import PlayheadMedia
import PlayheadTimekeeping

/// A source that presents media whose clock may jump on one continuous timeline.
///
/// The properties that `read` uses have no exclusivity checks, which would take longer than most of the judging. A
/// source is called on one thread at a time, and nothing that it calls uses it.
///
/// The container's times identify a position only up to the first jump. A seek reads from the start if there may be
/// a jump before its target (`KnownJoins`).
package final class JoinedSource: CueDecodingSource {
  /// The number of packets that a seek reads to find where it is.
  private static let landingCount = 256
  /// The share of the bytes before which the length is not estimated, as a divisor: a few packets show no mean rate.
  private static let leastShareDivisor: Int64 = 50

  let source: any MediaSource
  private let decodingSource: (any DecodingSource)?
  private let correctingSource: (any CorrectingSource)?
  private let hasClockReferences: Bool
  /// Nil unless the source may know where another recording begins.
  private let joinableSource: (any JoinableSource)?
  @exclusivity(unchecked) var join: TimestampJoin
  @exclusivity(unchecked) private var pictures: StrayPictures
  @exclusivity(unchecked) private var stray: StrayTimes
  private var decodes = false
  @exclusivity(unchecked) private var payload: (any EncodedPacket)?
  /// An error of the source, thrown after the packets before it have been returned.
  @exclusivity(unchecked) private var error: MediaError?
  /// Whether the source has no more packets. Some demuxers fail if they are read again.
  @exclusivity(unchecked) private var hasEnded = false
  /// Whether all packets from the start of the media to the last one have been read.
  @exclusivity(unchecked) private var isContiguous = true
  @exclusivity(unchecked) private(set) var known: KnownJoins
  /// The declared parts whose clocks are known, by number.
  var parts: [Int: DeclaredPart] = [:]
  /// The description of the whole media, if the source may read a part.
  var wholeInfo: MediaInfo?
  /// The target of a seek, while the packets before it are read from the start.
  private var target: MediaTime?
  /// Whether no length is declared, or that of a part of the media, or one that follows from a wrong time.
  @exclusivity(unchecked) private var isLengthWrong = false
  /// The number of corrected starts that the join knows.
  @exclusivity(unchecked) private var describedCount = 0
  /// The number of packets that were returned since the last estimate of the length.
  private var unestimatedCount = JoinSearch.packetCount
  /// The number of packets that were returned since the last report of the search.
  private var unreportedCount = 0
  /// The packets that are placed since the last packet was read.
  @exclusivity(unchecked) private(set) var placed = PlacedPackets()

  private init(_ source: any MediaSource, _ join: TimestampJoin) {
    self.source = source
    decodingSource = source as? any DecodingSource
    correctingSource = source as? any CorrectingSource
    hasClockReferences = source.info.container == "mpegts"
    let opensRecordings = join.knowsRecordings || source.info.container == "ogg"
    joinableSource = opensRecordings ? source as? any JoinableSource : nil
    self.join = join
    pictures = StrayPictures(tracks: join.tracks.map(\.track), in: source.info)
    stray = StrayTimes(tracks: join.tracks.map(\.track), in: source.info)
    let known = KnownJoins(of: source)
    self.known = known
    isLengthWrong = source.info.mayBeJoined && source.info.declaredDuration == nil
    self.join.findDeclaredJoins = { (try? known.declaredJoins()) ?? [] }
  }

  /// Returns a source with one timeline, or `source` itself if the container does not store a time for each packet.
  package static func joining(_ source: any MediaSource, tracks: [Int]? = nil) -> any MediaSource {
    var info = source.info
    guard info.isClockDiscontinuous || info.storesContinuousTimes || info.knowsRecordings else {
      return source
    }
    info.chosenTracks = tracks
    return JoinedSource(source, TimestampJoin(info: info))
  }

  /// Returns a source for reports, with all tracks joined; nil if the container does not store a time for each packet.
  package static func reporting(on source: any MediaSource) -> JoinedSource? {
    // Damaged timestamps are kept.
    let info = source.info
    guard info.isClockDiscontinuous || info.storesContinuousTimes || info.knowsRecordings else {
      return nil
    }
    let leading = Set(info.timelineTracks.map(\.index))
    let others = info.tracks.filter {
      ($0.kind == .audio || $0.kind == .video) && !$0.isAttachedPicture
        && !leading.contains($0.index)
    }
    return JoinedSource(
      source, TimestampJoin(info: info, following: others, repairsTimes: false))
  }

  /// Whether the declared length may be that of the first of several recordings, and can be measured.
  package static func mustBeRead(_ source: any MediaSource) throws(MediaError) -> Bool {
    if source.info.mayContinue, source.info.isSeekable {
      return try (source as? any JoinableSource)?.findJoins() ?? false
    }
    if !source.info.mayBeJoined { return false }
    return try KnownJoins(of: source).mustBeRead()
  }

  /// The part of the last packet that was read, from 0.
  @exclusivity(unchecked) package private(set) var part = 0

  /// The last packet that was read as it is in the file, if its time was wrong and was corrected.
  @exclusivity(unchecked) package private(set) var original: PacketTiming?

  /// Whether the tracks have no common clock, so that they follow one another.
  package var hasUnrelatedClocks: Bool { join.hasUnrelatedClocks }

  /// The first thousand joins until now.
  package var joins: [ClockDiscontinuity] { join.joins }

  package var info: MediaInfo {
    var info = wholeInfo ?? source.info
    if stray.starts.isEmpty, pictures.starts.isEmpty { return info }
    let isFromFirstPacket = info.declaredStart == info.presentationStart
    let isMerged = info.isDurationMerged
    for (index, start) in Array(stray.starts) + Array(pictures.starts)
    where info.tracks.indices.contains(index) {
      info.tracks[index].correctStart(
        from: start.packet, by: start.correction,
        isLengthDeclared: !info.isDurationEstimated && !info.isClockDiscontinuous)
    }
    if info.isDurationEstimated || isMerged {
      info.estimateDuration()
    } else if isFromFirstPacket {
      info.declaredStart = info.presentationStart
    }
    return info
  }

  /// Reads the first packets of each track, to check its start: after decoders were made, and before the first read.
  package func prepare() {
    guard source.info.isSeekable else { return }
    // Pictures may be large, and tracks may have no times.
    var rest = (count: 4_096, bytes: 16 << 20)
    while !stray.isStarted || !pictures.isStarted, error == nil, rest.count > 0, rest.bytes > 0 {
      guard case .packet(let packet) = fetch() else { break }
      rest.count -= 1
      rest.bytes -= min(max(packet.byteCount, 0), rest.bytes)
    }
  }

  package func read() throws(MediaError) -> MediaRead {
    payload = nil
    while true {
      if join.hasNext, let entry = join.next() {
        placed = entry.placed ?? PlacedPackets()
        (payload, part) = (entry.payload, entry.part)
        take(entry.packet, entry.original)
        return .packet(entry.packet)
      }
      if let error = error.take() { throw error }
      var isTaken = false
      let read = fetch { packet, original, recording in
        isTaken = join.passes(packet, recording)
        if !isTaken { return false }
        if join.placesPackets { placed = join.place(packet) }
        part = 0
        take(packet, original)
        return true
      }
      if isTaken { return read }
      if case .packet = read { continue }
      if join.hasNext || error != nil { continue }
      return read
    }
  }

  /// Uses the properties of the packet that is returned.
  private func take(_ packet: PacketTiming, _ original: PacketTiming?) {
    self.original = original
    if !isLengthWrong {
      isLengthWrong = part > 0 && join.hasJoined || original != nil && declaresEnd(original)
    }
    if isContiguous, !join.hasJoined { known.record(packet) }
  }

  /// Reads the next packet of the source, and adds it. An error is stored, and returned as the end of the media.
  private func fetch() -> MediaRead {
    fetch { _, _, _ in false }
  }

  /// Reads the next packet of the source. If no packet is held back and its times are right, passes it to `body` with the
  /// packet in the file, if that is another one, and its recording. Adds it unless that returns true, as for most
  /// packets, which are not copied then.
  @inline(__always)
  private func fetch(_ body: (PacketTiming, PacketTiming?, Int) -> Bool) -> MediaRead {
    if hasEnded { return .endOfMedia }
    do throws(MediaError) {
      let read = try source.read()
      switch read {
      case .packet(let packet):
        let payload = decodes ? decodingSource?.takePayload() : nil
        let original = correctingSource?.original
        let clockReference = hasClockReferences ? correctingSource?.clockReference : nil
        let recording = joinableSource?.recording ?? 0
        let isCredible = pictures.passes(packet, original)
        let passes = isCredible && stray.passes(packet, clockReference)
        if passes, body(packet, original, recording) {
          self.payload = payload
          break
        }
        let entry = TimestampJoin.Entry(
          packet: packet, payload: payload, original: original, clockReference: clockReference,
          recording: recording)
        if passes {
          join.process(entry)
          break
        }
        if isCredible {
          stray.process(entry)
        } else {
          pictures.process(entry)
          pictures.forward(to: &stray)
        }
        forwardToJoin()
      case .nothingYet: finishTimes(isAtEnd: false)
      case .endOfMedia:
        hasEnded = true
        finish()
        if isContiguous, !join.hasJoined { known.recordEnd() }
      }
      return read
    } catch {
      finish()
      self.error = error
      return .endOfMedia
    }
  }

  private func finish() {
    finishTimes(isAtEnd: true)
    join.finish()
  }

  /// Judges the times of all packets without later ones, at the end of the media or while no more are available.
  private func finishTimes(isAtEnd: Bool) {
    pictures.finish(isAtEnd: isAtEnd)
    pictures.forward(to: &stray)
    stray.finish()
    forwardToJoin()
  }

  /// Passes packets on. The first ones of a track are placed by its corrected start, which may be known just before.
  private func forwardToJoin() {
    let count = stray.starts.count + pictures.starts.count
    if count != describedCount {
      describedCount = count
      join.describe(info.tracks)
    }
    stray.forward(to: &join)
  }

  /// Places the packets that wait for later ones, at the end or after an error.
  func finishPlacing() -> PlacedPackets { join.finishPlacing() }

  package func seek(to time: MediaTime) throws(MediaError) {
    (payload, error, target, hasEnded) = (nil, nil, nil, false)
    if join.knowsRecordings {
      // Times identify positions in the first recording, behind which reading goes on.
      try source.seek(to: time)
      // It may have landed far before.
      restart(near: nil)
      target = time
      return
    }
    if try seekInPart(to: time) { return }
    let isBehindJoin = join.hasJoined ? true : try known.mayPrecede(time, join.tracks.map(\.track))
    if !isBehindJoin {
      try source.seek(to: time)
      restart(near: time)
      if try checkLanding() { return }
    }
    if wholeInfo != nil, try (source as? any JoinableSource)?.enter(part: 0) == false {
      throw MediaError(.seek, of: info.name, reason: .notSeekable)
    }
    try source.seek(to: source.info.presentationStart ?? .zero)
    restart(near: nil)
    (isContiguous, target) = (true, time)
  }

  func restart(near time: MediaTime?, offset: MediaTime = .zero) {
    join.restart(near: time, offset: offset)
    pictures.restart()
    stray.restart()
    (isContiguous, hasEnded) = (false, false)
  }

  /// Reads where a seek has landed; returns whether it can stay there, because there is no jump before that.
  private func checkLanding() throws(MediaError) -> Bool {
    guard try known.mustBeRead() else { return true }
    for _ in 0..<Self.landingCount {
      guard case .packet(let packet) = fetch() else { break }
      if let offset = packet.byteOffset { return known.isSearched(upTo: offset) }
    }
    if let error, error.reason == .interrupted {
      self.error = nil
      throw error
    }
    error = nil
    return known.isOneRecording
  }

  /// Returns how far the search for the target of the last seek has come, after some packets; otherwise nil.
  package func search(at packet: PacketTiming) -> JoinSearch? {
    guard let target else { return nil }
    return search(for: target, at: packet)
  }

  /// Returns how far the search for a target, or the end, has come, after some packets; otherwise nil.
  func search(for target: MediaTime?, at packet: PacketTiming) -> JoinSearch? {
    unreportedCount += 1
    guard unreportedCount >= JoinSearch.packetCount else { return nil }
    unreportedCount = 0
    guard let time = time(of: packet) else { return nil }
    let isOver = target.map { time >= $0 } ?? false
    if isOver { self.target = nil }
    let zero = info.presentationStart ?? .zero
    let count = (source as? any JoinableSource)?.byteCount
    let percent = packet.byteOffset.flatMap { offset in
      count.flatMap { $0 > 0 ? Int(min(max(Double(offset) * 100 / Double($0), 0), 100)) : nil }
    }
    return JoinSearch(
      target: target?.subtracting(zero), position: time.subtracting(zero) ?? time,
      percent: info.mayBeJoined ? percent : nil, isOver: isOver)
  }

  /// Returns the presentation time of a packet of a joined track, or its decode time.
  func time(of packet: PacketTiming) -> MediaTime? {
    (packet.presentationTicks ?? packet.decodeTicks).flatMap { ticks in
      join.tracks.first { $0.track.index == packet.track }?.track.time(ofTicks: ticks)
    }
  }

  /// Whether a wrong time is near the declared end, or behind it, so that the end was derived from it.
  private func declaresEnd(_ wrong: PacketTiming?) -> Bool {
    guard let wrong, case let info = source.info, info.isDurationEstimated,
      let start = info.presentationStart,
      let end = info.declaredDuration(from: start).flatMap({ start.adding($0) }),
      let ticks = wrong.presentationTicks ?? wrong.decodeTicks,
      let track = join.tracks.first(where: { $0.track.index == wrong.track })?.track
    else { return false }
    return track.time(ofTicks: ticks).adding(.seconds(1)).map { $0 >= end } ?? true
  }

  /// Estimates the length by the share of the bytes read, after some packets; nil if the declared one may be right.
  func estimatedDuration(at packet: PacketTiming) -> MediaTime? {
    guard isLengthWrong, (source as? any JoinableSource)?.measuredLength == nil else { return nil }
    unestimatedCount += 1
    guard unestimatedCount >= JoinSearch.packetCount, info.mayBeJoined,
      let offset = packet.byteOffset, offset > 0,
      let count = (source as? any JoinableSource)?.byteCount, count > offset,
      offset >= count / Self.leastShareDivisor,
      let ticks = packet.presentationTicks ?? packet.decodeTicks,
      let track = join.tracks.first(where: { $0.track.index == packet.track })?.track,
      let position = track.time(ofTicks: ticks).subtracting(info.presentationStart ?? .zero)
    else { return nil }
    let length = position.seconds / Double(offset) * Double(count) * 1e9
    guard length > 0, let nanoseconds = Int64(exactly: length.rounded()) else { return nil }
    unestimatedCount = 0
    return .nanoseconds(nanoseconds)
  }

  package func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? {
    let decoder = decodingSource?.makeDecoder(ofTrack: index)
    if decoder != nil { decodes = true }
    return decoder
  }

  package func makeExaminer(ofTrack index: Int) -> (any PayloadExaminer)? {
    let examiner = decodingSource?.makeExaminer(ofTrack: index)
    if examiner != nil { decodes = true }
    return examiner
  }

  package func makeCueDecoder(of choice: CueTrack.Choice) throws(MediaError) -> any CueDecoder {
    guard let source = source as? any CueDecodingSource else {
      throw MediaError(.open, of: info.name, reason: .other, detail: "no subtitles")
    }
    let decoder = try source.makeCueDecoder(of: choice)
    decodes = true
    join.follow(decoder.track)
    return decoder
  }

  package func takePayload() -> (any EncodedPacket)? { payload.take() }
}

extension MediaTrack {
  /// Corrects the start by ticks, and shortens a length that was not declared; it is unknown if it would grow.
  fileprivate mutating func correctStart(
    from packet: PacketTiming, by correction: Int64, isLengthDeclared: Bool
  ) {
    guard let first = packet.presentationTicks ?? packet.decodeTicks else { return }
    let (start, overflow) = first.addingReportingOverflow(correction)
    let priming = sampleRate.flatMap { Int32(exactly: $0) }.flatMap {
      $0 > 0
        ? MediaTime(ticks: Int64(packet.skippedSamples), timebase: Timebase(1, $0))
          .converted(to: timebase, rounding: .toNearestOrEven)?.ticks : nil
    }
    let (presented, isFar) = start.addingReportingOverflow(priming ?? 0)
    // What is before time zero is not presented, unless the start was declared without regard to priming.
    let early = startTicks == first ? start : max(presented, 0)
    startTicks = overflow || isFar ? nil : start < 0 ? early : presented
    guard !isLengthDeclared, let length = durationTicks else { return }
    // The end before a wrong start is not known.
    let (corrected, isLong) = length.subtractingReportingOverflow(correction)
    durationTicks = isLong || correction < 0 || corrected <= 0 ? nil : corrected
  }
}

extension MediaInfo {
  /// Derives start and duration from the tracks whose duration is known.
  fileprivate mutating func estimateDuration() {
    (declaredStart, declaredDuration) = (presentationStart, mergedDuration)
  }

  /// Whether libavformat has derived the duration from the starts and durations of the tracks, in microseconds.
  fileprivate var isDurationMerged: Bool {
    guard let declaredDuration, let mergedDuration,
      let difference = declaredDuration.subtracting(mergedDuration)
    else { return false }
    return difference < .milliseconds(1) && difference > .milliseconds(-1)
  }

  private var mergedDuration: MediaTime? {
    let ends = timelineTracks.compactMap { track -> MediaTime? in
      guard let start = track.startTicks, let length = track.durationTicks else { return nil }
      return track.time(ofTicks: start).adding(track.time(ofTicks: length))
    }
    return presentationStart.flatMap { start in ends.max()?.subtracting(start) }
  }
}
