import PlayheadAudio
import PlayheadLocking
import PlayheadMedia

/// An output with a lane for each of its players.
final class SharedAudioOutput: Sendable {
  /// The closures to call when the output has changed. The output calls them on its own thread, and may
  /// hold a lock that its methods take. So the lock here is free while a closure runs.
  final class Listeners: Sendable {
    private let listeners = Locked<[Int: @Sendable () -> Void]>([:])

    func add(_ listener: @escaping @Sendable () -> Void, _ lane: Int) {
      listeners.withLock { $0[lane] = listener }
    }

    func remove(_ lane: Int) {
      let listener = listeners.withLock { $0.removeValue(forKey: lane) }
      withExtendedLifetime(listener) {}
    }

    func call() {
      for listener in listeners.withLock({ Array($0.values) }) { listener() }
    }
  }

  private let lanes: Locked<AudioLanes>
  private let listeners: Listeners

  init(_ output: any AudioOutput, _ listeners: Listeners, replacing previous: SharedAudioOutput?) {
    let failure = previous?.lanes.withLock { $0.failure }
    lanes = Locked(AudioLanes(output, isSuspect: failure == SoundMachine.deadDevice))
    self.listeners = listeners
  }

  func makeFirstLane(onChange: @escaping @Sendable () -> Void) -> AudioLane {
    let (number, format) = lanes.withLock { ($0.add(), $0.format) }
    listeners.add(onChange, number)
    return AudioLane(number: number, of: self, format)
  }

  /// Returns a new lane behind the others; nil if the output cannot be used any more.
  func makeLane(onChange: @escaping @Sendable () -> Void) -> AudioLane? {
    let lane = lanes.withLock { lanes in
      lanes.canBeJoined ? (lanes.add(), lanes.format) : nil
    }
    guard let (number, format) = lane else { return nil }
    listeners.add(onChange, number)
    return AudioLane(number: number, of: self, format)
  }

  func withLanes<Result>(_ body: (inout AudioLanes) -> Result) -> Result {
    lanes.withLock(body)
  }

  /// Changes a lane in a way that others may wait for.
  func change(_ body: (inout AudioLanes) -> Void) {
    lanes.withLock(body)
    listeners.call()
  }

  func close(_ lane: Int) {
    listeners.remove(lane)
    change { $0.close(lane) }
  }
}

/// One player's part of the output.
final class AudioLane: AudioOutput {
  let format: AudioFormat
  private let number: Int
  private let shared: SharedAudioOutput

  fileprivate init(number: Int, of shared: SharedAudioOutput, _ format: AudioFormat) {
    (self.number, self.shared, self.format) = (number, shared, format)
  }

  var status: AudioOutputStatus { shared.withLanes { $0.status(of: number) } }

  func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    shared.withLanes { $0.write(samples, number) }
  }

  func start() { shared.change { $0.start(number) } }
  func pause() { shared.change { $0.pause(number) } }
  func flush() { shared.change { $0.flush(number) } }
  func drain() { shared.change { $0.drain(number) } }
  func end() { shared.change { $0.end(number) } }
  /// Plays the written samples although the device waits for more, which are written only then.
  func playWritten() { shared.withLanes { $0.playWritten(number) } }
  /// Records whether the player plays or is about to.
  func setWanted(_ isWanted: Bool) { shared.change { $0.setWanted(isWanted, number) } }

  /// Makes all players leave the output.
  func fail(_ error: AudioError) { shared.change { $0.fail(error) } }

  /// What the player has written that may not have been heard.
  var written: WrittenSound { shared.withLanes { $0.written(by: number) } }

  /// Whether the device may play nothing, as the one before.
  var mayPlayNothing: Bool { shared.withLanes { $0.mayPlayNothing } }

  /// How many readings had been requested when the player last stopped.
  var requestCountAtStop: Int { shared.withLanes { $0.requestCountAtStop(of: number) } }

  /// The number of the first sample of the player that the last flush has discarded; nil if it has discarded none.
  var keptEnd: Int64? { shared.withLanes { $0.keptEnd(of: number) } }

  func requestReading() { shared.withLanes { $0.requestReading() } }
  func close() { shared.close(number) }
}
