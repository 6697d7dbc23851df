import type { Definition } from '../../schema/index.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { paramsOf, type Param } from '../line/params.ts'

/** Lists the parameters of a shape but hidden ones. */
export function shownParams(set: Param['set'], shape: Shape | undefined): readonly Param[] {
  return paramsOf(set, shape).filter(({ def }) => !def.hidden)
}

/** The kind of a value; of alternatives that of all of them. */
export function kindOf(def: Definition): string {
  if (def.kind === 'literal') return typeof def.value
  if (def.kind !== 'union') return def.kind
  const kinds = new Set(def.options.map(kindOf))
  return kinds.size === 1 ? [...kinds][0]! : 'unknown'
}

/** Lists the values that can be chosen from. */
export function choicesOf(def: Definition): readonly (string | number | boolean)[] | undefined {
  if (def.kind === 'enum') return def.values
  if (def.kind === 'literal') return def.value === null ? undefined : [def.value]
  const lists = def.kind === 'union' ? def.options.map(choicesOf) : [undefined]
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined
}

/** Lists how an option can be written, the short name first. */
export function spellings({ name, def }: Pick<Param, 'name' | 'def'>): string[] {
  const { short, aliases = [] } = def
  return [
    ...(short === undefined ? [] : [`-${short}`]),
    ...[name, ...aliases].map((each) => `--${each}`),
  ]
}
