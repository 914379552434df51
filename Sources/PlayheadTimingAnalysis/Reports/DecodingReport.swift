import PlayheadMedia

/// What the decoder of a track reports about its payloads. Times are in ticks of the track.
public struct DecodingReport: Hashable, Sendable {
  /// The number of decoded frames.
  public var frameCount = 0
  /// The packets that the decoder rejects.
  public var undecodable = CappedList<TrackInterval>()
  /// The frames that refer to missing frames.
  public var missingReferences = CappedList<TrackInterval>()
  /// The frames in which the decoder conceals errors.
  public var concealed = CappedList<TrackInterval>()
  /// The frames that are decoded from data that is known to be damaged.
  public var corrupt = CappedList<TrackInterval>()

  /// Creates the report on a track without frames.
  public init() {}

  mutating func add(_ defects: [PayloadDefect]) {
    for defect in defects {
      let place = TrackInterval(ticks: defect.ticks)
      switch defect.kind {
      case .undecodable: undecodable.append(place)
      case .missingReference: missingReferences.append(place)
      case .concealed: concealed.append(place)
      case .corrupt: corrupt.append(place)
      }
    }
  }
}
