/// A search for the word that a misspelled word was meant to be.
package enum NearestWord {
  /// Returns the candidate with the least edit distance from a word; nil if that exceeds a third of the longer word.
  package static func of(_ word: String, in candidates: [String]) -> String? {
    // An edit inserts, deletes or replaces a character, or swaps two adjacent characters.
    let distances = candidates.map { (word: $0, distance: distance(Array(word), Array($0))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= max(word.count, nearest.word.count) / 3 ? nearest.word : nil
  }

  /// Returns the optimal string alignment distance. Only the last two rows of its table are kept.
  private static func distance(_ one: [Character], _ two: [Character]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...two.count))
    for (index, character) in one.enumerated() {
      var row = [index + 1]
      for column in two.indices {
        let replaced = last[column] + (character == two[column] ? 0 : 1)
        var edits = min(replaced, last[column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, character == two[column - 1], one[index - 1] == two[column] {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        row.append(edits)
      }
      (beforeLast, last) = (last, row)
    }
    return last[two.count]
  }
}
