import Foundation
import PlayheadKit
import Testing

/// The code of FromAVPlayer.md.
@Suite final class FromAVPlayerTests: GuideExamples {
  @Test func timeObservers() {
    let print = output.print
    let player = Player(url: URL(fileURLWithPath: film), clock: clock)
    let periodic = player.addPeriodicTimeObserver(forInterval: .milliseconds(500)) { time in
      print("at \(time.seconds)")
    }
    let boundary = player.addBoundaryTimeObserver(forTimes: [.seconds(1)]) {
      print("one second")
    }
    player.play()
    clock.advance(by: .milliseconds(1_200))
    #expect(output.lines.filter { $0 != "one second" } == ["at 0.0", "at 0.5", "at 1.0"])
    #expect(output.lines.contains("one second"))
    player.removeTimeObserver(periodic)
    player.removeTimeObserver(boundary)
    clock.advance(by: .seconds(1))
    #expect(output.lines.count == 4)
  }

  @Test func times() {
    let frame = MediaTime(ticks: 1, timebase: Timebase(1, 25))
    let start = MediaTime.seconds(1.5)
    let end = start + frame * 50
    #expect(end == .milliseconds(3_500))
  }

  @Test func statusAndWaiting() {
    let print = output.print
    let player = Player(path: film, clock: clock)
    player.statusPublisher
      .sink { status in
        switch status {
        case .unknown: print("not loaded")
        case .readyToPlay: print("ready")
        case .failed(let error): print("\(error)")
        }
      }
      .store(in: &subscriptions)
    player.timeControlStatusPublisher
      .sink { status in
        if case .waitingToPlayAtSpecifiedRate(let reason) = status { print("waits: \(reason)") }
      }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .seconds(1))
    #expect(output.lines.first == "not loaded")
    #expect(output.lines.contains("ready"))
  }
}
