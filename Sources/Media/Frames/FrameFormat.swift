/// The format of the data of a decoded frame.
///
/// Pixel and sample formats have FFmpeg's names, as in `yuv420p` and `fltp`; `none` if a format has
/// no name.
public enum FrameFormat: Hashable, Sendable {
  /// A picture. Width and height are in pixels.
  case video(width: Int, height: Int, pixelFormat: String)
  /// Sound. The sample rate is in samples per second.
  case audio(sampleRate: Int, channels: Int, sampleFormat: String)

  /// The kind of track that has frames of this format.
  public var kind: Track.Kind {
    switch self {
    case .video: .video
    case .audio: .audio
    }
  }
}
