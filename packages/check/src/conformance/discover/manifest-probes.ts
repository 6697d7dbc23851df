import type { ListedCommand, ListedFlag } from '@surety/client/unstable/client'
import { splitWords } from '@surety/internal/shell-words.ts'
import type { ArgumentOrder, Feature, Probe } from '../probing/subject.ts'
import { addWords } from '@surety/internal/command-words.ts'

/** Commands that many frameworks add; they print text or describe the tool, and have checks of their own. */
export const FRAMEWORK_COMMANDS = new Set([
  'help',
  'version',
  'manifest',
  'completion',
  'schema',
  'mcp',
])
export const PREVIEW_FLAGS = ['dry-run', 'dryrun', 'preview', 'what-if', 'whatif']
/** Flags that confirm in advance; a probe never has one. */
const CONFIRMING = new Set(['yes', 'y', 'force', 'f', 'confirm', 'confirmed', 'assume-yes'])
/** A target that does not exist, so that a command that forgets to refuse destroys nothing. */
export const NO_SUCH_TARGET = 'surety-check-no-such-target'
/** The largest number of read probes; a tool with hundreds of commands is sampled evenly. */
const MAX_READS = 24

export function manifestProbes(commands: readonly ListedCommand[]): readonly Probe[] {
  const own = commands.filter(
    ({ path, isBuiltin, isGroup }) => !isBuiltin && !isGroup && !FRAMEWORK_COMMANDS.has(path),
  )
  const safe = own.filter(({ danger }) => danger === 'safe')
  const reads = safe.flatMap(readProbes)
  const destructive = own.filter(({ danger }) => danger === 'destructive').flatMap(destructiveProbe)
  const plain = reads.filter(({ kind }) => kind === 'read')
  return [
    ...sample(plain, MAX_READS),
    ...reads.filter(({ kind }) => kind === 'stream').slice(0, 3),
    ...destructive.slice(0, 6),
    ...invalidProbes(safe),
  ]
}

export function absentByManifest(commands: readonly ListedCommand[]): ReadonlyMap<Feature, string> {
  const absent = new Map<Feature, string>()
  if (commands.length === 0) return absent
  const hasFlag = (...names: readonly string[]) =>
    commands.some(({ flags }) => flags.some(({ name }) => names.includes(name)))
  if (!commands.some(({ danger }) => danger === 'destructive' || danger === null))
    absent.set('destructive', 'The manifest lists no destructive command.')
  if (!commands.some((each) => each.isStreaming || each.canStream) && !hasFlag('stream'))
    absent.set('stream', 'The manifest lists no command that streams.')
  if (!hasFlag('cursor')) absent.set('paging', 'The manifest lists no command with --cursor.')
  // A lean manifest only names the built-in commands; ours knows etags.
  const hasBuiltin = commands.some(({ path, isBuiltin }) => isBuiltin && path === 'manifest')
  if (!hasBuiltin && !hasFlag('etag'))
    absent.set('etag', 'The manifest lists no command with --etag.')
  return absent
}

function readProbes(command: ListedCommand): readonly Probe[] {
  const path = command.words
  const streaming = streamingWords(command)
  // It may never end, and nothing is known that shows it line by line.
  if (command.canStream && streaming === undefined) return []
  const probe = (given: readonly string[]): Probe => {
    const argv = streaming === undefined ? given : addWords(given, streaming)
    const known = { name: argv.join(' '), argv, command: command.path }
    return streaming === undefined
      ? { ...known, kind: 'read' }
      : { ...known, kind: 'stream', mayNotEnd: true }
  }
  const shown = command.examples.flatMap((line) => {
    const argv = exampleArgv(line, path)
    return argv === undefined ? [] : [probe(withoutFormat(argv, command))]
  })
  if (shown.length > 0) return shown.slice(0, 2)
  return command.flags.some(({ isRequired }) => isRequired) ? [] : [probe(path)]
}

function streamingWords({
  isStreaming,
  canStream,
  flags,
}: ListedCommand): readonly string[] | undefined {
  if (isStreaming) return []
  if (!canStream) return undefined
  if (flags.some(({ name }) => name === 'stream')) return ['--stream']
  const flag = flags.find(
    ({ name, values }) => FORMAT_FLAGS.includes(name) && values.includes('jsonl'),
  )
  return flag === undefined ? undefined : [`--${flag.name}`, 'jsonl']
}

/** Leaves out the flag by which an example shows another format; every probe asks for the same one. */
function withoutFormat(argv: readonly string[], { flags }: ListedCommand): readonly string[] {
  const names = flags
    .filter(({ name, values }) => FORMAT_FLAGS.includes(name) && values.includes('json'))
    .map(({ name }) => `--${name}`)
  return argv.filter((word, index) => {
    const isValue = index > 0 && names.includes(argv[index - 1]!)
    return !isValue && !names.includes(word) && !names.some((name) => word.startsWith(`${name}=`))
  })
}

/** Takes the words after the tool's name. What is behind `--` may be another program. */
function exampleArgv(line: string, path: readonly string[]): readonly string[] | undefined {
  const split = splitWords(line)
  if (!split.ok) return undefined
  const argv = split.words.slice(1)
  if (argv.includes('--')) return undefined
  return path.every((word, index) => argv[index] === word) ? argv : undefined
}

function destructiveProbe(command: ListedCommand): readonly Probe[] {
  const path = command.words
  const flag = command.flags.find(({ name }) => PREVIEW_FLAGS.includes(name))
  const shown = command.examples
    .map((line) => exampleArgv(line, path))
    .find((argv) => argv !== undefined)
  const refusal = inventedArgv(command)
  const argv = (shown ?? refusal ?? []).filter(
    (word) => !word.startsWith('-') || !CONFIRMING.has(word.replace(/^--?/, '')),
  )
  if (argv.length === 0 || (flag === undefined && refusal === undefined)) return []
  return [
    {
      name: argv.join(' '),
      argv,
      kind: 'destructive',
      command: command.path,
      ...(flag !== undefined && { dry_run_flag: `--${flag.name}` }),
      ...(refusal !== undefined && { refusal }),
    },
  ]
}

/** Fills in made-up values; undefined if nothing in the call would name what does not exist. */
function inventedArgv({ words: path, flags }: ListedCommand): readonly string[] | undefined {
  const required = flags.filter(({ isRequired }) => isRequired)
  const named = required.filter(({ type, values }) => type === 'string' && values.length === 0)
  if (named.length === 0) return undefined
  return [...path, ...valuesOf(required)]
}

/** Words that give each flag a made-up value: arguments first, in order. */
export function valuesOf(flags: readonly ListedFlag[]): readonly string[] {
  const named = flags.filter(({ isPositional }) => !isPositional)
  return [
    ...flags.filter(({ isPositional }) => isPositional).map(valueOf),
    ...named.flatMap((flag) => [`--${flag.name}`, valueOf(flag)]),
  ]
}

/** The words of all required flags but one, each left out in turn. */
export function withoutValue(flags: readonly ListedFlag[]): readonly (readonly string[])[] {
  const required = flags.filter(({ isRequired }) => isRequired)
  return required.map((left) => valuesOf(required.filter((flag) => flag !== left)))
}

function valueOf({ type, values }: ListedFlag): string {
  if (values[0] !== undefined) return values[0]
  return type === 'integer' || type === 'number' ? '1' : NO_SUCH_TARGET
}

function invalidProbes(commands: readonly ListedCommand[]): readonly Probe[] {
  const probe = (command: ListedCommand, argv: readonly string[]): Probe => ({
    name: argv.join(' '),
    argv,
    kind: 'invalid',
    command: command.path,
  })
  const wrong = commands.flatMap((command) => {
    const { words, flags } = command
    if (flags.some(({ isRequired }) => isRequired)) return [probe(command, words)]
    const typed = flags.find(
      ({ isPositional, type, values }) =>
        !isPositional && (type === 'integer' || type === 'number' || values.length > 0),
    )
    if (typed === undefined) return []
    return [probe(command, [...words, `--${typed.name}`, 'surety-check-no-such-value'])]
  })
  return sample(wrong, MAX_INVALID)
}

export function globalFormat(
  commands: readonly ListedCommand[],
  probes: readonly Probe[],
): ArgumentOrder | null {
  const read = probes.find(
    ({ kind, argv }) => kind === 'read' && argv.every((word) => /^\w/.test(word)),
  )
  const own = commands.filter(({ isGroup }) => !isGroup)
  const flag = own[0]?.flags.find(
    ({ name, values }) =>
      FORMAT_FLAGS.includes(name) &&
      values.includes('json') &&
      values.length > 1 &&
      own.every(({ flags }) => flags.some((other) => other.name === name)),
  )
  const other = ['plain', 'yaml'].find((value) => flag?.values.includes(value))
  if (read === undefined || flag === undefined || other === undefined) return null
  return {
    command_path: read.argv,
    local_args: [],
    global_flag: `--${flag.name}`,
    value: 'json',
    alternate_value: other,
  }
}

const FORMAT_FLAGS = ['format', 'output', 'output-format']
const MAX_INVALID = 6

export function sample<T>(items: readonly T[], max: number): readonly T[] {
  if (items.length <= max) return items
  return Array.from({ length: max }, (_, index) => items[Math.floor((index * items.length) / max)]!)
}
