// What a test imports: the fakes and the manual clock, and all that their interface shows.
@_exported import Media
@_exported import PortableCombine
@_exported import Timekeeping
