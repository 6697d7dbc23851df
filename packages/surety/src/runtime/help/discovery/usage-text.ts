import { choicesIn } from '@surety/internal/json-schema/choices.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import { argumentWord } from '../../line/params.ts'
import type { CommandModel, ParameterModel } from '../model.ts'

/** Puts a text on one line, so that it cannot become another part of a document. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Shows how a command is called: its arguments and the options that it needs. */
export function usageOf(tool: string, { path, args, options }: CommandModel): string {
  const needed = options.filter(({ required }) => required)
  return [
    tool,
    ...path,
    ...args.map(argumentWord),
    ...needed.map((option) => `--${option.name}${valueOf(option)}`),
    ...(options.length > needed.length ? ['[options]'] : []),
  ].join(' ')
}

export function parameterLine(parameter: ParameterModel, isOption: boolean): string {
  const { name, schema, required } = parameter
  const { description, default: fallback } = schema as { description?: string; default?: unknown }
  const label = isOption ? `--${name}${valueOf(parameter)}` : `<${name}>`
  const facts = [
    ...(required ? ['required'] : []),
    ...(fallback != null && fallback !== false ? [`default ${JSON.stringify(fallback)}`] : []),
    ...(schema['x-secret'] === true ? ['secret'] : []),
  ]
  const text = [description ?? '', facts.length > 0 ? `(${facts.join(', ')})` : '']
  return oneLine(`\`${label}\` ${text.join(' ')}`)
}

function valueOf({ schema }: ParameterModel): string {
  const choices = choicesIn(schema)
  if (choices) return ` <${choices.map(String).join('|')}>`
  const type = mainType(schema)
  return type === 'boolean' ? '' : ` <${type ?? 'value'}>`
}
