import PlayheadAudio
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadServing
import PlayheadTerminal

/// The options of a session, its cues and its outputs, which the playbacks of its files share.
package struct SessionOutputs: Sendable {
  package let options: PlayOptions
  /// The cues of the files that `--cues` names.
  package let cues: CueTrack
  package let writer: RecordWriter
  package let commands: CommandRunner
  /// Nil if there is no status line.
  package let display: LiveDisplay?
  /// Nil unless where files are left is saved or resumed.
  let positions: PositionKeeper?
  /// Nil unless timecode is sent.
  package let timecode: TimecodeOutputs?
  /// Nil unless the timeline is offered to other machines.
  package let server: TimelineServer?
  private let silence = SilenceNotice()

  /// Opens the outputs, and reads the files of cues.
  package init(_ options: PlayOptions) throws(FileFailure) {
    self.options = options
    cues = try options.cues.readFiles()
    positions = PositionKeeper(options)
    writer = try RecordWriter(options)
    display = options.drawsLiveLine ? LiveDisplay(options) : nil
    timecode = try TimecodeOutputs(options)
    server = try options.serving.makeServer()
    commands = CommandRunner(
      above: display, writingTo: options.exec.output ?? .stderr, runsInOrder: options.isInstant)
  }

  /// Waits neither for a reader of the records nor for the terminal, and starts no more commands after a signal.
  package func abandon(at reason: EndReason) {
    if let signal = reason.signal { commands.stop(signal) }
    positions?.saveSoon()
    writer.abandon()
    display?.abandon()
  }

  /// Reports why sound cannot be heard, unless that was reported for the file before.
  func reportSilence(_ error: AudioError) { silence.report(error) }
}

/// Reports why sound cannot be heard: once for several files with the same reason.
final class SilenceNotice: Sendable {
  private let last = Locked<AudioError?>(nil)

  func report(_ error: AudioError) {
    let isNew = last.withLock { last in
      defer { last = error }
      return last != error
    }
    if isNew { Messages.say(OutputMessage.silent, about: "\(error)") }
  }
}
