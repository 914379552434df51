extension Future where Failure == Never {
  /// The value of the future, when its promise has been called.
  ///
  /// Cancelling the task does not stop the wait, because a future's work cannot be cancelled.
  public final var value: Output {
    get async {
      await withUnsafeContinuation { continuation in
        let sink = Subscribers.Sink<Output, Never>(
          receiveCompletion: { _ in },
          receiveValue: { value in
            // The promise released the value, so only the awaiting task uses it.
            nonisolated(unsafe) let value = value
            continuation.resume(returning: value)
          })
        subscribe(sink)
      }
    }
  }
}

extension Future {
  /// The value of the future, when its promise has been called.
  ///
  /// Cancelling the task does not stop the wait, because a future's work cannot be cancelled.
  ///
  /// - Throws: The future's failure.
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
