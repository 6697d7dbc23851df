import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions, runProgram } from '../e2e/processes/run-program.ts'

/** Runs a command of special.mjs, which declares contract 1.16. */
export async function special(argv: readonly string[], options: ProcessOptions = {}) {
  const trace = join(folder(), 'trace')
  const env = { TRACE: trace, XDG_STATE_HOME: folder(), PORT: '9', ...options.env }
  const ended = await runProgram('requirements/special.mjs', argv, { ...options, env })
  const envelope = ended.documents.at(-1) ?? {}
  const handled = existsSync(trace) ? readFileSync(trace, 'utf8') : ''
  return { ...ended, envelope, handled, error: (envelope['error'] ?? {}) as Loose }
}

let described: Promise<Loose> | undefined

/** Gives the data of its manifest; a worker asks for it once. */
export function specialManifest(): Promise<Loose> {
  described ??= special(['manifest']).then(({ envelope }) => envelope['data'] as Loose)
  return described
}
