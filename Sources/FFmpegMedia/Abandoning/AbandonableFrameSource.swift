import Media

/// A source of frames whose blocking calls can be abandoned.
final class AbandonableFrameSource<Source: FrameSource>: FrameSource {
  let info: MediaInfo
  private let medium: AbandonableMedia<Source>

  init(_ medium: AbandonableMedia<Source>) throws(MediaError) {
    info = try medium.call(.open) { $0.info }
    self.medium = medium
  }

  func read() throws(MediaError) -> FrameTiming? {
    try medium.call(.read) { source throws(MediaError) in try source.read() }
  }
}
