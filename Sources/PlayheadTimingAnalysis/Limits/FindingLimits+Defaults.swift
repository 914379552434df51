import PlayheadMedia

extension FindingLimits {
  /// The levels of all kinds of findings.
  static let defaults: [Subject: [Level]] = {
    var table: [Subject: [Level]] = [:]
    for kind in Finding.Kind.allCases {
      for (track, levels) in kind.defaultLevels {
        table[Subject(kind: kind, track: track)] = levels
      }
    }
    return table
  }()
}

extension Finding.Kind {
  /// The units in which bounds of this kind are; empty if it has none.
  var units: Set<FindingLimits.Unit> {
    Set(defaultLevels.flatMap(\.levels).flatMap(\.bounds).map(\.unit))
  }

  /// Whether findings of this kind can be about one track.
  var isAboutTrack: Bool {
    switch self {
    case .audioVideoOffset, .backwardsDecodeTime, .concealedErrors, .corruptFrames, .damagedPackets,
      .doubledPresentationTime, .drift, .durationMismatch, .earlyEnd, .editList, .emptyTrack,
      .frameRateLabel, .gap, .irregularFrameRate, .keyframeDistance, .missingReferences,
      .missingTimestamps, .overlap, .timestampJump, .timestampWrap, .truncated,
      .undecodablePackets, .undeclaredDuration, .variableFrameRate:
      true
    default: false
    }
  }

  fileprivate typealias Levels = [(track: MediaTrack.Kind?, levels: [FindingLimits.Level])]

  /// The default levels; without a kind of track for all tracks that are not named.
  fileprivate var defaultLevels: Levels {
    func seconds(_ bound: Double) -> FindingLimits.Bound { .init(-bound...bound, .seconds) }
    func all(_ levels: FindingLimits.Level...) -> Levels { [(nil, levels)] }
    return switch self {
    // EBU R 37 allows audio to be 40 ms early and 60 ms late; ITU-R BT.1359 finds 90 ms early and 185 ms late
    // unacceptable.
    case .audioVideoOffset:
      all(
        .init(.warning, .init(-0.04...0.06, .seconds)),
        .init(.error, .init(-0.09...0.185, .seconds)))
    case .drift:
      all(
        .init(.warning, seconds(0.005), .init(-20...20, .partsPerMillion)),
        .init(.error, seconds(0.04), .init(-20...20, .partsPerMillion)))
    case .durationMismatch: all(.init(.warning, seconds(0.1)), .init(.error, seconds(1)))
    case .earlyEnd: all(.init(.note, seconds(0.5)), .init(.warning, seconds(3)))
    // Longer than the priming that edit lists usually skip, and the limit for audio that starts early.
    case .editList: all(.init(.note, .init(-0.1...0.04, .seconds)))
    // FFmpeg rounds the rates that it estimates.
    case .frameRateLabel: all(.init(nil, .init(-0.2...0.2, .percent)))
    case .gap:
      [
        (.audio, [.init(.error, seconds(0.005))]),
        (.video, [.init(.error, .init(-0.5...0.5, .frames))]),
      ]
    case .overlap:
      [
        (.audio, [.init(.warning, seconds(0.005))]),
        (.video, [.init(.warning, .init(-0.5...0.5, .frames))]),
      ]
    case .interleaving: all(.init(.note, seconds(1)))
    // Players decode from a keyframe when they seek.
    case .keyframeDistance: all(.init(.note, seconds(30)))
    case .lateStart: all(.init(.note, seconds(0.1)))
    case .segmentDuration, .segmentStart:
      all(.init(.warning, seconds(0)), .init(.error, seconds(1)))
    case .segmentGap: all(.init(.error, seconds(0.005)))
    case .timestampJump: all(.init(.error, seconds(10)))
    case .truncated: all(.init(nil, seconds(0.1)))
    case .variantAlignment: all(.init(nil, seconds(0)))
    case .segmentKeyframe, .segmentUnreadable, .undeclaredDuration: all(.init(nil))
    case .backwardsDecodeTime, .concealedErrors, .continuityError, .corruptFrames, .damagedPackets,
      .doubledPresentationTime, .invalidPlaylist, .missingReferences, .targetDuration,
      .timestampWrap, .undecodablePackets:
      all(.init(.error))
    case .clockReferenceJump, .emptyTrack, .irregularFrameRate, .join, .missingIndex,
      .missingTimestamps:
      all(.init(.warning))
    case .incomplete, .needlessDiscontinuity, .segmentEncrypted, .severalPrograms,
      .trailingBytes, .unendedPlaylist, .variableFrameRate:
      all(.init(.note))
    }
  }
}
