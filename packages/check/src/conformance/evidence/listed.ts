import type { ListedCommand } from '@surety/client/unstable/client'
import {
  listOf,
  objectOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from 'surety/unstable/contract'
import { jsonEqual } from '@surety/internal/json/json-values.ts'
import { missing, notShown, type CheckResult } from '../check.ts'
import { sample } from '../discover/manifest-probes.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'
import { addWords, leadingWords } from '@surety/internal/command-words.ts'

export function commandOf(
  commands: readonly ListedCommand[],
  words: readonly string[],
): ListedCommand | undefined {
  const leading = leadingWords(words)
  for (let length = leading.length; length > 0; length -= 1) {
    const path = leading.slice(0, length).join('.')
    const command = commands.find((each) => each.path === path)
    if (command !== undefined) return command.isGroup ? undefined : command
  }
  // The tool itself, if it is one command.
  return commands.find((each) => each.words.length === 0)
}

export function noManifest(tool: Probing): CheckResult {
  return missing(tool, 'manifest', 'The tool has no manifest.')
}

/** Gives the error codes that a tool lists with `schema`. Only the list of a group has those that all share. */
export async function listedErrors(tool: Probing): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  if (!tool.subject.commands.some(({ path, danger }) => path === 'schema' && danger === 'safe'))
    return found
  const ask = async (...argv: readonly string[]) =>
    objectOf(await tool.dataOf(await tool.run({ name: argv.join(' '), argv })))
  const commandsIn = ({ commands }: JsonObject) => Object.entries(objectOf(commands))
  const all = commandsIn(await ask('schema'))
  const groups = new Set(all.map(([name]) => name.split(' ')[0]!))
  const listed =
    all.length < 2
      ? all
      : (await Promise.all([...groups].map((each) => ask('schema', each)))).flatMap(commandsIn)
  for (const [name, entry] of listed) {
    const codes = objectOf(entry)['errors']
    if (Array.isArray(codes))
      found.set(
        name.replaceAll(' ', '.'),
        codes.filter((code) => typeof code === 'string'),
      )
  }
  return found
}

/** What a tool says of a command with `--schema`, in every dialect as its author declared it. */
export interface DescribedFacts {
  readonly errors: readonly string[]
  readonly scopes: readonly string[]
}

/**
 * Asks commands that list the flag for their `--schema`. Others than safe ones only after a safe one has
 * described itself: elsewhere the flag may mean something else, and the command would do its work.
 */
export async function describedCommands(
  tool: Probing,
): Promise<ReadonlyMap<string, DescribedFacts>> {
  const found = new Map<string, DescribedFacts>()
  const own = tool.subject.commands.filter(
    ({ flags, isBuiltin, isGroup }) =>
      !isBuiltin &&
      !isGroup &&
      flags.some(({ name, type }) => name === 'schema' && type === 'boolean'),
  )
  const ask = async ({ path, words }: ListedCommand) => {
    const argv = [...words, '--schema']
    const data = await tool.dataOf(await tool.run({ name: argv.join(' '), argv }))
    if (!isJsonObject(data) || !isJsonObject(data['flags']) || !isJsonObject(data['exit_codes']))
      return
    const { errors, required_scopes: scopes } = data
    found.set(path, { errors: namesIn(errors, 'code'), scopes: namesIn(scopes) })
  }
  await Promise.all(own.filter(({ danger }) => danger === 'safe').map(ask))
  if (found.size > 0) await Promise.all(own.filter(({ danger }) => danger !== 'safe').map(ask))
  return found
}

function namesIn(list: JsonValue | undefined, member = ''): readonly string[] {
  return listOf(list)
    .map((each) => (isJsonObject(each) ? each[member] : each))
    .filter((name) => typeof name === 'string')
}

export async function listedTypes(tool: Probing): Promise<ReadonlySet<string> | undefined> {
  const { manifest, commands } = tool.subject
  const found = new Set(typesIn(manifest?.document))
  if (commands.some(({ path }) => path === 'schema')) {
    const run = await tool.run({ name: 'schema', argv: ['schema'] })
    for (const type of typesIn(await tool.dataOf(run))) found.add(type)
  }
  return found.size === 0 ? undefined : found
}

function typesIn(document: JsonValue | null | undefined): readonly string[] {
  if (!isJsonObject(document)) return []
  const { types, commands } = document
  const entries = isJsonObject(commands) ? Object.values(commands).filter(isJsonObject) : []
  const lists = [types, ...entries.flatMap((entry) => [entry['types'], entry['result_types']])]
  return lists
    .flatMap((list) => listOf(list))
    .map((each) => (isJsonObject(each) ? (each['type'] ?? each['name']) : each))
    .filter((name) => typeof name === 'string')
}

/** Asks commands for their help, unless they might do their work instead. */
export async function commandHelp(tool: Probing, commands: readonly ListedCommand[], max: number) {
  const [read] = tool.probes('read')
  const isIgnored = read !== undefined && (await helpRun(tool, read)).isIgnored
  const mayAsk = ({ danger, flags }: ListedCommand) =>
    danger === 'safe' || (!isIgnored && flags.some(({ name }) => name === 'help'))
  const asked = sample(commands.filter(mayAsk), max)
  const root = await tool.ask('--help')
  // Some show people a short page, and say how to see the whole one.
  const help = /--help --all\b/.test(root.stdout + root.stderr) ? ['--help', '--all'] : ['--help']
  const runs = await tool.runAll(
    asked.map(({ words }) => {
      const argv = [...words, ...help]
      return { name: argv.join(' '), argv }
    }),
    { withMachineArgs: false },
  )
  return {
    shown: asked.map((command, index) => ({ command, run: runs[index]! })),
    /** The path of a command that might act instead of showing its help; null if there is none. */
    notAsked: commands.find((command) => !mayAsk(command))?.path ?? null,
  }
}

/** A flag that no tool has: a call with it is refused before it does anything. */
export const UNKNOWN_FLAG = '--surety-check-no-such-flag'

export async function refuses(
  tool: Probing,
  run: Run,
  kind: 'command' | 'flag',
  name: string,
): Promise<boolean> {
  if (run.exitCode === 0 || run.end.stopped !== null) return false
  const { error } = (await tool.outcomeOf(run)) ?? {}
  const text = error ? `${error.code} ${error.message}` : run.stdout + run.stderr
  const word = name.replaceAll(/[^\w-]/g, String.raw`\$&`)
  // One of its own, and not a part of the one that was made up.
  const named = new RegExp(String.raw`(?<![\w-])${kind === 'flag' ? '--?' : ''}${word}(?![\w-])`)
  // Of several problems, that of a value says nothing about the flag.
  const sentences = text.split(/(?<=[.!?])\s+/)
  return sentences.some((sentence) => UNKNOWN[kind].test(sentence) && named.test(sentence))
}

const UNKNOWN = {
  command:
    /unknown[ _](?:sub-?)?command|no such (?:sub-?)?command|there is no command|(?:command|action) not found|is not an? \S+ command|invalid (?:sub-?)?command/i,
  flag: /unknown[ _](?:option|flag|argument)|no such option|there is no option|unexpected (?:option|argument|flag)|unrecogni[sz]ed|invalid option|unsupported option/i,
}

export function unasked(path: string | null, runs: readonly Run[]): CheckResult | undefined {
  if (path === null) return undefined
  return notShown(
    `'${path.replaceAll('.', ' ')}' was not asked for its help, which might run it.`,
    'A manifest that lists --help among the flags of every command that is not safe, and a tool that heeds it.',
    runs,
  )
}

export async function helpRun(
  tool: Probing,
  read: Probe,
): Promise<{ readonly run: Run; readonly isIgnored: boolean }> {
  const argv = addWords(read.argv, ['--help'])
  const [run, plain] = [
    await tool.run({ name: `${read.name} --help`, argv }, { withMachineArgs: false }),
    await tool.run(read),
  ]
  const [data, plainData] = [await tool.dataOf(run), await tool.dataOf(plain)]
  const isIgnored =
    run.exitCode === 0 &&
    ((run.stdout === plain.stdout && run.stderr === plain.stderr) ||
      (data !== undefined && plainData !== undefined && jsonEqual(data, plainData)))
  return { run, isIgnored }
}
