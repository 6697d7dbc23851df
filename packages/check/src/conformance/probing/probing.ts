import { join } from 'node:path'

import {
  runProbe,
  type ProbeEnd,
  type ProbeReader,
  type ProbeRequest,
  type ProbeSignal,
  type ProbeStdin,
} from '@surety/client/unstable/client'
import type { JsonValue, ReadOutcome } from 'surety/unstable/contract'
import { decode, validateCapture, type DocumentProblem } from 'surety/unstable/dialects'
import { quietEnvironment } from '@surety/internal/process/quiet-environment.ts'
import { Place, snapshot } from '../any/place.ts'
import type { Probe, Subject } from './subject.ts'
import { fixedWords, toRun, type Changes, type Run } from './run.ts'
import { addWords } from '@surety/internal/command-words.ts'

/** The surroundings of one run; by default an agent's: stdin closed, output to a pipe. */
export interface Surroundings {
  readonly stdin?: ProbeStdin
  readonly reader?: ProbeReader
  readonly send?: ProbeSignal
  readonly env?: Changes
  readonly timeoutMs?: number
  /** Another folder to run in; the tool is found from its own. */
  readonly cwd?: string
  /** Other words than those that start the tool. */
  readonly command?: readonly string[]
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
  /** No process is started beyond so many. */
  readonly maxRuns?: number
  readonly signal?: AbortSignal
  readonly onRun?: (run: Run) => void
}

/** A run, what it wrote, and what of it is in the folders for caches and state. */
export interface Watched {
  readonly run: Run
  readonly writes: readonly string[]
  readonly keeps: readonly string[]
}

/** What is about to run. */
interface Asked {
  readonly id: string
  readonly changes: Changes
  readonly request: ProbeRequest & { readonly env: Changes }
  /** Its words and its stdin, by which a call that hangs is known. */
  readonly call: string
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

/** What is known of a tool, whatever it is asked for later. */
interface Known {
  readonly shared: Map<string, Promise<Run>>
  readonly runs: Run[]
  /** The calls that did not end, by words and stdin. */
  readonly hanging: Set<string>
  count: number
}

/** What is written here may be deleted at any time, or only tells the next run of the last one. */
const KEPT = /^~\/(?:\.cache|Library\/Caches|\.local(?:$|\/state))(?:\/(?!\.\.(?:\/|$))[^/]+)*$/

/** Moves the home, and with it what a tool lets its user name as its own folder for caches or state. */
function foldersOf(home: string, env: Changes): Readonly<Record<string, string>> {
  const own = Object.keys(env).filter((name) =>
    /^(?!XDG_)\w+_(?:CACHE|STATE)_(?:DIR|HOME)$/.test(name),
  )
  return {
    ...Object.fromEntries(own.map((name) => [name, join(home, '.local', 'state', name)])),
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
  }
}

/** So many times a bare start of Node.js is slow, on every machine and whatever else it does. */
export const SLOW = 10

/** Runs probes of one tool. Equal runs are shared between checks, so that forty checks need few processes. */
export class Probing {
  readonly subject: Subject
  readonly #options: ProbingOptions
  readonly #readings = new Map<Run, Promise<Reading>>()
  readonly #waiting: (() => void)[] = []
  readonly #known: Known
  #busy = 0

  constructor(subject: Subject, options: ProbingOptions, earlier?: Probing) {
    this.subject = subject
    this.#options = options
    const nothing = { shared: new Map(), runs: [], count: 0, hanging: new Set<string>() }
    this.#known = earlier ? earlier.#known : nothing
  }

  get inheritedEnv(): ProbingOptions['inheritedEnv'] {
    return this.#options.inheritedEnv
  }

  get runs(): readonly Run[] {
    return this.#known.runs.toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
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
    const { shared } = this.#known
    const run = shared.get(key) ?? this.#turn(() => this.#start(probe, surroundings))
    shared.set(key, run)
    return run
  }

  /** Asks for help or the version, which no tool prints for machines alone. */
  ask(flag: '--help' | '--version', repetition?: number): Promise<Run> {
    const again = repetition === undefined ? {} : { repetition }
    return this.run({ name: flag.slice(2), argv: [flag] }, { withMachineArgs: false, ...again })
  }

  /** Starts Node.js to do nothing: what the machine takes for a process now. */
  startBare(repetition: number): Promise<Run> {
    const command = [process.execPath, '-e', '0']
    const surroundings = { command, repetition, withMachineArgs: false }
    return this.run({ name: 'bare start', argv: [] }, surroundings)
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
    const readNow = async (): Promise<Reading> => {
      const { outcome, capture } = await decode(run.capture, { dialect })
      return { outcome, problems: validateCapture(dialect, capture, outcome) }
    }
    const reading = this.#readings.get(run) ?? readNow()
    this.#readings.set(run, reading)
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

  /** Runs a probe in a copy of the tool's folder, with an empty home, and says what it changed there. */
  watch(probe: AnyProbe): Promise<Watched> {
    return this.#turn(async () => {
      const asked = this.#request(probe, { cwd: this.subject.cwd })
      const place = new Place(this.subject.cwd, undefined, 'surety-watch-')
      try {
        const { home, tmp } = place.fresh()
        const { request } = asked
        const env = quietEnvironment({
          ...request.env,
          ...foldersOf(home, request.env),
          TMPDIR: tmp,
        })
        const end = await runProbe({ ...request, cwd: place.folder, env })
        const inHome = [...snapshot(home).keys()].map((path) => `~/${path}`)
        const paths = [...place.changes().map((path) => `./${path}`), ...inHome]
        const keeps = paths.filter((path) => KEPT.test(path))
        const writes = paths.filter((path) => !keeps.includes(path))
        return { run: this.#record(probe, asked, end), writes, keeps }
      } finally {
        place.remove()
      }
    })
  }

  async #start(probe: AnyProbe, surroundings: Surroundings): Promise<Run> {
    const asked = this.#request(probe, surroundings)
    return this.#record(probe, asked, await runProbe(asked.request))
  }

  #request(probe: AnyProbe, surroundings: Surroundings): Asked {
    if (this.#known.count === this.#options.maxRuns) throw new Error('No more runs are allowed.')
    this.#known.count += 1
    const id = `r${this.#known.count}`
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
    const request: Asked['request'] = {
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
    return { id, changes, request, call }
  }

  #record(probe: AnyProbe, { id, changes, request, call }: Asked, end: ProbeEnd): Run {
    const run = toRun(id, probe.name, request, changes, end)
    this.#known.runs.push(run)
    if (run.end.stopped === 'timeout' && probe.mayNotEnd !== true) this.#known.hanging.add(call)
    this.#options.onRun?.(run)
    return run
  }

  /** The words that start the tool; in another folder those that are files have their whole path. */
  #command({ cwd, command: other }: Surroundings): readonly string[] {
    const { command, cwd: own } = this.subject
    return other ?? (cwd === undefined ? command : fixedWords(command, own))
  }

  /** A tool that never ends by itself, or a call, is not given the full time again and again. */
  #patience(ms: number, call: string): number {
    const { runs, hanging } = this.#known
    const isHopeless =
      hanging.has(call) ||
      (runs.length >= HOPELESS_RUNS && runs.every(({ end }) => end.stopped !== null))
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
