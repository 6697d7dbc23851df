import { isJsonObject, objectOf, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { DescribedCommand, Parameter } from '../../description/index.ts'
import { DescriptionDraft, toParameters, withoutEmpty } from '../command-tree.ts'
import { GrammarError, type GrammarFormat } from '../grammar-format.ts'
import { toOption } from '../option-names.ts'
import { defaultOf, objectsOf, textOf, textsOf } from '../read-values.ts'

/** oclif: the file `oclif.manifest.json` of a package, or what `commands --json` prints. It says nothing of danger. */
export const format: GrammarFormat = {
  id: 'oclif',
  read: async (text, { name = '' } = {}) => {
    const { commands, version } = commandsIn(text)
    if (commands.length === 0 || !commands.every(isCommand))
      throw new GrammarError('It has no commands of oclif.')
    const draft = new DescriptionDraft()
    const unread: string[] = []
    for (const command of commands) {
      const id = textOf(command['id'])!
      const path = id === '.' ? [] : id.split(':')
      draft.addCommand(path, readCommand(command))
      for (const member of Object.keys(command))
        if (!KNOWN.has(member)) unread.push(`/commands/${id}/${member}`)
    }
    return { description: draft.finish({ name, ...(version && { version }) }), unread }
  },
}

function commandsIn(text: string) {
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    throw new GrammarError('It is no JSON, and no manifest of oclif.')
  }
  if (Array.isArray(value)) return { commands: objectsOf(value) }
  const { commands, version } = objectOf(value)
  return {
    commands: Object.values(objectOf(commands)).map((command) => objectOf(command)),
    version: textOf(version),
  }
}

/** Manifests of others have commands as well, but no ids in them. */
function isCommand(command: JsonObject): boolean {
  return textOf(command['id']) !== undefined && isJsonObject(command['flags'] ?? {})
}

const KNOWN = new Set(
  `id aliases args flags summary description examples hidden state deprecationOptions pluginName pluginAlias
   pluginType strict usage enableJsonFlag hiddenAliases isESM relativePath hasDynamicHelp permutations
   aliasPermutations baseFlags`.split(/\s+/),
)

function readCommand(command: JsonObject): DescribedCommand {
  const summary = textOf(command['summary']) ?? textOf(command['description'])?.split('\n')[0]
  const args = membersOf(command['args']).map(
    ([name, arg]) =>
      [name, { ...about(arg), ...(arg['required'] !== true && { required: false }) }] as const,
  )
  const isOpen = command['strict'] === false
  const isDeprecated = command['state'] === 'deprecated' || command['deprecationOptions']
  return withoutEmpty({
    ...(summary && { summary }),
    args: toParameters(isOpen ? withMore(args) : args),
    options: toParameters(
      membersOf(command['flags']).flatMap(([name, flag]) => readFlag(name, flag)),
    ),
    aliases: textsOf(command['aliases']).filter((alias) => !alias.includes(':')),
    ...(command['hidden'] === true && { hidden: true }),
    ...(isDeprecated && { deprecated: 'Deprecated' }),
  })
}

/** Older manifests have a list of things that have names. */
function membersOf(value: JsonValue | undefined): readonly (readonly [string, JsonObject])[] {
  if (Array.isArray(value))
    return objectsOf(value).flatMap((each) => {
      const name = textOf(each['name'])
      return name === undefined ? [] : [[name, each] as const]
    })
  return Object.entries(objectOf(value)).map(([name, each]) => [name, objectOf(each)] as const)
}

/** A command that is not strict takes any number of words. */
function withMore(args: readonly (readonly [string, Parameter])[]) {
  const last = args.at(-1)
  if (last === undefined) return [['args', { required: false, many: true }] as const]
  return [...args.slice(0, -1), [last[0], { ...last[1], many: true }] as const]
}

function readFlag(name: string, flag: JsonObject): readonly (readonly [string, Parameter])[] {
  const short = textOf(flag['char'])
  const aliases = textsOf(flag['aliases']).map((alias) => `--${alias}`)
  const letters = textsOf(flag['charAliases']).map((letter) => `-${letter}`)
  const names = [`--${name}`, ...(short ? [`-${short}`] : []), ...aliases, ...letters]
  const takes = flag['type'] === 'boolean' ? 'none' : 'value'
  const hidden = flag['hidden'] === true && { hidden: true }
  const own = toOption(
    { names, takes },
    withoutEmpty({
      ...about(flag),
      ...(flag['required'] === true && { required: true }),
      ...(flag['multiple'] === true && { many: true }),
      ...hidden,
    }),
  )
  const isNegated = flag['allowNo'] === true
  return isNegated ? [own, toOption({ names: [`--no-${name}`], takes: 'none' })] : [own]
}

function about(thing: JsonObject): Parameter {
  const summary = textOf(thing['summary']) ?? textOf(thing['description'])
  const fallback = thing['default']
  const valueName = textOf(thing['helpValue'])
  const isText = typeof fallback === 'string' && fallback !== ''
  return withoutEmpty({
    ...(summary && { summary }),
    ...(valueName && { value_name: valueName.replaceAll(/[<>]/g, '') }),
    values: textsOf(thing['options']),
    ...(isText && { default: defaultOf(fallback, undefined)! }),
    ...(thing['deprecated'] !== undefined &&
      thing['deprecated'] !== false && { deprecated: 'Deprecated' }),
  })
}
