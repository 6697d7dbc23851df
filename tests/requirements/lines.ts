import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect } from 'vitest'

import { GENERATION } from '../e2e/processes/run-acme.ts'
import {
  type Ended,
  type Loose,
  type ProcessOptions,
  runProgram,
} from '../e2e/processes/run-program.ts'

const IN_GENERATION = ['--envelope', GENERATION]

/** Runs one command of the program in contract 1.6, with a home and a trace of its own. */
export async function lines(argv: readonly string[], options: ProcessOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'))
  const trace = join(folder, 'trace')
  const env = { HOME: folder, XDG_STATE_HOME: '', TRACE: trace, ...options.env }
  const ended = await runProgram('requirements/lines.mjs', [...argv, ...IN_GENERATION], {
    ...options,
    env,
  })
  const [envelope = {}] = ended.documents
  return {
    ...ended,
    envelope,
    error: (envelope['error'] ?? {}) as Loose,
    /** How often a handler was called. */
    calls: existsSync(trace) ? readFileSync(trace, 'utf8').length : 0,
  }
}

/** Runs a command that is declared wrongly, and gives the words of the refusal. */
export async function refusal(name: string): Promise<Ended & { message: string; calls: number }> {
  const ended = await lines([name], { env: { REFUSED: name } })
  expect(ended.code).toBe(1)
  expect(ended.error['phase']).toBe('validation')
  return { ...ended, message: ended.error['message'] as string }
}
