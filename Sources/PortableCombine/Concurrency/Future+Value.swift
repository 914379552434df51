extension Future where Failure == Never {
  /// The value of the promise, once it is kept.
  ///
  /// Cancelling the task does not end the waiting: a future's work cannot be called off.
  ///
  /// Source of the rule: Apple's documentation of `Future.value`.
  public final var value: Output {
    get async {
      await withUnsafeContinuation { continuation in
        let sink = Subscribers.Sink<Output, Never>(
          receiveCompletion: { _ in },
          receiveValue: { value in
            // The promise gave it away; it is the awaiting task's from here on.
            nonisolated(unsafe) let value = value
            continuation.resume(returning: value)
          })
        subscribe(sink)
      }
    }
  }
}

extension Future {
  /// The value of the promise, once it is kept; throws the failure where it ends in one.
  ///
  /// Cancelling the task does not end the waiting: a future's work cannot be called off.
  ///
  /// Source of the rule: Apple's documentation of `Future.value`.
  @_disfavoredOverload
  public final var value: Output {
    get async throws {
      try await withUnsafeThrowingContinuation { continuation in
        let sink = Subscribers.Sink<Output, Failure>(
          receiveCompletion: { completion in
            if case .failure(let failure) = completion { continuation.resume(throwing: failure) }
          },
          receiveValue: { value in
            nonisolated(unsafe) let value = value
            continuation.resume(returning: value)
          })
        subscribe(sink)
      }
    }
  }
}
