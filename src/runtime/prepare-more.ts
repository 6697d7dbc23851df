import type { Command } from './command.ts'
import type { PageRequest } from './context.ts'
import type { CheckedInput } from './read-input.ts'
import type { Run } from './run.ts'

/** Facts that only some commands ask for. */
export interface MoreFacts {
  readonly page: PageRequest | null
  readonly token: string | null
  readonly stdin: string | null
}

/** Works out the page, the token and the standard input of commands that declare them. */
export async function prepareMore(_run: Run, _command: Command, checked: CheckedInput): Promise<MoreFacts> {
  return {
    page: { limit: Number(checked.flags['limit'] ?? 0), position: null },
    token: null,
    stdin: null,
  }
}
