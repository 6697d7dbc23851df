import type * as Foreign from '../../schema/foreign.ts'
import { Schema, type Definition } from '../../schema/index.ts'
import { flagName } from '../declare/framework-flag.ts'
import type { Shape, StandardSchema } from '../declare/standard-schema.ts'

/** What a command line can give a value to; `spelled` is its name as users write it: `<name>`, `--loud`. */
export interface Param {
  /** Whose it is: `flags` are the framework's, `env` are variables. */
  readonly set: 'args' | 'options' | 'globals' | 'flags' | 'env'
  readonly key: string
  /** Its name without dashes: `dry-run`. */
  readonly name: string
  readonly spelled: string
  readonly schema: StandardSchema
  readonly def: Definition
}

type Of<Kind> = Extract<Definition, { readonly kind: Kind }>

let foreign: typeof Foreign | undefined

/** Loads what understands schemas of other libraries, if one of these shapes has any. */
export function readyFor(...shapes: readonly (Shape | undefined)[]): void | Promise<void> {
  const isForeign = (schema: StandardSchema) => !(schema instanceof Schema)
  if (foreign || !shapes.some((shape) => shape && Object.values(shape).some(isForeign))) return
  return import('../../schema/foreign.ts').then((its) => void (foreign = its))
}

/** Lists the parameters of a shape, for which {@link readyFor} has been awaited. */
export function paramsOf(set: Param['set'], shape: Shape = {}): readonly Param[] {
  return Object.keys(shape).map((key) => {
    const schema = shape[key]!
    const name = set === 'env' ? key : flagName(key)
    const spelled = set === 'args' ? `<${name}>` : set === 'env' ? name : `--${name}`
    const def = schema instanceof Schema ? schema.def : foreign!.definitionOf(schema)
    return { set, key, name, spelled, schema, def }
  })
}

/** Tests whether a parameter takes no value: true, false, or how often it is given. */
export function isSwitch({ def }: Pick<Param, 'def'>): boolean {
  if (def.kind === 'union') return kindIn(def) === 'boolean'
  return def.kind === 'boolean' || isCount(def)
}

export function isCount(def: Definition): boolean {
  return def.kind === 'number' && def.count === true
}

/** Finds the list that a definition is, if it is one. */
export function listIn(def: Definition | undefined): Of<'array'> | undefined {
  if (def?.kind === 'union' && kindIn(def) === 'array') return listIn(def.options[0])
  return def?.kind === 'array' ? def : undefined
}

/** The kind of all options of a union. */
function kindIn({ options }: Of<'union'>): string | undefined {
  const kinds = new Set(options.map(({ kind }) => kind))
  return kinds.size === 1 ? options[0]!.kind : undefined
}

/** Tests whether a text is the value as it is. */
export function isText({ kind, nullable }: Definition): boolean {
  return kind === 'string' && nullable !== true
}

export function isRequired({ def }: Pick<Param, 'def'>): boolean {
  return def.optional !== true && def.default === undefined
}

/** Writes an argument as usage lines do: `<name>`, or `[name...]` for a list that may be empty. */
export function argumentWord({ name, def }: Pick<Param, 'name' | 'def'>): string {
  const word = def.kind === 'array' ? `${name}...` : name
  return isRequired({ def }) ? `<${word}>` : `[${word}]`
}

export function isSecret({ def }: Pick<Param, 'def'>): boolean {
  return someDefinition(def, ({ secret }) => secret === true)
}

/** Tests a definition and all in it. */
export function someDefinition(def: Definition, test: (def: Definition) => boolean): boolean {
  if (test(def)) return true
  const inside = (part: Definition) => someDefinition(part, test)
  if (def.kind === 'array') return inside(def.item)
  if (def.kind === 'record') return inside(def.value)
  if (def.kind === 'union') return def.options.some(inside)
  return def.kind === 'object' && def.members.some(([, member]) => inside(member))
}
