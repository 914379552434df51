import PlayheadMedia

extension MediaSourceCheck {
  static let interrupting = [
    MediaSourceCheck("An interruption before opening prevents it.") { row in
      let interruption = Interruption()
      interruption.interrupt()
      return failure(of: .open) { _ = try row.opener.open(interruption: interruption) }
    },
    MediaSourceCheck("An interruption while reading makes this and all further reads fail.") {
      row in
      let interruption = Interruption()
      let reading = try MediaReading(row, interruption: interruption)
      _ = try reading.next()
      interruption.interrupt()
      // It may still return packets that were read before.
      return failure(of: .read) { _ = try reading.rest() }
        + failure(of: .read) { _ = try reading.next() }
    },
    MediaSourceCheck("An interruption makes a seek fail.") { row in
      let interruption = Interruption()
      let reading = try MediaReading(row, interruption: interruption)
      guard reading.source.info.isSeekable else { return [] }
      interruption.interrupt()
      return failure(of: .seek) {
        try reading.source.seek(to: reading.source.info.presentationStart ?? .zero)
      }
    },
    MediaSourceCheck("An interruption affects one opening only.") { row in
      let interruption = Interruption()
      _ = try MediaReading(row, interruption: interruption).rest()
      interruption.interrupt()
      interruption.interrupt()
      let all = try MediaReading(row).rest()
      return all.isEmpty ? ["Another opening returns no packets."] : []
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
