import PlayheadTimekeeping

/// A difference between two recordings of the same content.
public struct MediaDifference: Hashable, Sendable {
  /// What differs. The raw value identifies it in reports and for `--ignore`.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// The format of the file.
    case container
    /// The measured duration, by more than 5 ms.
    case duration
    /// The duration that the container declares, by more than 5 ms.
    case declaredDuration = "declared-duration"
    /// How reading ended: one of the recordings is damaged or incomplete.
    case ending
    /// The time at which all tracks start on the clock of the container.
    case start
    /// Only one of the recordings has a track.
    case tracks
    /// Corresponding tracks are in another order.
    case trackOrder = "track-order"
    /// The codec of a track.
    case codec
    /// The size of pictures, their pixel format, colors or profile; the sample rate, channels or format of sound.
    case format
    /// The language of a track.
    case language
    /// The frame rate or its regularity.
    case frameRate = "frame-rate"
    /// The number of keyframes, or their distances by more than 5 ms.
    case keyframes
    /// The mean bit rate of a track, by more than 5 %.
    case bitRate = "bit-rate"
    /// A track is presented earlier or later than in the first recording, compared with the other tracks.
    case shift
    /// The number of packets, if only that is known.
    case packetCount = "packet-count"
    /// The packets of a track are presented at times that do not correspond.
    case timestamps
    /// The other recording lacks packets.
    case missingPackets = "missing-packets"
    /// Only the other recording has packets.
    case addedPackets = "added-packets"
    /// Packets of the other recording repeat the time of another.
    case doubledPackets = "doubled-packets"
    /// Packets are presented at other times than their neighbors.
    case movedPackets = "moved-packets"
    /// A finding that only one of the recordings has.
    case findings
  }

  /// What differs.
  public var kind: Kind
  /// The index of the track in the first recording; nil for the media as a whole, or if only the other one has it.
  public var track: Int?
  /// The index of the track in the other recording.
  public var otherTrack: Int?
  /// The position of playback of the first place, in the recording that has it; nil for the media as a whole.
  public var position: MediaTime?
  /// The position of the last packet, for packets that follow each other.
  public var end: MediaTime?
  /// The number of packets that differ in this way; 1 for anything else.
  public var count = 1
  /// The value in the first recording, if there is one.
  public var one: String?
  /// The value in the other recording, if there is one.
  public var other: String?
  /// The description for readers.
  public var sentence: String
}
