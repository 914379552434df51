import Glibc
import PlayheadAttaching
import PlayheadAudioDevices
import PlayheadMedia
import PlayheadTimecode
import PlayheadTimekeeping

extension AttachedPlayer {
  /// Attaches to timecode, whose position is the time since `00:00:00:00`.
  ///
  /// The position moves as fast as the timecode, forward only: timecode that runs backward moves the playhead to each
  /// place. Requests throw, because timecode can only be followed.
  ///
  /// - Parameters:
  ///   - timecode: The timecode.
  ///   - clock: The clock of host instants and timers.
  ///   - bound: The uncertainty that readings should keep; positive.
  ///   - latency: How much later a sample is heard than the timecode says; nil if that is not stated.
  ///   - frameRate: The frame rate of the timecode; nil to find it from the timecode.
  ///   - freewheel: For how long the position moves on when timecode ends; nil for two frames of linear and MIDI timecode,
  ///     and eight of datagrams.
  public convenience init(
    _ timecode: TimecodeAddress, clock: any HostClock = SystemHostClock.shared,
    uncertainty bound: Duration = .milliseconds(5), latency: Duration? = nil,
    frameRate: FrameRate? = nil, freewheel: Duration? = nil
  ) {
    self.init(
      timecode, clock: clock, uncertainty: bound, latency: latency, frameRate: frameRate,
      freewheel: freewheel, media: .none)
  }

  /// Attaches to timecode, and opens media for what that does not report.
  package convenience init(
    _ timecode: TimecodeAddress, clock: any HostClock, uncertainty bound: Duration,
    latency: Duration?, frameRate: FrameRate?, freewheel: Duration?, media: AttachedMedia
  ) {
    self.init(
      timecode.makeSource(rate: frameRate, freewheel: freewheel, clock: clock), clock: clock,
      uncertainty: bound, latency: latency, media: media)
  }
}

extension TimecodeAddress {
  /// Returns the source of the positions, which receives nothing yet.
  func makeSource(
    rate: FrameRate?, freewheel: Duration?, clock: any HostClock
  ) -> any PlayerSource {
    let settings = TimecodeSettings(
      name: description, rate: rate, freewheel: freewheel, clock: clock)
    let habits: TimecodeHabits =
      switch self {
      case .ltc: .linear
      case .mtc: .midi
      case .artNet, .osc: .network
      }
    let interruption = Interruption()
    return TimecodeSource(description, habits, clock: clock, interruption) {
      bell throws(TimecodeLoss) in try open(settings, bell, interruption)
    }
  }

  private func open(
    _ settings: TimecodeSettings, _ bell: Bell, _ interruption: Interruption
  ) throws(TimecodeLoss) -> any TimecodeInput {
    switch self {
    case .ltc(let place, let channel):
      guard channel.map((1...32).contains) ?? true else { throw .failed("no such channel") }
      if Self.isFile(place) {
        return try LTCFile(place, channel: channel, settings, interruption: interruption)
      }
      return try LTCRecording(place, channel: channel, settings)
    case .mtc(let port):
      let chaser = MIDITimecodeChaser(settings.makeChaser(.midi))
      if MIDITimecode.isSequencerAddress(port) {
        let sequencer = try SequencerPort(connectedTo: port)
        let waiting = try sequencer.makeWaiting(ending: bell)
        return ReceivedInput(waiting, settings.clock, chaser, reading: sequencer.read)
      }
      let device = try WaitingDescriptor(midiDevice: ExactText.bytes(of: port), ending: bell)
      return ReceivedInput(device, settings.clock, chaser) { () throws(TimecodeLoss) in
        let bytes = try device.read()
        if bytes?.isEmpty == true { throw .failed("the device was closed") }
        return bytes
      }
    case .artNet(let host):
      let socket = try WaitingDescriptor(datagramsTo: host, port: "6454", ending: bell)
      let chaser = ArtTimecodeChaser(chaser: settings.makeChaser(.network))
      return ReceivedInput(socket, settings.clock, chaser, reading: socket.read)
    case .osc(let host, let port, let address):
      let socket = try WaitingDescriptor(datagramsTo: host, port: String(port), ending: bell)
      let chaser = OSCChaser(
        settings.name, settings.makeChaser(.network), rate: settings.rate, address: address)
      return ReceivedInput(socket, settings.clock, chaser, reading: socket.read)
    }
  }

  /// Whether a text names a file: there is one, or it has a slash.
  private static func isFile(_ text: String) -> Bool {
    text.contains("/") || access(ExactText.bytes(of: text).cString, F_OK) == 0
  }
}

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
