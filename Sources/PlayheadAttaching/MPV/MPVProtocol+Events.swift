import PlayheadInterprocess
import PlayheadTimekeeping

extension MPVProtocol {
  mutating func receive(
    event: String, _ message: MPVNode, _ receipt: MessageReceipt, _ output: inout ProtocolOutput
  ) {
    switch event {
    case "property-change":
      guard let name = message["name"]?.string else { return }
      let value = message["data"]
      if name == MPVPosition.frameName {
        if let time = value?.time { receive(frameTime: time, receipt, &output) }
      } else {
        set(name, value, receipt, &output)
      }
    case "start-file":
      fileCount &+= 1
      begin(.opening)
      // Between two files of a list there is none. That is not left out if it all arrived at once.
      reportFacts(receipt, &output)
    case "file-loaded":
      output.lines += describe()
    case "end-file" where message["reason"]?.string == "quit":
      // Its connection ends right after that.
      output.reports.append(.lost(.closed))
    case "end-file":
      if message["reason"]?.string == "eof" { reportEnd(receipt, &output) }
      begin(.none)
    case "seek":
      hasEnded = false
      beginSeek(receipt, &output)
    case "playback-restart":
      usePosition(.sound, &output)
      continueAfterSeek(receipt, &output)
    case "audio-reconfig": usePosition(.sound, &output)
    default: break
    }
  }

  private mutating func begin(_ stage: Stage) {
    self.stage = stage
    hasEnded = false
    seeks.reset()
    (loop, shownFrame) = (MPVLoop(), nil)
    accuracy.beginFile()
  }

  /// Reports a seek unless it may be another pass of a loop. Asks for `time-pos`, its target until it is over.
  private mutating func beginSeek(_ receipt: MessageReceipt, _ output: inout ProtocolOutput) {
    // mpv answers with the target already before it reports the seek.
    output.reports.removeAll { if case .reading = $0 { true } else { false } }
    let wasRequested =
      seeks.wasRequested
      || questions.values.contains { if case .request(.seek) = $0 { true } else { false } }
    let mayLoop = stage == .open && loop.part != nil && !properties.isPaused && !wasRequested
    seeks.begin(since: receipt.since, mayLoop: mayLoop)
    guard stage == .open, unknown.isEmpty else { return }
    if !seeks.isUndecided {
      output.reports.append(.seeking(since: receipt.since, received: receipt.received))
    }
    // A player that never answers must not add to them without end. Only the target of the last seek is of use.
    let targets = questions.filter { if case .target = $0.value { true } else { false } }.keys
    if targets.count >= Self.mostTargets, let oldest = targets.min() { questions[oldest] = nil }
    output.lines += line(
      [.string("get_property"), .string(MPVPosition.frameName)], .target(ofSeek: seeks.count))
  }

  /// Receives the answer to the question where a seek leads; nil if mpv does not know.
  mutating func receive(
    target: MediaTime?, ofSeek number: Int, _ receipt: MessageReceipt,
    _ output: inout ProtocolOutput
  ) {
    if number == seeks.count, seeks.isUndecided {
      let isLoop = target.map { loop.begins(at: $0, isAfterSeek: seeks.isOver) } ?? false
      decide(isLoop: isLoop, receipt, &output)
    }
    guard !seeks.isLoop, let target, let target = seeks.state(target, ofSeek: number) else {
      return
    }
    let reach = target.isExact ? accuracy.frame : nil
    output.reports.append(
      .seekDestination(SeekDestination(position: target.position, reach: reach)))
  }

  /// A seek begins another pass of a loop, or was one by a user.
  mutating func decide(
    isLoop: Bool, _ receipt: MessageReceipt, _ output: inout ProtocolOutput
  ) {
    let isOver = seeks.isOver
    seeks.decide(isLoop: isLoop)
    if !isLoop, let start = seeks.start, stage == .open {
      output.reports.append(.seeking(since: start, received: receipt.received))
    }
    if isOver { continueAfterSeek(receipt, &output) }
  }

  /// Continues after a seek. If that began another pass of a loop, the next value shows when it is heard.
  private mutating func continueAfterSeek(
    _ receipt: MessageReceipt, _ output: inout ProtocolOutput
  ) {
    if seeks.continueLoop(at: receipt.received) {
      if !seeks.isUndecided { output.lines += read(at: receipt.received) }
      return
    }
    shownFrame = nil
    guard let (start, target) = seeks.finish(), stage == .open, unknown.isEmpty else { return }
    accuracy.endSeek(at: target, isPaused: properties.isPaused, at: receipt.received)
    output.reports.append(.moved(to: nil, since: start, received: receipt.received))
  }

  /// Asks for the properties of the file that was loaded. The observed values may be those of the file before.
  private mutating func describe() -> [UInt8] {
    if stage == .none { fileCount &+= 1 }
    questions = questions.filter { if case .property = $0.value { false } else { true } }
    var lines: [UInt8] = []
    for name in MPVProperties.ofFile {
      lines += line([.string("get_property"), .string(name)], .property(name))
    }
    stage = .describing(lastQuestion)
    return lines
  }

  /// Sets a property, and reports an end that it shows.
  mutating func set(
    _ name: String, _ value: MPVNode?, _ receipt: MessageReceipt, _ output: inout ProtocolOutput
  ) {
    let (hadReachedEnd, wasPaused) = (properties.hasReachedEnd, properties.isPaused)
    isGreeted = true
    properties.set(name, value)
    (accuracy.frameRate, accuracy.isStill) = (properties.frameRate, properties.isStill)
    if unknown.contains("speed") {
      accuracy.rate = properties.rate
    } else if name == "speed" {
      accuracy.change(
        to: properties.rate, isPaused: properties.isPaused, at: receipt.received)
    }
    loop.follow(
      properties.loop, isLastPass: properties.isLastPass, at: receipt.received)
    if properties.isPaused != wasPaused {
      accuracy.setPaused(properties.isPaused, at: receipt.received)
      shownFrame = nil
      observeFrames(&output)
    }
    if unknown.remove(name) != nil, unknown.isEmpty, stage == .none, properties.location != nil {
      // A file that was open before the connection.
      fileCount &+= 1
      stage = .open
    }
    if !hadReachedEnd, properties.hasReachedEnd { reportEnd(receipt, &output) }
  }

  /// Reports once that the file was played to its end: if mpv keeps it open, or when it closes it.
  private mutating func reportEnd(_ receipt: MessageReceipt, _ output: inout ProtocolOutput) {
    guard stage == .open, !hasEnded, unknown.isEmpty else { return }
    hasEnded = true
    output.reports.append(.ended(received: receipt.received))
  }
}
