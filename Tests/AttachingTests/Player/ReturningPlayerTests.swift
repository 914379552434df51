import Dispatch
import Glibc
import PlayheadInterprocess
import PlayheadLocking
import PlayheadTestEnvironment
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadAttaching

/// Players that end and come back many times leave nothing behind.
@Suite struct ReturningPlayerTests {
  /// Attaches to a source. Waits until the player has answered, ends it, and waits until that is known and
  /// all objects are released.
  private func attach(_ source: any PlayerSource, answer: () throws -> Void, end: () -> Void) throws
  {
    let statuses = Statuses()
    weak var released: AttachedPlayer?
    do {
      let player = AttachedPlayer(source)
      released = player
      let following = player.statusPublisher(queue: nil).sink { statuses.add($0) }
      try answer()
      #expect(statuses.next() == .attached)
      end()
      #expect(statuses.next() == .ended)
      following.cancel()
    }
    try requireRelease { released == nil }
  }

  /// Waits until an object is released, which a thread that is about to end may still have.
  private func requireRelease(_ isReleased: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isReleased(), ContinuousClock.now < deadline { sched_yield() }
    try #require(isReleased())
  }

  private final class Statuses: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let list = Locked<[AttachmentStatus]>([])

    func add(_ status: AttachmentStatus) {
      if status == .connecting { return }
      list.withLock { $0.append(status) }
      arrived.signal()
    }

    func next() -> AttachmentStatus? {
      guard arrived.wait(timeout: .now() + 60) == .success else { return nil }
      return list.withLock { $0.removeFirst() }
    }
  }

  @Test func anMPVThatCrashesAHundredTimes() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("s")
    for _ in 1...100 {
      let server = try FakePlayer(at: path)
      weak var released: MPVSource?
      do {
        let source = MPVSource(mpvAt: Array(path.utf8), name: "mpv")
        released = source
        try attach(source) {
          try server.accept()
          _ = try server.receive(lines: 17)
          server.send(PlayerConnectionTests.values)
        } end: {
          server.hangUp()
        }
      }
      try requireRelease { released == nil }
      unlink(path)
    }
  }

  @Test func anMPDThatCrashesAHundredTimes() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("s")
    for _ in 1...100 {
      let server = try FakePlayer(at: path)
      weak var released: MPDSource?
      do {
        let source = MPDSource(mpdAt: try MPDAddress(path, environment: [:]), name: "mpd")
        released = source
        try attach(source) {
          try server.accept()
          server.send("OK MPD 0.23.5\n")
          _ = try server.receive(lines: 3)
          server.send(MPDScript.status() + MPDScript.song())
        } end: {
          server.hangUp()
        }
      }
      try requireRelease { released == nil }
      unlink(path)
    }
  }

  @Test func aPlayerLeavesABusThatRestarts() throws {
    for _ in 1...5 {
      let bus = try PrivateBus()
      for _ in 1...20 {
        let player = FakeBusPlayer(bus, "fake", MPRISStage.song)
        try attach(MPRISSource(.named("fake"), bus: bus.address)) {
        } end: {
          player.close()
        }
      }
      #expect(try names(on: bus).count { $0.hasPrefix(":") } == 1)
    }
  }

  /// The names on a bus once all programs but this connection have left it.
  private func names(on bus: PrivateBus) throws -> [String] {
    let connection = try BusConnection(address: bus.address)
    let bell = Bell()
    var names: [String] = []
    repeat {
      names = []
      connection.call(MPRISListing.names, within: .seconds(60)) { answer in
        guard case .values(let values, _) = answer, case .array(_, let found)? = values.first else {
          return
        }
        names = found.compactMap { if case .text(let name) = $0 { name } else { nil } }
      }
      while names.isEmpty {
        try connection.process()
        if names.isEmpty { try connection.wait(for: bell) }
      }
    } while names.count { $0.hasPrefix(":") } > 1
    return names
  }
}
