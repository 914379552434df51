import PlayheadAttaching
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// How much is read before anything is reported: a sender may never pause.
private let greatestReadCount = 64

/// The ArtTimeCode packets of Art-Net.
final class ArtTimecodeInput: TimecodeInput {
  private let socket: WaitingDescriptor
  private let clock: any HostClock
  private var chaser: TimecodeChaser

  init(at host: String?, _ settings: TimecodeSettings, _ bell: Bell) throws(TimecodeLoss) {
    socket = try WaitingDescriptor(datagramsTo: host, port: "6454", ending: bell)
    (clock, chaser) = (settings.clock, settings.makeChaser(.network))
  }

  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext) {
    socket.wait(until: chaser.deadline, on: clock)
    var reports: [SourceReport] = []
    for _ in 0..<greatestReadCount {
      guard let bytes = try socket.read() else { break }
      guard let sighting = ArtTimecodeDecoder.sighting(of: bytes, at: clock.now) else { continue }
      reports += chaser.receive(sighting)
    }
    return (reports + chaser.settle(at: clock.now), .again)
  }
}

/// MIDI timecode of a raw device or a FIFO.
final class MIDIDeviceInput: TimecodeInput {
  private let device: WaitingDescriptor
  private let clock: any HostClock
  private var decoder = MIDITimecodeDecoder()
  private var chaser: TimecodeChaser

  init(at path: [UInt8], _ settings: TimecodeSettings, _ bell: Bell) throws(TimecodeLoss) {
    device = try WaitingDescriptor(midiDevice: path, ending: bell)
    (clock, chaser) = (settings.clock, settings.makeChaser(.midi))
  }

  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext) {
    device.wait(until: chaser.deadline, on: clock)
    var reports: [SourceReport] = []
    for _ in 0..<greatestReadCount {
      guard let bytes = try device.read() else { break }
      if bytes.isEmpty { throw .failed("the device was closed") }
      let now = clock.now
      if bytes.contains(0xF1) { chaser.noteSign(at: now) }
      for sighting in decoder.receive(bytes, at: now) { reports += chaser.receive(sighting) }
    }
    return (reports + chaser.settle(at: clock.now), .again)
  }
}

/// MIDI timecode of a port of ALSA's sequencer.
final class SequencerInput: TimecodeInput {
  private let port: SequencerPort
  private let clock: any HostClock
  private let waiting: WaitingDescriptor
  private var decoder = MIDITimecodeDecoder()
  private var chaser: TimecodeChaser

  init(at address: String, _ settings: TimecodeSettings, _ bell: Bell) throws(TimecodeLoss) {
    port = try SequencerPort(connectedTo: address)
    waiting = try port.makeWaiting(ending: bell)
    (clock, chaser) = (settings.clock, settings.makeChaser(.midi))
  }

  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext) {
    waiting.wait(until: chaser.deadline, on: clock)
    var reports: [SourceReport] = []
    for _ in 0..<greatestReadCount {
      guard let bytes = try port.read() else { break }
      let now = clock.now
      if bytes.first == 0xF1 { chaser.noteSign(at: now) }
      for sighting in decoder.receive(bytes, at: now) { reports += chaser.receive(sighting) }
    }
    return (reports + chaser.settle(at: clock.now), .again)
  }
}

/// Messages of Open Sound Control.
final class OSCInput: TimecodeInput {
  private let socket: WaitingDescriptor
  private let clock: any HostClock
  private let address: String?
  private var chaser: OSCChaser

  init(
    at host: String?, port: UInt16, address: String?, _ settings: TimecodeSettings, _ bell: Bell
  ) throws(TimecodeLoss) {
    socket = try WaitingDescriptor(datagramsTo: host, port: String(port), ending: bell)
    (clock, self.address) = (settings.clock, address)
    chaser = OSCChaser(settings.name, settings.makeChaser(.network), rate: settings.rate)
  }

  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext) {
    socket.wait(until: chaser.deadline, on: clock)
    var reports: [SourceReport] = []
    for _ in 0..<greatestReadCount {
      guard let bytes = try socket.read() else { break }
      let now = clock.now
      for message in OSCDecoder.messages(of: bytes)
      where address ?? message.address == message.address {
        reports += chaser.receive(message, at: now)
      }
    }
    return (reports + chaser.settle(at: clock.now), .again)
  }
}
