import Media
import Timekeeping

/// A media source whose blocking calls can be abandoned.
final class AbandonableSource<Source: DecodingSource>: DecodingSource {
  fileprivate let medium: AbandonableMedia<Source>
  private(set) var info: MediaInfo

  init(_ medium: AbandonableMedia<Source>) throws(MediaError) {
    info = try medium.call(.open) { $0.info }
    self.medium = medium
  }

  func read() throws(MediaError) -> MediaRead {
    let read = try medium.call(.read) { source throws(MediaError) in try source.read() }
    // In a container without a header, a track becomes known with its first packet.
    if let source = medium.source { info = source.info }
    return read
  }

  func seek(to time: MediaTime) throws(MediaError) {
    try medium.call(.seek) { source throws(MediaError) in try source.seek(to: time) }
  }

  func readDeclarations() -> HeaderDeclarations {
    (try? medium.call(.read) { $0.readDeclarations() }) ?? HeaderDeclarations()
  }

  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? {
    medium.source?.makeDecoder(ofTrack: index)
  }

  func takePayload() -> (any EncodedPacket)? { medium.source?.takePayload() }
}

extension AbandonableSource: FramedSource where Source: FramedSource {
  var framing: Framing? { medium.source?.framing }
}
