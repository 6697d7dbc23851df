import { basename, isAbsolute, relative } from 'node:path'

import { runProbe } from '../client/index.ts'
import { helpEntries, type HelpEntry } from '../conformance/index.ts'
import { quietEnvironment } from '../internal/process/quiet-environment.ts'

/** How to look at a program. */
export interface DraftOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  /** The folder of the description, from which a program with a slash is found. */
  readonly folder: string
  readonly signal?: AbortSignal
}

/** A description to start with, or that the program cannot be started. */
export type Draft =
  | { readonly ok: true; readonly text: string; readonly name: string; readonly commands: number }
  | { readonly ok: false; readonly startError: string }

/** Names of commands that describe the program or its shell, not its work. */
const NOT_WORK = new Set(['help', 'version', 'completion', 'completions'])

/**
 * Writes a first description of a program as YAML, with comments where a person must decide. Runs the program
 * with `--help` and `--version` and with nothing else.
 */
export async function draftDescription(
  program: readonly string[],
  options: DraftOptions,
): Promise<Draft> {
  const ask = (word: string) =>
    runProbe({
      argv: [...program, word],
      env: quietEnvironment({ ...options.env }),
      stdin: { kind: 'closed' },
      timeoutMs: options.timeoutMs,
      maxBytes: MAX_HELP_BYTES,
      ...(options.signal && { signal: options.signal }),
    })
  const help = await ask('--help')
  if (help.startError !== null) return { ok: false, startError: help.startError }
  const page = textOf(help.stdout.bytes) + textOf(help.stderr.bytes)
  const version = await ask('--version')
  const hasVersion = version.exitCode === 0 && /\d+\.\d+/.test(textOf(version.stdout.bytes))
  const entries = helpEntries(page).filter(({ name }) => NAME.test(name) && !NOT_WORK.has(name))
  const [first = '', ...rest] = program
  const words = [fromFolder(first, options.folder), ...rest]
  const own = basename(program.at(-1)!)
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
  const name = `${own || 'tool'}-agent`
  const text = [
    '# Describes a program for `surety wrap`. Look at every line marked with DECIDE, then: surety wrap check <this file>',
    'surety_wrap: 1',
    `name: ${name}`,
    `summary: ${quoted(`Calls ${own}`)} # DECIDE: what is it for?`,
    `program: [${words.map(quoted).join(', ')}]`,
    ...(hasVersion ? ['program_version: { words: [--version] }'] : []),
    'timeout_seconds: 60',
    '',
    'commands:',
    ...(entries.length > 0 ? entries.flatMap(entryLines) : entryLines(null)),
    '',
    'errors:',
    '  # DECIDE: what do its failures say, and which exit of the contract is that? The first rule that fits counts.',
    `  - when: { stderr: '(?<message>.*not found.*)' }`,
    '    exit: NOT_FOUND',
    '    code: THING_NOT_FOUND',
    '',
  ].join('\n')
  return { ok: true, text, name, commands: Math.max(1, entries.length) }
}

function fromFolder(program: string, folder: string): string {
  if (!program.includes('/') || isAbsolute(program)) return program
  const path = relative(folder, program)
  return path.startsWith('.') ? path : `./${path}`
}

const MAX_HELP_BYTES = 1024 * 1024
const NAME = /^[a-z0-9][a-z0-9_-]*$/

function entryLines(entry: HelpEntry | null): readonly string[] {
  const { name, summary } = entry ?? { name: 'run', summary: 'Runs the program' }
  return [
    `  ${quoted(name)}:`,
    `    summary: ${quoted(summary || `Runs ${name}`)}`,
    '    danger: mutating # DECIDE: safe if it only reads, destructive if it cannot be undone',
    `    call: [${entry ? `${quoted(name)}, ` : ''}'{words}']`,
    '    args: # DECIDE: name the arguments and options that callers may use',
    '      words: { summary: Words for the program, many: true, required: false }',
    '    output: { as: auto } # DECIDE: auto, text, json, ndjson, lines, records or none',
  ]
}

/** Writes a text so that YAML reads it as a text. */
function quoted(text: string): string {
  const clean = text.replaceAll(/[^\P{Cc}]/gu, ' ')
  return /^[A-Za-z][\w ()-]*[\w)]$/.test(clean) && !RESERVED.test(clean)
    ? clean
    : JSON.stringify(clean)
}

const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null)$/i

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
