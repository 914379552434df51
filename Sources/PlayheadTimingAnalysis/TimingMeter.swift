import PlayheadMedia
import PlayheadTimekeeping

/// Measures the timing of media from its packets, in constant memory, even if timestamps are wrong.
///
///     var meter = TimingMeter(info: source.info)
///     while case .packet(let packet) = try source.read() { meter.add(packet) }
///     let report = meter.report(ending: .endOfMedia)
package struct TimingMeter: Sendable {
  private var info: MediaInfo
  private let limits: FindingLimits
  private var meters: [TrackMeter] = []
  private var isOnTimeline: [Bool] = []
  private var secondsPerTick: [Double] = []
  private var interleaving = Interleaving()
  /// The structure of the file; set it before calling `report`.
  package var framing: Framing?
  /// The joins between recordings in the file; set them before calling `report`.
  package var discontinuities: [ClockDiscontinuity] = []
  private var declarations = HeaderDeclarations()
  private let isTraced: Bool

  /// Creates a meter for media, and for diagrams traces the values along the timeline.
  package init(
    info: MediaInfo, limits: FindingLimits = FindingLimits(), isTraced: Bool = false
  ) {
    (self.info, self.limits, self.isTraced) = (info, limits, isTraced)
    update(info)
  }

  /// Adds tracks that were found after the media was opened. Tracks are never removed.
  package mutating func update(_ info: MediaInfo) {
    self.info = info
    let end = info.timesEachPicture ? info.declaredDuration ?? .forever : nil
    let startDelay = StartDelay.seconds(in: info)
    meters += info.tracks.dropFirst(meters.count).map {
      TrackMeter(
        track: $0, mayBeginWithin: info.isClockDiscontinuous, limits: limits,
        startDelay: startDelay, isTraced: isTraced, picturesEnd: end,
        storesDecodeTimes: info.storesDecodeTimes, storesLengths: info.container.hasPrefix("mov,"))
    }
    let onTimeline = Set(info.timelineTracks.map(\.index))
    isOnTimeline = meters.map { onTimeline.contains($0.track.index) }
    secondsPerTick = meters.map(\.track.timebase.secondsPerTick)
  }

  /// Sets the declarations of the headers, for comparison with the packets.
  package mutating func setDeclarations(_ declarations: HeaderDeclarations) {
    self.declarations = declarations
  }

  /// Adds the next packet in file order, with its part, and the packet in the file if its time was corrected.
  package mutating func add(
    _ packet: PacketTiming, part: Int = 0, replacing original: PacketTiming? = nil
  ) {
    let index = packet.track
    guard meters.indices.contains(index) else { return }
    var packet = packet
    // No packet is longer in FFmpeg, and sums of such lengths do not overflow.
    packet.byteCount = min(max(packet.byteCount, 0), Int(Int32.max))
    meters[index].add(packet, part: part, replacing: original)
    guard isOnTimeline[index], !packet.isDiscarded,
      let ticks = packet.decodeTicks ?? packet.presentationTicks
    else {
      return
    }
    let apart = interleaving.add(
      track: index, seconds: Double(ticks) * secondsPerTick[index], offset: packet.byteOffset,
      byteCount: packet.byteCount)
    if isTraced { meters[index].add(interleaving: apart, at: ticks) }
  }

  /// Returns the report on the packets until now. More may follow.
  package func report(ending: TimingReport.Ending) -> TimingReport {
    let tracks = zip(meters, isOnTimeline).map { meter, isOnTimeline in
      var meter = meter
      meter.finish(isComplete: ending == .endOfMedia && framing?.ending != .cut)
      var track = TrackTimingReport(meter, isOnTimeline: isOnTimeline)
      track.setDeclaration(declarations.durations, isEstimated: info.isDurationEstimated)
      return track
    }
    let presented = tracks.filter(\.isOnTimeline)
    let start = presented.compactMap(\.presentationStart).min()
    let end = presented.compactMap(\.presentationEnd).max()
    let video = presented.first { $0.track.kind == .video }
    let audio = tracks.filter { $0.track.kind == .audio }
    let startsMidStream =
      framing?.transport?.startsMidStream == true || framing?.startsMidStream == true
      || video?.beginsWithoutKeyframe == true
    var all = declarations
    if all.durations.isEmpty { all.durations = mergedDuration(from: start) }
    var report = TimingReport(
      info: info, tracks: tracks, ending: ending, start: start, end: end,
      duration: start.flatMap { end?.subtracting($0) },
      declarations: all, startsMidStream: startsMidStream, discontinuities: discontinuities,
      framing: framing,
      pairs: video.map { video in
        audio.filter { belong($0, video) }
          .map {
            TrackPairReport(
              video: video, audio: $0, startsMidStream: startsMidStream,
              videoDelay: meters[video.track.index].startDelay)
          }
      } ?? [],
      greatestInterleavingDistance: MediaTime(seconds: interleaving.greatestSeconds) ?? .zero,
      greatestInterleavingBytes: interleaving.greatestByteCount)
    report.limits = limits
    return report
  }

  /// Returns the duration that FFmpeg derives from all headers, for containers whose headers are not read.
  private func mergedDuration(from start: MediaTime?) -> [DeclaredDuration] {
    if info.isDurationEstimated { return [] }
    let zero = info.presentationStart ?? start ?? .zero
    return info.declaredDuration(from: zero).map { [DeclaredDuration(.container, $0)] } ?? []
  }

  /// Whether two tracks are presented together: with a common clock, and not in different programs.
  private func belong(_ one: TrackTimingReport, _ two: TrackTimingReport) -> Bool {
    if discontinuities.contains(where: { $0.separates(one, two) }) { return false }
    let programs = declarations.programs.filter { $0.tracks.contains(two.track.index) }
    return programs.isEmpty || programs.contains { $0.tracks.contains(one.track.index) }
  }
}

extension MediaTime {
  /// Later than any picture.
  fileprivate static let forever = MediaTime(ticks: 1 << 31, timebase: Timebase(1, 1))
}

extension MediaInfo {
  /// The containers that give each picture a time, and show it until the next one.
  private static let pictureContainers = [
    "mov,", "matroska,", "flv", "asf", "nut", "ivf", "ogg", "wtv",
  ]

  /// The containers without decode times, which libavformat derives from the first pictures, whose order may change.
  private static let containersWithoutDecodeTimes = ["matroska,", "nut", "asf", "wtv"]

  /// Whether decode times are the container's, and not derived.
  var storesDecodeTimes: Bool {
    !Self.containersWithoutDecodeTimes.contains(where: container.hasPrefix)
  }

  /// Whether a picture may be shown for long, so that no others need be missing.
  var timesEachPicture: Bool { Self.pictureContainers.contains(where: container.hasPrefix) }
}

/// The delay of video that libavformat writes into AVI behind the first frame.
///
/// It lets video begin later by the delay of the audio encoder. AVI has no time for a track's start, so the
/// first frame is written at zero, and empty frames follow it until the second one is in its place.
enum StartDelay {
  /// Returns the greatest delay in seconds; 0 if another program has written the file, or in another container.
  static func seconds(in info: MediaInfo) -> Double {
    let writer = info.tags.first { ["software", "encoder"].contains($0.key.lowercased()) }
    guard info.container == "avi", writer?.value.hasPrefix("Lavf") == true else { return 0 }
    return info.tracks.compactMap { track in
      guard track.kind == .audio, let rate = track.sampleRate, rate > 0,
        let samples = track.codec.flatMap({ Self.samples[$0] })
      else { return nil }
      return samples / Double(rate)
    }.max() ?? 0
  }

  /// The delay of the encoders whose first timestamps are negative, in samples.
  private static let samples = ["mp3": 1_105.0, "aac": 1_024]
}
