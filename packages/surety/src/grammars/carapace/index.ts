import { isJsonObject, objectOf, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { Parameter } from '../../description/index.ts'
import { isDeeperThan } from '@surety/internal/json/json-values.ts'
import { readYaml } from '@surety/internal/yaml-text.ts'
import { DescriptionDraft, toParameters, withoutEmpty } from '../command-tree.ts'
import { GrammarError, type GrammarFormat } from '../grammar-format.ts'
import { toOption } from '../option-names.ts'
import { objectsOf, textOf, textsOf } from '../read-values.ts'

/** A spec of carapace: what a program's words can be completed with, in YAML. It says nothing of danger. */
export const format: GrammarFormat = {
  id: 'carapace',
  read: async (text) => {
    const document = await readYaml(text).catch(() => {
      throw new GrammarError('It is no YAML, and no spec of carapace.')
    })
    if (!isJsonObject(document) || isDeeperThan(MAX_DEPTH, document))
      throw new GrammarError('It is no spec of carapace.')
    const root = lowerKeys(document)
    if (textOf(root['name']) === undefined || !MEMBERS.some((each) => root[each]))
      throw new GrammarError('It has no name of a program, or no flags and commands of carapace.')
    const unread: string[] = []
    return { description: readSpec(root, unread), unread }
  },
}

const MAX_DEPTH = 200
const MEMBERS = ['flags', 'persistentflags', 'commands', 'completion'] as const

/** Members are read in any case, as carapace does. */
function lowerKeys(thing: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(thing).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

type Options = readonly (readonly [string, Parameter])[]

function readSpec(root: JsonObject, unread: string[]) {
  const draft = new DescriptionDraft()
  const readBelow = (
    thing: JsonObject,
    path: readonly string[],
    above: Options,
    place: string,
  ): void => {
    for (const name of Object.keys(thing)) if (!KNOWN.has(name)) unread.push(`${place}/${name}`)
    const isRoot = path.length === 0
    const shared = readFlags(thing['persistentflags'])
    const own = readFlags(thing['flags'])
    if (isRoot) for (const [name, option] of shared) draft.addOption(name, option)
    const passed = isRoot ? [] : [...above, ...shared]
    const below = objectsOf(thing['commands']).map(lowerKeys)
    const args = readArgs(thing['completion'], `${place}/completion`, unread)
    const summary = textOf(thing['description'])
    // Whether a command with others below it can be called alone is not said.
    const hasCall = below.length === 0 || args.length > 0 || own.length > 0
    if (hasCall)
      draft.addCommand(
        path,
        withoutEmpty({
          ...(summary && { summary }),
          args: toParameters(args),
          options: toParameters([...passed, ...own]),
          aliases: textsOf(thing['aliases']),
          ...(thing['hidden'] === true && { hidden: true }),
        }),
      )
    else if (!isRoot) draft.addGroup(path, summary)
    for (const [index, command] of below.entries()) {
      // A name may be followed by how it is used.
      const [word] = (textOf(command['name']) ?? '').split(/\s/)
      if (word) readBelow(command, [...path, word], passed, `${place}/commands/${index}`)
    }
  }
  readBelow(root, [], [], '')
  const summary = textOf(root['description'])
  return draft.finish({ name: textOf(root['name'])!.split(/\s/)[0]!, ...(summary && { summary }) })
}

const KNOWN = new Set(
  'name aliases description hidden flags persistentflags completion commands'.split(' '),
)

function withoutMarks(key: string): readonly [string, string] {
  let end = key.length
  while (end > 0 && '=?*!&'.includes(key[end - 1]!)) end -= 1
  return [key.slice(0, end), key.slice(end)]
}

/** Reads flags such as `-r, --repeatable*=`: `=` has a value, `?` perhaps, `*` often, `!` always, `&` hidden. */
function readFlags(flags: JsonValue | undefined): Options {
  return Object.entries(objectOf(flags)).flatMap(([key, about]): Options => {
    const [written, marks] = withoutMarks(key.trim())
    const names = written.split(',').map((each) => each.trim())
    if (names.some((each) => !/^-[^\s=]+$/.test(each))) return []
    const summary = textOf(isJsonObject(about) ? about['description'] : about)
    const takes = marks.includes('?') ? 'perhaps' : marks.includes('=') ? 'value' : 'none'
    return [
      toOption(
        { names, takes },
        {
          ...(summary && { summary }),
          ...(marks.includes('*') && { many: true }),
          ...(marks.includes('!') && { required: true }),
          ...(marks.includes('&') && { hidden: true }),
        },
      ),
    ]
  })
}

/** Reads how many words a command takes. What completes them is only a suggestion. */
function readArgs(completion: JsonValue | undefined, place: string, unread: string[]): Options {
  const { positional, positionalany: any, ...rest } = lowerKeys(objectOf(completion))
  for (const name of Object.keys(rest)) unread.push(`${place}/${name}`)
  const fixed = Array.isArray(positional) ? positional : []
  const named = fixed.map((_, index) => [`arg${index + 1}`, { required: false }] as const)
  return any === undefined ? named : [...named, ['args', { required: false, many: true }]]
}
