import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

@Suite struct BoundaryCursorTests {
  private let exact = MediaDuration(time: .seconds(10), isExact: true)
  private let estimate = MediaDuration(time: .seconds(10), isExact: false)

  @Test func percentagesHaveNoPositionWithoutADuration() {
    var cursor = PercentageCursor([25_000_000, 50_000_000], from: .seconds(3))
    #expect(cursor.nextDue(nil) == nil)
    #expect(cursor.nextDue(estimate) == .seconds(5))
  }

  @Test func theWholeHasNoPositionUntilTheDurationIsExact() {
    var cursor = PercentageCursor([Schedule.wholePercentage], from: .zero)
    #expect(cursor.nextDue(estimate) == nil)
    #expect(cursor.nextDue(exact) == .seconds(10))
  }

  @Test func aPercentageThatTheExactDurationPlacesBeforeThePassIsNotCrossed() {
    var cursor = PercentageCursor([50_000_000, 80_000_000], from: .seconds(4))
    #expect(cursor.nextDue(estimate) == .seconds(5))
    let shorter = MediaDuration(time: .seconds(6), isExact: true)
    #expect(cursor.nextDue(shorter) == .milliseconds(4_800))
    let revised = MediaDuration(time: .seconds(6), isExact: false)
    cursor = PercentageCursor([50_000_000, 80_000_000], from: .seconds(4))
    _ = cursor.nextDue(estimate)
    #expect(cursor.nextDue(revised) == .seconds(3))
  }

  @Test func allBoundariesOfAPositionAreOne() {
    let schedule = Schedule.times([.seconds(5), .seconds(6)]).union(.percentages([50])).union(
      .chapters)
    var cursor = BoundaryCursor(schedule, from: .zero, isPassed: false)
    #expect(cursor.needsChapters)
    cursor.add([PresentedChapter(index: 3, position: .seconds(5), end: nil, title: nil)])
    #expect(!cursor.needsChapters && cursor.nextDue(exact) == .seconds(5))
    let boundary = cursor.pass(.seconds(5), exact)
    #expect(boundary == Boundary(chapter: 3, percentage: 50, isGivenTime: true))
    #expect(cursor.nextDue(exact) == .seconds(6))
  }

  @Test func aBoundaryAtTheStartOfAPassIsCrossedWhenThePlayheadMoves() {
    var cursor = BoundaryCursor(.times([.zero, .seconds(1)]), from: .zero, isPassed: false)
    #expect(cursor.nextCrossed(at: .zero, isMoving: false, nil) == nil)
    #expect(cursor.nextCrossed(at: .zero, isMoving: true, nil) == .zero)
    cursor = BoundaryCursor(.times([.zero, .seconds(1)]), from: .zero, isPassed: true)
    #expect(cursor.nextCrossed(at: .zero, isMoving: true, nil) == nil)
    #expect(cursor.nextCrossed(at: .seconds(1), isMoving: false, nil) == .seconds(1))
  }

  @Test func randomPassesCrossTheTimesOfAList() {
    for seed in 0..<TestEffort.rounds(1_000) {
      var numbers = RandomNumbers(seed: seed)
      let times = Set((0..<numbers.below(20)).map { _ in Int64(numbers.below(100)) }).sorted()
      let percentages = [10, 20, 40, 50].filter { _ in numbers.below(2) == 0 }.map { Double($0) }
      // Of 100 ms, a percentage is a millisecond.
      let duration = MediaDuration(time: .milliseconds(100), isExact: true)
      let all = Set(times + percentages.map { Int64($0) }).sorted()
      let schedule = Schedule.times(times.map(MediaTime.milliseconds))
        .union(.percentages(percentages))
      var position = Int64(numbers.below(50))
      var cursor = BoundaryCursor(schedule, from: .milliseconds(position), isPassed: false)
      var waiting = all.filter { $0 >= position }
      for step in 0..<20 {
        let comment: Comment = "seed \(seed), step \(step)"
        #expect(cursor.nextDue(duration) == waiting.first.map(MediaTime.milliseconds), comment)
        if numbers.below(4) == 0 {
          position = Int64(numbers.below(100))
          cursor.move(to: .milliseconds(position), nil)
          waiting = all.filter { $0 >= position }
          continue
        }
        position += Int64(1 + numbers.below(15))
        let crossed = waiting.filter { $0 <= position }
        waiting.removeFirst(crossed.count)
        let time = MediaTime.milliseconds(position)
        if numbers.below(3) == 0 {
          let skipped = cursor.skip(through: time, isMoving: true, duration, nil)
          #expect(skipped == crossed.count, comment)
          continue
        }
        for expected in crossed {
          let due = cursor.nextCrossed(at: time, isMoving: true, duration)
          #expect(due == .milliseconds(expected), comment)
          let boundary = cursor.pass(.milliseconds(expected), duration)
          #expect(boundary.isGivenTime == times.contains(expected), comment)
          #expect((boundary.percentage != nil) == percentages.contains(Double(expected)), comment)
        }
        #expect(cursor.nextCrossed(at: time, isMoving: true, duration) == nil, comment)
      }
    }
  }
}
