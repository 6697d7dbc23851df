import { basename } from 'node:path'

import {
  capOf,
  isPlainVariable,
  knownCallOf,
  knownEnd,
  settlesOf,
  startedCall,
} from '../../programs/index.ts'
import type { ReadOutcome } from 'surety/unstable/contract'
import type { Capture } from 'surety/unstable/dialects'
import { given } from '@surety/internal/given.ts'
import type { ClientOptions } from '../options.ts'
import { endedOutcome } from '../read/ended-outcome.ts'
import type { KnownProgram } from '../read/plain-outcome.ts'
import { stopNote } from './list-cap.ts'
import { understoodEnd } from './understood-end.ts'

/** Says what the ready descriptions know of a call, or of every part of a line that a shell runs. */
export const knownProgram: NonNullable<ClientOptions['known']> = (argv, cwd, env = {}) =>
  knownIn(argv, cwd, env)

/** Reads what a call left behind that somebody else made: what is known of its program says what its exit means. */
export async function readEnded(capture: Capture): Promise<ReadOutcome> {
  const { argv = [] } = capture
  const program = await knownIn(argv, null, {})
  return endedOutcome(argv, capture, program)
}

/** Without a folder the call has ended: nothing can be watched, and no file is looked at. */
async function knownIn(
  argv: readonly string[],
  cwd: string | null | undefined,
  env: NodeJS.ProcessEnv,
): Promise<KnownProgram | undefined> {
  const line = lineOf(argv)
  // The parser of lines is large.
  if (line !== undefined) {
    const { lineProgram } = await import('./line-program.ts')
    const { line: text, ...known } = await lineProgram(line.shell, line.line, env, cwd === null)
    return { ...known, ...(text !== undefined && { argv: [...argv.slice(0, -1), text] }) }
  }
  const { words, isPlain, isHanded, assignments } = startedCall(argv, cwd)
  // xargs ends in its own way, with exits of its own.
  const own = isHanded ? undefined : await knownCallOf(words)
  const starter = own === undefined || words.length < argv.length ? await knownCallOf(argv) : own
  const call = own ?? starter
  if (call === undefined) return undefined
  const exits = { ...starter?.exits, ...call.exits }
  return {
    reads: call.effect === 'read' && isPlain && assignments.every(isPlainVariable),
    ...(call.terminal && { instead: call.instead ?? 'Use a command that prints and ends.' }),
    waits: call.stdin,
    ...given({ settles: settlesOf(call) }),
    ...(capOf(call) && { mayHide: true }),
    env: Object.fromEntries(call.asGiven.map((name) => [name, env[name]])),
    understand: async (exit, printed) =>
      exit === 0
        ? stopNote(call, printed.stdout)
        : understoodEnd(call, knownEnd({ ...call, exits }, { exit, ...printed })),
  }
}

/** Options of bash that do not change what a line is. */
const PLAIN = ['--norc', '--noprofile', '-p', '-l', '--login']

/** Finds the line in a call of a shell: `bash -c 'npm test | tail'`. */
function lineOf(argv: readonly string[]) {
  const [program = '', ...words] = argv
  const shell = basename(program)
  const options = words.slice(0, -2)
  const [flag, line] = words.slice(-2)
  const isLine =
    line !== undefined && /^-l?c$/.test(flag ?? '') && options.every((each) => PLAIN.includes(each))
  if (!isLine || !/^(?:ba|da|z|k|fi)?sh$/.test(shell)) return undefined
  return { shell, line }
}
