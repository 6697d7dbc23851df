import {
  startStopwatch,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type Phase,
  type Stopwatch,
} from '../../contract/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import type { Effect } from '../handler/context.ts'
import type { ProgressDisplay } from '../human/interactive/progress.ts'
import type { NextStep } from '../handler/next-step.ts'
import { readOutputRequest, type OutputRequest } from './output-request.ts'
import { createRedactor, type Redactor } from '../../internal/redact/redactor.ts'
import type { Interruption, Signal, World } from '../process/world.ts'
import type { InterruptibleWork } from './interruptible-work.ts'
import type { RunWatch } from './limit/run-watch.ts'

/** Runs a tool once in a world, from argv to the written answer. Never rejects. */
export type Dispatch = (
  cli: Cli,
  world: World,
) => Promise<{
  readonly outcome: Outcome
  readonly document: JsonValue | undefined
  readonly exitCode: number
}>

/** The state of one run of a tool, from argv to exit. */
export interface Run {
  readonly cli: Cli
  readonly world: World
  /** Replaced if the requested dialect does not exist. */
  output: OutputRequest
  readonly duration: Stopwatch
  readonly warnings: string[]
  /** Facts about warnings by their texts, for dialects that have a place for them. */
  warningContexts: Map<string, JsonObject> | null
  /** What the author could do better; shown under test, never to callers. */
  readonly advice: string[]
  readonly meta: Record<string, JsonValue>
  readonly nextSteps: NextStep[]
  readonly cleanups: (() => void | Promise<void>)[]
  readonly completedSteps: string[]
  /** What the command shares with others, once it is open. */
  setup: unknown
  /** Removes secrets from logs and errors. */
  redactor: Redactor
  /** The effect that the handler reported by `ctx.effect()`. */
  effect: Effect | null
  path: readonly string[]
  command: Command | null
  phase: Phase
  /** Changed only by `changeLimit()`. */
  timeoutMs: number
  /** Tells the timer of the limit about a change; null while there is none. */
  limitChanged: (() => void) | null
  /** The open questions to a person, and the time that earlier ones took; it does not count. */
  readonly pause: { questions: number; since: number; ms: number }
  /** True as soon as the command has ended, in whatever way; only its answer follows. */
  isEnded: boolean
  /** The last signal that came after the end of the command. */
  lateSignal: Signal | null
  /** Stops waiting for cleanup hooks; null while none is waited for. */
  skipCleanup: (() => void) | null
  isDebug: boolean
  isDryRun: boolean
  /** Whether there is no screen for windows. */
  readonly isHeadless: boolean
  /** Created on the first use of the signal. */
  controller: AbortController | null
  /** The reason for an abort before the controller was created. */
  abortReason: unknown
  /** True as soon as the answer is being made; a run has only one. */
  isAnswered: boolean
  /** True as soon as the answer is being written, after which no other can replace it. */
  isWriting: boolean
  /** Whether the data was truncated or filtered, so that it no longer matches the output schema. */
  isReshaped: boolean
  /** Whether the size limit does not apply, because a part would be useless: a manifest. */
  isWhole: boolean
  /** Cuts the data again, to fewer bytes; null if the data is small. */
  recut: ((budget: number) => JsonValue) | null
  /** Answers if a loop blocks the thread; null without `surety/watchdog`. */
  watch: RunWatch | null
  /** Whether the framework raised the error and the tool's own code replaced the framework's. */
  isFrameworkError: boolean
  /** Throws the failure that answers a signal, set by `ctx.onInterrupt()`. */
  interruptAnswer: ((signal: Signal) => void) | null
  /** Set while work runs that survives its call. */
  work: InterruptibleWork | null
  /** The number of rows that a stream has written. */
  streamed: number
  /**
   * Set while a filter writes lines to standard output; `report` is its return value. The lines are
   * counted only where the last one says how many there are.
   */
  lines: { bytes: number; count?: number; report: JsonValue | undefined } | null
  /** How the command is called, for people who called it wrongly. */
  usage: string | null
  /** The file that gets the answer; null for standard output. */
  file: string | null
  /** The progress display, created by the first message and stopped before output is written. */
  progress: ProgressDisplay | null
  /** Set for built-in commands, which get the run as a second parameter: they may make further runs. */
  dispatch: Dispatch | null
  /** Takes an interruption instead of the run, and returns whether it did; `end` ends the run after all. */
  deputy: ((by: Interruption, end: () => void) => boolean) | null
  /** Takes what is printed to stdout instead of the run, which would send it to stderr with a warning. */
  takeNoise: ((text: string, bytes?: string | Uint8Array) => void) | null
}

const DEFAULT_TIMEOUT_MS = 30_000

/** The state of a run. A class, because an object literal would create its accessor on every run. */
class StartedRun implements Run {
  readonly cli: Cli
  readonly world: World
  output: OutputRequest
  readonly duration: Stopwatch
  readonly warnings: string[]
  warningContexts: Run['warningContexts'] = null
  readonly advice: string[] = []
  readonly meta: Record<string, JsonValue> = {}
  readonly nextSteps: NextStep[] = []
  readonly cleanups: (() => void | Promise<void>)[] = []
  readonly completedSteps: string[] = []
  setup: unknown = undefined
  effect: Effect | null = null
  path: readonly string[] = []
  command: Command | null = null
  phase: Phase = 'validation'
  timeoutMs: number
  limitChanged: (() => void) | null = null
  readonly pause = { questions: 0, since: 0, ms: 0 }
  isEnded = false
  lateSignal: Signal | null = null
  skipCleanup: (() => void) | null = null
  isDebug: boolean
  isDryRun = false
  readonly isHeadless: boolean
  controller: AbortController | null = null
  abortReason: unknown = undefined
  isAnswered = false
  isWriting = false
  isReshaped = false
  isWhole = false
  recut: Run['recut'] = null
  watch: RunWatch | null = null
  isFrameworkError = false
  interruptAnswer: Run['interruptAnswer'] = null
  work: InterruptibleWork | null = null
  streamed = 0
  lines: Run['lines'] = null
  usage: string | null = null
  file: string | null = null
  progress: ProgressDisplay | null = null
  dispatch: Dispatch | null = null
  deputy: Run['deputy'] = null
  takeNoise: Run['takeNoise'] = null
  #redactor: Redactor | undefined

  constructor(cli: Cli, world: World) {
    this.cli = cli
    this.world = world
    this.output = readOutputRequest(cli, world)
    this.duration = startStopwatch(world.monotonic)
    this.warnings = [...this.output.warnings]
    this.timeoutMs = cli.declaration.timeoutMs ?? DEFAULT_TIMEOUT_MS
    this.isDebug = Boolean(world.env[`${cli.envPrefix}_DEBUG`])
    this.isHeadless = isHeadless(world)
  }

  get redactor(): Redactor {
    if (!this.#redactor) {
      this.#redactor = createRedactor({ env: this.world.env })
      this.world.knowsSecrets?.(this.#redactor)
    }
    return this.#redactor
  }

  set redactor(redactor: Redactor) {
    this.#redactor = redactor
  }
}

/** Creates the state of a new run. */
export function startRun(cli: Cli, world: World): Run {
  return new StartedRun(cli, world)
}

/** Returns the path of the command as the user writes it; the tool's name if the tool is one command. */
export function commandName({ path, cli }: Run): string {
  return path.join(' ') || (cli.root ? cli.declaration.name : '')
}

/** Tests whether the operator asks for an audit log, or for none. */
export function isAudited({ world, cli }: Run): boolean {
  return world.env[`${cli.envPrefix}_AUDIT_LOG`] !== undefined
}

/** Returns the run's abort signal and creates it on first use. */
export function signalOf(run: Run): AbortSignal {
  if (!run.controller) {
    run.controller = new AbortController()
    if (run.abortReason !== undefined) run.controller.abort(run.abortReason)
  }
  return run.controller.signal
}

/** Aborts the run's signal, also if it is created later. */
export function abortRun(run: Run, reason: unknown): void {
  run.abortReason ??= reason
  run.controller?.abort(reason)
}

function isHeadless(world: World): boolean {
  const { env } = world
  if (!world.isStdoutTty || env['CI']) return true
  if (world.platform !== 'linux') return env['SSH_TTY'] !== undefined
  return !env['DISPLAY'] && !env['WAYLAND_DISPLAY']
}
