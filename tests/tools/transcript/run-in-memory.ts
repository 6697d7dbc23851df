import { runCli } from 'surety/testing'

import type { Left, Surroundings } from './run-example.ts'

/** The declarations behind the executables. */
const DECLARATIONS = {
  animus: async () => (await import('../animus/src/cli.ts')).animus,
  claw: async () => (await import('../claw/src/cli.ts')).claw,
  pay: async () => (await import('../pay/src/cli.ts')).pay,
  td: async (env: NodeJS.ProcessEnv) =>
    (await import('../../../examples/td/src/cli.ts')).createTd(env),
}

/** An example that can be run in memory. */
export type ExampleName = keyof typeof DECLARATIONS

let last: Promise<unknown> = Promise.resolve()

/**
 * Does what runExample() does, without a process: a twentieth of the time. The transcripts hold both
 * equal. One call at a time, because claw asks for the working folder of the process.
 */
export function runInMemory(
  name: ExampleName,
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<Left> {
  const left = last.then(() => run(name, argv, surroundings))
  last = left.catch(() => undefined)
  return left
}

async function run(
  name: ExampleName,
  argv: readonly string[],
  { cwd, env: more, stdin = '' }: Surroundings,
): Promise<Left> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, ...more }
  const before = process.cwd()
  process.chdir(cwd)
  try {
    return await runCli(await DECLARATIONS[name](env), argv, {
      cwd,
      env,
      stdin,
      now: () => new Date(),
      monotonic: () => performance.now(),
      // The transcripts and the documents of the examples say what is right.
      unchecked: true,
    })
  } finally {
    process.chdir(before)
  }
}
