import { isAbsolute, relative } from 'node:path'

import { helpEntries, type HelpEntry } from '../../conformance/index.ts'
import {
  askProgram,
  NOT_WORK,
  ownName,
  printedBy,
  quoted,
  textOf,
  type AskOptions,
  type Draft,
} from './ask-program.ts'

/** How to look at a program that is to be described. */
export interface DraftOptions extends AskOptions {
  /** The folder of the description, from which a program with a slash is found. */
  readonly folder: string
}

/**
 * Writes a first description of a program as YAML, with comments where a person must decide. Runs the program
 * with `--help` and `--version` and with nothing else.
 */
export async function draftDescription(
  program: readonly string[],
  options: DraftOptions,
): Promise<Draft> {
  const help = await askProgram(program, ['--help'], options)
  if (help.startError !== null) return { ok: false, startError: help.startError }
  const page = printedBy(help)
  const version = await askProgram(program, ['--version'], options)
  const hasVersion = version.exitCode === 0 && /\d+\.\d+/.test(textOf(version.stdout.bytes))
  const entries = helpEntries(page).filter(({ name }) => NAME.test(name) && !NOT_WORK.has(name))
  const [first = '', ...rest] = program
  const words = [fromFolder(first, options.folder), ...rest]
  const own = ownName(program)
  const text = [
    '# Describes a program for `surety wrap`. Look at every line marked with DECIDE, then: surety wrap check <this file>',
    'surety: 1',
    `name: ${own}-agent`,
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
  return { ok: true, text, tool: own, commands: Math.max(1, entries.length) }
}

function fromFolder(program: string, folder: string): string {
  if (!program.includes('/') || isAbsolute(program)) return program
  const path = relative(folder, program)
  return path.startsWith('.') ? path : `./${path}`
}

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
    '    output: { as: auto } # DECIDE: auto, text, json, jsonl, lines, records or none',
  ]
}
