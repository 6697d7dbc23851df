import { inputJsonSchema } from '../../../schema/index.ts'
import type { Cli } from '../cli.ts'
import type { Command } from '../command.ts'
import type { CommandDeclaration } from '../types/command-declaration.ts'
import { placeName } from '../exits/exit-table.ts'
import { errorMistakes, exitMistakes } from './exit-mistakes.ts'
import { commandOf, groupOf } from '../command-tree.ts'
import type { Members } from '../types/member-tree.ts'
import { checkInput, reservedFlag, schemaMistakes } from './check-cli.ts'
import { contradictions } from './check-special.ts'
import { mistakes, type MistakeTexts, type Mistakes } from './mistakes.ts'
import { formMistakes, unreadMistakes } from './form-mistakes.ts'
import { orderMistakes, spellingMistakes } from './input-mistakes.ts'

const known = new WeakMap<Command, { readonly cli: Cli | null; readonly found: Mistakes }>()

/** Finds the mistakes in the declaration of a command of a tool, or of a built-in command. */
export function commandMistakes(
  cli: Cli | null,
  command: Command,
  path: readonly string[] = [],
): Mistakes {
  const earlier = known.get(command)
  if (earlier && earlier.cli === cli) return earlier.found
  const { declaration } = command
  const where = placeName(cli, command, path)
  const place = { tool: cli?.declaration, isRoot: cli?.root === command }
  const formal = mistakes(where, () => formMistakes(declaration, 'command'))
  // The rest needs members of the right form; names need those that have them.
  const found = [...formal]
  if (formal.length === 0) found.push(...mistakes(where, () => mistakesOf(declaration, place)))
  if (formal.length === 0 || hasFormOf(NAMING, declaration))
    found.push(
      ...mistakes(where, () => inputMistakes(declaration, place)),
      ...mistakes(where, () => errorMistakes(declaration.errors)),
    )
  if (formal.length === 0) found.push(...mistakes(where, () => exitMistakes(declaration.exitCodes)))
  if (found.length === 0)
    found.push(...mistakes(where, () => unreadMistakes(declaration, 'command')))
  known.set(command, { cli, found })
  return found
}

/** The members whose own members have names that callers use. */
const NAMING = ['args', 'options', 'env', 'errors', 'run']

/** Tests whether these members of a declaration have the right form, whatever the others have. */
function hasFormOf(names: readonly string[], declaration: CommandDeclaration): boolean {
  const members = Object.entries(declaration).filter(([name]) => names.includes(name))
  return [...formMistakes(Object.fromEntries(members), 'command')].length === 0
}

/** Where a declaration stands: the tool that it belongs to, and whether it is its only command. */
interface Place {
  readonly tool: Cli['declaration'] | undefined
  readonly isRoot: boolean
}

function* inputMistakes(declaration: CommandDeclaration, { tool, isRoot }: Place): MistakeTexts {
  const { args, options = {}, env } = declaration
  for (const key of Object.keys(options)) yield* reservedFlag(key, isRoot)
  let isReadable = true
  for (const [kind, shape] of Object.entries({ args, options, env })) {
    if (shape && '~standard' in shape) {
      isReadable = false
      yield `SCHEMA_INVALID: ${kind} is one schema; write a schema for each name, as in { name: s.string() }`
      continue
    }
    for (const [key, schema] of Object.entries(shape ?? {}))
      for (const text of checkInput(`${kind}.${key}`, schema, isRoot)) {
        isReadable &&= !text.startsWith('SCHEMA_INVALID')
        yield text
      }
  }
  const globals = tool?.globals ?? {}
  // One alone contradicts nothing; help of small tools need not look.
  if (isReadable && args && Object.keys(args).length > 1) yield* orderMistakes(args)
  if (isReadable && Object.keys(options).length + Object.keys(globals).length > 1)
    yield* spellingMistakes(options, globals)
}

function* mistakesOf(declaration: CommandDeclaration, { tool }: Place): MistakeTexts {
  const { output, stdin } = declaration
  yield* contradictions(declaration)
  if (output) yield* schemaMistakes('output', output)
  const record = typeof stdin === 'object' ? stdin.record : undefined
  if (record) yield* schemaMistakes('stdin.record', record)
  for (const key of Object.keys(declaration.globals ?? {}))
    if (tool && !Object.hasOwn(tool.globals ?? {}, key))
      yield `GLOBAL_UNKNOWN: globals names '${key}', which is no global option of ${tool.name}; add it to the globals of the tool`
  if (declaration.settles) yield* checkSettles(declaration, declaration.settles, tool)
}

function* checkSettles(
  { danger, args, options, globals }: CommandDeclaration,
  { read }: NonNullable<CommandDeclaration['settles']>,
  tool: Place['tool'],
): MistakeTexts {
  const mistake = (reason: string) => `SETTLES_INVALID: settles ${reason}`
  if (danger === 'safe') yield mistake('is for commands that change something; remove it')
  const inputs = { ...tool?.globals, ...globals, ...args, ...options }
  for (const [, name = ''] of read.matchAll(/\{([^{}]*)\}/g)) {
    const schema = Object.hasOwn(inputs, name) ? inputs[name] : undefined
    if (!schema) yield mistake(`names {${name}}, which is no argument or option of it`)
    else if (inputJsonSchema(schema)['x-secret'] === true)
      yield mistake(`names {${name}}, which is secret; a read that is shown cannot have it`)
  }
  const words = read
    .split(/[[{]|(?<!\S)-/)[0]!
    .trim()
    .split(/\s+/)
  const found = tool && memberAt(tool.commands, words)
  if (found === null) yield mistake(`reads '${words.join(' ')}', which is no command of the tool`)
  if (found && found.declaration.danger !== 'safe')
    yield mistake(`reads '${words.join(' ')}', which is not declared safe`)
}

/** Finds the command that words name; undefined if it is not loaded, null if there is none. */
function memberAt(
  members: Members,
  [word = '', ...rest]: readonly string[],
): Command | null | undefined {
  const member = Object.hasOwn(members, word) ? members[word] : undefined
  const group = groupOf(member)
  if (group) return memberAt(group.commands, rest)
  return member === undefined ? null : (commandOf(member) ?? undefined)
}
