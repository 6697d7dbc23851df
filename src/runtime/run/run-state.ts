import type { Effect, NextStep } from '../handler/context.ts'
import {
  defect,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type Phase,
} from '../../contract/index.ts'
import { createRedactor, type Redactor } from '../../internal/redact/redactor.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import type { FlagValues } from '../declare/framework-flags.ts'
import type { World, Signal } from '../process/world.ts'
import { Limit } from './limit/limit.ts'
import { hasFlag, type CommandLine } from './command-line.ts'
import { readOutputRequest, type OutputRequest } from './output-request.ts'
import type { ProgressDisplay } from '../human/interactive/progress.ts'

/** Runs a tool once in a world, from argv to the written answer. Never rejects. */
export type Dispatch = (
  cli: Cli,
  world: World,
) => Promise<{
  readonly outcome: Outcome
  readonly document: JsonValue | undefined
  readonly exitCode: number
}>

/** The state of one run of a tool, from argv to exit: what every call has. */
export interface Run {
  readonly cli: Cli
  readonly world: World
  commandLine: CommandLine
  /** Replaced if the requested dialect does not exist. */
  output: OutputRequest
  path: readonly string[]
  command: Command | null
  phase: Phase
  isDebug: boolean
  isDryRun: boolean
  readonly warnings: string[]
  readonly meta: Record<string, JsonValue>
  /** Removes secrets from logs and errors. */
  redactor: Redactor
  /** Aborted when the run is cut off. */
  readonly signal: AbortSignal
  readonly limit: Limit
  readonly notes: Notes
  readonly ending: Ending
  readonly answer: AnswerFacts
  /** Set for built-in commands, which get the run as a second parameter: they may make further runs. */
  dispatch: Dispatch | null
}

const DEFAULT_TIMEOUT_MS = 30_000

export function startRun(cli: Cli, world: World, commandLine: CommandLine): Run {
  const output = readOutputRequest(cli, world, commandLine)
  const ending = new Ending()
  let redactor: Redactor | undefined
  return {
    cli,
    world,
    commandLine,
    output,
    path: [],
    command: null,
    phase: 'validation',
    isDebug: Boolean(world.env[`${cli.envPrefix}_DEBUG`]),
    isDryRun: false,
    warnings: [...output.warnings],
    meta: {},
    get redactor() {
      if (!redactor) {
        redactor = createRedactor({ env: world.env })
        world.knowsSecrets?.(redactor)
      }
      return redactor
    },
    set redactor(other) {
      redactor = other
    },
    get signal() {
      return ending.signal
    },
    limit: new Limit(world.monotonic, cli.declaration.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    notes: new Notes(),
    ending,
    answer: new AnswerFacts(),
    dispatch: null,
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

/** Adds a warning, with facts for the dialects that have a place for them. */
export function warn({ warnings, notes }: Run, text: string, context: JsonObject): void {
  warnings.push(text)
  notes.warningContexts.set(text, context)
}

/** Adds a warning, with its code in generations whose warnings have them. */
export function warnWithCode(run: Run, code: string, text: string, context: JsonObject): void {
  warn(run, run.output.rules.codesWarnings ? `${code}: ${text}` : text, context)
}

/** Tests whether texts of others are labelled in the answer of a call. */
export function labelsExternal({ output, commandLine }: Run): boolean {
  return output.rules.labelsExternal && !hasFlag(commandLine, '--no-injection-protection')
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

/** How far the end of a run has come: it ends once, is answered once, and cleans up in between. */
class Ending {
  /** Called before the answer, the last one first. */
  readonly cleanups: (() => void | Promise<void>)[] = []
  /** True as soon as the command has ended, in whatever way; only its answer follows. */
  isEnded = false
  /** True as soon as the answer is being made; a run has only one. */
  isAnswered = false
  /** True as soon as the answer is being written, after which no other can replace it. */
  isWriting = false
  /** True as soon as the run is cut off. */
  isAborted = false
  /** The last signal that came after the end of the command. */
  lateSignal: Signal | null = null
  #controller: AbortController | null = null

  /** The abort signal of the run, created on first use. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.isAborted) this.abort()
    return this.#controller.signal
  }

  /** Aborts the signal, also if it is created later. */
  abort(): void {
    this.isAborted = true
    this.#controller?.abort(new Error('The run is over.'))
  }

  /** Ends the command; returns whether it had not ended before. */
  end(): boolean {
    const isFirst = !this.isEnded
    this.isEnded = true
    return isFirst
  }

  /** Begins the answer, of which there is one. */
  beginAnswer(): void {
    if (this.isAnswered) throw defect('ANSWERED_TWICE', 'a run can be answered only once')
    this.isAnswered = true
  }

  beginWriting(): void {
    this.isAnswered = true
    this.isWriting = true
  }
}

/** What a handler said about its work besides the data. */
class Notes {
  readonly nextSteps: NextStep[] = []
  readonly completedSteps: string[] = []
  /** Whether the caller wants to read progress without a terminal. */
  isVerbose = false
  /** The step that is running; null between steps. */
  currentStep: string | null = null
  /** What the author could do better; shown under test, never to callers. */
  readonly advice: string[] = []
  /** Facts about warnings by their texts, for dialects that have a place for them. */
  readonly warningContexts = new Map<string, JsonObject>()
  /** What the handler said last about its progress. */
  status = ''
  /** Converts data to an older version, where the caller asks for one. */
  convert: ((data: JsonValue) => JsonValue) | null = null
  /** Replaces what data must not show, where the generation says so. */
  mask: (<Value>(value: Value) => Value) | null = null
  /** The effect that the handler reported by `ctx.effect()`. */
  effect: Effect | null = null
  /** Throws the failure that answers a signal, if there is one. */
  answerSignal: (signal: Signal) => void = () => {}
}

/** The lines that a filter writes to standard output; `report` is its return value. */
export interface FilterLines {
  bytes: number
  /** The number of lines, counted only where the last one says how many there are. */
  count?: number
  report: JsonValue | undefined
}

/** What the writers of an answer must know about it. */
class AnswerFacts {
  /** The file that gets the answer; null for standard output. */
  file: string | null = null
  /** How the command is called, for people who called it wrongly. */
  usage: string | null = null
  /** Whether the data was truncated or filtered, so that it no longer matches the output schema. */
  isReshaped = false
  /** Whether the size limit does not apply, because a part would be useless: a manifest. */
  isUnlimited = false
  /** Whether the framework raised the error and the tool's own code replaced the framework's. */
  isFrameworkError = false
  /** What an error of the command is about by default: its first argument. */
  target: string | undefined
  /** Cuts the data again, to fewer bytes; null if the data is small. */
  recut: ((budget: number) => JsonValue) | null = null
  /** The number of rows that a stream has written. */
  rows = 0
  /** Set while a filter writes lines to standard output. */
  lines: FilterLines | null = null
  /** Set if the streams are those of a program; its exit is the one of the process, null until it is known. */
  handedOn: { readonly exit: number | null } | null = null
  /** Whether another program failed, and nobody knows what it was doing. */
  isPhaseUnknown = false
}

const displays = new WeakMap<Run, ProgressDisplay>()

/** Returns what draws the progress of a run; null before the first message and after the end. */
export function progressOf(run: Run): ProgressDisplay | null {
  return displays.get(run) ?? null
}

export function showProgress(run: Run, display: ProgressDisplay): ProgressDisplay {
  displays.set(run, display)
  return display
}

/** Ends the display, because something else is to be written to the terminal. */
export function endProgress(run: Run): void {
  displays.get(run)?.stop()
  displays.delete(run)
}
