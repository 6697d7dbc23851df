import { yamlWord } from 'surety/unstable/description'
import { DEFAULT_DIALECT } from 'surety/unstable/dialects'
import type { Preset } from '../report/report.ts'
import type { Feature, Probe, Subject } from '../probing/subject.ts'

/** Writes a profile with a comment wherever a person must decide; nothing that could change something is active. */
export function writeProfile(subject: Subject, preset: Preset): string {
  if (preset === 'any') return anyProfile(subject)
  return [
    '# What `surety check` may run. Look at every line marked with DECIDE.',
    '# Every read below is run several times: point the tool at a sandbox with env or cwd.',
    'surety: 1',
    `name: ${yamlWord(subject.name)}`,
    `program: ${list(subject.command)}`,
    `timeout_seconds: ${subject.timeoutMs / 1000}`,
    subject.dialect === null
      ? `# DECIDE: no dialect was recognised. See \`surety decode --dialects\`.\n# dialect: ${DEFAULT_DIALECT}`
      : `dialect: ${yamlWord(subject.dialect.id)}`,
    '# DECIDE: variables for a sandbox.',
    '# env: { HOME: /tmp/sandbox }',
    'check:',
    ...checkLines(subject).map((line) => `  ${line}`),
    '',
  ].join('\n')
}

/** The profile of a program that speaks no dialect: the calls that were declared, and nothing to decide. */
function anyProfile({ name, command, probes }: Subject): string {
  return [
    '# What `surety check` may run: calls that only read, that must fail (invalid), and that wait (long).',
    'surety: 1',
    `name: ${yamlWord(name)}`,
    `program: ${list(command)}`,
    'check:',
    '  preset: any',
    '  # accept: { closed_pipe: why it may stay }',
    '  probes:',
    ...(probes.length > 0
      ? probes.map((probe) => `    - ${probeOf(probe)}`)
      : [`    - ${readOf(['--version'])}`]),
    '',
  ].join('\n')
}

function checkLines(subject: Subject): readonly string[] {
  const { machineArgs, manifest, argumentOrder: order, absent } = subject
  const example = order
    ? ['DECIDE: local_args must visibly change the data of the command.', list(order.command_path)]
    : ['DECIDE: a flag that every command has, and a local option that changes the data.', '[list]']
  const { global_flag: flag, value, alternate_value: other } = order ?? ORDER
  return [
    ...(machineArgs.length > 0
      ? ['# Words that get output for machines.', `machine_args: ${list(machineArgs)}`]
      : []),
    manifest === null ? '# manifest: [manifest]' : `manifest: ${list(manifest.argv)}`,
    '# DECIDE: variables that hold secrets. They get a made-up value, which must never be printed.',
    '# secrets: [ACME_TOKEN]',
    `# ${example[0]}`,
    `# argument_order: { command_path: ${example[1]}, local_args: [--limit, "1"], global_flag: ${flag}, value: ${value}, alternate_value: ${other} }`,
    '# DECIDE: what the tool does not have, each with the reason. Without it the check is not shown.',
    '# absent:',
    ...DECIDED.map((feature) => {
      const reason = absent.get(feature)
      return reason === undefined
        ? `#   ${feature}: No command does this.`
        : `#   # ${feature}: ${reason} (known already)`
    }),
    'probes:',
    ...probeLines(subject).map((line) => `  ${line}`),
  ]
}

const ORDER = { global_flag: '--format', value: 'json', alternate_value: 'plain' }
const DECIDED: readonly Feature[] = [
  'long',
  'stream',
  'paging',
  'destructive',
  'large_answers',
  'argument_order',
]

function probeLines({ probes, commands }: Subject): readonly string[] {
  const of = (wanted: Probe['kind']) => probes.filter(({ kind }) => kind === wanted)
  const active = (wanted: Probe['kind']) => of(wanted).map((probe) => `- ${probeOf(probe)}`)
  const destructive = of('destructive')
  const unknown = commands.filter(({ danger }) => danger === null).slice(0, 20)
  const toName =
    unknown.length === 0
      ? ['Name some, such as:', '# - { name: list, argv: [list], kind: read }']
      : ['Of these, keep those that do, with the words they need:']
  return [
    ...(of('read').length > 0
      ? ['# Commands that only read.', ...active('read')]
      : [
          `# DECIDE: no command is known to only read. ${toName.join('\n  ')}`,
          ...unknown.map(({ words }) => `# - ${readOf(words)}`),
          // So that the profile can be used before anybody has decided.
          `- ${readOf(['--version'])}`,
        ]),
    ...(of('invalid').length > 0
      ? ['# Calls that must be refused.', ...active('invalid')]
      : [
          '# DECIDE: calls that must be refused, and change nothing if they are not.',
          '# - { name: unknown command, argv: [surety-check-no-such-command], kind: invalid }',
          '# - { name: wrong value, argv: [list, --limit, many], kind: invalid }',
        ]),
    ...(of('stream').length > 0 ? ['# Streams.', ...active('stream')] : []),
    '# DECIDE: a stream that is interrupted after two lines.',
    '# - { name: cut stream, argv: [list, --stream], kind: stream, signal: INT, after_lines: 2 }',
    '# DECIDE: a read that takes two seconds or more, for signals and time limits.',
    '# - { name: wait, argv: [wait], kind: long, time_limit_args: [--timeout, 300ms] }',
    '# DECIDE: destructive commands, run with the preview flag, and without confirmation to see them refused.',
    '# A tool that does not refuse will destroy: use a sandbox.',
    ...(destructive.length > 0 ? destructive : [EXAMPLE]).map(
      (probe) =>
        `# - { name: ${yamlWord(probe.name)}, argv: ${list(probe.argv)}, kind: destructive, dry_run_flag: ${probe.dry_run_flag ?? '--dry-run'} }`,
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
