import type { Parameter } from '../../description/index.ts'
import type { KdlNode } from '@surety/internal/kdl-text.ts'
import { withoutEmpty } from '../command-tree.ts'
import { toOption } from '../option-names.ts'
import { NodeReader } from './node-reader.ts'

/** What the effects of usage are called here. */
export const DANGERS: Readonly<Record<string, Parameter['danger']>> = {
  read: 'safe',
  write: 'mutating',
  destructive: 'destructive',
}

/** Reads `<file>...`, `[file]` or `<-- file>`. */
function placeholder(text: string) {
  const [, open, dashes, name, more] = /^([<[])(-- )?([^>\]]+)[>\]](\.\.\.|…)?$/.exec(text) ?? []
  if (name === undefined) return undefined
  return {
    name,
    isRequired: open === '<',
    isMany: more !== undefined,
    hasDashes: dashes !== undefined,
  }
}

/** Reads a flag: `-u --user <user>`, and the one that takes it back. */
export function readFlag(node: KdlNode, above: string, unread: string[]) {
  const parts = String(node.values[0] ?? '').match(/[<[][^>\]]*[>\]](?:\.\.\.|…)?|\S+/g) ?? []
  const reader = new NodeReader(node, `${above}/flag ${parts[0] ?? ''}`, unread)
  const dashed = parts.filter((part) => part.startsWith('-'))
  const isRepeated = dashed.some((part) => /\.\.\.$|…$/.test(part))
  const aliases = reader.all('alias').flatMap(({ values }) => values.map(String))
  const names = [...dashed.map((part) => part.replace(/(?:\.\.\.|…)$/, '')), ...aliases]
  const [inner] = reader.all('arg')
  const written = parts.filter((part) => !part.startsWith('-'))
  const [first, second] = [...written, ...(inner ? [String(inner.values[0] ?? '')] : [])]
  const value = first === undefined ? undefined : placeholder(first)
  if (second !== undefined) reader.leave('second value')
  const isOptional = reader.flag('value_optional') === true
  const isBare = reader.value('default_missing') !== undefined || isOptional
  const choices = [...reader.all('choices'), ...(inner?.below.filter(isChoices) ?? [])]
  const isCount = reader.flag('count') === true
  const negate = reader.text('negate')
  const isVariadic = reader.flag('var') === true
  const isMany = isRepeated || value?.isMany === true || isVariadic
  const about = withoutEmpty({
    ...aboutParameter(reader, choices),
    ...(isCount && { type: 'count' as const }),
    ...(isMany && !isCount && { many: true }),
    ...(value && { value_name: value.name }),
    ...(reader.flag('required') === true && { required: true }),
  })
  const isGlobal = reader.flag('global') === true
  reader.finish()
  if (names.length === 0) return { options: [], isGlobal }
  const takes = value === undefined ? 'none' : isBare ? 'perhaps' : 'value'
  const own = toOption({ names, takes }, about)
  const opposite = negate === undefined ? [] : [toOption({ names: [negate], takes: 'none' })]
  return { options: [own, ...opposite], isGlobal }
}

const isChoices = ({ name }: KdlNode) => name === 'choices'

/** Reads an argument: `<file>...`. */
export function readArg(node: KdlNode, above: string, unread: string[]) {
  const text = String(node.values[0] ?? '')
  const value = placeholder(text) ?? {
    name: text,
    isRequired: true,
    isMany: false,
    hasDashes: false,
  }
  const reader = new NodeReader(node, `${above}/arg ${value.name}`, unread)
  if (value.hasDashes) reader.leave('double_dash')
  const isRequired = reader.flag('required') ?? value.isRequired
  const isVariadic = reader.flag('var') ?? value.isMany
  const about = withoutEmpty({
    ...aboutParameter(reader, reader.all('choices')),
    ...(!isRequired && { required: false }),
    ...(isVariadic && { many: true }),
  })
  reader.finish()
  return [value.name, about] as const
}

function aboutParameter(reader: NodeReader, choices: readonly KdlNode[]): Parameter {
  const summary = reader.text('help')
  const effect = reader.text('effect')
  const danger = effect === undefined ? undefined : DANGERS[effect]
  const deprecated = reader.text('deprecated')
  const fallback = reader.value('default')
  // Values that are only suggested are none to hold anybody to.
  const strict = choices.filter(({ props }) => props['strict'] !== false)
  if (strict.length < choices.length) reader.leave('choices')
  const values = strict.flatMap((node) => [
    ...node.values.map(String),
    ...node.below.filter(({ name }) => name === 'choice').map((choice) => String(choice.values[0])),
  ])
  return withoutEmpty({
    ...(summary && { summary }),
    ...(danger && { danger }),
    ...(deprecated && { deprecated }),
    ...(fallback !== undefined && { default: fallback }),
    values,
    ...(reader.flag('hide') === true && { hidden: true }),
  })
}
