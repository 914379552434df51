/// The samples at the end of AAC in MP4 that `playhead` leaves out and ffmpeg decodes, by file: the last
/// packet has a shorter duration than its sound, or iTunes' tag declares the number of samples.
package enum DeclaredPadding {
  private static let known = [
    "beepflash/bf.m4a": 256, "beepflash/bf.mp4": 256, "mediafile-full.m4a": 892,
  ]
  /// FFmpeg 5.1 to 7.1 return another duration of these last packets.
  private static let knownSince8 = [
    "beepflash/bf_av_skew_p120.mp4": 256, "beepflash/bf_frag.mp4": 256,
  ]

  /// The numbers of samples that ffmpeg 5.1 decodes.
  package static let inOldest =
    LibavformatVersion.major >= 62 ? known.merging(knownSince8) { one, _ in one } : known

  /// The numbers of samples that the present version decodes: 9.0 leaves out the others itself.
  package static let inPresent = LibavformatVersion.major >= 63 ? knownSince8 : inOldest
}
