/// A property of a class that publishes its values.
///
/// The projected value, `$name`, publishes the current value, and then each new value before it is
/// set. If the object is an `ObservableObject`, its `objectWillChange` publishes first.
///
/// If several threads set it at the same time, it keeps the value that is published last.
@propertyWrapper
public struct Published<Value> {
  @usableFromInline var property: PublishedProperty<Value>

  /// Creates a property with an initial value.
  ///
  /// - Parameter initialValue: The initial value.
  @inlinable
  public init(initialValue: Value) {
    property = PublishedProperty(initialValue)
  }

  /// Creates a property with an initial value.
  ///
  /// - Parameter wrappedValue: The initial value.
  @inlinable
  public init(wrappedValue: Value) {
    property = PublishedProperty(wrappedValue)
  }

  /// Unavailable: only properties of classes can be published.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { property.value }
    nonmutating set { property.set(newValue) }
  }

  /// A publisher of the property's values.
  @inlinable
  public var projectedValue: Publisher {
    get { Publisher(property) }
    // As in Combine, setting it has no effect: the property keeps its value and its publisher.
    set {}
  }

  /// Accesses the value of the property of `object`.
  @inlinable
  public static subscript<EnclosingSelf>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value where EnclosingSelf: AnyObject {
    get { object[keyPath: storageKeyPath].property.value }
    set {
      let property = object[keyPath: storageKeyPath].property
      property.follow { ObservedObjects.known(of: object) }
      property.set(newValue)
    }
  }

  /// A publisher of the values of the property of `object`.
  ///
  /// Unlike Apple's, values that `assign(to:)` sets through it are also published by the object's `objectWillChange`.
  @inlinable
  public static subscript<EnclosingSelf>(
    _enclosingInstance object: EnclosingSelf,
    projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Publisher where EnclosingSelf: AnyObject {
    get {
      let property = object[keyPath: storageKeyPath].property
      property.follow { ObservedObjects.publisher(ofObservable: object) }
      return Publisher(property)
    }
    // As in Combine, setting it has no effect: the property keeps its value and its publisher.
    set {}
  }
}

extension Published {
  /// A publisher of a property's current value and then of each new value before it is set.
  ///
  /// It never completes.
  public struct Publisher: PortableCombine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @usableFromInline let property: PublishedProperty<Value>

    @inlinable
    init(_ property: PublishedProperty<Value>) {
      self.property = property
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Value == S.Input, S.Failure == Never {
      let broadcast = property.broadcast
      broadcast.attach(subscriber, of: broadcast) { conduit, event in
        conduit.subject.use(as: Broadcast<Value, Never>.self) { $0.hear(event, from: conduit) }
      }
    }
  }
}

/// Unchecked because the property that it publishes has a lock.
extension Published.Publisher: @unchecked Sendable where Value: Sendable {}
