// scripts/test-dependent-package appends this to the manifest of Examples/.
let products = ["AVFoundation", "Combine", "CombineToolkit", "PlayheadKit", "PlayheadTesting"]
  .map { Target.Dependency.product(name: $0, package: "playhead") }
package.targets += ["Media", "Audio", "Locking"].map { .target(name: $0) }
package.targets += [
  .executableTarget(name: "Elapsed", dependencies: products),
  .testTarget(
    name: "ClientTests",
    dependencies: products + [
      "Media", "Audio", "Locking",
      .product(name: "PortableCombineFoundation", package: "playhead"),
    ],
    swiftSettings: [.treatAllWarnings(as: .error)]),
]
