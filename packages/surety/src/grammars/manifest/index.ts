import { isJsonObject, objectOf, type JsonObject, type JsonValue } from '../../contract/index.ts'
import {
  dangerOf,
  manifestName,
  rootCommand,
  wholeCommands,
  type DescribedCommand,
  type Parameter,
} from '../../description/index.ts'
import { given } from '@surety/internal/given.ts'
import { DescriptionDraft, toParameters, withoutEmpty } from '../command-tree.ts'
import { GrammarError, type GrammarFormat } from '../grammar-format.ts'
import { toOption } from '../option-names.ts'
import { exampleOf, objectsOf, readObject, textOf, textsOf } from '../read-values.ts'
import { toExits } from '../exit-texts.ts'
import { writeManifest } from './write-manifest.ts'

/** The manifest of the spec: what tools of ours print for `manifest`, alone or as the data of an answer. */
export const format: GrammarFormat = {
  id: 'manifest',
  read: async (text, { name: hint = '' } = {}) => {
    const answer = readObject(text, 'the manifest')
    const manifest = isJsonObject(answer['data']) ? answer['data'] : answer
    const commands = wholeCommands(manifest)
    if (commands === undefined || typeof manifest['schema_version'] !== 'string')
      throw new GrammarError('It has no commands of a manifest, or no version.')
    const name = manifestName(manifest) ?? hint
    return { description: read(manifest, commands, name), document: manifest }
  },
  write: (description) => Promise.resolve(JSON.stringify(writeManifest(description), null, 2)),
}

function read(manifest: JsonObject, commands: JsonObject, name: string) {
  const draft = new DescriptionDraft()
  const root = rootCommand(manifest, name)
  const shared = new Set(Object.keys(objectOf(manifest['flags'])))
  for (const [key, flag] of Object.entries(objectOf(manifest['flags'])))
    draft.addOption(...readFlag(key, objectOf(flag)))
  for (const [key, value] of Object.entries(commands)) {
    const entry = objectOf(value)
    const path = key === root ? [] : key.split('.')
    const isGroup = Array.isArray(entry['subcommands'])
    if (isGroup) draft.addGroup(path, textOf(entry['description']))
    else if (entry['builtin'] !== true)
      draft.addCommand(path, readCommand(entry, path, name, shared))
  }
  const summary = textOf(manifest['description'])
  const version = textOf(manifest['framework_version'])
  return draft.finish({ name, ...(summary && { summary }), ...(version && { version }) })
}

function readCommand(
  entry: JsonObject,
  path: readonly string[],
  program: string,
  shared: ReadonlySet<string>,
): DescribedCommand {
  const flags = objectOf(entry['flags'])
  const inOrder = textsOf(entry['arguments'])
  const isArgument = (name: string) =>
    inOrder.includes(name) ||
    /^Argument \d+\b/.test(textOf(objectOf(flags[name])['description']) ?? '')
  const isOwn = (name: string) => !shared.has(name) && !isArgument(name)
  const args = [...inOrder, ...Object.keys(flags).filter((name) => !inOrder.includes(name))]
    .filter((name) => isArgument(name) && isJsonObject(flags[name]))
    .map((name) => [name, readArgument(objectOf(flags[name]))] as const)
  const positionals = objectsOf(entry['positionals']).flatMap((one): [string, Parameter][] => {
    const name = textOf(one['name'])
    return name === undefined ? [] : [[name, readArgument(one)]]
  })
  const options = Object.keys(flags)
    .filter((name) => isOwn(name) && name !== DRY_RUN)
    .map((name) => readFlag(name, objectOf(flags[name])))
  const exits = Object.entries(objectOf(entry['exit_codes'])).map(
    ([code, exit]) => [Number(code), textOf(objectOf(exit)['description'])] as const,
  )
  const summary = textOf(entry['description'])
  const { idempotent, deprecated } = entry
  return withoutEmpty({
    ...given({ summary, danger: dangerOf(entry) ?? undefined }),
    args: toParameters([...args, ...positionals]),
    options: toParameters(options),
    ...(isJsonObject(flags[DRY_RUN]) && { dry_run: [`--${DRY_RUN}`] }),
    ...(idempotent === true && { repeatable: true }),
    exits: toExits(new Map(exits)),
    aliases: textsOf(entry['aliases']),
    ...(isJsonObject(entry['output_schema']) && { schema: entry['output_schema'] }),
    examples: objectsOf(entry['examples']).flatMap((one) =>
      exampleOf(textOf(one['command']) ?? '', program, path, textOf(one['description'])),
    ),
    ...(deprecated !== undefined &&
      deprecated !== false && { deprecated: textOf(deprecated) ?? 'Deprecated' }),
  })
}

const DRY_RUN = 'dry-run'

function readArgument(flag: JsonObject): Parameter {
  const isRequired = flag['required'] === true
  return { ...about(flag), ...(!isRequired && { required: false }) }
}

function readFlag(name: string, flag: JsonObject): readonly [string, Parameter] {
  const short = textOf(flag['short'])
  const names = [`--${name}`, ...(short === undefined ? [] : [`-${short.replace(/^-/, '')}`])]
  const { required, ...rest } = { ...about(flag), required: flag['required'] }
  return toOption(
    { names, takes: flag['type'] === 'boolean' ? 'none' : 'value' },
    { ...rest, ...(required === true && { required: true }) },
  )
}

const TYPES = new Set<JsonValue | undefined>(['integer', 'number', 'boolean'])

function about(flag: JsonObject): Parameter {
  const { type, default: fallback } = flag
  const element = type === 'array' ? objectOf(flag['items'])['type'] : type
  const isPlain = typeof fallback !== 'object' || fallback === null
  const summary = textOf(flag['description'])
  return withoutEmpty({
    ...(summary && { summary }),
    ...(TYPES.has(element) && { type: element as NonNullable<Parameter['type']> }),
    values: textsOf(flag['enum_values']),
    ...(fallback !== undefined && isPlain && { default: fallback }),
    ...(type === 'array' && { many: true }),
    ...(flag['secret'] === true && { secret: true }),
  })
}
