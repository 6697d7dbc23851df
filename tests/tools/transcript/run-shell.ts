import { spawn, spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import { executableOf, type Left, type Surroundings } from './run-example.ts'

/** How a line is run. */
export interface ShellSurroundings extends Surroundings {
  /** A text on stderr, and what is done once it is there, for instance to send a signal. */
  readonly once?: {
    readonly says: string
    readonly act: (signal: (name: NodeJS.Signals) => void) => void
  }
}

const EXAMPLES = ['claw', 'pay']
const LONGEST_MS = 150_000

/** Whether script(1) of util-linux is there; the one of other systems takes other options. */
export const hasTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
)

/**
 * Runs a line in a shell that finds the examples and `$SURETY`, with a folder as its home and without
 * inherited variables.
 */
export function runShell(line: string, surroundings: ShellSurroundings): Promise<Left> {
  return run('sh', ['-c', line], surroundings)
}

/** Runs a line at a real terminal; both streams are in stdout. */
export async function runAtTerminal(line: string, surroundings: Surroundings): Promise<Left> {
  const left = await run('script', ['-qec', line, '/dev/null'], surroundings)
  return { ...left, stdout: left.stdout.replaceAll('\r\n', '\n') }
}

function run(
  program: string,
  argv: readonly string[],
  { cwd, env, stdin = '', once }: ShellSurroundings,
): Promise<Left> {
  const folders = [
    ...EXAMPLES.map((name) => dirname(executableOf(name))),
    dirname(process.execPath),
  ]
  const PATH = [...folders, process.env['PATH'] ?? ''].join(delimiter)
  const SURETY = `node ${fileURLToPath(new URL('../../../node_modules/@surety/cli/dist/cli/surety.cjs', import.meta.url))}`
  const child = spawn(program, argv, {
    cwd,
    env: { PATH, SURETY, HOME: cwd, TERM: 'xterm', ...env },
    // A group of its own, so that signals reach the example behind the shell too.
    detached: true,
  })
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined) process.kill(-child.pid, name)
  }
  const timer = setTimeout(() => signal('SIGKILL'), LONGEST_MS)
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  let isSaid = false
  child.stderr.on('data', (chunk: Buffer) => {
    err.push(chunk)
    if (!once || isSaid || !Buffer.concat(err).includes(once.says)) return
    isSaid = true
    once.act(signal)
  })
  // A program that does not read its input may exit before the input is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exit) => {
      clearTimeout(timer)
      const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8')
      resolve({ stdout: text(out), stderr: text(err), exit })
    })
  })
}
