// The package manager compiles no target without a source.
