import PortableCombine

extension ContractCheck {
  static let ending = [
    ContractCheck("After a cancellation inside a delivery, nothing is delivered.") { row in
      let recorder = Trial.Recorder { recorder, _ in
        recorder.cancel()
        return .max(1)
      }
      let trial = Trial(row)
      trial.stream.subscribe(recorder)
      for probe in trial.probes { probe.send(7) }
      return recorder.violations + uncancelled(trial, row)
    },
    ContractCheck(
      "After a cancellation on subscription, nothing is delivered and no upstream is subscribed."
    ) { row in
      let recorder = Trial.Recorder(asking: .none, onSubscription: { $0.cancel() })
      let trial = Trial(row, completion: nil)
      trial.stream.subscribe(recorder)
      for probe in trial.probes { probe.send(7) }
      return recorder.violations + uncancelled(trial, row)
    },
    ContractCheck("After two cancellations and a request, nothing is delivered.") { row in
      let recorder = Trial.Recorder(asking: .max(1))
      let trial = Trial(row, completion: nil)
      trial.stream.subscribe(recorder)
      recorder.cancel()
      recorder.cancel()
      recorder.request(.unlimited)
      for probe in trial.probes { probe.send(7) }
      return recorder.violations + uncancelled(trial, row)
    },
    ContractCheck("A failure of any upstream completes the publisher and cancels the others.") {
      row in
      (0..<row.upstreams).flatMap { index -> [String] in
        let recorder = Trial.Recorder()
        let trial = Trial(row, completion: nil)
        trial.stream.subscribe(recorder)
        trial.probes[index].send(completion: .failure(ContractRow.Failure()))
        for probe in trial.probes { probe.send(7) }
        if row.exceptions.contains(.handlesFailure) { return recorder.violations }
        if row.exceptions.contains(.completesByItself) { return recorder.violations }
        guard case .failure = recorder.completion else {
          return recorder.violations + ["The failure of upstream \(index) was not delivered."]
        }
        return recorder.violations + uncancelled(trial, row)
      }
    },
    ContractCheck("A completion caused while the subscription is delivered is not lost.") { row in
      if row.upstreams == 0 || row.exceptions.contains(.completesByItself) { return [] }
      let subjects = (0..<row.upstreams).map { _ in PassthroughSubject<Int, ContractRow.Failure>() }
      let recorder = Trial.Recorder()
      row.make(subjects.map { $0.eraseToAnyPublisher() })
        .handleEvents(receiveSubscription: { _ in
          for subject in subjects { subject.send(completion: .finished) }
        })
        .subscribe(recorder)
      return recorder.violations
        + (recorder.completion == nil ? ["No completion was delivered."] : [])
    },
    ContractCheck("Cancelling releases the subscriber, even if the subscription is retained.") {
      row in
      weak var released: Trial.Recorder?
      var subscription: (any Subscription)?
      let trial = Trial(row, completion: nil)
      do {
        let recorder = Trial.Recorder(asking: .max(1))
        trial.stream.subscribe(recorder)
        released = recorder
        subscription = recorder.subscription
      }
      subscription?.cancel()
      return released == nil ? [] : ["The subscriber was not released."]
    },
    ContractCheck("Completion releases the subscriber, even if the subscription is retained.") {
      row in
      weak var released: Trial.Recorder?
      var subscription: (any Subscription)?
      var isOver = false
      let trial = Trial(row)
      do {
        let recorder = Trial.Recorder()
        trial.stream.subscribe(recorder)
        released = recorder
        subscription = recorder.subscription
        isOver = recorder.completion != nil
      }
      _ = subscription
      return released == nil || !isOver ? [] : ["The subscriber was not released."]
    },
    ContractCheck("An owner can be released by a deinitializer inside a delivery.") { row in
      final class Owner {
        var cancellable: AnyCancellable?
      }
      var owner: Owner? = Owner()
      weak var released = owner
      let trial = Trial(row, completion: nil)
      let values = PassthroughSubject<Void, ContractRow.Failure>()
      let cancellable = trial.stream.map { _ in }.subscribe(values)
      owner?.cancellable = cancellable
      let sink = values.sink(receiveCompletion: { _ in }, receiveValue: { owner = nil })
      for probe in trial.probes { probe.send(7) }
      owner = nil
      sink.cancel()
      return released == nil ? [] : ["The owner was not released."]
    },
  ]

  private static func uncancelled(_ trial: Trial, _ row: ContractRow) -> [String] {
    if row.exceptions.contains(.keepsUpstream) { return [] }
    return trial.probes.enumerated().compactMap { index, probe in
      probe.isSubscribed ? "Upstream \(index) was left subscribed." : nil
    }
  }
}
