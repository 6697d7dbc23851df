import { yamlWord } from '../../description/index.ts'
import { DEFAULT_DIALECT } from '../../dialects/index.ts'
import type { Probe, Subject } from '../probing/subject.ts'

/** Writes a profile with a comment wherever a person must decide; nothing that could change something is active. */
export function writeProfile(subject: Subject): string {
  return [
    '# What `surety check` may run. Look at every line marked with DECIDE.',
    '# Every read below is run several times: point the tool at a sandbox with env or cwd.',
    'surety: 1',
    `name: ${yamlWord(subject.name)}`,
    `program: ${list(subject.command)}`,
    `timeout_seconds: ${subject.timeoutMs / 1000}`,
    subject.dialect === null
      ? `# DECIDE: no dialect was recognised. See \`surety dialects\`.\n# dialect: ${DEFAULT_DIALECT}`
      : `dialect: ${yamlWord(subject.dialect.id)}`,
    '# DECIDE: variables for a sandbox.',
    '# env: { HOME: /tmp/sandbox }',
    'check:',
    ...checkLines(subject).map((line) => `  ${line}`),
    '',
  ].join('\n')
}

function checkLines(subject: Subject): readonly string[] {
  const reads = subject.probes.filter(({ kind }) => kind === 'read')
  const streams = subject.probes.filter(({ kind }) => kind === 'stream')
  const invalid = subject.probes.filter(({ kind }) => kind === 'invalid')
  const destructive = subject.probes.filter(({ kind }) => kind === 'destructive')
  const unknown = subject.commands.filter(({ danger }) => danger === null)
  const order = subject.argumentOrder
  return [
    ...(subject.machineArgs.length > 0
      ? ['# Words that get output for machines.', `machine_args: ${list(subject.machineArgs)}`]
      : []),
    ...(subject.manifest === null
      ? ['# manifest: [manifest]']
      : [`manifest: ${list(subject.manifest.argv)}`]),
    '# DECIDE: variables that hold secrets. They get a made-up value, which must never be printed.',
    '# secrets: [ACME_TOKEN]',
    ...(order === null
      ? [
          '# DECIDE: a flag that every command has, and a local option that changes the data.',
          '# argument_order: { command_path: [list], local_args: [--limit, "1"], global_flag: --format, value: json, alternate_value: plain }',
        ]
      : [
          '# DECIDE: local_args must visibly change the data of the command.',
          `# argument_order: { command_path: ${list(order.command_path)}, local_args: [--limit, "1"], global_flag: ${order.global_flag}, value: ${order.value}, alternate_value: ${order.alternate_value} }`,
        ]),
    '# DECIDE: what the tool does not have, each with the reason. Without it the check is not shown.',
    '# absent:',
    ...['long', 'stream', 'paging', 'destructive', 'large_answers', 'argument_order'].map(
      (feature) =>
        subject.absent.has(feature as never)
          ? `#   # ${feature}: ${subject.absent.get(feature as never)} (known already)`
          : `#   ${feature}: No command does this.`,
    ),
    'probes:',
    ...(reads.length === 0
      ? [
          ...(unknown.length === 0
            ? [
                '  # DECIDE: no command is known to only read. Name some, such as:',
                '  # - { name: list, argv: [list], kind: read }',
              ]
            : [
                '  # DECIDE: no command is known to only read. Of these, keep those that do, with the words they need:',
              ]),
          ...unknown.slice(0, 20).map(({ words }) => `  # - ${readOf(words)}`),
        ]
      : ['  # Commands that only read.']),
    // So that the profile can be used before anybody has decided.
    ...(reads.length === 0 ? [`  - ${readOf(['--version'])}`] : []),
    ...reads.map((probe) => `  - ${probeOf(probe)}`),
    ...(invalid.length === 0
      ? [
          '  # DECIDE: calls that must be refused, and change nothing if they are not.',
          '  # - { name: unknown command, argv: [surety-check-no-such-command], kind: invalid }',
          '  # - { name: wrong value, argv: [list, --limit, many], kind: invalid }',
        ]
      : ['  # Calls that must be refused.', ...invalid.map((probe) => `  - ${probeOf(probe)}`)]),
    ...(streams.length > 0
      ? ['  # Streams.', ...streams.map((probe) => `  - ${probeOf(probe)}`)]
      : []),
    '  # DECIDE: a stream that is interrupted after two lines.',
    `  # - { name: cut stream, argv: [list, --stream], kind: stream, signal: INT, after_lines: 2 }`,
    '  # DECIDE: a read that takes two seconds or more, for signals and time limits.',
    `  # - { name: wait, argv: [wait], kind: long, time_limit_args: [--timeout, 300ms] }`,
    '  # DECIDE: destructive commands, run with the preview flag, and without confirmation to see them refused.',
    '  # A tool that does not refuse will destroy: use a sandbox.',
    ...(destructive.length > 0 ? destructive : [EXAMPLE]).map(
      (probe) =>
        `  # - { name: ${yamlWord(probe.name)}, argv: ${list(probe.argv)}, kind: destructive, dry_run_flag: ${probe.dry_run_flag ?? '--dry-run'} }`,
    ),
  ]
}

const EXAMPLE: Pick<Probe, 'name' | 'argv' | 'dry_run_flag'> = {
  name: 'remove',
  argv: ['rm', 'some-id'],
  dry_run_flag: '--dry-run',
}

function probeOf({ name, argv, kind }: Pick<Probe, 'name' | 'argv' | 'kind'>): string {
  return `{ name: ${yamlWord(name)}, argv: ${list(argv)}, kind: ${kind} }`
}

function readOf(argv: readonly string[]): string {
  return probeOf({ name: argv.join(' '), argv, kind: 'read' })
}

function list(words: readonly string[]): string {
  return `[${words.map(yamlWord).join(', ')}]`
}
