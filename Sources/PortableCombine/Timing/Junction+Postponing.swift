extension Junction
where Inputs: PostponingInputs, Inputs.Output == Output, Inputs.Failure == Failure {
  /// Stores a value.
  ///
  /// - Returns: Whether the caller must schedule its delivery.
  @inlinable
  func postpone(_ value: Output) -> Bool {
    var isTaken = false
    _ = update { inputs in
      isTaken = inputs.postponed.append(value)
      return nil
    }
    return isTaken
  }

  /// Stores the completion.
  ///
  /// - Returns: Whether the caller must schedule its delivery.
  @inlinable
  func postpone(_ completion: Subscribers.Completion<Failure>) -> Bool {
    let isTaken = change { $0.postponed.complete(completion) }
    releaseAttachments()
    return isTaken == true
  }

  /// Delivers the next event, and requests the subscriber's new demand from the upstream.
  @inlinable
  func deliverNext() {
    var all: Inputs?
    let more = update { inputs in
      switch inputs.postponed.next() {
      case .value(let value): return .value(value)
      case .completion(let completion):
        all = inputs.removeAll()
        return .completion(completion)
      case nil: return nil
      }
    }
    all?.attachments.timer?.cancel()
    request(more)
  }
}
