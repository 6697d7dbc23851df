import type * as Module from 'node:module'

import { builtin } from './ask/app-name.ts'
import { begin, findAsked, type Asked } from './ask/ask.ts'
import type { AnswerOptions } from './ask/options.ts'

export type { AnswerOptions } from './ask/options.ts'

/**
 * Has a program answer agents: gives it back as it is, and nothing else happens unless the call asks. Then the program
 * still runs by itself, and what it prints and how it ends becomes one envelope at the end.
 *
 * @example
 * ```ts
 * import { answerAgents } from '@surety/adopt'
 * import { program } from 'commander'
 *
 * answerAgents(program).parse()
 * ```
 */
export function answerAgents<Program = undefined>(
  program?: Program,
  options: AnswerOptions = {},
): Program {
  const words = process.argv.slice(2)
  const asked = findAsked(words, process.env, options, program !== undefined)
  if (!asked) return begin(program, options) as Program
  // In the same tick: the owner's next line starts the program.
  const { createRequire } = builtin<typeof Module>('node:module')
  const { start } = createRequire(import.meta.url)('./start.cjs') as { readonly start: Start }
  return start(program, options, asked) as Program
}

type Start = (program: unknown, options: AnswerOptions, asked: Asked) => unknown
