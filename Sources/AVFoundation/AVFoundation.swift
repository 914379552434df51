// The modules that client code gets with Apple's AVFoundation.
@_exported import CoreMedia
@_exported import Dispatch
@_exported import Foundation
@_exported import PortableCombineFoundation
