import PlayheadCore
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadAttaching

/// The contract of publishers, applied to those of another player.
@Suite struct AttachedPlayerContractTests {
  private static let rows = [
    row("progressPublisher") { $0.progressPublisher(interval: .milliseconds(100)).counted() },
    row("progressPublisher (boundaries)") { player in
      player.progressPublisher(
        on: .chapters.union(.times([.milliseconds(350)])).union(.percentages([50]))
      ).counted()
    },
    row("playheadProgressPublisher") { $0.playheadProgressPublisher(interval: 0.1).counted() },
    row("statusPublisher") { $0.statusPublisher().counted() },
    row("currentItemPublisher") { $0.currentItemPublisher().counted() },
    row("statusPublisher (at once)") { $0.statusPublisher(queue: nil).counted() },
  ]

  private static func row<P: Publisher>(
    _ name: String, _ make: @escaping @Sendable (AttachedPlayer) -> P
  ) -> ContractRow where P.Output == Int, P.Failure == Never {
    ContractRow(name) {
      AttachmentPublisher(make: { make($0).eraseToAnyPublisher() }).eraseToAnyPublisher()
    }
  }

  @Test(arguments: rows, ContractCheck.all)
  func holds(_ row: ContractRow, _ check: ContractCheck) {
    #expect(check.violations(row) == [])
  }

  @Test(arguments: rows)
  func aRowGivesValuesAndCompletes(_ row: ContractRow) {
    let recorder = RecordingSubscriber<Int, ContractRow.Failure>()
    row.make([]).subscribe(recorder)
    #expect(recorder.isFinished && recorder.values.count > 1)
  }
}

/// Attaches to a player that plays a second, which it loses then, once something subscribes.
private struct AttachmentPublisher: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let make: (AttachedPlayer) -> AnyPublisher<Int, Never>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
    let source = FakeSource(clock)
    let player = AttachedPlayer(source, clock: clock)
    make(player).subscribe(subscriber)
    clock.advance(by: .milliseconds(1))
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "a")
        $0.item?.duration = .seconds(1)
        $0.item?.chapters = [
          .init(start: .zero, title: "one"), .init(start: .milliseconds(600), title: "two"),
        ]
        $0.playback = .playing
      }, to: .zero)
    clock.advance(by: .seconds(1))
    source.end()
    clock.advance(by: .milliseconds(1))
    source.lose(.closed)
    clock.advance(by: .seconds(1))
  }
}
