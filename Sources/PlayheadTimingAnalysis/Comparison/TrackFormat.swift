import PlayheadMedia

/// The format of the pictures or the sound of a track.
struct TrackFormat {
  /// Names of properties and their values, which are nil if they are unknown.
  let values: [(name: String, text: String?)]

  init(_ track: MediaTrack) {
    let size = track.width.flatMap { width in track.height.map { "\(width)x\($0)" } }
    let picture = track.picture
    values = [
      ("profile", track.profile), ("level", track.level.map(String.init)), ("picture size", size),
      ("pixel format", picture.pixelFormat), ("sample aspect ratio", picture.sampleAspectRatio),
      ("field order", picture.fieldOrder?.rawValue), ("color range", picture.colorRange),
      ("color primaries", picture.colorPrimaries), ("color transfer", picture.colorTransfer),
      ("color matrix", picture.colorMatrix), ("chroma location", picture.chromaLocation),
      ("sample rate", track.sampleRate.map { "\($0) Hz" }),
      ("channels", track.channelCount.map(String.init)), ("channel layout", track.channelLayout),
      ("sample format", track.sampleFormat),
    ]
  }
}
