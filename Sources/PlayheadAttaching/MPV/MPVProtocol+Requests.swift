import PlayheadCore
import PlayheadInterprocess
import PlayheadTimekeeping

extension MPVProtocol {
  package mutating func request(
    _ request: PlayerRequest, at now: HostInstant
  ) throws(TransportRefusal) -> [UInt8] {
    let waiting = questions.values.count { if case .request = $0 { true } else { false } }
    if waiting >= Self.greatestRequestCount { throw .unsupported("the player does not answer") }
    let command: [MPVNode]
    switch request {
    case .setPaused(let isPaused): command = setting("pause", .bool(isPaused))
    case .seek(let time):
      if stage == .none { throw .unavailable }
      // A negative time would count from the end.
      let seconds = max(time.seconds, 0)
      command = [.string("seek"), .double(seconds), .string("absolute+exact")]
    case .setRate(let rate):
      let command = setting("speed", .double(rate.doubleValue))
      let pitch = setPitchCorrection(at: rate)
      let speed = line(command, .request(request))
      // There is no moment with the correction at a rate that needs none.
      return restoresPitch == true ? pitch + speed : speed + pitch
    case .next: command = [.string("playlist-next")]
    case .previous: command = [.string("playlist-prev")]
    case .setVolume(let volume):
      guard volume.isFinite else { throw .unsupported("the volume must be a number") }
      command = setting("volume", .double(volume))
    case .setMuted(let isMuted): command = setting("mute", .bool(isMuted))
    case .quit: command = [.string("quit")]
    }
    return line(command, .request(request))
  }

  /// Turns mpv's correction of the pitch off at rates of a follower, which change the pitch by less than is heard.
  /// The correction moves the sound by 10 to 40 ms, which `audio-pts` does not show.
  private mutating func setPitchCorrection(at rate: Rate) -> [UInt8] {
    let isOff = Self.isBesideNormal(rate)
    // A command that was killed has left it off, at such a rate.
    let wasLeftOff = properties.correctsPitch == false && Self.isBesideNormal(properties.rate)
    let restores = restoresPitch ?? wasLeftOff
    restoresPitch = isOff ? restores || properties.correctsPitch == true : false
    guard isOff != restores, restores || restoresPitch == true else { return [] }
    return line(setting("audio-pitch-correction", .bool(!isOff)), nil)
  }

  private static func isBesideNormal(_ rate: Rate) -> Bool {
    rate != .normal && abs(rate.doubleValue - 1) <= 0.01
  }

  private func setting(_ name: String, _ value: MPVNode) -> [MPVNode] {
    [.string("set_property"), .string(name), value]
  }

  /// Receives the reply to a command. One that nobody sent is ignored: then it returns false.
  mutating func receive(
    reply: MPVNode, _ receipt: MessageReceipt, _ output: inout ProtocolOutput
  ) -> Bool {
    guard let identifier = reply["request_id"]?.int,
      let question = questions.removeValue(forKey: identifier)
    else { return false }
    isGreeted = true
    let error = reply["error"]?.string ?? ""
    let value = error == "success" ? reply["data"] : nil
    switch question {
    case .property(let name):
      set(name, value, receipt, &output)
      if stage == .describing(identifier) { stage = .open }
    case .position(let position, let sent):
      receive(value, of: position, sent: sent, receipt, &output)
    case .target(let number):
      receive(target: value?.time, ofSeek: number, receipt, &output)
    case .request(let request):
      if error != "success" {
        output.reports.append(.refused(request, error))
      } else if case .seek(let target) = request {
        seeks.accept(max(target, .zero), at: receipt.received)
      } else if case .setRate(let rate) = request {
        // Before it is observed: the next value is computed with it.
        accuracy.change(to: rate, isPaused: properties.isPaused, at: receipt.received)
      }
    case .observation(let name):
      // Another version of mpv may not know it.
      if error != "success" { set(name, nil, receipt, &output) }
    }
    return true
  }
}
