import { objectOf, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { DescribedCommand, Parameter } from '../../description/index.ts'
import { DescriptionDraft, toParameters, withoutEmpty } from '../command-tree.ts'
import { toExits } from '../exit-texts.ts'
import { GrammarError, STOW_NAME, type GrammarFormat } from '../grammar-format.ts'
import { toOption } from '../option-names.ts'
import { exampleOf, objectsOf, readObject, textOf, textsOf } from '../read-values.ts'
import { restored } from '../stow.ts'
import { writeOpenCli } from './write-opencli.ts'

/** OpenCLI: what Spectre.Console programs print for `cli opencli` and others keep in a file. */
export const format: GrammarFormat = {
  id: 'opencli',
  read: async (text) => {
    const document = readObject(text, 'OpenCLI')
    const title = textOf(objectOf(document['info'])['title'])
    if (typeof document['opencli'] !== 'string' || title === undefined)
      throw new GrammarError('It has no version of OpenCLI, or no title.')
    return { description: read(document, title), document }
  },
  write: (description, { stow } = {}) =>
    Promise.resolve(JSON.stringify(writeOpenCli(description, stow), null, 2)),
}

type Options = readonly (readonly [string, Parameter])[]

function read(document: JsonObject, name: string) {
  const draft = new DescriptionDraft()
  const readBelow = (holder: JsonObject, path: readonly string[], above: Options): void => {
    const own = readOptions(holder['options'])
    const isRoot = path.length === 0
    const recursive = own.filter(({ isRecursive }) => isRecursive).map(({ option }) => option)
    const plain = own.filter(({ isRecursive }) => !isRecursive).map(({ option }) => option)
    if (isRoot) for (const [key, option] of recursive) draft.addOption(key, option)
    const passed = isRoot ? [] : [...above, ...recursive]
    const commands = objectsOf(holder['commands'])
    const hasCall = commands.length === 0 || Array.isArray(holder['arguments']) || plain.length > 0
    if (hasCall) draft.addCommand(path, readCommand(holder, path, name, [...passed, ...plain]))
    else draft.addGroup(path, textOf(holder['description']))
    for (const command of commands) {
      const word = textOf(command['name'])
      if (word !== undefined) readBelow(command, [...path, ...word.split(' ')], passed)
    }
  }
  readBelow(document, [], [])
  const info = objectOf(document['info'])
  const summary = textOf(info['summary']) ?? textOf(info['description'])
  const version = textOf(info['version'])
  const stowed = objectsOf(document['metadata']).find((each) => each['name'] === STOW_NAME)
  return restored(
    draft.finish({ name, ...(summary && { summary }), ...(version && { version }) }),
    stowed?.['value'],
  )
}

function readCommand(
  holder: JsonObject,
  path: readonly string[],
  program: string,
  options: Options,
): DescribedCommand {
  const summary = textOf(holder['description'])
  const exits = objectsOf(holder['exitCodes']).map(
    ({ code, description }) => [Number(code), textOf(description)] as const,
  )
  const args = objectsOf(holder['arguments']).flatMap((each): [string, Parameter][] => {
    const name = textOf(each['name'])
    return name === undefined ? [] : [[name, readArgument(each)]]
  })
  return withoutEmpty({
    ...(summary && { summary }),
    args: toParameters(args),
    options: toParameters(options),
    exits: toExits(new Map(exits)),
    examples: textsOf(holder['examples']).flatMap((line) =>
      exampleOf(line, program, path, summary),
    ),
    aliases: textsOf(holder['aliases']),
    ...(holder['interactive'] === true && { interactive: true }),
    ...(holder['hidden'] === true && { hidden: true }),
  })
}

function readArgument(argument: JsonObject): Parameter {
  const { arity, required } = argument
  const isOptional = required === false || objectOf(arity)['minimum'] === 0
  return withoutEmpty({
    ...about(argument),
    ...(isOptional && { required: false }),
    ...(isMany(arity) && { many: true }),
  })
}

/** One value is usual; an arity without a maximum has no end. */
function isMany(arity: JsonValue | undefined): boolean {
  const { maximum } = objectOf(arity)
  return arity !== undefined && (typeof maximum !== 'number' || maximum > 1)
}

function about(thing: JsonObject): Parameter {
  const summary = textOf(thing['description'])
  return withoutEmpty({
    ...(summary && { summary }),
    values: textsOf(thing['acceptedValues']),
    ...(thing['hidden'] === true && { hidden: true }),
  })
}

/** Reads options. A name without dashes is a long one. */
function readOptions(value: JsonValue | undefined) {
  return objectsOf(value).flatMap((each) => {
    const own = textOf(each['name'])
    if (own === undefined) return []
    const names = [own, ...textsOf(each['aliases'])].map(withDashes)
    const [argument] = objectsOf(each['arguments'])
    const isBare =
      argument?.['required'] === false || objectOf(argument?.['arity'])['minimum'] === 0
    const values = textsOf(argument?.['acceptedValues'])
    const valueName = textOf(argument?.['name'])
    const option = toOption(
      { names, takes: argument === undefined ? 'none' : isBare ? 'perhaps' : 'value' },
      withoutEmpty({
        ...about(each),
        ...(each['required'] === true && { required: true }),
        ...(isMany(argument?.['arity']) && { many: true }),
        ...(valueName && { value_name: valueName }),
        values,
      }),
    )
    return [{ option, isRecursive: each['recursive'] === true }]
  })
}

function withDashes(name: string): string {
  if (name.startsWith('-')) return name
  return name.length === 1 ? `-${name}` : `--${name}`
}
