import type { Command } from '../declare/command.ts'
import { bindingOf, readCursor } from '../result/paging/cursor.ts'
import { parseFields } from '../result/fields.ts'
import { inputFailure, refusedValue } from '../run/errors/input-error.ts'
import type { CursorState } from '../run/parsed-input.ts'
import type { Run } from '../run/run-state.ts'
import type { Checked } from '../line/values.ts'

/** Checks the flags that ask for a part of the answer, and reads where it begins. */
export function readPartFlags(
  run: Run,
  { declaration }: Command,
  checked: Checked,
): CursorState | null {
  const { fields, tokenOffset = 0, cursor } = checked.flags
  const parsed = fields === undefined ? null : parseFields(fields)
  if (parsed?.ok === false) throw inputFailure(run, [parsed.problem])
  // A later window runs the command again, so only commands that change nothing have one.
  if (declaration.danger !== 'safe' && tokenOffset > 0) {
    const message = '--token-offset would run a command again that can change something.'
    throw refusedValue(run, '--token-offset', message)
  }
  if (cursor === undefined) return null
  const read = readCursor(cursor, bindingOf(run, checked), run.world.now().getTime())
  if (read.ok) return read.state
  throw inputFailure(run, [read.problem])
}
