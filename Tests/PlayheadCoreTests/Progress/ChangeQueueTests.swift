import PortableCombine
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

@Suite struct ChangeQueueTests {
  private func change(_ sequence: Int, rate: Rate = .normal) -> PlaybackChange {
    ProgressReadings.change(
      .seeked, to: ProgressReadings.reading(Int64(sequence), sequence: sequence, rate: rate))
  }

  private func queue(keepsNewest: Bool = true) -> ChangeQueue {
    ChangeQueue(keepsNewest: keepsNewest, from: ProgressReadings.reading(0))
  }

  private func sequences(_ queue: ChangeQueue) -> [Int] {
    queue.entries.map(\.change.sequence)
  }

  @Test(arguments: [
    // Demand, keeps the newest, delivers boundaries, room.
    (Subscribers.Demand.none, true, false, 1), (.none, false, false, 0), (.max(5), true, false, 5),
    (.max(5), false, false, 5), (.max(100), true, false, 32), (.unlimited, false, false, 32),
    (.none, false, true, 32), (.max(1), true, true, 32),
  ])
  func roomDependsOnDemand(
    demand: Subscribers.Demand, keepsNewest: Bool, deliversBoundaries: Bool, room: Int
  ) {
    let queue = queue(keepsNewest: keepsNewest)
    #expect(queue.room(for: demand, deliversBoundaries: deliversBoundaries) == room)
  }

  @Test func theNewestReplacesTheLastOfAFullQueue() {
    var queue = queue()
    for sequence in 1...5 {
      queue.append(change(sequence), room: 3, isRequested: true, hasSkippedBoundaries: false)
    }
    #expect(sequences(queue) == [1, 2, 5])
    queue.append(change(6), room: 1, isRequested: true, hasSkippedBoundaries: false)
    #expect(sequences(queue) == [6])
    queue.append(change(7), room: 0, isRequested: true, hasSkippedBoundaries: false)
    #expect(sequences(queue) == [6] && queue.sequence == 7)
  }

  @Test func eachEntryHasTheRateBeforeItEvenIfTheChangeBeforeWasDropped() {
    var queue = queue()
    queue.append(
      change(1, rate: Rate(2, 1)), room: 0, isRequested: false, hasSkippedBoundaries: true)
    queue.append(
      change(2, rate: Rate(3, 1)), room: 9, isRequested: true, hasSkippedBoundaries: false)
    queue.append(change(3), room: 9, isRequested: true, hasSkippedBoundaries: false)
    #expect(queue.entries.map(\.before.rate) == [Rate(2, 1), Rate(3, 1)])
  }

  @Test func boundariesBeforeAnEntryAreSkippedOnce() {
    var queue = queue()
    for sequence in 1...3 {
      queue.append(
        change(sequence), room: 9, isRequested: true, hasSkippedBoundaries: sequence == 2)
    }
    var skipped: [Int] = []
    queue.skipBoundaries { skipped.append($0.sequence) }
    queue.skipBoundaries { skipped.append($0.sequence) }
    #expect(skipped == [1, 3])
  }

  @Test(arguments: [true, false])
  func randomOperationsAgreeWithAnArray(keepsNewest: Bool) {
    for seed in 0..<TestEffort.rounds(300) {
      var numbers = RandomNumbers(seed: seed)
      var queue = queue(keepsNewest: keepsNewest)
      var model: [Int] = []
      for sequence in 1...60 {
        let room = numbers.below(5)
        queue.append(change(sequence), room: room, isRequested: true, hasSkippedBoundaries: true)
        if room > 0 { model = model.prefix(room - 1) + [sequence] }
        if numbers.below(4) == 0, !model.isEmpty {
          queue.removeFirst()
          model.removeFirst()
        }
        if numbers.below(10) == 0 {
          queue.dropUnrequested()
          model = Array(model.suffix(keepsNewest ? 1 : 0))
        }
        #expect(sequences(queue) == model && queue.isEmpty == model.isEmpty, "seed \(seed)")
        #expect(queue.sequence == sequence)
      }
    }
  }
}
