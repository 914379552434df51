/// A property of a class that publishes its values.
///
/// The projected value, `$name`, publishes the value there is and then each new one before it is
/// set. If the object is an `ObservableObject`, that tells first that the object will change.
///
/// To be set from one thread at a time, as other properties.
///
/// Source of the rule: Apple's documentation of `Published`.
@propertyWrapper
public struct Published<Value> {
  @usableFromInline var property: PublishedProperty<Value>

  /// Makes a property with a first value.
  @inlinable
  public init(initialValue: Value) {
    property = PublishedProperty(initialValue)
  }

  /// Makes a property with a first value.
  @inlinable
  public init(wrappedValue: Value) {
    property = PublishedProperty(wrappedValue)
  }

  /// Not to be used: properties of classes alone can be published.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { property.value }
    nonmutating set { property.set(newValue) }
  }

  /// Publishes the property's values.
  @inlinable
  public var projectedValue: Publisher {
    get { Publisher(property) }
    // As in Combine: the property keeps its value and its publisher.
    set {}
  }

  /// The property's value, as a property of `object`.
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

  /// Publishes the property's values, as a property of `object`.
  ///
  /// Beyond Apple's: what `assign(to:)` sets through it is to be told by `object` as well.
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
    // As in Combine: the property keeps its value and its publisher.
    set {}
  }
}

extension Published {
  /// A publisher of a property's values: the one there is, and then each new one before it is set.
  ///
  /// It never completes.
  ///
  /// Source of the rule: Apple's documentation of `Published.Publisher`.
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
