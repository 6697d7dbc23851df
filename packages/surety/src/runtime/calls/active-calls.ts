import { syncBuiltinESMExports } from 'node:module'
import type { Readable } from 'node:stream'

import type { Redactor } from '@surety/internal/redact/redactor.ts'
import {
  createMemoryWorld,
  variablesIn,
  type MemoryOptions,
  type MemoryWorld,
} from '../process/memory-world.ts'
import { exitCalled } from '../process/node-world.ts'
import { asOwner, currentOwner } from '../process/scoped-stdout-guard.ts'
import type { Interruption, World } from '../process/world.ts'
import { describeThrown } from '../run/errors/describe-error.ts'
import { divideProcess, divideVariables, processVariables, type Guest } from './divided-process.ts'
import { makeStdin, watchStdin } from './standard-streams.ts'

/** What a call inside this process is made with. */
export interface CallOptions extends Omit<MemoryOptions, 'argv' | 'env'> {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** What its code finds in `process.env`; default `env`. */
  readonly variables?: Readonly<Record<string, string | undefined>> | 'as its caller'
  /** Fires when the caller no longer wants the answer. */
  readonly signal?: AbortSignal
  /** Takes what the call logs and prints, without secrets. */
  readonly onStderr: (text: string | Uint8Array) => void | Promise<void>
  /** Whether what its code prints to the stderr of the process goes there too. */
  readonly keepsStderr?: boolean
  /** What the world of the call has besides. */
  readonly more?: Partial<World>
}

/** A call runs on the machine that the process runs on. */
const CLOCKS = {
  platform: process.platform,
  now: () => new Date(),
  monotonic: () => performance.now(),
}

/** Who an error belongs to: a call at work, one that has ended, or none. */
type Blamed = 'call' | 'ended' | 'nobody'

const FAULTS: ReadonlySet<string | symbol> = new Set(['uncaughtException', 'unhandledRejection'])

interface Call {
  readonly owner: ActiveCalls
  /** The call inside of which it was made. */
  readonly around: Call | undefined
  readonly world: MemoryWorld
  readonly guest: Guest
  hasMoved: boolean
  /** Settles when the call has ended and cleaned up; null before it begins. */
  running: Promise<unknown> | null
  redactor: Redactor | null
}

/** The call whose code runs now, across every await. */
const currentCall = () => currentOwner() as Call | undefined

/** The calls at work, of every way into a tool. In a set, which V8 copies as it empties, calls would outlive their end. */
let atWork: readonly Call[] = []

/** The call that moved the process to another folder; no other can begin meanwhile. */
let mover: Call | null = null

function isInside(call: Call | undefined, other: Call): boolean {
  return call !== undefined && (call === other || isInside(call.around, other))
}

/** The exit code of the process before the calls at work. */
let exitCode: typeof process.exitCode

const chdir = process.chdir.bind(process)
let keepsFolder = false

/** Refuses to move the process while calls are at work that would be moved too. */
function keepFolder(): void {
  if (keepsFolder) return
  keepsFolder = true
  process.chdir = (folder) => {
    const own = currentCall()
    if (!own) return chdir(folder)
    // One that has ended would move its host for good.
    if (own.guest.isOver || atWork.some((other) => !isInside(own, other)))
      throw new Error('process.chdir() would move other code of this process; use whole paths')
    chdir(folder)
    own.hasMoved = true
    mover = own
  }
  // For `import { chdir } from 'node:process'`.
  syncBuiltinESMExports()
}

/** Tests whether the process is elsewhere until the call that moved it has ended, unless that is the one around. */
function isElsewhere(around: Call | undefined): boolean {
  return mover !== null && !isInside(around, mover)
}

const neverMind = (): void => {}

/** Before Node 24 an error of a microtask belongs to nobody; one of a tick keeps its owner. */
function keepingOwner(callback: () => void): () => void {
  return () => {
    try {
      callback()
    } catch (error) {
      process.nextTick(() => {
        throw error
      })
    }
  }
}

/** The standard input of the call whose code runs now. */
export function stdinOfCall(): Readable | undefined {
  const { guest } = currentCall() ?? {}
  return guest?.isOver === false ? guest.stdin() : undefined
}

let hosted: ActiveCalls | undefined

/** The calls in a program that belongs to somebody else; their faults are claimed from the first one on. */
export function hostedCalls(): ActiveCalls {
  if (!hosted) {
    hosted = new ActiveCalls()
    hosted.claimFaults((problem) => process.emitWarning(problem, 'SuretyWarning'))
    divideProcess(() => currentCall()?.guest ?? null, copyVariables)
  }
  return hosted
}

/** The calls of a server that owns the process: variables that a message brings hold for its call alone. */
export function servedCalls(): ActiveCalls {
  divideVariables(() => {
    const { guest } = currentCall() ?? {}
    return guest?.isOver === false ? guest.env() : undefined
  }, copyVariables)
  return new ActiveCalls()
}

/** Has the calls at work take their variables, which they do when they first need them. */
function copyVariables(): void {
  for (const { guest } of atWork) guest.env()
}

/** The calls that run now, each in a world of its own. What happens in the process is told to its call. */
export class ActiveCalls {
  /** Errors that were told or described, and calls that were told to be stuck. */
  readonly #known = new WeakSet<object>()

  /** Runs a call in a world with the clocks of the process. Rejects only if `run` does. */
  async run<Result>(
    options: CallOptions,
    run: (world: MemoryWorld) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly stdout: string }> {
    keepFolder()
    const around = currentCall()
    while (isElsewhere(around)) await mover!.running!.catch(neverMind)
    const folder = process.cwd()
    const call = this.#begin(options, around, folder)
    const { signal } = options
    const { world, guest } = call
    const leave = () => world.interrupt({ kind: 'signal', signal: 'SIGTERM' })
    signal?.addEventListener('abort', leave)
    try {
      call.running = asOwner(call, this !== hosted, () => run(world))
      if (signal?.aborted) leave()
      return { result: (await call.running) as Result, stdout: world.written.stdout }
    } finally {
      atWork = atWork.filter((other) => other !== call)
      guest.isOver = true
      // What a handler changed for itself must not meet the next call, or the program around it.
      if (call.hasMoved) {
        mover = around?.hasMoved ? around : null
        chdir(folder)
      }
      if (process.exitCode !== exitCode) process.exitCode = exitCode
      signal?.removeEventListener('abort', leave)
    }
  }

  #begin(options: CallOptions, around: Call | undefined, folder: string): Call {
    const { onStderr, keepsStderr = false, variables, more } = options
    const memory = createMemoryWorld(Object.assign({ cwd: folder }, CLOCKS, options))
    const { write: keep, readStdin } = memory
    const write: World['write'] = (stream, text) => {
      if (stream === 'stdout') return keep(stream, text)
      return onStderr(typeof text === 'string' ? this.redact(text) : text)
    }
    let stdin: Readable | undefined
    const world: MemoryWorld = Object.assign(memory, more, {
      write,
      knowsSecrets: (redactor: Redactor) => void (call.redactor = redactor),
      readStdin: (limitBytes: number) => {
        // Who reads the process as well finds nothing left.
        stdin = makeStdin()
        return readStdin(limitBytes)
      },
      stdinUse: watchStdin(),
    })
    const isOwn = variables !== 'as its caller'
    const found = isOwn ? variables : around?.guest.isOver === false && around.guest.env()
    let env = found === undefined ? world.env : found && variablesIn(found)
    const guest: Guest = {
      env: () => (env ||= { ...processVariables }),
      stdin: () => (stdin ??= makeStdin(options.stdin)),
      onPrinted: keepsStderr ? (text: string) => void write('stderr', text) : null,
      redact: (text: string) => this.redact(text),
      isOver: false,
    }
    const state = { hasMoved: false, running: null, redactor: null }
    const call: Call = { owner: this, around, world, guest, ...state }
    if (atWork.length === 0) exitCode = process.exitCode
    atWork = [...atWork, call]
    return call
  }

  /** The calls of this kind at work. */
  get #active(): readonly Call[] {
    return atWork.filter(({ owner }) => owner === this)
  }

  /** The call of this kind whose code runs now, at work or ended. */
  get #own(): Call | undefined {
    let call = currentCall()
    while (call && call.owner !== this) call = call.around
    return call
  }

  /** Tells an error to the call whose code threw it. One that is known by no call is nobody's. */
  blame(error: unknown): Blamed {
    const own = this.#own
    if (!own) return 'nobody'
    if (this.#isRepeated(error)) return 'call'
    if (own.guest.isOver) return 'ended'
    own.world.interrupt({ kind: 'uncaught', error })
    return 'call'
  }

  /** Does the same in a process that does nothing else: the only call there is must have been it. */
  blameSurely(error: unknown): Blamed {
    const blamed = this.blame(error)
    if (blamed !== 'nobody' || this.#active.length !== 1) return blamed
    this.interruptAll({ kind: 'uncaught', error })
    return 'call'
  }

  /**
   * Keeps what goes wrong in calls from a process that belongs to somebody else: uncaught errors and
   * `process.exit()` in the code of a call answer that call, or are reported once it has ended, and a call that waits
   * for nothing ends before the host is told that there is nothing left to do. Errors of the
   * host have the effect that they always had, because no listener is added.
   */
  claimFaults(report: (problem: string) => void): void {
    const emit = process.emit.bind(process) as (
      event: string | symbol,
      ...given: unknown[]
    ) => boolean
    const exit = process.exit.bind(process)
    const claim = (error: unknown): boolean => {
      const blamed = this.blame(error)
      const problem = blamed === 'ended' ? this.describeLate(error) : null
      if (problem !== null) report(problem)
      return blamed !== 'nobody'
    }
    process.emit = ((event: string | symbol, ...given: unknown[]) =>
      (FAULTS.has(event) && claim(given[0])) ||
      (event === 'beforeExit' && this.#wakeStuck()) ||
      emit(event, ...given)) as typeof process.emit
    process.exit = (code?: number | string | null): never => {
      const error = exitCalled(code)
      if (claim(error)) throw error
      return exit(code)
    }
    const queue = globalThis.queueMicrotask
    globalThis.queueMicrotask = (callback) =>
      queue(currentCall() === undefined ? callback : keepingOwner(callback))
    // For `import { exit } from 'node:process'`.
    syncBuiltinESMExports()
  }

  /** Ends the calls that nothing can wake up any more, each once; returns whether there were any. */
  #wakeStuck(): boolean {
    const stuck = this.#active.filter((call) => !this.#known.has(call))
    for (const call of stuck) {
      this.#known.add(call)
      call.world.interrupt({ kind: 'stuck' })
    }
    // The host goes on with their answers, for which the event loop has to turn.
    if (stuck.length > 0) setImmediate(neverMind)
    return stuck.length > 0
  }

  /** Interrupts all calls; returns whether there were any. */
  interruptAll(by: Interruption): boolean {
    const active = this.#active
    for (const { world } of active) world.interrupt(by)
    return active.length > 0
  }

  /** Ends all calls as a signal does, and resolves when they have cleaned up; runs limit how long that takes. */
  async endAll(by: Interruption): Promise<void> {
    this.interruptAll(by)
    await Promise.allSettled(this.#active.map(({ running }) => running!))
  }

  /** Describes an error that no call can answer, without secrets; null if that was done before. */
  describeLate(error: unknown): string | null {
    const isOwn = this.#own !== undefined
    if (!isOwn && this.#isRepeated(error)) return null
    const when = isOwn ? 'after the call ended' : 'outside of a call'
    return this.redact(`${when}: ${describeThrown(error)}`)
  }

  /** An exit in a timer is heard twice: when it is called, and when nobody catches what it throws. */
  #isRepeated(error: unknown): boolean {
    if (typeof error !== 'object' || error === null) return false
    const isRepeated = this.#known.has(error)
    this.#known.add(error)
    return isRepeated
  }

  /** Removes the secrets of the call whose code runs and of all others at work, as they may share a logger. */
  redact(text: string): string {
    const own = this.#own
    let clean = own?.redactor?.redact(text) ?? text
    for (const { redactor } of this.#active)
      if (redactor && redactor !== own?.redactor) clean = redactor.redact(clean)
    return clean
  }
}
