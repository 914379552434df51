import PlayheadMedia

/// The delay of video that libavformat writes into AVI behind the first frame.
///
/// It lets video begin later by the delay of the audio encoder. AVI has no time for a track's start, so the
/// first frame is written at zero, and empty frames follow it until the second one is in its place.
enum StartDelay {
  /// Returns the greatest delay in seconds; 0 if another program has written the file, or in another container.
  static func seconds(in info: MediaInfo) -> Double {
    let writer = info.tags.first { ["software", "encoder"].contains($0.key.lowercased()) }
    guard info.container == "avi", writer?.value.hasPrefix("Lavf") == true else { return 0 }
    return info.tracks.compactMap { track in
      guard track.kind == .audio, let rate = track.sampleRate, rate > 0,
        let samples = track.codec.flatMap({ Self.samples[$0] })
      else { return nil }
      return samples / Double(rate)
    }.max() ?? 0
  }

  /// The delay of the encoders whose first timestamps are negative, in samples.
  private static let samples = ["mp3": 1_105.0, "aac": 1_024]
}
