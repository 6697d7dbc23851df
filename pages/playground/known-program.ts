import { understoodEnd } from '../../packages/client/src/client/known/understood-end.ts'
import type { KnownProgram } from '../../packages/client/src/client/read/plain-outcome.ts'
import { knownCall } from '../../packages/client/src/programs/known-call.ts'
import { knownEnd } from '../../packages/client/src/programs/known-end.ts'
import { settlesOf } from '../../packages/client/src/programs/settling-read.ts'
import type { KnownCalls } from '../../packages/surety/src/description/description-types.ts'

/** What the page knows of programs, loaded when a command names one. */
const PROGRAMS: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  gh: () => import('./programs/gh.json'),
  git: () => import('./programs/git.json'),
  npm: () => import('./programs/npm.json'),
}

export const KNOWN_PROGRAMS = Object.keys(PROGRAMS)

/** What `surety run` knows of a call of these programs; undefined of any other. */
export async function knownProgramOf(words: readonly string[]): Promise<KnownProgram | undefined> {
  const load = PROGRAMS[words[0] ?? '']
  if (load === undefined) return undefined
  const call = knownCall(words, (await load()).default as KnownCalls)
  const settles = settlesOf(call)
  return {
    reads: call.effect === 'read',
    ...(settles && { settles }),
    understand: async (exit, printed) =>
      exit === 0 ? undefined : understoodEnd(call, knownEnd(call, { exit, ...printed })),
  }
}
