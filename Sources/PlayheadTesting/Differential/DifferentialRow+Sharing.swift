import PortableCombine

extension DifferentialRow {
  /// A subject with one subscriber.
  ///
  /// Its upstream demand is unlimited after the first request, or at once if it keeps a value.
  private final class SubjectReference {
    private(set) var latest: Int?
    private var isOwing: Bool
    private var subscription: (any Subscription)?
    private var reference: Reference?
    private var completion: Reference.Completion?
    private var isWanted: Bool

    init(latest: Int?) {
      self.latest = latest
      isOwing = latest != nil
      isWanted = latest != nil
    }

    /// Subscribes to an upstream, and returns a closure that cancels it.
    func connect(to upstream: Reference.Stream) -> () -> Void {
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: {
            self.subscription = $0
            if self.isWanted { $0.request(.unlimited) }
          },
          receiveValue: {
            self.send($0)
            return .none
          },
          receiveCompletion: {
            self.subscription = nil
            self.end($0)
          }))
      return { self.subscription.take()?.cancel() }
    }

    private func send(_ value: Int) {
      if completion != nil { return }
      if latest != nil { latest = value }
      guard let reference, reference.demand > .none else {
        isOwing = latest != nil
        return
      }
      isOwing = false
      reference.demand -= 1
      reference.demand += reference.send(value)
      sendOwed()
    }

    private func sendOwed() {
      while let reference, let latest, isOwing, reference.demand > .none {
        isOwing = false
        reference.demand -= 1
        reference.demand += reference.send(latest)
      }
    }

    private func end(_ completion: Reference.Completion) {
      if self.completion != nil { return }
      self.completion = completion
      reference?.end(completion)
    }

    /// Returns the subject as a publisher for one subscriber.
    ///
    /// - Parameters:
    ///   - onAttach: Called after the subscriber receives its subscription.
    ///   - onCancel: Called when the subscription is cancelled.
    func publisher(
      onAttach: @escaping () -> Void = {}, onCancel: @escaping () -> Void = {}
    ) -> Reference.Stream {
      Reference.publisher { reference in
        var isAnnounced = false
        reference.onRequest = {
          reference.demand += $0
          if !self.isWanted {
            self.isWanted = true
            self.subscription?.request(.unlimited)
          }
          self.sendOwed()
        }
        reference.onCancel = {
          if isAnnounced { self.reference = nil }
          onCancel()
        }
        if self.completion == nil { self.reference = reference }
        reference.announce()
        isAnnounced = true
        if let completion = self.completion { reference.end(completion) }
        onAttach()
      }
    }
  }

  static let sharing = [
    DifferentialRow(
      "PassthroughSubject with an upstream",
      make: { world in
        let subject = PassthroughSubject<Int, ContractRow.Failure>()
        world.kept.append(world.upstreams[0].subscribe(subject))
        return subject.eraseToAnyPublisher()
      },
      reference: { world in
        let subject = SubjectReference(latest: nil)
        world.kept.append(AnyCancellable(subject.connect(to: world.upstreams[0])))
        return subject.publisher()
      }),
    DifferentialRow(
      "CurrentValueSubject with an upstream",
      make: { world in
        let subject = CurrentValueSubject<Int, ContractRow.Failure>(9)
        world.kept.append(world.upstreams[0].subscribe(subject))
        return subject.eraseToAnyPublisher()
      },
      reference: { world in
        let subject = SubjectReference(latest: 9)
        world.kept.append(AnyCancellable(subject.connect(to: world.upstreams[0])))
        return subject.publisher()
      }),
    DifferentialRow(
      "multicast, connected first", allowsNoDemand: true,
      make: { world in
        let multicast = world.upstreams[0].multicast(subject: PassthroughSubject())
        let connection = multicast.connect()
        world.kept.append(AnyCancellable { connection.cancel() })
        return multicast.eraseToAnyPublisher()
      },
      reference: { world in
        let subject = SubjectReference(latest: nil)
        world.kept.append(AnyCancellable(subject.connect(to: world.upstreams[0])))
        return subject.publisher()
      }),
    DifferentialRow(
      "share", allowsNoDemand: true, make: { $0.upstreams[0].share().eraseToAnyPublisher() },
      reference: { world in
        let subject = SubjectReference(latest: nil)
        var (isCancelled, disconnect) = (false, {})
        return subject.publisher(
          onAttach: {
            let end = subject.connect(to: world.upstreams[0])
            if isCancelled { end() } else { disconnect = end }
          },
          onCancel: {
            isCancelled = true
            disconnect()
          })
      }),
  ]
}
