import type { LineNotes } from './line-notes.ts'

const IN_CONTEXT = 'In `error.context.network_context`: facts of an error have one place in 1.16.'

/** Lines below P0 that leave a choice or contradict another line: the tests show this reading. */
export const SHELF_READINGS: LineNotes = {
  'REQ-C-008/5': 'The events are in `meta.step_events`, in order.',
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
  'REQ-O-039/9': 'As `stdin` of the command: the closed flag entry of 1.16 has no member for it.',
  'REQ-O-041/11': 'Integers may have `enum_values` too, as REQ-C-015 says.',
  'REQ-O-043/5': 'The line has the number; `--version` prints the name of the tool before it.',
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
  'REQ-F-037/1': IN_CONTEXT,
  'REQ-F-037/2': IN_CONTEXT,
  'REQ-F-037/3': IN_CONTEXT,
  'REQ-F-037/5': IN_CONTEXT,
  'REQ-F-039/3':
    'On a busy machine the sleep itself takes longer; the start of the process is left out.',
  'REQ-F-049/2':
    "Timers, requests, files and children; an idle connection is nobody's work. In a process of its own.",
  'REQ-F-049/6': 'The descriptor is `data` itself, as REQ-C-022 wants it.',
  'REQ-F-050/6':
    '`beforeRun` of the tool runs before every command and knows whether a person is there.',
  'REQ-F-058/2':
    'A whole word of Base64 with a length that Base64 has; digests in hexadecimal digits and paths stay.',
  'REQ-F-059/3': '`corrected_input` is in `meta.errors`, beside the parameter.',
  'REQ-F-059/6': 'Options whose schema takes objects, lists or any JSON, and `--raw-payload`.',
  'REQ-F-060/6':
    'All functions of Node that reach descriptor 1, and children; no program can hear native add-ons in it.',
  'REQ-F-060/7': "From `import 'surety/guard'` on, which the author writes first.",
  'REQ-F-060/9': 'As REQ-F-004 wants it of 1.16; `detail` of line 2 is `context.text`.',
  'REQ-F-061/3': 'A tree that goes on below fails with DEPTH_EXCEEDED, as REQ-O-040 says.',
  'REQ-F-063/1': 'The facts are in `error.context`. A JWT says when it expired.',
  'REQ-F-063/2': 'The hint is in `error.context` and in `suggestion`.',
  'REQ-F-063/3': 'The permission is the first of the declared `scopes`, in `error.context`.',
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
  'REQ-F-075/2': 'The warning is in `warnings`, where programs look for it.',
  'REQ-F-075/4': 'A command that moved ends as REDIRECTED with the call to make.',
  'REQ-F-076/2':
    'Setup is the `init` of the author; the framework has none that needs the network.',
  'REQ-F-076/7': 'The framework does none at all.',
  'REQ-F-080/10': 'Only SIGTERM does it; nobody knows how long the work of an author takes.',
  'REQ-O-009/1': 'The data is `{}`; `meta.validation_only` marks the answer.',
  'REQ-O-009/4': 'The last line of each help names the options of every command.',
  'REQ-O-016/4': 'The last line of each help names the options of every command.',
  'REQ-O-020/4': 'The last line of each help names the options of every command.',
  'REQ-O-031/5':
    'A range such as `>=2.30 <4` gives both bounds; the regex is that of the framework.',
  'REQ-O-032/5': 'The members are checked by the schemas of the options that they replace.',
}

/** Lines that surety does not follow, and why. */
export const AGAINST: LineNotes = {
  'REQ-O-013/4':
    'The closed entry of 1.16 has no member for a stability of fields; `deprecated` in `--schema` marks what goes.',
  'REQ-O-039/8':
    'A pipe whose program needs a second to speak is as good as any; at a terminal nothing is waited for.',
  'REQ-C-031/8':
    'The same words may be meant twice, as in `git pull`; a call that silently does nothing loses work.',
  'REQ-F-049/1':
    'A handler that needs no promise is written without one and is awaited all the same; nothing is lost.',
  'REQ-F-075/1':
    'A program does not know its earlier releases. `redirects` keep old names working.',
  'REQ-F-075/3':
    'The closed manifest entry of 1.16 has no member for it; CHANGELOG and deprecation warnings say it.',
}
