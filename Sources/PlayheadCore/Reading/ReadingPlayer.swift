import PlayheadMedia
import PlayheadTimekeeping

/// A player as the worker uses it that reads its media.
protocol ReadingPlayer: AnyObject, Sendable {
  var clock: any HostClock { get }
  /// The indices of the played tracks; nil for the container's choice.
  var chosenTracks: [Int]? { get }
  /// Whether packets are read with their payloads, because they are decoded.
  var needsPayloads: Bool { get }

  func nextReadingStep() -> ReadingStep
  func opened(_ info: MediaInfo)
  func openingFailed(_ error: MediaError)
  /// Records the result of a read, and the packets that are placed since.
  func read(_ read: MediaRead, _ placed: PlacedPackets, generation: Int)
  /// Records that the tracks have no common clock, and follow one another.
  func foundUnrelatedClocks()
  /// Reports how far joined recordings have been read to find a position.
  func searched(_ search: JoinSearch)
  /// Records the estimated duration of media whose declared duration is wrong.
  func estimated(_ duration: MediaTime, generation: Int)
  /// Records that a read or a seek has failed, and the packets that no longer wait for later ones.
  func readingFailed(_ error: MediaError, _ placed: PlacedPackets, generation: Int)

  /// The container's time of position zero, once it is known.
  var zeroIfKnown: MediaTime? { get }
  /// Returns what reads the cues of the source; nil if none are read.
  func makeCueIntake(of source: any MediaSource) throws(MediaError) -> CueIntake?

  /// Returns the source if tracks of it are decoded; otherwise nil.
  func makeDecoders(of source: any MediaSource) -> (any DecodingSource)?
  /// Adds a packet to hear, before its end is known.
  func listen(
    to read: MediaRead, _ payload: (any EncodedPacket)?, generation: Int
  ) -> HeardPacket
  /// Adds a packet to decode, with the result of `listen`. A result of an older generation is ignored.
  func decode(
    _ read: MediaRead, _ placed: PlacedPackets, _ payload: (any EncodedPacket)?,
    _ heard: HeardPacket, generation: Int)
}

/// A player that decodes nothing, and plays the tracks of the container's choice.
extension ReadingPlayer {
  var chosenTracks: [Int]? { nil }
  var needsPayloads: Bool { false }
  var zeroIfKnown: MediaTime? { nil }
  func foundUnrelatedClocks() {}
  func searched(_ search: JoinSearch) {}
  func estimated(_ duration: MediaTime, generation: Int) {}
  func makeCueIntake(of source: any MediaSource) throws(MediaError) -> CueIntake? { nil }
  func makeDecoders(of source: any MediaSource) -> (any DecodingSource)? { nil }
  func listen(
    to read: MediaRead, _ payload: (any EncodedPacket)?, generation: Int
  ) -> HeardPacket { .ignored }
  func decode(
    _ read: MediaRead, _ placed: PlacedPackets, _ payload: (any EncodedPacket)?,
    _ heard: HeardPacket, generation: Int
  ) {}
}

/// What became of a packet that may be heard.
enum HeardPacket {
  /// It is not heard.
  case ignored
  /// It is heard.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether the worker that plays sound waits for it.
  ///   - isWhole: Whether no other reader needs it.
  case added(isAwaited: Bool, isWhole: Bool)
}
