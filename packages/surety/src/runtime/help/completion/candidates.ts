import { choicesIn } from '@surety/internal/json-schema/choices.ts'
import { isJsonObject } from '../../../contract/index.ts'
import { oneLine } from '@surety/internal/visible-text.ts'
import type { Cli } from '../../declare/cli.ts'
import { isCommand } from '../../declare/command.ts'
import { frameworkFlags } from '../../declare/framework-flags.ts'
import { factsOf, findMember, loadMember } from '../../declare/command-tree.ts'
import type { Member, Members } from '../../declare/types/member-tree.ts'
import { describeThrown } from '../../run/errors/describe-error.ts'
import type { Loaded } from '../load-commands.ts'
import { describeLoaded } from '../load-model.ts'
import { isSwitch } from '../../line/params.ts'
import { parameters, type ParameterModel } from '../model.ts'
import { spellings } from '../parameters.ts'

interface Candidate {
  readonly word: string
  readonly description: string
}

/** Everything that fits at a place of a command line; the shell keeps what the user has begun to type. */
interface Completion {
  readonly candidates: readonly Candidate[]
  /** Whether paths fit as well. */
  readonly files: boolean
}

/** Where the words so far have led: to a group or to a command. */
interface Place {
  readonly path: readonly string[]
  readonly members: Members
  readonly options: readonly ParameterModel[]
  readonly args: readonly ParameterModel[]
}

/** Finds what fits in place of the last word; only the command that the words name is loaded. */
export async function completeWords(
  cli: Cli,
  builtins: Members,
  words: readonly string[],
  report: (problem: string) => void,
): Promise<Completion> {
  const current = words.at(-1) ?? ''
  const isBuiltin = (name: string) => !Object.hasOwn(cli.declaration.commands, name)
  let place = rootPlace(cli, builtins)
  let pending: ParameterModel | undefined
  let count = 0
  let isEnded = false
  for (const word of words.slice(0, -1)) {
    if (pending) {
      // Bash gives the equals sign of --option=value as a word.
      if (word !== '=') pending = undefined
    } else if (isEnded) count += 1
    else if (word === '--') isEnded = true
    else if (word.startsWith('-') && word.length > 1) pending = valuedOption(place, word)
    else {
      const found = count === 0 ? findMember(place.members, word) : null
      if (!found) count += 1
      else {
        const path = [...place.path, found.name]
        place = await enter(cli, path, found.member, isBuiltin(path[0]!), report)
      }
    }
  }
  if (pending) return valuesOf(pending)
  if (!isEnded && current.startsWith('-')) {
    const name = /^(--[^=]+)=/.exec(current)?.[1]
    if (name === undefined) return { candidates: optionWords(place), files: false }
    return valuesOf(valuedOption(place, name))
  }
  const commands = count === 0 && !isEnded ? commandWords(place.members) : []
  const last = place.args.at(-1)
  const rest = last && last.schema['type'] === 'array' ? last : undefined
  const { candidates, files } = valuesOf(place.args[count] ?? rest)
  return { candidates: [...commands, ...candidates], files }
}

function rootPlace(cli: Cli, builtins: Members): Place {
  const members = visible({ ...builtins, ...cli.declaration.commands })
  if (!cli.root) return { path: [], members, options: groupOptions(cli), args: [] }
  return commandPlace(cli, { path: [], command: cli.root, isBuiltin: false }, members)
}

function commandPlace(cli: Cli, loaded: Loaded, members: Members = {}): Place {
  const { options, sharedOptions, args } = describeLoaded(cli, loaded)
  return { path: loaded.path, members, options: [...options, ...sharedOptions], args }
}

async function enter(
  cli: Cli,
  path: readonly string[],
  member: Member,
  isBuiltin: boolean,
  report: (problem: string) => void,
): Promise<Place> {
  try {
    const loaded = await loadMember(path, member)
    if (isCommand(loaded)) return commandPlace(cli, { path, command: loaded, isBuiltin })
    return { path, members: visible(loaded.commands), options: groupOptions(cli), args: [] }
  } catch (error) {
    report(`The command '${path.join(' ')}' cannot be loaded: ${describeThrown(error)}`)
    return { path, members: {}, options: [], args: [] }
  }
}

function visible(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([, member]) => factsOf(member).hidden !== true),
  )
}

function groupOptions(cli: Cli): readonly ParameterModel[] {
  const { globals = {} } = cli.declaration
  return parameters({ ...globals, ...frameworkFlags(cli, {}) })
}

/** Finds the option that a word names, if it takes a value. */
function valuedOption({ options }: Place, word: string): ParameterModel | undefined {
  return options.find((option) => spellings(option).includes(word) && !isSwitch(option))
}

function optionWords({ options }: Place): readonly Candidate[] {
  return options.flatMap((option) =>
    spellings(option).map((word) => candidate(word, option.schema['description'])),
  )
}

function commandWords(members: Members): readonly Candidate[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const { aliases = [], description } = factsOf(member)
    return [name, ...aliases].map((word) => candidate(word, description))
  })
}

function valuesOf(parameter: ParameterModel | undefined): Completion {
  if (!parameter) return { candidates: [], files: false }
  const { items } = parameter.schema
  const schema = isJsonObject(items) ? items : parameter.schema
  return {
    candidates: (choicesIn(schema) ?? []).map(String).map((choice) => candidate(choice, '')),
    files: schema['x-kind'] === 'path' || schema['x-is'] === 'path',
  }
}

function candidate(word: string, description: unknown): Candidate {
  return {
    word: oneLine(word),
    description: typeof description === 'string' ? oneLine(description) : '',
  }
}
