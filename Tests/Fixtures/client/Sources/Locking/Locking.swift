/// The name of a target that programs may have.
public let name = "Locking"
