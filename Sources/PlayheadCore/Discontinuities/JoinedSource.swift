import PlayheadMedia
import PlayheadTimekeeping

/// A source that presents media whose clock may jump on one continuous timeline.
///
/// A seek uses the container's times until the first jump is found. After that, these times no
/// longer identify a position in the file, and a seek reads from the start.
package final class JoinedSource: CueDecodingSource {
  private let source: any MediaSource
  private let decodingSource: (any DecodingSource)?
  private var join: TimestampJoin
  private var decodes = false
  private var payload: (any EncodedPacket)?
  /// An error of the source, thrown after the packets before it have been returned.
  private var error: MediaError?
  /// The part of the last packet that was read, from 0.
  package private(set) var part = 0

  private init(_ source: any MediaSource, _ join: TimestampJoin) {
    self.source = source
    decodingSource = source as? any DecodingSource
    self.join = join
  }

  /// Returns a source with one timeline, or `source` itself if the container's clock cannot jump.
  ///
  /// - Parameters:
  ///   - source: The source to read.
  ///   - tracks: The indices of the played tracks; nil for the container's choice.
  package static func joining(_ source: any MediaSource, tracks: [Int]? = nil) -> any MediaSource {
    var info = source.info
    guard info.isClockDiscontinuous else { return source }
    info.chosenTracks = tracks
    return JoinedSource(source, TimestampJoin(info: info))
  }

  /// Returns a source for reports: it joins all tracks and keeps damaged timestamps. Returns nil if
  /// the container's clock cannot jump.
  package static func reporting(on source: any MediaSource) -> JoinedSource? {
    let info = source.info
    guard info.isClockDiscontinuous else { return nil }
    let leading = Set(info.timelineTracks.map(\.index))
    let others = info.tracks.filter {
      ($0.kind == .audio || $0.kind == .video) && !$0.isAttachedPicture
        && !leading.contains($0.index)
    }
    return JoinedSource(
      source, TimestampJoin(info: info, following: others, repairsTimes: false))
  }

  /// The first thousand joins until now.
  package var joins: [ClockDiscontinuity] { join.joins }

  package var info: MediaInfo { source.info }

  package func read() throws(MediaError) -> MediaRead {
    payload = nil
    while true {
      if let entry = join.next() {
        (payload, part) = (entry.payload, entry.part)
        return .packet(entry.packet)
      }
      if let error = error.take() { throw error }
      do throws(MediaError) {
        switch try source.read() {
        case .packet(let packet):
          let payload = decodes ? decodingSource?.takePayload() : nil
          join.take(TimestampJoin.Entry(packet: packet, payload: payload))
        case .nothingYet(let pause): return .nothingYet(retryAfter: pause)
        case .endOfMedia:
          join.finish()
          guard let entry = join.next() else { return .endOfMedia }
          (payload, part) = (entry.payload, entry.part)
          return .packet(entry.packet)
        }
      } catch {
        join.finish()
        self.error = error
      }
    }
  }

  package func seek(to time: MediaTime) throws(MediaError) {
    (payload, error) = (nil, nil)
    let isFromStart = join.hasJoined
    try source.seek(to: isFromStart ? info.presentationStart ?? .zero : time)
    join.restart(near: isFromStart ? nil : time)
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
