import Foundation
import PlayheadKit
import Testing

@testable import PlayheadAttachCommands
@testable import PlayheadPlayCommands

@Suite struct AttachSessionTests {
  private func item(_ name: String) -> AttachedPlayer.Presence {
    var item = PlayerFacts.Item(identity: name)
    item.title = name
    let timeline = Timeline(
      mediaAnchor: .zero, hostAnchor: SystemHostClock.shared.now, rate: .normal)
    let observation = PlayheadObservation(
      timeline: timeline, uncertainty: .zero, drift: 0, rate: .normal, state: .playing)
    return .item(AttachedItem(item), ObservedPlayhead(observation, clock: SystemHostClock.shared))
  }

  @Test func itemsThatChangeQuicklyHaveTheirOwnEnds() throws {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: log) }
    var options = AttachOptions()
    options.records.isQuiet = true
    options.records.limit = 20
    options.records.style.format = .json
    options.records.schedule.interval = .milliseconds(1)
    options.records.logs = [try LogDestination(log.path)]
    options.waits = true
    let session = try AttachSession(options, to: .player(.mpv(path: log.path)))
    for (name, departure) in [("a", .ended), ("b", .left), ("c", .lost)]
      as [(String, AttachedPlayer.Departure)]
    {
      let presence = item(name)
      session.receive(presence)
      session.receive(.none(after: departure))
      if case .item(_, let playhead) = presence { playhead.close() }
    }
    session.receive(item("d"))
    #expect(session.run() == .played)
    let records = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    let kinds = records.map { $0.prefix { $0 != "," } }
    #expect(kinds.count { $0.hasSuffix("\"open\"") } == 4)
    let ends = records.filter { $0.hasPrefix("{\"type\":\"end\"") }
    let reasons = ["a": "end", "b": "stopped", "c": "closed", "d": "limit"].sorted { $0 < $1 }
    #expect(ends.count == 4)
    for (record, expected) in zip(ends, reasons) {
      #expect(record.contains("\"file\":\"\(expected.key)\""))
      #expect(record.contains("\"reason\":\"\(expected.value)\""))
    }
  }
}
