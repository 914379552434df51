// The modules that a test needs: the fakes and the manual clock, and the types in their interface.
@_exported import PlayheadAudio
@_exported import PlayheadMedia
@_exported import PortableCombine
@_exported import PlayheadTimekeeping
