import { unknownIn } from '../guard.ts'
import { shown, unknownMember } from '../wrong-declaration.ts'
import { checkValue } from '@surety/internal/json-schema/check-value.ts'
import { fromPointer } from '@surety/internal/json/json-values.ts'
import schema from './declaration-schema.json' with { type: 'json' }
import type { MistakeTexts } from './mistakes.ts'

/** What the schema says about a value; the generator writes no other words. */
interface Node {
  readonly title?: string
  readonly anyOf?: readonly Node[]
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly items?: Node
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
}

/** Mistakes of form that have names of their own, by place, or by place and keyword. */
const NAMES: Readonly<Record<string, string>> = {
  danger: 'DANGER_INVALID',
  run: 'RUN_MISSING',
}

const EARLY = 'HOOK_ORDER: execute and before would run before validation; move the work into run()'
/** Members of other frameworks, and what replaces them. */
const FOREIGN: Readonly<Record<string, string>> = {
  execute: EARLY,
  before: EARLY,
}

/** Finds what has the wrong form, for authors without types, and members that do not exist. */
export function* formMistakes(
  declared: unknown,
  kind: keyof typeof schema.$defs,
  name = '',
): MistakeTexts {
  const root: Node = schema.$defs[kind]
  for (const { pointer, keyword, missing, known, message } of checkValue(root, declared)) {
    const parts = [...fromPointer(pointer), ...(missing === undefined ? [] : [missing])]
    if (known) {
      yield memberUnknown(parts.at(-1)!, known)
      continue
    }
    const { nodes, value, depth } = follow(root, declared, parts)
    // A class may have it for all of its instances.
    if (missing !== undefined && value !== undefined && depth === parts.length) continue
    const at = nameOf(name, parts.slice(0, depth))
    const place = at.replaceAll(/\d+/g, '')
    const code = NAMES[`${place} ${keyword}`] ?? NAMES[place] ?? 'MEMBER_INVALID'
    const isNamed = nodes.some(({ title }) => title) || /type|enum|required/.test(keyword)
    const wrong = depth < parts.length ? '' : `, not ${shown(value)}`
    yield `${code}: ${at} ${isNamed ? `must be ${wantedBy(nodes)}${wrong}` : message}`
  }
}

/** Finds what no other rule refuses and no feature reads: a limit with a misspelt name would not be kept. */
export function* unreadMistakes(declared: object, kind: 'tool' | 'command'): MistakeTexts {
  const place = unknownIn(declared, kind)
  if (place !== null) yield memberUnknown(place, [])
}

function memberUnknown(name: string, known: readonly string[]): string {
  return FOREIGN[name] ?? `MEMBER_UNKNOWN ${unknownMember(name, known)}`
}

/** Follows a place as deep as the schema has words for what belongs there. */
function follow(root: Node, declared: unknown, parts: readonly string[]) {
  let nodes: readonly Node[] = [root]
  let value = declared
  let depth = 0
  for (const part of parts) {
    if (depth > 0 && nodes.some(({ title }) => title)) break
    nodes = nodes
      .flatMap((node) => node.anyOf ?? node)
      .flatMap(({ properties, items, additionalProperties: others }) => {
        const next = properties?.[part] ?? items ?? others
        return typeof next === 'object' ? next : []
      })
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[part]
    depth += 1
  }
  return { nodes, value, depth }
}

function nameOf(name: string, parts: readonly string[]): string {
  const written = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')
  return `${name}${written}`.replace(/^\./, '')
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  function: 'a function',
  number: 'a number of milliseconds',
  integer: 'a whole number from 0',
}

function wantedBy(nodes: readonly Node[]): string {
  return [...new Set(nodes.map(wantedOf))].join(' or ')
}

function wantedOf({ title, anyOf, enum: values, type, items }: Node): string {
  if (title !== undefined) return title
  if (anyOf) return wantedBy(anyOf)
  if (values) {
    const words = values.map((each) => (typeof each === 'string' ? `'${each}'` : String(each)))
    return words.join(', ').replace(/, ([^,]+)$/, ' or $1')
  }
  if (type !== 'array') return WORDS[String(type)] ?? 'an object'
  if (items?.type === 'array') return 'a list of lists'
  return items?.type === 'string' ? 'a list of texts' : 'a list'
}
