import { readFile } from 'node:fs/promises'

import { format } from 'oxfmt'
import ts from 'typescript'

import { root } from '../generators.ts'

const DECLARE = 'packages/surety/src/runtime/declare'
const TARGET = `${DECLARE}/check/declaration-schema.json`
/** What kinds of value each member takes, in short: every call is compared with it. */
const MEMBERS = `${DECLARE}/members.json`

type Schema = Readonly<Record<string, unknown>>
type Style = Parameters<typeof format>[2]

/** The JSON type of functions is ours: values of a declaration are checked, not text. */
const FUNCTION: Schema = { type: 'function' }

/** Types that stand for something, whatever members they have. */
const NAMED: Readonly<Record<string, Schema>> = {
  JsonValue: {},
  // Where exits are known, more can be said about wrong ones.
  ErrorDeclarations: {
    type: 'object',
    additionalProperties: {
      type: ['string', 'integer', 'object'],
      title: 'the name of an exit, as in NOT_FOUND, or an object',
    },
  },
  ExitCodesDeclaration: {},
  JsonObject: { type: 'object' },
  // What stands below a command is judged when it is reached.
  Members: { type: 'object' },
  // The rest of it no schema can say; arktype has functions.
  StandardSchema: { type: ['object', 'function'], title: 'a schema, such as s.object({ ... })' },
}

/** Tags of comments that are words of JSON Schema, and `@wanted`, which says what would be right. */
const NUMBERS = ['minimum', 'minItems', 'minProperties', 'maxProperties']

/** Generates the schema that declarations are checked with, from their types: those of features come with them. */
export async function generate(): Promise<Record<string, string>> {
  const names = ['cli-declaration', 'command-declaration', 'member-tree']
  const files = names.map((name) => `${root}${DECLARE}/types/${name}.ts`)
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent({ ...config, files, include: [] }, ts.sys, root)
  const checker = ts.createProgram(files, options)
  const types = checker.getTypeChecker()
  const interfaceOf = (name: string): ts.Type => {
    const found = files
      .flatMap((path) => [...checker.getSourceFile(path)!.statements])
      .find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name)
    return types.getTypeAtLocation((found as ts.InterfaceDeclaration).name)
  }
  const of = new Reader(types)
  const tool = of.object(interfaceOf('CliDeclaration'))
  const command = of.object(interfaceOf('CommandDeclaration'))
  const { properties: group } = of.object(interfaceOf('GroupDeclaration'))
  const { properties: lazy } = of.object(interfaceOf('LazyMember'))
  const schema = {
    // No comment says that it is generated: every page of help would load it.
    $defs: {
      tool: { ...tool, additionalProperties: false },
      command: { ...command, additionalProperties: false },
      // What is read of a command or a group on the way to a command.
      member: {
        type: 'object',
        title: 'a command with run(), commands or load()',
        properties: {
          ...(group as Schema),
          ...(lazy as Schema),
          run: (command['properties'] as Schema)['run'],
        },
      },
    },
  }
  const members = {
    tool: kindsOfMembers(tool),
    command: kindsOfMembers(command),
    // A group, or what loads one.
    member: kindsOfMembers({ properties: { ...(group as Schema), ...(lazy as Schema) } }),
  }
  const style = JSON.parse(await readFile(`${root}.oxfmtrc.json`, 'utf8')) as Style
  const write = async (target: string, content: object) =>
    (await format(target, JSON.stringify(content, null, 2), style)).code
  return { [TARGET]: await write(TARGET, schema), [MEMBERS]: await write(MEMBERS, members) }
}

type Kinds = string | { readonly [member: string]: Kinds }

function kindsOfMembers({ properties, required = [] }: Schema): Record<string, Kinds> {
  return Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, member]) => {
      // What is said of exits is checked by hand in tests.
      const kinds = name === 'exitCodes' || name === 'errors' ? 'E' : kindsOf(member)
      return [name, (required as readonly string[]).includes(name) ? `${kinds as string}!` : kinds]
    }),
  )
}

/** The capitals are those of `guard.ts`; members of an object are beside the kinds that may stand in its place. */
function kindsOf(member: Schema): Kinds {
  const forms = (member['anyOf'] as readonly Schema[] | undefined) ?? [member]
  const capitals = forms.map(capitalOf).join('')
  const nested = forms.find(({ properties }) => properties)
  return nested ? { '': capitals, ...kindsOfMembers(nested) } : capitals
}

const CAPITALS: Readonly<Record<string, string>> = {
  string: 'T',
  boolean: 'B',
  number: 'N',
  integer: 'N',
  function: 'F',
  array: 'L',
}

/** Of an object with known members none: they are judged one by one. Values of a choice are quoted. */
function capitalOf(form: Schema): string {
  const { type, enum: values, properties, additionalProperties: others } = form
  if (values) {
    const words = (values as readonly unknown[]).filter((each) => typeof each === 'string')
    const isToggle = words.length < (values as readonly unknown[]).length
    return `${isToggle ? 'B' : ''}${words.map((each) => `'${each}'`).join('')}`
  }
  if (Array.isArray(type)) return 'S'
  if (properties) return ''
  if (Array.isArray((others as Schema | undefined)?.['type'])) return 'M'
  return CAPITALS[String(type)] ?? (type === 'object' ? 'O' : 'A')
}

class Reader {
  readonly #types: ts.TypeChecker

  constructor(types: ts.TypeChecker) {
    this.#types = types
  }

  object(type: ts.Type): Schema {
    const members = this.#types.getPropertiesOfType(type)
    const values = type.getStringIndexType() ?? type.getNumberIndexType()
    // A description that is missing is advice, never a refusal.
    const required = members.filter(
      ({ flags, name }) => !(flags & ts.SymbolFlags.Optional) && name !== 'description',
    )
    const named = members.filter(({ name }) => !name.startsWith('__@'))
    return {
      type: 'object',
      ...(named.length > 0 && {
        properties: Object.fromEntries(named.map((each) => [each.name, this.#member(each)])),
      }),
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
      ...(values && { additionalProperties: this.#schema(values) }),
    }
  }

  #member(member: ts.Symbol): Schema {
    const schema =
      NAMED[this.#writtenName(member)] ?? this.#schema(this.#types.getTypeOfSymbol(member), member)
    const { pattern, ...others } = this.#tags(member)
    if (pattern === undefined) return { ...schema, ...others }
    const { items } = schema as { readonly items?: Schema }
    return { ...schema, ...(items ? { items: { ...items, pattern } } : { pattern }), ...others }
  }

  /** The name of the type as it is written; the compiler forgets some. Of a parameter it is the type that limits it. */
  #writtenName({ declarations: [at] = [] }: ts.Symbol): string {
    const written = at && ts.isPropertySignature(at) ? at.type : undefined
    if (!written || !ts.isTypeReferenceNode(written)) return ''
    const [declared] = this.#types.getSymbolAtLocation(written.typeName)?.declarations ?? []
    const isParameter = declared && ts.isTypeParameterDeclaration(declared)
    return (isParameter && declared.constraint ? declared.constraint : written).getText()
  }

  #tags(symbol: ts.Symbol): Record<string, unknown> {
    const tags: Record<string, unknown> = {}
    for (const { name, text } of symbol.getJsDocTags(this.#types)) {
      const value = ts.displayPartsToString(text)
      if (name === 'wanted') tags['title'] = value.replaceAll(/\s+/g, ' ')
      if (name === 'pattern') tags[name] = value
      if (name === 'uniqueItems') tags[name] = true
      if (NUMBERS.includes(name)) tags[name] = Number(value)
    }
    return tags
  }

  #schema(given: ts.Type, of?: ts.Symbol): Schema {
    // A parameter stands for the type that limits it.
    const isOpen = (given.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Index)) !== 0
    const type = isOpen ? this.#types.getBaseConstraintOfType(given)! : given
    const known = NAMED[type.aliasSymbol?.name ?? ''] ?? NAMED[type.symbol?.name ?? '']
    if (known) return known
    if (type.isUnion())
      return { ...this.#union(type, of), ...(type.aliasSymbol && this.#tags(type.aliasSymbol)) }
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (type.flags & ts.TypeFlags.StringLike) return { type: 'string' }
    // A limit of time may have a fraction; all other numbers count something.
    if (type.flags & ts.TypeFlags.NumberLike)
      return { type: of?.name.endsWith('Ms') ? 'number' : 'integer', minimum: 0 }
    if (type.getCallSignatures().length > 0) return FUNCTION
    if (this.#isList(type)) return this.#list(type)
    return this.object(type)
  }

  #isList(type: ts.Type): type is ts.TypeReference {
    return this.#types.isArrayType(type) || this.#types.isTupleType(type)
  }

  #list(type: ts.TypeReference): Schema {
    const [item] = this.#types.getTypeArguments(type)
    const isTuple = this.#types.isTupleType(type)
    return { type: 'array', items: this.#schema(item!), ...(isTuple && { minItems: 1 }) }
  }

  #union({ types }: ts.UnionType, of: ts.Symbol | undefined): Schema {
    const given = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    // All JSON values, of which none is wrong.
    if (given.some(({ flags }) => flags & ts.TypeFlags.Null)) return {}
    // Keys of shapes may be of any kind for the compiler.
    if (given.some(({ flags }) => flags & ts.TypeFlags.ESSymbolLike)) return { type: 'string' }
    const source = of?.declarations?.[0]?.getText() ?? ''
    const words = given
      .filter((each) => each.isStringLiteral())
      .map(({ value }) => value)
      .toSorted((a, b) => source.indexOf(`'${a}'`) - source.indexOf(`'${b}'`))
    const switches = given
      .filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral)
      .map((each) => this.#types.typeToString(each) === 'true')
    // Whoever may turn something on may also leave it off.
    const toggles = switches.includes(true) ? [true, false] : switches
    const shapes = given
      .filter(({ flags }) => !(flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.BooleanLiteral)))
      .map((each) => this.#schema(each, of))
    if (shapes.some((each) => Object.keys(each).length === 0)) return {}
    const literals = [...toggles, ...words]
    const isToggle = words.length === 0 && toggles.length === 2
    const first =
      literals.length === 0 ? [] : isToggle ? [{ type: 'boolean' }] : [{ enum: literals }]
    const texts = [...first, ...shapes].map((each) => JSON.stringify(each))
    const all = [...new Set(texts)].map((text) => JSON.parse(text) as Schema)
    return all.length === 1 ? all[0]! : { anyOf: all }
  }
}
