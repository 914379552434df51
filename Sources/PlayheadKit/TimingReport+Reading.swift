import Dispatch
import FFmpegMedia
import Media
import PlayheadCore
import TimingAnalysis

extension TimingReport {
  /// How often progress is told: after so many packets.
  private static let progressStride = 256

  /// The report on the medium at a path, at a URL that FFmpeg knows, or on standard input (`-`),
  /// by reading it to its end on the calling thread.
  ///
  /// Memory is constant, whatever the medium's length. Throws where the medium cannot be opened.
  /// What fails later, or is cut short by `interruption`, gives the report on what was read until
  /// then, and its `ending` tells.
  ///
  /// - Parameter progress: called now and then, on the calling thread, with how far reading is on
  ///   the container's clock.
  public init(
    of path: String, interruption: Interruption = Interruption(),
    progress: (MediaInfo, MediaTime) -> Void = { _, _ in }
  ) throws(MediaError) {
    try self.init(of: FFmpegOpener(path: path), interruption: interruption, progress: progress)
  }

  /// The same of what any back end opens.
  public init(
    of opener: any MediaOpener, interruption: Interruption = Interruption(),
    progress: (MediaInfo, MediaTime) -> Void = { _, _ in }
  ) throws(MediaError) {
    let opened = try opener.openForReport(interruption: interruption)
    let joined = JoinedSource.reporting(on: opened)
    let source = joined ?? opened
    var meter = TimingMeter(info: source.info)
    var count = 0
    let ending = TimingReport.read(source, interruption: interruption) { packet in
      if packet.track >= meter.trackCount { meter.update(source.info) }
      meter.add(packet, part: joined?.part ?? 0)
      defer { count += 1 }
      guard count % TimingReport.progressStride == 0, packet.track < meter.trackCount,
        let ticks = packet.decodeTicks ?? packet.presentationTicks
      else { return }
      let info = source.info
      progress(info, info.tracks[packet.track].time(ofTicks: ticks))
    }
    meter.joins = joined?.joins ?? []
    meter.framing = (opened as? any FramedSource)?.framing
    meter.take(opened.readDeclarations())
    self = meter.report(ending: ending)
  }

  private static func read(
    _ source: any MediaSource, interruption: Interruption, _ body: (PacketTiming) -> Void
  ) -> Ending {
    do throws(MediaError) {
      while !interruption.isInterrupted {
        switch try source.read() {
        case .packet(let packet): body(packet)
        case .endOfMedia: return .endOfMedia
        case .nothingYet(let delay): interruption.wait(for: delay)
        }
      }
      return .interrupted
    } catch {
      return error.reason == .interrupted ? .interrupted : .failed(error)
    }
  }
}

extension Interruption {
  /// Waits for so long, or until it comes.
  package func wait(for delay: Duration) {
    let bell = DispatchSemaphore(value: 0)
    onInterrupt { bell.signal() }
    let nanoseconds = HostInstant(nanoseconds: 0).advanced(by: delay).nanoseconds
    _ = bell.wait(timeout: .now() + .nanoseconds(Int(clamping: nanoseconds)))
  }
}
