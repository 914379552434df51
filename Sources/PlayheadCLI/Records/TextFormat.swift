import PlayheadKit

/// One line a progress record: `POSITION DURATION PERCENT`, and nothing for others.
struct TextFormat: RecordFormat {
  func bytes(of record: Record, file: String) -> [UInt8]? {
    guard case .progress(let progress, _) = record else { return nil }
    let duration = progress.duration?.time.decimalText(places: 3) ?? "-"
    let percent = progress.wholeShares(outOf: 1_000).map { shareText($0, places: 1) } ?? "-"
    return Array("\(progress.position.decimalText(places: 3)) \(duration) \(percent)\n".utf8)
  }
}
