import type { JsonValue } from '../../../contract/index.ts'
import { commandName, type Run } from '../../run/run-state.ts'
import { sortedJson } from './etag.ts'

/** The parts of a call that decide which data it asks for. */
export interface CursorQuery {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
}

/** Writes the query that a cursor is bound to: tool, command, input and fields. */
export function bindingOf(run: Run, { args, options, flags }: CursorQuery): string {
  const query = JSON.parse(JSON.stringify({ args, options, fields: flags['fields'] })) as JsonValue
  return `${run.cli.declaration.name} ${commandName(run)} ${sortedJson(query)}`
}
