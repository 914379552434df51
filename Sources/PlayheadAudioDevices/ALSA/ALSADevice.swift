import PlayheadAudio
import CPlayheadSound
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// An open device of ALSA. No call blocks. One thread at a time uses it.
///
/// Sendable is unchecked because its owner locks it.
struct ALSADevice: @unchecked Sendable {
  /// The time that the samples in the device's buffer take, if it can be chosen.
  private static let bufferMicroseconds: CUnsignedInt = 80_000
  private static let periodMicroseconds: CUnsignedInt = 20_000

  /// The device's state and delay at one instant.
  struct Status {
    /// The host instant of the state.
    var instant: HostInstant
    /// The number of samples written and not heard.
    var delay: Int
    var isPlaying: Bool
  }

  /// The result of a call.
  enum Outcome {
    /// The number of samples that the device took.
    case taken(Int)
    /// The device had played all samples, and has stopped.
    case underrun
    /// The device cannot be used.
    case failed(CInt)
  }

  let name: String
  /// The format of the samples that it takes, before they are converted to `sampleFormat`.
  let format: AudioFormat

  private let library: ALSALibrary
  private let handle: OpaquePointer
  private let sampleFormat: SampleFormat
  private let order: [Int]
  private var functions: alsa_functions { library.functions.pointee }

  /// Opens a device, with the nearest format that it can play.
  init(_ name: String, nearest format: AudioFormat, _ library: ALSALibrary) throws(AudioError) {
    let functions = library.functions.pointee
    let handler = alsa_hide_errors(library.functions)
    defer { alsa_restore_errors(library.functions, handler) }
    var opened: OpaquePointer?
    let code = functions.snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    guard code >= 0, let opened else { throw library.error(name, code) }
    do throws(AudioError) {
      (self.format, sampleFormat) = try Self.configure(opened, name, format, library)
    } catch {
      _ = functions.snd_pcm_close(opened)
      throw error
    }
    self.name = name
    self.library = library
    handle = opened
    order = Self.order(self.format.channelCount)
  }

  /// Plays interleaved samples, at least one, as many as there is room for.
  func write(_ samples: UnsafeBufferPointer<Float>) -> Outcome {
    let sampleCount = samples.count / format.channelCount
    let result = withOrdered(samples) { samples in
      sampleFormat.withConverted(samples) {
        functions.snd_pcm_writei(handle, $0, snd_pcm_uframes_t(sampleCount))
      }
    }
    switch CInt(clamping: result) {
    case 0...: return .taken(result)
    case -EAGAIN: return .taken(0)
    case -EPIPE: return recover(functions.snd_pcm_prepare(handle))
    case -ESTRPIPE: return resume()
    case let code: return .failed(code)
    }
  }

  /// Returns whether the device has played all samples, and has stopped. It is then ready for more.
  func recoverFromUnderrun() -> Bool {
    // Makes the library read the state of the device.
    _ = functions.snd_pcm_avail_update(handle)
    guard functions.snd_pcm_state(handle) == SND_PCM_STATE_XRUN else { return false }
    return functions.snd_pcm_prepare(handle) >= 0
  }

  /// Returns the device's state; nil if it has none.
  func status() -> Status? {
    var status: OpaquePointer?
    guard functions.snd_pcm_status_malloc(&status) >= 0, let status else { return nil }
    defer { functions.snd_pcm_status_free(status) }
    guard functions.snd_pcm_status(handle, status) >= 0 else { return nil }
    let now = SystemHostClock.shared.now
    var stamp = timespec()
    functions.snd_pcm_status_get_htstamp(status, &stamp)
    let instant = HostInstant(
      nanoseconds: Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec))
    // A device that does not run, or does not know the monotonic clock, has another time or none.
    let isKnown = instant <= now && instant.duration(to: now) < .milliseconds(100)
    return Status(
      instant: isKnown ? instant : now, delay: functions.snd_pcm_status_get_delay(status),
      isPlaying: functions.snd_pcm_status_get_state(status) == SND_PCM_STATE_RUNNING)
  }

  /// Stops at once and closes the device, which must not be used again.
  func close() {
    _ = functions.snd_pcm_drop(handle)
    _ = functions.snd_pcm_close(handle)
  }

  /// Returns the error of a device that can no longer be used.
  func error(_ code: CInt) -> AudioError { library.error(name, code, .lost) }

  private func recover(_ code: CInt) -> Outcome { code < 0 ? .failed(code) : .underrun }

  private func resume() -> Outcome {
    // Not all devices can continue where they stopped.
    switch functions.snd_pcm_resume(handle) {
    case 0...: .taken(0)
    case -EAGAIN: .taken(0)
    default: recover(functions.snd_pcm_prepare(handle))
    }
  }

  private func withOrdered<Result>(
    _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    if order.isEmpty { return body(samples) }
    var ordered = [Float]()
    ordered.reserveCapacity(samples.count)
    for sample in stride(from: 0, to: samples.count, by: order.count) {
      for channel in order { ordered.append(samples[sample + channel]) }
    }
    return ordered.withUnsafeBufferPointer(body)
  }

  /// The channels of an `AudioFormat` in the order of ALSA's devices; empty if it is the same.
  private static func order(_ channelCount: Int) -> [Int] {
    switch channelCount {
    case 5: [0, 1, 3, 4, 2]
    case 6: [0, 1, 4, 5, 2, 3]
    case 8: [0, 1, 4, 5, 2, 3, 6, 7]
    default: []
    }
  }

  private static func configure(
    _ handle: OpaquePointer, _ name: String, _ format: AudioFormat, _ library: ALSALibrary
  ) throws(AudioError) -> (AudioFormat, SampleFormat) {
    let functions = library.functions.pointee
    func check(_ code: CInt) throws(AudioError) {
      if code < 0 { throw library.error(name, code, .refused) }
    }
    var hardware: OpaquePointer?
    try check(functions.snd_pcm_hw_params_malloc(&hardware))
    defer { functions.snd_pcm_hw_params_free(hardware) }
    try check(functions.snd_pcm_hw_params_any(handle, hardware))
    try check(
      functions.snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
    let sampleFormat = SampleFormat.allCases.first {
      functions.snd_pcm_hw_params_set_format(handle, hardware, $0.identifier) >= 0
    }
    guard let sampleFormat else { throw library.error(name, -EINVAL, .refused) }
    var channelCount = CUnsignedInt(format.channelCount)
    try check(functions.snd_pcm_hw_params_set_channels_near(handle, hardware, &channelCount))
    var rate = CUnsignedInt(format.sampleRate)
    try check(functions.snd_pcm_hw_params_set_rate_near(handle, hardware, &rate, nil))
    var time = bufferMicroseconds
    try check(functions.snd_pcm_hw_params_set_buffer_time_near(handle, hardware, &time, nil))
    time = periodMicroseconds
    try check(functions.snd_pcm_hw_params_set_period_time_near(handle, hardware, &time, nil))
    try check(functions.snd_pcm_hw_params(handle, hardware))
    var software: OpaquePointer?
    try check(functions.snd_pcm_sw_params_malloc(&software))
    defer { functions.snd_pcm_sw_params_free(software) }
    try check(functions.snd_pcm_sw_params_current(handle, software))
    try check(functions.snd_pcm_sw_params_set_start_threshold(handle, software, 1))
    // Otherwise a device that is stopped a little late plays old samples again.
    var boundary = snd_pcm_uframes_t()
    try check(functions.snd_pcm_sw_params_get_boundary(software, &boundary))
    _ = functions.snd_pcm_sw_params_set_silence_threshold(handle, software, 0)
    _ = functions.snd_pcm_sw_params_set_silence_size(handle, software, boundary)
    _ = functions.snd_pcm_sw_params_set_tstamp_mode(handle, software, SND_PCM_TSTAMP_ENABLE)
    _ = functions.snd_pcm_sw_params_set_tstamp_type(
      handle, software, SND_PCM_TSTAMP_TYPE_MONOTONIC)
    try check(functions.snd_pcm_sw_params(handle, software))
    return (
      AudioFormat(sampleRate: Int(rate), channelCount: Int(channelCount)), sampleFormat
    )
  }
}

/// A format of samples that a device of ALSA takes.
enum SampleFormat: CaseIterable {
  case float, signed32, signed16

  /// ALSA's name of the format, in the machine's byte order.
  var identifier: snd_pcm_format_t {
    let isBigEndian = Int(bigEndian: 1) == 1
    return switch self {
    case .float: isBigEndian ? SND_PCM_FORMAT_FLOAT_BE : SND_PCM_FORMAT_FLOAT_LE
    case .signed32: isBigEndian ? SND_PCM_FORMAT_S32_BE : SND_PCM_FORMAT_S32_LE
    case .signed16: isBigEndian ? SND_PCM_FORMAT_S16_BE : SND_PCM_FORMAT_S16_LE
    }
  }

  /// Calls `body` with samples in this format.
  func withConverted<Result>(
    _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafeRawPointer?) -> Result
  ) -> Result {
    switch self {
    case .float: body(samples.baseAddress)
    case .signed32:
      samples.map { Self.integer($0, Int32.self) }.withUnsafeBytes { body($0.baseAddress) }
    case .signed16:
      samples.map { Self.integer($0, Int16.self) }.withUnsafeBytes { body($0.baseAddress) }
    }
  }

  /// Returns the nearest integer to a sample, clamped; 0 for NaN.
  static func integer<Number: FixedWidthInteger>(_ sample: Float, _: Number.Type) -> Number {
    let scaled = (Double(sample) * -Double(Number.min)).rounded(.toNearestOrEven)
    if scaled.isNaN { return 0 }
    return Number(max(Double(Number.min), min(scaled, Double(Number.max))))
  }
}
