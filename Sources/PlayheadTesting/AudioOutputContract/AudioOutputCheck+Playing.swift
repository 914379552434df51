extension AudioOutputCheck {
  static let playing = [
    AudioOutputCheck("Each sample is heard once and in order, over pauses and resumes.") { row in
      let use = try AudioOutputUse(row)
      for part in 1...4 {
        use.call { $0.start() }
        try use.write(3_000)
        try use.read(until: "beyond the pause") { $0.samplesRead >= Int64(part) * 1_500 }
        use.call { $0.pause() }
        try use.read(until: "paused") { !$0.isPlaying }
      }
      use.call { $0.start() }
      use.call { $0.drain() }
      return try use.compareHeard(with: [0..<12_000])
    },
    AudioOutputCheck("Samples written before the start are kept until then.") { row in
      let use = try AudioOutputUse(row)
      let count = use.status.writableSampleCount
      try use.write(count)
      var violations = require(use.status.writableSampleCount == 0, "There is more room than room.")
      violations += require(try use.read().samplesRead == 0, "Samples were taken before the start.")
      violations += require(use.writeOnce(100) == 0, "More samples were taken than there was room.")
      use.call { $0.start() }
      use.call { $0.drain() }
      return try violations + use.compareHeard(with: [0..<count])
    },
    AudioOutputCheck("After a start without samples, sound starts with the first sample.") { row in
      let use = try AudioOutputUse(row)
      use.call { $0.start() }
      _ = try use.read()
      try use.write(2_000)
      use.call { $0.drain() }
      return try use.compareHeard(with: [0..<2_000])
    },
    AudioOutputCheck("A flush discards the samples that the device has not taken, and no others.") {
      row in
      let use = try AudioOutputUse(row)
      use.call { $0.start() }
      try use.write(6_000)
      try use.read(until: "playing") { $0.samplesRead > 0 }
      use.call { $0.pause() }
      try use.read(until: "paused") { !$0.isPlaying }
      use.call { $0.flush() }
      let kept = Int(try use.wait("end of the flush") { !$0.isFlushing }.nextSample)
      var violations = require(
        kept <= 6_000, "The next sample is \(kept), after 6000 were written.")
      let reading = try use.read()
      violations += require(
        reading.samplesWritten == Int64(kept) && reading.samplesRead == Int64(kept),
        "\(kept) samples were kept, but the next reading is \(reading).")
      use.nextNumber = 10_000
      try use.write(2_000)
      use.call { $0.start() }
      use.call { $0.drain() }
      return try violations + use.compareHeard(with: [0..<kept, 10_000..<12_000])
    },
    AudioOutputCheck("More samples can follow those that were drained.") { row in
      let use = try AudioOutputUse(row)
      for part in 1...3 {
        // Otherwise the device may run out of samples before the drain, if the machine is busy.
        use.call { $0.pause() }
        try use.write(1_500)
        use.call { $0.drain() }
        use.call { $0.start() }
        try use.read(until: "drained") { $0.samplesRead == Int64(part) * 1_500 }
      }
      return try use.compareHeard(with: [0..<4_500])
        + require(use.status.underrunCount == 0, "The end of drained samples was an underrun.")
    },
  ]
}
