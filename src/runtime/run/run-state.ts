import type { JsonValue, Outcome, Phase } from '../../contract/index.ts'
import { createRedactor, type Redactor } from '../../internal/redact/redactor.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import type { World } from '../process/world.ts'
import { createAnswerFacts, type AnswerFacts } from './answer-facts.ts'
import { createEnding, type Ending } from './ending/ending.ts'
import { Limit } from './limit/limit.ts'
import type { CommandLine } from './command-line.ts'
import { createNotes, type Notes } from './notes.ts'
import { readOutputRequest, type OutputRequest } from './output-request.ts'

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
  readonly commandLine: CommandLine
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

/** Creates the state of a new run. */
export function startRun(cli: Cli, world: World, commandLine: CommandLine): Run {
  const output = readOutputRequest(cli, world, commandLine)
  const ending = createEnding()
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
    notes: createNotes(),
    ending,
    answer: createAnswerFacts(),
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

/** Tests whether a person at a terminal can answer a question; calls for data never ask one. */
export function canAsk({ world, output }: Run, flags: Readonly<Record<string, unknown>>): boolean {
  return (
    output.format === 'human' &&
    world.isStdinTty &&
    world.isStderrTty &&
    flags['nonInteractive'] !== true &&
    flags['yes'] !== true &&
    // The world may be simulated by a test; prompts need a real terminal.
    process.stdin.isTTY
  )
}
