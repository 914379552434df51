import PlayheadAudio
import Dispatch
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

  /// Whether the sound is muted. The volume is kept. The counterpart of `AVPlayer.isMuted`. Can be used on any thread.
  public var isMuted: Bool {
    get { mutedSubject.value }
    set { mutedSubject.send(newValue) }
  }

  /// Publishes `volume`: the current value first. Delivers on the main queue. Completes when the player is closed.
  public var volumePublisher: AnyPublisher<Float, Never> { volumePublisher(queue: .main) }

  /// Publishes what `volumePublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once, on the thread that subscribes or sets the
  ///   volume.
  /// - Returns: The publisher.
  public func volumePublisher(queue: DispatchQueue?) -> AnyPublisher<Float, Never> {
    volumeSubject.removeDuplicates().delivered(on: queue, by: clock)
  }

  /// Publishes `isMuted`: the current value first. Delivers on the main queue. Completes when the player is closed.
  public var isMutedPublisher: AnyPublisher<Bool, Never> { isMutedPublisher(queue: .main) }

  /// Publishes what `isMutedPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once, on the thread that subscribes or sets
  ///   `isMuted`.
  /// - Returns: The publisher.
  public func isMutedPublisher(queue: DispatchQueue?) -> AnyPublisher<Bool, Never> {
    mutedSubject.removeDuplicates().delivered(on: queue, by: clock)
  }

  /// Whether the player's sound is heard.
  public var audioState: AudioState { audioStateSubject.value }

  /// Publishes `audioState`: the current value first. Delivers on the main queue. Completes when the player is closed.
  public var audioStatePublisher: AnyPublisher<AudioState, Never> {
    audioStatePublisher(queue: .main)
  }

  /// Publishes what `audioStatePublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func audioStatePublisher(queue: DispatchQueue?) -> AnyPublisher<AudioState, Never> {
    audioStateSubject.removeDuplicates().delivered(on: queue, by: clock)
  }

  /// The factor of each value of a sample.
  var outputVolume: Float { isMuted ? 0 : volume }
}
