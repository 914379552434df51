import PlayheadInterprocess
import PlayheadTimekeeping

/// Calls of the interface Properties.
extension MPRISObject {
  func carryOutPropertyCall(
    _ call: BusCall, _ reading: SessionReading
  ) throws(BusCallError) -> [BusValue] {
    guard case .text(let name)? = call.arguments.first else { return [] }
    guard let interface = interfaces(of: reading).first(where: { $0.name == name }) else {
      throw BusCallError(.unknownInterface, "the object has no interface \(name)")
    }
    let values = allProperties(of: interface, reading)
    guard call.arguments.count > 1, case .text(let name) = call.arguments[1] else {
      return [.dictionary(values)]
    }
    guard let property = interface.properties.first(where: { $0.name == name }),
      let value = values[name]
    else { throw BusCallError(.unknownProperty, "\(interface.name) has no property \(name)") }
    guard call.arguments.count > 2, case .variant(let contents) = call.arguments[2] else {
      return [.variant(.value(value))]
    }
    guard property.isWritable else {
      throw BusCallError(.propertyReadOnly, "\(name) cannot be set")
    }
    guard case .value(let new) = contents, new.signature == property.signature else {
      throw BusCallError(.invalidArguments, "\(name) has the type '\(property.signature)'")
    }
    try set(name, to: new, reading)
    return []
  }

  private func allProperties(
    of interface: BusInterface, _ reading: SessionReading
  ) -> [String: BusValue] {
    var values = model.properties(of: reading)[interface.name] ?? [:]
    switch interface {
    case .player: values["Position"] = .int64(reading.position.microseconds)
    case .trackList:
      values["Tracks"] = .paths(reading.entries.map { model.paths.path(of: $0.id) })
    default: break
    }
    return values
  }

  private func set(
    _ property: String, to value: BusValue, _ reading: SessionReading
  ) throws(BusCallError) {
    switch (property, value) {
    case ("LoopStatus", .text(let name)):
      guard let loop = LoopStatus(rawValue: name) else {
        throw BusCallError(.invalidArguments, "LoopStatus is None, Track or Playlist")
      }
      for request in loop.requests { try perform(request) }
    case ("Rate", .double(let rate)): try setRate(rate, reading)
    case ("Volume", .double(let volume)): try setVolume(volume, reading)
    case ("Shuffle", .boolean(true)):
      throw BusCallError(.notSupported, "the order of the list is fixed")
    case ("Fullscreen", .boolean(true)):
      throw BusCallError(.notSupported, "there is no window")
    default: break
    }
  }

  private func setRate(_ number: Double, _ reading: SessionReading) throws(BusCallError) {
    if number == 0 { return pause(reading) }
    guard let rate = Rate(number), reading.abilities.rates.contains(rate) else {
      throw BusCallError(
        .invalidArguments, "Rate is MinimumRate to MaximumRate, or 0 to pause")
    }
    try perform(.setRate(rate))
  }

  /// 1 is the original volume, and 2 the greatest. Sound that was switched off is switched on.
  private func setVolume(_ volume: Double, _ reading: SessionReading) throws(BusCallError) {
    guard !volume.isNaN else { throw BusCallError(.invalidArguments, "Volume is 0 to 2") }
    try perform(.setVolume(min(max(volume, 0), 2) * 100))
    if volume > 0, reading.settings.isMuted { try perform(.setMuted(false)) }
  }
}
