import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// A supervised playlist under random requests and events.
@Suite struct PlaylistRandomTests {
  /// Performs the effects of a machine as a queue does, without players.
  private struct Course {
    var machine = PlaylistMachine<Int>(isSupervised: true)
    var random: SplitMix64
    /// The entries that have a player.
    var players: Set<Int> = []
    var lastEntry = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func newEntries() -> [Int] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        lastEntry += 1
        return lastEntry
      }
    }

    mutating func performEffects() {
      while let effect = machine.nextEffect() {
        switch effect {
        case .publish(let entry): if let entry { players.insert(entry) }
        case .load(let entry): players.insert(entry)
        case .finish(let entry): players.remove(entry)
        case .open, .play: break
        }
      }
    }

    mutating func step() {
      let count = machine.entries.count
      let index = Int.random(in: -1...count, using: &random)
      let other = Int.random(in: -1...(count + 1), using: &random)
      switch Int.random(in: 0..<18, using: &random) {
      case 0, 1: machine.append(newEntries(), plays: Bool.random(using: &random))
      case 2: _ = machine.replaceAll(with: newEntries())
      case 3: _ = machine.clear()
      case 4: if machine.entries.indices.contains(index) { machine.remove(at: index) }
      case 5: _ = machine.move(from: index, to: other)
      case 6: _ = machine.play(at: index)
      case 7: machine.move(by: 1)
      case 8: machine.move(by: -1)
      case 9: machine.advance()
      case 10: machine.setPlayCount([nil, 1, 2].randomElement(using: &random) ?? nil)
      case 11:
        machine.setPreloading(Bool.random(using: &random) ? .atOnce : .whenCurrentItemIsRead)
      case 12, 13: machine.currentEntry.map { machine.read($0) }
      case 14, 15: for entry in players { machine.opened(entry) }
      default: machine.currentEntry.map { machine.release($0) }
      }
    }
  }

  @Test(arguments: 0..<UInt64(TestEffort.rounds(20)))
  func onlyTheCurrentAndTheNextEntryHaveAPlayer(seed: UInt64) {
    var course = Course(seed: seed)
    for _ in 0..<2_000 {
      let (entry, chosen) = (course.machine.currentEntry, course.machine.wantedIndex)
      course.step()
      course.performEffects()
      let machine = course.machine
      let expected = Set([machine.currentEntry, machine.next?.entry].compactMap(\.self))
      guard course.players == expected, Set(machine.entries) == Set(machine.list.traits.keys),
        machine.list.traits.count == machine.entries.count,
        machine.list.traits.values.allSatisfy(\.isKept),
        machine.wantedIndex.map(machine.entries.indices.contains) ?? true,
        machine.currentIndex.map({ machine.entries[$0] == machine.currentEntry }) ?? true
      else {
        Issue.record(
          "\(course.players) instead of \(expected), after \(entry as Any), \(chosen as Any)")
        return
      }
    }
  }

  /// The part of the list that was read before stays right, so that only the appended part is read again.
  @Test(arguments: 0..<UInt64(TestEffort.rounds(4)))
  func theArrangementIsTheSameOnlyIfEntriesAreAppended(seed: UInt64) {
    var course = Course(seed: seed)
    for count in 0..<2_000 {
      let (entries, arrangement) = (course.machine.entries, course.machine.list.arrangement)
      switch count % 8 {
      case 0: _ = course.machine.reorder(entries.shuffled(using: &course.random))
      case 1:
        let other = entries.randomElement(using: &course.random)
        for entry in course.newEntries() {
          course.machine.insert(entry, after: other, isKept: true)
        }
      default: course.step()
      }
      course.performEffects()
      guard course.machine.list.arrangement == arrangement else { continue }
      #expect(course.machine.entries.starts(with: entries))
    }
  }
}
