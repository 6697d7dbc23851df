import { spawn, spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { collectOutput, executableOf, type Left, type Surroundings } from './run-example.ts'

const NAMES = ['animus', 'claw', 'pay', 'td']
const PATIENCE_MS = 150_000

/** script(1) of util-linux makes the terminal; the one of other systems takes other options. */
export const hasTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
)

/** Runs a line of bash with the examples on the PATH, a folder as its home and no inherited variables. */
export function runLine(line: string, surroundings: Surroundings): Promise<Left> {
  return run('bash', ['-c', line], surroundings)
}

/** Runs a line at a terminal of 100 columns; both streams are on its screen, without colours. */
export async function readScreen(line: string, { cwd, env }: Surroundings): Promise<Left> {
  const left = await run('script', ['-qefc', `stty cols 100 rows 40; ${line}`, '/dev/null'], {
    cwd,
    env: { TERM: 'xterm-256color', LANG: 'C.UTF-8', SHELL: '/bin/bash', ...env },
  })
  return { ...left, stdout: stripVTControlCharacters(left.stdout).replaceAll('\r', '') }
}

function run(
  program: string,
  argv: readonly string[],
  { cwd, env, stdin = '' }: Surroundings,
): Promise<Left> {
  const folders = NAMES.map((name) => dirname(executableOf(name)))
  const path = [...folders, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
  const child = spawn(program, argv, {
    cwd,
    env: { PATH: path, HOME: cwd, ...env },
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  return collectOutput(child, stdin)
}
