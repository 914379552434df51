import Media

extension MediaSourceCheck {
  static let interrupting = [
    MediaSourceCheck("Interrupted before, it is not opened.") { row in
      let interruption = Interruption()
      interruption.interrupt()
      return failure(of: .open) { _ = try row.opener.open(interruption: interruption) }
    },
    MediaSourceCheck("Interrupted while it is read, it fails soon and for good.") { row in
      let interruption = Interruption()
      let reading = try MediaReading(row, interruption: interruption)
      _ = try reading.next()
      interruption.interrupt()
      // It may still return packets that were read before.
      return failure(of: .read) { _ = try reading.rest() }
        + failure(of: .read) { _ = try reading.next() }
    },
    MediaSourceCheck("Interrupted, it does not seek.") { row in
      let interruption = Interruption()
      let reading = try MediaReading(row, interruption: interruption)
      guard reading.source.info.isSeekable else { return [] }
      interruption.interrupt()
      return failure(of: .seek) {
        try reading.source.seek(to: reading.source.info.presentationStart ?? .zero)
      }
    },
    MediaSourceCheck("An interruption is of one opening, and leaves others alone.") { row in
      let interruption = Interruption()
      _ = try MediaReading(row, interruption: interruption).rest()
      interruption.interrupt()
      interruption.interrupt()
      let all = try MediaReading(row).rest()
      return all.isEmpty ? ["Another opening gives nothing."] : []
    },
  ]

  private static func failure(
    of operation: MediaError.Operation, _ body: () throws -> Void
  ) -> [String] {
    do {
      try body()
      return ["To \(operation.rawValue) did not fail."]
    } catch let error as MediaError {
      let isRight = error.operation == operation && error.reason == .interrupted
      return isRight ? [] : ["To \(operation.rawValue) failed as: \(error)"]
    } catch {
      return ["\(error)"]
    }
  }
}
