import type { LineNotes } from './line-notes.ts'

/** Lines below P0 that leave a choice or contradict another line: the tests show this reading. */
export const LATER_READINGS: LineNotes = {
  'REQ-C-008/5':
    'The events are in `step_events`, in order: of `meta`, or of the last line of a stream.',
  'REQ-C-007/3':
    'The key that a paused change gets; others have none unless the caller gives one, for two equal changes may both be meant.',
  'REQ-C-014/5': 'The exit of a code has the default; its declaration may say otherwise.',
  'REQ-C-016/3':
    'Texts whose names end like those of secrets; `key`, `sortKey` and the like are none.',
  'REQ-C-017/2': 'The framework calls each hook once, also after a second signal.',
  'REQ-C-017/4':
    'What the context hands out has its release with it, so nothing is left to warn of.',
  'REQ-C-019/6':
    'An incomplete declaration is refused. Input that reaches a child undeclared is screened when it does.',
  'REQ-C-020/3': 'In the warnings of `manifest`: names that end in `id` or `slug`.',
  'REQ-C-027/1': 'Passthrough has it by itself; other commands declare `optionPlacement`.',
  'REQ-C-034/1': 'The fixture here reports every 100 ms; the watchdog ends what stands still.',
  'REQ-F-016/1':
    'Bytes that are no text are wrapped, as REQ-F-017 says; JavaScript decodes others itself.',
  'REQ-F-017/4': 'JSON Schema has no type binary: `contentEncoding` and `contentMediaType` say it.',
  'REQ-F-021/3':
    'Of names such as `timestamp`, as advice under `--debug`; dates of things are stable.',
  'REQ-F-021/5': 'See line 3; what only the handler knows, the author decides.',
  'REQ-O-038/1': 'Shown with 100 ms and 650 ms.',
  'REQ-O-039/5':
    'With `stdin: lines` or `records`; a command that asks for the whole text gets it whole.',
  'REQ-O-039/8':
    'Only for the whole text: the example of this requirement pipes without a dash, so what comes within 700 ms is read. An empty input is one.',
  'REQ-O-039/9': 'As `stdin` of the command: the closed flag entry of 1.16 has no member for it.',
  'REQ-O-041/11': 'Integers may have `enum_values` too, as REQ-C-015 says.',
  'REQ-O-043/6': 'Flags and commands; variables are listed by `manifest`.',
  'REQ-O-044/2': 'The author gives the command as `guide.install`; the one of the test runs so.',
  'REQ-O-044/3': 'See line 2.',
  'REQ-O-044/5': 'See line 2.',
  'REQ-O-045/3': 'AGENTS.md, skills and MCP tools all come out of the program itself.',
  'REQ-O-045/5': 'Tools of MCP; definitions for other libraries do not exist.',
  'REQ-F-022/2': 'The author raises `schemaVersion`; no program knows what breaks a caller.',
  'REQ-F-029/7': 'Nothing in the framework replaces a program.',
  'REQ-F-034/4': 'Words in a name, in any case; `primary_key` and `monkey` are no secrets.',
  'REQ-F-035/1': 'The author hands the data to `ctx.external()`.',
  'REQ-F-035/2': 'See line 1.',
  'REQ-F-035/5': 'All of data is labelled; `_external` names the fields.',
  'REQ-F-035/13':
    'Tokens of known services stay hidden in errors even with `--unmask`, as REQ-F-051 wants.',
  'REQ-F-036/6':
    'The certificates of Node; `NODE_OPTIONS=--use-system-ca` adds those of the system.',
  'REQ-F-039/3':
    'On a busy machine the sleep itself takes longer; the start of the process is left out.',
  'REQ-F-049/2':
    "Timers, requests, files and children; an idle connection is nobody's work. In a process of its own.",
  'REQ-F-049/5':
    'A call of `process.exit()` is the defect; writes under way are finished. A timer that nobody awaits is ended, and line 2 tells it.',
  'REQ-F-049/6': 'The descriptor is `data` itself, as REQ-C-022 wants it.',
  'REQ-F-050/6':
    '`beforeRun` of the tool runs before every command and knows whether a person is there.',
  'REQ-F-058/2':
    'A whole word of Base64 with a length that Base64 has; digests in hexadecimal digits and paths stay.',
  'REQ-F-059/6': 'Options whose schema takes objects, lists or any JSON, and `--raw-payload`.',
  'REQ-F-060/6':
    'All functions of Node that reach descriptor 1, and children; no program can hear native add-ons in it.',
  'REQ-F-060/7': "From `import 'surety/guard'` on, which the author writes first.",
  'REQ-F-060/9': 'As REQ-F-004 wants it of 1.16; `detail` of line 2 is `context.text`.',
  'REQ-F-061/3': 'A tree that goes on below fails with DEPTH_EXCEEDED, as REQ-O-040 says.',
  'REQ-F-063/1': 'A JWT says when it expired; of other tokens nobody knows it.',
  'REQ-F-063/3': 'The permission is the first of the declared `scopes`.',
  'REQ-F-064/2':
    'The author marks the value with `ctx.truncated()`; no program sees what a service cut.',
  'REQ-F-064/6':
    'By `maxBytes()`; the closed entry of a flag has no such member, so its description says it.',
  'REQ-F-070/5': 'A rename inside of one folder is all that it needs.',
  'REQ-F-070/7':
    'Logs are appended to; locks and the input of a job are new files that nobody reads before.',
  'REQ-F-072/5': 'Node writes bytes on every system; the tests run on Linux.',
  'REQ-F-072/6': 'In `plain` a value is one line, so its lines are joined.',
  'REQ-F-073/3': 'There are no plugins: whoever declares such a variable is refused at the start.',
  'REQ-F-073/9': 'Every root entry has the prefix.',
  'REQ-F-074/1': 'The output schema is the policy: nullable members are always there.',
  'REQ-F-074/2':
    'An empty text stays one, and null stays null; which one is meant the command says.',
  'REQ-F-074/6': 'Members that the schema has as nullable; an answer without one fails.',
  'REQ-F-075/1':
    'A program does not know its earlier releases when it starts; `surety fixtures drift` in its pipeline does, and refuses.',
  'REQ-F-075/2': 'The warning is in `warnings`, where programs look for it.',
  'REQ-F-075/4': 'A command that moved ends as REDIRECTED with the call to make.',
  'REQ-F-076/2':
    'Setup is the `init` of the author; the framework has none that needs the network.',
  'REQ-F-076/7': 'The framework does none at all.',
  'REQ-F-080/10': 'Only SIGTERM does it; nobody knows how long the work of an author takes.',
  'REQ-O-009/1': 'The data is `{}`; `meta.validation_only` marks the answer.',
  'REQ-O-031/5':
    'A range such as `>=2.30 <4` gives both bounds; the regex is that of the framework.',
  'REQ-O-032/5': 'The members are checked by the schemas of the options that they replace.',
}

const ORDER =
  'Lists that the output schema declares with `.sorted()`: the order of others often means something.'
const TRACED = 'A handler that keeps the unit and its record in one step does nothing twice.'

const ROTATION =
  'The logger writes to stderr alone. The audit log, the only file, is bound so, by limits of its own.'

/** The same for priorities P2 and P3. */
export const LOWER_READINGS: LineNotes = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 8].map((line) => [`REQ-F-042/${line}`, ROTATION])),
  'REQ-C-010/3':
    'A handler whose source starts a process with `detached: true`; `ctx.background()` fails without the declaration.',
  'REQ-C-010/5': 'The next call of the tool ends it; nothing watches in between.',
  'REQ-C-035/2': TRACED,
  'REQ-C-035/3': 'The author gives the fingerprint of the input to `ctx.restore()`.',
  'REQ-C-035/6':
    '`restore()` is called by the author; how often `checkpoint()` comes is up to the work.',
  'REQ-F-020/2': ORDER,
  'REQ-F-020/3': ORDER,
  'REQ-F-020/4': ORDER,
  'REQ-F-027/2': 'The logical path of the shell, if `PWD` names the same folder.',
  'REQ-F-032/4': 'It is made when the handler asks for it, and exists before its path is known.',
  'REQ-F-032/5': 'In answers of calls that asked for one.',
  'REQ-F-038/3': 'Warnings of the log stay too, unless `--quiet` is given.',
  'REQ-F-041/1':
    'Handlers whose source calls `process.chdir()` are refused; the folder of the call is kept in any case.',
  'REQ-F-043/7':
    'Files that `ctx.handOver()` writes. What a handler writes into its folder is behind the mode of the folder.',
  'REQ-F-077/1': 'There is no telemetry.',
  'REQ-F-077/3': 'Nothing is sent.',
  'REQ-F-077/5': 'See line 3.',
  'REQ-F-077/6': 'There is nothing to switch off.',
  'REQ-F-078/6':
    'Requests that only read. A wait for a lock has a limit of its own and is not counted.',
  'REQ-O-002/4': 'A warning names it.',
  'REQ-O-002/6': 'Top-level names work so; a path such as `a.b` reaches further down.',
  'REQ-O-004/4': 'Pagination is there for lists with a limit.',
  'REQ-O-004/5': 'Its data is streamed as one item; nothing goes wrong, so nothing warns.',
  'REQ-O-004/6': "A command declares it as `filter: 'by-default'`.",
  'REQ-O-004/9':
    '`supports_streaming` is in `--schema`; the closed manifest entry has no such member.',
  'REQ-O-004/11': 'An item that looks like a last line stands in a member `value`.',
  'REQ-O-004/12':
    'Numbers are optional, and streams have none: no line has `_seq`, `_count` or `items_emitted`.',
  'REQ-O-004/13': 'Streams are not numbered, so `_seq` of an item is its own.',
  'REQ-O-010/3': 'The handler reports what it did; skipped steps were not called.',
  'REQ-O-017/6': 'Every command has it.',
  'REQ-O-027/3':
    'By the time of the last change; not every file system knows when a file was made.',
  'REQ-O-028/2': 'The summary is purpose and size.',
  'REQ-O-030/10':
    'The manifest is the same for every caller, so that its etag holds: a tool that declares `auditLog` lists the place.',
  'REQ-O-030/16': 'Answers without an envelope have the warning on stderr.',
  'REQ-O-037/6': 'Tokens of known services stay hidden in errors, as REQ-F-051 wants.',
  'REQ-O-046/1': 'The author has the line in his pipeline, which runs it with every commit.',
  'REQ-O-042/1': '1.16 calls the variable `<TOOL>_FORMAT`; see line 9.',
  'REQ-O-042/5': 'On the page of help about options, and in `--show-config`.',
  'REQ-O-049/2': 'The count is in `data.token_count`: null without an error would be no success.',
  'REQ-O-049/5': 'In `data.token_count`.',
  'REQ-O-049/3':
    'Windows end at whole members, unless one is larger than the window; `meta.next_offset` says where the next begins.',
  'REQ-O-049/7':
    'Tokens are estimated, with a margin, because no tokenizer is part of the package.',
  'REQ-O-049/9': 'No format exists for models alone.',
  'REQ-O-049/10': 'The media types of `--format` cover all formats.',
  'REQ-O-005/6': '`--output id` is refused as a format; the name of a file with a dot is taken.',
  'REQ-O-006/5': 'Where the argument or option takes a list.',
  'REQ-O-007/5': 'The duration is 0; the rest is declared with `.volatile()`.',
  'REQ-O-023/2':
    'The entry of the call has the code among its warnings; 1.16 wants none of its own.',
  'REQ-O-023/4': 'The flag is the acknowledgment: no variable and no configuration can give it.',
  'REQ-O-025/2': 'Warnings that the handler gives or the input causes.',
  'REQ-C-011/1': 'The author lists it in `writes`.',
  'REQ-C-011/11': 'The author lists it with the type `output`.',
}

const SKILLS =
  'Agents load a folder with a SKILL.md; `skills install` writes that, one for each group, and `skills section` the part in AGENTS.md.'
const SAME =
  'What MCP clients get is made from the same declarations in the same process when they ask; there is no second schema that could drift.'
const CACHE =
  'The framework has no cache. What an author keeps in files is read by his own code, which no flag can stop; he declares an option for it.'

/** Lines of P2 and P3 that surety does not follow, and why. */
export const LOWER_AGAINST: LineNotes = {
  'REQ-C-018/5':
    'Commands run without a shell, and the closed manifest entry of 1.16 has no member for it.',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((line) => [`REQ-O-034/${line}`, SKILLS])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((line) => [`REQ-O-035/${line}`, SAME])),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((line) => [`REQ-O-018/${line}`, CACHE])),
  'REQ-O-049/6':
    'A sentinel in the data would break its schema; `meta.truncated` says it. A text larger than the whole window is cut inside, because no window would ever have it.',
  'REQ-O-050/14': 'It may run any command of the tool, so callers must not take it for safe.',
}

/** Lines that surety does not follow, and why. */
export const AGAINST: LineNotes = {
  'REQ-O-013/4':
    'The closed entry of 1.16 has no member for a stability of fields; `deprecated` in `--schema` marks what goes.',
  'REQ-C-031/8':
    'The same words may be meant twice, as in `git pull`; a call that silently does nothing loses work.',
  'REQ-F-049/1':
    'A handler that needs no promise is written without one and is awaited all the same; nothing is lost.',
  'REQ-F-075/3':
    'The closed manifest entry of 1.16 has no member for it; CHANGELOG and deprecation warnings say it.',
}
