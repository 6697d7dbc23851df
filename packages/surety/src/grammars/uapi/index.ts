import { type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { DescribedCommand, Parameter } from '../../description/index.ts'
import { DescriptionDraft, toParameters, withoutEmpty } from '../command-tree.ts'
import { GrammarError, STOW_NAME, type GrammarFormat } from '../grammar-format.ts'
import { toOption } from '../option-names.ts'
import { objectsOf, readObject, textOf, textsOf } from '../read-values.ts'
import { restored } from '../stow.ts'
import { writeIntrospection } from './write-introspection.ts'

/** UAPI.18: what programs of systemd print for `--introspect-cli`. */
export const format: GrammarFormat = {
  id: 'uapi',
  read: async (text, { name } = {}) => {
    const document = readObject(text, 'UAPI.18')
    const commands = objectsOf(document['commands'])
    const isNamed = (command: JsonObject) => name !== undefined && namesIn(command).includes(name)
    // A program that is several has a description for each of its names.
    const own = commands.find(isNamed) ?? commands[0]
    if (!MEDIA_TYPE.test(textOf(document['mediaType']) ?? '') || own === undefined)
      throw new GrammarError('It has no mediaType of UAPI.18, or no commands.')
    return { description: read(own), document }
  },
  write: (description, { stow } = {}) =>
    Promise.resolve(JSON.stringify(writeIntrospection(description, stow), null, 2)),
}

/** The document names the group, the programs of systemd their project. */
const MEDIA_TYPE = /^application\/vnd\.[\w.-]*cli-introspection(?:-\d+)?$/

/** Examples of the document have `name` where its text has `names`. */
function namesIn(thing: JsonObject): readonly string[] {
  return textsOf(thing['names'] ?? thing['name'])
}

type Options = readonly (readonly [string, Parameter])[]

function read(root: JsonObject) {
  const draft = new DescriptionDraft()
  const readBelow = (command: JsonObject, path: readonly string[], above: Options): void => {
    const parts = objectsOf(command['arguments'])
    const verbs = parts.filter(({ type }) => type === 'command')
    const args = parts.filter(({ type }) => type === 'argument').flatMap(readArgument)
    const options = parts.filter(({ type }) => type === 'option').flatMap(readOption)
    const isRoot = path.length === 0
    const hasVerbs = verbs.length > 0
    // Options stand before the verb and behind it.
    if (isRoot && hasVerbs) for (const [name, option] of options) draft.addOption(name, option)
    const all = isRoot && hasVerbs ? [] : [...above, ...options]
    if (!hasVerbs || args.length > 0) draft.addCommand(path, readCommand(command, args, all))
    else if (!isRoot) draft.addGroup(path, summaryOf(command))
    for (const verb of verbs) {
      const [word] = namesIn(verb)
      if (word !== undefined) readBelow(verb, [...path, word], all)
    }
  }
  readBelow(root, [], [])
  const [name = ''] = namesIn(root)
  const [version] = textsOf(root['versions'] ?? root['version'])
  const summary = summaryOf(root)
  return restored(
    draft.finish({ name, ...(summary && { summary }), ...(version && { version }) }),
    root[STOW],
  )
}

/** Members of others have the name of who adds them, and a point. */
export const STOW = `${STOW_NAME}.description`

function summaryOf(thing: JsonObject): string | undefined {
  const { help, abstract } = thing
  return textOf(help) ?? (textsOf(abstract).join(' ') || undefined)
}

function readCommand(command: JsonObject, args: Options, options: Options): DescribedCommand {
  const summary = summaryOf(command)
  return withoutEmpty({
    ...(summary && { summary }),
    args: toParameters(args),
    options: toParameters(options),
    aliases: namesIn(command).slice(1),
    ...(command['isDeprecated'] === true && { deprecated: 'Deprecated' }),
  })
}

function readArgument(argument: JsonObject): Options {
  const name = textOf(argument['id'])
  if (name === undefined) return []
  const about = readValue(argument)
  return [[name, { ...about, ...(argument['isRequired'] !== true && { required: false }) }]]
}

function readOption(option: JsonObject): Options {
  const names = namesIn(option).filter((name) => name.startsWith('-'))
  const value = textOf(option['value'] ?? option['argument'])
  if (names.length === 0) return []
  const takes = value === 'optional' ? 'perhaps' : TAKES.has(value ?? '') ? 'value' : 'none'
  return [toOption({ names, takes }, readValue(option))]
}

/** The text of the document says yes, its example and its programs say required. */
const TAKES = new Set(['yes', 'required'])

function readValue(thing: JsonObject): Parameter {
  const choices = objectsOf(thing['values'])
  const values = choices.map(({ value }) => textOf(value))
  const fallback = choices.find(({ isDefault }) => isDefault === true)?.['value']
  const summary = textOf(thing['help'])
  const valueName = textOf(thing['valueName'])
  return withoutEmpty({
    ...(summary && { summary }),
    ...(valueName && { value_name: valueName }),
    values: isWhole(values) ? values : [],
    ...(typeof fallback === 'string' && { default: fallback }),
    ...(isMany(thing['repeatable']) && { many: true }),
    ...(thing['isDeprecated'] === true && { deprecated: 'Deprecated' }),
  })
}

/** Values that are only a part of those accepted are none to hold anybody to. */
function isWhole(values: readonly (string | undefined)[]): values is readonly string[] {
  return values.every((value) => value !== undefined)
}

function isMany(repeatable: JsonValue | undefined): boolean {
  return typeof repeatable === 'number' && repeatable !== 0
}
