import { defect } from '../../contract/index.ts'
import { closest } from '@surety/internal/closest.ts'
import {
  chainsOf,
  pathOf,
  type ForeignCommand,
  type ForeignOptionType,
  type ForeignProgram,
} from '../model/foreign-program.ts'
import {
  COMMAND_MEMBERS,
  TOOL_MEMBERS,
  type AdaptedCommandDeclaration,
  type AdapterDeclarations,
  type ParameterDeclaration,
} from './declarations.ts'
import { isStandard } from './output-schema.ts'

/** Checks declarations against the commands that the program really has; throws on the first mistake. */
export async function checkDeclarations(
  program: ForeignProgram,
  declarations: AdapterDeclarations,
): Promise<void> {
  checkMembers('the declarations', declarations, OF_TOOLS)
  const runnable = chainsOf(program.root).filter((chain) => chain.at(-1)!.isRunnable)
  const commands = new Map(runnable.map((chain) => [pathOf(chain), chain.at(-1)!]))
  for (const [path, declared] of Object.entries(declarations.commands ?? {})) {
    const command = commands.get(path)
    const what = `the declarations name '${path}', which is no command of ${program.name}`
    if (!command) throw unknownName('COMMAND_UNKNOWN', what, path, commands.keys())
    checkMembers(`the declaration of '${path}'`, declared, OF_COMMANDS)
    await checkSchema(path, declared)
    checkParameters(path, declared, command)
  }
}

function checkMembers(where: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((member) => !known.includes(member))
  const have = where.endsWith('s') ? 'have' : 'has'
  const what = `${where} ${have} a member '${unknown}', which does not exist`
  if (unknown !== undefined) throw unknownName('MEMBER_UNKNOWN', what, unknown, known, '')
}

function unknownName(
  code: string,
  what: string,
  name: string,
  known: Iterable<string>,
  quote = "'",
): Error {
  const near = closest(name, known)
  const advice = near === undefined ? 'remove it' : `did you mean ${quote}${near}${quote}?`
  return defect(code, `${what}; ${advice}`)
}

/** Checks a JSON Schema; a schema of a library checks itself. */
async function checkSchema(path: string, { schema }: AdaptedCommandDeclaration): Promise<void> {
  if (schema === undefined || isStandard(schema)) return
  const { findSchemaProblem } = await import('@surety/internal/json-schema/read-schema.ts')
  const problem = findSchemaProblem(schema)
  if (problem !== null) throw defect('SCHEMA_UNREADABLE', `the schema of '${path}' at ${problem}`)
}

function checkParameters(
  path: string,
  { parameters = {} }: AdaptedCommandDeclaration,
  { positionals, options }: ForeignCommand,
): void {
  const names = [...positionals, ...options].map(({ name }) => name)
  for (const [name, declared] of Object.entries(parameters)) checkType(path, name, declared)
  const unknown = Object.keys(parameters).find((name) => !names.includes(name))
  const what = `the declaration of '${path}' names '${unknown}', which is no option or argument of it`
  if (unknown !== undefined) throw unknownName('PARAMETER_UNKNOWN', what, unknown, names)
}

function checkType(path: string, name: string, declared: ParameterDeclaration): void {
  checkMembers(`the declaration of '${name}' in '${path}'`, declared, OF_PARAMETERS)
  const { type } = declared as { readonly type?: string }
  if (type === undefined || TYPES.includes(type)) return
  const near = type === 'array' ? 'list' : closest(type, TYPES)
  throw defect(
    'PARAMETER_TYPE_UNKNOWN',
    `the declaration of '${path}' gives '${name}' the type '${type}', which does not exist` +
      `; use ${near === undefined ? TYPES.join(', ') : `'${near}'`}`,
  )
}

const TYPES: readonly string[] = [
  'boolean',
  'string',
  'number',
  'count',
  'list',
] satisfies ForeignOptionType[]

const OF_PARAMETERS: readonly (keyof ParameterDeclaration)[] = [
  'type',
  'choices',
  'description',
  'secret',
  'required',
]

const OF_COMMANDS: readonly (keyof AdaptedCommandDeclaration)[] = [
  ...COMMAND_MEMBERS,
  'description',
  'output',
  'schema',
  'errors',
  'exits',
  'parameters',
  'effect',
]

const OF_TOOLS: readonly (keyof AdapterDeclarations)[] = [
  ...TOOL_MEMBERS,
  'name',
  'commands',
  'errors',
  'exits',
]
