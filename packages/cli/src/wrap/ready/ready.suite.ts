import { execFileSync } from 'node:child_process'

import type { Outcome, OutcomeError } from 'surety/unstable/contract'
import { run } from 'surety/unstable/runtime'
import { loadDescription } from '../load-description.ts'
import { toCli } from '../wrapped-cli.ts'

/** A wrapped tool in a folder, called inside of the test; its program is the real one. */
export interface Wrapped {
  call(...words: readonly string[]): Promise<Outcome>
  /** Calls it with standard input. */
  feed(stdin: string, ...words: readonly string[]): Promise<Outcome>
  /** The data of a success; throws for a failure. */
  data(...words: readonly string[]): Promise<unknown>
  /** The error of a failure; throws for a success. */
  fails(...words: readonly string[]): Promise<OutcomeError>
  /** Runs the program itself. */
  program(words: readonly string[]): Promise<string>
}

/** Loads a description for use in a folder, with these variables and those that find programs. */
export async function createWrapped(
  source: string,
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Wrapped> {
  const { description } = await loadDescription(source)
  const { PATH } = process.env
  const env = { PATH, ...variables }
  const cli = toCli(description, { cwd })
  const feed: Wrapped['feed'] = async (stdin, ...words) =>
    (await run(cli, words, { env, cwd, stdin })).outcome
  const call: Wrapped['call'] = (...words) => feed('', ...words)
  return {
    call,
    feed,
    data: async (...words) => {
      const outcome = await call(...words)
      if (!outcome.ok) throw new Error(`${words.join(' ')}: ${JSON.stringify(outcome.error)}`)
      return outcome.data
    },
    fails: async (...words) => {
      const outcome = await call(...words)
      if (outcome.ok) throw new Error(`${words.join(' ')}: ${JSON.stringify(outcome.data)}`)
      return outcome.error
    },
    program: (words) =>
      Promise.resolve(
        execFileSync(description.program[0]!, [...words], { cwd, env, encoding: 'utf8' }),
      ),
  }
}
