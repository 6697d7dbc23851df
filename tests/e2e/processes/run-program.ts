import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
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
  readonly whenReady?: (child: ChildProcessWithoutNullStreams) => void
  /** It lives for longer than a test. */
  readonly isLasting?: boolean
  /** Handles stdout instead of collecting it. */
  readonly onStart?: (child: ChildProcessWithoutNullStreams) => void
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
    timeout: options.isLasting ? 0 : 55_000,
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
    options.whenReady?.(child)
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

/**
 * Gives a function that calls a program of tests/bin as `runProgram` does, but all in one process of the build, one
 * after the other: for rows about words and answers, not about processes. The program exports its tool.
 */
export function callTogether(name: string, options: ProcessOptions = {}): CallTogether {
  const waiting: ((line: string) => void)[] = []
  let child: ChildProcessWithoutNullStreams | undefined
  let ended: Promise<Ended> | undefined
  const start = (): ChildProcessWithoutNullStreams => {
    const onStart: ProcessOptions['onStart'] = (started) => {
      child = started
      const lines = createInterface({ input: started.stdout })
      lines.on('line', (line) => waiting.shift()!(line))
    }
    const given = { ...options, input: null, isLasting: true, onStart }
    ended = runProgram('together.mjs', [name], given)
    return child!
  }
  afterAll(async () => {
    child?.kill('SIGKILL')
    await ended
  })
  return async (argv, { env, input: stdin = '' } = {}) => {
    const { stdin: calls } = child ?? start()
    calls.write(`${JSON.stringify({ argv, env, stdin })}\n`)
    const answer = new Promise<string>((resolve) => waiting.push(resolve))
    const gone = ended!.then(({ code, stderr }) => {
      throw new Error(`${name} ended with ${code}: ${stderr}`)
    })
    const end = JSON.parse(await Promise.race([answer, gone])) as Ended
    return { ...end, signal: null, documents: end.stdout.split('\n').flatMap(parseLine) }
  }
}

function parseLine(line: string): Loose[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Loose]
  } catch {
    return []
  }
}
