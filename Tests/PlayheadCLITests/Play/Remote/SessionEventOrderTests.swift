import Locking
import PlayheadKit
import RemoteControl
import Testing

@testable import PlayheadCLI

@Suite struct SessionEventOrderTests {
  private let progress = PlayheadProgress(
    position: .zero, hostInstant: HostInstant(nanoseconds: 0), rate: .normal, state: .playing,
    cause: .requested)

  @Test func aFileIsLoadedAfterItStartedAndBeforeItEnded() {
    var order = SessionEventOrder()
    let events: [SessionEvent] = [
      .loaded(id: 1), .started(id: 1), .loaded(id: 2), .loaded(id: 1), .loaded(id: 1),
      .ended(id: 1, .finished), .loaded(id: 1), .ended(id: 1, .finished), .started(id: 1),
    ]
    #expect(
      events.map { order.admit($0, of: nil) } == [
        false, true, false, true, false, true, false, false, true,
      ])
  }

  @Test func seeksAndArrivalsBelongToALoadedFile() {
    var order = SessionEventOrder()
    _ = order.admit(.started(id: 3), of: nil)
    #expect(!order.admit(.restarted(progress), of: 3) && !order.admit(.seeking, of: 3))
    _ = order.admit(.loaded(id: 3), of: nil)
    #expect(order.admit(.restarted(progress), of: 3) && order.admit(.seeking, of: 3))
    #expect(order.admit(.seeking, of: 2) == false)
    _ = order.admit(.ended(id: 3, .stopped), of: nil)
    #expect(order.admit(.restarted(progress), of: 3) == false)
  }

  @Test func nothingFollowsTheEndOfTheSession() {
    var order = SessionEventOrder()
    #expect(order.admit(.listChanged, of: nil) && order.admit(.idle, of: nil))
    #expect(order.admit(.closing, of: nil) == true)
    let late: [SessionEvent] = [.closing, .listChanged, .settingsChanged, .idle, .started(id: 1)]
    #expect(late.allSatisfy { !order.admit($0, of: nil) })
  }

  /// Another thread may begin a file while the session ends.
  @Test func aFileThatHasNotEndedEndsWithTheSession() {
    let log = SessionEventLog()
    let received = Locked<[String]>([])
    let following = log.publisher.sink { event in received.withLock { $0.append("\(event)") } }
    log.send(.started(id: 7))
    log.close()
    log.send(.ended(id: 7, .quit))
    #expect(
      received.withLock { $0 } == [
        "\(SessionEvent.started(id: 7))", "\(SessionEvent.ended(id: 7, .quit))",
        "\(SessionEvent.closing)",
      ])
    following.cancel()
  }

  /// The thread that ends a file may be slower than the one that begins the next.
  @Test func aFileEndsBeforeTheNextOneStarts() {
    let log = SessionEventLog()
    let received = Locked<[SessionEvent]>([])
    let following = log.publisher.sink { event in received.withLock { $0.append(event) } }
    for event in [.started(id: 1), .started(id: 2), .ended(id: 1, .stopped)] as [SessionEvent] {
      log.send(event)
    }
    let ids = received.withLock { events in
      events.map { event in
        switch event {
        case .started(let id): id
        case .ended(let id, _): -id
        default: 0
        }
      }
    }
    #expect(ids == [1, -1, 2])
    following.cancel()
  }
}
