import PlayheadAudio
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// Opens outputs to devices that exist only in a test.
public final class FakeAudioOpener: AudioOutputOpener {
  private let clock: any HostClock
  private let devices: [FakeAudioDevice]
  private let onOpening: @Sendable () -> Void
  private let opened = Locked<[FakeAudioOutput]>([])
  private let attempts = Locked(0)

  /// Creates an opener.
  ///
  /// - Parameters:
  ///   - clock: The clock that the devices play on.
  ///   - devices: The device of each call of `open`, in order. The last one is opened again by all
  ///     further calls.
  ///   - onOpening: Called at the start of each call of `open`. To simulate a slow server, skip time
  ///     on a manual clock.
  public init(
    clock: any HostClock, devices: [FakeAudioDevice] = [FakeAudioDevice()],
    onOpening: @escaping @Sendable () -> Void = {}
  ) {
    precondition(!devices.isEmpty, "An opener has a device to open")
    self.clock = clock
    self.devices = devices
    self.onOpening = onOpening
  }

  /// The outputs that have been opened, in order. They are kept with all samples they have played.
  public var outputs: [FakeAudioOutput] { opened.withLock { $0 } }

  /// The number of calls of `open`, failed ones included.
  public var attemptCount: Int { attempts.withLock { $0 } }

  /// Opens an output to the next device. Never blocks.
  ///
  /// - Parameters:
  ///   - format: The format of the sound.
  ///   - interruption: Makes the call fail if it has happened.
  ///   - onChange: Called from a routine of the clock, never from a call of the output's methods.
  /// - Returns: A `FakeAudioOutput`.
  /// - Throws: The device's error of opening, or an error of the interruption.
  public func open(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> any AudioOutput {
    let attempt = attempts.withLock { count in
      defer { count += 1 }
      return count
    }
    onOpening()
    if interruption.isInterrupted { throw AudioError("fake", .interrupted) }
    let device = devices[min(attempt, devices.count - 1)]
    if let error = device.openingError { throw error }
    let output = FakeAudioOutput(device, format: format, clock: clock, onChange: onChange)
    opened.withLock { $0.append(output) }
    return output
  }
}
