import Media

/// A source of frames whose blocking calls can be abandoned.
final class AbandonableFrameSource<Source: FrameSource>: FrameSource {
  let info: MediaInfo
  private let medium: AbandonableMedium<Source>

  init(_ medium: AbandonableMedium<Source>) throws(MediaError) {
    info = try medium.call(.open) { $0.info }
    self.medium = medium
  }

  func read() throws(MediaError) -> FrameTiming? {
    try medium.call(.read) { source throws(MediaError) in try source.read() }
  }
}
