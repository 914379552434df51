import PlayheadAudio

extension AudioOutputCheck {
  static let reporting = [
    AudioOutputCheck("A new output has room, but no samples, no reading and no error.") {
      row in
      let use = try AudioOutputUse(row)
      var status = use.status
      let hasRoom = status.writableSampleCount > 0
      status.writableSampleCount = 0
      return require(hasRoom, "There is no room.")
        + require(status == AudioOutputStatus(), "The state is \(status).")
    },
    AudioOutputCheck("`write` counts the samples that it takes.") { row in
      let use = try AudioOutputUse(row)
      let room = use.status.writableSampleCount
      let (first, second) = (use.writeOnce(0), use.writeOnce(room / 2))
      return require(first == 0 && second == room / 2, "Not all samples were taken.")
        + require(use.status.nextSample == Int64(second), "The next sample is wrong.")
        + require(
          use.status.writableSampleCount >= room - second, "There is less room than is left.")
    },
    AudioOutputCheck("Readings come in order, and no sample is read before it is written.") { row in
      let use = try AudioOutputUse(row)
      use.call { $0.start() }
      var violations: [String] = []
      var last: AudioReading?
      for _ in 0..<40 {
        try use.write(500)
        let reading = try use.read()
        violations += require(
          reading.latency >= .zero && reading.samplesRead >= 0
            && reading.samplesRead <= reading.samplesWritten
            && reading.samplesWritten <= use.status.nextSample, "Impossible: \(reading)")
        if let last {
          violations += require(
            last.instant <= reading.instant && last.samplesWritten <= reading.samplesWritten
              && last.samplesRead <= reading.samplesRead, "Not in order: \(last), \(reading)")
        }
        last = reading
      }
      return violations
    },
    AudioOutputCheck("A reading that was requested after a pause is known, and shows the pause.") {
      row in
      let use = try AudioOutputUse(row)
      use.call { $0.start() }
      try use.write(4_000)
      try use.read(until: "playing", \.isPlaying)
      use.requestReading()
      use.call { $0.pause() }
      use.requestReading()
      let status = try use.wait("answer to each request") {
        $0.answeredRequestCount == use.requestCount
      }
      return require(status.reading?.isPlaying == false, "The device plays: \(status).")
    },
    AudioOutputCheck("`onChange` is called for a reading, and by no method.") { row in
      let use = try AudioOutputUse(row)
      use.call { $0.start() }
      try use.write(4_000)
      _ = try use.read(until: "playing") { $0.samplesRead > 0 }
      use.call { $0.pause() }
      use.call { $0.flush() }
      try use.wait("end of the flush") { !$0.isFlushing }
      use.call { $0.start() }
      try use.write(4_000)
      use.call { $0.drain() }
      let isCalled = try use.awaitCall { _ = try use.read() }
      return require(isCalled, "`onChange` was not called for a reading.")
        + require(!use.isCalledByMethod, "A method has called `onChange`.")
    },
  ]
}
