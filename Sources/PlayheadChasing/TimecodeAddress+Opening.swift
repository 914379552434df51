import Glibc
import PlayheadAttaching
import PlayheadAudioDevices
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadReading
import PlayheadServing
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

extension TimecodeAddress {
  /// Returns the source of the positions, which receives nothing yet. A frame rate that is nil is found.
  package func makeSource(
    _ frameRate: FrameRate?, freewheel: Duration?, clock: any HostClock
  ) -> any PlayerSource {
    let habits: TimecodeHabits =
      switch self {
      case .ltc: .linear
      case .mtc: .midi
      case .artNet, .osc: .network
      }
    let chaser = TimecodeChaser(description, habits, rate: frameRate, freewheel: freewheel)
    return TimecodeSource(description, habits, clock: clock) {
      bell, interruption throws(SourceReport.Loss) in
      switch self {
      case .ltc(let place, let channel):
        guard channel.map((1...32).contains) ?? true else { throw .failed("no such channel") }
        let listener = LTCListener(chaser, channel: channel)
        // There is a file, or the name has a slash.
        let isFile = place.contains("/") || access(ExactText.bytes(of: place).cString, F_OK) == 0
        return isFile
          ? try Self.playing(place, listener, clock, interruption)
          : try Self.recording(place, channel: channel, listener, clock)
      case .mtc(let port):
        return try Self.midi(port, MessageChaser(chaser, .midi(MIDITimecodeDecoder())), clock, bell)
      case .artNet(let host):
        return try Self.datagrams(
          to: host, ArtTimecode.port, MessageChaser(chaser, .artNet), clock, bell)
      case .osc(let host, let port, let address):
        let chaser = MessageChaser(chaser, .osc(address: address))
        return try Self.datagrams(to: host, port, chaser, clock, bell)
      }
    }
  }

  // MARK: Sound

  /// Plays linear timecode in the sound of a file at its own speed, from the first call on, without sound.
  private static func playing(
    _ path: String, _ listener: LTCListener, _ clock: any HostClock, _ interruption: Interruption
  ) throws(SourceReport.Loss) -> TimecodeInput {
    let sound = try receiving(words) { () throws(MediaError) in
      try SoundChannels(opening: LocatedMedia(path: path), interruption: interruption)
    }
    var (start, next): (HostInstant?, SoundChannels.Block?) = (nil, nil)
    return { () throws(SourceReport.Loss) in
      let now = clock.now
      let begin = start ?? now
      start = begin
      if next == nil { next = try receiving(words, sound.next) }
      guard let block = next else {
        throw listener.channel == nil ? .failed("no linear timecode in the sound") : .closed
      }
      let end = begin.advanced(by: Duration(block.end))
      if end > now { return ([], .wait(until: end)) }
      next = nil
      let reports = try listener.receive(
        block.samples, first: block.firstChannel, count: block.channelCount,
        sampleRate: block.sampleRate, until: end)
      return (reports, .again)
    }
  }

  /// Returns an error in words, without the name of the file.
  private static func words(_ error: MediaError) -> String {
    error.reason.text ?? error.detail ?? error.description
  }

  /// Records linear timecode from an input of sound.
  private static func recording(
    _ device: String, channel: Int?, _ listener: LTCListener, _ clock: any HostClock
  ) throws(SourceReport.Loss) -> TimecodeInput {
    let recorder = try receiving {
      try SystemSoundRecorder.open(
        device == "default" ? nil : device, channelCount: max(channel ?? 2, 2), clock: clock)
    }
    let format = recorder.format
    return { () throws(SourceReport.Loss) in
      let part = try receiving { try recorder.record() }
      let reports = try listener.receive(
        part.samples, count: format.channelCount, sampleRate: format.sampleRate, until: part.end)
      return (reports, .again)
    }
  }

  // MARK: Messages

  private static func datagrams(
    to host: String?, _ port: UInt16, _ chaser: MessageChaser, _ clock: any HostClock, _ bell: Bell
  ) throws(SourceReport.Loss) -> TimecodeInput {
    let place = TimelineAddress(host: host ?? "127.0.0.1", port: port)
    // Programs with Art-Net share its only port.
    let sharing = port == ArtTimecode.port ? DatagramSocket.Sharing.anyAddress : .groups
    var socket = try receiving { try DatagramSocket(servingAt: place, sharing: sharing) }
    let descriptor = InputDescriptor(socket.descriptor, ending: bell)
    return descriptor.input(chaser, clock) { socket.receive()?.bytes }
  }

  /// Receives from a port of ALSA's sequencer, or from a raw device or a FIFO, which need not have a writer.
  private static func midi(
    _ port: String, _ chaser: MessageChaser, _ clock: any HostClock, _ bell: Bell
  ) throws(SourceReport.Loss) -> TimecodeInput {
    if MIDITimecode.isSequencerAddress(port) {
      let sequencer = try receiving { try SequencerPort(connectedTo: port, receives: true) }
      let descriptor = InputDescriptor(
        try receiving { try sequencer.makeDescriptor() }, ending: bell)
      return descriptor.input(chaser, clock) { () throws(SourceReport.Loss) in
        try receiving { try sequencer.read() }
      }
    }
    let number = try receiving { try MIDIDevice.open(port, receives: true) }
    let descriptor = InputDescriptor(number, ending: bell)
    return descriptor.input(chaser, clock, reading: descriptor.read)
  }
}

/// A descriptor from which timecode is read. Releasing it closes it.
final class InputDescriptor {
  /// How much is read before anything is reported, about a full queue, and the rest then: a sender may never pause.
  private static let (greatestReadCount, rest) = (256, Duration.milliseconds(10))

  private let number: Int32
  private let bell: Bell

  /// Takes over an open descriptor that does not block. The bell ends a wait.
  init(_ number: Int32, ending bell: Bell) { (self.number, self.bell) = (number, bell) }

  deinit { close(number) }

  /// Waits for something to read, an instant, the bell, or a second; then reads until a function returns false.
  func receive(
    until deadline: HostInstant?, on clock: any HostClock,
    reading read: () throws(SourceReport.Loss) -> Bool
  ) throws(SourceReport.Loss) -> HostRoutineNext {
    let rest = deadline.map { clock.now.duration(to: $0) } ?? .seconds(1)
    let time = (min(max(rest, .zero), .seconds(1)) / .milliseconds(1)).rounded(.up)
    var entries = [number, bell.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = poll(&entries, nfds_t(entries.count), Int32(time))
    for _ in 0..<Self.greatestReadCount { if try !read() { return .again } }
    return .wait(until: clock.now.advanced(by: Self.rest))
  }

  /// Returns the bytes that a device has sent; nil if there are none.
  func read() throws(SourceReport.Loss) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 2_048)
    let count = Glibc.read(number, &bytes, bytes.count)
    if count > 0 { return Array(bytes.prefix(count)) }
    if count < 0, [EAGAIN, EINTR].contains(errno) { return nil }
    throw .failed(count == 0 ? "the device was closed" : String(cString: strerror(errno)))
  }

  /// Chases the messages that a function reads, which returns nil if there is none.
  func input(
    _ chaser: MessageChaser, _ clock: any HostClock,
    reading read: @escaping () throws(SourceReport.Loss) -> [UInt8]?
  ) -> TimecodeInput {
    var chaser = chaser
    return { () throws(SourceReport.Loss) in
      var reports: [SourceReport] = []
      let next = try self.receive(until: chaser.deadline, on: clock) {
        () throws(SourceReport.Loss) in
        guard let bytes = try read() else { return false }
        reports += chaser.receive(bytes, at: clock.now)
        return true
      }
      return (reports + chaser.settle(at: clock.now), next)
    }
  }
}
