import PlayheadListFiles
import PlayheadMedia
import PlayheadOutputs
import PlayheadReading
import PlayheadTimekeeping

/// Lists the packets or frames of one file.
final class PacketTableSession: Sendable {
  private let options: PacketTableOptions
  private let file: ListedFile
  let stopRequest = StopRequest()
  private var interruption: Interruption { stopRequest.interruption }

  init(_ options: PacketTableOptions, _ file: ListedFile) {
    self.options = options
    self.file = file
  }

  func run() -> ExitStatus {
    let output = StandardOutput()
    let format = PacketTableFormat(options)
    var hasFailed = false
    do throws(MediaError) {
      if options.listsFrames {
        try writeFrames(format, to: output)
      } else {
        try writePackets(format, to: output)
      }
    } catch {
      if error.reason != .interrupted || !interruption.isInterrupted {
        output.flush()
        Messages.say("\(error)")
        hasFailed = true
      }
    }
    output.flush()
    return stopRequest.exitStatus
      ?? (hasFailed || output.hasFailed ? .failed : .played)
  }

  private func writePackets(
    _ format: PacketTableFormat, to output: StandardOutput
  ) throws(MediaError) {
    let media = try PreparedMedia(
      opening: file.media(options.access), interruption: interruption)
    let source = try media.open(interruption: interruption)
    var window = PacketTableWindow(options, source.info)
    try checkTracks(source.info)
    output.bytes += format.header
    while !output.isOver, !window.isOver, !interruption.isInterrupted {
      switch try source.read() {
      case .packet(let packet):
        if packet.track >= window.tracks.count { window.tracks = source.info.tracks }
        guard window.accept(packet) else { continue }
        format.append(packet, of: window.tracks[packet.track], to: &output.bytes)
        output.flushIfLong()
      case .endOfMedia: return
      case .nothingYet(let delay): interruption.wait(for: delay)
      }
    }
  }

  private func writeFrames(
    _ format: PacketTableFormat, to output: StandardOutput
  ) throws(MediaError) {
    let source = try DecodedFrames.open(
      file.media(options.access), tracks: options.tracks, interruption: interruption)
    let window = PacketTableWindow(options, source.info)
    try checkTracks(source.info)
    output.bytes += format.header
    while !output.isOver, let frame = try source.read() {
      guard window.contains(frame.presentationTicks, of: frame.track) else { continue }
      format.append(frame, of: window.tracks[frame.track], to: &output.bytes)
      output.flushIfLong()
    }
  }

  private func checkTracks(_ info: MediaInfo) throws(MediaError) {
    let missing = (options.tracks ?? []).filter { !info.tracks.indices.contains($0) }.min()
    guard let missing else { return }
    let last = info.tracks.count - 1
    throw MediaError(
      .read, of: file.name, reason: .noSuchTrack,
      detail: "requested \(missing), available 0 to \(last)")
  }
}

/// The requested range of packets and frames, which also decides when reading can end.
struct PacketTableWindow {
  var tracks: [MediaTrack]
  private let chosen: Set<Int>?
  private let from: MediaTime?
  private let to: MediaTime?
  /// The tracks that have not reached `to`: at first the played tracks, or all if there are none.
  private var unfinished: Set<Int>

  init(_ options: PacketTableOptions, _ info: MediaInfo) {
    tracks = info.tracks
    chosen = options.tracks
    from = options.from
    to = options.to
    let timelineTracks = info.timelineTracks
    unfinished = Set((timelineTracks.isEmpty ? tracks : timelineTracks).map(\.index))
  }

  /// Whether all of these tracks were read up to `--to`.
  var isOver: Bool { to != nil && unfinished.isEmpty }

  mutating func accept(_ packet: PacketTiming) -> Bool {
    guard tracks.indices.contains(packet.track) else { return false }
    if let to, let ticks = packet.decodeTicks,
      tracks[packet.track].time(ofTicks: ticks) >= to
    {
      // Packets are not presented before they are decoded, so the rest of the track is outside.
      unfinished.remove(packet.track)
    }
    return contains(packet.presentationTicks ?? packet.decodeTicks, of: packet.track)
  }

  /// Whether a time of a track was requested. A missing time is only in an unlimited range.
  func contains(_ ticks: Int64?, of track: Int) -> Bool {
    if let chosen, !chosen.contains(track) { return false }
    if from == nil, to == nil { return true }
    guard let ticks else { return false }
    let time = tracks[track].time(ofTicks: ticks)
    return from.map { time >= $0 } ?? true && to.map { time < $0 } ?? true
  }
}
