import PlaybackSession
import PlayheadArguments
import PlayheadFormatting
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimecode
import PlayheadTimecodeOutputs

/// Options that send timecode to other machines.
extension PlayOptions {
  /// Where timecode is sent, and which.
  package struct TimecodeOutput {
    /// The places, as they were given.
    var places: [(name: String, place: TimecodeDestination)] = []
    /// Nil means the rate of the video, or 25 without one.
    package var rate: TimecodeRate?
    /// The timecode of position zero; nil for `00:00:00:00`.
    var offset: TimecodeLabel?
    var delay: Duration?
    /// The user bits of linear timecode.
    var userBits: UInt32?

    /// Whether the interval of records is also that of messages.
    var usesInterval: Bool {
      places.contains { if case .osc = $0.place { true } else { false } }
    }
  }

  package static let timecodeOptions: [PlayOption] = [
    PlayOption(
      nil, "timecode-out", "OUT", "send timecode: ltc:DEVICE, mtc:PATH, osc:HOST:PORT, …"
    ) { options, text throws(UsageError) in
      guard let place = TimecodeDestination(text) else {
        throw .invalidValue(text, option: "--timecode-out", expected: .timecodeDestination)
      }
      options.timecode.places.append((text, place))
    },
    .value(
      nil, "timecode-rate", "RATE", "its frames per second: 24, 25, 29.97, 29.97ndf or 30",
      \.timecode.rate, .timecodeRate, TimecodeRate.init(argument:)),
    .value(
      nil, "timecode-offset", "LABEL", "timecode of the start (00:00:00:00)",
      \.timecode.offset, .timecodeLabel
    ) { TimecodeLabel($0) },
    .value(
      nil, "timecode-delay", "TIME", "send timecode later, or earlier if negative",
      \.timecode.delay, .delay, TimeArgument.delay),
    .value(
      nil, "timecode-user-bits", "HEX", "user bits of LTC, eight hexadecimal digits",
      \.timecode.userBits, .userBits
    ) { text in
      text.utf8.count == 8 && text.first != "+" ? UInt32(text, radix: 16) : nil
    },
  ]

  /// Refuses options of timecode without effect.
  func checkTimecodeOptions() throws(UsageError) {
    if timecode.places.isEmpty {
      if let name = firstGiven(
        of: "timecode-rate", "timecode-offset", "timecode-delay", "timecode-user-bits")
      {
        throw .missing("--timecode-out", requiredBy: name)
      }
    } else if timecode.userBits != nil, !timecode.places.contains(where: \.place.isLinear) {
      throw .missing("--timecode-out ltc:OUT", requiredBy: "--timecode-user-bits")
    } else if isInstant, let place = timecode.places.first(where: { !$0.place.isFile }) {
      throw .conflict("--timecode-out \(place.name)", with: instantName)
    }
    if let rate = timecode.rate, let offset = timecode.offset,
      let absence = Timecode.absence(of: offset, base: rate.base)
    {
      throw .absentTimecode(absence)
    }
    try checkSoundFiles()
  }

  /// Refuses two outputs to one sound file, also if it does not exist yet.
  private func checkSoundFiles() throws(UsageError) {
    var outputs: [(name: String, path: String)] = logs.compactMap { log in
      if case .file(let path) = log { ("--log \(log.name)", path) } else { nil }
    }
    for (name, place) in timecode.places {
      guard case .ltc(let path) = place else { continue }
      let bytes = CommandLine.exactBytes(of: path)
      let other = outputs.first { FileIdentity.areSame(CommandLine.exactBytes(of: $0.path), bytes) }
      outputs.append(("--timecode-out \(name)", path))
      if let other {
        throw .sharedOutput(file: path, outputs: [other.name, "--timecode-out \(name)"])
      }
    }
  }
}

extension TimecodeRate {
  /// Parses a frame rate that timecode can carry, and after it `df` or `ndf`, for drop-frame timecode or not.
  fileprivate init?(argument text: String) {
    let drops: Bool? = text.hasSuffix("ndf") ? false : text.hasSuffix("df") ? true : nil
    let number = text.dropLast(drops == nil ? 0 : drops == true ? 2 : 3)
    guard let rate = FrameRateArgument.parse(String(number)) else { return nil }
    self.init(carrying: rate, isDropFrame: drops)
  }
}
