import { join } from 'node:path'

import { traitsOf } from '../../dialects/wires.ts'
import type { Effect, NextStep } from '../handler/context.ts'
import type { JsonObject, JsonValue, Phase } from '../../contract/index.ts'
import { createRedactor, type Redactor } from '@surety/internal/redact/redactor.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import type { FlagValues } from '../declare/framework-flags.ts'
import type { World, Signal } from '../process/world.ts'
import type { Guest } from './guest.ts'
import { Limit } from './limit/limit.ts'
import type { GivenValues } from './parsed-input.ts'
import type { Line } from '../line/read.ts'
import { readOutputRequest, type OutputRequest } from './output-request.ts'
import type { ProgressDisplay } from '../human/interactive/progress.ts'

/** How far a run has come: its command has ended, its answer is being made, its answer is being written. */
export type Stage = 'working' | 'ended' | 'answering' | 'writing'

/** What the caller gave, as far as it has been read; input with problems has no preview. */
export interface GivenInput extends GivenValues {
  readonly flags: FlagValues
  /** Whether the call is a preview; unknown until all of the input is valid. */
  readonly isDryRun?: boolean
}

/** What a handler said about its work besides the data, in order. */
export type Report =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'done'; readonly step: string }
  | { readonly kind: 'effect'; readonly effect: Effect }
  | { readonly kind: 'next'; readonly step: NextStep }

/** What is on standard output before the answer. */
export type OnStdout =
  | { readonly kind: 'rows'; count: number }
  /** The lines of a filter; `report` is its return value, `count` is kept where the last line says it. */
  | { readonly kind: 'lines'; bytes: number; count?: number; report: JsonValue | undefined }
  /** The streams are those of a program; its exit is the one of the process, null until it is known. */
  | { readonly kind: 'program'; readonly exit: number | null }

/** The state of one run of a tool, from argv to exit: what every call has. */
export interface Run {
  readonly cli: Cli
  readonly world: World
  line: Line
  /** Replaced if the requested dialect does not exist. */
  output: OutputRequest
  path: readonly string[]
  command: Command | null
  input: GivenInput | null
  /** Null if another program failed, and nobody knows what it was doing. */
  phase: Phase | null
  stage: Stage
  /** Facts about a warning are for dialects that have a place for them. */
  readonly warnings: { readonly text: string; readonly context?: JsonObject }[]
  /** What the author could do better; shown under test, never to callers. */
  readonly advice: string[]
  readonly meta: Record<string, JsonValue>
  readonly reports: Report[]
  /** Removes secrets from logs and errors. */
  redactor: Redactor
  /** Aborted by `abort()` when the run is cut off. */
  readonly signal: AbortSignal
  readonly abort: () => void
  readonly limit: Limit
  /** Called before the answer, the last one first. */
  readonly cleanups: ((() => void | Promise<void>) & { readonly graceMs?: number })[]
  /** Stands in for the run while other programs or calls run inside of it. */
  guest: Guest | null
  /** The last signal that came after the end of the command. */
  lateSignal: Signal | null
  /** What draws progress; null before the first message and after the end. */
  display: ProgressDisplay | null
  onStdout: OnStdout | null
  /** Whether the command is one of the framework's, which get the run as a second parameter. */
  isBuiltin: boolean
}

const DEFAULT_TIMEOUT_MS = 30_000

/** The state of a run at its start. A class, because a literal with getters has a shape of its own each time, and nothing that reads it is fast. */
export class StartedRun implements Run {
  readonly cli
  readonly world
  line
  output
  path = []
  command = null
  input = null
  phase: Run['phase'] = 'validation'
  stage: Stage = 'working'
  readonly warnings
  readonly advice = []
  readonly meta = {}
  readonly reports = []
  readonly limit
  readonly cleanups = []
  guest = null
  lateSignal = null
  display = null
  onStdout = null
  isBuiltin = false
  #redactor: Redactor | undefined
  #controller: AbortController | undefined

  constructor(cli: Cli, world: World, line: Line) {
    this.cli = cli
    this.world = world
    this.line = line
    this.output = readOutputRequest(cli, world, line)
    this.warnings = this.output.warnings.map((text) => ({ text }))
    this.limit = new Limit(world.monotonic, cli.declaration.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  }

  get redactor(): Redactor {
    if (!this.#redactor) {
      this.#redactor = createRedactor({ env: this.world.env })
      this.world.knowsSecrets?.(this.#redactor)
    }
    return this.#redactor
  }

  set redactor(other) {
    this.#redactor = other
  }

  /** Few runs ask for it. */
  get signal(): AbortSignal {
    return (this.#controller ??= new AbortController()).signal
  }

  abort(): void {
    this.#controller ??= new AbortController()
    this.#controller.abort(new Error('The run is over.'))
  }
}

/** Returns the path of the command as the user writes it; the tool's name if the tool is one command. */
export function commandName({ path, cli }: Run): string {
  return path.join(' ') || (cli.root ? cli.declaration.name : '')
}

/** Tests whether there is no screen for windows. */
export function isHeadless(world: World): boolean {
  const { env } = world
  if (!world.isStdoutTty || env['CI']) return true
  if (world.platform !== 'linux') return env['SSH_TTY'] !== undefined
  return !env['DISPLAY'] && !env['WAYLAND_DISPLAY']
}

/** Tests whether the command has ended, in whatever way; only its answer follows. */
export function isOver({ stage }: Run): boolean {
  return stage !== 'working'
}

/** Tests whether the answer is being made, of which there is one. */
export function isAnswered({ stage }: Run): boolean {
  return stage === 'answering' || stage === 'writing'
}

export function isDryRun({ input }: Run): boolean {
  return input?.isDryRun === true
}

export function isDebug({ cli, world, input }: Run): boolean {
  return Boolean(world.env[`${cli.envPrefix}_DEBUG`]) || input?.flags.debug === true
}

/** Adds a warning, with facts for the dialects that have a place for them. */
export function warn({ warnings }: Run, text: string, context?: JsonObject): void {
  warnings.push(context ? { text, context } : { text })
}

/** Tells the author what could be better, once. */
export function advise({ advice }: Run, text: string): void {
  if (!advice.includes(text)) advice.push(text)
}

/** Adds facts about the call to `meta`. */
export function addMeta({ meta }: Run, facts: Readonly<Record<string, JsonValue>>): void {
  Object.assign(meta, facts)
}

/** Takes back what was said of a call: members of `meta` by their names, warnings by their texts. */
export function unsay(
  { meta, warnings }: Run,
  names: readonly string[],
  texts: readonly string[] = [],
): void {
  for (const name of names) delete meta[name]
  for (const said of texts) {
    const at = warnings.findLastIndex(({ text }) => text === said)
    if (at >= 0) warnings.splice(at, 1)
  }
}

/** Hides a text in everything that the run shows from now on. */
export function learnSecret(run: Run, secret: string): void {
  run.redactor.learn(secret)
}

/** Changes the form of the answer. */
export function changeOutput(run: Run, change: Partial<OutputRequest>): void {
  run.output = { ...run.output, ...change }
}

/** Lets the time limit stand still while a person is asked. */
export function whileAsking<Answer>({ limit }: Run, ask: () => Promise<Answer>): Promise<Answer> {
  return limit.pauseFor(ask)
}

/** Returns the signal for somebody who waits with it: the time limit keeps the process alive from now on. */
export function heldSignal({ limit, signal }: Run): AbortSignal {
  limit.hold()
  return signal
}

/** Draws progress; the display is made when it is first needed. */
export function showProgress(run: Run, make: () => ProgressDisplay): ProgressDisplay {
  return (run.display ??= make())
}

/** Calls a hook before the answer, the last one first; `graceMs` is what it promised to others, and is waited for. */
export function onEnd({ cleanups }: Run, hook: () => void | Promise<void>, graceMs = 0): void {
  cleanups.push(Object.assign(hook, { graceMs }))
}

/** Keeps what a handler said; of messages in a row only the last counts. */
export function report({ reports }: Run, said: Report): void {
  if (said.kind === 'progress' && reports.at(-1)?.kind === 'progress') reports.pop()
  reports.push(said)
}

/** Lists the reports of a kind. */
export function reported<Kind extends Report['kind']>({ reports }: Run, kind: Kind) {
  return reports.filter((said): said is Extract<Report, { kind: Kind }> => said.kind === kind)
}

/** Lists the steps that are done. */
export function doneSteps(run: Run): readonly string[] {
  return reported(run, 'done').map(({ step }) => step)
}

/** Adds a warning, with its code where the dialect has codes of warnings. */
export function warnWithCode(run: Run, code: string, text: string, context: JsonObject): void {
  const { codesWarnings } = traitsOf(run.output.dialect)
  warn(run, codesWarnings ? `${code}: ${text}` : text, context)
}

/** Tests whether a person at a terminal can answer a question; calls for data never ask one. */
export function canAsk({ world, output }: Run, flags: FlagValues): boolean {
  return (
    output.format === 'human' &&
    world.isStdinTty &&
    world.isStderrTty &&
    !flags.nonInteractive &&
    !flags.yes &&
    // The world may be simulated by a test; prompts need a real terminal.
    process.stdin.isTTY
  )
}

/** Ends the display, because something else is to be written to the terminal. */
export function endProgress(run: Run): void {
  run.display?.stop()
  run.display = null
}

/** Returns the folder for what a tool keeps between calls; null if there is no home. */
export function stateFolder(cli: Cli, env: World['env']): string | null {
  const home = env['HOME'] ? join(env['HOME'], '.local', 'state') : env['LOCALAPPDATA']
  const state = env['XDG_STATE_HOME'] || home
  return state ? join(state, cli.declaration.name) : null
}
