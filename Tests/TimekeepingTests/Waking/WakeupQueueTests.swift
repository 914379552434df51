import PlayheadTestEnvironment
import Testing

@testable import PlayheadTimekeeping

@Suite struct WakeupQueueTests {
  /// Sets, moves and removes wakeups at random, and compares the first one with that of a plain list.
  @Test func theFirstWakeupIsTheEarliestAfterEachChange() {
    var random = SplitMix64(seed: 20)
    let wakeups = (0..<40).map { _ in Wakeup {} }
    var queue = WakeupQueue()
    var instants: [Int: Int64] = [:]
    for _ in 0..<4_000 {
      let index = Int.random(in: 0..<wakeups.count, using: &random)
      // A third of the changes remove, also wakeups that are not set.
      let instant = Int.random(in: 0..<3, using: &random) == 0 ? nil : Int64(random.next() % 50)
      queue.set(wakeups[index], to: instant.map { HostInstant(nanoseconds: $0) })
      instants[index] = instant
      let isSet = wakeups.map { $0.index != nil }
      #expect(isSet == wakeups.indices.map { instants[$0] != nil })
      #expect(queue.first?.instant.nanoseconds == instants.values.min())
    }
    while let first = queue.first {
      #expect(first.instant.nanoseconds == instants.values.min())
      let index = wakeups.firstIndex { $0 === first }
      #expect(index.flatMap { instants.removeValue(forKey: $0) } != nil)
      queue.set(first, to: nil)
    }
    #expect(instants.isEmpty)
  }
}
