import type { ListedCommand } from '@surety/client/unstable/client'
import type { JsonValue } from 'surety/unstable/contract'
import type { DescribedCheck, DescribedProbe } from 'surety/unstable/description'
import type { Dialect } from 'surety/unstable/dialects'
import type { ReportedTool } from '../report/report.ts'
import type { Run } from './run.ts'

/** A call that is made to see how the tool answers: from a profile, or derived from what the tool lists. */
export interface Probe extends DescribedProbe {
  /** The path of its command, its words separated by dots. */
  readonly command?: string
  /** The words that must be refused without confirmation; absent if it may only be run dry. */
  readonly refusal?: readonly string[]
  /** A call that must fail, whatever the reason is: its input may be valid. */
  readonly mayBeValid?: true
  /** For a stream that a manifest lists: it may follow something for ever, which is no fault. */
  readonly mayNotEnd?: true
}

export type ArgumentOrder = NonNullable<DescribedCheck['argument_order']>

export const FEATURES = [
  'destructive',
  'stream',
  'paging',
  'etag',
  'manifest',
  'argument_order',
  'long',
  'large_answers',
] as const
export type Feature = (typeof FEATURES)[number]

export interface Subject {
  readonly name: string
  readonly command: readonly string[]
  readonly version: string | null
  readonly dialect: Dialect | null
  readonly dialectSource: ReportedTool['dialect_source']
  readonly describedBy: ReportedTool['described_by']
  readonly profile: string | null
  readonly cwd: string
  /** Variables for every run; undefined removes one. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly machineArgs: readonly string[]
  readonly timeoutMs: number
  readonly probes: readonly Probe[]
  /** Empty if the tool does not list them. */
  readonly commands: readonly ListedCommand[]
  readonly manifest: {
    readonly argv: readonly string[]
    readonly document: JsonValue | null
    readonly run: Run
  } | null
  /** The call for the manifest that the profile or the help promises, if it failed. */
  readonly failedManifest: Run | null
  readonly argumentOrder: ArgumentOrder | null
  readonly absent: ReadonlyMap<Feature, string>
  readonly secrets: readonly string[]
  /** How names of files begin that reads may write. */
  readonly keeps: readonly string[]
  readonly limits: Limits
}

type Given = Required<NonNullable<DescribedCheck['limits']>>

/** How fast a start must be depends on the machine; only a profile says it in milliseconds. */
type Limits = Omit<Given, 'cold_start_ms'> & { readonly cold_start_ms: number | null }

export const DEFAULT_LIMITS: Limits = Object.freeze({
  cold_start_ms: null,
  answer_tokens: 800,
  help_tokens: 4000,
})

export const UNKNOWN_TOOL: Omit<Subject, 'name' | 'command' | 'cwd' | 'timeoutMs'> = {
  version: null,
  dialect: null,
  dialectSource: 'nobody',
  describedBy: [],
  profile: null,
  env: {},
  machineArgs: [],
  probes: [],
  commands: [],
  manifest: null,
  failedManifest: null,
  argumentOrder: null,
  absent: new Map(),
  secrets: [],
  keeps: [],
  limits: DEFAULT_LIMITS,
}

/** The commands that our framework adds to every tool. */
const ADDED =
  /^(?:help|version|manifest|completion|schema|mcp|check-permissions|exec|job(?:\..*)?)$/

/** Tests whether an invented word is refused: a tool that may be one command could act on it. */
export function mayInventWords({ manifest, profile, commands, probes }: Subject): boolean {
  if (manifest !== null) return !mayBeOneCommand(commands)
  if (profile === null) return false
  // Help lists commands, and a read of the profile is one of them.
  const isCommand = (word: string | undefined) => commands.some(({ path }) => path === word)
  return (
    commands.length > 1 && probes.some(({ kind, argv }) => kind === 'read' && isCommand(argv[0]))
  )
}

/** Tests whether a tool lists one command, which may be the tool itself: `greet Ada`. */
function mayBeOneCommand(commands: readonly ListedCommand[]): boolean {
  const own = commands.filter(
    ({ path, isBuiltin, isGroup }) => !isBuiltin && !isGroup && !ADDED.test(path),
  )
  return own.length === 1 && !own[0]!.path.includes('.')
}
