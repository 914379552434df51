/// How the data of a decoded frame is to be read.
///
/// The names of pixel and sample formats are FFmpeg's, as in `yuv420p` and `fltp`; `none` is one
/// that has no name.
public enum FrameFormat: Hashable, Sendable {
  /// In pixels.
  case video(width: Int, height: Int, pixelFormat: String)
  /// In samples a second.
  case audio(sampleRate: Int, channels: Int, sampleFormat: String)

  public var kind: Track.Kind {
    switch self {
    case .video: .video
    case .audio: .audio
    }
  }
}
