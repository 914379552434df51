import PlayheadAttaching
import PlayheadAudioDevices
import PlayheadTimekeeping

/// Linear timecode of an input of sound.
final class LTCRecording: TimecodeInput {
  private let recorder: any SoundRecorder
  private let listener: LTCListener

  init(_ device: String, channel: Int?, _ settings: TimecodeSettings) throws(TimecodeLoss) {
    do {
      recorder = try SystemSoundRecorder.open(
        device == "default" ? nil : device, channelCount: max(channel ?? 2, 2),
        clock: settings.clock)
    } catch { throw .failed(error.description) }
    listener = LTCListener(settings, channel: channel)
  }

  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext) {
    let part: RecordedPart
    do { part = try recorder.record() } catch { throw .failed(error.description) }
    let format = recorder.format
    let reports = try listener.receive(
      part.samples, count: format.channelCount, sampleRate: format.sampleRate, until: part.end)
    return (reports, .again)
  }
}
