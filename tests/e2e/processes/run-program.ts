import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { afterAll } from 'vitest'

/** JSON whose members a test looks at without saying what they are. */
// oxlint-disable-next-line no-explicit-any -- the shape is what the tests find out
export type Loose = Record<string, any>

/** What a process left behind. */
export interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  readonly signal: string | null
  /** Every line of stdout that is JSON. */
  readonly documents: readonly Loose[]
}

/** How a program of tests/bin is run. */
export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Text or bytes to pipe in; null leaves stdin open and silent. Default: closed at once. */
  readonly input?: string | Uint8Array | null
  /** Text to write at the start, with stdin left open. */
  readonly write?: string
  readonly cwd?: string
  /** Called with the process once it has printed `ready` to stderr. */
  readonly whenReady?: (child: ChildProcessWithoutNullStreams) => unknown
  /** It lives for longer than a test. */
  readonly isLasting?: boolean
  /** Handles stdout instead of collecting it. */
  readonly onStart?: (child: ChildProcessWithoutNullStreams) => void
}

/** Gives the time that something may take on a machine that others use too: as much longer as there is work for its cores. */
export function underLoad(ms: number): number {
  return ms * Math.max(1, loadavg()[0]! / availableParallelism())
}

/** Gives the Node that runs programs; `npm run test:nodes` names others than the one of the tests. */
export function nodeBinary(): string {
  return process.env['SURETY_TEST_NODE'] ?? process.execPath
}

/** Runs a program of tests/bin with Node, as its user would. */
export function runProgram(
  name: string,
  argv: readonly string[],
  options: ProcessOptions = {},
): Promise<Ended> {
  const file = fileURLToPath(new URL(`../../bin/${name}`, import.meta.url))
  const { CI: _ci, NO_COLOR: _color, ...inherited } = process.env
  const child = spawn(nodeBinary(), [file, ...argv], {
    cwd: options.cwd,
    env: { ...inherited, ...options.env },
    stdio: 'pipe',
    // A program that hangs must not outlive its test.
    timeout: options.isLasting ? 0 : 150_000,
    killSignal: 'SIGKILL',
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  let isReady = false
  options.onStart?.(child)
  if (!options.onStart) child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    stderr.push(chunk)
    if (isReady || !Buffer.concat(stderr).includes('ready')) return
    isReady = true
    void options.whenReady?.(child)
  })
  child.stdin.on('error', () => {})
  if (options.write !== undefined) child.stdin.write(options.write)
  if (options.input !== null) child.stdin.end(options.input ?? '')
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const text = Buffer.concat(stdout).toString('utf8')
      resolve({
        stdout: text,
        stderr: Buffer.concat(stderr).toString('utf8'),
        code,
        signal,
        documents: text.split('\n').flatMap(parseLine),
      })
    })
  })
}

/** One call of a program that makes many in one process. */
export type CallTogether = (
  argv: readonly string[],
  options?: Pick<ProcessOptions, 'env'> & { readonly input?: string },
) => Promise<Ended>

/** A process that makes the calls of a program of tests/bin, also several at a time. */
interface Together {
  readonly call: CallTogether
  /** Ends the process; resolves when it is gone. */
  readonly end: () => Promise<unknown>
}

/** Starts a process of the build for the calls of a program, which exports its tool. */
function startTogether(name: string, options: ProcessOptions = {}): Together {
  const waiting = new Map<number, (ended: Ended) => void>()
  let count = 0
  let child: ChildProcessWithoutNullStreams
  const onStart: ProcessOptions['onStart'] = (started) => {
    child = started
    createInterface({ input: started.stdout }).on('line', (line) => {
      const { id, ...ended } = JSON.parse(line) as Ended & { id: number }
      const documents = ended.stdout.split('\n').flatMap(parseLine)
      waiting.get(id)!({ ...ended, signal: null, documents })
      waiting.delete(id)
    })
  }
  const given = { ...options, input: null, isLasting: true, onStart }
  const ended = runProgram('together.mjs', [name], given)
  const gone = ended.then(({ code, stderr }) => {
    throw new Error(`${name} ended with ${code}: ${stderr}`)
  })
  // It is told to calls; without one, nobody waits for it.
  gone.catch(() => {})
  return {
    call: (argv, { env, input: stdin = '' } = {}) => {
      const id = (count += 1)
      // A variable without a value is one to leave out.
      const text = JSON.stringify({ id, argv, env, stdin }, (_, value: unknown) => value ?? null)
      child.stdin.write(`${text}\n`)
      return Promise.race([new Promise<Ended>((resolve) => waiting.set(id, resolve)), gone])
    },
    end: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/**
 * Gives a function that calls a program of tests/bin as `runProgram` does, but all in one process of the build, one
 * after the other: for rows about words and answers, not about processes. The program exports its tool.
 */
export function callTogether(name: string, options: ProcessOptions = {}): CallTogether {
  let together: Together | undefined
  let last: Promise<unknown> = Promise.resolve()
  afterAll(() => together?.end())
  return (...call) => {
    together ??= startTogether(name, options)
    const { call: run } = together
    const ended = last.then(() => run(...call))
    last = ended.catch(() => {})
    return ended
  }
}

/** Lists the processes that have a word on their command line. */
export function processesWith(word: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word)
      } catch {
        // It ended meanwhile.
        return false
      }
    })
    .map(Number)
}

function parseLine(line: string): Loose[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Loose]
  } catch {
    return []
  }
}
