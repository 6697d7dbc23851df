import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, rmSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

import { quoteWords } from '@surety/internal/quote-words.ts'
import { fixedWords, recordOf } from '../probing/run.ts'
import type { RunRecord } from '../report/report.ts'
import { launch, type Landing, type Reader } from './launch.ts'
import { Place } from './place.ts'

/** What a bare place lacks; each can be tried alone. */
export const BARE = ['home', 'locale', 'terminal', 'name'] as const
export type Bare = (typeof BARE)[number]

/** A call: its words behind the program, and all that is odd around it. */
export interface Call {
  readonly words: readonly string[]
  readonly reader?: Reader
  readonly stdin?: 'closed' | 'silent'
  readonly bare?: readonly Bare[]
  /** SIGTERM after so many milliseconds. */
  readonly termAfterMs?: number
  /** A file among the words that becomes a pipe without a byte. */
  readonly silentFile?: string
  /** Told apart from the first time that it was made. */
  readonly again?: number
}

export interface Run extends Landing {
  readonly id: string
  readonly call: Call
  readonly out: string
  readonly err: string
  /** What it changed in the folder. */
  readonly changes: readonly string[]
  readonly record: RunRecord
}

export interface SessionOptions {
  readonly command: readonly string[]
  readonly cwd: string
  /** The variables of the caller. */
  readonly inherited: Readonly<Record<string, string | undefined>>
  /** Variables of the profile. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The words that may be run, by `keyOf`. */
  readonly planned: ReadonlySet<string>
  readonly concurrency: number
  readonly signal?: AbortSignal
  readonly onRun?: (count: number, left?: string) => void
}

export const SECRET = 'surety-made-up-secret-5f2c'

export const keyOf = (words: readonly string[]): string => words.join('\0')

/** Runs calls of one program, each in a copy of the folder with an empty home. Makes no call that was not planned. */
export class Session {
  readonly options: SessionOptions
  readonly #known = new Map<string, Promise<Run>>()
  readonly #runs: Run[] = []
  readonly #free: Place[] = []
  readonly #places: Place[] = []
  readonly #waiting: ((place: Place) => void)[] = []
  #odd: Place | undefined
  #oddTurn: Promise<unknown> = Promise.resolve()
  #count = 0
  /** How many checks are still to be judged; 0 while nobody knows. */
  left = 0
  /** True if it works with the home and variables of the caller alone. */
  inherits = false

  constructor(options: SessionOptions) {
    this.options = options
  }

  get runs(): readonly Run[] {
    return this.#runs.toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
  }

  /** Tests whether changes in the folder can be seen. */
  get hasCopy(): boolean {
    return this.#places.some(({ isCopy }) => isCopy)
  }

  /** What this program takes here: the shortest of its plain runs. */
  get startMs(): number {
    const plain = this.#runs.filter(({ exitCode }) => exitCode === 0)
    return Math.min(3000, ...plain.map(({ durationMs }) => durationMs))
  }

  run(call: Call): Promise<Run> {
    if (!this.options.planned.has(keyOf(call.words))) throw new Error('A call was not planned.')
    const key = JSON.stringify([call, this.inherits])
    const known = this.#known.get(key) ?? this.#take(call)
    this.#known.set(key, known)
    return known
  }

  /** The words that name files of the folder. */
  filesIn(words: readonly string[]): readonly string[] {
    const { cwd } = this.options
    return words.filter((word) => {
      if (word.startsWith('-')) return false
      return statSync(resolve(cwd, word), { throwIfNoEntry: false })?.isFile() === true
    })
  }

  remove(): void {
    for (const place of this.#places) place.remove()
  }

  async #take(call: Call): Promise<Run> {
    if (call.bare?.includes('name')) {
      const turn = this.#oddTurn.then(() => {
        this.#odd ??= this.#open("odd näme 'x'")
        return this.#start(call, this.#odd)
      })
      this.#oddTurn = turn.catch(() => {})
      return turn
    }
    const place = await this.#freePlace()
    try {
      return await this.#start(call, place)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(place)
      else this.#free.push(place)
    }
  }

  #freePlace(): Promise<Place> | Place {
    const free = this.#free.pop()
    if (free) return free
    if (this.#places.length < this.options.concurrency) return this.#open()
    return new Promise((settle) => this.#waiting.push(settle))
  }

  #open(name?: string): Place {
    const place = new Place(this.options.cwd, name)
    this.#places.push(place)
    return place
  }

  async #start(call: Call, place: Place): Promise<Run> {
    const id = `r${(this.#count += 1)}`
    const { command, cwd, signal } = this.options
    const env = this.#environment(call, place)
    const argv = [...fixedWords(command, cwd), ...call.words]
    const silent =
      call.silentFile === undefined
        ? undefined
        : join(place.folder, relative(cwd, resolve(cwd, call.silentFile)))
    const held = silent === undefined ? undefined : makeSilent(silent)
    const landing = await launch(place, {
      argv,
      cwd: place.folder,
      env,
      stdin: call.stdin ?? 'closed',
      reader: call.reader ?? 'whole',
      ...(call.termAfterMs !== undefined && { termAfterMs: call.termAfterMs }),
      ...(signal && { signal }),
    })
    if (held !== undefined) {
      closeSync(held)
      place.renew()
    }
    const changes = place.changes()
    const out = landing.stdout.bytes.toString('utf8')
    const err = landing.stderr.bytes.toString('utf8')
    const run = { ...landing, id, call, out, err, changes, record: this.#record(id, call, landing) }
    this.#runs.push(run)
    const left = this.left > 0 ? `${this.left} checks left: ${run.record.probe}` : undefined
    this.options.onRun?.(this.#runs.length, left)
    return run
  }

  #environment({ bare = [] }: Call, place: Place): Record<string, string> {
    const { home, tmp } = place.fresh()
    const { inherited, env: own = {}, cwd } = this.options
    const path = (inherited['PATH'] ?? '')
      .split(':')
      .map((folder) => resolve(cwd, folder))
      .join(':')
    const { NO_COLOR: _n, FORCE_COLOR: _f, PYTHONUNBUFFERED: _p, ...rest } = inherited
    const plain = {
      HOME: home,
      TMPDIR: tmp,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      USER: 'surety',
      SURETY_CHECK_SECRET: SECRET,
    }
    const all: Record<string, string | undefined> = {
      ...(this.inherits ? { ...rest, SURETY_CHECK_SECRET: SECRET } : plain),
      PATH: path,
      ...own,
      ...(bare.includes('home') && { HOME: NO_HOME }),
      ...(bare.includes('locale') && { LANG: 'C', LC_ALL: 'C' }),
      ...(bare.includes('terminal') && { TERM: undefined, USER: undefined, COLUMNS: '20' }),
    }
    return Object.fromEntries(
      Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )
  }

  #record(id: string, call: Call, end: Landing): RunRecord {
    const { command, cwd } = this.options
    const { words, reader = 'whole', stdin = 'closed', termAfterMs: ms } = call
    const facts = {
      id,
      probe: quoteWords(words),
      argv: [...command, ...words],
      command: shellLine(command, call),
      env: {},
      cwd,
      stdin,
      stdin_text: null,
      reader,
      sent: ms === undefined ? null : { signal: 'SIGTERM', after: `${ms} ms` },
    }
    const stopped = end.stopped === 'waits' || end.stopped === 'busy' ? 'timeout' : end.stopped
    return recordOf(facts, { ...end, stopped })
  }
}

/** A home in which not even root can make a file; others get one that is not theirs. */
const NO_HOME = process.getuid?.() === 0 ? '/sys' : '/'

function makeSilent(path: string): number {
  rmSync(path)
  spawnSync('mkfifo', [path])
  return openSync(path, constants.O_RDWR)
}

/** A line for a plain shell that shows the same. */
function shellLine(command: readonly string[], call: Call): string {
  const { words, reader, stdin, bare = [], termAfterMs, silentFile } = call
  const env = bare.flatMap((each) => BARE_WORDS[each])
  const line = quoteWords([...(env.length > 0 ? ['env', ...env] : []), ...command, ...words])
  if (termAfterMs !== undefined) {
    const wait = (termAfterMs / 1000).toFixed(1)
    const start =
      silentFile === undefined
        ? line
        : `rm ${quoteWords([silentFile])}; mkfifo ${quoteWords([silentFile])}; exec 9<>${quoteWords([silentFile])}; ${line}`
    const held =
      stdin === 'silent' ? `sleep 60 | ${line}` : reader === 'held' ? `${line} | sleep 60` : start
    return `${held} & sleep ${wait}; kill $!; sleep 1; ps`
  }
  if (reader === 'gone') return `{ sleep 1; ${line}; } | true`
  if (reader === 'leaves') return `${line} | head -c 1`
  if (reader === 'full') return `${line} > /dev/full; echo $?`
  return stdin === 'silent' ? `sleep 60 | ${line}` : line
}

const BARE_WORDS: Readonly<Record<Bare, readonly string[]>> = {
  home: [`HOME=${NO_HOME}`],
  locale: ['LANG=C', 'LC_ALL=C'],
  terminal: ['-u', 'TERM', '-u', 'USER', 'COLUMNS=20'],
  name: [],
}
