import { basename } from 'node:path'

import {
  isPlainVariable,
  knownCallOf,
  knownEnd,
  startedCall,
  type ErrorRule,
} from '../../description/index.ts'
import { given } from '../../internal/given.ts'
import type { ClientOptions } from '../options.ts'

/** Says what the ready descriptions know of a call, or of every part of a line that a shell runs. */
export const knownProgram: NonNullable<ClientOptions['known']> = async (argv, cwd, env = {}) => {
  const line = lineOf(argv)
  // The parser of lines is large.
  if (line !== undefined) return (await import('./line-program.ts')).lineProgram(line, env, cwd)
  const { words, isPlain, isHanded, assignments } = startedCall(argv, cwd)
  // xargs ends in its own way, with exits of its own.
  const call = await knownCallOf(isHanded ? argv : words)
  if (call === undefined) return undefined
  return {
    reads: call.effect === 'read' && isPlain && assignments.every(isPlainVariable),
    ...(call.terminal && { instead: call.instead ?? 'Use a command that prints and ends.' }),
    waits: call.stdin,
    ...given({ short: call.short }),
    understand: async (exit, printed) => {
      const { answer, failure, line } = knownEnd(call, { exit, ...printed })
      if (answer !== undefined) return { success: answer }
      if (failure === undefined) return undefined
      const { exit: name, code, suggestion } = failure
      const { when } = failure as Partial<ErrorRule>
      // Words alone do not show that it refused its input before it changed anything.
      const isGuess =
        when !== undefined && when.exit === undefined && call.effect !== 'read' && call.mayChange
      const said = isGuess && name === 'ARG_ERROR' ? 'GENERAL_ERROR' : name
      return given({ exit: said, code, message: line || undefined, suggestion })
    },
  }
}

/** Finds the line in a call of a shell: `bash -c 'npm test | tail'`. */
function lineOf(argv: readonly string[]): { shell: string; line: string } | undefined {
  const [program = '', flag, line, ...rest] = argv
  const shell = basename(program)
  const isLine = flag === '-c' && line !== undefined && rest.length === 0
  return isLine && /^(?:ba|da|z|k|fi)?sh$/.test(shell) ? { shell, line } : undefined
}
