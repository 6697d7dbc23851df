import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { folder } from './run-acme.ts'
import { type Ended, type Loose, type ProcessOptions, runProgram } from './run-program.ts'

/** What a run of a tool of contract 1.16 left behind, taken apart. */
export interface ToolAnswer extends Ended {
  readonly home: string
  readonly data: Loose
  readonly error: Loose
  readonly meta: Loose
  readonly warnings: readonly Loose[]
  /** How many characters the traces of handlers have. */
  readonly calls: number
}

/** Gives what runs a program of tests/bin/requirements with a home of its own. */
export function toolOf(program: string) {
  return async (argv: readonly string[], options: ProcessOptions = {}): Promise<ToolAnswer> => {
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
export async function runAll<Name extends string, Answer>(
  runs: Readonly<Record<Name, Promise<Answer>>>,
): Promise<Readonly<Record<Name, Answer>>> {
  const ended = Object.entries<Promise<Answer>>(runs).map(
    async ([name, run]) => [name, await run] as const,
  )
  return Object.fromEntries(await Promise.all(ended)) as Record<Name, Answer>
}

/** The same, with more that can be looked at. */
export interface WatchedAnswer extends ToolAnswer {
  readonly envelope: Loose
  /** The codes of the warnings. */
  readonly warned: readonly string[]
  /** What handlers noted, a line each. */
  readonly trace: readonly string[]
  /** The envelope on the last line of stderr, where stdout belongs to somebody else. */
  readonly below: Loose
}

/** Gives what runs a program without a screen, an editor and a budget; a line of words is a call, too. */
export function watchedToolOf(program: string) {
  const run = toolOf(program)
  return async (
    line: string | readonly string[],
    options: ProcessOptions = {},
  ): Promise<WatchedAnswer> => {
    const file = join(folder(), 'trace')
    const env = {
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
      EDITOR: undefined,
      AGENT_CALL_BUDGET_MS: undefined,
      TRACE: file,
      ...options.env,
    }
    const argv = typeof line === 'string' ? line.split(' ').filter(Boolean) : line
    const answer = await run(argv, { ...options, env })
    const { documents, stderr } = answer
    const warnings = (documents.at(-1)?.['warnings'] ?? []) as readonly Loose[]
    return {
      ...answer,
      envelope: documents.at(-1) ?? {},
      warned: warnings.map(({ code }) => String(code)),
      trace: existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [],
      below: lastLine(stderr),
    }
  }
}

function lastLine(text: string): Loose {
  try {
    return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as Loose
  } catch {
    return {}
  }
}
