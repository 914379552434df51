/// The word that was probably meant.
enum NearestWord {
  /// Of the candidates the one that the fewest insertions, deletions and replacements of a
  /// character make of the word, where that is at most a third of its characters; nil where there
  /// is none.
  static func of(_ word: String, in candidates: [String]) -> String? {
    let distances = candidates.map { (word: $0, distance: distance(Array(word), Array($0))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= max(word.count, nearest.word.count) / 3 ? nearest.word : nil
  }

  /// Levenshtein's distance, a row of its table at a time.
  private static func distance(_ one: [Character], _ two: [Character]) -> Int {
    var row = Array(0...two.count)
    for (index, character) in one.enumerated() {
      var before = row[0]
      row[0] = index + 1
      for column in two.indices {
        let replaced = before + (character == two[column] ? 0 : 1)
        before = row[column + 1]
        row[column + 1] = min(replaced, before + 1, row[column] + 1)
      }
    }
    return row[two.count]
  }
}
