import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { wordsOf } from './as-words.ts'
import { folder } from './run-acme.ts'
import { type Loose, type ProcessOptions, runProgram } from './run-program.ts'

/** Runs one command of requirements/lower.mjs, a tool of contract 1.16. */
export const lower = async (argv: readonly string[], options: ProcessOptions = {}) => {
  const home = options.env?.['HOME'] ?? folder()
  const trace = join(folder(), 'trace')
  const own = { XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', TOOL_TRACE_ID: '', TRACE: trace }
  const env = { ...own, TMPDIR: home, ...options.env, HOME: home, PWD: options.cwd }
  const ended = await runProgram('requirements/lower.mjs', argv, { ...options, env })
  const envelope = ended.documents.at(-1) ?? {}
  return {
    ...ended,
    home,
    envelope,
    data: envelope['data'] as Loose,
    error: (envelope['error'] ?? {}) as Loose,
    meta: (envelope['meta'] ?? {}) as Loose,
    warnings: (envelope['warnings'] ?? []) as Loose[],
    trace: existsSync(trace) ? readFileSync(trace, 'utf8') : '',
  }
}
/** Runs calls as data one after the other, in one home. */
export const calls = async (
  lines: readonly object[],
  options: ProcessOptions = {},
  ...more: string[]
) => {
  const env = { HOME: folder(), ...options.env }
  const answers: Loose[] = []
  for (const line of lines)
    answers.push((await lower([...wordsOf(line as never), ...more], { ...options, env })).envelope)
  return { answers }
}
