import PlayheadAudio
import PlayheadMedia

extension AudioOutputCheck {
  static let ending = [
    AudioOutputCheck("A closed output keeps its state, and releases its closure.") { row in
      let use = try AudioOutputUse(row)
      use.call { $0.start() }
      try use.write(4_000)
      _ = try use.read()
      let isReleased = use.close()
      let status = use.status
      let taken = use.writeOnce(10)
      for method in [
        { $0.start() }, { $0.pause() }, { $0.flush() }, { $0.drain() }, { $0.requestReading() },
        { $0.close() },
      ] as [(any AudioOutput) -> Void] {
        use.call(method)
      }
      return require(isReleased, "The closure is kept.")
        + require(taken == 0, "Samples were taken after the end.")
        + require(use.status == status, "The state changed to \(use.status).")
        + require(status.error == nil, "To close is the error \(String(describing: status.error)).")
    },
    AudioOutputCheck("An interruption before opening prevents it.") { row in
      let interruption = Interruption()
      interruption.interrupt()
      do {
        _ = try AudioOutputUse(row, interruption: interruption)
        return ["The output was opened."]
      } catch let error as AudioError {
        return require(error.reason == .interrupted, "It failed as: \(error)")
      }
    },
  ]
}
