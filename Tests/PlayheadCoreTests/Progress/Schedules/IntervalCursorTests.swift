import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

@Suite struct IntervalCursorTests {
  @Test func theNextUpdateIsAfterThePosition() {
    for (position, next) in [(0, 250), (1, 250), (249, 250), (250, 500), (-1, 0), (-250, 0)] {
      let cursor = IntervalCursor(
        interval: .milliseconds(250), from: .milliseconds(Int64(position)))
      #expect(cursor.nextDue == .milliseconds(Int64(next)), "from \(position)")
    }
  }

  @Test func anUpdateBeyondAllPositionsIsNeverDue() {
    let cursor = IntervalCursor(interval: .nanoseconds(.max), from: .nanoseconds(.max))
    #expect(cursor.nextDue == nil)
  }

  /// The update at the position has no number.
  @Test func updatesBeyondTheGreatestNumberAreNeverDue() {
    let shortest = MediaTime(ticks: 1, timebase: Timebase(1, .max))
    var cursor = IntervalCursor(interval: shortest, from: .zero)
    #expect(cursor.nextDue == shortest)
    cursor.move(to: ReadAhead.greatestPosition)
    #expect(cursor.nextDue == nil && cursor.crossed(at: ReadAhead.greatestPosition) == nil)
    #expect(cursor.skip(through: ReadAhead.greatestPosition, countingLast: true) == 0)
    cursor.move(to: .zero)
    #expect(cursor.skip(through: .nanoseconds(.max), countingLast: false) > 0)
    #expect(cursor.nextDue == nil)
  }

  @Test func randomOperationsAgreeWithAListOfUpdates() {
    for seed in 0..<TestEffort.rounds(1_000) {
      var numbers = RandomNumbers(seed: seed)
      let interval = Int64(1 + numbers.below(7))
      var position = Int64(numbers.below(100))
      var cursor = IntervalCursor(interval: .milliseconds(interval), from: .milliseconds(position))
      func updates(after position: Int64) -> [Int64] {
        Array((0...300).lazy.map { $0 * interval }.filter { $0 > position })
      }
      var waiting = updates(after: position)
      for step in 0..<30 {
        let comment: Comment = "seed \(seed), step \(step)"
        position += Int64(numbers.below(20))
        let due = waiting.filter { $0 <= position }
        let crossed = cursor.crossed(at: .milliseconds(position))
        #expect(crossed?.due == due.last.map(MediaTime.milliseconds), comment)
        switch numbers.below(4) {
        case 0:
          if let crossed { #expect(cursor.pass(through: crossed.number) == due.count, comment) }
          waiting.removeFirst(due.count)
        case 1:
          let countsLast = numbers.below(2) == 0
          let isTogether = !countsLast && due.last == position
          let skipped = cursor.skip(through: .milliseconds(position), countingLast: countsLast)
          #expect(skipped == due.count - (isTogether ? 1 : 0), comment)
          waiting.removeFirst(due.count - (isTogether ? 1 : 0))
        case 2:
          position = Int64(numbers.below(100))
          cursor.move(to: .milliseconds(position))
          waiting = updates(after: position)
        default: break
        }
        #expect(cursor.nextDue == waiting.first.map(MediaTime.milliseconds), comment)
      }
    }
  }
}
