import { helpEntries, type HelpEntry } from '@surety/check/unstable/conformance'
import { programSeenFrom } from '@surety/internal/process/program-path.ts'
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

/** Writes a first description of a program as YAML. Runs it with `--help` and `--version` and with nothing else. */
export async function draftDescription(
  program: readonly string[],
  options: AskOptions & { readonly folder: string },
): Promise<Draft> {
  const help = await askProgram(program, ['--help'], options)
  if (help.startError !== null) return { ok: false, startError: help.startError }
  const page = printedBy(help)
  const version = await askProgram(program, ['--version'], options)
  const hasVersion = version.exitCode === 0 && /\d\.\d/.test(textOf(version.stdout.bytes))
  const entries = helpEntries(page).filter(({ name }) => NAME.test(name) && !NOT_WORK.has(name))
  const words = programSeenFrom(program, options.folder)
  const own = ownName(program)
  const text = [
    '# Describes a program for `surety wrap`. Look at every line marked with DECIDE, then: surety wrap check <this file>',
    'surety: 1',
    `name: ${own}-agent`,
    `summary: ${quoted(`Calls ${own}`)} # DECIDE: what is it for?`,
    `program: [${words.map(quoted).join(', ')}]`,
    ...(hasVersion ? ['program_version: { words: [--version] }'] : []),
    '# DECIDE: variables of the caller that it needs besides PATH, HOME and the like, such as a token.',
    'inherits: []',
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
