// The modules that client code needs: the player, and the types in its interface.
@_exported import Audio
@_exported import CombineToolkit
@_exported import Media
@_exported import PlayheadCore
@_exported import PortableCombine
@_exported import Timekeeping
@_exported import TimingAnalysis
