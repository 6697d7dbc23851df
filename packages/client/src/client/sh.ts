import { given } from '@surety/internal/given.ts'
import type { ClientOptions } from './options.ts'
import type { RunResult } from './result.ts'
import { createClient } from './client.ts'
import type { FailedPart } from '../shell/index.ts'

/** How a line is run: the options of a client, and the shell. */
export interface ShOptions extends Omit<ClientOptions, 'dialect' | 'known'> {
  /** Default `bash`, which alone tells how the parts of a line ended. */
  readonly shell?: string
  /** Keeps folder and exported variables from one line to the next: an object of your own, empty at first. */
  readonly session?: ShSession
}

/** Where the next line of a session starts; `sh()` writes it after each line. */
export interface ShSession {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** How a line ended, with the parts of it that failed. */
export interface ShResult extends RunResult {
  /** What it printed, both streams in the order in which they came. */
  readonly text: string
  /** Whether it did what it was typed for, as `judgeLine` says. */
  readonly ok: boolean | null
  readonly code: string | null
  readonly retryable: boolean
  /** Whether the line ended with 0 although a part of it failed; `outcome.ok` is false then. */
  readonly hidden: boolean
  /** The parts that failed, those that the line expects too; undefined where parts are not known. */
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
 * const { text, ok, code } = await sh('npm test 2>&1 | tail -5')
 * if (ok === false) console.log(code, text)
 * ```
 */
export async function sh(line: string, options: ShOptions = {}): Promise<ShResult> {
  const { shell = 'bash', session, ...rest } = options
  const { knownProgram } = await import('./known/known-program.ts')
  const { keepState } = await import('./known/line-state.ts')
  const kept = session && keepState(session)
  const client = createClient({
    memory: false,
    timeoutMs: NO_LIMIT,
    deadlineMs: NO_LIMIT,
    ...given({ cwd: session?.cwd, inheritedEnv: session?.env }),
    ...rest,
    ...(rest.input !== undefined && { env: { ...ofInnerShell(options), ...rest.env } }),
    dialect: 'plain',
    known: kept?.around(knownProgram) ?? knownProgram,
  })
  const chunks: Uint8Array[] = []
  const taken = (hand: ShOptions['onStdout']) => (chunk: Uint8Array) => {
    chunks.push(chunk)
    return hand?.(chunk)
  }
  const result = await client.run([shell, '-c', line], {
    onStdout: taken(options.onStdout),
    onStderr: taken(options.onStderr),
  })
  kept?.take()
  const { outcome } = result
  const { hidden, parts, parts_unknown: unknown } = outcome.meta
  const isKnown = unknown === undefined && endedByItself(result)
  const isWell =
    outcome.ok && unknown !== undefined && outcome.process?.exit_code === 0 ? null : outcome.ok
  return {
    ...result,
    text: Buffer.concat(chunks).toString(),
    ok: isWell,
    code: outcome.error?.code ?? null,
    retryable: outcome.error?.retryable === true,
    hidden: hidden === true,
    parts: isKnown ? ((parts ?? []) as unknown as readonly FailedPart[]) : undefined,
  }
}

/** The longest time that a timer takes. */
const NO_LIMIT = 2 ** 31 - 1

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
