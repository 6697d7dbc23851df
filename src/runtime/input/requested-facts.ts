import type { Command } from '../declare/command.ts'
import type { PageRequest } from '../handler/context.ts'
import { bindingOf, readCursor } from '../result/paging/cursor.ts'
import type { CursorState, LineReader } from '../run/parsed-input.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import type { Run } from '../run/run-state.ts'
import { findToken, warnAboutExtraScopes } from './credentials.ts'
import { readPiped } from './piped-input.ts'
import type { CheckedInput } from './read-input.ts'

/** Facts that only some commands need. */
export interface RequestedFacts {
  readonly page: PageRequest
  readonly from: CursorState | null
  readonly token: string | null
  readonly stdin: string | null
  readonly reader?: LineReader
}

/** Fetches page, token and standard input for a call that asks for them. */
export async function fetchFacts(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<RequestedFacts> {
  await checkFields(run, checked)
  checkTokenOffset(run, command, checked)
  const from = readCursorFlag(run, checked)
  const token = await readToken(run, command, checked)
  return {
    page: { limit: limitOf(run, command, checked), position: from?.position ?? null },
    from,
    token,
    ...(await readStdin(run, command, checked)),
  }
}

async function readStdin(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<Pick<RequestedFacts, 'stdin' | 'reader'>> {
  const { stdin } = command.declaration
  if (!stdin) return { stdin: null }
  const mode = typeof stdin === 'object' ? stdin.mode : stdin
  if (mode !== 'lines' && mode !== 'records')
    return { stdin: await readPiped(run, command, checked) }
  const { openLines } = await import('./line-input.ts')
  return { stdin: null, reader: await openLines(run, command, checked) }
}

/** Checks `--fields` before the command runs. */
async function checkFields(run: Run, checked: CheckedInput): Promise<void> {
  const text = checked.flags['fields']
  if (typeof text !== 'string') return
  const { parseFields } = await import('../result/paging/fields.ts')
  const fields = parseFields(text)
  if (!fields.ok) throw inputFailure(run, [fields.problem])
}

/** A later window runs the command again, so only commands that change nothing have one. */
function checkTokenOffset(run: Run, { declaration }: Command, { flags }: CheckedInput): void {
  if (declaration.danger === 'safe' || Number(flags['tokenOffset'] ?? 0) === 0) return
  const message = '--token-offset would run a command again that can change something.'
  throw inputFailure(run, [{ param: '--token-offset', code: 'INVALID_VALUE', message }])
}

function readCursorFlag(run: Run, checked: CheckedInput): CursorState | null {
  const text = checked.flags['cursor']
  if (typeof text !== 'string') return null
  const read = readCursor(text, bindingOf(run, checked), run.world.now().getTime())
  if (read.ok) return read.state
  throw inputFailure(run, [read.problem])
}

function limitOf(run: Run, command: Command, checked: CheckedInput): number {
  const limit = Number(checked.flags['limit'] ?? 0)
  const { list } = command.declaration
  const max = typeof list === 'object' ? list.maxLimit : undefined
  if (max === undefined || (limit > 0 && limit <= max)) return limit
  if (limit > max) run.warnings.push(`--limit was reduced to ${max}, its maximum.`)
  return max
}

async function readToken(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<string | null> {
  const { auth } = command.declaration
  const { activeScopes } = run.cli.declaration
  if (!auth && !activeScopes) return null
  const token = auth ? findToken(run, auth, checked) : null
  if (activeScopes) warnAboutExtraScopes(run, command, await activeScopes(run.world.env))
  return token
}
