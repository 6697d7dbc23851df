import { listCommands, namesManifest } from '@surety/client/unstable/client'
import { helpEntries, type HelpEntry } from '@surety/check/unstable/conformance'
import { objectOf, isJsonObject, type JsonObject } from 'surety/unstable/contract'
import { wholeManifestWords } from 'surety/unstable/description'
import { programSeenFrom } from '@surety/internal/process/program-path.ts'
import { decode } from 'surety/unstable/dialects'
import {
  askProgram,
  commandsOfHelp,
  NOT_WORK,
  oneLine,
  ownName,
  printedBy,
  quoted,
  textOf,
  type AskOptions,
  type Draft,
  type DraftedCommand,
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

/** Writes first declarations for an adapter as YAML. Runs `--help`, also of commands, and `manifest` if help names it. */
export async function draftDeclarations(
  program: readonly string[],
  options: AskOptions,
): Promise<Draft> {
  const help = await askProgram(program, ['--help'], options)
  if (help.startError !== null) return { ok: false, startError: help.startError }
  const page = printedBy(help)
  const own = ownName(program)
  const commands =
    (await commandsOfManifest(program, page, options)) ??
    (await commandsOfHelp(program, page, options))
  const text = declarationsText(own, commands)
  return { ok: true, text, tool: own, commands: commands.length }
}

/** Writes declarations that an adapter accepts as they are. */
export function declarationsText(own: string, commands: readonly DraftedCommand[]): string {
  return [
    `# Declares what the framework of ${own} does not know. Look at every line marked with DECIDE, then give the path`,
    `# of this file to the adapter, for example: adaptCommander(program, './${own}.surety.yaml').serve()`,
    'surety: 1',
    '',
    '# DECIDE: which errors stand for which exit of the contract? A rule matches by code, class, message or exit.',
    '# errors:',
    "#   - { code: THING_NOT_FOUND, exit: NOT_FOUND, when: { message: 'not found' } }",
    '',
    '# DECIDE: which exit numbers of the program have a meaning?',
    '# exits: { 3: NOT_FOUND, 4: PERMISSION_DENIED }',
    '',
    ...(commands.length > 0
      ? ['commands:', ...commands.flatMap((command) => commandLines(own, command))]
      : [
          '# DECIDE: the help names no commands that could be read; which are there?',
          '# commands:',
          ...commandLines(own, EXAMPLE).map((line) => `# ${line}`),
        ]),
    '',
  ].join('\n')
}

const EXAMPLE: DraftedCommand = { path: ['thing', 'delete'], summary: '', danger: 'destructive' }

function commandLines(own: string, { path, summary, danger }: DraftedCommand): readonly string[] {
  const about = oneLine(summary).trim()
  const example = `{ summary: ${quoted(about || 'The usual call')}, words: '' }`
  return [
    `  ${path.length === 0 ? "''" : quoted(path.join(' '))}:${about && ` # ${about}`}`,
    `    danger: ${danger ?? 'mutating'} # DECIDE: safe if it only reads, destructive if it cannot be undone`,
    '    output: { as: auto } # DECIDE: auto, text, lines, json, jsonl or none',
    '    # DECIDE: the name of its result, and in `schema` its JSON Schema',
    `    # type: ${[own, ...path].join('_').replaceAll(/\W+/g, '_')}`,
    '    # DECIDE: a call that works',
    `    # examples: [${example}]`,
  ]
}

/** Reads the commands from the manifest, if its own help or, of an adapted program, that by the contract names it. */
async function commandsOfManifest(
  program: readonly string[],
  page: string,
  options: AskOptions,
): Promise<readonly DraftedCommand[] | null> {
  const isNamed =
    namesManifest(page) ||
    namesManifest(printedBy(await askProgram(program, CONTRACT_HELP, options)))
  if (!isNamed) return null
  const index = await askManifest(program, ['manifest'], options)
  const whole = wholeManifestWords(index)
  const manifest = whole === undefined ? index : await askManifest(program, whole, options)
  if (manifest === null) return null
  const { commands } = manifest
  const summaryOf = (path: string) => {
    const entry = objectOf(commands)[path]
    const summary = objectOf(entry)['description']
    return typeof summary === 'string' ? summary : ''
  }
  const listed = listCommands(manifest)
    .filter(({ isGroup, isBuiltin }) => !isGroup && !isBuiltin)
    .map(({ path, words, danger }) => ({ path: words, summary: summaryOf(path), danger }))
  return listed.length > 0 ? listed : null
}

async function askManifest(
  program: readonly string[],
  words: readonly string[],
  options: AskOptions,
): Promise<JsonObject | null> {
  const { stdout, stderr, exitCode } = await askProgram(program, words, options)
  if (exitCode !== 0) return null
  const printed = { stdout: textOf(stdout.bytes), stderr: textOf(stderr.bytes) }
  const { outcome } = await decode({ ...printed, exit_code: 0 })
  return outcome.ok && isJsonObject(outcome.data) ? outcome.data : null
}

const CONTRACT_HELP = ['--help', '--format', 'json']
