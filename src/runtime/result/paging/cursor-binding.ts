import type { JsonValue } from '../../../contract/index.ts'
import { commandName, type Run } from '../../run/run-state.ts'
import { sortedJson } from './etag.ts'

/** The parts of a call that make it the same question. */
export interface AskedFor {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
}

/** Names the question that a cursor belongs to: tool, command, input and fields. */
export function bindingOf(run: Run, { args, options, flags }: AskedFor): string {
  const question = JSON.parse(
    JSON.stringify({ args, options, fields: flags['fields'] }),
  ) as JsonValue
  return `${run.cli.declaration.name} ${commandName(run)} ${sortedJson(question)}`
}
