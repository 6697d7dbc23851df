import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What an example left behind. */
export interface Left {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | null
}

/** Where and with what an example is run. */
export interface Surroundings {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** Gives the executable of an example, as `npm run build` leaves it. */
export function executableOf(name: string): string {
  return fileURLToPath(new URL(`../${name}/${name}`, import.meta.url))
}

/** Runs the executable of an example in a folder that is its home, and knows no other variables. */
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
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  // An example that does not read its input may be gone before it is written.
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
