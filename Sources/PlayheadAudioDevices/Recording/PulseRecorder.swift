import CPlayheadSound
import Glibc
import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// A source of a sound server that speaks PulseAudio's protocol, recorded with its simple library.
final class PulseRecorder: SoundRecorder {
  /// The samples that are recorded at once: a hundredth of a second.
  private static let partLength = 480

  let format: AudioFormat
  private let functions: UnsafePointer<simple_functions>
  private let stream: OpaquePointer
  private let clock: any HostClock
  private var line: RecordingClock

  /// Connects to a source; nil for the default one.
  init(_ source: String?, _ format: AudioFormat, _ clock: any HostClock) throws(AudioError) {
    var description: UnsafePointer<CChar>?
    guard let functions = simple_load(&description) else {
      let text = description.map { String(cString: $0) }
      throw AudioError("PulseAudio", .missingLibrary("libpulse-simple.so.0"), detail: text)
    }
    var samples = pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(clamping: format.sampleRate),
      channels: UInt8(clamping: format.channelCount))
    let size = UInt32(clamping: Self.partLength * 4 * format.channelCount)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max, fragsize: size)
    var code: CInt = 0
    let stream = functions.pointee.pa_simple_new(
      nil, "playhead", PA_STREAM_RECORD, source, "timecode", &samples, nil, &buffer, &code)
    guard let stream else { throw Self.error(code) }
    (self.functions, self.stream, self.format, self.clock) = (functions, stream, format, clock)
    line = RecordingClock(sampleRate: format.sampleRate)
  }

  deinit { functions.pointee.pa_simple_free(stream) }

  private static func error(_ code: CInt) -> AudioError {
    // The simple library is there, so this one is, too.
    (try? PulseLibrary.load().error(code)) ?? AudioError("PulseAudio", .refused)
  }

  func record() throws(AudioError) -> RecordedPart {
    var samples = [Float](repeating: 0, count: Self.partLength * format.channelCount)
    var code: CInt = 0
    let size = samples.count * MemoryLayout<Float>.size
    guard functions.pointee.pa_simple_read(stream, &samples, size, &code) >= 0 else {
      throw Self.error(code)
    }
    // What was recorded and not read yet, and the latency of the device.
    let latency = functions.pointee.pa_simple_get_latency(stream, &code)
    let now = clock.now
    // The greatest number is a failure.
    let delay = latency == .max ? 0 : Int64(clamping: min(latency, 10_000_000)) * 1_000
    return RecordedPart(
      samples: samples,
      end: min(line.place(Self.partLength, at: now.advanced(byNanoseconds: -delay)), now))
  }
}
