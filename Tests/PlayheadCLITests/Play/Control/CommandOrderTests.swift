import PlayheadKit
import Testing

@testable import PlayheadCLI

@Suite struct CommandOrderTests {
  private static let seek = TransportCommand.seek(.seconds(1))
  private static let other = TransportCommand.seek(.seconds(2))

  private func all(_ order: inout CommandOrder) -> [TransportCommand] {
    var commands: [TransportCommand] = []
    while let command = order.next() { commands.append(command) }
    return commands
  }

  @Test func commandsThatNeedTheFileWaitAndLaterOnesWaitBehindThem() {
    var order = CommandOrder()
    #expect(order.admit(.setMuted(true), inOrder: true) == .now)
    #expect(order.admit(Self.seek, inOrder: true) == .later)
    #expect(order.admit(.quit, inOrder: true) == .later)
    #expect(order.next() == nil)
    order.catchUp()
    #expect(all(&order) == [Self.seek, .quit])
    #expect(order.admit(.quit, inOrder: true) == .now)
  }

  /// A line that arrived when the file was open and the seek was about to be performed once
  /// overtook the seek, or was lost.
  @Test func noCommandOvertakesTheOneBeingPerformed() {
    var order = CommandOrder()
    _ = order.admit(Self.seek, inOrder: true)
    order.catchUp()
    #expect(order.next() == Self.seek)
    #expect(order.admit(.reportPosition, inOrder: true) == .later)
    #expect(order.admit(.quit, inOrder: true) == .later)
    #expect(all(&order) == [.reportPosition, .quit])
    #expect(order.next() == nil)
    #expect(order.admit(Self.seek, inOrder: true) == .now)
  }

  /// They would otherwise only change how playback begins.
  @Test func aCommandThatChangesPlaybackWaitsForTheFile() {
    let commands: [TransportCommand] = [.pause, .setRate(.normal), .play, .togglePause]
    var order = CommandOrder()
    for command in commands {
      #expect(order.admit(command, inOrder: false) == .now)
      #expect(order.admit(command, inOrder: true) == .later)
    }
    order.catchUp()
    #expect(all(&order) == commands)
  }

  @Test func aKeyWaitsOnlyIfItNeedsTheFile() {
    var order = CommandOrder()
    _ = order.admit(Self.seek, inOrder: true)
    #expect(order.admit(.quit, inOrder: false) == .now)
    #expect(order.admit(.reportPosition, inOrder: false) == .later)
  }

  @Test func commandsAfterAFileChangeApplyToTheNewFile() {
    var order = CommandOrder()
    for command in [Self.seek, .nextFile, Self.other, .quit] as [TransportCommand] {
      #expect(order.admit(command, inOrder: true) == .later)
    }
    order.catchUp()
    #expect(order.next() == Self.seek)
    #expect(order.next() == .nextFile)
    order.leave()
    #expect(order.next() == nil)
    #expect(order.admit(.reportPosition, inOrder: true) == .later)
    order.catchUp()
    #expect(all(&order) == [Self.other, .quit, .reportPosition])
  }

  @Test func commandsForAFileAreDroppedWithIt() {
    var left = CommandOrder()
    var ended = CommandOrder()
    for command in [Self.seek, .quit] as [TransportCommand] {
      _ = left.admit(command, inOrder: true)
      _ = ended.admit(command, inOrder: true)
    }
    left.leave()
    left.catchUp()
    #expect(all(&left) == [.quit])
    ended.catchUp()
    ended.end()
    ended.catchUp()
    #expect(all(&ended) == [.quit])
  }

  @Test func theNumberOfWaitingCommandsIsBounded() {
    var order = CommandOrder()
    for _ in 0..<CommandOrder.greatestWaitingCount { _ = order.admit(Self.seek, inOrder: true) }
    #expect(order.admit(Self.seek, inOrder: true) == .full)
    order.catchUp()
    #expect(order.next() == Self.seek)
    #expect(order.admit(Self.seek, inOrder: true) == .later)
    #expect(all(&order).count == CommandOrder.greatestWaitingCount)
  }

  @Test(arguments: [20, 63, 64, 65, 80, 200])
  func theKeyHelpShowsEveryKeyInAnyWindow(columns: Int) {
    let lines = TransportCommand.keyHelp(columns: columns)
    for key in ["space", "PgUp", "bksp", "q  ", ", .", "/ *"] {
      #expect(lines.contains { $0.contains(key) })
    }
    #expect(lines.count == 8 ? lines.allSatisfy { $0.count < columns } : lines.count == 16)
  }
}
