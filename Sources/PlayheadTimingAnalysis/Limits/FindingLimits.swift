import PlayheadMedia

/// The bounds beyond which a measurement is a finding, and the severity of each finding.
///
/// A new value has the defaults, which `text` prints.
///
///     var limits = FindingLimits()
///     limits[.gap, .audio] = [.init(.error, .init(0...0.1, .seconds))]
///     limits[.variableFrameRate] = []  // Ignored.
///     let report = try TimingReport(of: "clip.mp4", limits: limits)
public struct FindingLimits: Hashable, Sendable {
  /// The unit of a bound.
  @nonexhaustive
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Seconds.
    case seconds = "s"
    /// The most frequent interval of the frames of the track.
    case frames
    /// Millionths of the length of the track.
    case partsPerMillion = "ppm"
    /// Hundredths of the declared value.
    case percent = "%"
  }

  /// A range of values that are no finding.
  public struct Bound: Hashable, Sendable {
    /// The values that are no finding.
    public let range: ClosedRange<Double>
    /// The unit of the values.
    public let unit: Unit

    /// Creates a bound. Infinite ends become the greatest finite number.
    ///
    /// - Parameters:
    ///   - range: The values that are no finding.
    ///   - unit: The unit of the values.
    public init(_ range: ClosedRange<Double>, _ unit: Unit) {
      let greatest = Double.greatestFiniteMagnitude
      self.range = range.clamped(to: -greatest...greatest)
      self.unit = unit
    }
  }

  /// A severity, and the bounds that a measurement must exceed to have it.
  public struct Level: Hashable, Sendable {
    /// The severity; nil for the one that the case has by default.
    public var severity: Finding.Severity?
    /// The bounds, at most one for each unit. A measurement must be outside all of them; one that has no
    /// value in a unit is outside the bounds in that unit.
    public var bounds: [Bound]

    /// Creates a level.
    ///
    /// - Parameters:
    ///   - severity: The severity; nil for the one that the case has by default.
    ///   - bounds: The bounds, at most one for each unit.
    public init(_ severity: Finding.Severity?, _ bounds: Bound...) {
      self.init(severity, bounds)
    }

    init(_ severity: Finding.Severity?, _ bounds: [Bound]) {
      (self.severity, self.bounds) = (severity, bounds)
    }
  }

  /// A kind of finding, on tracks of a kind or on all.
  struct Subject: Hashable {
    var kind: Finding.Kind
    var track: MediaTrack.Kind?
  }

  private var levels: [Subject: [Level]]

  /// Creates the default limits.
  public init() { levels = Self.defaults }

  /// The levels of a kind of finding, on tracks of a kind. Setting those without a kind of track sets those of
  /// all tracks.
  ///
  /// Findings of a kind without levels are ignored. The severity is the worst of the levels that are exceeded.
  /// A level without bounds gets the least default bounds, and bounds in other units are dropped.
  ///
  /// - Parameters:
  ///   - kind: The kind of finding.
  ///   - track: The kind of the track that the finding is about; nil for the media as a whole and for other
  ///     kinds of tracks.
  public subscript(kind: Finding.Kind, track: MediaTrack.Kind? = nil) -> [Level] {
    get {
      levels[Subject(kind: kind, track: track)] ?? levels[Subject(kind: kind)] ?? [Level(nil, [])]
    }
    set {
      let track = kind.isAboutTrack ? track : nil
      let defaults = FindingLimits()[kind, track].first?.bounds ?? []
      if track == nil { levels = levels.filter { $0.key.kind != kind } }
      levels[Subject(kind: kind, track: track)] = newValue.map { level in
        let bounds = Unit.allCases.filter(kind.units.contains).compactMap { unit in
          level.bounds.first { $0.unit == unit }
        }
        return Level(level.severity, bounds.isEmpty ? defaults : bounds)
      }
    }
  }

  /// Whether there are separate levels for tracks of a kind, or with nil for all others.
  func hasLevels(of kind: Finding.Kind, _ track: MediaTrack.Kind?) -> Bool {
    levels[Subject(kind: kind, track: track)] != nil
  }

  /// Returns the severity of a measurement, `usual` for levels without one; nil if it is no finding.
  func severity(
    of kind: Finding.Kind, on track: MediaTrack.Kind?, usual: Finding.Severity = .error,
    _ values: [Unit: Double] = [:]
  ) -> Finding.Severity? {
    self[kind, track].filter { $0.isExceeded(by: values) }.map { $0.severity ?? usual }.max()
  }

  /// Returns the severity of a measurement beyond the least bounds, rounding aside; nil if its kind is ignored.
  func severity(
    ofListed kind: Finding.Kind, on track: MediaTrack.Kind?, usual: Finding.Severity,
    _ values: [Unit: Double]
  ) -> Finding.Severity? {
    severity(of: kind, on: track, usual: usual, values)
      ?? self[kind, track].map { $0.severity ?? usual }.min()
  }

  /// Returns the least bound of all levels in a unit; nil if there is none.
  func least(_ kind: Finding.Kind, on track: MediaTrack.Kind?, in unit: Unit) -> Double? {
    self[kind, track].compactMap { level in
      level.bounds.first { $0.unit == unit }?.range.upperBound
    }.min()
  }

  /// Grades a finding by its level, unless its rule has chosen one by a measurement; nil if it is ignored.
  func graded(_ finding: Finding, on track: MediaTrack.Kind?) -> Finding? {
    let levels = self[finding.kind, track]
    if levels.isEmpty { return nil }
    var finding = finding
    if finding.kind.units.isEmpty || levels.count == 1 {
      finding.severity = levels.compactMap(\.severity).max() ?? finding.severity
    }
    return finding
  }
}

extension FindingLimits.Level {
  fileprivate func isExceeded(by values: [FindingLimits.Unit: Double]) -> Bool {
    bounds.allSatisfy { bound in values[bound.unit].map { !bound.range.contains($0) } ?? true }
  }
}
