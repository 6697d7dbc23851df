import { startStopwatch, type JsonValue, type Phase, type Stopwatch } from '../../contract/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import type { Effect } from '../handler/context.ts'
import type { ProgressDisplay } from '../human/interactive/progress.ts'
import type { NextStep } from '../handler/next-step.ts'
import { readOutputRequest, type OutputRequest } from './output-request.ts'
import { createRedactor, type Redactor } from '../../internal/redact/redactor.ts'
import type { World } from '../process/world.ts'
import type { RunWatch } from './run-watch.ts'

/** One run of a tool, from argv to exit: what is known so far and what it left to clean up. */
export interface Run {
  readonly cli: Cli
  readonly world: World
  /** Replaced where the dialect that was asked for does not exist. */
  output: OutputRequest
  readonly duration: Stopwatch
  readonly warnings: string[]
  readonly meta: Record<string, JsonValue>
  readonly nextSteps: NextStep[]
  readonly cleanups: (() => void | Promise<void>)[]
  readonly completedSteps: string[]
  /** Takes values that must never be shown out of logs and errors. */
  readonly redactor: Redactor
  /** What the handler said that it did, where its data has no room for it. */
  effect: Effect | null
  path: readonly string[]
  command: Command | null
  phase: Phase
  timeoutMs: number
  isDebug: boolean
  isDryRun: boolean
  /** Whether headless behaviour applies: no screen to open anything on. */
  readonly isHeadless: boolean
  /** Created when somebody asks for the signal. */
  controller: AbortController | null
  /** Why it was aborted, for a signal that is asked for later. */
  abortReason: unknown
  /** True from the moment on that the answer is being written; there is only one. */
  isAnswered: boolean
  /** Whether the data was cut or its members chosen, so that the output schema no longer fits. */
  isReshaped: boolean
  /** Who answers where a loop holds the thread; null without `surety/watchdog`. */
  watch: RunWatch | null
  /** Whether the error was raised by the framework and has the tool's word for it. */
  isFrameworkError: boolean
  /** Rows that a stream has written already. */
  streamed: number
  /** Set while standard output belongs to the lines of a filter; the report is what it returned. */
  lines: { bytes: number; report: JsonValue | undefined } | null
  /** The drawing of progress, from the first message on; stopped before anything is printed. */
  progress: ProgressDisplay | null
}

const DEFAULT_TIMEOUT_MS = 30_000

/** The record of a run; a class, because an accessor in a literal would be made anew each time. */
class StartedRun implements Run {
  readonly cli: Cli
  readonly world: World
  output: OutputRequest
  readonly duration: Stopwatch
  readonly warnings: string[]
  readonly meta: Record<string, JsonValue> = {}
  readonly nextSteps: NextStep[] = []
  readonly cleanups: (() => void | Promise<void>)[] = []
  readonly completedSteps: string[] = []
  effect: Effect | null = null
  path: readonly string[] = []
  command: Command | null = null
  phase: Phase = 'validation'
  timeoutMs: number
  isDebug: boolean
  isDryRun = false
  readonly isHeadless: boolean
  controller: AbortController | null = null
  abortReason: unknown = undefined
  isAnswered = false
  isReshaped = false
  watch: RunWatch | null = null
  isFrameworkError = false
  streamed = 0
  lines: Run['lines'] = null
  progress: ProgressDisplay | null = null
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
    this.#redactor ??= createRedactor({ env: this.world.env })
    return this.#redactor
  }
}

/** Starts the record of a run. */
export function startRun(cli: Cli, world: World): Run {
  return new StartedRun(cli, world)
}

/** The command as the user names it, without the tool. */
export function commandName(run: Run): string {
  return run.path.join(' ')
}

/** Gives the run's abort signal, made on first use. */
export function signalOf(run: Run): AbortSignal {
  if (!run.controller) {
    run.controller = new AbortController()
    if (run.abortReason !== undefined) run.controller.abort(run.abortReason)
  }
  return run.controller.signal
}

/** Aborts the run's signal, also for those who ask for it later. */
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
