import { EXIT_ROWS, INCOMPLETE_ROW, type ExitRow } from './exit-codes.ts'
import words from './exit-words.json' with { type: 'json' }
import { perGeneration, type Generation, type StandardExitName } from './exit-names.ts'

type ExitGroup =
  | 'success'
  | 'execution'
  | 'input'
  | 'resource'
  | 'auth'
  | 'infrastructure'
  | 'routing'
  | 'continuation'

/** One row of a generation's exit-code table. */
export interface ExitCodeRow extends ExitRow {
  readonly group: ExitGroup
  readonly meaning: string
  readonly agentAction: string
}

type ExitCodeTable = Readonly<Record<StandardExitName, ExitCodeRow>>

const CHANGES: Readonly<Record<Generation, Partial<Record<string, object>>>> = words.changes

/**
 * Every generation's table by version. The founding document has two other numbers, and another meaning of `retryable`;
 * in contract 1.16 the entry of the command decides about timeouts.
 */
export const EXIT_CODE_TABLES = perGeneration((generation): ExitCodeTable => {
  const rows = Object.entries(EXIT_ROWS[generation]).map(([name, row]) => {
    const { group, ...said } = words.exits[name as StandardExitName]
    const { number, ...facts } = row
    return [
      name,
      Object.freeze({ number, group, ...facts, ...said, ...CHANGES[generation][name] }),
    ] as const
  })
  const sorted = rows.toSorted(([, a], [, b]) => a.number - b.number)
  return Object.freeze(Object.fromEntries(sorted)) as unknown as ExitCodeTable
})

/** The exits of calls that come back before their work is done. */
export const CONTINUATION_EXITS = {
  INCOMPLETE: { ...INCOMPLETE_ROW, ...words.continuation.INCOMPLETE } as ExitCodeRow,
}
