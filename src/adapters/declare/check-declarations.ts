import { defect } from '../../contract/index.ts'
import { closest } from '../../internal/closest.ts'
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
    if (!command) {
      const near = closest(path, commands.keys())
      throw defect(
        'COMMAND_UNKNOWN',
        `the declarations name '${path}', which is no command of ${program.name}` +
          (near === undefined ? '; remove it' : `; did you mean '${near}'?`),
      )
    }
    checkMembers(`the declaration of '${path}'`, declared, OF_COMMANDS)
    await checkSchema(path, declared)
    checkParameters(path, declared, command)
  }
}

function checkMembers(where: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((member) => !known.includes(member))
  if (unknown === undefined) return
  const near = closest(unknown, known)
  throw defect(
    'MEMBER_UNKNOWN',
    `${where} ${where.endsWith('s') ? 'have' : 'has'} a member '${unknown}', which does not exist` +
      (near === undefined ? '; remove it' : `; did you mean ${near}?`),
  )
}

/** Checks a JSON Schema; a schema of a library checks itself. */
async function checkSchema(path: string, { schema }: AdaptedCommandDeclaration): Promise<void> {
  if (schema === undefined || isStandard(schema)) return
  const { findSchemaProblem } = await import('../../internal/json-schema/read-schema.ts')
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
  if (unknown === undefined) return
  const near = closest(unknown, names)
  throw defect(
    'PARAMETER_UNKNOWN',
    `the declaration of '${path}' names '${unknown}', which is no option or argument of it` +
      (near === undefined ? '; remove it' : `; did you mean '${near}'?`),
  )
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
