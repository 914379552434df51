import FFmpegMedia
import Media

/// The decoded frames of a medium, their pictures and sound left out.
public enum DecodedFrames {
  /// Opens what is at a path, a URL, or on standard input (`-`), and decodes the tracks of these
  /// indices; for nil every track of audio and video. Blocks until it is open or `interruption`
  /// comes.
  public static func open(
    path: String, tracks: Set<Int>? = nil, interruption: Interruption = Interruption()
  ) throws(MediaError) -> any FrameSource {
    try FFmpegOpener(path: path).openFrames(ofTracks: tracks, interruption: interruption)
  }

  /// The same of a medium that says more than its path.
  public static func open(
    _ media: LocatedMedia, tracks: Set<Int>? = nil, interruption: Interruption = Interruption()
  ) throws(MediaError) -> any FrameSource {
    try media.openFrames(ofTracks: tracks, interruption: interruption)
  }
}
