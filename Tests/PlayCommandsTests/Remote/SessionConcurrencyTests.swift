import Dispatch
import PlayheadLocking
import PlaybackSession
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFormatting
@testable import PlayheadListFiles
@testable import PlayheadPlayCommands

@Suite struct SessionConcurrencyTests {
  static let files = ["bbb_small.mp4", "mediafile-cbr.mp3", "README.md", "mediafile.opus"]
    .map(Repository.sample)

  static func request(_ random: inout SplitMix64) -> SessionRequest {
    let (index, other) = (
      Int.random(in: 0..<4, using: &random), Int.random(in: 0..<4, using: &random)
    )
    let file = files.randomElement(using: &random) ?? ""
    return switch Int.random(in: 0..<16, using: &random) {
    case 0: .load([file], .append)
    case 1: .load([file, file], .replace)
    case 2: .load([file], .appendAndPlay)
    case 3: .next
    case 4: .previous
    case 5: .play(index: index)
    case 6: .remove(index: index)
    case 7: .move(from: index, to: other)
    case 8: .clear
    case 9: .stop(keepsList: Bool.random(using: &random))
    case 10: .setPaused(Bool.random(using: &random))
    case 11: .setListLoop(Bool.random(using: &random) ? .endless : .times(2))
    case 12:
      .setLoopRange(start: .milliseconds(100), end: Bool.random(using: &random) ? .seconds(1) : nil)
    case 13: .step(1)
    default:
      .seek(.fraction(Double.random(in: 0...1, using: &random)), index == 0 ? .keyframe : .exact)
    }
  }

  /// Whatever several programs request at once, each file is started, loaded and ended in order, and
  /// the session ends when it is asked to.
  @Test func requestsOfSeveralThreadsKeepTheOrderOfEvents() throws {
    var options = PlayOptions()
    options.isQuiet = true
    options.waitsForFiles = true
    options.files = [Self.files[0]]
    let session = try PlaySession(
      options, ListFileExpansion.files(options.files, access: options.access))
    let events = Locked<[SessionEvent]>([])
    let recording = session.changes.sink { change in
      events.withLock { $0.append(change.event) }
    }
    let ended = DispatchSemaphore(value: 0)
    let status = Locked<ExitStatusValue>(ExitStatusValue())
    let thread = SystemHostClock.shared.makeRoutine(on: .thread("session")) {
      let result = session.run().rawValue
      status.withLock { $0.value = result }
      ended.signal()
      return .wait(until: nil)
    }
    thread.wake()
    DispatchQueue.concurrentPerform(iterations: 3) { number in
      var random = SplitMix64(seed: UInt64(number))
      for _ in 0..<150 {
        do throws(SessionRefusal) {
          try session.perform(Self.request(&random))
        } catch {}
        _ = session.snapshot
      }
    }
    try session.perform(.quit(status: 5))
    ended.wait()
    withExtendedLifetime((recording, thread)) {}
    #expect(status.withLock { $0.value } == 5)
    Self.expectOrder(of: events.withLock { $0 })
  }

  private struct ExitStatusValue {
    var value: Int32?
  }

  /// Expects each file to be started, loaded and ended in order, and the session to be closed last.
  static func expectOrder(of events: [SessionEvent]) {
    var (started, loaded): (Int?, Int?)
    var seeks = 0
    for event in events {
      switch event {
      case .started(let id):
        #expect(started == nil)
        (started, loaded, seeks) = (id, nil, 0)
      case .loaded(let id):
        #expect(started == id && loaded == nil)
        loaded = id
        seeks = 1
      case .seeking:
        #expect(loaded != nil && loaded == started)
        seeks += 1
      case .restarted:
        #expect(loaded != nil && loaded == started && seeks > 0)
        seeks = 0
      case .ended(let id, _):
        #expect(started == id)
        (started, loaded) = (nil, nil)
      case .listChanged, .settingsChanged, .idle, .closing: break
      }
    }
    #expect(started == nil)
    if case .closing = events.last { return }
    Issue.record("the last event is \(events.last as Any)")
  }
}
