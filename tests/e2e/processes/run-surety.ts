import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The built command. */
export const suretyFile = fileURLToPath(
  new URL('../../../node_modules/@surety/cli/dist/cli/surety.cjs', import.meta.url),
)

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
type Loose = any

/** What a run of the built command left behind. */
export interface SuretyRun {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  /** The lines of stdout as JSON; fails where one is none. */
  readonly lines: () => readonly Loose[]
  /** The one envelope on stdout. */
  readonly envelope: () => Loose
}

/** Starts the built command with a quiet environment. */
export function startSurety(
  argv: readonly string[],
  more: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const { CI: _ci, NO_COLOR: _color, NODE_OPTIONS: _options, ...env } = process.env
  return spawn(process.execPath, [suretyFile, ...argv], {
    env: { ...env, ...more },
    stdio: 'pipe',
  })
}

/** Runs the built command with something piped in. */
export async function surety(
  argv: readonly string[],
  input: string | Uint8Array = '',
  env: Readonly<Record<string, string>> = {},
): Promise<SuretyRun> {
  const child = startSurety(argv, env)
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const text = Buffer.concat(stdout).toString('utf8')
  return {
    stdout: text,
    stderr: Buffer.concat(stderr).toString('utf8'),
    code,
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown),
    envelope: () => JSON.parse(text) as unknown,
  }
}
