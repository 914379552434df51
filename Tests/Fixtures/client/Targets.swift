// scripts/test-dependent-package appends this to the manifest of Examples/.
let products = [
  "AVFoundation", "AVKit", "Combine", "CombineToolkit", "MediaPlayer", "PlayheadKit",
  "PlayheadTesting", "PortableCombineFoundation",
].map { Target.Dependency.product(name: $0, package: "playhead") }
package.targets += ["Media", "Audio", "Locking"].map { .target(name: $0) }
package.targets += ["Elapsed", "Readme", "Words"].map {
  .executableTarget(name: $0, dependencies: products)
}
package.targets += [
  .testTarget(
    name: "ClientTests",
    dependencies: products + ["Media", "Audio", "Locking"],
    swiftSettings: [.treatAllWarnings(as: .error)])
]
