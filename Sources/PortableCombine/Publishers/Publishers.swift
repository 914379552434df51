/// The namespace of the publishers that operators make.
public enum Publishers {}
