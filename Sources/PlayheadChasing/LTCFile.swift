import PlayheadAttaching
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadReading
import PlayheadTimekeeping

/// Linear timecode in the sound of a file, which is heard at its own speed from the first call on.
final class LTCFile: TimecodeInput {
  private let sound: SoundChannels
  private let listener: LTCListener
  private let clock: any HostClock
  private var start: HostInstant?
  private var next: SoundChannels.Block?

  init(
    _ path: String, channel: Int?, _ settings: TimecodeSettings, interruption: Interruption
  ) throws(TimecodeLoss) {
    do {
      sound = try SoundChannels(opening: LocatedMedia(path: path), interruption: interruption)
    } catch { throw .failed("\(error.reason)") }
    (listener, clock) = (LTCListener(settings, channel: channel), settings.clock)
  }

  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext) {
    let now = clock.now
    let start = start ?? now
    self.start = start
    var reports: [SourceReport] = []
    do {
      while let block = try next ?? sound.next() {
        let end = start.advanced(by: Duration(block.end))
        guard end <= now else {
          next = block
          return (reports, .wait(until: end))
        }
        next = nil
        reports += try listener.receive(
          block.samples, first: block.firstChannel, count: block.channelCount,
          sampleRate: block.sampleRate, until: end)
        if !reports.isEmpty { return (reports, .again) }
      }
    } catch let error as MediaError {
      throw .failed("\(error.reason)")
    } catch let error as TimecodeLoss {
      throw error
    } catch { throw .failed("\(error)") }
    throw listener.channel == nil ? .failed("no linear timecode in the sound") : .atEnd
  }
}
