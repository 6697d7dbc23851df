/** Notes on acceptance lines that are met differently, in part, or not at all. */
export const NOTES: Readonly<Record<string, readonly string[]>> = {
  'REQ-C-003': [
    'A repeated `--idempotency-key` answers with `noop`; what happens to a key whose call failed is in decision 0102.',
    'Whether a handler always answers with the same effect is not checked.',
  ],
  'REQ-C-004': [
    'A preview calls `dryRun()` and never `run()`. What `dryRun()` does is not checked.',
  ],
  'REQ-C-006': [
    'File writes inside `validate()` are not detected; its context has no member that writes.',
    'Nothing bounds `validate()` to 100 ms or keeps it from the network; the time limit of the run bounds it.',
    'The list of problems is in `meta.errors`, because the error object of contract 1.0 is closed.',
  ],
  'REQ-C-012': [
    'No static analysis ships with the package, and calls that a handler makes by itself are not blocked: the handler gets `timeoutMs`, `connectTimeoutMs` and an abort signal, and the run as a whole is bounded.',
  ],
  'REQ-C-013': [
    'An own code in lower case is refused when the command is called, before its input is read, unless the dialects of the tool have such codes: animus and claw. Asked for another dialect, these print their own codes there too.',
    'That a code follows the style domain, noun, condition, and that a message is a whole sentence, is left to the author.',
  ],
  'REQ-C-029': ['No program can tell whether more scopes are listed than needed.'],
  'REQ-F-001': [
    'The fixed points are refused when a command is declared. A handler that calls an after-fix failure retryable is corrected.',
  ],
  'REQ-F-002': [
    'Contract 1.0 numbers ARG_ERROR 3 and contract 1.6 numbers it 2; each is used in its own dialect.',
    'Contract 1.0 has no `fix_required`; it is stowed under `meta.x_envelope` there.',
  ],
  'REQ-F-006': [
    'If stdout is discarded, the answer is lost: the two criteria contradict each other, and the answer belongs to stdout.',
    'Native code that writes to descriptor 1 without going through Node is not caught.',
  ],
  'REQ-F-009': [
    'The error of a prompt is never retryable and carries `fix_required`, as REQ-F-001 says, and not as the sample does.',
    'A command that declares `stdin` waits for its end, up to the time limit; a handler that reads it by itself ends as REQ-F-047 says.',
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
  'REQ-F-015': [
    'The findings are in `meta.errors`; see REQ-C-006.',
    'Some failures of the phase validation have an exit of their own: a missing `--input-file` is NOT_FOUND, a question without a terminal and a missing token are PRECONDITION. All declare that nothing was changed.',
  ],
  'REQ-F-018': [
    'The envelope is closed, so pagination is in `meta.pagination` and not beside `data`. A failed list has none, and formats without an envelope say on stderr that the list was cut.',
  ],
  'REQ-F-019': [
    '`--limit 0` is still subject to the ceiling of REQ-F-052 and to `maxLimit` of the command; both say so in the answer.',
    'A cut is also visible in `meta.truncated` and `meta.cursor`, because contract 1.6 has these members and REQ-O-003 wants them.',
  ],
  'REQ-F-044': [
    'Input is screened in validation if the command names it in `children`. Other input, standard input and the output of earlier children are refused when they reach `exec()`, before the child starts; see decision 0100.',
    'A shell option or a shell string is refused when the command is called, if the source of the handler shows it, else when the call is made; see decision 0101.',
  ],
  'REQ-F-047': [
    'Prompts of the context fail at once. A handler that reads standard input by itself ends with exit 4 if it asks at the end of the input or if an open pipe stays silent for about a second; see decision 0103. Reads that block the thread, such as `readFileSync(0)`, are not seen.',
  ],
  'REQ-F-048': [
    'The marker has all five keys, and `data` is not null, because an envelope may not have data and error both null.',
  ],
  'REQ-F-052': [
    'A text that is the whole result is cut and continued by the cursor. A text inside an object is left out and named in `meta.left_out`: no value is altered.',
    'The hint for such an object raises the ceiling, because there is no next page.',
  ],
  'REQ-F-053': [
    'Heartbeats are sent only with `--heartbeat-ms`: by default stdout has exactly one line.',
  ],
  'REQ-F-057': [
    'A call of `open()` without `gui` is refused before the command runs, if the source of the handler shows it, else when it is made.',
    'Programs that a handler starts with `exec()`, such as `xdg-open`, are not intercepted.',
  ],
  'REQ-F-062': [
    'A literal shell string is refused before the command runs, a computed one when it reaches `exec()`.',
  ],
  'REQ-F-065': [
    'There is no warning if the calling shell has no pipefail, because a program cannot see that setting.',
  ],
  'REQ-F-068': ['The test makes sixty runs, twelve at a time, and not a thousand.'],
  'REQ-F-069': ['See REQ-F-013 for loops that never yield.'],
  'REQ-O-001': [
    '`--format` is an alias and YAML is offered, because tools of other dialects have both.',
  ],
  'REQ-O-003': [
    'The cursor is in `meta.cursor` and in `meta.pagination.next_cursor`. A limit above `maxLimit` is reduced, with a warning; `meta.page_size` has the one applied.',
  ],
  'REQ-O-021': ['There is no audit log; `meta.confirmed` says that confirmation was given.'],
  'REQ-O-047': ['There is no audit log; the warning is in the envelope.'],
  'REQ-O-048': [
    '`safe_default` is in the manifest although the entries of contracts 1.0 and 1.6 are closed; see decision 0104.',
    'An answer that refuses the input has `meta.dry_run` true: nothing was changed.',
  ],
}
