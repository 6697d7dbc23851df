import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { watchHanging } from './hanging.ts'
import type { ServiceState } from './service/start-state.ts'

/** A way in which the program is built. */
export interface Build {
  readonly name: string
  readonly title: string
  /** The folder in `builds` with its `orders.mjs`. */
  readonly folder: string
  /** Whether lines are typed as `surety sh -- '<line>'`. */
  readonly behindSh?: boolean
  /** Whether reads have `--json`, and answer with text without it. */
  readonly hasJsonFlag?: boolean
}

export const BUILDS: readonly Build[] = [
  { name: 'commander', title: 'commander', folder: 'commander', hasJsonFlag: true },
  { name: 'oclif', title: 'oclif', folder: 'oclif', hasJsonFlag: true },
  { name: 'incur', title: 'incur', folder: 'incur' },
  { name: 'surety', title: 'surety', folder: 'surety' },
  { name: 'adapted', title: 'commander, adapted', folder: 'adapted', hasJsonFlag: true },
  {
    name: 'sh',
    title: 'commander, behind surety sh',
    folder: 'commander',
    behindSh: true,
    hasJsonFlag: true,
  },
]

/** What a client shows of a line: the exit if it is not 0, then both streams. */
export interface Shown {
  readonly text: string
  readonly exit: number
  readonly hung: boolean
  /** The whole output, if it was too long to be shown: the client kept it in a file of that name. */
  readonly saved?: { readonly name: string; readonly text: string }
}

/** How a program ended, and what it left. */
interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
  readonly hung: boolean
}
interface Ran extends Ended {
  readonly after: string
}

/** Claude Code shows up to 30,000 characters, of more a preview of 2 KB; so it is in AXI's runs. */
const MAX_SHOWN = 30_000
const PREVIEW = 2000
const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Runs lines in bash, with one build as `orders` on the PATH, a state file of the service and an input that stays
 * silent. The same call on the same state is run once; its streams and its exit are replayed to other lines with it.
 */
export class World {
  readonly #programs = new Map<string, Ran>()
  readonly #lines = new Map<string, Ran>()
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-tasks-')))
  readonly #files: { readonly state: string; readonly rows: string }
  readonly #build: Build
  readonly #surety: string
  readonly #replays: boolean
  /** How often the program was really started. */
  ran = 0

  constructor(
    build: Build,
    {
      builds = join(here, 'builds'),
      surety = join(here, '../../packages/cli/dist/cli/surety.cjs'),
      replays = true,
    } = {},
  ) {
    this.#build = build
    this.#surety = surety
    this.#replays = replays
    this.#files = { state: join(this.#folder, 'state.json'), rows: join(this.#folder, 'new.csv') }
    for (const name of ['bin', 'replay', 'home']) mkdirSync(join(this.#folder, name))
    const node = (file: string) => `exec '${process.execPath}' '${file}' "$@"`
    this.#script('bin/orders', node(join(builds, build.folder, 'orders.mjs')))
    this.#script('bin/sleep', node(join(here, 'service/sleep.mjs')))
    const replayed = (name: string) => `'${join(this.#folder, 'replay', name)}'`
    const exit = `exit $(cat ${replayed('exit')})`
    this.#script('replay/orders', `cat ${replayed('err')} >&2\ncat ${replayed('out')}\n${exit}`)
  }

  /** Runs a line: a call of one program, and what stands behind it. */
  async run(
    { words, end = '' }: { readonly words: string; readonly end?: string },
    state: ServiceState,
    rows: string,
  ): Promise<{ shown: Shown; after: ServiceState }> {
    const before = JSON.stringify(state)
    const key = `${words}\n${before}\n${rows}`
    const isPlain = end === '' && !this.#build.behindSh
    const program = await this.#once(this.#programs, key, async () => {
      this.ran += 1
      writeFileSync(this.#files.state, before)
      writeFileSync(this.#files.rows, rows)
      return this.#ran(await this.#spawn(['bash', '-c', words], 'bin'))
    })
    const line = isPlain
      ? program
      : await this.#once(this.#lines, `${end}\n${key}`, async () =>
          this.#withEnd(words + end, program, before),
        )
    return { shown: toShown(line), after: JSON.parse(line.after) as ServiceState }
  }

  /** Runs any line for real, once. `sandbox` are the words that start it in a place where it can do no harm. */
  async runLine(
    line: string,
    state: ServiceState,
    {
      rows,
      sandbox,
    }: { readonly rows: string; readonly sandbox: (folder: string) => readonly string[] },
  ): Promise<{ shown: Shown; after: ServiceState }> {
    writeFileSync(this.#files.state, JSON.stringify(state))
    writeFileSync(this.#files.rows, rows)
    const words = this.#build.behindSh
      ? [process.execPath, this.#surety, 'sh', '--', line]
      : ['bash', '-c', line]
    const ran = this.#ran(await this.#spawn([...sandbox(this.#folder), ...words], 'bin'))
    return { shown: toShown(ran), after: JSON.parse(ran.after) as ServiceState }
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #once(known: Map<string, Ran>, key: string, run: () => Promise<Ran>): Promise<Ran> {
    const ran = known.get(key) ?? (await run())
    known.set(key, ran)
    return ran
  }

  async #withEnd(line: string, program: Ran, before: string): Promise<Ran> {
    const words = this.#build.behindSh
      ? [process.execPath, this.#surety, 'sh', '--', line]
      : ['bash', '-c', line]
    // One that waits cannot be replayed.
    const isReplayed = this.#replays && !program.hung && line.startsWith('orders ')
    writeFileSync(this.#files.state, isReplayed ? program.after : before)
    if (!isReplayed) return this.#ran(await this.#spawn(words, 'bin'))
    for (const [name, text] of [
      ['out', program.stdout],
      ['err', program.stderr],
      ['exit', `${program.exit}`],
    ] as const)
      writeFileSync(join(this.#folder, 'replay', name), text)
    return this.#ran(await this.#spawn(words, 'replay'))
  }

  #ran(ended: Ended): Ran {
    return { ...ended, after: readFileSync(this.#files.state, 'utf8') }
  }

  #script(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(this.#folder, name), 0o755)
  }

  #spawn(words: readonly string[], bin: 'bin' | 'replay'): Promise<Ended> {
    return new Promise((resolve, reject) => {
      const child = spawn(words[0]!, words.slice(1), {
        cwd: this.#folder,
        detached: true,
        env: {
          PATH: `${join(this.#folder, bin)}:/usr/local/bin:/usr/bin:/bin`,
          HOME: join(this.#folder, 'home'),
          LANG: 'C.UTF-8',
          ORDERS_STATE: this.#files.state,
          ORDERS_KEY: 'k-1',
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      const texts = { stdout: '', stderr: '' }
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text))
      let hung = false
      const watch = watchHanging(child.pid!, () => {
        hung = true
      })
      child.on('error', reject)
      // The input stays open and silent, as a terminal that nobody sits at.
      child.stdin.on('error', () => {})
      child.on('close', (code) => {
        watch.end()
        resolve({ ...texts, exit: hung ? 143 : (code ?? 137), hung })
      })
    })
  }
}

function toShown({ stdout, stderr, exit, hung }: Ended): Shown {
  const output = withoutTimes([stdout, stderr].filter((text) => text.trim() !== '').join('\n'))
  const end = hung ? 'Command timed out after 2m 0s\n' : exit === 0 ? '' : `Exit code ${exit}\n`
  if (output.length <= MAX_SHOWN) return { text: `${end}${output}`.trimEnd(), exit, hung }
  const size = `${(output.length / 1024).toFixed(1)}KB`
  const text = [
    `${end}<persisted-output>`,
    `Output too large (${size}). Full output saved to: tool-results/1.txt`,
    '',
    'Preview (first 2KB):',
    output.slice(0, PREVIEW),
    '...',
    '</persisted-output>',
  ].join('\n')
  return { text, exit, hung, saved: { name: 'tool-results/1.txt', text: output } }
}

/** Durations differ from run to run; a cursor holds the time of the call. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/"duration_ms":\d+/g, '"duration_ms":1')
    .replaceAll(/("cursor":"[^".]{0,24})[^"]*/g, '$1')
}
