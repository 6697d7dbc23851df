import { objectOf, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { DescribedCommand, Parameter } from '../../description/index.ts'
import { given } from '@surety/internal/given.ts'
import { toParameters, withoutEmpty } from '../command-tree.ts'
import { toOption } from '../option-names.ts'
import { defaultOf, exampleOf, objectsOf, textOf, textsOf } from '../read-values.ts'

/** What holds for all commands of a namespace. */
export interface Above {
  readonly program: string
  readonly options: readonly (readonly [string, Parameter])[]
}

export function readCommand(
  path: readonly string[],
  command: JsonObject,
  above: Above,
): DescribedCommand {
  const { options, args, dryRun } = readOptions(command['parameters'])
  const intent = objectOf(command['intent'])
  const summary = textOf(command['summary'])
  return withoutEmpty({
    ...given({ summary, danger: dangerOf(intent, textsOf(command['tags'])) }),
    args: toParameters(args),
    options: toParameters([...above.options, ...options]),
    ...(dryRun && { dry_run: [dryRun] }),
    ...(typeof intent['idempotent'] === 'boolean' && { repeatable: intent['idempotent'] }),
    ...(intent['requiresConfirmation'] === true && { interactive: true }),
    ...(command['hidden'] === true && { hidden: true }),
    ...given({ deprecated: deprecationOf(command['deprecated']) }),
    aliases: textsOf(command['aliases']),
    examples: textsOf(command['examples']).flatMap((line) =>
      exampleOf(line, above.program, path, summary),
    ),
  })
}

/** Says only what is written: a command that is not destructive may still change things. */
function dangerOf(intent: JsonObject, tags: readonly string[]): DescribedCommand['danger'] {
  if (intent['destructive'] === true || tags.includes('dangerous')) return 'destructive'
  if (tags.includes('write')) return 'mutating'
  return tags.includes('read') ? 'safe' : undefined
}

function deprecationOf(value: JsonValue | undefined): string | undefined {
  if (value === true) return 'Deprecated'
  return value === undefined ? undefined : (textOf(objectOf(value)['message']) ?? 'Deprecated')
}

/** Reads parameters in their order: options, arguments, and the option that only shows what would happen. */
export function readOptions(value: JsonValue | undefined) {
  const options: (readonly [string, Parameter])[] = []
  const args: (readonly [string, Parameter])[] = []
  let dryRun: string | undefined
  for (const parameter of objectsOf(value)) {
    const name = textOf(parameter['name'])
    if (name === undefined) continue
    const about = readParameter(parameter)
    if (parameter['role'] === 'positional') {
      const isOptional = parameter['required'] !== true
      args.push([name, { ...about, ...(isOptional && { required: false }) }])
    } else if (parameter['role'] === 'dryRun' && parameter['type'] === 'boolean')
      dryRun = `--${name}`
    else {
      const short = textOf(parameter['shortName'])
      const names = [
        name,
        ...(short === undefined ? [] : [short]),
        ...textsOf(parameter['aliases']),
      ].map(withDashes)
      const isSwitch = about.type === 'boolean'
      const isRequired = parameter['required'] === true
      options.push(
        toOption(
          { names: [...new Set(names)], takes: isSwitch ? 'none' : 'value' },
          { ...about, ...(isRequired && { required: true }) },
        ),
      )
    }
  }
  return { options, args, dryRun }
}

/** A name of one letter is a short one, although the document has another member for those. */
function withDashes(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`
}

const TYPES = new Set(['integer', 'number', 'boolean'])

function readParameter(parameter: JsonObject): Parameter {
  const { type, elementType, repeatable, variadic } = parameter
  const named = type === 'array' ? elementType : type
  const plain = (TYPES.has(named as string) ? named : undefined) as Parameter['type']
  const rules = objectsOf(parameter['validations'])
  const ruleOf = (kind: string) => rules.find((rule) => rule['kind'] === kind)
  const range = ruleOf('range') ?? {}
  const numberOf = (value: JsonValue | undefined) =>
    typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined
  const values = [...textsOf(parameter['enumValues']), ...textsOf(ruleOf('allowed')?.['values'])]
  return withoutEmpty({
    ...given({
      summary: textOf(parameter['summary']),
      type: plain,
      pattern: textOf(ruleOf('regex')?.['pattern']),
      min: numberOf(range['min']),
      max: numberOf(range['max']),
      deprecated: deprecationOf(parameter['deprecated']),
    }),
    values,
    ...(typeof parameter['defaultValue'] === 'string' && {
      default: defaultOf(parameter['defaultValue'], plain)!,
    }),
    ...((repeatable === true || variadic === true || type === 'array') && { many: true }),
    ...(parameter['hidden'] === true && { hidden: true }),
  })
}
