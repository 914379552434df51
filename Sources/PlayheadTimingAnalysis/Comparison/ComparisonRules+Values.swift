import PlayheadMedia
import PlayheadTimekeeping

/// How values are compared and written.
extension ComparisonRules {
  static func delay(_ time: MediaTime) -> String {
    time.seconds >= 0
      ? "\(milliseconds(time.seconds)) later" : "\(milliseconds(-time.seconds)) earlier"
  }

  static func shortName(_ track: MediaTrack) -> String {
    "\(track.isAttachedPicture ? "picture" : track.kind.rawValue) \(track.index)"
  }

  static func name(_ track: MediaTrack) -> String {
    let details = [track.codec, track.language].compactMap { $0 }
    return shortName(track) + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }

  static func isEqual(_ one: FrameRateReport, _ other: FrameRateReport) -> Bool {
    if one.verdict != other.verdict { return false }
    if let left = one.measured, let right = other.measured { return left == right }
    return abs(one.mean - other.mean) <= 0.001 * max(one.mean, other.mean)
  }

  static func text(_ rate: FrameRateReport) -> String {
    (rate.measured.map(\.description) ?? fixed(rate.mean, 3)) + " " + rate.verdict.rawValue
  }

  static func hasEqualKeyframes(
    _ one: TrackTimingReport, _ other: TrackTimingReport
  ) -> Bool {
    func isEqual(_ one: MediaTime?, _ other: MediaTime?) -> Bool {
      abs((one?.seconds ?? 0) - (other?.seconds ?? 0)) <= TimingComparison.durationTolerance
    }
    let (left, right) = (one.keyframeDistance, other.keyframeDistance)
    return one.keyframeCount == other.keyframeCount && isEqual(left?.least, right?.least)
      && isEqual(left?.median, right?.median) && isEqual(left?.greatest, right?.greatest)
  }

  static func keyframes(_ track: TrackTimingReport) -> String {
    let distance = track.keyframeDistance.map {
      ", \($0.least.inSeconds) to \($0.greatest.inSeconds) apart"
    }
    return "\(track.keyframeCount)\(distance ?? "")"
  }
}

extension PacketComparison.Difference.Kind {
  /// The kind of the difference between the recordings.
  var difference: MediaDifference.Kind {
    switch self {
    case .missing: .missingPackets
    case .added: .addedPackets
    case .doubled: .doubledPackets
    case .moved: .movedPackets
    }
  }
}

extension MediaTrack {
  /// The language, unless it is undetermined.
  var knownLanguage: String? { language == "und" ? nil : language }
}

extension TimingReport.Ending {
  /// The ending as a value of a difference, without the name of the file.
  var text: String {
    switch self {
    case .endOfMedia: "the end"
    case .interrupted: "an interruption"
    case .failed(let error): "an error: \(error.detail ?? error.reason.rawValue)"
    }
  }
}
