import PlayheadMedia
import PlayheadTimekeeping

/// A media source whose blocking calls can be abandoned: the caller receives an error at once, and the call
/// ends later on its own thread.
final class AbandonableSource<Source: DecodingSource>: DecodingSource {
  fileprivate let media: AbandonableMedia<Source>
  private(set) var info: MediaInfo

  init(_ media: AbandonableMedia<Source>) throws(MediaError) {
    info = try media.call(.open) { $0.info }
    self.media = media
  }

  func read() throws(MediaError) -> MediaRead {
    let read = try media.call(.read) { source throws(MediaError) in try source.read() }
    // In a container without a header, a track becomes known with its first packet.
    if let source = media.source { info = source.info }
    return read
  }

  func seek(to time: MediaTime) throws(MediaError) {
    try media.call(.seek) { source throws(MediaError) in try source.seek(to: time) }
  }

  func readDeclarations() -> HeaderDeclarations {
    (try? media.call(.read) { $0.readDeclarations() }) ?? HeaderDeclarations()
  }

  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? {
    media.source?.makeDecoder(ofTrack: index)
  }

  func makeExaminer(ofTrack index: Int) -> (any PayloadExaminer)? {
    media.source?.makeExaminer(ofTrack: index)
  }

  func takePayload() -> (any EncodedPacket)? { media.source?.takePayload() }
}

extension AbandonableSource: CueDecodingSource where Source: CueDecodingSource {
  func makeCueDecoder(of choice: CueTrack.Choice) throws(MediaError) -> any CueDecoder {
    guard let source = media.source else {
      throw MediaError(.open, of: info.name, reason: .interrupted)
    }
    return try source.makeCueDecoder(of: choice)
  }
}

extension AbandonableSource: CorrectingSource where Source: CorrectingSource {
  var original: PacketTiming? { media.source?.original }
  var clockReference: Int64? { media.source?.clockReference }
}

extension AbandonableSource: FramedSource where Source: FramedSource {
  var framing: Framing? { media.source?.framing }
  func readSegmentLists() -> [SegmentList]? {
    try? media.call(.read) { $0.readSegmentLists() }
  }

  var method: ReadingMethod { media.source?.method ?? .whole }
}

extension AbandonableSource: JoinableSource where Source: JoinableSource {
  var isLocalFile: Bool { media.source?.isLocalFile ?? false }
  var byteCount: Int64? { media.source?.byteCount }
  var recording: Int { media.source?.recording ?? 0 }
  var declaredJoins: [ClosedRange<MediaTime>] { media.source?.declaredJoins ?? [] }
  var measuredLength: MediaTime? {
    get { media.source?.measuredLength }
    set {
      guard let source = media.source else { return }
      source.measuredLength = newValue
      info = source.info
    }
  }

  func findJoins() throws(MediaError) -> Bool {
    try media.call(.seek) { source throws(MediaError) in try source.findJoins() }
  }

  func enter(part number: Int) throws(MediaError) -> Bool {
    let hasEntered = try media.call(.seek) { source throws(MediaError) in
      try source.enter(part: number)
    }
    if let source = media.source { info = source.info }
    return hasEntered
  }
}
