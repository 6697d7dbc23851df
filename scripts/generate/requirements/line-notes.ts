/** A remark on one acceptance line, by `REQ-F-011/3`. */
export type LineNotes = Readonly<Record<string, string>>

/**
 * Lines that leave a choice, contradict another line, or can be shown in another way only: the tests
 * show the reading that is given here.
 */
export const READINGS: LineNotes = {
  'REQ-C-001/1':
    'In tools that declare contract 1.6 or 1.16. In others the framework fills it in (decision 0241).',
  'REQ-C-001/2':
    'In tools that declare contract 1.6 or 1.16. In others the framework fills it in (decision 0241).',
  'REQ-C-002/1':
    'In tools that declare contract 1.6 or 1.16. In others the framework fills it in (decision 0241).',
  'REQ-C-002/7': 'Generator functions are recognised; a generator behind a plain function is not.',
  'REQ-C-002/8':
    'The flag is offered to every changing command that does not stream; a stream refuses it as unknown.',
  'REQ-C-003/5':
    'In tools that declare contract 1.6 or 1.16 (decision 0241). In others the call succeeds, since the change has been made.',
  'REQ-F-001/3':
    'In tools that declare contract 1.6 or 1.16: an error with an exit that is not listed (decision 0241).',
  'REQ-C-001/10':
    'The entries of exits for which the author declares error codes, and those for 14, have such a list.',
  'REQ-C-001/11':
    'Under 0 to 3 hooks, systems and unforeseen errors bring codes of their own, so these entries have no list.',
  'REQ-C-004/8':
    'A preview calls `dryRun()` and never `run()`, and its effect must begin with `would_`. What `dryRun()` does is not watched.',
  'REQ-C-006/2':
    'In tools that declare contract 1.6 or 1.16: calls that write files or start programs are found in the source of `validate()`, and the command is refused before it runs (decision 0101). Calls hidden in other functions are not found.',
  'REQ-C-006/3':
    'In tools that declare contract 1.6 or 1.16. `validate()` that waits or computes longer is a defect; that it stays offline is left to the author. The rest of the phase is ours.',
  'REQ-C-012/3':
    'In tools that declare contract 1.6 or 1.16, for `fetch()` and the calls of `http` and `https` in the source of a handler. Calls hidden in other functions are not found; line 5 bounds them.',
  'REQ-C-012/5':
    'No call is blocked; each ends with the run, whose limit is finite unless the caller says 0.',
  'REQ-C-013/2':
    'Upper case is checked where the command is called. That a code names domain, noun and condition is left to the author.',
  'REQ-C-013/3': 'Shown for the messages of the framework; those of handlers are not checked.',
  'REQ-C-021/5':
    'A command that uses a token and does not sign in needs no `headless` (decision 0142).',
  'REQ-C-029/4':
    'No program can tell which scopes are used. Shown for the commands of surety itself.',
  'REQ-C-029/5': 'See line 4.',
  'REQ-F-001/12':
    'The exits 129, 130, 131 and 143 belong to signals, and no command can declare them.',
  'REQ-F-003/3':
    'In the default dialect `NO_COLOR` drops the colour and nothing else (decision 0141).',
  'REQ-F-005/2': '`Date` objects are written so. Texts of a handler are not changed.',
  'REQ-F-006/2':
    'Without stdout the answer is lost, because it belongs there. Nothing of it is on stderr.',
  'REQ-F-007/4': 'A warning says which texts were changed.',
  'REQ-F-009/1':
    'The error is not retryable and has `fix_required`, as REQ-F-001 says, and not as the sample does.',
  'REQ-F-009/2':
    'A command that declares `stdin` waits for its end, up to the time limit. Other handlers that read it exit 4 after about a second of silence (decision 0103); `readFileSync(0)` blocks the thread and is not seen.',
  'REQ-F-011/2':
    'A loop that never yields, or native code that blocks the thread, is ended only in tools that import `surety/watchdog` (decision 0021).',
  'REQ-F-012/5':
    'The steps that are done are in `error.details`: `data` of a failure is null, and no command lists its steps beforehand.',
  'REQ-F-014/2':
    'Node replaces a stdout that was closed before the start by /dev/null, so such a run exits 0 too.',
  'REQ-F-015/4':
    'A missing `--input-file`, a question without a terminal and a missing token fail in the phase validation with the exits that their own requirements name.',
  'REQ-F-015/5': 'The findings are in `meta.errors`, where REQ-C-006 wants them.',
  'REQ-F-018/1': 'The envelope is closed, so it is `meta.pagination`. A failed list has none.',
  'REQ-F-019/3':
    'The ceiling of REQ-F-052 and `maxLimit` of the command still hold; both say so in the answer.',
  'REQ-F-019/6':
    '`meta.truncated` and `meta.cursor` say it too, because the envelope has these members and REQ-O-003 wants them.',
  'REQ-F-048/1':
    'The marker has all five members, and `data` is not null, because data and error may not both be null.',
  'REQ-F-051/4': 'Shown for stderr; the framework writes no log file.',
  'REQ-F-051/7': '`--debug` is the only such flag.',
  'REQ-F-052/6':
    'A text that is the whole result is cut. One inside an object is left out and named in `meta.left_out`, so that no value is altered.',
  'REQ-F-068/6': 'Shown with twelve runs at once, by `npm run test:long` with sixty.',
  'REQ-O-001/11': 'Not offered.',
  'REQ-O-003/7': 'A limit above `maxLimit` is reduced, with a warning.',
  'REQ-F-011/9':
    'Serving begins when `run()` is called; what has to be ready before belongs to `setup`, which the limit bounds.',
  'REQ-O-021/1':
    'The list is in `error.details.would_affect`, in the shape that `dryRun()` gives it.',
  'REQ-O-048/3': 'An answer that refuses the input has true: nothing was changed.',
  'REQ-O-048/4': 'The entries of the manifest are closed; decision 0032.',
}

/** Lines that are not met, with the reason. */
export const UNMET: LineNotes = {
  'REQ-F-001/13':
    'No command of a tool leaves work behind, so none ends with 14; our readers know the exit.',
  'REQ-O-001/3':
    'Not offered. A list in `plain` has a header and rows with tabs between the cells.',
  'REQ-F-053/7': 'The framework sends no heartbeats: stdout has exactly one line.',
  'REQ-O-001/7':
    '`--format` and `--output-format` are accepted, because tools of other dialects have them.',
}

const CHILDREN =
  'The framework starts no programs. A package such as execa takes a list of arguments, and no shell reads it.'
const WINDOWS =
  'The framework opens no window and no editor, and looks for none that a handler opens.'

/** Requirements that are not offered, or in part, with what to use instead; a line that a test shows counts. */
export const NOT_OFFERED: LineNotes = {
  'REQ-C-013': 'Nothing labels content as coming from elsewhere; the author names such a member.',
  'REQ-C-021':
    'Commands of an author sign in; the framework takes the token that `auth` names from a variable.',
  'REQ-C-022': 'A command that starts work has a second one of its author to ask about it.',
  'REQ-C-029': 'The framework knows no scopes: the service refuses what a credential may not do.',
  'REQ-O-047': 'The framework knows no scopes: the service refuses what a credential may not do.',
  'REQ-C-025': 'The framework has no files of settings. A package such as c12 reads them.',
  'REQ-F-013':
    'The framework holds no lock for handlers; `onCleanup` is where they release theirs.',
  'REQ-F-044': CHILDREN,
  'REQ-F-053': 'The framework sends no heartbeats: stdout has exactly one line.',
  'REQ-F-055': WINDOWS,
  'REQ-F-057': WINDOWS,
  'REQ-F-062': CHILDREN,
  'REQ-F-065': CHILDREN,
  'REQ-C-005': 'A command for persons alone is told apart by its author, who looks for a terminal.',
  'REQ-O-021': 'The framework keeps no log of calls. `beforeRun` and `afterRun` can write one.',
  'REQ-F-069':
    'The framework holds no lock for handlers; `onCleanup` is where they release theirs.',
}
