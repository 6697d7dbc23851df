import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { join } from 'node:path'

import { root, toolPath } from '../../../scripts/build/targets.mjs'

/** The output and exit code of an example. */
export interface Left {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | null
}

/** How an example is run. */
export interface Surroundings {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** Gives the path of the executable of an example. */
export function executableOf(name: string): string {
  return join(root, toolPath(name))
}

/** Runs an example with a folder as its home and without inherited variables. */
export function runExample(
  name: string,
  argv: readonly string[],
  { cwd, env, stdin = '' }: Surroundings,
): Promise<Left> {
  const { PATH = '', SystemRoot = '' } = process.env
  const child = spawn(process.execPath, [executableOf(name), ...argv], {
    cwd,
    env: { PATH, HOME: cwd, ...(SystemRoot && { SystemRoot }), ...env },
  })
  return collectOutput(child, stdin)
}

/** Writes the input of a process, collects what it prints, and waits for its end. */
export function collectOutput(child: ChildProcessWithoutNullStreams, stdin: string): Promise<Left> {
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  // A process that does not read its input may exit before the input is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exit) => {
      resolve({ stdout: textOf(stdout), stderr: textOf(stderr), exit })
    })
  })
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8')
}
