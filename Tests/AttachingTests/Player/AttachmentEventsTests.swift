import PlayheadCore
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// What waits to be published does not grow, however much a player reports.
@Suite struct AttachmentEventsTests {
  private func observation(_ seconds: Int64) -> PlayheadObservation {
    PlayheadObservation(
      timeline: Timeline(
        mediaAnchor: .seconds(seconds), hostAnchor: HostInstant(nanoseconds: 0), rate: .normal),
      uncertainty: .zero, drift: 0, rate: .normal, state: .playing)
  }

  private func words(_ events: inout AttachmentEvents) -> [String] {
    var words: [String] = []
    while let event = events.next() {
      switch event {
      case .changed(let cause, let observation):
        words.append("\(cause) \(observation.timeline.mediaAnchor.seconds)")
      case .corrected(let observation):
        words.append("corrected \(observation.timeline.mediaAnchor.seconds)")
      default: words.append("other")
      }
    }
    return words
  }

  @Test func ofSeveralCorrectionsTheLastOneRemains() {
    var events = AttachmentEvents()
    for second in 0..<Int64(300_000) { events.append(.corrected(observation(second))) }
    #expect(events.count == 1)
    events.append(.changed(.paused, observation(1)))
    events.append(.corrected(observation(2)))
    events.append(.corrected(observation(3)))
    #expect(words(&events) == ["corrected 299999.0", "paused 1.0", "corrected 3.0"])
    #expect(events.next() == nil && events.count == 0)
  }

  @Test func beyondALimitALaterChangeReplacesTheOneBefore() {
    var events = AttachmentEvents()
    for second in 0..<Int64(300_000) {
      events.append(.corrected(observation(second)))
      events.append(.changed(.seeked, observation(second)))
    }
    #expect(events.count <= AttachmentEvents.greatestCount + 2)
    events.append(.left(.left))
    let words = words(&events)
    #expect(words.suffix(2) == ["seeked 299999.0", "other"] && words[1] == "seeked 0.0")
  }

  @Test func alternatingKindsOfChangesDoNotAddUp() throws {
    var events = AttachmentEvents()
    let item = AttachedItem(PlayerFacts.Item(identity: "a"))
    events.append(.began(item, observation(0)))
    for second in 0..<Int64(10_000) {
      events.append(.corrected(observation(second)))
      events.append(.described(item))
      events.append(.refused(.next, "\(second)"))
      events.append(.changed(.seeked, observation(second)))
      events.append(.noticed(.missingPosition))
    }
    #expect(events.count <= AttachmentEvents.greatestCount + 5)
    let words = words(&events)
    #expect(words.contains("seeked 9999.0") && !words.contains("seeked 9998.0"))
  }

  @Test func itemsThatAreLeftDoNotAddUp() {
    var events = AttachmentEvents()
    let item = AttachedItem(PlayerFacts.Item(identity: "a"))
    for second in 0..<Int64(10_000) {
      events.append(.began(item, observation(second)))
      events.append(.changed(.seeked, observation(second)))
      events.append(.left(.left))
    }
    #expect(events.count <= AttachmentEvents.greatestCount + 3)
    events.append(.began(item, observation(1)))
    var (count, isOpen) = (0, false)
    while let event = events.next() {
      switch event {
      case .began:
        #expect(!isOpen)
        isOpen = true
      case .left:
        #expect(isOpen)
        isOpen = false
      default: #expect(isOpen)
      }
      count += 1
    }
    #expect(isOpen && count > 900)
  }

  @Test func changesAreTakenInOrderWhileOthersAreAdded() {
    var (events, taken) = (AttachmentEvents(), [Int64]())
    for second in 0..<Int64(1_000) {
      events.append(.changed(.seeked, observation(second)))
      if second % 3 > 0, case .changed(_, let observation)? = events.next() {
        taken.append(observation.timeline.mediaAnchor.ticks)
      }
    }
    while case .changed(_, let observation)? = events.next() {
      taken.append(observation.timeline.mediaAnchor.ticks)
    }
    #expect(taken == Array(0..<1_000))
  }
}
