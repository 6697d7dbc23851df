/** Notes on acceptance lines that are met differently, in part, or not at all. */
export const NOTES: Readonly<Record<string, readonly string[]>> = {
  'REQ-C-004': [
    'A preview calls `dryRun()` and never `run()`. What `dryRun()` does is not checked.',
  ],
  'REQ-C-006': [
    'File writes inside `validate()` are not detected; its context has no member that writes.',
    'No test measures whether validation ends within 100 ms.',
    'The list of problems is in `meta.errors`, because the error object of contract 1.0 is closed.',
  ],
  'REQ-C-012': [
    'No static analysis ships with the package, and calls that a handler makes by itself are not blocked: the handler gets `timeoutMs`, `connectTimeoutMs` and an abort signal, and the run as a whole is bounded.',
  ],
  'REQ-C-013': [
    'An error code is any upper-case word; that it follows a naming style is left to the author.',
  ],
  'REQ-C-029': ['No program can tell whether more scopes are listed than needed.'],
  'REQ-F-002': [
    'Contract 1.0 numbers ARG_ERROR 3 and contract 1.6 numbers it 2; each is used in its own dialect.',
    'Contract 1.0 has no `fix_required`; it is stowed under `meta.x_envelope` there.',
  ],
  'REQ-F-006': [
    'If stdout is discarded, the answer is lost: the two criteria contradict each other, and the answer belongs to stdout.',
    'Native code that writes to descriptor 1 without going through Node is not caught.',
  ],
  'REQ-F-011': [
    'A loop that never yields is ended only in tools that import `surety/watchdog`; elsewhere the limit of the caller ends it (decision 0021).',
    'Native code that blocks the thread, for instance a synchronous child process, is not interrupted: there is no JavaScript to break into.',
  ],
  'REQ-F-013': [
    'A loop that never yields answers to signals only in tools that import `surety/watchdog`; a signal within the 20 ms in which its thread starts, more on a busy machine, is answered with TIMEOUT at the limit.',
    'kill -9 leaves the lock of a configuration behind; the next writer takes it over once it is stale.',
  ],
  'REQ-F-014': [
    'Node replaces a stdout that was closed before the start by /dev/null, so the run ends with exit 0 without a report.',
  ],
  'REQ-F-015': ['The findings are in `meta.errors`; see REQ-C-006.'],
  'REQ-F-018': [
    'The envelope is closed, so pagination is in `meta.pagination` and not beside `data`.',
  ],
  'REQ-F-047': [
    'Prompts of the context fail at once. A handler that reads stdin by itself gets its end, or is ended by the time limit.',
  ],
  'REQ-F-048': [
    'The marker has all five keys, and `data` is not null, because an envelope may not have data and error both null.',
  ],
  'REQ-F-053': [
    'Heartbeats are sent only with `--heartbeat-ms`: by default stdout has exactly one line.',
  ],
  'REQ-F-065': [
    'There is no warning if the calling shell has no pipefail, because a program cannot see that setting.',
  ],
  'REQ-F-068': ['The test makes sixty runs, twelve at a time, and not a thousand.'],
  'REQ-F-069': ['See REQ-F-013 for loops that never yield.'],
  'REQ-O-001': [
    '`--format` is an alias and YAML is offered, because tools of other dialects have both.',
  ],
  'REQ-O-021': ['There is no audit log; `meta.confirmed` says that confirmation was given.'],
  'REQ-O-047': ['There is no audit log; the warning is in the envelope.'],
}
