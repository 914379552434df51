// The modules that a test needs: the fakes and the manual clock, and the types in their interface.
@_exported import Audio
@_exported import Media
@_exported import PortableCombine
@_exported import Timekeeping
