import CPlayheadSound
import Glibc
import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// A device of ALSA that is recorded.
final class ALSARecorder: SoundRecorder {
  /// The samples that are recorded at once: a hundredth of a second.
  private static let partLength = 480
  /// The latency that is requested, in microseconds.
  private static let latency: UInt32 = 50_000
  /// For how long samples are waited for, in milliseconds.
  private static let patience: Int32 = 500

  let format: AudioFormat
  private let name: String
  private let library: ALSALibrary
  private let device: OpaquePointer
  private let clock: any HostClock
  private var line: RecordingClock

  init(_ name: String, _ format: AudioFormat, _ clock: any HostClock) throws(AudioError) {
    let library = try ALSALibrary.load()
    let functions = library.functions.pointee
    let handler = alsa_hide_errors(library.functions)
    defer { alsa_restore_errors(library.functions, handler) }
    var opened: OpaquePointer?
    var code = functions.snd_pcm_open(
      &opened, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let opened else { throw library.error(name, code) }
    code = functions.snd_pcm_set_params(
      opened, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED,
      UInt32(clamping: format.channelCount), UInt32(clamping: format.sampleRate), 1, Self.latency)
    if code >= 0 { code = functions.snd_pcm_start(opened) }
    guard code >= 0 else {
      _ = functions.snd_pcm_close(opened)
      throw library.error(name, code)
    }
    (self.name, self.format, self.library, self.clock) = (name, format, library, clock)
    device = opened
    line = RecordingClock(sampleRate: format.sampleRate)
  }

  deinit { _ = library.functions.pointee.snd_pcm_close(device) }

  func record() throws(AudioError) -> RecordedPart {
    let functions = library.functions.pointee
    let handler = alsa_hide_errors(library.functions)
    defer { alsa_restore_errors(library.functions, handler) }
    _ = functions.snd_pcm_wait(device, Self.patience)
    var values = [Int16](repeating: 0, count: Self.partLength * format.channelCount)
    let count = functions.snd_pcm_readi(device, &values, UInt(Self.partLength))
    let now = clock.now
    switch count {
    case 1...: break
    case 0, -Int(EAGAIN): return RecordedPart(samples: [], end: now)
    // Samples were lost.
    case -Int(EPIPE), -Int(ESTRPIPE):
      _ = functions.snd_pcm_prepare(device)
      _ = functions.snd_pcm_start(device)
      line = RecordingClock(sampleRate: format.sampleRate)
      return RecordedPart(samples: [], end: now)
    default: throw library.error(name, CInt(clamping: count))
    }
    var waiting = 0
    if functions.snd_pcm_delay(device, &waiting) < 0 { waiting = 0 }
    let latency = Int128(max(waiting, 0)) * 1_000_000_000 / Int128(max(format.sampleRate, 1))
    return RecordedPart(
      samples: values.prefix(count * format.channelCount).map { Float($0) / 32_768 },
      end: line.end(of: count, takenFor: Int64(clamping: latency), now: now))
  }
}
