// What a user of the library imports: the player and all that its interface shows.
@_exported import CombineToolkit
@_exported import Media
@_exported import PlayheadCore
@_exported import PortableCombine
@_exported import Timekeeping
@_exported import TimingAnalysis
