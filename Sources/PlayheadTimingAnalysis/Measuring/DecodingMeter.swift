import PlayheadMedia

/// Decodes the audio and video of a source while it is read, and collects what the decoders report.
package struct DecodingMeter {
  private struct Track {
    let examiner: any PayloadExaminer
    var report = DecodingReport()
    var leading: LeadingFrames
    var part = 0
  }

  private let source: any DecodingSource
  private var tracks: [Int: Track] = [:]
  /// The number of tracks that the source had when examiners were made.
  private var knownCount = 0

  /// Creates a meter of the payloads of a source; nil if it gives none.
  package init?(_ source: any MediaSource) {
    guard let source = source as? any DecodingSource else { return nil }
    self.source = source
    makeExaminers()
  }

  /// Decodes the packet that the source has read last. The part is the number of joins before it.
  package mutating func add(_ packet: PacketTiming, part: Int) {
    if packet.track >= knownCount { makeExaminers() }
    guard var track = tracks.removeValue(forKey: packet.track) else { return }
    defer { tracks[packet.track] = track }
    if part != track.part {
      track.part = part
      track.leading.await()
    }
    // Frames that cannot be decoded because the recording starts within a group of pictures are no damage.
    if let ticks = packet.presentationTicks ?? packet.decodeTicks,
      track.leading.record(packet, ticks)
    {
      return
    }
    guard let payload = source.takePayload() else { return }
    track.report.add(track.examiner.examine(payload))
  }

  /// Decodes the remaining frames, because no more packets follow.
  package mutating func finish() {
    for index in tracks.keys {
      guard var track = tracks.removeValue(forKey: index) else { continue }
      track.report.add(track.examiner.finish())
      tracks[index] = track
    }
  }

  /// Returns the report on a track; nil if it was not decoded.
  package func report(ofTrack index: Int) -> DecodingReport? {
    guard let track = tracks[index] else { return nil }
    var report = track.report
    report.frameCount = track.examiner.frameCount
    return report
  }

  private mutating func makeExaminers() {
    let info = source.info
    for track in info.tracks.dropFirst(knownCount)
    where (track.kind == .audio || track.kind == .video) && !track.isAttachedPicture {
      guard let examiner = source.makeExaminer(ofTrack: track.index) else { continue }
      let areLooked = track.kind == .video && info.isClockDiscontinuous
      tracks[track.index] = Track(
        examiner: examiner, leading: LeadingFrames(areLooked: areLooked))
    }
    knownCount = info.tracks.count
  }
}
