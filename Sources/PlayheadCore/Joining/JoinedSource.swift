import Media
import Timekeeping

/// A source whose clock may jump, read on one timeline.
///
/// A seek goes by the container's own times as long as no jump is known. Once one is, those times
/// tell no place any more, and a seek reads on from the start.
final class JoinedSource: DecodingSource {
  private let source: any MediaSource
  private let decodingSource: (any DecodingSource)?
  private var join: TimestampJoin
  private var decodes = false
  private var payload: (any EncodedPacket)?
  /// What came instead of a packet, to be told once those before it are read.
  private var error: MediaError?

  private init(_ source: any MediaSource, _ info: MediaInfo) {
    self.source = source
    decodingSource = source as? any DecodingSource
    join = TimestampJoin(info: info)
  }

  /// `source` itself where its clock does not jump. `tracks` make the timeline; nil: by the
  /// container's choice.
  static func joining(_ source: any MediaSource, tracks: [Int]? = nil) -> any MediaSource {
    var info = source.info
    guard info.isClockDiscontinuous else { return source }
    info.chosenTracks = tracks
    return JoinedSource(source, info)
  }

  var info: MediaInfo { source.info }

  func read() throws(MediaError) -> MediaRead {
    payload = nil
    while true {
      if let entry = join.next() {
        payload = entry.payload
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
          payload = entry.payload
          return .packet(entry.packet)
        }
      } catch {
        join.finish()
        self.error = error
      }
    }
  }

  func seek(to time: MediaTime) throws(MediaError) {
    (payload, error) = (nil, nil)
    let isFromStart = join.hasJoined
    try source.seek(to: isFromStart ? info.presentationStart ?? .zero : time)
    join.restart(near: isFromStart ? nil : time)
  }

  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? {
    let decoder = decodingSource?.makeDecoder(ofTrack: index)
    if decoder != nil { decodes = true }
    return decoder
  }

  func takePayload() -> (any EncodedPacket)? { payload.take() }
}
