import PlayheadMedia
import PlayheadTimekeeping

/// Turns offsets in a file into times of its media.
///
/// Packets are read up to the requested offsets, so that only bytes are read that the process has
/// read or written before: they are in the system's cache. If the container has an index, no packet is read.
///
/// Unchecked: one thread at a time uses it.
package final class FileTimes: @unchecked Sendable {
  /// How far ahead of the packets that were read an offset may be before the packets between are skipped.
  private static let greatestGap: Int64 = 64 << 20
  private static let greatestTryCount = 8
  /// How far before the end of a growing file reading may have to wait.
  private static let nearness: Int64 = 65_536

  package let info: MediaInfo
  /// The duration of the media; nil if it is not declared.
  package let duration: MediaTime?
  private let source: any MediaSource
  private let isGrowing: Bool
  private let zero: MediaTime
  private var table = OffsetTable()
  /// The offset from which packets were read.
  private var beginning: Int64 = 0
  private var isAtEnd = false
  /// Why the file cannot be read any further; nil while it can.
  package private(set) var failure: MediaError?

  /// Opens a file, which may still be written.
  package init(
    opening opener: any MediaOpener, isGrowing: Bool = false, interruption: Interruption
  ) throws(MediaError) {
    var source = try opener.open(
      for: isGrowing ? .timing : .report(.index), interruption: interruption)
    let isIndexed = (source as? any FramedSource)?.method == .index
    if !isGrowing, !isIndexed {
      // A report also examines the structure of the bytes, which takes longer.
      source = try opener.open(for: .timing, interruption: interruption)
    }
    (self.source, self.isGrowing) = (source, isGrowing)
    info = source.info
    if info.timelineTracks.isEmpty {
      throw MediaError(.open, of: info.name, reason: .noPlayableTrack)
    }
    zero = info.presentationStart ?? .zero
    duration = info.declaredDuration(from: zero).flatMap { $0 > .zero ? $0 : nil }
    if isIndexed { read(to: .max) }
  }

  /// Returns the media time before an offset; nil if no media is stored there. Calls `reached` before reading may wait.
  package func time(
    before offset: Int64, of size: Int64, reached: (MediaTime) -> Void = { _ in }
  ) -> MediaTime? {
    if !isGrowing, offset >= size, let duration { return duration }
    if !isAtEnd && offset > table.end || offset < beginning {
      approach(offset, of: size, reached)
    }
    if offset < beginning { return nil }
    if isAtEnd, offset > table.end {
      return offset >= size ? MediaTime(seconds: table.greatestTime) : nil
    }
    return MediaTime(seconds: table.time(before: offset))
  }

  /// Returns the media time before an offset as if the bitrate were constant, for media of an estimated length.
  package func meanTime(before offset: Int64, of size: Int64) -> MediaTime? {
    if table.end == 0, !isAtEnd {
      // The packets begin after tags and pictures.
      beginning = .max
      read(to: 0)
    }
    guard let duration, beginning < size else { return nil }
    let share = Double(max(offset, beginning) - beginning) / Double(size - beginning)
    return MediaTime(seconds: duration.seconds * min(share, 1))
  }

  /// Reads packets up to an offset, from a place shortly before it if it is far away.
  private func approach(_ offset: Int64, of size: Int64, _ reached: (MediaTime) -> Void) {
    let isFar = offset < beginning || offset &- table.end > Self.greatestGap
    if isFar, let length = duration?.seconds, size > 0, info.isSeekable {
      var share = Double(offset) / Double(size)
      for _ in 0..<Self.greatestTryCount {
        share *= 0.95
        guard let place = MediaTime(seconds: length * share).flatMap({ zero.adding($0) }),
          (try? source.seek(to: place)) != nil
        else { break }
        (table, isAtEnd, beginning) = (OffsetTable(), false, .max)
        read(to: 0)
        if beginning <= offset { break }
      }
    }
    read(to: offset, reached)
  }

  /// Reads packets until one ends after an offset, but at least one.
  private func read(to offset: Int64, _ reached: (MediaTime) -> Void = { _ in }) {
    while true {
      do throws(MediaError) {
        switch try source.read() {
        case .packet(let packet): add(packet)
        case .nothingYet: return
        case .endOfMedia: return isAtEnd = true
        }
      } catch {
        (isAtEnd, failure) = (true, failure ?? error)
        return
      }
      if table.end > offset { return }
      if isGrowing, offset &- table.end < Self.nearness,
        let time = MediaTime(seconds: table.greatestTime)
      {
        reached(time)
      }
    }
  }

  private func add(_ packet: PacketTiming) {
    guard let place = packet.byteOffset, place >= 0,
      source.info.tracks.indices.contains(packet.track),
      let ticks = packet.decodeTicks ?? packet.presentationTicks
    else { return }
    let (end, overflow) = place.addingReportingOverflow(Int64(packet.byteCount))
    let length = packet.durationTicks ?? 0
    let track = source.info.tracks[packet.track]
    guard !overflow, track.kind == .video || track.kind == .audio, !track.isAttachedPicture
    else { return }
    let start = track.time(ofTicks: ticks).seconds - zero.seconds
    let time = start + track.time(ofTicks: length).seconds
    beginning = min(beginning, place)
    table.add(end, max(time, 0))
  }
}

/// The times of a file's packets by the offsets where they end, in seconds since the start of the media.
struct OffsetTable {
  private struct Entry {
    var offset: Int64
    var time: Double
  }

  /// Of several packets within so many bytes, only the last one counts.
  private static let resolution: Int64 = 1_024

  private var entries: [Entry] = []
  private var isSorted = true
  /// The end of the last packet in the file.
  private(set) var end: Int64 = 0
  private(set) var greatestTime = 0.0

  mutating func add(_ offset: Int64, _ time: Double) {
    end = max(end, offset)
    greatestTime = max(greatestTime, time)
    let entry = Entry(offset: offset, time: time)
    if let last = entries.last, offset < last.offset {
      isSorted = false
    } else if entries.count > 1,
      offset &- entries[entries.count - 2].offset < Self.resolution
    {
      entries[entries.count - 1] = entry
      return
    }
    entries.append(entry)
  }

  /// Returns the time of the media before an offset: the end of the last packet there.
  mutating func time(before offset: Int64) -> Double {
    if !isSorted {
      entries.sort { $0.offset < $1.offset }
      isSorted = true
    }
    let next = entries.partitioningIndex { $0.offset > offset }
    return entries[..<next].last?.time ?? 0
  }
}
