import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { readScriptedCalls, writeScriptedTool } from '../client/scripted-tool.ts'

const main = fileURLToPath(
  new URL('../../../node_modules/@surety/cli/dist/cli/surety.cjs', import.meta.url),
)

const together = fileURLToPath(new URL('../../bin/together.mjs', import.meta.url))

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
  /** Text to pipe in; null leaves stdin open. Default: closed at once. */
  readonly input?: string | null
  readonly cwd?: string
  readonly onStart?: (child: ChildProcessWithoutNullStreams) => void
}

/** Where calls are made that share a process. */
export type AnswerOptions = Pick<SuretyOptions, 'env' | 'cwd'>

/** A place of its own for a test: state folder, scripted tools, and the binary run in it. */
export interface Bench {
  readonly folder: string
  readonly state: string
  surety(argv: readonly string[], options?: SuretyOptions): Promise<SuretyEnd>
  /**
   * Makes a call in a process that is kept for such calls, for tests of its envelope alone: no exit code, no
   * streams. Takes the words of the command line, as `surety` does.
   */
  answer(argv: readonly string[], options?: AnswerOptions): Promise<Parsed>
  /** The same for several calls of `surety run --full --quiet`, each with the words after that. */
  runs(calls: readonly (readonly string[])[], options?: AnswerOptions): Promise<readonly Parsed[]>
  /** Makes a tool, `client-flaky`, that answers with one step of a script after the other. */
  flaky(script: readonly object[]): Promise<{
    readonly argv: readonly string[]
    readonly calls: () => Promise<readonly { readonly argv: readonly string[] }[]>
  }>
  /** Processes that were started from here and are still alive. */
  alive(): readonly number[]
  /** Those of them that a while later are still alive: one that was killed ends when the system has time for it. */
  left(): Promise<readonly number[]>
  /** Kills them. One that forks while it is being killed leaves a child, so it looks again. */
  killAll(): Promise<void>
  remove(): Promise<void>
}

/** Makes a bench. */
export async function createBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'surety-cli-'))
  const state = join(folder, 'state')
  const mark = randomUUID()
  let count = 0
  const callers = new Map<string, Caller>()
  const { PATH, HOME } = process.env
  const base = { PATH, HOME, SURETY_STATE_DIR: state, SURETY_TEST_MARK: mark }
  const answer: Bench['answer'] = (argv, options = {}) => {
    const key = JSON.stringify(options)
    const caller = callers.get(key) ?? startCaller(options, base)
    callers.set(key, caller)
    return caller.call(argv)
  }
  // Those who wait for calls are no leftovers; what their calls left behind is.
  const alive = () =>
    marked(mark).filter((pid) => ![...callers.values()].some((c) => c.pid === pid))
  return {
    folder,
    state,
    surety: (argv, options = {}) => run(argv, options, base),
    answer,
    async runs(calls, options) {
      const answers: Parsed[] = []
      for (const words of calls)
        answers.push(await answer(['run', '--full', '--quiet', ...words], options))
      return answers
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
    alive,
    async left() {
      for (let round = 0; round < 1000 && alive().length > 0; round += 1) await wait(50)
      return alive()
    },
    async killAll() {
      for (let left = alive(); left.length > 0; left = alive()) {
        for (const pid of left) kill(pid)
        await wait(10)
      }
    },
    async remove() {
      await Promise.all([...callers.values()].map((caller) => caller.end()))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A process that makes one call after the other. */
interface Caller {
  readonly pid: number | undefined
  call(argv: readonly string[]): Promise<Parsed>
  end(): Promise<unknown>
}

function startCaller({ env, cwd }: AnswerOptions, base: NodeJS.ProcessEnv): Caller {
  const child = spawn(process.execPath, [together, main.replace('surety.cjs', 'main.cjs')], {
    cwd,
    env: { ...base, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting: ((answer: Parsed) => void)[] = []
  const hasEnded = once(child, 'close')
  const failed = hasEnded.then(() => {
    throw new Error('the process of the calls ended before it answered')
  })
  failed.catch(() => {})
  createInterface(child.stdout).on('line', (line) => {
    const { stdout } = JSON.parse(line) as { stdout: string }
    waiting.shift()!(parsed(stdout))
  })
  return {
    pid: child.pid,
    call(argv) {
      child.stdin.write(`${JSON.stringify({ argv })}\n`)
      return Promise.race([failed, new Promise((resolve) => void waiting.push(resolve))])
    },
    end: () => (child.stdin.end(), hasEnded),
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
  if (options.input !== null) child.stdin.end(options.input ?? '')
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
