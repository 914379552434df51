import PlayheadAlignment
import PlayheadFFmpeg
import PlayheadMedia

extension SoundAlignment {
  /// The share of the work that reading all sound is.
  package static let surveyShare = 0.75

  /// Compares a recording with a reference on the calling thread. The reference is read on a second thread.
  ///
  /// Memory is constant for any length of media: about 20 MB for each recording, and 8 MB more after some hours.
  ///
  /// - Parameters:
  ///   - reference: A path or a URL: a `String`, a `URL` or another ``MediaLocation``. The source must be able to
  ///     seek, as that of `other`.
  ///   - other: The recording that is compared.
  ///   - interruption: Cancels opening and reading.
  ///   - progress: Called regularly on the calling thread with the share of the work that is done.
  /// - Throws: A `MediaError` if one of them cannot be opened or read, or has no sound.
  public init(
    of reference: some MediaLocation, other: some MediaLocation,
    interruption: Interruption = Interruption(), progress: (Double) -> Void = { _ in }
  ) throws(MediaError) {
    try self.init(
      of: LocatedMedia(reference), other: LocatedMedia(other), interruption: interruption,
      progress: progress)
  }

  /// Compares a recording of any opener with a reference on the calling thread. The reference is read on a second
  /// thread.
  ///
  /// - Parameters:
  ///   - reference: The reference.
  ///   - other: The recording that is compared.
  ///   - interruption: Cancels opening and reading.
  ///   - progress: Called regularly on the calling thread with the share of the work that is done.
  /// - Throws: A `MediaError` if one of them cannot be opened or read, or has no sound.
  public init(
    of reference: any MediaOpener, other: any MediaOpener,
    interruption: Interruption = Interruption(), progress: (Double) -> Void = { _ in }
  ) throws(MediaError) {
    let surveyed = SurveyedRecording.begin(reference, interruption: interruption)
    let result = Result { () throws(MediaError) in
      try SurveyedRecording(other, interruption: interruption) { progress($0 * Self.surveyShare) }
    }
    let first = try surveyed().get()
    self = try SoundAlignment(of: first, result.get()) { share in
      progress(Self.surveyShare + share * (1 - Self.surveyShare))
    }
  }

  /// Compares recordings whose sound has been read once.
  package init(
    of reference: SurveyedRecording, _ other: SurveyedRecording,
    progress: (Double) -> Void = { _ in }
  ) throws(MediaError) {
    self = try Aligner(FFmpegTransforms()).alignment(
      of: reference.sound, other.sound, (reference.fingerprint, other.fingerprint),
      progress: progress)
  }
}
