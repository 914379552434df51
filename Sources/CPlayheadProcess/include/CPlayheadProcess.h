// The start and the end of the command's process.
#pragma once

/// Gives crashes and `SIGQUIT` their default actions, unless the user has set `SWIFT_BACKTRACE`. At a terminal, Swift's
/// runtime would ask there what to do; a process in the background would wait for the answer, deaf to all other signals.
void process_begin(void);

/// Ends the process with a status, without the finalizers of the libraries. All output has to be
/// written.
_Noreturn void process_end(int status);

// Functions of the Swift runtime that CPlayheadProcess.c replaces. `CommandLine` calls them.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);
