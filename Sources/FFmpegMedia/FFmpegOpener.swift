import Media

/// A medium that FFmpeg opens and reads: a file, standard input, or a URL.
///
/// Opening a file lets FFmpeg read other files that it refers to, and nothing of the network.
public struct FFmpegOpener: MediaOpener {
  public let name: String
  private let location: MediaLocation

  /// `-` is standard input: a regular file from the descriptor's offset on, which stays where it
  /// is; a pipe forwards only. What begins with a protocol of libavformat, as in
  /// `https://example.org/a.mp4`, is a URL, unless there is a file of that very name. All else is
  /// a path. A FIFO is waited for until it has a writer.
  public init(path: String) {
    name = path
    location = MediaLocation(name: path)
  }

  /// Opens the medium on the calling thread and reads as far as is needed to tell its tracks.
  ///
  /// Blocks for as long as its bytes are waited for, or until `interruption` comes, also from
  /// another thread; so do the source's methods. The source is to be used by one thread at a time.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try FFmpegSource(Demuxer.open(location, name: name, interruption: interruption))
  }

  /// Opens the medium for its decoded frames: of the tracks of these indices, for nil of every
  /// track of audio and video. Blocks and is used as what `open` gives.
  public func openFrames(
    ofTracks tracks: Set<Int>? = nil, interruption: Interruption
  ) throws(MediaError) -> any FrameSource {
    try FFmpegFrameSource(
      Demuxer.open(location, name: name, interruption: interruption), tracks: tracks)
  }
}
