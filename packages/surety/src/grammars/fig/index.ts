import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { DescribedCommand, Parameter } from '../../description/index.ts'
import { DescriptionDraft, toParameters, withoutEmpty } from '../command-tree.ts'
import { GrammarError, type GrammarFormat } from '../grammar-format.ts'
import { toOption } from '../option-names.ts'
import { objectsOf, textOf, textsOf } from '../read-values.ts'
import { moduleLiteral } from './module-literal.ts'

/** A completion spec of Fig: a module in TypeScript or JavaScript, which is read and not run, or the same as JSON. */
export const format: GrammarFormat = {
  id: 'fig',
  read: async (text, { name = '' } = {}) => {
    const { value, computed } = literalOf(text)
    if (!isJsonObject(value) || namesIn(value).length === 0 || !MEMBERS.some((each) => value[each]))
      throw new GrammarError('It exports no completion spec of Fig that is written down.')
    const unread: string[] = []
    const description = readSpec(value, name, unread)
    return { description, unread: [...unread, ...computed] }
  },
}

const MEMBERS = ['subcommands', 'options', 'args', 'description'] as const

function literalOf(text: string) {
  if (!/^\s*\{/.test(text)) return moduleLiteral(text)
  try {
    return { value: JSON.parse(text) as JsonValue, computed: [] }
  } catch {
    return { value: undefined, computed: [] }
  }
}

function namesIn({ name }: JsonObject): readonly string[] {
  return typeof name === 'string' ? (name === '' ? [] : [name]) : textsOf(name)
}

type Options = readonly (readonly [string, Parameter])[]

/** Members that say how a suggestion looks, and nothing of the program. */
const LOOKS = new Set(['icon', 'priority', 'insertValue', 'replaceValue', 'displayName'])

/** A spec as it is read: what is known so far, and the places of what was left out. */
interface Reading {
  readonly draft: DescriptionDraft
  readonly unread: string[]
}

function readSpec(root: JsonObject, hint: string, unread: string[]) {
  const draft = new DescriptionDraft()
  readBelow({ draft, unread }, root, [], '')
  const [name = hint] = namesIn(root)
  const summary = textOf(root['description'])
  return draft.finish({ name, ...(summary && { summary }) })
}

function leave(
  { unread }: Reading,
  thing: JsonObject,
  place: string,
  known: ReadonlySet<string>,
): void {
  for (const name of Object.keys(thing))
    if (!known.has(name) && !LOOKS.has(name)) unread.push(`${place}/${name}`)
}

function readArg(
  reading: Reading,
  arg: JsonObject,
  place: string,
  index: number,
): readonly [string, Parameter] {
  leave(reading, arg, place, ARG)
  const [name = `arg${index + 1}`] = namesIn(arg)
  const summary = textOf(arg['description'])
  const { default: fallback } = arg
  return [
    name,
    withoutEmpty({
      ...(summary && { summary }),
      ...(typeof fallback === 'string' && fallback !== '' && { default: fallback }),
      ...(arg['isOptional'] === true && { required: false }),
      ...(arg['isVariadic'] === true && { many: true }),
      ...dangerOf(arg),
    }),
  ]
}

function readOption(reading: Reading, option: JsonObject, place: string): Options {
  leave(reading, option, place, OPTION)
  const names = namesIn(option).filter((each) => each.startsWith('-'))
  if (names.length === 0) return []
  const values = asList(option['args'])
  const [value] = values
  if (values.length > 1) reading.unread.push(`${place}/args`)
  const [valueName, about] = value ? readArg(reading, value, `${place}/args`, 0) : []
  const summary = textOf(option['description'])
  const takes = value === undefined ? 'none' : value['isOptional'] === true ? 'perhaps' : 'value'
  const isMany = option['isRepeatable'] === true || typeof option['isRepeatable'] === 'number'
  return [
    toOption(
      { names, takes },
      withoutEmpty({
        ...(summary && { summary }),
        ...(valueName !== undefined && valueName !== 'arg1' && { value_name: valueName }),
        ...(about?.default !== undefined && { default: about.default }),
        ...(option['isRequired'] === true && { required: true }),
        ...((isMany || about?.many) && { many: true }),
        ...dangerOf(option),
        ...looksOf(option),
      }),
    ),
  ]
}

function readBelow(
  reading: Reading,
  thing: JsonObject,
  path: readonly string[],
  place: string,
): void {
  const { draft } = reading
  leave(reading, thing, place, COMMAND)
  const below = objectsOf(thing['subcommands'])
  const all = objectsOf(thing['options']).map((option, index) => ({
    isShared: option['isPersistent'] === true,
    read: readOption(reading, option, `${place}/options/${index}`),
  }))
  const isRoot = path.length === 0
  // Options above a command are often accepted behind it as well, but only these are said to be.
  const shared = all.filter(({ isShared }) => isShared).flatMap(({ read }) => read)
  const own = all.filter(({ isShared }) => !isShared || !isRoot).flatMap(({ read }) => read)
  if (isRoot) for (const [name, option] of shared) draft.addOption(name, option)
  const args = asList(thing['args']).map((arg, index) =>
    readArg(reading, arg, `${place}/args/${index}`, index),
  )
  const hasCall = below.length === 0 || args.length > 0 || (own.length > 0 && isRoot)
  if (hasCall || thing['requiresSubcommand'] === false)
    draft.addCommand(path, readCommand(thing, args, own))
  else if (!isRoot) draft.addGroup(path, textOf(thing['description']))
  for (const [index, command] of below.entries()) {
    const [word] = namesIn(command)
    if (word !== undefined && !/\s/.test(word))
      readBelow(reading, command, [...path, word], `${place}/subcommands/${index}`)
  }
}

const ARG = new Set(['name', 'description', 'isOptional', 'isVariadic', 'default', 'isDangerous'])
const OPTION = new Set(
  'name description args isRequired isRepeatable isPersistent isDangerous hidden deprecated'.split(
    ' ',
  ),
)
const COMMAND = new Set(
  'name description subcommands options args isDangerous hidden deprecated requiresSubcommand'.split(
    ' ',
  ),
)

function asList(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonObject(value) ? [value] : objectsOf(value)
}

/** Fig marks what must not run by a slip. What has no mark is open. */
function dangerOf(thing: JsonObject): Pick<Parameter, 'danger'> {
  return thing['isDangerous'] === true ? { danger: 'destructive' } : {}
}

function looksOf({ hidden, deprecated }: JsonObject) {
  const why = isJsonObject(deprecated) ? textOf(deprecated['description']) : undefined
  return {
    ...(hidden === true && { hidden: true }),
    ...((deprecated === true || isJsonObject(deprecated)) && { deprecated: why ?? 'Deprecated' }),
  }
}

function readCommand(thing: JsonObject, args: Options, options: Options): DescribedCommand {
  const summary = textOf(thing['description'])
  return withoutEmpty({
    ...(summary && { summary }),
    ...dangerOf(thing),
    args: toParameters(args),
    options: toParameters(options),
    aliases: namesIn(thing).slice(1),
    ...looksOf(thing),
  })
}
