import { readFile } from 'node:fs/promises'

import { format } from 'oxfmt'

import { root } from '../generators.ts'

const SCHEMA = 'packages/surety/schemas/description.json'
const TARGET = 'packages/surety/src/description/description-types.ts'

interface Node {
  readonly $ref?: string
  readonly anyOf?: readonly Node[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly items?: Node
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | false
  readonly propertyNames?: Node
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: string
}

/** Parts of the schema that code knows by name; the rest is written where it is used. */
const NAMES: Readonly<Record<string, string>> = {
  '': 'Description',
  '/definitions/place': 'Place',
  '/definitions/parameter': 'Parameter',
  '/definitions/part': 'OutputPart',
  '/definitions/example': 'DescribedExample',
  '/definitions/command': 'DescribedCommand',
  '/definitions/command/properties/output': 'Output',
  '/definitions/failure': 'Failure',
  '/definitions/exits/additionalProperties': 'ExitMeaning',
  '/definitions/errors/items': 'ErrorRule',
  '/definitions/dialect': 'DialectDescription',
  '/definitions/dialect/properties/error': 'ErrorDescription',
  '/definitions/check': 'DescribedCheck',
  '/definitions/probe': 'DescribedProbe',
  '/definitions/flags': 'Flags',
  '/definitions/wants': 'Wants',
  '/definitions/decisive': 'DecisiveLine',
  '/definitions/known_command': 'KnownCommand',
  '/definitions/known_command/properties/caps': 'Caps',
  '/definitions/calls': 'KnownCalls',
}

/** A rule repeats the members of a failure, because the schema allows no others. */
const RULE = '/definitions/errors/items'
const FAILURE = '/definitions/failure'

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'JsonObject',
}

/** Generates the types of a description from its schema, which says everything about a member once. */
export async function generate(): Promise<Record<string, string>> {
  const schema = JSON.parse(await readFile(`${root}${SCHEMA}`, 'utf8')) as Node
  const failures = at(schema, '/definitions/failure/properties/exit').enum!
  const typeAt = (pointer: string): string => {
    const node = at(schema, pointer)
    if (node.$ref !== undefined) return nameOf(node.$ref.slice(1))
    if (node.anyOf)
      return node.anyOf.map((_, index) => nameOf(`${pointer}/anyOf/${index}`)).join(' | ')
    if (node.const !== undefined) return JSON.stringify(node.const)
    if (node.enum) return enumType(node.enum)
    if (node.properties) return members(pointer, node)
    if (node.additionalProperties) {
      const key = node.propertyNames?.enum ? enumType(node.propertyNames.enum) : 'string'
      const record = `Record<${key}, ${nameOf(`${pointer}/additionalProperties`)}>`
      return `Readonly<${key === 'string' ? record : `Partial<${record}>`}>`
    }
    if (node.type === 'array') return `readonly (${nameOf(`${pointer}/items`)})[]`
    if (node.type === undefined) return 'JsonValue'
    const types = [node.type].flat()
    return types.length === 4 ? 'JsonScalar' : types.map((type) => PLAIN[type]).join(' | ')
  }
  const enumType = (values: readonly unknown[]): string => {
    if (values.length < failures.length)
      return values.map((value) => JSON.stringify(value)).join(' | ')
    return values.length === failures.length ? 'FailureName' : 'StandardExitName'
  }
  const members = (pointer: string, { properties = {}, required = [] }: Node): string => {
    const inherited = pointer === RULE ? at(schema, FAILURE).properties! : {}
    const own = Object.entries(properties).filter(([name]) => !(name in inherited))
    const lines = own.map(([name, node]) => {
      const type = nameOf(`${pointer}/properties/${name}`)
      return `${comment(node)}readonly ${name}${required.includes(name) ? '' : '?'}: ${type}`
    })
    return `{\n${lines.join('\n')}\n}`
  }
  const nameOf = (pointer: string): string => NAMES[pointer] ?? typeAt(pointer)
  const types = Object.entries(NAMES).map(([pointer, name]) => {
    const node = at(schema, pointer)
    const type = typeAt(pointer)
    const parent = pointer === RULE ? `extends ${NAMES[FAILURE]} ` : ''
    const head = node.properties ? `interface ${name} ${parent}` : `type ${name} = `
    return `${comment(node)}export ${head}${type}\n`
  })
  const text = [
    `// Generated from ${SCHEMA} by \`npm run generate\`; a member is described there.`,
    "import type { FailureName, JsonObject, JsonScalar, JsonValue, StandardExitName } from '../contract/index.ts'\n",
    ...types,
  ].join('\n')
  const options = JSON.parse(await readFile(`${root}.oxfmtrc.json`, 'utf8')) as Parameters<
    typeof format
  >[2]
  const { code, errors } = await format(TARGET, text, options)
  if (errors.length > 0) throw new Error(errors[0]!.message)
  return { [TARGET]: code }
}

function at(schema: Node, pointer: string): Node {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown>)[step],
    schema,
  ) as Node
}

function comment({ description, default: usual }: Node): string {
  const text = [description, usual !== undefined && `Default \`${usual}\`.`].filter(Boolean)
  return text.length > 0 ? `/** ${text.join(' ')} */\n` : ''
}
