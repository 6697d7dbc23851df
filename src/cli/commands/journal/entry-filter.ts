import type { JournalProblem, StatsFilter } from '../../../client/index.ts'
import { given } from '../../../internal/given.ts'
import type { ValuesOf } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { text } from '../../input/option-kinds.ts'

export const filterOptions = {
  since: s.duration().optional().describe('Only entries of the last 24h, 7d and so on'),
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

export function createSkippedLines() {
  const unreadable: string[] = []
  let damaged = 0
  let first: JournalProblem | undefined
  return {
    add: (problem: JournalProblem): void => {
      const { file, line, message } = problem
      if (line === null) unreadable.push(`${file} ${message}; it was skipped.`)
      else {
        damaged += 1
        first ??= problem
      }
    },
    warnings: (): readonly string[] => {
      if (first === undefined) return unreadable
      const count = damaged === 1 ? '1 damaged line was' : `${damaged} damaged lines were`
      return [...unreadable, `${count} skipped, the first in ${first.file}, line ${first.line}.`]
    },
  }
}
