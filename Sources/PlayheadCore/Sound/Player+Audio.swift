import Audio
import PortableCombine

/// The volume, and the state of the sound.
extension Player {
  /// The volume: 1 leaves the sound unchanged, 0 is silence. Values outside 0...10 are clamped. The
  /// counterpart of `AVPlayer.volume`. Can be used on any thread.
  ///
  /// The player applies it when it writes sound to the output, so a change is heard after the output's latency.
  public var volume: Float {
    get { volumeSubject.value }
    set { volumeSubject.send(newValue.isNaN ? 0 : min(max(newValue, 0), 10)) }
  }

  /// Whether the sound is muted. The volume is kept. The counterpart of `AVPlayer.isMuted`. Can be
  /// used on any thread.
  public var isMuted: Bool {
    get { mutedSubject.value }
    set { mutedSubject.send(newValue) }
  }

  /// Publishes `volume`: the current value first. Completes when the player is closed.
  public var volumePublisher: AnyPublisher<Float, Never> {
    volumeSubject.removeDuplicates().eraseToAnyPublisher()
  }

  /// Publishes `isMuted`: the current value first. Completes when the player is closed.
  public var isMutedPublisher: AnyPublisher<Bool, Never> {
    mutedSubject.removeDuplicates().eraseToAnyPublisher()
  }

  /// Whether the player's sound is heard.
  public var audioState: AudioState { audioStateSubject.value }

  /// Publishes `audioState`: the current value first, further ones on a thread of the player, which a
  /// subscriber must not block. Completes when the player is closed.
  public var audioStatePublisher: AnyPublisher<AudioState, Never> {
    audioStateSubject.removeDuplicates().eraseToAnyPublisher()
  }

  /// The factor of each value of a sample.
  var outputVolume: Float { isMuted ? 0 : volume }
}
