import PlayheadMedia

/// Plays sound on a device.
///
/// An output counts samples from 0: the first sample written is sample 0. Counts never decrease, and
/// `flush` leaves no gap in the samples that are heard: the next sample written has the number that
/// `status.nextSample` reports after the flush.
///
/// No call blocks. One thread at a time calls the methods, `onChange` excepted.
public protocol AudioOutput: AnyObject, Sendable {
  /// The format of the samples to write: 1 to 10,000,000 of them per second, and 1 to 64 channels. It does not change.
  /// A player refuses an output with another format.
  var format: AudioFormat { get }

  /// The state of the output now. Can be read on any thread.
  var status: AudioOutputStatus { get }

  /// Writes samples after those written before.
  ///
  /// - Parameter samples: Interleaved samples; a multiple of the channel count. At most
  ///   `status.writableSampleCount` samples are taken.
  /// - Returns: The number of samples taken.
  func write(_ samples: UnsafeBufferPointer<Float>) -> Int

  /// Starts to play, or continues after `pause`. If no sample waits, sound starts with the first
  /// sample written.
  func start()

  /// Stops playing. Samples that the device has already taken are still heard; the others are kept.
  func pause()

  /// Discards the samples that the device has not taken yet. `status.isFlushing` is true until their
  /// number is known.
  func flush()

  /// Plays all samples written even if they are fewer than the output usually waits for. More samples
  /// may follow.
  func drain()

  /// Stops playing after all samples written have been heard. An output that several players share
  /// plays on if the samples of another one follow.
  func end()

  /// Asks for a new reading, which shows the effect of all calls before. `onChange` is called when it has come, and
  /// `status.answeredRequestCount` counts this call then.
  func requestReading()

  /// Stops at once and releases the device. `status` no longer changes.
  func close()
}

extension AudioOutput {
  /// Stops playing after all samples written have been heard: the same as `pause()`.
  public func end() { pause() }
}
