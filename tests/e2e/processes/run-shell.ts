import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What a shell line left behind. */
export interface ShellEnded {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
}

/** Gives the shell words that start a program of tests/bin. */
export function program(name: string): string {
  const file = fileURLToPath(new URL(`../../bin/${name}`, import.meta.url))
  return `'${process.execPath}' '${file}'`
}

/** Runs a line of bash, for what only a shell can do to a program: closed streams, limits, raw bytes. */
export function runShell(
  line: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<ShellEnded> {
  const { CI: _ci, NO_COLOR: _color, ...inherited } = process.env
  const child = spawn('bash', ['-c', line], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return collect(child.stdout, child.stderr, child)
}

/** Whether script(1) of util-linux is here to make terminals; the one of other systems takes other options. */
export const hasTerminals = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout,
)

/** Keys to press once a text has appeared on the terminal. */
export type Script = readonly {
  readonly when: string | RegExp
  readonly press: string
  /** How long the person thinks first. */
  readonly afterMs?: number
}[]

/**
 * Runs a line of bash at a terminal of 80 columns made by script(1), and plays someone at the keys.
 * Both streams of a program arrive in `stdout`, as they would on the screen.
 */
export function runAtTerminal(
  line: string,
  keys: Script = [],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<ShellEnded> {
  // Whoever runs the tests may be an agent, in CI or without colours; the person at this terminal is none of it.
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn('script', ['-qefc', `stty cols 80 rows 24; ${line}`, '/dev/null'], {
    env: {
      PATH,
      HOME,
      TMPDIR,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      ...env,
    },
    stdio: 'pipe',
  })
  let seen = ''
  let at = 0
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString('utf8')
    const next = keys[at]
    if (!next || !(typeof next.when === 'string' ? seen.includes(next.when) : next.when.test(seen)))
      return
    at += 1
    seen = ''
    // A person is slower than a program that has just begun to listen.
    setTimeout(() => child.stdin.write(next.press), next.afterMs ?? 150)
  })
  child.stdin.on('error', () => {})
  return collect(child.stdout, child.stderr, child)
}

function collect(
  stdout: NodeJS.ReadableStream,
  stderr: NodeJS.ReadableStream,
  child: ReturnType<typeof spawn>,
): Promise<ShellEnded> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  stdout.on('data', (chunk: Buffer) => out.push(chunk))
  stderr.on('data', (chunk: Buffer) => err.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        code,
      }),
    )
  })
}
