import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { runProbe, type ProbeEnd } from '@surety/client/unstable/client'
import { yamlWord } from 'surety/unstable/description'
import { withAbsolutePlaces } from '@surety/internal/process/absolute-places.ts'
import { quietEnvironment } from '@surety/internal/process/quiet-environment.ts'

export interface AskOptions {
  /** The folder to run it in. */
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** A file to start with, or that the program cannot be started. */
export type Draft =
  | { readonly ok: true; readonly text: string; readonly tool: string; readonly commands: number }
  | { readonly ok: false; readonly startError: string }

/** Runs a program once, without a terminal and without input. */
export function askProgram(
  program: readonly string[],
  words: readonly string[],
  { cwd, env, timeoutMs, signal }: AskOptions,
): Promise<ProbeEnd> {
  return runProbe({
    argv: [...program, ...words],
    env: quietEnvironment(withAbsolutePlaces(env)),
    stdin: { kind: 'closed' },
    timeoutMs,
    maxBytes: MAX_HELP_BYTES,
    ...(cwd !== undefined && { cwd }),
    ...(signal && { signal }),
  })
}

const MAX_HELP_BYTES = 1024 * 1024

export function printedBy({ stdout, stderr }: ProbeEnd): string {
  return stripVTControlCharacters(textOf(stdout.bytes) + textOf(stderr.bytes))
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Names of commands that describe the program or its shell, not its work. */
export const NOT_WORK = new Set(['help', 'version', 'completion', 'completions'])

export function ownName(program: readonly string[]): string {
  const name = basename(program.at(-1)!)
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
  return name || 'tool'
}

/** Writes a text of one line so that YAML reads it as a text. */
export function quoted(text: string): string {
  return yamlWord(oneLine(text))
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
}
