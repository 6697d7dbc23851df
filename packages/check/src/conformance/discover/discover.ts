import {
  listCommands,
  manifestDialect,
  manifestName,
  namesManifest,
} from '@surety/client/unstable/client'
import { isJsonObject } from 'surety/unstable/contract'
import { decode, detectRendered, loadDialect, type Dialect } from 'surety/unstable/dialects'
import { hasNoEnd } from '../check.ts'
import { unknownFlags } from '../evidence/answers.ts'
import { Probing, type ProbingOptions } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { mayInventWords, UNKNOWN_TOOL, type Probe, type Subject } from '../probing/subject.ts'
import type { Accepted } from '../report/known.ts'
import type { Preset } from '../report/report.ts'
import { helpCommands } from './help-commands.ts'
import { absentByManifest, globalFormat, manifestProbes } from './manifest-probes.ts'

/** What is known about a tool before it is looked at: from the command line, or from a profile. */
export interface Given extends Partial<Subject> {
  readonly name: string
  readonly command: readonly string[]
  readonly cwd: string
  readonly timeoutMs: number
  /** The words that print the manifest; null not to ask for one. */
  readonly manifestArgv: readonly string[] | null
  /** Calls that only read, beside those that are found or given. */
  readonly reads?: readonly (readonly string[])[]
  /** Calls that must fail. */
  readonly fails?: readonly (readonly string[])[]
  /** Calls that wait until they are ended. */
  readonly holds?: readonly (readonly string[])[]
  readonly preset?: Preset
  readonly accept?: Accepted
}

/** Words that ask tools for JSON, tried if they do not print it by themselves. */
const MACHINE_ARGS: readonly (readonly string[])[] = [
  [],
  ['--json'],
  ['--format', 'json'],
  ['--output', 'json'],
]

/** Looks at a tool: asks for its manifest, finds its dialect, derives probes where none are given. */
export async function discover(given: Given, options: ProbingOptions): Promise<Probing> {
  const bare: Subject = { ...UNKNOWN_TOOL, ...given }
  const first = new Probing(bare, options)
  const tries = given.machineArgs === undefined ? MACHINE_ARGS : [given.machineArgs]
  const help = await first.ask('--help')
  const asked = await findManifest(first, manifestCalls(given, help), tries)
  const manifest = asked?.found ?? null
  const failedManifest = manifest === null ? brokenPromise(first, given, help) : null
  const listed = manifest === null ? [] : listCommands(manifest.document)
  const commands = listed.length > 0 || help.exitCode !== 0 ? listed : helpCommands(textOf(help))
  const machineArgs = given.machineArgs ?? asked?.machineArgs ?? []
  const asking = new Probing({ ...bare, machineArgs }, options, first)
  const probes = [
    ...declaredProbes(given),
    ...(given.probes ?? (await goodStreams(asking, manifestProbes(commands)))),
  ]
  const version = await first.ask('--version')
  const subject: Subject = {
    ...bare,
    name: (bare.profile === null && manifestName(manifest?.document)) || bare.name,
    describedBy: [
      ...bare.describedBy,
      ...(manifest === null ? [] : (['manifest'] as const)),
      ...(listed.length === 0 && commands.length > 0 ? (['help'] as const) : []),
    ],
    machineArgs,
    probes,
    commands,
    argumentOrder:
      bare.argumentOrder ??
      (bare.profile === null ? globalFormat(commands, await firstGood(asking, probes)) : null),
    manifest,
    failedManifest,
    absent: new Map([...absentByManifest(listed), ...bare.absent]),
    version: version.exitCode === 0 ? (VERSION.exec(textOf(version))?.[0] ?? null) : null,
  }
  const second = new Probing(subject, options, first)
  if (given.dialect !== undefined) return second
  const declared = asked && manifestDialect(asked.dialects, asked.found.document)
  const dialect = await (declared === undefined ? dialectOf(second) : loadDialect(declared))
  if (dialect === undefined) return second
  const dialectSource = declared === undefined ? 'answers' : 'manifest'
  return new Probing({ ...subject, dialect, dialectSource }, options, second)
}

/** The calls that may print a manifest. Any tool whose help does not name the word may act on it. */
function manifestCalls(given: Given, help: Run): readonly (readonly string[])[] {
  const own = given.manifestArgv === null ? [] : [given.manifestArgv]
  if (given.profile != null) return own
  const text = help.exitCode === 0 ? textOf(help) : ''
  return [
    ...(namesManifest(text) ? own : []),
    ...(/(?<![\w-])--schema\b/.test(text) ? [['--schema']] : []),
  ]
}

/** The failed call for a manifest that a profile or the help promises; a complaint about the call is no failure. */
function brokenPromise({ runs }: Probing, given: Given, help: Run): Run | null {
  const asked = runs.filter(({ probe }) => probe === MANIFEST)
  const failed = asked.find(({ exitCode }) => exitCode !== 0) ?? null
  if (given.profile != null) return failed ?? asked[0] ?? null
  const isListed = helpCommands(textOf(help)).some(({ path }) => path === MANIFEST)
  const isOther = asked.some(
    (run) =>
      run.exitCode === 0 || /\b(?:usage|missing|required|requires|arguments?)\b/i.test(textOf(run)),
  )
  return isListed && !isOther ? failed : null
}

const MANIFEST = 'manifest'

const VERSION = /(?<!\d)\d+\.\d+[\w.+-]*/

/** Leaves out streams that fail before their first line: an example may need what is not here. */
async function goodStreams(tool: Probing, probes: readonly Probe[]): Promise<readonly Probe[]> {
  const isGood = await Promise.all(
    probes.map(async (probe) => {
      if (probe.kind !== 'stream') return true
      const { end, exitCode, stdout } = await tool.run(probe)
      return end.stopped !== null || exitCode === 0 || stdout.trim().split('\n').length > 1
    }),
  )
  return probes.filter((_, index) => isGood[index])
}

/** Finds the first read that succeeds, in a list of its own; a failing one shows nothing about flags. */
async function firstGood(tool: Probing, probes: readonly Probe[]): Promise<readonly Probe[]> {
  const reads = probes.filter(
    ({ kind, argv }) => kind === 'read' && argv.every((word) => /^\w/.test(word)),
  )
  for (const probe of reads.slice(0, MAX_TRIED))
    if ((await tool.run(probe)).exitCode === 0) return [probe]
  return reads
}

const MAX_TRIED = 8

const MAX_NAME = 80

function declaredProbes({ reads = [], fails = [], holds = [] }: Given): readonly Probe[] {
  const toProbe =
    (kind: Probe['kind']) =>
    (argv: readonly string[]): Probe => {
      const words = argv.join(' ')
      const name = words.length > MAX_NAME ? `${words.slice(0, MAX_NAME)}...` : words
      return { name, argv, kind, ...(kind === 'invalid' && { mayBeValid: true as const }) }
    }
  return [
    ...reads.map(toProbe('read')),
    ...fails.map(toProbe('invalid')),
    ...holds.map(toProbe('long')),
  ]
}

function textOf({ stdout, stderr }: Run): string {
  return stdout + stderr
}

interface FoundManifest {
  readonly found: NonNullable<Subject['manifest']>
  readonly machineArgs: readonly string[]
  /** The dialects that its answer fits. */
  readonly dialects: readonly string[]
}

async function findManifest(
  probing: Probing,
  calls: readonly (readonly string[])[],
  tries: readonly (readonly string[])[],
): Promise<FoundManifest | undefined> {
  for (const argv of calls) {
    for (const machineArgs of tries) {
      const probe = { name: MANIFEST, argv: [...argv, ...machineArgs] }
      const run = await probing.run(probe, { withMachineArgs: false })
      // A call that hangs or cannot start is not made again.
      if (hasNoEnd(run)) break
      const { candidates } = await detectRendered(run.capture)
      const dialects = candidates.map(({ dialect }) => dialect)
      for (const dialect of dialects) {
        const { outcome } = await decode(run.capture, { dialect })
        const document = outcome.ok ? outcome.data : null
        if (isJsonObject(document) && listCommands(document).length > 0)
          return { found: { argv, document, run }, machineArgs, dialects }
      }
    }
  }
  return undefined
}

async function dialectOf(tool: Probing): Promise<Dialect | undefined> {
  const probes = [
    ...tool.probes('read').slice(0, 2),
    ...tool.probes('invalid').slice(0, 1),
    ...(mayInventWords(tool.subject) ? [UNKNOWN] : []),
    // What a refusal has tells the generations of the spec apart.
    ...unknownFlags(tool),
  ]
  return dialectOfRuns(await tool.runAll(probes))
}

export async function dialectOfRuns(
  runs: readonly Pick<Run, 'capture'>[],
): Promise<Dialect | undefined> {
  const votes = new Map<string, number>()
  for (const run of runs) {
    const { candidates } = await detectRendered(run.capture)
    for (const { dialect, confidence } of candidates)
      votes.set(dialect, (votes.get(dialect) ?? 0) + confidence)
  }
  // One member that older generations allow as well does not make a tool one of the newest.
  for (const id of votes.size > 1 ? [...votes.keys()] : []) {
    const { ownWords } = await loadDialect(id)
    const isOwn = runs.some(({ capture }) => ownWords?.test(String(capture.stdout)) !== false)
    if (!isOwn) votes.delete(id)
  }
  const [best] = [...votes].toSorted((a, b) => b[1] - a[1])
  return best === undefined || best[1] < CLEAR ? undefined : loadDialect(best[0])
}

const UNKNOWN = { name: 'unknown command', argv: ['surety-check-no-such-command'] }

/** Less than this is no more than a brace somewhere. */
const CLEAR = 0.5
