import PlayheadTesting
import PortableCombine

extension DifferentialRow {
  /// A subject.
  ///
  /// Its upstream demand is unlimited after the first request, or at once if it keeps a value.
  private final class SubjectReference {
    private final class Place {
      let reference: Reference
      /// Whether the latest value was not sent, for lack of demand.
      var isOwing: Bool

      init(_ reference: Reference, isOwing: Bool) {
        self.reference = reference
        self.isOwing = isOwing
      }
    }

    private var latest: Int?
    private var places: [Place] = []
    private var subscription: (any Subscription)?
    private var completion: Reference.Completion?
    private var isWanted: Bool

    init(latest: Int?) {
      self.latest = latest
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
      for place in places {
        let reference = place.reference
        guard reference.demand > .none else {
          place.isOwing = latest != nil
          continue
        }
        place.isOwing = false
        reference.demand -= 1
        reference.demand += reference.send(value)
        sendOwed(to: place)
      }
    }

    private func sendOwed(to place: Place) {
      let reference = place.reference
      while !reference.isOver, completion == nil, let latest, place.isOwing,
        reference.demand > .none
      {
        place.isOwing = false
        reference.demand -= 1
        reference.demand += reference.send(latest)
      }
    }

    private func end(_ completion: Reference.Completion) {
      if self.completion != nil { return }
      self.completion = completion
      for place in places { place.reference.end(completion) }
      places = []
    }

    /// Returns the subject as a publisher.
    ///
    /// - Parameters:
    ///   - onAttach: Called after the subscriber receives its subscription.
    ///   - onCancel: Called when the subscription is cancelled.
    func publisher(
      onAttach: @escaping () -> Void = {}, onCancel: @escaping () -> Void = {}
    ) -> Reference.Stream {
      Reference.publisher { reference in
        let place = Place(reference, isOwing: self.latest != nil)
        reference.onRequest = {
          reference.demand += $0
          if !self.isWanted {
            self.isWanted = true
            self.subscription?.request(.unlimited)
          }
          self.sendOwed(to: place)
        }
        reference.onCancel = {
          self.places.removeAll { $0 === place }
          onCancel()
        }
        if self.completion == nil { self.places.append(place) }
        reference.announce()
        if let completion = self.completion { reference.end(completion) }
        onAttach()
      }
    }
  }

  /// Attaches another subscriber. It requests two values, one more with each odd value, and cancels
  /// at a 5. Like the first one, it acts inside its deliveries.
  private static func attachSecond(to stream: Reference.Stream, in world: ScheduleWorld) {
    var own: (any Subscription)?
    stream.subscribe(
      AnySubscriber(
        receiveSubscription: { [unowned world] in
          own = $0
          world.kept.append(AnyCancellable { own.take()?.cancel() })
          $0.request(.max(2))
        },
        receiveValue: { [unowned world] value in
          world.note("the second receives \(value)")
          if value == 5 { own?.cancel() }
          world.actInside()
          return .max(value % 2)
        },
        receiveCompletion: { [unowned world] _ in
          own = nil
          world.note("the second is completed")
        }))
  }

  @Sendable private static func shared(_ world: ScheduleWorld) -> Reference.Stream {
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
  }

  static let sharing: [DifferentialRow] = [
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
      "PassthroughSubject with two subscribers",
      make: { world in
        let subject = PassthroughSubject<Int, ContractRow.Failure>()
        attachSecond(to: subject.eraseToAnyPublisher(), in: world)
        world.kept.append(world.upstreams[0].subscribe(subject))
        return subject.eraseToAnyPublisher()
      },
      reference: { world in
        let subject = SubjectReference(latest: nil)
        attachSecond(to: subject.publisher(), in: world)
        world.kept.append(AnyCancellable(subject.connect(to: world.upstreams[0])))
        return subject.publisher()
      }),
    DifferentialRow(
      "CurrentValueSubject with two subscribers",
      make: { world in
        let subject = CurrentValueSubject<Int, ContractRow.Failure>(9)
        attachSecond(to: subject.eraseToAnyPublisher(), in: world)
        world.kept.append(world.upstreams[0].subscribe(subject))
        return subject.eraseToAnyPublisher()
      },
      reference: { world in
        let subject = SubjectReference(latest: 9)
        attachSecond(to: subject.publisher(), in: world)
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
      reference: shared),
    DifferentialRow(
      "autoconnect", allowsNoDemand: true,
      make: {
        $0.upstreams[0].multicast(subject: PassthroughSubject()).autoconnect().eraseToAnyPublisher()
      },
      reference: shared),
  ]
}
