import Media

/// A source of frames whose blocking calls can be abandoned.
final class AbandonableFrameSource<Source: FrameSource>: FrameSource {
  let info: MediaInfo
  private let media: AbandonableMedia<Source>

  init(_ media: AbandonableMedia<Source>) throws(MediaError) {
    info = try media.call(.open) { $0.info }
    self.media = media
  }

  func read() throws(MediaError) -> FrameTiming? {
    try media.call(.read) { source throws(MediaError) in try source.read() }
  }
}
