import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect } from 'vitest'

import { type Ended, type Loose, type ProcessOptions, runProgram } from './run-program.ts'

/** What a run of the program left behind, taken apart. */
export interface Answer extends Ended {
  readonly envelope: Loose
  readonly data: Loose
  readonly error: Loose
  readonly meta: Loose
  readonly warnings: string
  /** How often a handler that leaves a trace was called. */
  readonly calls: number
  /** The home of the run, which nothing else uses unless it was given. */
  readonly home: string
}

/** The dialect that the lines are run in; `npm run test:generations` names others. */
export const GENERATION = process.env['SURETY_TEST_GENERATION'] ?? 'spec-1.6'

/** A folder of its own for one test. */
export const folder = (): string => mkdtempSync(join(tmpdir(), 'acme-'))

/** Runs one command of requirements/commands.mjs, in the generation under test. */
export async function acme(argv: readonly string[], options: ProcessOptions = {}): Promise<Answer> {
  const home = options.env?.['HOME'] ?? folder()
  const trace = join(folder(), 'trace')
  const env = {
    ACME_ENVELOPE: GENERATION,
    XDG_CONFIG_HOME: '',
    XDG_STATE_HOME: '',
    DISPLAY: undefined,
    WAYLAND_DISPLAY: undefined,
    TRACE: trace,
    ...options.env,
    HOME: home,
  }
  const ended = await runProgram('requirements/commands.mjs', argv, { ...options, env })
  const envelope = ended.documents.at(-1) ?? {}
  return {
    ...ended,
    envelope,
    data: envelope['data'] as Loose,
    error: (envelope['error'] ?? {}) as Loose,
    meta: (envelope['meta'] ?? {}) as Loose,
    warnings: JSON.stringify((envelope['warnings'] as Warning[] | undefined)?.map(warningText)),
    calls: existsSync(trace) ? readFileSync(trace, 'utf8').length : 0,
    home,
  }
}

type Warning = string | { readonly code: string; readonly message: string }

/** Contract 1.16 has objects where the others have texts. */
function warningText(warning: Warning): string {
  if (typeof warning === 'string') return warning
  return warning.code === 'WARNING' ? warning.message : `${warning.code}: ${warning.message}`
}

/** Holds what is true of every answer: one line, five members, `ok` as the exit code says. */
export function expectEnvelope({ stdout, envelope, code }: Answer): void {
  expect(stdout.split('\n')).toHaveLength(2)
  expect(Object.keys(envelope)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
  expect(envelope['ok']).toBe(code === 0)
  expect(envelope['error'] === null).toBe(code === 0)
  expect(Array.isArray(envelope['warnings'])).toBe(true)
  expect(envelope['meta'].duration_ms).toEqual(expect.any(Number))
}

/** A home with a thing in it that can be removed. */
export function homeWithLogs(): string {
  const home = folder()
  mkdirSync(join(home, 'things'))
  writeFileSync(join(home, 'things', 'logs'), 'text')
  return home
}
