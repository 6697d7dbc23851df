import { isAgent } from '@surety/internal/process/agent-caller.ts'
import { guardStdout } from './scoped-stdout-guard.ts'
import type { Interruption, World } from './world.ts'

/** The environment of a run in memory; by default everything is empty and nothing is a terminal. */
export interface MemoryOptions {
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly platform?: string
  /** Standard input; empty by default. */
  readonly stdin?: string | Uint8Array
  /** Which streams are terminals; `true` means all three. */
  readonly tty?:
    | boolean
    | { readonly stdin?: boolean; readonly stdout?: boolean; readonly stderr?: boolean }
  readonly columns?: number
  /** The wall clock; by default a fixed time, so that runs can be compared. */
  readonly now?: Date | (() => Date)
  /** The monotonic clock in milliseconds; by default it stands still. */
  readonly monotonic?: () => number
}

export interface MemoryWorld extends World {
  readonly written: { stdout: string; stderr: string }
  readonly interrupt: (interruption: Interruption) => void
}

const A_MOMENT = Date.parse('2026-01-02T03:04:05.000Z')

/** The surroundings of a run that is the same on every machine and at any time. */
export const STILL = {
  env: {},
  cwd: '/',
  platform: 'linux',
  now: () => new Date(A_MOMENT),
  monotonic: () => 0,
} satisfies MemoryOptions

/** Makes a world in memory: nothing outside it is read or written. */
export function createMemoryWorld(options: MemoryOptions = {}): MemoryWorld {
  const { tty = false, now = STILL.now } = options
  const given = typeof tty === 'object' ? tty : { stdin: tty, stdout: tty, stderr: tty }
  const ttys = tty !== false && isAgent(options.env ?? {}) ? {} : given
  const written = { stdout: '', stderr: '' }
  const listeners = new Set<(interruption: Interruption) => void>()
  return {
    argv: textsOf(options.argv ?? []),
    env: variablesIn(options.env ?? {}),
    cwd: options.cwd ?? STILL.cwd,
    platform: options.platform ?? STILL.platform,
    isStdinTty: ttys.stdin ?? false,
    isStdoutTty: ttys.stdout ?? false,
    isStderrTty: ttys.stderr ?? false,
    columns: options.columns ?? (ttys.stdout ? 80 : undefined),
    now: typeof now === 'function' ? now : () => new Date(now),
    monotonic: options.monotonic ?? STILL.monotonic,
    readStdin: async () => Buffer.from(options.stdin ?? ''),
    write: (stream, text) => {
      written[stream] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
    },
    guardStdout,
    onInterruption: (callback) => {
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
    abandon: () => {},
    written,
    interrupt: (interruption) => {
      // oxlint-disable-next-line unicorn/no-useless-spread -- listeners may leave while they are called
      for (const listener of [...listeners]) listener(interruption)
    },
  }
}

/** As in a process, every variable is a text; one that is undefined is not set. */
export function variablesIn(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

/** As in a process, every word is a text; a caller without types may give numbers. */
function textsOf(words: readonly unknown[]): readonly string[] {
  if (Array.isArray(words)) return Array.from(words, String)
  throw new TypeError(
    `The words of a call are a list, as in ['show', '1'], not a value of type ${typeof words}.`,
  )
}
