import Media
import Timekeeping

/// Takes in the packets of a medium as they are read, and reports on their timing: in constant
/// memory, whatever their number and whatever their timestamps say.
///
///     var meter = TimingMeter(info: source.info)
///     while case .packet(let packet) = try source.read() { meter.add(packet) }
///     let report = meter.report(ending: .endOfMedia)
public struct TimingMeter: Sendable {
  private var info: MediaInfo
  private var meters: [TrackMeter] = []
  private var isOnTimeline: [Bool] = []
  private var secondsPerTick: [Double] = []
  private var interleaving = Interleaving()
  /// The structure of the file; set it before calling `report`.
  public var framing: Framing?
  /// The joins between recordings in the file; set them before calling `report`.
  public var joins: [ClockJoin] = []

  public init(info: MediaInfo) {
    self.info = info
    update(info)
  }

  /// How many tracks are known.
  public var trackCount: Int { meters.count }

  /// Takes in that the medium has turned out to have more tracks.
  public mutating func update(_ info: MediaInfo) {
    self.info = info
    meters += info.tracks.dropFirst(meters.count).map {
      TrackMeter(track: $0, mayBeginWithin: info.isClockDiscontinuous)
    }
    let onTimeline = Set(info.timelineTracks.map(\.index))
    isOnTimeline = info.tracks.map { onTimeline.contains($0.index) }
    secondsPerTick = info.tracks.map(\.timebase.secondsPerTick)
  }

  /// Takes in the next packet; one of a track that is not known is ignored.
  ///
  /// - Parameter part: the number of joins before the packet.
  public mutating func add(_ packet: PacketTiming, part: Int = 0) {
    let index = packet.track
    guard meters.indices.contains(index) else { return }
    meters[index].add(packet, part: part)
    guard isOnTimeline[index], let ticks = packet.decodeTicks ?? packet.presentationTicks else {
      return
    }
    interleaving.add(
      track: index, seconds: Double(ticks) * secondsPerTick[index], byteCount: packet.byteCount)
  }

  /// The report on what was taken in so far.
  public func report(ending: TimingReport.Ending) -> TimingReport {
    let tracks = zip(meters, isOnTimeline).map { meter, isOnTimeline in
      var meter = meter
      meter.finish(isComplete: ending == .endOfMedia && framing?.ending != .cut)
      var track = TrackTimingReport(meter, isOnTimeline: isOnTimeline)
      if info.isDurationReckoned { track.declaredDuration = nil }
      return track
    }
    let presented = tracks.filter(\.isOnTimeline)
    let start = presented.compactMap(\.presentationStart).min()
    let end = presented.compactMap(\.presentationEnd).max()
    let video = presented.first { $0.track.kind == .video }
    let audio = tracks.filter { $0.track.kind == .audio }
    let beginsWithin =
      framing?.transport?.beginsWithin == true || video?.beginsWithoutKeyframe == true
    return TimingReport(
      info: info, tracks: tracks, ending: ending, start: start, end: end,
      measuredDuration: start.flatMap { end?.subtracting($0) },
      declaredDuration: info.isDurationReckoned
        ? nil : info.declaredDuration(from: info.presentationStart ?? start ?? .zero),
      beginsWithin: beginsWithin, joins: joins, framing: framing,
      pairs: video.map { video in
        audio.map { TrackPairReport(video: video, audio: $0, beginsWithin: beginsWithin) }
      } ?? [],
      greatestInterleavingDistance: MediaTime(seconds: interleaving.greatestSeconds) ?? .zero,
      greatestInterleavingBytes: interleaving.greatestByteCount)
  }
}
