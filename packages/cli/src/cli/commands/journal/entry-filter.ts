import {
  readJournal,
  type JournalAnswer,
  type JournalEntry,
  type JournalProblem,
  type StatsFilter,
} from '@surety/client/unstable/client'
import { given } from '@surety/internal/given.ts'
import type { ValuesOf } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { text } from '../../input/option-kinds.ts'
import { stateFoldersOf, type stateOptions } from '../../state-folder.ts'

export const filterOptions = {
  since: s.duration().optional().describe('Only entries newer than this, such as 24h or 7d'),
  tool: text('Only this tool, by its full name or the last part of it'),
  command: text('Only this command of the tool'),
  operation: text('Only this operation, such as write'),
  target: text('Only this target'),
  code: text('Only this error code'),
  exitCode: s.integer().optional().describe('Only this exit code of the tool'),
}

export function toFilter(options: Partial<ValuesOf<typeof filterOptions>>, now: Date): StatsFilter {
  const { since, exitCode, tool, command, operation, target, code } = options
  return {
    ...given({ tool, command, operation, target, code, exit_code: exitCode }),
    ...(since !== undefined && { since: new Date(now.getTime() - since) }),
  }
}

interface JournalContext {
  readonly options: ValuesOf<typeof stateOptions>
  readonly processEnv: NodeJS.ProcessEnv
  readonly warn: (warning: string) => void
}

/** Reads the entries of the journal, and warns of what was skipped. */
export async function* journalEntries(
  { options, processEnv, warn }: JournalContext,
  onAnswer: (answer: JournalAnswer) => void = () => {},
): AsyncGenerator<JournalEntry> {
  let damaged = 0
  let first: JournalProblem | undefined
  const onProblem = (problem: JournalProblem): void => {
    if (problem.line === null) return warn(`${problem.file} ${problem.message}; it was skipped.`)
    damaged += 1
    first ??= problem
  }
  yield* readJournal(stateFoldersOf(options.stateDir, processEnv).journal, { onProblem, onAnswer })
  const lines = damaged === 1 ? '1 damaged line was' : `${damaged} damaged lines were`
  if (first) warn(`${lines} skipped, the first in ${first.file}, line ${first.line}.`)
}
