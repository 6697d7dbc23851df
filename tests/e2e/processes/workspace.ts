import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
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
  /** Makes a tool that answers with one step of a script after the other. */
  flaky(script: readonly object[] | ((home: string) => readonly object[])): Promise<{
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
  join(bin, `client-${name}.mjs`),
  ...words,
]

/** Makes a bench. */
export async function createBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'surety-cli-'))
  const state = join(folder, 'state')
  const mark = randomUUID()
  let count = 0
  const { PATH, HOME } = process.env
  return {
    folder,
    state,
    surety: (argv, options = {}) =>
      run(argv, options, { PATH, HOME, SURETY_STATE_DIR: state, SURETY_TEST_MARK: mark }),
    async flaky(script) {
      count += 1
      const home = join(folder, `flaky-${count}`)
      await mkdir(home)
      await writeFile(
        join(home, 'script.json'),
        JSON.stringify(typeof script === 'function' ? script(home) : script),
      )
      const calls = async () =>
        (await readFile(join(home, 'calls.ndjson'), 'utf8'))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { argv: readonly string[] })
      return { argv: tool('flaky', home), calls }
    },
    alive: () => marked(mark),
    async killAll() {
      for (let left = marked(mark); left.length > 0; left = marked(mark)) {
        for (const pid of left) kill(pid)
        await wait(10)
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

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
