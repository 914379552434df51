import PlaybackSession
import Testing

@Suite struct RequestQueueTests {
  private static let seek = SessionRequest.seek(.offset(.seconds(1)))
  private static let other = SessionRequest.seek(.offset(.seconds(2)))

  private func all(_ queue: inout RequestQueue) -> [SessionRequest] {
    var commands: [SessionRequest] = []
    while let command = queue.next() { commands.append(command) }
    return commands
  }

  @Test func commandsThatNeedTheFileWaitAndLaterOnesWaitBehindThem() {
    var queue = RequestQueue()
    #expect(queue.admit(.setMuted(true), inOrder: true) == .now)
    #expect(queue.admit(Self.seek, inOrder: true) == .later)
    #expect(queue.admit(.quit(status: nil), inOrder: true) == .later)
    #expect(queue.next() == nil)
    queue.catchUp()
    #expect(all(&queue) == [Self.seek, .quit(status: nil)])
    #expect(queue.admit(.quit(status: nil), inOrder: true) == .now)
  }

  /// A line that arrived when the file was open and the seek was about to be performed once
  /// overtook the seek, or was lost.
  @Test func noCommandOvertakesTheOneBeingPerformed() {
    var queue = RequestQueue()
    _ = queue.admit(Self.seek, inOrder: true)
    queue.catchUp()
    #expect(queue.next() == Self.seek)
    #expect(queue.admit(.reportPosition, inOrder: true) == .later)
    #expect(queue.admit(.quit(status: nil), inOrder: true) == .later)
    #expect(all(&queue) == [.reportPosition, .quit(status: nil)])
    #expect(queue.next() == nil)
    #expect(queue.admit(Self.seek, inOrder: true) == .now)
  }

  /// They would otherwise only change how playback begins.
  @Test func aCommandThatChangesPlaybackWaitsForTheFile() {
    let commands: [SessionRequest] = [
      .setPaused(true), .setRate(.normal), .setPaused(false), .togglePause,
    ]
    var queue = RequestQueue()
    for command in commands {
      #expect(queue.admit(command, inOrder: false) == .now)
      #expect(queue.admit(command, inOrder: true) == .later)
    }
    queue.catchUp()
    #expect(all(&queue) == commands)
  }

  @Test func aKeyWaitsOnlyIfItNeedsTheFile() {
    var queue = RequestQueue()
    _ = queue.admit(Self.seek, inOrder: true)
    #expect(queue.admit(.quit(status: nil), inOrder: false) == .now)
    #expect(queue.admit(.reportPosition, inOrder: false) == .later)
  }

  @Test func commandsAfterAFileChangeApplyToTheNewFile() {
    var queue = RequestQueue()
    for command in [Self.seek, .next, Self.other, .quit(status: nil)] as [SessionRequest] {
      #expect(queue.admit(command, inOrder: true) == .later)
    }
    queue.catchUp()
    #expect(queue.next() == Self.seek)
    #expect(queue.next() == .next)
    queue.leave()
    #expect(queue.next() == nil)
    #expect(queue.admit(.reportPosition, inOrder: true) == .later)
    queue.catchUp()
    #expect(all(&queue) == [Self.other, .quit(status: nil), .reportPosition])
  }

  @Test func commandsForAFileAreDroppedWithIt() {
    var left = RequestQueue()
    var ended = RequestQueue()
    for command in [Self.seek, .quit(status: nil)] as [SessionRequest] {
      _ = left.admit(command, inOrder: true)
      _ = ended.admit(command, inOrder: true)
    }
    left.leave()
    left.catchUp()
    #expect(all(&left) == [.quit(status: nil)])
    ended.catchUp()
    ended.end()
    ended.catchUp()
    #expect(all(&ended) == [.quit(status: nil)])
  }

  @Test func theNumberOfWaitingCommandsIsBounded() {
    var queue = RequestQueue()
    for _ in 0..<RequestQueue.greatestWaitingCount { _ = queue.admit(Self.seek, inOrder: true) }
    #expect(queue.admit(Self.seek, inOrder: true) == .full)
    queue.catchUp()
    #expect(queue.next() == Self.seek)
    #expect(queue.admit(Self.seek, inOrder: true) == .later)
    #expect(all(&queue).count == RequestQueue.greatestWaitingCount)
  }
}
