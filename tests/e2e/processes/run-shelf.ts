import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { folder } from './run-acme.ts'
import { runProgram, type Ended, type Loose, type ProcessOptions } from './run-program.ts'

/** What a run of a tool of contract 1.16 left behind, taken apart. */
export interface ShelfAnswer extends Ended {
  readonly home: string
  readonly data: Loose
  readonly error: Loose
  readonly meta: Loose
  readonly warnings: readonly Loose[]
  /** How many characters the traces of handlers have. */
  readonly calls: number
}

/** Gives what runs a program of tests/bin/requirements with a home of its own. */
export function shelfOf(program: string) {
  return async (argv: readonly string[], options: ProcessOptions = {}): Promise<ShelfAnswer> => {
    const home = options.env?.['HOME'] ?? folder()
    const trace = options.env?.['TRACE'] ?? join(folder(), 'trace')
    const env = {
      XDG_CONFIG_HOME: '',
      XDG_STATE_HOME: '',
      TRACE: trace,
      ...options.env,
      HOME: home,
    }
    const ended = await runProgram(`requirements/${program}`, argv, { ...options, env })
    const envelope = ended.documents.at(-1) ?? {}
    return {
      ...ended,
      home,
      data: envelope['data'] as Loose,
      error: (envelope['error'] ?? {}) as Loose,
      meta: (envelope['meta'] ?? {}) as Loose,
      warnings: envelope['warnings'] as Loose[],
      calls: existsSync(trace) ? readFileSync(trace, 'utf8').length : 0,
    }
  }
}

/** Runs several calls side by side, by name. */
export async function runAll<Name extends string>(
  runs: Readonly<Record<Name, Promise<ShelfAnswer>>>,
): Promise<Readonly<Record<Name, ShelfAnswer>>> {
  const ended = Object.entries<Promise<ShelfAnswer>>(runs).map(
    async ([name, run]) => [name, await run] as const,
  )
  return Object.fromEntries(await Promise.all(ended)) as Record<Name, ShelfAnswer>
}
