import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runExample, type Left } from '../transcript/run-example.ts'
import { runInMemory } from '../transcript/run-in-memory.ts'

/** The passphrase of every wallet in these tests. */
export const PASSPHRASE = 'correct horse battery'

/** A home folder for one test. */
export interface TestHome {
  readonly path: string
  /** Runs the executable; the passphrase is set unless the variables say otherwise. */
  run(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<Left>
  /** The same in memory. */
  answer(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<Left>
  remove(): Promise<void>
}

/** Makes a home. */
export async function createHome(): Promise<TestHome> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'pay-home-')))
  const surroundings = (env: Readonly<Record<string, string>> | undefined) => ({
    cwd: path,
    env: { AGENTSCORE_PAY_HOME: path, ...(env ?? { AGENTSCORE_PAY_PASSPHRASE: PASSPHRASE }) },
  })
  return {
    path,
    run: (argv, env) => runExample('pay', argv, surroundings(env)),
    answer: (argv, env) => runInMemory('pay', argv, surroundings(env)),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
