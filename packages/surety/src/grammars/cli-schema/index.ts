import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { objectOf } from '../../contract/index.ts'
import type { GrammarFormat } from '../grammar-format.ts'
import { GrammarError, STOW_NAME } from '../grammar-format.ts'
import { DescriptionDraft } from '../command-tree.ts'
import { objectsOf, readObject, textOf, textsOf } from '../read-values.ts'
import { restored } from '../stow.ts'
import { readCommand, readOptions, type Above } from './read-command.ts'
import { writeSchema } from './write-schema.ts'

const TITLE = 'CLI Schema'

/** CLI Schema: what a program prints for `__schema`. */
export const format: GrammarFormat = {
  id: 'cli-schema',
  read: async (text) => {
    const document = readObject(text, TITLE)
    if (document['schemaVersion'] !== 1 || textOf(document['name']) === undefined)
      throw new GrammarError(`It has no schemaVersion of ${TITLE}, or no name.`)
    return { description: read(document), document }
  },
  write: (description, { stow } = {}) =>
    Promise.resolve(JSON.stringify(writeSchema(description, stow), null, 2)),
}

function read(document: JsonObject) {
  const name = textOf(document['name'])!
  const draft = new DescriptionDraft()
  for (const [key, option] of readOptions(document['globalOptions']).options)
    draft.addOption(key, option)
  const above: Above = { program: name, options: [] }
  const readHandler = (path: readonly string[], value: JsonValue | undefined, from: Above) => {
    const handler = objectOf(value)
    if (value !== undefined) draft.addCommand(path, readCommand(path, handler, from))
  }
  readHandler([], document['rootDefault'], above)
  const readBelow = (holder: JsonObject, path: readonly string[], from: Above): void => {
    for (const command of objectsOf(holder['commands'])) {
      const word = textOf(command['name'])
      if (word === undefined) continue
      const own = [...(path.length > 0 ? path : textsOf(command['path'])), ...word.split(' ')]
      draft.addCommand(own, readCommand(own, command, from))
    }
    for (const inner of objectsOf(holder['namespaces'])) {
      const word = textOf(inner['segment'])
      if (word === undefined) continue
      const own = [...path, word]
      const options = [...from.options, ...readOptions(inner['options']).options]
      draft.addGroup(own, textOf(inner['summary']))
      readHandler(own, inner['defaultCommand'], { ...from, options })
      readBelow(inner, own, { ...from, options })
    }
  }
  readBelow(document, [], above)
  const environment = objectsOf(objectOf(document['environment'])['variables'])
  const inherits = environment.flatMap(({ name: variable }) => textOf(variable) ?? [])
  const { version, description: summary } = document
  return restored(
    draft.finish({
      name,
      ...(textOf(summary) && { summary: textOf(summary)! }),
      ...(textOf(version) && { version: textOf(version)! }),
      inherits,
    }),
    document[STOW_NAME],
  )
}
