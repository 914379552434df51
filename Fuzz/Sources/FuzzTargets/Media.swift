import PlayheadKit
import Synchronization

/// Opens, reads, seeks in, analyzes and plays the bytes as a media file.
let mediaTarget = FuzzTarget(name: "media") { bytes in
  withFile(of: bytes) { path in
    readAndSeek(path, seed: seed(of: bytes))
    if let report = try? TimingReport(of: path) {
      check(report.tracks.allSatisfy { $0.packetCount >= 0 }, "A count of packets is negative.")
    }
    play(path)
  }
}

/// Plays the file until its end, and until no routine has work left.
private func play(_ path: String) {
  let clock = ManualHostClock()
  let player = Player(path: path, clock: clock)
  let failureCount = Mutex(0)
  let watching = player.statusPublisher(queue: nil).sink { status in
    if case .failed = status { failureCount.withLock { $0 += 1 } }
  }
  player.setRate(Rate(16, 1))
  // A limit that the number of packets, at a few steps each, never reaches.
  var stepCount = 0
  while stepCount < 10_000_000, clock.runNextStep() { stepCount += 1 }
  let hasFailed = player.playbackState == .failed
  check(hasFailed || player.playbackState == .ended, "Playing comes to no end.")
  check(failureCount.withLock { $0 } == (hasFailed ? 1 : 0), "A failure is not reported once.")
  watching.cancel()
  player.close()
}

private func readAndSeek(_ path: String, seed: UInt64) {
  do throws(MediaError) {
    let media = try PreparedMedia(path: path)
    let duration = try media.duration()
    let source = try media.open(interruption: Interruption())
    // Times within the media, before it, far after it, and the extremes.
    let span = duration?.time.nanoseconds(rounding: .down) ?? 1_000_000_000
    let times = [
      Int64(seed % UInt64(max(span, 1))), -1_000_000_000, span &* 2, .max, .min,
      Int64(truncatingIfNeeded: seed),
    ]
    for time in times {
      guard (try? source.seek(to: .nanoseconds(time))) != nil else { continue }
      for _ in 0..<8 {
        guard case .packet(let packet) = try source.read() else { break }
        check(packet.track < source.info.tracks.count, "A packet is of no track.")
      }
    }
  } catch {
    check(!"\(error)".isEmpty, "An error has no message.")
  }
}
