import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import {
  runProbe,
  type ProbeReader,
  type ProbeSignal,
  type ProbeStdin,
} from '../../client/index.ts'
import type { JsonValue, ReadOutcome } from '../../contract/index.ts'
import { decode, validateCapture, type DocumentProblem } from '../../dialects/index.ts'
import { addWords, type Probe, type Subject } from './subject.ts'
import { toRun, type Changes, type Run } from './run.ts'

/** The surroundings of one run; by default an agent's: stdin closed, output to a pipe. */
export interface Surroundings {
  readonly stdin?: ProbeStdin
  readonly reader?: ProbeReader
  readonly send?: ProbeSignal
  readonly env?: Changes
  readonly timeoutMs?: number
  /** Another folder to run in; the tool is found from its own. */
  readonly cwd?: string
  /** Runs the same once more instead of sharing the first run. */
  readonly repetition?: number
  /** False to leave out the words that ask for machine output. */
  readonly withMachineArgs?: boolean
}

export type AnyProbe = Pick<Probe, 'name' | 'argv'> & Partial<Probe>

export interface Reading {
  readonly outcome: ReadOutcome
  readonly problems: readonly DocumentProblem[]
}

export interface ProbingOptions {
  readonly inheritedEnv: Readonly<Record<string, string | undefined>>
  readonly concurrency: number
  readonly signal?: AbortSignal
  readonly onRun?: (run: Run) => void
}

/** Variables that would change what a tool prints for an agent. */
const REMOVED = [
  'FORCE_COLOR',
  'CLICOLOR_FORCE',
  'CLICOLOR',
  'NO_COLOR',
  'COLORTERM',
  'CI',
  'DEBUG',
]
/** After so many runs without a regular end the tool counts as hanging. */
const HOPELESS_RUNS = 3
const HOPELESS_MS = 500
const STREAM_MS = 3000
const MAX_BYTES = 4 * 1024 * 1024

/** Runs probes of one tool. Equal runs are shared between checks, so that forty checks need few processes. */
export class Probing {
  readonly subject: Subject
  readonly #options: ProbingOptions
  readonly #shared: Map<string, Promise<Run>>
  readonly #readings = new Map<Run, Promise<Reading>>()
  readonly #runs: Run[]
  readonly #waiting: (() => void)[] = []
  readonly #count: { value: number }
  /** The calls that did not end, by words and stdin. */
  readonly #hanging: Set<string>
  #busy = 0

  constructor(subject: Subject, options: ProbingOptions, earlier?: Probing) {
    this.subject = subject
    this.#options = options
    this.#shared = earlier ? earlier.#shared : new Map()
    this.#runs = earlier ? earlier.#runs : []
    this.#count = earlier ? earlier.#count : { value: 0 }
    this.#hanging = earlier ? earlier.#hanging : new Set()
  }

  get inheritedEnv(): ProbingOptions['inheritedEnv'] {
    return this.#options.inheritedEnv
  }

  get runs(): readonly Run[] {
    return this.#runs.toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
  }

  probes(...kinds: readonly Probe['kind'][]): readonly Probe[] {
    return this.subject.probes.filter((probe) => kinds.includes(probe.kind))
  }

  run(probe: AnyProbe, surroundings: Surroundings = {}): Promise<Run> {
    const { env, machineArgs } = this.subject
    const key = JSON.stringify(
      [probe.argv, probe.stdin, surroundings, env, machineArgs],
      (_name, value: unknown) => (value === undefined ? '\0' : value),
    )
    const known = this.#shared.get(key)
    if (known !== undefined) return known
    const run = this.#turn(() => this.#start(probe, surroundings))
    this.#shared.set(key, run)
    return run
  }

  /** Asks for help or the version, which no tool prints for machines alone. */
  ask(flag: '--help' | '--version', repetition?: number): Promise<Run> {
    const again = repetition === undefined ? {} : { repetition }
    return this.run({ name: flag.slice(2), argv: [flag] }, { withMachineArgs: false, ...again })
  }

  runAll(probes: readonly AnyProbe[], surroundings?: Surroundings): Promise<readonly Run[]> {
    return Promise.all(probes.map((probe) => this.run(probe, surroundings)))
  }

  runTogether(probe: Probe, times: number): Promise<readonly Run[]> {
    const starts = Array.from({ length: times }, () => this.#start(probe, {}))
    return Promise.all(starts)
  }

  async read(run: Run): Promise<Reading | undefined> {
    const { dialect } = this.subject
    if (dialect === null) return undefined
    let reading = this.#readings.get(run)
    if (reading === undefined) {
      reading = decode(run.capture, { dialect }).then(({ outcome, capture }) => ({
        outcome,
        problems: validateCapture(dialect, capture, outcome),
      }))
      this.#readings.set(run, reading)
    }
    return reading
  }

  async outcomeOf(run: Run): Promise<ReadOutcome | undefined> {
    return (await this.read(run))?.outcome
  }

  async isReadable(run: Run): Promise<boolean> {
    return (await this.outcomeOf(run))?.diagnostics.malformed === false
  }

  async dataOf(run: Run): Promise<JsonValue | undefined> {
    const outcome = await this.outcomeOf(run)
    return outcome?.ok === true ? outcome.data : undefined
  }

  async #start(probe: AnyProbe, surroundings: Surroundings): Promise<Run> {
    this.#count.value += 1
    const id = `r${this.#count.value}`
    const { subject } = this
    const { inheritedEnv } = this.#options
    const removed = REMOVED.filter((name) => inheritedEnv[name] !== undefined)
    const changes: Changes = {
      ...Object.fromEntries(removed.map((name) => [name, undefined])),
      ...subject.env,
      ...surroundings.env,
    }
    const stdin: ProbeStdin =
      surroundings.stdin ??
      (probe.stdin === undefined ? { kind: 'closed' } : { kind: 'text', text: probe.stdin })
    // A call that waits for a silent stdin may end with any other.
    const call = JSON.stringify([probe.argv, stdin])
    const added = surroundings.withMachineArgs === false ? [] : subject.machineArgs
    const request = {
      argv: [...this.#command(surroundings), ...addWords(probe.argv, added)],
      env: { ...inheritedEnv, ...changes },
      cwd: surroundings.cwd ?? subject.cwd,
      stdin,
      ...(surroundings.reader !== undefined && { reader: surroundings.reader }),
      ...(surroundings.send !== undefined && { send: surroundings.send }),
      timeoutMs: this.#patience(
        surroundings.timeoutMs ??
          (probe.mayNotEnd === true ? Math.min(STREAM_MS, subject.timeoutMs) : undefined) ??
          (probe.deadline_seconds === undefined ? undefined : probe.deadline_seconds * 1000) ??
          subject.timeoutMs,
        call,
      ),
      maxBytes: MAX_BYTES,
      ...(this.#options.signal !== undefined && { signal: this.#options.signal }),
    }
    const run = toRun(id, probe.name, request, changes, await runProbe(request))
    this.#runs.push(run)
    if (run.end.stopped === 'timeout' && probe.mayNotEnd !== true) this.#hanging.add(call)
    this.#options.onRun?.(run)
    return run
  }

  /** The words that start the tool; in another folder those that are files have their whole path. */
  #command({ cwd }: Surroundings): readonly string[] {
    const { command, cwd: own } = this.subject
    if (cwd === undefined) return command
    return command.map((word) => {
      const path = resolve(own, word)
      return /[./]/.test(word) && !word.startsWith('-') && existsSync(path) ? path : word
    })
  }

  /** A tool that never ends by itself, or a call, is not given the full time again and again. */
  #patience(ms: number, call: string): number {
    const isHopeless =
      this.#hanging.has(call) ||
      (this.#runs.length >= HOPELESS_RUNS && this.#runs.every(({ end }) => end.stopped !== null))
    return isHopeless ? Math.min(ms, HOPELESS_MS) : ms
  }

  async #turn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#options.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#busy += 1
    try {
      return await work()
    } finally {
      this.#busy -= 1
      this.#waiting.shift()?.()
    }
  }
}
