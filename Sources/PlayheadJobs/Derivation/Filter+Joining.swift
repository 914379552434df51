extension FilterGraph.Filter {
  /// Returns the streams that the filter makes of several inputs.
  func joined(_ inputs: [JobStream]) throws(UnderivedDuration) -> [JobStream] {
    guard var result = inputs.first else {
      throw UnderivedDuration("filter '\(name)' has no input")
    }
    result.isEstimated = inputs.contains(where: \.isEstimated)
    let ends = inputs.map(\.end)
    let (least, greatest) = (ends.min() ?? 0, ends.max() ?? 0)
    switch name {
    case "concat": return try concatenated(inputs)
    case "amix":
      let choice = option("duration", index: 1) ?? "longest"
      result.end =
        ["shortest", "1"].contains(choice)
        ? least : ["first", "2"].contains(choice) ? result.end : greatest
    case "amerge", "join", "sidechaincompress", "sidechaingate", "amultiply": result.end = least
    case "mix":
      let choice = option("duration") ?? "longest"
      result.end =
        ["shortest", "1"].contains(choice)
        ? least : ["first", "2"].contains(choice) ? result.end : greatest
    case "xfade":
      let offset = try seconds("offset", index: 2) ?? 0
      result.end = offset + inputs[1].length
    case "acrossfade":
      var length = try seconds("duration", "d") ?? 1
      if option("duration", "d") == nil, let text = option("nb_samples", "ns", index: 0) {
        guard let count = FFmpegNumber.count(text), let rate = result.sampleRate else {
          throw unknownEffect
        }
        length = count / rate
      }
      if ["0", "false"].contains(option("overlap", "o")) { length = 0 }
      result.end = inputs[0].length + inputs[1].length - length
    case "hstack", "vstack", "xstack", "alphamerge":
      result.end = isOn("shortest") ? least : greatest
    case _ where Self.pairs.contains(name):
      let atEnd = option("eof_action") ?? "repeat"
      if isOn("shortest") || ["endall", "1"].contains(atEnd) {
        result.end = least
      } else if ["pass", "2"].contains(atEnd) || ["0", "false"].contains(option("repeatlast")) {
        break
      } else {
        result.end = greatest
      }
    default: throw unknownEffect
    }
    return [result]
  }

  private func concatenated(_ inputs: [JobStream]) throws(UnderivedDuration) -> [JobStream] {
    let kinds = concatKinds
    let width = kinds.video + kinds.audio
    guard width > 0, inputs.count >= width else { throw unknownEffect }
    var results = Array(inputs.prefix(width))
    var total = 0.0
    for part in stride(from: 0, to: inputs.count - inputs.count % width, by: width) {
      total += inputs[part..<part + width].map(\.end).max() ?? 0
    }
    for index in results.indices {
      results[index].end = total
      results[index].isEstimated = inputs.contains(where: \.isEstimated)
    }
    return results
  }
}
