import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// Corrects the times of fragments of MP4 whose bytes are not judged before libavformat reads them: in pipes, in files
/// that grow, and at URLs whose fragments it does not list when it opens them.
///
/// A fragment that continues its track is passed on at once. One that does not is held, with all packets behind it,
/// until the next one of its track shows whether it is wrong, or until another track jumps by as much. Only sound and
/// pictures are judged.
final class FragmentReader {
  private struct Track {
    var clock: FragmentClock
    /// The end of the last fragment in bytes.
    var examinedEnd: Int64 = 0
    /// The end that the last packet declares.
    var declaredEnd: Int64?
    /// The interval between the last packets of a fragment.
    var step: Int64?
    var intervals = Intervals()
    /// Where its last fragment begins, in nanoseconds.
    var lastStart: Int64 = .min
    /// How far another track was ahead at most when this one began or continued, in nanoseconds.
    var greatestLag: Int64 = 0
    /// The times at which the other tracks were expected to go on when a fragment became pending, or when theirs were
    /// known.
    var othersAtJump: [Int: Int64] = [:]
  }

  /// The intervals between the packets of a track.
  private struct Intervals {
    /// The number of equal intervals after which a longer one is a jump.
    private static let provenCount = 8
    private static let rounding: Int64 = 2_000_000
    private var last: Int64?
    private var longest: Int64 = 0
    private var count = 0
    private var hasUnequal = false

    /// Records an interval, in nanoseconds.
    mutating func record(_ interval: Int64) {
      if let last, abs(MovieFragments.distance(from: last, to: interval)) > Self.rounding {
        hasUnequal = true
      }
      (last, longest) = (interval, max(longest, interval))
      count = min(count + 1, Self.provenCount)
    }

    /// The longest interval that is no jump, in nanoseconds; nil if all are equal.
    var greatest: Int64? {
      hasUnequal || count < Self.provenCount ? max(longest, FragmentReader.unknownInterval) : nil
    }
  }

  private static let greatestHeldCount = 4_096
  /// The longest interval of pictures, if it is not known, in nanoseconds.
  private static let unknownInterval: Int64 = 1_000_000_000
  /// How far another track goes on before a fragment is judged without the next one, in nanoseconds.
  private static let longestWait: Int64 = 2_500_000_000
  /// The greatest distance between tracks of the same time, in nanoseconds.
  private static let interleaving: Int64 = 1_000_000_000
  /// The earliest start of a track, whose first packets an edit may leave out, in nanoseconds.
  private static let earliest: Int64 = -300_000_000

  private let lists: FragmentLists
  /// Whether the media is read for a report, so that it may wait, and joins are not made.
  private let isReport: Bool
  /// The streams whose first fragment waits for others, which may show that its time is wrong.
  private var awaited: Set<Int> = []
  private var hasRestarted = false
  /// The last jump that tracks made together, and where one of them ended before it, in nanoseconds.
  private var commonJump: (jump: Int64, end: Int64, tracks: Set<Int>)?
  /// The tracks by the index of the stream.
  private var tracks: [Int: Track] = [:]
  private var held = PacketQueue()
  private var heldCount = 0
  /// An error after the packets that are held.
  private var failure: MediaError?

  init(_ lists: FragmentLists, isReport: Bool) {
    (self.lists, self.isReport) = (lists, isReport)
  }

  /// Whether packets were read ahead.
  var hasHeld: Bool { !held.isEmpty || failure != nil }

  /// Whether the length of a track is that of the fragments that libavformat has read until now, or follows from a
  /// wrong time. It counts from zero.
  func isCounted(_ track: MediaTrack) -> Bool {
    if tracks[track.index]?.clock.hasDeviations == true { return true }
    let count = lists.count(track.index)
    guard let length = track.durationTicks, count > 1 else { return true }
    let last = track.time(ofTicks: lists.ticks(track.index, count - 1))
    return track.time(ofTicks: length).subtracting(last).map { $0 < .seconds(1) } ?? true
  }

  func restart() {
    held.removeAll()
    (heldCount, failure, hasRestarted, commonJump) = (0, nil, true, nil)
    for index in tracks.keys {
      tracks[index]?.clock.restart()
      tracks[index]?.examinedEnd = 0
      tracks[index]?.declaredEnd = nil
    }
  }

  /// Reads the next packet, and those behind it until its time is known.
  func read(
    into packet: borrowing Packet, from demuxer: borrowing Demuxer
  ) throws(MediaError) -> Bool {
    if held.isEmpty {
      if let failure = failure.take() { throw failure }
      guard try demuxer.readNext(into: packet) else { return false }
      examine(packet.pointer)
    } else {
      held.removeFirst(into: packet)
      heldCount -= 1
    }
    let stream = Int(packet.pointer.pointee.stream_index)
    while tracks[stream]?.clock.isPending(at: packet.pointer.pointee.pos) == true {
      readAhead(from: demuxer)
    }
    correct(packet, stream)
    return true
  }

  func deviation(ofStream index: Int, at offset: Int64) -> MovieFragments.Deviation? {
    guard let found = tracks[index]?.clock.deviation(at: offset), found.ticks != 0 else {
      return nil
    }
    return MovieFragments.Deviation(part: found.bytes, track: Int64(index), ticks: -found.ticks)
  }

  /// Reads the first fragments of tracks whose start may be wrong, and corrects the declared start: if it is not that
  /// of another track, or if libavformat has read these fragments already.
  func prepare(from demuxer: borrowing Demuxer) {
    let streams = lists.streams.filter { lists.isPresented($0) && lists.count($0) > 0 }
    for stream in streams
    where isReport || !isCredibleStart(stream) || lists.hasThreeFragments(stream) {
      awaited.insert(stream)
    }
    while awaited.contains(where: { tracks[$0]?.clock.end == nil }), readAhead(from: demuxer) {}
    for index in streams {
      guard let stream = lists.stream(index), stream.pointee.start_time != ffmpeg_no_timestamp(),
        let first = tracks[index]?.clock.deviation(at: lists.bytes(index, 0).lowerBound)
      else { continue }
      stream.pointee.start_time = MovieFragments.sum(stream.pointee.start_time, first.ticks)
    }
  }

  /// Reads a packet, and holds it. At the end and at the limits, what is pending is judged without later fragments.
  ///
  /// - Returns: Whether a packet was read.
  @discardableResult private func readAhead(from demuxer: borrowing Demuxer) -> Bool {
    var hasRead = false
    if failure == nil, heldCount < Self.greatestHeldCount, !held.isFull,
      let next = Packet.open()
    {
      do throws(MediaError) {
        hasRead = try demuxer.readNext(into: next)
        // More may be written to a file that grows.
        if !hasRead, demuxer.bytes?.isGrowing != true { finish() }
      } catch {
        failure = error
      }
      if hasRead {
        examine(next.pointer)
        hasRead = held.append(next)
        if hasRead { heldCount += 1 }
      }
    }
    if !hasRead { acceptAll() }
    return hasRead
  }

  private func acceptAll() {
    for index in tracks.keys { tracks[index]?.clock.accept() }
  }

  private func finish() {
    for index in tracks.keys.sorted() where tracks[index]?.clock.pending.isEmpty == false {
      finish(index)
    }
  }

  private func finish(_ index: Int) {
    let othersContinue = isAlone(index) || othersContinue(index)
    let latest = tracks.values.compactMap(\.clock.endTime).max() ?? .min
    tracks[index]?.clock.finish(othersContinue: othersContinue, latest: latest)
  }

  /// Whether no other track is sound or pictures.
  private func isAlone(_ index: Int) -> Bool {
    !lists.streams.contains { $0 != index && lists.isPresented($0) }
  }

  // MARK: Fragments

  /// Judges the fragment that begins with a packet.
  private func examine(_ packet: UnsafeMutablePointer<AVPacket>) {
    let (index, offset) = (Int(packet.pointee.stream_index), packet.pointee.pos)
    guard offset >= 0, lists.isPresented(index), let stream = lists.stream(index) else { return }
    var track =
      tracks[index] ?? Track(clock: FragmentClock(Timebase(ffmpeg: stream.pointee.time_base)))
    tracks[index] = track
    if offset >= track.examinedEnd,
      let fragment = fragment(index, at: offset, lasting: packet.pointee.duration, &track)
    {
      let isCredible = hasRestarted || !awaited.contains(index)
      // Sound may pause behind a first fragment that begins with the pictures.
      let mayBeWrong = track.clock.end != nil || !isCredibleStart(index)
      let start = track.clock.nanoseconds(fragment.start)
      let isResumed = resumes(index, at: start)
      let lag = lag(index, at: start)
      track.clock.add(
        fragment, after: track.declaredEnd, isCredible: isCredible, isResumed: isResumed,
        othersContinue: mayBeWrong && othersContinue(index))
      if !isResumed, track.clock.pending.isEmpty { track.greatestLag = max(track.greatestLag, lag) }
      track.examinedEnd = fragment.bytes.upperBound
      track.othersAtJump =
        track.clock.pending.isEmpty ? [:] : tracks.compactMapValues(\.clock.endTime)
      track.lastStart =
        track.clock.endTime.map {
          MovieFragments.distance(from: track.clock.nanoseconds(fragment.length), to: $0)
        } ?? .min
      tracks[index] = track
      if !isReport, isAlone(index) { tracks[index]?.clock.joinConfirmedJump() }
      acceptCommonJump(index)
      limitWaits()
    }
    let ticks = packet.pointee.dts
    let hasEnd = ticks != ffmpeg_no_timestamp() && packet.pointee.duration > 0
    tracks[index]?.declaredEnd =
      hasEnd ? MovieFragments.sum(ticks, packet.pointee.duration) : nil
  }

  /// Returns the fragment with a packet; nil if it is not listed.
  ///
  /// - Parameter duration: That of the packet.
  private func fragment(
    _ index: Int, at offset: Int64, lasting duration: Int64, _ track: inout Track
  ) -> FragmentClock.Fragment? {
    let count = lists.count(index)
    var first = lists.number(index, at: offset)
    guard first < count, lists.bytes(index, first).lowerBound == offset else { return nil }
    while !lists.beginsFragment(index, first) { first -= 1 }
    let end = lists.endOfFragment(index, first)
    guard lists.isJudged(first..<end) else {
      // The packets that were counted are not counted again.
      tracks[index]?.examinedEnd = max(
        lists.bytes(index, end - 1).upperBound, MovieFragments.sum(offset, 1))
      return nil
    }
    let (start, last) = (lists.ticks(index, first), lists.ticks(index, end - 1))
    if end - first > 1 {
      track.step = MovieFragments.distance(from: lists.ticks(index, end - 2), to: last)
    } else if track.step == nil, duration > 0 {
      track.step = duration
    }
    let step = track.step ?? 0
    let greatest = lists.isPicture(index) ? track.intervals.greatest : nil
    for number in first..<end - 1 {
      let interval = MovieFragments.distance(
        from: lists.ticks(index, number), to: lists.ticks(index, number + 1))
      track.intervals.record(track.clock.nanoseconds(interval))
    }
    return FragmentClock.Fragment(
      bytes: lists.bytes(index, first)
        .lowerBound..<max(
          lists.bytes(index, end - 1).upperBound, MovieFragments.sum(offset, 1)),
      start: start,
      length: MovieFragments.sum(MovieFragments.distance(from: start, to: last), step),
      longestInterval: greatest.map(track.clock.ticks(ofNanoseconds:)))
  }

  /// Whether the first fragment of a track has the time of one of another track, or there is none.
  private func isCredibleStart(_ index: Int) -> Bool {
    guard let span = span(index) else { return true }
    if span.first < Self.earliest { return false }
    let others = lists.streams.filter { $0 != index && lists.isPresented($0) }
      .compactMap { self.span($0) }
    return others.isEmpty
      || others.contains {
        span.first <= MovieFragments.sum($0.last, Self.interleaving)
          && $0.first <= MovieFragments.sum(span.last, Self.interleaving)
      }
  }

  /// The times of the first and the last packet in the first fragment of a stream, in nanoseconds.
  private func span(_ index: Int) -> (first: Int64, last: Int64)? {
    guard lists.count(index) > 0, let stream = lists.stream(index)?.pointee else { return nil }
    let clock = FragmentClock(Timebase(ffmpeg: stream.time_base))
    return (
      clock.nanoseconds(lists.ticks(index, 0)),
      clock.nanoseconds(lists.ticks(index, lists.endOfFragment(index, 0) - 1))
    )
  }

  /// Returns how far the last fragment of another track begins behind one of a track, in nanoseconds.
  private func lag(_ index: Int, at start: Int64) -> Int64 {
    tracks.filter { $0.key != index && $0.value.clock.endTime != nil }
      .map { MovieFragments.distance(from: start, to: $0.value.lastStart) }.max() ?? 0
  }

  /// Whether a track goes on after a pause: where another one is, whose last fragment begins farther behind the
  /// expected time than where the track has continued.
  private func resumes(_ index: Int, at start: Int64) -> Bool {
    guard let found = tracks[index], let end = found.clock.endTime else { return false }
    let least = MovieFragments.sum(found.greatestLag, Self.interleaving)
    return tracks.contains { other, track in
      guard other != index, track.clock.pending.isEmpty, let otherEnd = track.clock.endTime else {
        return false
      }
      return MovieFragments.distance(from: end, to: track.lastStart) > least
        && MovieFragments.distance(from: start, to: track.lastStart) <= Self.interleaving
        && MovieFragments.distance(from: otherEnd, to: start) <= Self.interleaving
    }
  }

  /// Whether another track has gone on, and none jumps.
  private func othersContinue(_ index: Int) -> Bool {
    let others = tracks.filter { $0.key != index }.map(\.value.clock)
    let end = tracks[index]?.clock.endTime
    return others.allSatisfy { $0.pending.isEmpty }
      && others.contains { other in
        guard let time = other.endTime else { return false }
        return end.map { MovieFragments.distance(from: $0, to: time) > 0 } ?? true
      }
  }

  /// Accepts the jump of all tracks if another one jumps by as much, or others did at the same time: another recording
  /// begins.
  private func acceptCommonJump(_ index: Int) {
    guard let clock = tracks[index]?.clock, let jump = clock.jump, let end = clock.endTime
    else { return }
    if let known = commonJump, !known.tracks.contains(index),
      abs(MovieFragments.distance(from: known.jump, to: jump)) <= Self.interleaving,
      abs(MovieFragments.distance(from: known.end, to: end)) <= Self.longestWait
    {
      commonJump?.tracks.insert(index)
      if !isReport { tracks[index]?.clock.join(by: known.jump) }
      tracks[index]?.clock.accept()
      return
    }
    let common = tracks.filter { _, track in
      track.clock.jump.map {
        abs(MovieFragments.distance(from: $0, to: jump)) <= Self.interleaving
      } == true
    }
    guard common.count > 1, let least = common.compactMap(\.value.clock.jump).min() else { return }
    commonJump = (least, end, Set(common.keys))
    if !isReport {
      for other in common.keys { tracks[other]?.clock.join(by: least) }
    }
    acceptAll()
  }

  /// Judges fragments whose track has not gone on for long while others have. Where these are longer than that, the
  /// next fragment is waited for.
  private func limitWaits() {
    let ends = tracks.compactMapValues(\.clock.endTime)
    for (index, track) in tracks.sorted(by: { $0.key < $1.key })
    where !track.clock.pending.isEmpty {
      let times = track.othersAtJump.merging(ends) { known, _ in known }
      tracks[index]?.othersAtJump = times
      let isOver = times.contains { other, time in
        other != index
          && MovieFragments.distance(from: time, to: tracks[other]?.lastStart ?? .min)
            > Self.longestWait
      }
      if isOver { finish(index) }
    }
  }

  // MARK: Packets

  private func correct(_ packet: borrowing Packet, _ index: Int) {
    guard let track = tracks[index], track.clock.hasDeviations else { return }
    let found = track.clock.deviation(at: packet.pointer.pointee.pos)
    packet.move(
      by: MovieFragments.sum(found?.ticks ?? 0, track.clock.joined(at: packet.pointer.pointee.pos)))
    // It was compared with the fragment before.
    if found != nil { packet.pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD }
    // libavformat counts the last one of a fragment up to the greatest time until now.
    let duration = packet.pointer.pointee.duration
    if let step = track.step, duration > MovieFragments.sum(step, step) {
      packet.pointer.pointee.duration = step
    }
  }
}
