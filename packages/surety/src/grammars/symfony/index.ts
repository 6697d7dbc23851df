import { objectOf, type JsonObject } from '../../contract/index.ts'
import type { Parameter } from '../../description/index.ts'
import { DescriptionDraft, toParameters, withoutEmpty } from '../command-tree.ts'
import { GrammarError, type GrammarFormat } from '../grammar-format.ts'
import { toOption } from '../option-names.ts'
import { objectsOf, readObject, textOf, textsOf } from '../read-values.ts'

/** Symfony Console: what `list --format=json` of composer, artisan and others prints. It says nothing of danger. */
export const format: GrammarFormat = {
  id: 'symfony',
  read: async (text, { name: hint = '' } = {}) => {
    const document = readObject(text, 'Symfony Console')
    const commands = objectsOf(document['commands'])
    if (commands.length === 0 || !commands.every((command) => 'definition' in command))
      throw new GrammarError('It has no commands of Symfony Console.')
    const { name, version } = objectOf(document['application'])
    const shared = sharedOptions(commands)
    const draft = new DescriptionDraft()
    for (const option of Object.values(shared)) draft.addOption(...option)
    const unread: string[] = []
    for (const command of commands) {
      const word = textOf(command['name'])
      // Names that begin with a mark are its own, for completion.
      if (word === undefined || word.startsWith('_')) continue
      draft.addCommand(word.split(' '), readCommand(command, word, new Set(Object.keys(shared))))
      if (textOf(command['help'])) unread.push(`/commands/${word}/help`)
    }
    const own = textOf(version)
    const facts = { name: hint || toName(textOf(name)), ...(own && { version: own }) }
    return { description: draft.finish(facts), unread }
  },
}

function toName(title: string | undefined): string {
  return (title ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** Finds the options that every command has, which Symfony repeats at each of them. */
function sharedOptions(commands: readonly JsonObject[]) {
  const [first = {}, ...rest] = commands.map(optionsOf)
  const isEverywhere = (name: string) => rest.every((options) => Object.hasOwn(options, name))
  return Object.fromEntries(
    Object.entries(first)
      .filter(([name]) => isEverywhere(name))
      .map(([name, option]) => [name, readOption(option)] as const),
  )
}

function optionsOf(command: JsonObject): Readonly<Record<string, JsonObject>> {
  const options = objectOf(objectOf(command['definition'])['options'])
  return Object.fromEntries(Object.entries(options).map(([name, each]) => [name, objectOf(each)]))
}

function readOption(option: JsonObject): readonly [string, Parameter] {
  const short = textOf(option['shortcut'])?.split('|') ?? []
  const names = [textOf(option['name']) ?? '--', ...short]
  const summary = textOf(option['description'])
  const isRequired = option['is_value_required'] === true
  const takes = option['accept_value'] !== true ? 'none' : isRequired ? 'value' : 'perhaps'
  const { default: fallback } = option
  return toOption(
    { names, takes },
    {
      ...(summary && { summary }),
      ...(option['is_multiple'] === true && { many: true }),
      ...(typeof fallback === 'string' && { default: fallback }),
    },
  )
}

function readCommand(command: JsonObject, word: string, shared: ReadonlySet<string>) {
  const { arguments: args } = objectOf(command['definition'])
  const summary = textOf(command['description'])
  const aliases = textsOf(command['usage']).filter((usage) => /^[\w:-]+$/.test(usage))
  return withoutEmpty({
    ...(summary && { summary }),
    args: toParameters(
      Object.entries(objectOf(args)).map(([name, value]) => {
        const arg = objectOf(value)
        const about = textOf(arg['description'])
        const isMany = arg['is_array'] === true
        return [
          name,
          {
            ...(about && { summary: about }),
            ...(arg['is_required'] !== true && { required: false }),
            ...(isMany && { many: true }),
          },
        ] as const
      }),
    ),
    options: toParameters(
      Object.entries(optionsOf(command))
        .filter(([name]) => !shared.has(name))
        .map(([, option]) => readOption(option)),
    ),
    aliases: aliases.filter((alias) => alias !== word),
    ...(command['hidden'] === true && { hidden: true }),
  })
}
