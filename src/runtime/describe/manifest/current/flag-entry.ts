import type { JsonObject, JsonValue } from '../../../../contract/index.ts'
import { choicesIn } from '../../../input/argv/schema-choices.ts'
import { toFlagEntry } from '../flag-entry.ts'
import type { CliModel, ParameterModel } from '../model.ts'

/** What the contract itself says about formats; other formats have to say it. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  tsv: 'text/tab-separated-values',
  plain: 'text/plain',
}
const OTHER_TYPES: Readonly<Record<string, string>> = {
  toon: 'text/toon',
  md: 'text/markdown',
}

/** Describes an option in a manifest of contract 1.16. */
export function flagEntry(cli: CliModel, parameter: ParameterModel): JsonObject {
  const { name, schema } = parameter
  const entry: JsonObject = withWholeChoices(toFlagEntry(parameter), schema)
  const variable = schema['x-env']
  const variables = name === 'format' ? [cli.formatVariable] : variable
  const listed = [variables].flat().filter((each): each is string => typeof each === 'string')
  return {
    ...entry,
    ...(listed.length > 0 && { env_vars: listed.map((each) => ({ name: each })) }),
    ...(name === 'format' && mediaTypes(cli, entry['enum_values'])),
  }
}

/** Integers stay integers: callers would otherwise send texts. */
function withWholeChoices(entry: JsonObject, schema: ParameterModel['schema']): JsonObject {
  const choices = choicesIn(schema)
  if (!choices || !choices.every((choice) => Number.isInteger(choice))) return entry
  return { ...entry, type: 'integer', enum_values: choices }
}

function mediaTypes({ formatNames }: CliModel, formats: JsonValue | undefined): JsonObject {
  const offered = Array.isArray(formats) ? formats.map(String) : []
  const unlisted = offered.filter((format) => !Object.hasOwn(MEDIA_TYPES, format))
  if (unlisted.length === 0) return {}
  return {
    media_types: Object.fromEntries(
      unlisted.map((format) => {
        const meant = formatNames[format] ?? format
        return [format, OTHER_TYPES[meant] ?? MEDIA_TYPES[meant] ?? 'text/plain']
      }),
    ),
  }
}
