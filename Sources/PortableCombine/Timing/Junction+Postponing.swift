extension Junction
where Inputs: PostponingInputs, Inputs.Output == Output, Inputs.Failure == Failure {
  /// Stores a value. Returns whether the caller must schedule its delivery; false after the upstream's completion.
  @inlinable
  func postpone(_ value: Output) -> Bool {
    let isTaken = change { inputs in
      if inputs.completion != nil { return false }
      inputs.values.append(value)
      return true
    }
    return isTaken == true
  }

  /// Stores the completion. Returns whether the caller must schedule its delivery; false if there already is one.
  @inlinable
  func postpone(_ completion: Subscribers.Completion<Failure>) -> Bool {
    let isTaken = change { inputs in
      if inputs.completion != nil { return false }
      inputs.completion = completion
      return true
    }
    releaseAttachments()
    return isTaken == true
  }

  /// Delivers the next event, in order whichever scheduled action runs first, and requests the new demand.
  @inlinable
  func deliverNext() {
    var all: Inputs?
    let more = update { inputs in
      if let value = inputs.values.popFirst() { return .value(value) }
      guard let completion = inputs.completion else { return nil }
      all = inputs.removeAll()
      return .completion(completion)
    }
    all?.attachments.timer?.cancel()
    request(more)
  }
}

/// The state of a timed operator that delivers all events on a scheduler.
@usableFromInline
protocol PostponingInputs: TimedInputs {
  associatedtype Output
  associatedtype Failure: Error
  /// The values that the upstream has sent and the scheduler will deliver, in order.
  var values: Backlog<Output> { get set }
  /// The upstream's completion, which follows them.
  var completion: Subscribers.Completion<Failure>? { get set }
}
