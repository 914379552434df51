import Media
import PortableCombine
import Timekeeping

/// The player's condition, part by part.
extension Player {
  /// What the player is doing, now and whenever that changes, on the player's own queue; completes
  /// when the player is closed.
  ///
  /// A state that lasted no time may be left out; `progressPublisher` tells every change.
  public var statePublisher: AnyPublisher<PlaybackState, Never> {
    conditionSubject.map(\.state).removeDuplicates().eraseToAnyPublisher()
  }

  /// The tags of the medium, none until it is open, on the player's own queue; completes when the
  /// player is closed.
  public var tagsPublisher: AnyPublisher<[Tag], Never> {
    conditionSubject.map(\.tags).removeDuplicates().eraseToAnyPublisher()
  }

  /// What has been read ahead: from where the playhead was when it was told, to where it could go,
  /// as positions; empty where nothing is.
  ///
  /// It is told for each half second that was read, at the end of the media, and when the state
  /// changes, on the player's own queue; completes when the player is closed.
  public var bufferedRangePublisher: AnyPublisher<Range<MediaTime>, Never> {
    conditionSubject.map(\.bufferedRange).removeDuplicates().eraseToAnyPublisher()
  }
}
