import { stripVTControlCharacters } from 'node:util'

import { given } from '@surety/internal/given.ts'
import { withAbsolutePlaces } from '@surety/internal/process/absolute-places.ts'
import { quietEnvironment } from '@surety/internal/process/quiet-environment.ts'
import { runProbe } from '../probe/run-probe.ts'

export interface HelpAsked {
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Tests whether a text, such as the help of a program, names the command `manifest`. */
export function namesManifest(text: string): boolean {
  return /(?<![\w-])manifest\b/.test(text)
}

/** Words that print help: a program's own, and that by the contract, which an adapted program needs to be asked for. */
const HELPS = [['--help'], ['--help', '--format', 'json']]

/**
 * Finds out by its help whether a program has a manifest: any other program may act on the word. One that cannot be
 * started counts as having one, so that the call for the manifest says why.
 */
export async function offersManifest(
  program: readonly string[],
  { cwd, env, timeoutMs, signal }: HelpAsked,
): Promise<boolean> {
  for (const words of HELPS) {
    const { startError, exitCode, stdout, stderr } = await runProbe({
      argv: [...program, ...words],
      env: quietEnvironment(withAbsolutePlaces(env)),
      stdin: { kind: 'closed' },
      timeoutMs,
      maxBytes: MAX_HELP_BYTES,
      ...given({ cwd, signal }),
    })
    if (startError !== null) return true
    const text = [stdout, stderr].map(({ bytes }) => new TextDecoder().decode(bytes)).join('')
    if (exitCode !== 0) return false
    if (namesManifest(stripVTControlCharacters(text))) return true
  }
  return false
}

const MAX_HELP_BYTES = 1024 * 1024
