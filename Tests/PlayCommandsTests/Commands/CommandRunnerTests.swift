import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadPlayCommands

@Suite struct CommandRunnerTests {
  /// The end of the command once waited for it without limit.
  @Test func aCommandThatIgnoresASignalIsKilledFiveSecondsLater() throws {
    let folder = try TemporaryDirectory()
    let clock = ManualHostClock()
    let runner = CommandRunner(above: nil, writingTo: .stderr, clock: clock)
    let ready = folder.path("ready")
    try #require(mkfifo(ready, 0o600) == 0)
    runner.run(["bash", "-c", "trap '' TERM; echo > '\(ready)'; exec sleep 100"])
    // The command ignores the signal when its end of the FIFO is open.
    let descriptor = open(ready, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    close(descriptor)
    runner.stop(SIGTERM)
    clock.advance(by: .seconds(5))
    runner.finish()
    // The rest may not take longer.
    #expect(!runner.hasFailed && !runner.isFinishing)
  }
}
