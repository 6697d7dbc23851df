import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { readScriptedCalls, writeScriptedTool } from '../client/scripted-tool.ts'

const main = fileURLToPath(
  new URL('../../../node_modules/surety/dist/cli/surety.cjs', import.meta.url),
)
const bin = fileURLToPath(new URL('../../bin/', import.meta.url))

/** A line that was parsed; tests look into it member by member, and a wrong guess fails them. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type Parsed = any

/** How a run of the built binary ended. */
export interface SuretyEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  /** Every line of stdout, parsed. */
  readonly lines: readonly Parsed[]
  /** The only line of stdout. */
  readonly envelope: Parsed
}

/** How the binary is run. */
export interface SuretyOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  readonly cwd?: string
  readonly onStart?: (child: ChildProcessWithoutNullStreams) => void
}

/** A place of its own for a test: state folder, scripted tools, and the binary run in it. */
export interface Bench {
  readonly folder: string
  readonly state: string
  surety(argv: readonly string[], options?: SuretyOptions): Promise<SuretyEnd>
  /**
   * Makes several calls of `surety run --full --quiet` in one process, for tests of their envelopes alone. Each
   * has the words of its command line.
   */
  runs(calls: readonly (readonly string[])[], options?: SuretyOptions): Promise<readonly Parsed[]>
  /** Makes a tool, `client-flaky`, that answers with one step of a script after the other. */
  flaky(script: readonly object[]): Promise<{
    readonly argv: readonly string[]
    readonly calls: () => Promise<readonly { readonly argv: readonly string[] }[]>
  }>
  /** Processes that were started from here and are still alive. */
  alive(): readonly number[]
  /** Kills them. One that forks while it is being killed leaves a child, so it looks again. */
  killAll(): Promise<void>
  remove(): Promise<void>
}

/** Names one of the programs in tests/bin. */
export const tool = (name: string, ...words: readonly string[]): readonly string[] => [
  process.execPath,
  join(bin, `client/${name}.mjs`),
  ...words,
]

/** Makes a bench. */
export async function createBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'surety-cli-'))
  const state = join(folder, 'state')
  const mark = randomUUID()
  let count = 0
  let together: ReturnType<typeof startTogether> | undefined
  const { PATH, HOME } = process.env
  const base = { PATH, HOME, SURETY_STATE_DIR: state, SURETY_TEST_MARK: mark }
  return {
    folder,
    state,
    surety: (argv, options = {}) => run(argv, options, base),
    async runs(calls, options) {
      if (options) return runTogether(calls, options, base)
      // Tests that run at the same time share a process.
      together ??= startTogether(base)
      return together(calls, () => (together = undefined))
    },
    async flaky(script) {
      count += 1
      const home = join(folder, `flaky-${count}`)
      await mkdir(home)
      // A program of its own, because memory and journal know tools by their program.
      const program = join(home, 'client-flaky')
      const [player] = await writeScriptedTool(home, script)
      await writeFile(program, `#!/bin/sh\nexec '${player}' '${home}' "$@"\n`, { mode: 0o755 })
      return { argv: [program], calls: () => readScriptedCalls(home) }
    },
    alive: () => marked(mark),
    async killAll() {
      for (let left = marked(mark); left.length > 0; left = marked(mark)) {
        for (const pid of left) kill(pid)
        await wait(10)
      }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function runTogether(
  calls: readonly (readonly string[])[],
  options: SuretyOptions,
  base: NodeJS.ProcessEnv,
): Promise<readonly Parsed[]> {
  const input = calls.map((words) => `${JSON.stringify(toCall(words))}\n`).join('')
  const { lines } = await run(['exec', '--ignore-errors'], { ...options, input }, base)
  if (lines.length !== calls.length) throw new Error(JSON.stringify(lines))
  return lines
}

/** Collects the calls of a moment, and makes them in one process. */
function startTogether(base: NodeJS.ProcessEnv) {
  const all: (readonly string[])[] = []
  let lines: Promise<readonly Parsed[]> | undefined
  return async (calls: readonly (readonly string[])[], close: () => void) => {
    const from = all.push(...calls) - calls.length
    lines ??= wait(10).then(() => (close(), runTogether(all, {}, base)))
    return (await lines).slice(from, from + calls.length)
  }
}

/** Turns words of `surety run` into the call that `surety exec` makes of them. */
function toCall(given: readonly string[]): object {
  const end = given.indexOf('--')
  const call: Record<string, unknown> = { _cmd: 'run', full: true, quiet: true }
  const flags = given.slice(0, end).values()
  for (const flag of flags) {
    const name = flag.replace(/^--(?:no-)?/, '')
    if (SWITCHES.has(name)) call[name] = !flag.startsWith('--no-')
    else call[name] = flags.next().value
  }
  return { ...call, words: given.slice(end + 1) }
}

const SWITCHES = new Set(['memory', 'journal', 'safe', 'idempotent'])

function run(
  argv: readonly string[],
  options: SuretyOptions,
  base: NodeJS.ProcessEnv,
): Promise<SuretyEnd> {
  const child = spawn(process.execPath, [main, ...argv], {
    cwd: options.cwd,
    env: { ...base, ...options.env },
    stdio: 'pipe',
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  options.onStart?.(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const lines = stdout.split('\n').flatMap((line) => (line === '' ? [] : [parsed(line)]))
      resolve({
        code,
        signal,
        stdout,
        stderr,
        lines,
        envelope: lines.length === 1 ? lines[0] : null,
      })
    })
  })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}

function parsed(line: string): Parsed {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

/** Children inherit the mark, so that whoever is left can be found. */
function marked(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
      } catch {
        // Gone meanwhile, or not ours.
        return false
      }
    })
    .map(Number)
}
