// The modules that client code needs: the player, and the types in its interface.
@_exported import PlayheadAlignment
@_exported import PlayheadAttaching
@_exported import PlayheadAudio
@_exported import PlayheadAudioDevices
@_exported import PlayheadChasing
@_exported import CombineToolkit
@_exported import PlayheadMedia
@_exported import PlayheadCore
@_exported import PlayheadFFmpeg
@_exported import PlayheadFollowing
@_exported import PlayheadJobs
@_exported import PlayheadReading
@_exported import PlayheadServing
@_exported import PortableCombine
@_exported import PlayheadTimekeeping
@_exported import PlayheadTimingAnalysis
