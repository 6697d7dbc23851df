import type { ForeignError, ForeignProgram, RefusedWords } from '../model/foreign-program.ts'
import type { CacProgram } from './cac-program.ts'
import { readTree } from './read-tree.ts'

/** Reads a program of cac, whose actions are called one at a time. */
export function readCac(program: CacProgram, name: string): ForeignProgram {
  let phase: Phase = 'reading'
  return {
    name,
    version: program.globalCommand.versionNumber,
    description: '',
    root: readTree(program),
    invoke: async (words) => {
      phase = 'reading'
      // The command of an earlier call would run again for words that name none.
      program.unsetMatchedCommand()
      program.parse(['node', name, ...words], { run: false })
      phase = 'checking'
      const running = program.runMatchedCommand()
      phase = 'running'
      return { returned: await running }
    },
    classify: (error) => classify(error, phase),
  }
}

/** How far a call came; while it checks the words, cac may also be in an action that has not returned yet. */
type Phase = 'reading' | 'checking' | 'running'

/** The refusals of cac by their words; it has no codes. */
const REFUSALS: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^Unknown option `(.*)`$/, 'UNKNOWN_FLAG'],
  [/^option `(.*)` value is missing$/, 'MISSING_VALUE'],
  [/^missing required args for command `(.*)`$/, 'MISSING_ARGUMENT'],
  [/^Unused args: `(.*?)`/, 'UNEXPECTED_ARGUMENT'],
]

function classify(error: unknown, phase: Phase): ForeignError {
  if (phase === 'running' || !(error instanceof Error)) return { kind: 'thrown' }
  // Nothing but the functions that read values is called so early.
  if (phase === 'reading' && error.name !== 'CACError')
    return { kind: 'refused', problem: { code: 'INVALID_VALUE', message: error.message } }
  if (error.name !== 'CACError') return { kind: 'thrown' }
  const problem = REFUSALS.map(([pattern, code]) => refused(error.message, pattern, code)).find(
    (found) => found !== null,
  )
  return { kind: 'refused', problem: problem ?? { code: 'ARG_ERROR', message: error.message } }
}

function refused(message: string, pattern: RegExp, code: string): RefusedWords | null {
  const [, named] = pattern.exec(message) ?? []
  if (named === undefined) return null
  const param = /--[\w.-]+/.exec(named)?.[0] ?? named
  return { code, message: `${message}.`, param }
}
