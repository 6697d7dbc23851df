import type { ClientOptions } from './options.ts'
import type { RunResult } from './result.ts'
import { createClient } from './client.ts'

/** How a line is run: the options of a client, and the shell. */
export interface ShOptions extends Omit<ClientOptions, 'dialect' | 'known'> {
  /** Default `bash`, which alone tells how the parts of a line ended. */
  readonly shell?: string
}

/** A part of a line that did not end with 0. */
export interface FailedPart {
  /** Its place in the line, from 1. */
  readonly part: number
  readonly command: string
  readonly exit_code: number
}

/** How a line ended, with the parts of it that failed. */
export interface ShResult extends RunResult {
  /** Whether the line ended with 0 although a part of it failed; `outcome.ok` is false then. */
  readonly hidden: boolean
  /**
   * The parts that failed, those that the line expects too. Empty for a line of one command, whose end is that of the
   * line; undefined where parts are not known.
   */
  readonly parts: readonly FailedPart[] | undefined
}

/**
 * Runs a line of a shell as it is, and says how its parts ended: a failure behind a pipe is a failure. For the
 * bash tool of a harness.
 *
 * @example
 * ```ts
 * import { sh } from '@surety/client'
 *
 * const { outcome, hidden, parts } = await sh('npm test 2>&1 | tail -5', { timeoutMs: 60_000 })
 * if (hidden) console.log(outcome.error?.message, parts)
 * ```
 */
export async function sh(line: string, options: ShOptions = {}): Promise<ShResult> {
  const { shell = 'bash', ...rest } = options
  const { knownProgram } = await import('./known/known-program.ts')
  const client = createClient({
    memory: false,
    ...rest,
    ...(rest.input !== undefined && { env: { ...ofInnerShell(options), ...rest.env } }),
    dialect: 'plain',
    known: knownProgram,
  })
  const result = await client.run([shell, '-c', line])
  const { hidden, parts, parts_unknown: unknown } = result.outcome.meta
  const isKnown = unknown === undefined && endedByItself(result)
  return {
    ...result,
    hidden: hidden === true,
    parts: isKnown ? ((parts ?? []) as unknown as readonly FailedPart[]) : undefined,
  }
}

/**
 * Node hands input over by a socket. An outermost bash takes that for a login over the network, reads `~/.bashrc` and
 * does not tell of its parts; a shell in a shell reads it as a pipe.
 */
function ofInnerShell({ inheritedEnv = process.env }: ShOptions) {
  return Number(inheritedEnv['SHLVL']) >= 1 ? {} : { SHLVL: '1' }
}

/** A shell that never started, or that a signal ended, tells nothing of its parts. */
function endedByItself({ outcome, verdict }: RunResult): boolean {
  return verdict.reason !== 'PROGRAM_MISSING' && outcome.error?.details?.['signal'] === undefined
}
