import PlayheadFormatting
import PlayheadListFiles
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadReading

/// Lists the packets or frames of one file.
final class PacketTableSession: Sendable {
  private let options: PacketTableOptions
  private let file: ListedFile
  private let interruption = Interruption()
  private let stopReason = Locked<EndReason?>(nil)

  init(_ options: PacketTableOptions, _ file: ListedFile) {
    self.options = options
    self.file = file
  }

  /// Stops reading. The packets read until then are written.
  func stop(_ reason: EndReason) {
    stopReason.withLock { $0 = reason }
    interruption.interrupt()
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
      if error.reason != .interrupted || stopReason.withLock({ $0 }) == nil {
        output.flush()
        Messages.say("\(error)")
        hasFailed = true
      }
    }
    output.flush()
    return stopReason.withLock { $0 }?.exitStatus
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
